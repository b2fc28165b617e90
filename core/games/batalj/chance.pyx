"""Draws and dice: every chance node is a set of cards or seats, counted things, or dice."""
from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.game cimport Outcomes, move_t
from battlewise.core.games.batalj.battlefield cimport choices, enemy_pile
from battlewise.core.games.batalj.events cimport victim
from battlewise.core.games.batalj.reign cimport dealt_next, equals, fortunate, mourner, spoil_pile, undrawn
from battlewise.core.games.batalj.state cimport *
from battlewise.core.games.batalj.turn cimport play
from battlewise.core.rng cimport Rng, below

STREAMS = (
    "lot", "order", "regents", "history", "events", "markers", "fiefs", "enemy",
    *(f"dice {seat}" for seat in range(SEATS)),
)

cdef enum Stream:
    LOT, ORDER, REGENT_DECK, HISTORY_DECK, EVENT_DECK, MARKER_BOX, FIEF_PILE, ENEMY_DICE, DICE

# In how many of 216 ways three dice show a sum.
cdef uint8_t[19] SUMS
SUMS[:] = [0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]

# What is drawn from at a chance node.
cdef struct Source:
    int kind                     # of outcome
    int stream
    int base                     # added to what is drawn: 1 where 0 stands for an unseen card
    int seat, other              # whose it will be; whose it was
    uint64_t cards
    const uint8_t* counts        # NULL: not counted things
    int n                        # how many kinds of them


cdef void find_source(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    out.kind = DIE
    out.stream = DICE
    out.counts = NULL
    out.cards = 0x7E                 # the faces of a die
    out.base = out.seat = out.other = 0
    if s.phase < COMMIT_PHASE:
        _find_in_peace(r, s, out)
    elif s.phase < MARKERS_PHASE:
        _find_in_war(r, s, out)
    elif s.phase == MARKER_PHASE:
        out.kind, out.stream, out.counts, out.n = MARKER, MARKER_BOX, s.pool, r.markers
    elif s.phase == MARCH_DIE_PHASE:
        out.stream = DICE + s.order[s.place]
    else:
        out.stream = DICE + fortunate(r, s)


cdef inline void _find_in_peace(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    if s.phase == LOT_PHASE or s.phase == ELECTION_PHASE:
        out.kind, out.stream, out.cards = SEAT_LOT, LOT, (1 << r.seats) - 1
    elif s.phase == DEAL_PHASE:
        out.seat = dealt_next(r, s)
        if r.mode == BATTLE:
            out.kind, out.stream = DEALT, HISTORY_DECK
            out.cards = s.history_deck & r.of_series[<int>MILITARIA]
        else:
            _find_events(r, s, out)
    elif s.phase == OPEN_PHASE:
        out.kind, out.stream, out.cards = OPENED, HISTORY_DECK, s.history_deck & r.history_of[era_of(s)]
    elif s.phase == REGENT_PHASE:
        out.kind, out.stream, out.cards = REGENT_CARD, REGENT_DECK, s.regent_deck & r.of_era[era_of(s)]
    elif s.phase == TIE_PHASE:
        out.kind, out.stream, out.cards = SEAT_LOT, LOT, equals(r, s)
    elif s.phase == ORDER_PHASE:
        out.kind, out.stream, out.cards = SEAT_LOT, ORDER, undrawn(r, s)
    elif s.phase == DRAW_PHASE:
        out.seat = active(s) if s.play.kind == NONE else s.play.seat
        _find_events(r, s, out)
    elif s.phase == TAX_PHASE:
        out.stream = DICE + active(s)
    elif s.phase == EVENT_DIE_PHASE:
        out.stream = DICE + s.play.seat
    else:
        _find_at_victim(r, s, out)


cdef inline void _find_events(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    out.kind, out.stream, out.base, out.counts, out.n = EVENT_DRAWN, EVENT_DECK, 1, s.deck, r.events


cdef inline void _find_at_victim(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    """An Event card that is lost or taken, or a marker that is stolen."""
    cdef int seat = victim(s)
    out.kind, out.stream = EVENT_LOST, EVENT_DECK
    out.counts, out.n = s.hand[seat], r.events
    if s.phase == STEAL_PHASE:
        out.kind, out.base, out.seat, out.other = EVENT_TAKEN, 1, s.play.seat, seat
        if r.event[s.play.kind].verb == STEAL_MARKER:
            out.kind, out.base, out.seat, out.other = MARKER_LOST, 0, 0, 0
            out.stream, out.counts, out.n = MARKER_BOX, s.loot[seat], r.markers


cdef inline void _find_in_war(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    if s.phase == ENEMY_CARD_PHASE:
        out.kind, out.stream, out.cards = ENEMY_CARD, REGENT_DECK, enemy_pile(r, s)
    elif s.phase == AREA_PHASE:
        out.kind, out.stream, out.cards = AREA_LOT, ENEMY_DICE, choices(r, s)
    elif s.phase == GUN_PHASE:
        out.stream = DICE + s.leader if s.stage == SWEDISH_GUNS else ENEMY_DICE
    elif s.phase == ATTACK_DIE_PHASE:
        out.stream = DICE + s.leader if s.stage == SWEDISH_ATTACKS else ENEMY_DICE
    elif s.phase == SPOILS_DRAW_PHASE:
        out.kind, out.stream, out.cards = FIEF_LOT, FIEF_PILE, spoil_pile(r, s)
        if s.step == 2:
            out.kind, out.stream, out.counts, out.n = GOLD_SUM, DICE + s.index, SUMS, 19
    else:
        out.stream = DICE + mourner(r, s)


cdef int stream(const void* rules, const void* state) noexcept nogil:
    cdef Source source
    find_source(<const Rules*>rules, <const Realm*>state, &source)
    return source.stream


cdef inline move_t drawn(const Source* source, int card) noexcept nogil:
    return packed(source.kind, card + source.base, source.seat, source.other)


cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    cdef Source source
    cdef int i, size = 0
    find_source(<const Rules*>rules, <const Realm*>state, &source)
    out.n = 0
    if source.counts == NULL:
        size = popcountll(source.cards)
        for i in range(size):
            append(out, drawn(&source, nth_card(source.cards, i)), 1.0 / size)
        return
    for i in range(source.n):
        size += source.counts[i]
    for i in range(source.n):
        if source.counts[i]:
            append(out, drawn(&source, i), <double>source.counts[i] / size)


cdef inline void append(Outcomes* out, move_t move, double p) noexcept nogil:
    out.move[out.n] = move
    out.p[out.n] = p
    out.n += 1


cdef inline int sampled(const Source* source, Rng* rng) noexcept nogil:
    cdef int i, k, size = 0
    if source.counts == NULL:
        return nth_card(source.cards, below(rng, popcountll(source.cards)))
    for i in range(source.n):
        size += source.counts[i]
    k = below(rng, size)
    i = 0
    while k >= source.counts[i]:
        k -= source.counts[i]
        i += 1
    return i


cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil:
    cdef Source source
    cdef move_t outcome
    find_source(<const Rules*>rules, <const Realm*>state, &source)
    outcome = drawn(&source, sampled(&source, rng))
    play(rules, state, outcome)
    return outcome
