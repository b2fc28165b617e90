"""Draws and dice: every chance node is a set of cards or seats, counted things, or dice."""
from libc.stdint cimport uint64_t

from battlewise.core.game cimport Outcomes, move_t
from battlewise.core.games.batalj.battlefield cimport choices, enemy_pile
from battlewise.core.games.batalj.state cimport *
from battlewise.core.games.batalj.turn cimport dealt_next, play, undrawn
from battlewise.core.rng cimport Rng, below

STREAMS = (
    "lot", "order", "regents", "history", "events", "markers", "fiefs", "enemy",
    *(f"dice {seat}" for seat in range(SEATS)),
)

cdef enum Stream:
    LOT, ORDER, REGENT_DECK, HISTORY_DECK, EVENT_DECK, MARKER_BOX, FIEF_PILE, ENEMY_DICE, DICE

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
    if s.phase == ORDER_PHASE:
        out.kind, out.stream, out.cards = SEAT_LOT, ORDER, undrawn(r, s)
    elif s.phase == DEAL_PHASE:
        out.kind, out.stream = DEALT, HISTORY_DECK
        out.cards, out.seat = s.history_deck & r.of_series[<int>MILITARIA], dealt_next(r, s)
    elif s.phase == MARKER_PHASE:
        out.kind, out.stream, out.counts, out.n = MARKER, MARKER_BOX, s.pool, r.markers
    elif s.phase == MARCH_DIE_PHASE:
        out.stream = DICE + s.order[s.place]
    elif s.phase == ENEMY_CARD_PHASE:
        out.kind, out.stream, out.cards = ENEMY_CARD, REGENT_DECK, enemy_pile(r, s)
    elif s.phase == AREA_PHASE:
        out.kind, out.stream, out.cards = AREA_LOT, ENEMY_DICE, choices(r, s)
    elif s.phase == GUN_PHASE:
        out.stream = DICE + s.leader if s.stage == SWEDISH_GUNS else ENEMY_DICE
    elif s.phase == ATTACK_DIE_PHASE:
        out.stream = DICE + s.leader if s.stage == SWEDISH_ATTACKS else ENEMY_DICE


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
