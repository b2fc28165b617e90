"""Draws, lots and the die: what can happen at a chance node (RULES.md 6)."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.game cimport Outcomes, move_t
from battlewise.core.games.battalia.decks cimport hidden_top
from battlewise.core.games.battalia.setup cimport Step, may_deal, next_step
from battlewise.core.games.battalia.state cimport *
from battlewise.core.games.battalia.turn cimport play, short_hand
from battlewise.core.rng cimport Rng, below

STREAMS = (
    "lot", "cities", "great artefacts", "frimen", "chiefs", "priests", "lords", "artefacts", "terrain",
    *(f"nation {seat}" for seat in range(SEATS)), *(f"die {seat}" for seat in range(SEATS)),
)

cdef enum Stream:
    LOT, CITIES, GREAT_ARTEFACTS, UNITS
    ARTEFACT_DECKS = UNITS + RANKS
    TERRAIN_DECKS, NATION
    DIE_OF = NATION + SEATS

cdef inline void take(Source* out, const uint8_t* counts, int first, int n) noexcept nogil:
    cdef int i
    for i in range(first, first + n):
        out.count[i] = counts[i]


cdef void find_source(const Rules* r, const World* s, Source* out) noexcept nogil:
    memset(out, 0, sizeof(Source))
    out.to = KINDS
    if s.phase == SETUP_PHASE:
        find_step(r, s, out)
    elif s.phase == DRAW_PHASE or s.phase == FILL_PHASE:
        find_nation(s, active(r, s) if s.phase == DRAW_PHASE else short_hand(r, s), out)
    elif s.phase == REVEAL_PHASE:
        find_deck(s, hidden_top(s), out)
    elif s.phase == TOPMOST_PHASE:
        out.kind, out.stream = TOPMOST, ARTEFACT_DECKS
        take(out, s.pool, s.arg * 4, 4)
    elif s.phase == TERRAIN_PHASE:
        out.kind, out.stream, out.to = TERRAIN, TERRAIN_DECKS, FACTIONS
        take(out, s.deck[s.arg], 0, FACTIONS)
    else:
        out.kind, out.stream, out.to = DIE, DIE_OF + actor(r, s), 7
        memset(out.count + 1, 1, 6)


cdef void find_nation(const World* s, int seat, Source* out) noexcept nogil:
    out.kind, out.stream, out.seat, out.veiled = DRAW, NATION + seat, seat, 1
    take(out, s.nation[seat], 0, KINDS)


cdef void find_deck(const World* s, int rank, Source* out) noexcept nogil:
    """The cards put under a deck come only when it has no others."""
    out.kind, out.stream = REVEAL, UNITS + rank
    take(out, s.pool, rank * 4, 4)
    out.count[UNBOUND + rank] = s.pool[UNBOUND + rank]
    if not four(&s.pool[rank * 4]) and not s.pool[UNBOUND + rank]:
        take(out, s.under, rank * 4, 4)


cdef void find_step(const Rules* r, const World* s, Source* out) noexcept nogil:
    cdef Step step
    cdef int i
    next_step(r, s, &step)
    out.kind = step.kind
    if step.kind == ABSENT or step.kind == FIRST:
        out.stream = LOT
        out.to = FACTIONS if step.kind == ABSENT else r.seats
        memset(out.count, 1, out.to)
    elif step.kind == START_CITY or step.kind == NEUTRAL_CITY:
        out.stream, out.to = CITIES, FACTIONS
        for i in range(FACTIONS):
            out.count[i] = may_deal(r, s, &step, i)
    elif step.kind == OFFERED or step.kind == BURIED:
        out.stream = GREAT_ARTEFACTS
        out.veiled = step.kind == BURIED
        memset(out.count + GREAT, 1, GREATS)
        for i in range(GREAT, GREAT + GREATS):
            out.count[i] -= s.pool[i]
        for i in range(2 * FACTIONS):
            if s.buried[i >> 1][i & 1] != NONE:
                out.count[s.buried[i >> 1][i & 1]] = 0
    elif step.kind == DEAL:
        out.stream, out.seat, out.veiled = UNITS + step.rank, step.which, 1
        take(out, s.pool, step.rank * 4, 4)
    elif step.kind == REVEAL:
        find_deck(s, step.rank, out)
    else:
        find_nation(s, step.which, out)


cdef int stream(const void* rules, const void* state) noexcept nogil:
    cdef Source source
    find_source(<const Rules*>rules, <const World*>state, &source)
    return source.stream


cdef inline move_t outcome_of(const Source* source, int number) noexcept nogil:
    return <move_t>source.kind | <move_t>(number + source.veiled) << 8 | <move_t>source.seat << 16


cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    cdef Source source
    cdef int i, size = 0
    find_source(<const Rules*>rules, <const World*>state, &source)
    out.n = 0
    for i in range(source.to):
        size += source.count[i]
    for i in range(source.to):
        if source.count[i]:
            out.move[out.n] = outcome_of(&source, i)
            out.p[out.n] = <double>source.count[i] / size
            out.n += 1


cdef inline int nth(const uint8_t* counts, int k) noexcept nogil:
    """The number of the k-th counted thing, from 0: first by eights, whose counts a product adds up."""
    cdef uint64_t word
    cdef int n, i = 0
    while i + 8 <= KINDS:
        memcpy(&word, counts + i, 8)
        n = word * <uint64_t>0x0101010101010101 >> 56
        if k < n:
            break
        k -= n
        i += 8
    while k >= counts[i]:
        k -= counts[i]
        i += 1
    return i


cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil:
    """Most of all chance nodes are cards drawn from a nation: they need no list of outcomes."""
    cdef const Rules* r = <const Rules*>rules
    cdef World* s = <World*>state
    cdef Source source
    cdef move_t outcome
    cdef int seat, i, size = 0
    if s.phase == FILL_PHASE or s.phase == DRAW_PHASE:
        seat = active(r, s) if s.phase == DRAW_PHASE else short_hand(r, s)
        i = nth(s.nation[seat], below(rng, size_of(s.nation[seat])))
        outcome = <move_t>DRAW | <move_t>(i + 1) << 8 | <move_t>seat << 16
    else:
        find_source(r, s, &source)
        for i in range(source.to):
            size += source.count[i]
        outcome = outcome_of(&source, nth(source.count, below(rng, size)))
    play(rules, state, outcome)
    return outcome
