"""Draws, lots and dice: what can happen at a chance node (RULES.md 5)."""
from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.game cimport Outcomes, move_t
from battlewise.core.games.history.encounter cimport calling, die_of
from battlewise.core.games.history.restoration cimport empty_era, short_hand
from battlewise.core.games.history.rewards cimport losing_seat, relic_source
from battlewise.core.games.history.state cimport *
from battlewise.core.games.history.travel cimport drawer, sets_up
from battlewise.core.games.history.turn cimport play
from battlewise.core.rng cimport Rng, below

STREAMS = (
    "lot", "gears", "warfare", "relics", "prowess", "era I", "era II", "era III", "era IV",
    *(f"deck {seat}" for seat in range(SEATS)), *(f"dice {seat}" for seat in range(SEATS)),
)

# What is drawn from at a chance node: a set of cards or tiles, or counted things.
cdef struct Source:
    int kind                     # of outcome
    int stream
    int seat                     # who draws, for DRAW
    uint64_t cards
    const uint8_t* counts        # NULL: not counted things
    int n                        # how many kinds of them


cdef enum Stream:
    LOT, GEARS, WARFARE_PILE, RELIC_DECK, PROWESS, ERA_DECK
    DECK = ERA_DECK + ERAS
    DICE = DECK + SEATS


cdef void find_source(const Rules* r, const Journey* s, Source* out) noexcept nogil:
    """By phase, and in the set-up by what is next."""
    cdef int which = 0, icon = 0
    out.kind = FIRST
    out.counts = NULL
    out.cards = 0
    out.seat = 0
    if s.phase == SETUP_PHASE:
        sets_up(r, s, &out.kind, &which)
    elif s.phase == INSERT_PHASE:
        out.kind = TILE
    elif s.phase == WARFARE_PHASE:
        out.kind = WARFARE
    elif s.phase == DRAW_PHASE or s.phase == HAND_PHASE:
        out.kind = DRAW
        which = drawer(r, s) if s.phase == DRAW_PHASE else short_hand(r, s)
    elif s.phase == OPEN_PHASE:
        out.kind = OPEN
        which = empty_era(r, s)
    elif s.phase == RELIC_PHASE:
        out.kind = DRAW_RELIC
    elif s.phase == PROWESS_PHASE:
        out.kind = LOOK
        out.stream = PROWESS
    elif s.phase == DICE_PHASE or s.phase == REROLL_PHASE:
        out.kind = ROLL if s.phase == DICE_PHASE else REROLLED
        out.stream = DICE + active(r, s)
    elif s.phase == REINFORCE_PHASE:
        out.kind = REINFORCE
        which = calling(r, s, &out.cards, &icon)
        which = seat_of(r, s, which)
        out.stream = DECK + which if which != BOARD else ERA_DECK + r.unit[ctzll(out.cards)].era
    find_pile(r, s, which, out)


cdef inline void find_pile(const Rules* r, const Journey* s, int which, Source* out) noexcept nogil:
    if out.kind == TILE:
        out.cards, out.stream = s.tiles, GEARS
    elif out.kind == WARFARE:
        out.counts, out.n, out.stream = s.token_pile, r.kinds, WARFARE_PILE
    elif out.kind == DRAW:
        out.cards, out.seat, out.stream = s.deck[which], which, DECK + which
    elif out.kind == OPEN:
        out.cards, out.stream = s.era_deck & r.of_era[which], ERA_DECK + which
        if s.phase == SETUP_PHASE:
            out.cards &= ~r.heroes
    elif out.kind == DRAW_RELIC:
        out.counts, out.n, out.stream = relic_source(r, s), ERAS, RELIC_DECK
    elif out.kind == FIRST:
        out.cards, out.stream = (<uint64_t>1 << r.seats) - 1, LOT


cdef int stream(const void* rules, const void* state) noexcept nogil:
    cdef Source source
    find_source(<const Rules*>rules, <const Journey*>state, &source)
    return source.stream


cdef inline move_t drawn(const Source* source, int card) noexcept nogil:
    """The outcome that a card, tile, seat or kind is drawn; 0 stands for an unseen card for a hand."""
    if source.kind == DRAW:
        return <move_t>DRAW | <move_t>(card + 1) << 8 | <move_t>source.seat << 16
    return <move_t>source.kind | <move_t>card << 8


cdef inline move_t looked_at(int a, int b, int seat) noexcept nogil:
    """The outcome that a winner looks at two prowess tokens; 0 stands for unseen ones."""
    return <move_t>LOOK | <move_t>(a + 1) << 8 | <move_t>(b | seat << 4) << 16


cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef Source source
    cdef int i, size = 0
    find_source(r, s, &source)
    out.n = 0
    if source.kind == ROLL or source.kind == REROLLED:
        list_dice(r, s, out)
    elif source.kind == LOOK:
        list_looks(r, s, out)
    elif source.counts != NULL:
        for i in range(source.n):
            size += source.counts[i]
        for i in range(source.n):
            if source.counts[i]:
                append(out, drawn(&source, i), <double>source.counts[i] / size)
    else:
        size = popcountll(source.cards)
        for i in range(size):
            append(out, drawn(&source, nth_card(source.cards, i)), 1.0 / size)


cdef inline void append(Outcomes* out, move_t move, double p) noexcept nogil:
    out.move[out.n] = move
    out.p[out.n] = p
    out.n += 1


cdef void list_dice(const Rules* r, const Journey* s, Outcomes* out) noexcept nogil:
    """Faces that are alike are one outcome: 4 x 6 of both dice, in place of 36."""
    cdef const Die* strong = &r.die[0]
    cdef const Die* risky = &r.die[1]
    cdef int i, k
    if s.phase == REROLL_PHASE:
        risky = &r.die[die_of(s, s.roller)]
        for i in range(risky.faces):
            append(out, <move_t>REROLLED | <move_t>i << 8 | <move_t>die_of(s, s.roller) << 16,
                   risky.weight[i] / 6.0)
        return
    for i in range(strong.faces):
        for k in range(risky.faces):
            append(out, <move_t>ROLL | <move_t>i << 8 | <move_t>k << 16,
                   strong.weight[i] * risky.weight[k] / 36.0)


cdef void list_looks(const Rules* r, const Journey* s, Outcomes* out) noexcept nogil:
    cdef pouch_t pouch = s.home[losing_seat(r, s)]
    cdef int n = pouch_size(pouch)
    cdef int winner = seat_of(r, s, s.winner)
    cdef int a, b, ways
    for a in range(VALUES):
        for b in range(a, VALUES):
            ways = tokens_in(pouch, a) * (tokens_in(pouch, b) - 1 if a == b else 2 * tokens_in(pouch, b))
            if ways > 0:
                append(out, looked_at(a, b, winner), <double>ways / (n * (n - 1)))


cdef inline int thrown(const Die* die, Rng* rng) noexcept nogil:
    cdef int k = below(rng, 6)
    cdef int face = 0
    while k >= die.weight[face]:
        k -= die.weight[face]
        face += 1
    return face


cdef inline move_t sampled(const Rules* r, const Journey* s, const Source* source, Rng* rng) noexcept nogil:
    cdef pouch_t pouch
    cdef int i, k, size = 0
    if source.kind == ROLL:
        i = thrown(&r.die[0], rng)
        return <move_t>ROLL | <move_t>i << 8 | <move_t>thrown(&r.die[1], rng) << 16
    if source.kind == REROLLED:
        k = die_of(s, s.roller)
        return <move_t>REROLLED | <move_t>thrown(&r.die[k], rng) << 8 | <move_t>k << 16
    if source.kind == LOOK:
        pouch = s.home[losing_seat(r, s)]
        i = random_token(pouch, rng)
        k = random_token(pouch - a_token(i), rng)
        return looked_at(min(i, k), max(i, k), seat_of(r, s, s.winner))
    if source.counts == NULL:
        return drawn(source, random_card(source.cards, rng))
    for i in range(source.n):
        size += source.counts[i]
    k = below(rng, size)
    i = 0
    while k >= source.counts[i]:
        k -= source.counts[i]
        i += 1
    return drawn(source, i)


cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil:
    cdef Source source
    cdef move_t outcome
    find_source(<const Rules*>rules, <const Journey*>state, &source)
    outcome = sampled(<const Rules*>rules, <const Journey*>state, &source, rng)
    play(rules, state, outcome)
    return outcome
