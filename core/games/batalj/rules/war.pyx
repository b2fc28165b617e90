"""War before the battle (RULES.md 4.1): commitments and the war leader."""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, count_bits, nth_bit, take_bit, take_bit32
from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.rules.forces cimport form
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add


# -- 4.1 Secret commitments

cdef void call_to_arms(const Rules* r, Realm* s) noexcept nogil:
    """Start the secret decisions of all seats."""
    s.committed = s.step = 0
    commit_on(r, s)


cdef int committer(const Rules* r, const Realm* s) noexcept nogil:
    return (s.reign + s.committed) % r.seats


cdef int picks(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """How many times a seat is asked for a fief."""
    return min(r.share, fiefs_of(s, seat))


cdef uint64_t fit_cards(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """Militaria cards that a seat may send; some commanders serve in their own era only."""
    cdef uint64_t found = s.cards[seat] & r.of_series[<int>MILITARIA]
    cdef uint64_t left = found
    cdef int card
    while left and r.mode == CAMPAIGN:
        card = take_bit(&left)
        if r.history[card].own_era_only and r.history[card].era != era_of(s):
            found &= ~bit(card)
    return found


cdef void commit_on(const Rules* r, Realm* s) noexcept nogil:
    """Ask for the next commitment. Which seats are asked, and how often, depends on public facts only."""
    cdef int seat, fiefs
    while s.committed < r.seats:
        seat = committer(r, s)
        fiefs = picks(r, s, seat)
        if fiefs and s.step < fiefs + count_bits(fit_cards(r, s, seat)):
            ask(s, COMMIT_PHASE, seat)
            return
        s.committed += 1
        s.step = 0
    _march_out(r, s)


cdef bint last_word(const Rules* r, const Realm* s) noexcept nogil:
    """Whether this is the last decision about commitments, after which all is shown."""
    cdef int i, seat = committer(r, s)
    if s.step + 1 < picks(r, s, seat) + count_bits(fit_cards(r, s, seat)):
        return False
    for i in range(s.committed + 1, r.seats):
        if fiefs_of(s, (s.reign + i) % r.seats):
            return False
    return True


cdef int price_of(const Rules* r, uint32_t fiefs) noexcept nogil:
    """2 gold for each troop symbol printed on the fiefs."""
    cdef int gold = 0
    while fiefs:
        gold += 2 * r.fief[take_bit32(&fiefs)].troops
    return gold


cdef void legal_commitments(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    cdef int seat = s.mover
    cdef int fiefs = picks(r, s, seat)
    cdef uint32_t sent = s.sent_fiefs[seat]
    cdef int fief
    if s.step >= fiefs:
        fief = nth_bit(fit_cards(r, s, seat), s.step - fiefs)
        if sent:
            add(out, COMMIT_CARD, fief, 0)
        add(out, HOLD_CARD, fief, 0)
        return
    for fief in range(FIEFS):
        if s.owner[fief] == seat and count_bits(sent) == s.step and not sent >> fief:
            if price_of(r, sent) + 2 * r.fief[fief].troops <= s.gold[seat]:
                add(out, COMMIT_FIEF, fief, 0)
    add(out, COMMIT_NONE, 0, 0)


cdef void commit(const Rules* r, Realm* s, int kind, int a) noexcept nogil:
    if kind == COMMIT_FIEF:
        s.sent_fiefs[s.mover] |= <uint32_t>1 << a
    elif kind == COMMIT_CARD:
        s.sent_cards[s.mover] |= bit(a)
    s.step += 1
    commit_on(r, s)


cdef int contribution(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The strength that a seat has sent: troop symbols and Militaria cards."""
    cdef uint32_t fiefs = s.sent_fiefs[seat]
    cdef int n = count_bits(s.sent_cards[seat])
    while fiefs:
        n += troops_in(r, s, take_bit32(&fiefs))
    return n


cdef int foremost(const Rules* r, const Realm* s, int among) noexcept nogil:
    """The seat of a set that has sent most, of equals the first in the order of asking; NONE: none took part.
    """
    cdef int i, seat, best = NONE
    for i in range(r.seats):
        seat = (s.reign + i) % r.seats
        if among >> seat & 1 and s.sent_fiefs[seat]:
            if best == NONE or contribution(r, s, seat) > contribution(r, s, best):
                best = seat
    return best


cdef void _march_out(const Rules* r, Realm* s) noexcept nogil:
    """Pay for what was sent and form the forces; without any soldier the war is lost at once."""
    cdef uint64_t sent
    cdef int seat, soldiers = 0
    for seat in range(r.seats):
        pay(s, seat, price_of(r, s.sent_fiefs[seat]))
        sent = s.sent_cards[seat] & ~r.artillery & ~r.leaders
        soldiers += contribution(r, s, seat) - count_bits(s.sent_cards[seat]) + count_bits(sent)
    s.step = 0
    s.leader = foremost(r, s, 255)
    if soldiers:
        form(r, s)
    else:
        s.victory = ENEMY_VICTORY
        s.phase = BATTLE_DONE


cdef void clear_field(Realm* s) noexcept nogil:
    """Clear the battlefield; keep what each seat has sent until the war is settled."""
    memset(s.soldiers, 0, sizeof(s.soldiers))
    memset(s.commanders, 0, sizeof(s.commanders))
    memset(s.guns, 0, sizeof(s.guns))
    s.enemy_guns = s.card = s.spare = s.unplaced_soldiers = s.unplaced_commanders = 0
    s.unplaced = s.enemy_cards = 0
    s.stage = NO_BATTLE
    s.index = s.done = s.losses = s.rerolled = s.tactician = s.steel = s.step = s.round = s.committed = 0
    s.area = NONE
