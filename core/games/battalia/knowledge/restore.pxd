from battlewise.core.games.battalia.state cimport *

cdef object restore(const Rules* r, World* s, object view, int viewer)
