from battlewise.core.game cimport MoveList

cdef int describe_at_war(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil
