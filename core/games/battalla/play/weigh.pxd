from battlewise.core.game cimport MoveList
from battlewise.core.games.battalla.state cimport Rules, Table

cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil
cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
