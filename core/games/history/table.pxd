from battlewise.core.games.history.state cimport *

cdef void clear(const Rules* r, Journey* s) noexcept
cdef object describe(const Rules* r, const Journey* s, int viewer, object names)
cdef object restore(const Rules* r, Journey* s, object view, int viewer, object names)
cdef object face_doc(const Die* die, int face)
