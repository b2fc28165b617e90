from battlewise.core.games.battalia.state cimport *

cdef enum:
    FAR = 7                      # squares that heroes and roads are looked ahead for

cdef uint64_t prizes(const Rules* r, const World* s, int seat) noexcept nogil
cdef uint64_t wilds(const Rules* r, const World* s, int seat) noexcept nogil
cdef int worth(const Rules* r, const World* s, int square) noexcept nogil
cdef int plain_strength(const Rules* r, const World* s, int seat) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
