from libc.stdint cimport uint64_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef void begin_turn(const Rules* r, Realm* s) noexcept nogil
cdef void draw_on(const Rules* r, Realm* s) noexcept nogil
cdef void take_event_card(Realm* s, int seat, int kind) noexcept nogil
cdef int each_turn(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef int bonus_of(const Rules* r, const Realm* s, int seat, int special) noexcept nogil
cdef int fief_income(const Rules* r, const Realm* s, int seat, bint farming, int die) noexcept nogil
cdef int trade_income(const Rules* r, const Realm* s, int seat, bint trading) noexcept nogil
cdef int upkeep(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef void legal_activities(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void act(const Rules* r, Realm* s, int kind) noexcept nogil
cdef void collect_fiefs(const Rules* r, Realm* s, int die) noexcept nogil
cdef void legal_traders(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void trade(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil
cdef void give_back(const Rules* r, Realm* s, int fief) noexcept nogil
cdef void after_income(const Rules* r, Realm* s) noexcept nogil
cdef void repay(Realm* s) noexcept nogil
cdef uint64_t on_sale(const Rules* r, const Realm* s) noexcept nogil
cdef void add_cards(const Rules* r, MoveList* out, int kind, uint64_t cards, int most) noexcept nogil
cdef void legal_purchases(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void buy_nothing(Realm* s) noexcept nogil
cdef void name_purchase(Realm* s, int kind, int a, int b) noexcept nogil
cdef void forget_purchase(Realm* s) noexcept nogil
cdef void bar_purchase(Realm* s) noexcept nogil
cdef void conclude_purchase(const Rules* r, Realm* s) noexcept nogil
cdef void gain_card(const Rules* r, Realm* s, int seat, int card, int role) noexcept nogil
cdef void after_purchase(const Rules* r, Realm* s) noexcept nogil
cdef void open_market(const Rules* r, Realm* s) noexcept nogil
cdef void use_chancellor(Realm* s, int card) noexcept nogil
cdef void clear_turn(Realm* s) noexcept nogil
