from battlewise.core.games.batalj.state cimport Rules

cdef list rows(const Rules* r)
