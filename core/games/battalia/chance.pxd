from battlewise.core.game cimport Outcomes, move_t
from battlewise.core.rng cimport Rng

cdef int stream(const void* rules, const void* state) noexcept nogil
cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil
cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil
