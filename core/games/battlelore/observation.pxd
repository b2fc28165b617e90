from battlewise.core.games.battlelore.state cimport Rules

cdef list rows(const Rules* r)
