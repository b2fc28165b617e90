from battlewise.core.games.history.state cimport *

cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef float prospect(const Rules* r, const Journey* s, int era) noexcept nogil
