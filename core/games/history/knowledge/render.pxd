from battlewise.core.games.history.state cimport *

cdef object render(const Rules* r, const Journey* s, int viewer, object names)
