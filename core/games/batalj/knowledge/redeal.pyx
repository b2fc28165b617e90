"""What each seat knows (RULES.md 9): Event cards in hand, and commitments to a war until all are made."""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from battlewise.core.bits cimport bit, count_bits, nth_bit
from battlewise.core.game cimport hash_bytes, move_t
from battlewise.core.games.batalj.rules.war cimport fit_cards, last_word, picks, price_of
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport move_b, move_c, move_kind, packed, with_a
from battlewise.core.piles cimport take_from_pile
from battlewise.core.rng cimport Rng, below


cdef bint secret(const Rules* r, const Realm* s) noexcept nogil:
    """Whether commitments to a war are being made that others must not see."""
    return s.phase == COMMIT_PHASE and r.seats > 1


cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil:
    """The move as a viewer sees it: Event cards are seen by the seats that handle them only."""
    cdef const Realm* s = <const Realm*>state
    cdef int kind = move_kind(move)
    if kind == EVENT_DRAWN and move_b(move) != viewer:
        return with_a(move, 0)
    if kind == EVENT_TAKEN and move_b(move) != viewer and move_c(move) != viewer:
        return with_a(move, 0)
    if kind == GIVE_EVENT and s.mover != viewer and s.play.a != viewer:
        return packed(GIVE_EVENT, NONE, 0, 0)
    if secret(<const Rules*>rules, s) and s.mover != viewer and not last_word(<const Rules*>rules, s):
        return packed(COMMIT_FIEF, NONE, 0, 0)
    return move


cdef void gather(const Rules* r, Realm* s, int viewer) noexcept nogil:
    """Remove what a viewer does not know from a state."""
    cdef int seat, kind
    if secret(r, s):
        for seat in range(r.seats):
            if seat != viewer:
                s.sent_fiefs[seat] = 0
                s.sent_cards[seat] = 0
    if r.mode == CAMPAIGN:
        for seat in range(r.seats):
            if seat != viewer and s.hand_size[seat]:
                for kind in range(r.events):
                    s.deck[kind] += s.hand[seat][kind]
                    s.hand[seat][kind] = 0


cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Realm* s = <Realm*>state
    cdef int i, seat
    gather(r, s, viewer)
    if r.mode == CAMPAIGN:
        _deal_hands(r, s, viewer, rng)
    if secret(r, s):
        for i in range(s.committed + 1):
            seat = (s.reign + i) % r.seats
            if seat != viewer:
                _commit_anew(r, s, seat, s.step if i == s.committed else 255, rng)


cdef void _deal_hands(const Rules* r, Realm* s, int viewer, Rng* rng) noexcept nogil:
    """Deal the hands of others from all cards that are not in sight."""
    cdef int seat, size = s.deck_size, _n
    for seat in range(r.seats):
        size += s.hand_size[seat] if seat != viewer else 0
    for seat in range(r.seats):
        for _n in range(s.hand_size[seat] if seat != viewer else 0):
            s.hand[seat][take_from_pile(s.deck, r.events, size, rng)] += 1
            size -= 1


cdef void _commit_anew(const Rules* r, Realm* s, int seat, int steps, Rng* rng) noexcept nogil:
    """Draw secret commitments: each fief that can be paid and none with equal probability; then each
    Militaria card with probability 2/3.

    :param steps: decisions made so far, if the seat is still deciding.
    """
    cdef uint64_t cards = fit_cards(r, s, seat)
    cdef uint32_t fiefs
    cdef int fief, n, _n, asked = picks(r, s, seat)
    for _n in range(min(asked, steps)):
        fiefs = 0
        for fief in range(FIEFS):
            if s.owner[fief] == seat and not s.sent_fiefs[seat] >> fief:
                if price_of(r, s.sent_fiefs[seat]) + 2 * r.fief[fief].troops <= s.gold[seat]:
                    fiefs |= <uint32_t>1 << fief
        fief = below(rng, count_bits(fiefs) + 1)
        if fief == count_bits(fiefs):
            break
        s.sent_fiefs[seat] |= <uint32_t>1 << nth_bit(fiefs, fief)
    for n in range(min(count_bits(cards), max(0, steps - asked)) if s.sent_fiefs[seat] else 0):
        if below(rng, 3):
            s.sent_cards[seat] |= bit(nth_bit(cards, n))


cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil:
    cdef Realm known
    memcpy(&known, state, sizeof(Realm))
    gather(<const Rules*>rules, &known, viewer)
    return hash_bytes(&known, sizeof(Realm), viewer + 1)
