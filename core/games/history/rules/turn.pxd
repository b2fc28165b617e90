from battlewise.core.game cimport MoveList, move_t

cdef int to_move(const void* rules, const void* state) noexcept nogil
cdef int turn(const void* rules, const void* state) noexcept nogil
cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil
cdef void play(const void* rules, void* state, move_t move) noexcept nogil
cdef void returns(const void* rules, const void* state, double* out) noexcept nogil
