# Lore cards: what the turn, the combat, the views and their checks need of them.
from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.state cimport Battle, LoreCard, Rules

cdef int window_seat(const Battle* s, int window) noexcept nogil
cdef bint may_play(const Rules* r, const Battle* s, int window) noexcept nogil
cdef bint open_window(const Rules* r, Battle* s, int window) noexcept nogil
cdef void add_cards(const Rules* r, const Battle* s, int window, MoveList* out) noexcept nogil
cdef void spend(const Rules* r, Battle* s, int seat, int card) noexcept nogil
cdef hexes_t aims(const Rules* r, const Battle* s, int seat, const LoreCard* card, int first) noexcept nogil
cdef bint takes_aim(const LoreCard* card) noexcept nogil
cdef bint takes_two_aims(const LoreCard* card) noexcept nogil
cdef void legal_aims(const Rules* r, const Battle* s, MoveList* out) noexcept nogil
cdef bint aim(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil
cdef void take_effect(const Rules* r, Battle* s) noexcept nogil
cdef bint shoots(const Rules* r, const Battle* s) noexcept nogil
cdef int roller(const Battle* s) noexcept nogil
cdef int struck(const Battle* s) noexcept nogil
cdef void count_elimination(const Rules* r, Battle* s, int slot) noexcept nogil
cdef bint lose_figures(const Rules* r, Battle* s, int slot, int n, bint by_enemy) noexcept nogil
