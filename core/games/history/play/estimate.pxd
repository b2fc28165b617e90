from battlewise.core.games.history.state cimport *

cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef float prospect(const Rules* r, const Journey* s, int era, float strength) noexcept nogil
cdef double mean_power(const Rules* r, uint64_t cards) noexcept nogil
