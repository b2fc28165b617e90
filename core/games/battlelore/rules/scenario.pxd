# Scenario cards: building the scenario, and their rules in the course of the game.
from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef void score_elimination(const Rules* r, Battle* s, int seat, int slot, bint from_afar) noexcept nogil
cdef void score_scenario(const Rules* r, Battle* s) noexcept nogil
cdef int vp_of_elimination(const Rules* r, const Battle* s, int seat, int slot,
                           bint from_afar) noexcept nogil
cdef hexes_t scoring_hexes(const Rules* r, const Battle* s, int slot) noexcept nogil
cdef hexes_t kept_free(const Rules* r, const Battle* s, int seat) noexcept nogil
cdef int vp_in_sight(const Rules* r, const Battle* s, int seat) noexcept nogil
cdef int bonus_lore(const Rules* r, const Battle* s) noexcept nogil
cdef void begin(const Rules* r, Battle* s) noexcept nogil
cdef void legal_in_building(const Rules* r, const Battle* s, MoveList* out) noexcept nogil
cdef void play_in_building(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil
cdef hexes_t ford_places(const Rules* r, const Battle* s, int seat) noexcept nogil
cdef void lay_out(const Rules* r, Battle* s) noexcept nogil
cdef bint as_the_cards_show(const Rules* r, const Battle* s) noexcept nogil
