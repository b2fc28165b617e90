from battlewise.core.games.batalj.state cimport *

cdef void clear(const Rules* r, Realm* s) noexcept
cdef object describe(const Rules* r, const Realm* s, int viewer, object names)
cdef object restore(const Rules* r, Realm* s, object view, int viewer, object names)
