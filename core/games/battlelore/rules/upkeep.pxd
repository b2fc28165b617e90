# The Upkeep Phase, for the turn that it ends and for what sets a state up.
from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef void vp_step(const Rules* r, Battle* s) noexcept nogil
cdef void exchange(const Rules* r, Battle* s) noexcept nogil
cdef void draw_step(Battle* s) noexcept nogil
cdef void draw(const Rules* r, Battle* s, int card) noexcept nogil
cdef void shuffle_discards(Battle* s) noexcept nogil
cdef void lore_step(const Rules* r, Battle* s, int kind) noexcept nogil
cdef void draw_lore(const Rules* r, Battle* s, int card) noexcept nogil
cdef void discard_lore(const Rules* r, Battle* s, int card) noexcept nogil
cdef int winner_by_points(const Rules* r, const Battle* s) noexcept nogil
cdef int result_of(const Rules* r, const Battle* s) noexcept nogil
