"""Draws and dice: each chance node draws from a set of cards or seats, from a pile, or throws dice."""
from libc.stdint cimport uint8_t

from battlewise.core.chance cimport draw_of, lot_of
from battlewise.core.game cimport Source
from battlewise.core.games.batalj.rules.battlefield cimport choices
from battlewise.core.games.batalj.rules.events cimport victim
from battlewise.core.games.batalj.rules.forces cimport enemy_pile
from battlewise.core.games.batalj.rules.reign cimport (
    dealt_next, equals, fortunate, mourner, spoil_pile, undrawn,
)
from battlewise.core.games.batalj.state cimport *

from battlewise.core.vocabulary import names_of

cpdef enum Stream:               # from DICE on: the dice of each seat
    LOT, ORDER, REGENTS_DRAWN, HISTORY_DRAWN, EVENTS_DRAWN, MARKERS_DRAWN, FIEFS_DRAWN, ENEMY_DICE, DICE

STREAMS = (
    *names_of(Stream, "_DRAWN", end="DICE", other={Stream.ENEMY_DICE: "enemy"}),
    *(f"dice {seat}" for seat in range(SEATS)),
)

# In how many of 216 ways three dice show a sum.
cdef uint8_t[19] SUMS
SUMS[:] = [0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]


cdef void source(const void* rules, const void* state, Source* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    if s.phase < COMMIT_PHASE:
        _find_in_peace(r, s, out)
    elif s.phase < MARKERS_PHASE:
        _find_in_war(r, s, out)
    elif s.phase == MARKER_PHASE:
        draw_of(out, MARKER, MARKERS_DRAWN, s.pool, r.markers)
    elif s.phase == MARCH_DIE_PHASE:
        _throw(out, DICE + s.order[s.place])
    else:
        _throw(out, DICE + fortunate(r, s))


cdef inline void _throw(Source* out, int stream) noexcept nogil:
    """A die of six faces."""
    lot_of(out, DIE, stream, 0x7E)


cdef inline void _find_in_peace(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    if s.phase == LOT_PHASE or s.phase == ELECTION_PHASE:
        lot_of(out, SEAT_LOT, LOT, (1 << r.seats) - 1)
    elif s.phase == DEAL_PHASE:
        if r.mode == BATTLE:
            lot_of(out, DEALT, HISTORY_DRAWN, s.history_deck & r.of_series[<int>MILITARIA])
        else:
            _find_events(r, s, out)
        out.b = dealt_next(r, s)
    elif s.phase == OPEN_PHASE:
        lot_of(out, OPENED, HISTORY_DRAWN, s.history_deck & r.history_of[era_of(s)])
    elif s.phase == REGENT_PHASE:
        lot_of(out, REGENT_CARD, REGENTS_DRAWN, s.regent_deck & r.of_era[era_of(s)])
    elif s.phase == TIE_PHASE:
        lot_of(out, SEAT_LOT, LOT, equals(r, s))
    elif s.phase == ORDER_PHASE:
        lot_of(out, SEAT_LOT, ORDER, undrawn(r, s))
    elif s.phase == DRAW_PHASE:
        _find_events(r, s, out)
        out.b = active(s) if s.play.kind == NONE else s.play.seat
    elif s.phase == TAX_PHASE:
        _throw(out, DICE + active(s))
    elif s.phase == EVENT_DIE_PHASE:
        _throw(out, DICE + s.play.seat)
    else:
        _find_at_victim(r, s, out)


cdef inline void _find_events(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    draw_of(out, EVENT_DRAWN, EVENTS_DRAWN, s.deck, r.events)
    out.base = 1


cdef inline void _find_at_victim(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    """Find an Event card that is lost or taken, or a marker that is stolen."""
    cdef int seat = victim(s)
    if s.phase != STEAL_PHASE:
        draw_of(out, EVENT_LOST, EVENTS_DRAWN, s.hand[seat], r.events)
    elif r.event[s.play.kind].verb == STEAL_MARKER:
        draw_of(out, MARKER_LOST, MARKERS_DRAWN, s.loot[seat], r.markers)
    else:
        draw_of(out, EVENT_TAKEN, EVENTS_DRAWN, s.hand[seat], r.events)
        out.base, out.b, out.c = 1, s.play.seat, seat


cdef inline void _find_in_war(const Rules* r, const Realm* s, Source* out) noexcept nogil:
    if s.phase == ENEMY_CARD_PHASE:
        lot_of(out, ENEMY_CARD, REGENTS_DRAWN, enemy_pile(r, s))
    elif s.phase == AREA_PHASE:
        lot_of(out, AREA_LOT, ENEMY_DICE, choices(r, s))
    elif s.phase == GUN_PHASE:
        _throw(out, DICE + s.leader if s.stage == SWEDISH_GUNS else ENEMY_DICE)
    elif s.phase == ATTACK_DIE_PHASE:
        _throw(out, DICE + s.leader if s.stage == SWEDISH_ATTACKS else ENEMY_DICE)
    elif s.phase == SPOILS_DRAW_PHASE and s.step == 2:
        draw_of(out, GOLD_SUM, DICE + s.index, SUMS, 19)
    elif s.phase == SPOILS_DRAW_PHASE:
        lot_of(out, FIEF_LOT, FIEFS_DRAWN, spoil_pile(r, s))
    else:
        _throw(out, DICE + mourner(r, s))
