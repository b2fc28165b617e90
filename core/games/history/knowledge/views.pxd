from battlewise.core.games.history.state cimport *
from battlewise.core.rng cimport Rng

cdef void clear(const Rules* r, Journey* s) noexcept
cdef object describe(const Rules* r, const Journey* s, int viewer, object names)
cdef object restore(const Rules* r, Journey* s, object view, int viewer, object names, Rng* rng)
cdef object points_doc(const Rules* r, const Journey* s, int seat)
cdef object face_doc(const Die* die, int face)
