# Combat in detail: what the turn, the views and their checks need of it.
from libc.stdint cimport uint32_t

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef hexes_t targets(const Rules* r, const Battle* s, int slot, bint any_will_do) noexcept nogil
cdef int dice_of(const Rules* r, const Battle* s) noexcept nogil
cdef int most_committed(const Rules* r, const Battle* s) noexcept nogil
cdef bint may_counter(const Rules* r, const Battle* s) noexcept nogil
cdef bint may_counter_first(const Rules* r, const Battle* s) noexcept nogil
cdef bint may_advance(const Rules* r, const Battle* s) noexcept nogil
cdef bint falls_with_a_counter(const Rules* r, const Battle* s) noexcept nogil
cdef void directions_away(const Rules* r, const Battle* s, int* way) noexcept nogil
cdef int beyond(const Rules* r, int hexagon, int way) noexcept nogil
cdef void legal_in_combat(const Rules* r, const Battle* s, MoveList* out) noexcept nogil
cdef void play_in_combat(const Rules* r, Battle* s, move_t move) noexcept nogil
cdef void resume_combat(const Rules* r, Battle* s, int effect) noexcept nogil
