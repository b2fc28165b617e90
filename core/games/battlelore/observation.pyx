"""The position as numbers (core/observation). The observer sits at the bottom: for seat 1 the board turns.

Units are written by hex, so that their order in the state does not matter. What the learning scenario does
not play with is left out.
"""
from libc.stdint cimport int64_t

from battlewise.core.games.battlelore.rules.board cimport ROWS as BOARD_ROWS, STRIDE
from battlewise.core.games.battlelore.state cimport *

from battlewise.core.games.battlelore.rules.board import hexes
from battlewise.core.games.battlelore.words import TERRAIN
from battlewise.core.observation import bits, digits, numbers, one_hot, seat_numbers

cdef enum:
    MOST_VP_OF_BANNER = 10
    MOST_OF_A_CARD = 9           # alike cards
    MOST_RESULTS = 3 * MOST_DICE


# -- what is kept otherwise than it is observed

cdef int64_t uthuk(const void* r, const void* state, int seat, int i) noexcept nogil:
    return UTHUK


cdef int64_t winner(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The seat that has won, 2 for a tie."""
    return (<const Battle*>state).result - 1


cdef int64_t type_of(const void* r, const void* state, int seat, int slot) noexcept nogil:
    """NONE if the slot has no unit."""
    cdef const Battle* s = <const Battle*>state
    return s.type[slot] if (s.units[0] | s.units[1]) >> slot & 1 else NONE


cdef int64_t figures(const void* r, const void* state, int seat, int slot) noexcept nogil:
    """The figures of a seat's unit."""
    cdef const Battle* s = <const Battle*>state
    return s.figures[slot] if s.units[seat] >> slot & 1 else 0


cdef int64_t attacks(const void* r, const void* state, int seat, int slot) noexcept nogil:
    cdef const Battle* s = <const Battle*>state
    return (s.attacks[0] >> slot & 1) + (s.attacks[1] >> slot & 1) + (s.attacks[2] >> slot & 1)


cdef int64_t extra(const void* r, const void* state, int seat, int slot) noexcept nogil:
    """1: has pursued; 2: the extra die of its charge is still to come; 3: both."""
    cdef const Battle* s = <const Battle*>state
    return (s.pursued >> slot & 1) + 2 * (s.charge >> slot & 1)


cdef int64_t passed(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The units that said `later`, or that were passed over for an order."""
    cdef const Battle* s = <const Battle*>state
    return s.put_off | ((<int64_t>1 << s.after) - 1)


cdef int64_t banner(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Battle* s = <const Battle*>state
    return s.banner_vp[i] if i < s.banners else 0


cdef inline int64_t hex_of(const Battle* s, int slot) noexcept nogil:
    return s.hex[slot] if slot < SLOTS else NONE


cdef int64_t attacker(const void* r, const void* state, int seat, int i) noexcept nogil:
    return hex_of(<const Battle*>state, (<const Battle*>state).attacker)


cdef int64_t target(const void* r, const void* state, int seat, int i) noexcept nogil:
    return hex_of(<const Battle*>state, (<const Battle*>state).target)


cdef int64_t held_from(const void* r, const void* state, int seat, int i) noexcept nogil:
    return (<const Battle*>state).held - 1


cdef int64_t aimed_at(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Battle* s = <const Battle*>state
    return hex_of(s, s.aimed - 1) if s.aimed else NONE


cdef int64_t spell_unit(const void* r, const void* state, int seat, int i) noexcept nogil:
    return hex_of(<const Battle*>state, (<const Battle*>state).spell_unit)


# -- who knows what

cdef bint scenarios_open(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return viewer == seat or (<const Battle*>state).phase > SCENARIO_PHASE


cdef class _Board:
    """Tables of the hexes as each seat sees them, by their numbers in the state."""

    cdef list place, row, column

    def __init__(self):
        cdef int number
        numbered = hexes()
        order = list(numbered)
        last = len(order) - 1
        self.place, self.row, self.column = [], [], []
        for seat in range(2):
            at = [None] * HEXES
            for i, number in enumerate(order):
                at[number] = last - i if seat else i
            self.place.append(at)
            seen = [None if n is None else numbered[order[n]] for n in at]
            self.row.append([None if one is None else one[0] for one in seen])
            self.column.append([None if one is None else one[1] for one in seen])

    def units(self):
        """How a row is laid out that has an element for each unit."""
        return {"where": <size_t>&(<Battle*>NULL).hex, "place": self.place, "places": len(hexes())}

    def sets(self, name, at):
        """A set of hexes."""
        return bits(name, at, 8, HEXES, count=2, place=self.place, places=len(hexes()))

    def hexagon(self, name, at=0, **rest):
        """One hex: its row and its column."""
        return [one_hot(f"{name}.row", at, 1, BOARD_ROWS, value=self.row, **rest),
                one_hot(f"{name}.column", at, 1, STRIDE - 1, value=self.column, **rest)]


cdef list rows(const Rules* r):
    """The rows for these options."""
    board = _Board()
    return [*course(r), *ground_rows(r, board), *unit_rows(r, board), *combat_rows(r, board), *card_rows(r),
            *(full_rows(r, board) if r.full else [])]


cdef list course(const Rules* r):
    cdef Battle* s = NULL
    return [
        seat_numbers("uthuk", 0, 1, read=<size_t>&uthuk),
        one_hot("phase", <size_t>&s.phase, 1, PHASES),
        numbers("turn", <size_t>&s.turn, 2, r.turn_limit),
        seat_numbers("first", <size_t>&s.first, 1),
        numbers("vp", <size_t>&s.vp, 2, MOST_COUNTED, unit=r.victory_vp, seats=2),
        numbers("lore", <size_t>&s.lore, 2, MOST_COUNTED, unit=10, seats=2),
        seat_numbers("winner", 0, 1, read=<size_t>&winner, extra=2, more=1),
    ]


cdef list ground_rows(const Rules* r, object board):
    cdef Battle* s = NULL
    cdef int kind
    found = [numbers("banners", 0, 1, MOST_VP_OF_BANNER, unit=2, count=BANNERS, read=<size_t>&banner,
                     **{**board.units(), "where": <size_t>&s.banner_hex})]
    if r.full:
        for kind, name in enumerate(TERRAIN):
            found.append(board.sets(f"terrain.{name}", <size_t>&s.terrain[kind]))
        found += board.hexagon("tents", <size_t>&s.tent, seats=1)
    return found


cdef list unit_rows(const Rules* r, object board):
    cdef Battle* s = NULL
    units = board.units()
    kinds = [i for i in range(r.types) if r.full or not r.unit[i].full_only]
    kind = [kinds.index(i) if i in kinds else None for i in range(r.types)]
    health = max(r.unit[i].health for i in kinds)
    masks = {
        "poisoned": <size_t>&s.poisoned, "ordered": <size_t>&s.ordered, "moved": <size_t>&s.moved,
        "waiting": <size_t>&s.waiting,
    }
    if r.full:
        masks |= {"stunned": <size_t>&s.stunned, "swarmed": <size_t>&s.swarmed}
    return [
        one_hot("units.type", 0, 1, len(kinds), count=SLOTS, read=<size_t>&type_of, value=[kind], **units),
        numbers("units.figures", 0, 1, health, unit=4, count=SLOTS, seats=1, read=<size_t>&figures, **units),
        numbers("units.attacks", 0, 1, 3, count=SLOTS, read=<size_t>&attacks, **units),
        numbers("units.extra", 0, 1, 3, count=SLOTS, read=<size_t>&extra, **units),
        *[bits(f"units.{name}", at, 4, SLOTS, **units) for name, at in masks.items()],
        bits("units.passed", 0, 4, SLOTS, read=<size_t>&passed, **units),
    ]


cdef list combat_rows(const Rules* r, object board):
    cdef Battle* s = NULL
    found = [
        *board.hexagon("combat.attacker", read=<size_t>&attacker),
        *board.hexagon("combat.target", read=<size_t>&target),
        *board.hexagon("combat.target_hex", <size_t>&s.target_hex),
        numbers("combat.countering", <size_t>&s.countering, 1, 1),
        digits("combat.dice", <size_t>&s.dice, 4, HEROIC + 1, 4, MOST_DICE, unit=4),
        numbers("combat.damage", <size_t>&s.damage, 1, MOST_RESULTS, unit=4),
        numbers("combat.retreats", <size_t>&s.retreats, 1, MOST_RESULTS, unit=4),
        numbers("combat.own_figures", <size_t>&s.own_figures, 1, MOST_RESULTS, unit=4, count=2),
        numbers("combat.sheltered", <size_t>&s.sheltered, 1, 1),
    ]
    if r.full:
        found += [
            numbers("combat.countered", <size_t>&s.countered, 1, 1),
            numbers("combat.more_dice", <size_t>&s.more_dice, 1, 5),
            numbers("combat.lore_hurts", <size_t>&s.lore_hurts, 1, 1),
            numbers("combat.steadfast", <size_t>&s.steadfast, 1, 1),
            *board.hexagon("combat.held.from", read=<size_t>&held_from),
            numbers("combat.held.retreats", <size_t>&s.held_retreats, 1, MOST_RESULTS, unit=4),
            numbers("combat.held.lore", <size_t>&s.held_lore, 1, MOST_DICE, unit=4),
            numbers("combat.held.steadfast", <size_t>&s.held_steadfast, 1, 1),
            numbers("combat.held.sheltered", <size_t>&s.held_shelter, 1, 1),
            numbers("combat.held.dying", <size_t>&s.dying, 1, 1),
        ]
    return found


cdef list card_rows(const Rules* r):
    """Command cards, and the one that is being played."""
    cdef Battle* s = NULL
    cdef int texts = CARDS + 2
    pile = {"bytes": 1, "high": MOST_OF_A_CARD, "unit": 2, "count": r.cards}
    found = [
        numbers("hand", <size_t>&s.hand, seats=CARDS, seen_by="seat", **pile),
        numbers("deck", <size_t>&s.deck, seen_by="nobody", **pile),
        numbers("discard", <size_t>&s.discard, **pile),
        numbers("hand_size", <size_t>&s.hand_size, 1, 60, unit=4, seats=1),
        numbers("deck_size", <size_t>&s.deck_size, 1, 100, unit=60),
        one_hot("card", <size_t>&s.card, 1, texts),
        one_hot("acting", <size_t>&s.acting, 1, texts),
        one_hot("last_card", <size_t>&s.last_card, 1, texts),
        numbers("one_unit", <size_t>&s.one_unit, 1, 1),
        numbers("quota", <size_t>&s.quota, 1, SLOTS, unit=4, count=GROUPS),
        one_hot("group", <size_t>&s.group, 1, GROUPS + 1),
        numbers("again", <size_t>&s.again, 1, 1),
    ]
    if r.full:
        found.append(one_hot("bottom", <size_t>&s.bottom, 1, r.cards, count=2, seats=2, seen_by="seat"))
    return found


cdef list full_rows(const Rules* r, object board):
    """Lore cards, scenario cards and armies."""
    cdef Battle* s = NULL
    pile = {"bytes": 1, "high": MOST_OF_A_CARD, "unit": 2, "count": LORE_CARDS, "seats": LORE_CARDS}
    chosen = {"seen_by": "seat", "knows": <size_t>&scenarios_open}
    of_seats = {"bytes": 1, "elements": 2, "of_seats": True}
    return [
        numbers("lore_hand", <size_t>&s.lore_hand, seen_by="seat", **pile),
        numbers("lore_deck", <size_t>&s.lore_deck, seen_by="nobody", **pile),
        numbers("lore_discard", <size_t>&s.lore_discard, **pile),
        numbers("lore_size", <size_t>&s.lore_size, 1, 60, unit=4, seats=1),
        numbers("lore_deck_size", <size_t>&s.lore_deck_size, 1, 60, unit=20, seats=1),
        one_hot("lore_bottom", <size_t>&s.lore_bottom, 1, LORE_CARDS, seats=1, seen_by="seat"),
        one_hot("window", <size_t>&s.window, 1, WINDOWS),
        one_hot("lore_card", <size_t>&s.lore_card, 1, LORE_CARDS),
        seat_numbers("lore_seat", <size_t>&s.lore_seat, 1),
        numbers("aimed", <size_t>&s.aimed, 1, SLOTS),
        *board.hexagon("aimed", read=<size_t>&aimed_at),
        bits("lore_used", <size_t>&s.lore_used, **of_seats),
        one_hot("spell", <size_t>&s.spell, 1, HASTE_EFFECT + 1, low=1),
        *board.hexagon("spell.unit", read=<size_t>&spell_unit),
        numbers("spell.amount", <size_t>&s.spell_amount, 1, 9, unit=3),
        bits("slain", <size_t>&s.slain, **of_seats),
        numbers("draws", <size_t>&s.draws, 1, 2),
        numbers("discards", <size_t>&s.discards, 1, 1),
        one_hot("scenario", <size_t>&s.scenario, 1, SCENARIOS, seats=1, **chosen),
        bits("offered", <size_t>&s.offered, 1, SCENARIOS, seats=1, **chosen),
        numbers("fords_left", <size_t>&s.fords_left, 1, 9, unit=3, seats=1),
        numbers("army", <size_t>&s.army, 1, ARMY, unit=4, count=DEPLOYMENT, seats=DEPLOYMENT, seen_by="seat"),
        numbers("mustered", <size_t>&s.mustered, 1, DEPLOYMENT, seats=1, seen_by="seat"),
        numbers("placed", <size_t>&s.placed, 1, DEPLOYMENT, count=ARMY, seats=ARMY, seen_by="seat"),
    ]
