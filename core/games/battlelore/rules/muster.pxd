# Mustering an army and the starting hands: what the course of the game, the views and redealing need.
from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.state cimport Battle, Rules
from battlewise.core.rng cimport Rng

cdef int step_card(const Rules* r, int seat, int step) noexcept nogil
cdef int steps_of(const Rules* r, int seat) noexcept nogil
cdef int cost_of(const Rules* r, const Battle* s, int seat, int card) noexcept nogil
cdef int points_left(const Rules* r, const Battle* s, int seat) noexcept nogil
cdef const char* wrong_army(const Rules* r, const Battle* s, int seat) noexcept nogil
cdef const char* wrong_deployment(const Rules* r, const Battle* s, int seat) noexcept nogil
cdef int placed_cards(const Battle* s, int seat) noexcept nogil
cdef bint has_mustered(const Battle* s, int seat) noexcept nogil
cdef bint has_deployed(const Battle* s, int seat) noexcept nogil
cdef void hide_army(Battle* s, int seat) noexcept nogil
cdef void deal_army(const Rules* r, Battle* s, int seat, Rng* rng) noexcept nogil
cdef void begin_hands(const Rules* r, Battle* s) noexcept nogil
cdef bint deals_lore(const Rules* r, const Battle* s) noexcept nogil
cdef int next_dealt(const Rules* r, const Battle* s) noexcept nogil
cdef void hands_dealt(const Rules* r, Battle* s) noexcept nogil
cdef void legal_in_muster(const Rules* r, const Battle* s, MoveList* out) noexcept nogil
cdef void play_in_muster(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil
