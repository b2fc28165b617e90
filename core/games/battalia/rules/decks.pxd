from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.battalia.state cimport *

# What a player can pay with.
cdef struct Purse:
    int have[NEEDS]
    int tools                    # each counts as up to two frimen of one action
    uint64_t most                # what each need can be paid of, tools as frimen, a byte each


cdef inline bint affords(const Purse* purse, uint64_t cost) noexcept nogil:
    """Subtracts all bytes at once: none borrows from its highest bit if there is as much as it takes."""
    cdef uint64_t high = 0x8080808080808080
    return (((purse.most | high) - cost) & high) == high


cdef inline int instances(const Rules* r, const World* s, int seat, int side, int kind) noexcept nogil:
    """How often a player can still play cards of a kind: those of the hand and those laid."""
    return s.laid[side][kind] + s.hand[seat][kind] * doubled(r, s, kind)


cdef void count_purse(const Rules* r, const World* s, int seat, int side, Purse* out) noexcept nogil
cdef bint has_choice(const World* s, int seat, int side, const Purse* purse, uint64_t cost) noexcept nogil
cdef void pay(const Rules* r, World* s, const uint8_t* need) noexcept nogil
cdef int next_need(const World* s) noexcept nogil
cdef void legal_in_payment(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef bint pay_with(const Rules* r, World* s, int kind) noexcept nogil

cdef int find_card(const Rules* r, const World* s, int seat, int side, int type) noexcept nogil
cdef void take_laid(const Rules* r, World* s, int side, int kind, int n) noexcept nogil
cdef void use_card(const Rules* r, World* s, int seat, int side, int kind) noexcept nogil

cdef void come_back(World* s, int kind) noexcept nogil
cdef void come_out(World* s, int kind) noexcept nogil
cdef int search_units(const Rules* r, World* s, int rank, int faction) noexcept nogil
cdef int rank_of(int kind) noexcept nogil
cdef int hidden_top(const World* s) noexcept nogil
cdef void reveal_top(const Rules* r, World* s, int kind) noexcept nogil
cdef void settle(const Rules* r, World* s) noexcept nogil

cdef bint can_draw(const World* s, int seat) noexcept nogil
cdef void reshuffle(World* s, int seat) noexcept nogil
cdef void draw_card(const Rules* r, World* s, int seat, int kind) noexcept nogil
cdef void deploy(World* s, int seat, int kind, bint shown) noexcept nogil
cdef void drop_ambush(World* s, int seat, int place) noexcept nogil
cdef void raise_ambush(World* s, int seat) noexcept nogil
cdef int deck_size(const Rules* r, const World* s, int seat) noexcept nogil
cdef int greats_of(const Rules* r, const World* s, int seat) noexcept nogil
