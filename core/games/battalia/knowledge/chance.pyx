"""Draws, lots and the die: what can happen at a chance node (RULES.md 6)."""
from libc.string cimport memset

from battlewise.core.chance cimport die_of, draw_of, range_of
from battlewise.core.game cimport Source
from battlewise.core.games.battalia.rules.decks cimport hidden_top
from battlewise.core.games.battalia.rules.setup cimport Step, city_of, may_deal, next_step
from battlewise.core.games.battalia.rules.turn cimport short_hand
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport packed
from battlewise.core.piles cimport pile_size

from battlewise.core.vocabulary import by_number

cdef enum Stream:
    LOT, CITIES, GREAT_ARTEFACTS, UNITS
    ARTEFACT_DECKS = UNITS + RANKS
    TERRAIN_DECKS, NATION
    DIE_OF = NATION + SEATS

STREAMS = by_number(
    {LOT: "lot", CITIES: "cities", GREAT_ARTEFACTS: "great artefacts"}
    | {UNITS + FRIMAN: "frimen", UNITS + CHIEF: "chiefs", UNITS + PRIEST: "priests", UNITS + LORD: "lords"}
    | {ARTEFACT_DECKS: "artefacts", TERRAIN_DECKS: "terrain"}
    | {NATION + seat: f"nation {seat}" for seat in range(SEATS)}
    | {DIE_OF + seat: f"die {seat}" for seat in range(SEATS)}
)


cdef void source(const void* rules, const void* state, Source* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const World* s = <const World*>state
    if s.phase == FILL_PHASE:
        find_nation(s, short_hand(r, s), out)
    elif s.phase == DRAW_PHASE:
        find_nation(s, active(r, s), out)
    elif s.phase == SETUP_PHASE:
        find_step(r, s, out)
    elif s.phase == REVEAL_PHASE:
        find_deck(s, hidden_top(s), out)
    elif s.phase == TOPMOST_PHASE:
        draw_of(out, packed(TOPMOST, s.arg * 4, 0, 0), ARTEFACT_DECKS, s.pool + s.arg * 4, 4,
                four(s.pool + s.arg * 4))
    elif s.phase == TERRAIN_PHASE:
        draw_of(out, TERRAIN, TERRAIN_DECKS, s.deck[s.arg], FACTIONS, four(s.deck[s.arg]))
    else:
        die_of(out, DIE, DIE_OF + actor(r, s))


cdef void find_nation(const World* s, int seat, Source* out) noexcept nogil:
    draw_of(out, packed(DRAW, 1, seat, 0), NATION + seat, s.nation[seat], KINDS, size_of(s.nation[seat]))


cdef void find_deck(const World* s, int rank, Source* out) noexcept nogil:
    """The cards put under a deck come only when it has no others."""
    cdef int faction
    memset(out.made, 0, KINDS)
    out.made[UNBOUND + rank] = s.pool[UNBOUND + rank]
    for faction in range(FACTIONS):
        out.made[rank * 4 + faction] = s.pool[rank * 4 + faction]
    if not four(&s.pool[rank * 4]) and not s.pool[UNBOUND + rank]:
        for faction in range(FACTIONS):
            out.made[rank * 4 + faction] = s.under[rank * 4 + faction]
    draw_of(out, REVEAL, UNITS + rank, out.made, KINDS, size_of(out.made))


cdef void find_great(const Rules* r, const World* s, const Step* step, Source* out) noexcept nogil:
    """The great artefacts that are neither on offer nor buried."""
    cdef int i, buried
    for i in range(GREATS):
        out.made[i] = 1 - s.pool[GREAT + i]
    for i in range(2 * FACTIONS):
        buried = s.buried[i >> 1][i & 1]
        if buried != NONE:
            out.made[buried - GREAT] = 0
    draw_of(out, packed(BURIED, GREAT + 1, r.sanctuary[step.which >> 1], 0) if step.kind == BURIED
            else packed(OFFERED, GREAT, 0, 0), GREAT_ARTEFACTS, out.made, GREATS, pile_size(out.made, GREATS))


cdef void find_step(const Rules* r, const World* s, Source* out) noexcept nogil:
    cdef Step step
    cdef int i
    next_step(r, s, &step)
    if step.kind == ABSENT:
        range_of(out, ABSENT, LOT, FACTIONS)
    elif step.kind == FIRST:
        range_of(out, FIRST, LOT, r.seats)
    elif step.kind == START_CITY or step.kind == NEUTRAL_CITY:
        for i in range(FACTIONS):
            out.made[i] = may_deal(r, s, &step, i)
        draw_of(out, packed(step.kind, 0, city_of(r, &step), 0), CITIES, out.made, FACTIONS, four(out.made))
    elif step.kind == OFFERED or step.kind == BURIED:
        find_great(r, s, &step, out)
    elif step.kind == DEAL:
        draw_of(out, packed(DEAL, step.rank * 4 + 1, step.which, 0), UNITS + step.rank,
                s.pool + step.rank * 4, 4, four(s.pool + step.rank * 4))
    elif step.kind == REVEAL:
        find_deck(s, step.rank, out)
    else:
        find_nation(s, step.which, out)
