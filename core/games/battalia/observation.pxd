from battlewise.core.games.battalia.state cimport Rules

cdef list rows(const Rules* r)
