from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef int describe_full(const Rules* r, const Battle* s, const MoveList* moves, int decision,
                       float* x) noexcept nogil
cdef void fill_odds(Rules* r) noexcept nogil
