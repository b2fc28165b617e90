from battlewise.core.games.battalia.state cimport *

cdef uint64_t prizes(const Rules* r, const World* s, int seat) noexcept nogil
cdef uint64_t wilds(const Rules* r, const World* s, int seat) noexcept nogil
cdef int worth(const Rules* r, const World* s, int square) noexcept nogil
cdef int plain_strength(const Rules* r, const World* s, int seat) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
