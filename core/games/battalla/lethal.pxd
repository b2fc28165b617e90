from battlewise.core.game cimport MoveList
from battlewise.core.games.battalla.state cimport Rules, Table

cdef int winning_move(const Rules* r, const Table* s, const MoveList* moves) noexcept nogil
