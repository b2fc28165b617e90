from libc.stdint cimport uint32_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef int dealt_next(const Rules* r, const Realm* s) noexcept nogil
cdef void deal_on(const Rules* r, Realm* s) noexcept nogil
cdef void first_trader(const Rules* r, Realm* s, int country) noexcept nogil
cdef void fill_display(const Rules* r, Realm* s) noexcept nogil
cdef int equals(const Rules* r, const Realm* s) noexcept nogil
cdef void show_regent(const Rules* r, Realm* s, int regent) noexcept nogil
cdef void choose(const Rules* r, Realm* s, int seat) noexcept nogil
cdef void legal_for_regent(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void name_enemy(Realm* s, int country) noexcept nogil
cdef void open_reign(const Rules* r, Realm* s) noexcept nogil
cdef void after_reveal(const Rules* r, Realm* s) noexcept nogil
cdef int undrawn(const Rules* r, const Realm* s) noexcept nogil
cdef void marker_drawn(const Rules* r, Realm* s, int seat) noexcept nogil
cdef void ride_out(const Rules* r, Realm* s) noexcept nogil
cdef void draw_marker(const Rules* r, Realm* s) noexcept nogil
cdef void next_turn(const Rules* r, Realm* s) noexcept nogil
cdef void declare(const Rules* r, Realm* s, bint joins) noexcept nogil
cdef void declared(const Rules* r, Realm* s) noexcept nogil
cdef void cut_short(const Rules* r, Realm* s) noexcept nogil
cdef void end_turn(const Rules* r, Realm* s) noexcept nogil
cdef void repeat_reign(const Rules* r, Realm* s) noexcept nogil
cdef void end_reign(const Rules* r, Realm* s) noexcept nogil
cdef void settle_war(const Rules* r, Realm* s) noexcept nogil
cdef uint32_t spoil_pile(const Rules* r, const Realm* s) noexcept nogil
cdef void spoils_on(const Rules* r, Realm* s) noexcept nogil
cdef void legal_spoils(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void spoil(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil
cdef void spoils_drawn(const Rules* r, Realm* s, int a) noexcept nogil
cdef int mourner(const Rules* r, const Realm* s) noexcept nogil
cdef void mourn_on(const Rules* r, Realm* s) noexcept nogil
cdef void mourning_die(const Rules* r, Realm* s, int die) noexcept nogil
cdef void lose_fief(const Rules* r, Realm* s, int fief) noexcept nogil
cdef int fortunate(const Rules* r, const Realm* s) noexcept nogil
cdef void fortune_die(const Rules* r, Realm* s, int die) noexcept nogil
cdef int points(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef int series_size(const Rules* r, const Realm* s, int seat, int series) noexcept nogil
cdef int without_trader(const Rules* r, const Realm* s) noexcept nogil
