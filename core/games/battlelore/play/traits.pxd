from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef int describe(const Rules* r, const Battle* s, const MoveList* moves, float* x) noexcept nogil
cdef hexes_t banners_of(const Battle* s) noexcept nogil
