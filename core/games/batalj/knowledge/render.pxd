from battlewise.core.games.batalj.state cimport *

cdef object render(const Rules* r, const Realm* s, int viewer, object names, str question)
