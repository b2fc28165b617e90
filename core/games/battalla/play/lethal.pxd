from battlewise.core.game cimport MoveList
from battlewise.core.games.battalla.state cimport Rules, Table

cdef int winning(const void* rules, const void* state, const MoveList* moves, int positions) noexcept nogil
