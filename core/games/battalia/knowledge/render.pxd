from battlewise.core.games.battalia.state cimport *

cdef object render(const Rules* r, const World* s, int viewer, object names, object headline)
