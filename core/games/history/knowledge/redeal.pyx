"""Who knows what (RULES.md 5): hands, orders of decks, prowess tokens."""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from battlewise.core.bits cimport bit, count_bits, random_bit
from battlewise.core.game cimport hash_bytes, move_t
from battlewise.core.games.history.rules.rewards cimport losing_seat
from battlewise.core.games.history.state cimport *
from battlewise.core.moves cimport packed, move_kind, move_b, move_c, with_a
from battlewise.core.rng cimport Rng, mix


cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil:
    """Cards drawn for a hand are known to who draws, prowess tokens to who looks at them."""
    cdef const Journey* s = <const Journey*>state
    cdef int kind = move_kind(move)
    if kind == DRAW:
        return move if move_b(move) == viewer else with_a(move, 0)
    if kind == LOOK:
        return move if move_c(move) == viewer else packed(LOOK, 0, 0, move_c(move))
    if kind == KEEP_PROWESS and s.mover != viewer:
        return with_a(move, NONE)
    return move


cdef inline pouch_t surely_at_home(const Rules* r, const Journey* s, int viewer, int owner) noexcept nogil:
    """The tokens that a viewer knows their owner to have: what the viewer put back, or is looking at."""
    if s.phase == KEEP_PHASE and owner == losing_seat(r, s):
        return s.looked if s.mover == viewer else 0
    return a_token(s.returned[owner]) if s.looker[owner] == viewer else 0


cdef void gather(const Rules* r, Journey* s, int viewer) noexcept nogil:
    """Put what a viewer does not know out of sight: unknown cards of hands into their decks, tokens that
    others have won to their owners. Where tokens were won stands how many.
    """
    cdef int seat, owner
    for seat in range(r.seats):
        if seat != viewer:
            s.deck[seat] |= s.hand[seat] & ~s.known[seat]
            s.hand[seat] = s.known[seat]
    if s.phase == OVER_PHASE:
        return
    for seat in range(r.seats):
        for owner in range(r.seats):
            if s.won[seat][owner] and seat != viewer:
                s.home[owner] += s.won[seat][owner]
                s.won[seat][owner] = pouch_size(s.won[seat][owner])
    for owner in range(r.seats):
        if s.looker[owner] != viewer and s.looker[owner] != NONE:
            s.returned[owner] = 0
    if s.mover != viewer:
        s.looked = 0


cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Journey* s = <Journey*>state
    cdef int unknown[SEATS]
    cdef pouch_t sure[SEATS]
    cdef int seat
    cdef uint64_t card
    cdef bint looking = s.looked and s.mover != viewer
    for seat in range(r.seats):
        unknown[seat] = 0 if seat == viewer else count_bits(s.hand[seat] & ~s.known[seat])
        sure[seat] = surely_at_home(r, s, viewer, seat)
    gather(r, s, viewer)
    for seat in range(r.seats):
        while unknown[seat]:
            unknown[seat] -= 1
            card = bit(random_bit(s.deck[seat], rng))
            s.deck[seat] &= ~card
            s.hand[seat] |= card
    if s.phase != OVER_PHASE:
        for seat in range(r.seats):
            deal_tokens(r, s, viewer, seat, sure[seat], rng)
    if looking:
        seat = losing_seat(r, s)
        s.looked = a_token(random_token(s.home[seat], rng))
        s.looked += a_token(random_token(s.home[seat] - s.looked, rng))


cdef void deal_tokens(const Rules* r, Journey* s, int viewer, int owner, pouch_t sure,
                      Rng* rng) noexcept nogil:
    """Deal a seat's tokens to the others who have won some; what is left is at home."""
    cdef pouch_t token
    cdef int seat, n
    for seat in range(r.seats):
        n = 0 if seat == viewer else s.won[seat][owner]
        if n:
            s.won[seat][owner] = 0
        while n:
            n -= 1
            token = a_token(random_token(s.home[owner] - sure, rng))
            s.home[owner] -= token
            s.won[seat][owner] += token
    if s.looker[owner] != NONE and s.looker[owner] != viewer:
        s.returned[owner] = random_token(s.home[owner], rng)


cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef Journey known
    cdef uint64_t sizes = viewer + 1
    cdef int seat
    for seat in range(r.seats):
        sizes = sizes << 7 | count_bits(s.hand[seat])
    memcpy(&known, s, sizeof(Journey))
    gather(r, &known, viewer)
    return hash_bytes(&known, sizeof(Journey), mix(0, sizes))
