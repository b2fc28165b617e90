"""The position as numbers (core/observation), of the mode that is played."""
from libc.stdint cimport int64_t

from battlewise.core.games.batalj.knowledge.redeal cimport secret
from battlewise.core.games.batalj.state cimport *

from battlewise.core.observation import bits, numbers, one_hot, seat_numbers

cdef enum:
    COUNTED = 255                # what a byte counts
    MOST_PIECES = 200
    WINDOWS = END_WINDOW + 1
    STAGES = MOURNING + 1
    OWNERS = FOREIGN + COUNTRIES + 1 - BANK      # of fiefs, beside the seats


# -- what is kept otherwise than it is observed

cdef int64_t first_to_commit(const void* r, const void* state, int seat, int i) noexcept nogil:
    """Who decides first about a war in this reign."""
    return (<const Realm*>state).reign % (<const Rules*>r).seats


cdef int64_t index(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Realm* s = <const Realm*>state
    return 0 if s.phase == SPOILS_DRAW_PHASE else s.index


cdef int64_t spoiler(const void* r, const void* state, int seat, int i) noexcept nogil:
    """Who draws its spoils."""
    cdef const Realm* s = <const Realm*>state
    return s.index if s.phase == SPOILS_DRAW_PHASE else NONE


cdef int64_t play_seat(const void* r, const void* state, int seat, int i) noexcept nogil:
    """Who plays an Event card."""
    cdef const Realm* s = <const Realm*>state
    return s.play.seat if s.play.kind != NONE else NONE


cdef int64_t leader(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Realm* s = <const Realm*>state
    return s.leader if s.stage != NO_BATTLE else NONE


# -- who knows what

cdef bint sent_openly(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return viewer == seat or not secret(<const Rules*>r, <const Realm*>state)


cdef list rows(const Rules* r):
    """The rows for these options."""
    found = course(r)
    if r.mode != FORAY:
        found += [*holdings(r), *war_rows(r)]
    if r.mode == CAMPAIGN:
        found += [*reign_rows(r), *turn_rows(r), *event_rows(r)]
    if r.mode != BATTLE:
        found += foray_rows(r)
    return found


cdef dict of_seats(const Rules* r):
    """How a row is laid out of a set of seats."""
    return {"bytes": 1, "elements": r.seats, "of_seats": True}


cdef dict each(int high, int unit):
    """How a row is laid out that has a number for each seat."""
    return {"bytes": 1, "high": high, "unit": unit, "seats": 1}


cdef list course(const Rules* r):
    cdef Realm* s = NULL
    return [
        one_hot("phase", <size_t>&s.phase, 1, PHASES),
        numbers("turn", <size_t>&s.turn, 2, r.turn_limit),
        seat_numbers("order", <size_t>&s.order, 1, count=r.seats, used=<size_t>&s.drawn),
        numbers("drawn", <size_t>&s.drawn, 1, r.seats),
        one_hot("place", <size_t>&s.place, 1, r.seats + 1),
    ]


cdef list holdings(const Rules* r):
    """What a war needs of the realm."""
    cdef Realm* s = NULL
    card = {"bytes": 8, "elements": r.histories}
    fief = {"bytes": 4, "elements": FIEFS}
    return [
        one_hot("reign", <size_t>&s.reign, 1, REIGNS),
        seat_numbers("first_to_commit", 0, 1, read=<size_t>&first_to_commit),
        bits("regents_left", <size_t>&s.regent_deck, 4, r.regents),
        numbers("gold", <size_t>&s.gold, 2, MOST_GOLD, unit=100, seats=2),
        seat_numbers("owner", <size_t>&s.owner, 1, count=FIEFS, extra=BANK, more=OWNERS),
        bits("enlisted", <size_t>&s.enlisted, **fief),
        bits("cards", <size_t>&s.cards, seats=8, **card),
        bits("history.open", <size_t>&s.open, **card),
        bits("history.deck", <size_t>&s.history_deck, **card),
        bits("scientists", <size_t>&s.scientists, 1, 8),
    ]


cdef list reign_rows(const Rules* r):
    cdef Realm* s = NULL
    fief = {"bytes": 4, "elements": FIEFS}
    return [
        one_hot("regent", <size_t>&s.regent, 1, r.regents),
        one_hot("enemy", <size_t>&s.enemy, 1, COUNTRIES),
        seat_numbers("archbishop", <size_t>&s.archbishop, 1),
        numbers("silenced", <size_t>&s.silenced, 1, 1),
        numbers("debt", <size_t>&s.debt, **each(20, 5)),
        bits("fresh_debt", <size_t>&s.fresh_debt, **of_seats(r)),
        bits("roads", <size_t>&s.roads, **fief),
        bits("fresh_roads", <size_t>&s.fresh_roads, **fief),
        numbers("traders", <size_t>&s.traders, 1, COUNTED, unit=3, count=COUNTRIES, seats=COUNTRIES),
        numbers("empires", <size_t>&s.empires, **each(COUNTED, 2)),
        numbers("liaisons", <size_t>&s.liaisons, **each(COUNTED, 2)),
        numbers("architects", <size_t>&s.architects, **each(COUNTED, 2)),
        numbers("sullied", <size_t>&s.sullied, **each(COUNTED, 2)),
        numbers("fortune", <size_t>&s.fortune, **each(COUNTED, 10)),
        numbers("declared", <size_t>&s.declared, 1, 1),
        one_hot("window", <size_t>&s.window, 1, WINDOWS),
        bits("passed", <size_t>&s.passed, **of_seats(r)),
        bits("runners", <size_t>&s.runners, **of_seats(r)),
        bits("blighted", <size_t>&s.blighted, **fief),
    ]


def among(*phases):
    """Phases counted in this order."""
    return [[phases.index(n) if n in phases else None for n in range(PHASES)]]


cdef list turn_rows(const Rules* r):
    """A seat's turn, and what is being bought."""
    cdef Realm* s = NULL

    def number(name, at, high, unit=0):
        return numbers(f"act.{name}", at, 1, high, unit=unit)

    return [
        bits("act.done", <size_t>&s.acted, 1, STUDYING + 1),
        one_hot("act.activity", <size_t>&s.activity, 1, STUDYING + 1),
        one_hot("act.forced", <size_t>&s.forced, 1, STUDYING + 1),
        one_hot("act.claimed", <size_t>&s.claimed, 1, 3),
        number("discount", <size_t>&s.discount, 40, 20),
        number("trade_bonus", <size_t>&s.trade_bonus, 60, 20),
        number("peasant_tax", <size_t>&s.peasant_tax, 1),
        number("extra_purchases", <size_t>&s.extra_purchases, 4),
        number("no_upkeep", <size_t>&s.no_upkeep, 1),
        number("bad_harvest", <size_t>&s.bad_harvest, 1),
        number("purchases", <size_t>&s.purchases, 4),
        number("draws", <size_t>&s.draws, COUNTED, 3),
        number("owed", <size_t>&s.owed, COUNTED, 20),
        number("made", <size_t>&s.made, 4),
        one_hot("act.bought", <size_t>&s.bought, 1, 2),
        one_hot("act.item", <size_t>&s.item, 1, HISTORY),
        number("role", <size_t>&s.role, COUNTED, 4),
        number("extra", <size_t>&s.extra, COUNTED, 20),
        one_hot("act.buying", <size_t>&s.buying, 1, 3,
                value=among(FIEF_PHASE, HISTORY_PHASE, CHANCELLOR_PHASE)),
        one_hot("act.home", <size_t>&s.home, 1, 2, value=among(ACT_PHASE, AFTER_PHASE)),
        bits("act.barred_fiefs", <size_t>&s.barred_fiefs, 4, FIEFS),
        bits("act.barred_cards", <size_t>&s.barred_cards, 8, r.histories),
    ]


cdef list event_rows(const Rules* r):
    """Event cards, and the one that is being played."""
    cdef Realm* s = NULL
    most = max(r.event[i].count for i in range(r.events))
    pile = {"bytes": 1, "high": most, "unit": 1, "count": r.events}
    return [
        numbers("hand", <size_t>&s.hand, seats=EVENTS, seen_by="seat", **pile),
        numbers("events.deck", <size_t>&s.deck, seen_by="nobody", **pile),
        numbers("events.discard", <size_t>&s.discard, **pile),
        numbers("events.kept", <size_t>&s.kept, **pile),
        numbers("hand_size", <size_t>&s.hand_size, **each(MOST_HAND, 5)),
        numbers("events.deck_size", <size_t>&s.deck_size, 1, COUNTED, unit=50),
        one_hot("play.card", <size_t>&s.play.kind, 1, r.events),
        seat_numbers("play.seat", 0, 1, read=<size_t>&play_seat),
        # what these three mean depends on the card: a fief, a country, a number, or a seat as it is numbered
        numbers("play.a", <size_t>&s.play.a, 1, COUNTED, unit=20),
        numbers("play.b", <size_t>&s.play.b, 1, COUNTED, unit=20),
        numbers("play.c", <size_t>&s.play.c, 1, COUNTED, unit=20),
        one_hot("play.back", <size_t>&s.play.back, 1, PHASES),
        bits("play.passed", <size_t>&s.play.passed, **of_seats(r)),
        numbers("play.cancelled", <size_t>&s.play.cancelled, 1, 1),
        seat_numbers("play.taker", <size_t>&s.play.taker, 1),
        numbers("play.left", <size_t>&s.play.left, 1, COUNTED, unit=5),
        bits("play.todo", <size_t>&s.play.todo, 4, 32),
    ]


cdef list war_rows(const Rules* r):
    cdef Realm* s = NULL
    sent = {"seen_by": "seat", "knows": <size_t>&sent_openly}
    pieces = {"bytes": 1, "high": MOST_PIECES, "unit": 4, "count": 2 * AREAS}

    def number(name, at, high, unit=0):
        return numbers(f"war.{name}", at, 1, high, unit=unit)

    return [
        bits("war.fiefs", <size_t>&s.sent_fiefs, 4, FIEFS, seats=4, **sent),
        bits("war.militaria", <size_t>&s.sent_cards, 8, r.histories, seats=8, **sent),
        bits("war.enemy_cards", <size_t>&s.enemy_cards, 4, r.regents),
        number("committed", <size_t>&s.committed, SEATS),
        number("step", <size_t>&s.step, COUNTED, 5),
        one_hot("war.stage", <size_t>&s.stage, 1, STAGES),
        seat_numbers("war.leader", 0, 1, read=<size_t>&leader),
        number("round", <size_t>&s.round, BATTLE_ROUNDS + 1, 10),
        numbers("war.soldiers", <size_t>&s.soldiers, **pieces),
        numbers("war.commanders", <size_t>&s.commanders, **pieces),
        numbers("war.guns", <size_t>&s.guns, 1, COUNTED, unit=3, count=GUNS),
        number("enemy_guns", <size_t>&s.enemy_guns, COUNTED, 3),
        bits("war.cards", <size_t>&s.card, 1, AREAS),
        number("spare", <size_t>&s.spare, 20, 3),
        bits("war.unplaced", <size_t>&s.unplaced, 4, FIEFS),
        number("unplaced_soldiers", <size_t>&s.unplaced_soldiers, MOST_PIECES, 4),
        number("unplaced_commanders", <size_t>&s.unplaced_commanders, MOST_PIECES, 4),
        numbers("war.index", 0, 1, HISTORY, unit=AREAS, read=<size_t>&index),
        one_hot("war.index.area", 0, 1, AREAS, read=<size_t>&index),
        seat_numbers("war.spoiler", 0, 1, read=<size_t>&spoiler),
        one_hot("war.area", <size_t>&s.area, 1, AREAS),
        bits("war.done", <size_t>&s.done, 1, AREAS),
        number("losses", <size_t>&s.losses, 6),
        number("rerolled", <size_t>&s.rerolled, 6),
        number("tactician", <size_t>&s.tactician, COUNTED, 1),
        number("steel", <size_t>&s.steel, COUNTED, 1),
        one_hot("war.victory", <size_t>&s.victory, 1, ENEMY_VICTORY + 1),
        numbers("war.more_spoils", <size_t>&s.more_spoils, **each(COUNTED, 1)),
        bits("war.no_spoils", <size_t>&s.no_spoils, **of_seats(r)),
        bits("war.owing", <size_t>&s.owing, **of_seats(r)),
    ]


cdef list foray_rows(const Rules* r):
    cdef Realm* s = NULL
    most = max(r.marker_count[i] for i in range(r.markers))
    pile = {"bytes": 1, "high": most, "unit": 2, "count": r.markers}
    return [
        numbers("foray.pool", <size_t>&s.pool, **pile),
        numbers("foray.box", <size_t>&s.box, **pile),
        numbers("foray.loot", <size_t>&s.loot, seats=MARKERS, **pile),
        numbers("foray.booty", <size_t>&s.booty, seats=MARKERS, **pile),
        bits("foray.face_down", <size_t>&s.face_down, 2, r.cities),
        one_hot("foray.riding", <size_t>&s.riding, 1, SLAIN + 1, seats=1),
        one_hot("foray.at", <size_t>&s.at, 1, r.spaces, seats=1),
        bits("foray.start", <size_t>&s.start, **of_seats(r)),
        one_hot("foray.die", <size_t>&s.die, 1, 6, low=1),
        numbers("foray.marches", <size_t>&s.marches, 1, FORAY_ROUNDS),
    ]
