from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef object describe(const Rules* r, const Battle* s, int viewer, object names)
cdef object restore(const Rules* r, Battle* s, object view, int viewer, object names)
cdef void clear(const Rules* r, Battle* s) noexcept
