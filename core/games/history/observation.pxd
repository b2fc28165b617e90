from battlewise.core.games.history.state cimport Rules

cdef list rows(const Rules* r)
