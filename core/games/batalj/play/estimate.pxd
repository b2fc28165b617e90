from battlewise.core.games.batalj.state cimport *

cdef int nearest_marker(const Rules* r, const Realm* s, int space) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
