from battlewise.core.games.battalla.state cimport Rules

cdef list rows(const Rules* r)
