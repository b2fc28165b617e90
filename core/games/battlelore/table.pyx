"""The table as JSON and as text (RULES.md 7): the view of a state, and the state of a view."""
from libc.stdint cimport uint8_t, uint32_t

from battlewise.core.dice cimport showing
from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.battlelore.board cimport STRIDE, popcount
from battlewise.core.games.battlelore.combat cimport roller
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.games.battlelore.turn cimport (
    acting_card, grant_attacks, having_targets, result_of, set_quotas,
)

from textwrap import wrap

from battlewise.core.games.battlelore.board import width
from battlewise.core.games.battlelore.cards import FACES, SIDES
from battlewise.core.views import Fields

PHASE_NAMES = (
    "setup", "command", "song", "order", "cure", "move", "attack", "roll", "poison", "ability",
    "retreat", "counter", "advance", "pursuit", "exchange", "draw", "over",
)


class Names:
    """The ids of cards and unit types, and the units' letters, in the order of the rules' tables."""

    def __init__(self, cards, types, letters):
        self.cards = cards
        self.types = types
        self.letters = letters


cdef object _hex(int number):
    return list(divmod(number, STRIDE))


cdef bint _in_combat(const Battle* s) noexcept:
    return ROLL_PHASE <= s.phase <= PURSUIT_PHASE


# -- describe

cdef object describe(const Rules* r, const Battle* s, int viewer, object names):
    """The view's own fields; `restore` documents them."""
    view = {
        "phase": PHASE_NAMES[s.phase],
        "active": s.turn & 1,
        "turn": s.turn,
        "units": [_unit(s, slot, names) for slot in range(popcount(s.units[0] | s.units[1]))],
        "vp": [s.vp[0], s.vp[1]],
        "lore": [s.lore[0], s.lore[1]],
        "hand_sizes": [s.hand_size[0], s.hand_size[1]],
        "discard": _counts(s.discard, names.cards),
        "card": None if s.card == NONE else names.cards[s.card],
        "one_unit": bool(s.one_unit),
        "last_card": None if s.last_card == NONE else names.cards[s.last_card],
    }
    if viewer != PUBLIC:
        view["hand"] = _counts(s.hand[viewer], names.cards)
    if s.phase == ORDER_PHASE:
        view["quota"] = [s.quota[i] for i in range(GROUPS)]
        view["after"] = s.after
    if s.phase == MOVE_PHASE:
        view["second_move"] = bool(s.again)
    if _in_combat(s):
        view["combat"] = _combat(s)
    if s.phase == OVER_PHASE:
        view["winner"] = None if s.result == 3 else s.result - 1
    return view


cdef object _unit(const Battle* s, int slot, object names):
    cdef uint32_t bit = <uint32_t>1 << slot
    return {
        "side": SIDES[side_of(s, slot)],
        "type": names.types[s.type[slot]],
        "hex": _hex(s.hex[slot]),
        "figures": s.figures[slot],
        "poisoned": bool(s.poisoned & bit),
        "ordered": bool(s.ordered & bit),
        "moved": bool(s.moved & bit),
        "waiting": bool(s.waiting & bit),
        "put_off": bool(s.put_off & bit),
        "attacks": sum(bool(s.attacks[i] & bit) for i in range(3)),
        "pursued": bool(s.pursued & bit),
        "charge": bool(s.charge & bit),
    }


cdef object _counts(const uint8_t* count, object ids):
    return {card: count[i] for i, card in enumerate(ids) if count[i]}


cdef object _combat(const Battle* s):
    return {
        "attacker": _hex(s.hex[s.attacker]),
        "target": None if s.target == NONE else _hex(s.hex[s.target]),
        "vacated": _hex(s.target_hex) if s.phase == ADVANCE_PHASE else None,
        "countering": bool(s.countering),
        "dice": {face: showing(s.dice, i) for i, face in enumerate(FACES) if showing(s.dice, i)},
        "damage": s.damage,
        "retreats": s.retreats,
        "own_figures": [s.own_figures[0], s.own_figures[1]],
    }


# -- restore

cdef object restore(const Rules* r, Battle* s, object view, int viewer, object names):
    """Required: ``phase``, ``active``, ``units`` (``side``, ``type``, ``hex`` and ``figures``), ``vp``,
    ``lore``, ``discard``, a seat's own ``hand``; ``hand_sizes`` in the set-up; the ``card`` played once the
    Command Step is over; ``quota`` in the Order Step of the card BattleLore; in a combat ``combat`` with
    ``attacker`` and ``target``, for an advance ``vacated`` and no target, in a pursuit the attacker alone.

    Optional: ``turn`` (the first that can be), ``last_card``, ``one_unit``; ``quota`` and ``after`` (how many
    units each group still orders, and below which slot all were passed over); ``second_move``; ``winner``;
    of a unit the flags ``poisoned``, ``ordered``, ``moved``, ``pursued`` (required of the attacker in a
    pursuit), ``put_off`` and, by default what its order gives, ``waiting``, ``charge`` and ``attacks``
    (how many are left); of a combat ``countering``, ``dice`` (not committed), ``damage``, ``retreats`` and
    ``own_figures``.
    """
    fields = Fields(view)
    s.phase = fields.choice("phase", PHASE_NAMES)
    cdef int active = fields.integer("active", 0, 1)
    earliest = 2 if not active and not fields.null("last_card") else active
    s.turn = fields.integer("turn", 0, 200, default=earliest)
    if s.turn & 1 != active:
        raise fields.fail("turn", "seat 0 has the even turns, seat 1 the odd ones")
    for name in ("vp", "lore"):
        pair = _numbers(fields, name, 2, MOST_COUNTED, None)
        for seat in range(2):
            if name == "vp":
                s.vp[seat] = pair[seat]
            else:
                s.lore[seat] = pair[seat]
    units = fields.objects("units", SLOTS)
    _restore_units(r, s, units, names)
    s.card = _card(fields, "card", names)
    s.last_card = _card(fields, "last_card", names)
    s.one_unit = fields.flag("one_unit")
    s.acting = acting_card(r, s)
    if s.phase > COMMAND_PHASE and s.phase < OVER_PHASE and s.card == NONE:
        raise fields.fail("card", "must be the card played")
    if s.card == NONE and s.one_unit:
        raise fields.fail("one_unit", "no card has been played")
    s.attacker = s.target = NONE
    _restore_phase(r, s, fields, units)
    _restore_cards(r, s, fields, viewer, names)
    fields.close()
    for unit in units:
        unit.close()


cdef object _numbers(object fields, object name, int length, int most, object default):
    items = fields.items(name, length, default=default)
    if len(items) != length or any(type(n) is not int or not 0 <= n <= most for n in items):
        raise fields.fail(name, f"is not {length} whole numbers in 0..{most}")
    return list(items)


cdef int _number_of_hex(object fields, object name) except -1:
    items = fields.items(name, 2)
    if len(items) == 2 and all(type(n) is int for n in items):
        row, column = items
        if 0 <= row < 9 and 0 <= column < width(row):
            return STRIDE * row + column
    raise fields.fail(name, "is no hex of the board, [row, column]")


cdef int _card(object fields, object name, object names) except -1:
    return NONE if fields.null(name) else fields.choice(name, names.cards)


cdef object _restore_units(const Rules* r, Battle* s, object units, object names):
    cdef int slot, hexagon, side
    for slot, unit in enumerate(units):
        side = unit.choice("side", SIDES)
        s.units[side] |= <uint32_t>1 << slot
        s.type[slot] = unit.choice("type", names.types)
        s.figures[slot] = unit.integer("figures", 1, r.unit[s.type[slot]].health)
        s.poisoned |= <uint32_t>unit.flag("poisoned") << slot
        hexagon = _number_of_hex(unit, "hex")
        if s.unit_at[hexagon]:
            raise unit.fail("hex", "is another unit's too")
        place(s, slot, hexagon)


cdef uint32_t _flags(object units, object name, uint32_t default):
    return sum(unit.flag(name, bool(default >> slot & 1)) << slot for slot, unit in enumerate(units))


cdef object _restore_phase(const Rules* r, Battle* s, object fields, object units):
    """What the phase needs beside the table: who was ordered, who is asked, the combat."""
    s.mover = CHANCE if s.phase in (SETUP_PHASE, SONG_PHASE, ROLL_PHASE, DRAW_PHASE) else s.turn & 1
    if s.phase == OVER_PHASE:
        _restore_result(r, s, fields)
    s.ordered = _flags(units, "ordered", 0)
    s.moved = _flags(units, "moved", 0)
    s.pursued = _flags(units, "pursued", 0)
    s.put_off = _flags(units, "put_off", 0)
    if s.phase == ORDER_PHASE:
        _restore_order(r, s, fields)
    if s.phase == MOVE_PHASE:
        s.again = fields.flag("second_move")
    if _in_combat(s):
        _restore_combat(r, s, fields.object("combat"))
    if ATTACK_PHASE <= s.phase <= PURSUIT_PHASE:
        _restore_attacks(r, s, units)
    else:
        _flags_that_must_be_off(units)
    s.waiting = _flags(units, "waiting", _waiting(r, s))


cdef uint32_t _waiting(const Rules* r, const Battle* s) noexcept:
    if s.phase == CURE_PHASE:
        return s.ordered & s.poisoned
    if s.phase == MOVE_PHASE:
        return s.ordered if s.again else s.ordered & ~s.moved
    return having_targets(r, s) if s.phase == ATTACK_PHASE else 0


cdef object _flags_that_must_be_off(object units):
    for unit in units:
        unit.integer("attacks", 0, 0, default=0)
        if unit.flag("charge"):
            raise unit.fail("charge", "comes with the Attack Step")


cdef object _restore_result(const Rules* r, Battle* s, object fields):
    """How the game ended follows from the table."""
    s.mover = OVER
    if not s.units[0] and not s.units[1]:
        raise fields.fail("units", "both sides have none")
    s.result = 2 if not s.units[0] else 1 if not s.units[1] else result_of(r, s)
    if not s.result:
        raise fields.fail("phase", "the game is not over: both sides have units, and neither has won by VP")
    if fields.has("winner") and not fields.null("winner"):
        fields.integer("winner", 0, 1)


cdef object _restore_order(const Rules* r, Battle* s, object fields):
    set_quotas(r, s)
    quota = _numbers(fields, "quota", GROUPS, SLOTS, [s.quota[i] for i in range(GROUPS)])
    for i in range(GROUPS):
        s.quota[i] = quota[i]
    s.after = fields.integer("after", 0, SLOTS, default=0)
    while s.group < GROUPS - 1 and not s.quota[s.group]:
        s.group += 1


cdef object _restore_combat(const Rules* r, Battle* s, object combat):
    s.attacker = _slot(s, combat, "attacker")
    if not combat.null("target"):
        s.target = _slot(s, combat, "target")
        s.target_hex = s.hex[s.target]
    if not combat.null("vacated"):
        if s.phase != ADVANCE_PHASE:
            raise combat.fail("vacated", "is for advances")
        s.target_hex = _number_of_hex(combat, "vacated")
    elif s.phase == ADVANCE_PHASE:
        raise combat.fail("vacated", "is missing")
    if s.target == NONE and s.phase < ADVANCE_PHASE:
        raise combat.fail("target", "is missing")
    s.countering = combat.flag("countering")
    for i, n in enumerate(combat.counts("dice", FACES, MOST_DICE, default=True)):
        s.dice |= <uint32_t>n << (4 * i)
    s.damage = combat.integer("damage", 0, 15, default=0)
    s.retreats = combat.integer("retreats", 0, 15, default=0)
    own_figures = _numbers(combat, "own_figures", 2, 15, [0, 0])
    s.own_figures[0], s.own_figures[1] = own_figures
    combat.close()
    if s.phase in (POISON_PHASE, ABILITY_PHASE, RETREAT_PHASE):
        s.mover = side_of(s, roller(s))
    elif s.phase == COUNTER_PHASE:
        s.mover = 1 - (s.turn & 1)


cdef int _slot(const Battle* s, object fields, object name) except -1:
    cdef int hexagon = _number_of_hex(fields, name)
    if not s.unit_at[hexagon]:
        raise fields.fail(name, "no unit is there")
    return s.unit_at[hexagon] - 1


cdef object _restore_attacks(const Rules* r, Battle* s, object units):
    """Attacks left: by default what the order gives, less one if the unit has pursued or is in combat."""
    cdef uint32_t left[3]
    cdef uint32_t fighting = 0 if s.attacker == NONE else <uint32_t>1 << s.attacker
    cdef uint32_t spent = fighting | s.pursued
    cdef int slot, i, n
    grant_attacks(r, s)
    for i in range(3):
        left[i] = s.attacks[i] & ~spent | (s.attacks[i + 1] & spent if i < 2 else 0)
    for i in range(3):
        s.attacks[i] = 0
    for slot, unit in enumerate(units):
        n = unit.integer("attacks", 0, 3, default=sum(left[i] >> slot & 1 for i in range(3)))
        for i in range(n):
            s.attacks[i] |= <uint32_t>1 << slot
    rolled = s.phase > ROLL_PHASE or s.countering
    s.charge = _flags(units, "charge", s.charge & ~(fighting if rolled else 0) & ~s.pursued)


cdef object _restore_cards(const Rules* r, Battle* s, object fields, int viewer, object names):
    """The piles; a hand that the viewer does not know gets the first cards that are left."""
    cdef int card, seat, full = r.starting_hand
    cdef int active = s.turn & 1
    sizes = [0, 0] if s.phase == SETUP_PHASE else [full, full]
    if COMMAND_PHASE < s.phase < OVER_PHASE or (s.phase == OVER_PHASE and not (s.units[0] and s.units[1])):
        sizes[active] -= 1
    sizes = _numbers(fields, "hand_sizes", 2, full, sizes)
    discard = fields.counts("discard", names.cards, 255)
    hand = fields.counts("hand", names.cards, 4) if viewer != PUBLIC else []
    if viewer != PUBLIC and sum(hand) != sizes[viewer]:
        raise fields.fail("hand", f"has {sum(hand)} cards, not {sizes[viewer]}")
    for card, name in enumerate(names.cards):
        own = hand[card] if hand else 0
        if discard[card] + own > r.card[card].count:
            raise fields.fail("discard", f"with the hand there are more {name} than {r.card[card].count}")
        s.discard[card] = discard[card]
        s.deck[card] = r.card[card].count - discard[card] - own
        s.deck_size += s.deck[card]
        if hand:
            s.hand[viewer][card] = own
    if sum(sizes) - (sizes[viewer] if hand else 0) > s.deck_size:
        raise fields.fail("discard", "leaves too few cards for the hands")
    for seat in range(2):
        s.hand_size[seat] = sizes[seat]
        card = 0
        while seat != viewer and sizes[seat]:
            n = min(s.deck[card], sizes[seat])
            s.hand[seat][card] += n
            s.deck[card] -= n
            s.deck_size -= n
            sizes[seat] -= n
            card += 1


# -- render

cdef object render(const Rules* r, const Battle* s, int viewer, object names):
    """A board of at most 100 columns; an empty hex shows its name, a banner's hex its VP after ``=``."""
    lines = wrap(_headline(s, names), 98, subsequent_indent="  ")
    for row in range(9):
        cells = "".join(_cell(r, s, STRIDE * row + column, names).center(8) for column in range(width(row)))
        lines.append((" " * 4 if row % 2 else "") + cells.rstrip())
    for side, name in enumerate(SIDES):
        units = [f"{names.letters[s.type[slot]]} {_name(s.hex[slot])}" for slot in range(SLOTS)
                 if s.units[side] >> slot & 1]
        lines.append(f"{name}: {s.vp[side]} VP, {s.lore[side]} lore, {s.hand_size[side]} cards")
        lines += wrap("units " + ", ".join(units), 96, initial_indent="  ", subsequent_indent="  ")
    if viewer != PUBLIC:
        lines += wrap("hand: " + _pile(s.hand[viewer], names.cards), 98, subsequent_indent="  ")
    piles = f"deck: {s.deck_size} cards; discard: {_pile(s.discard, names.cards)}"
    lines += wrap(piles, 98, subsequent_indent="  ")
    return "\n".join(lines)


cdef object _headline(const Battle* s, object names):
    line = f"turn {s.turn}, {SIDES[s.turn & 1]}: {PHASE_NAMES[s.phase]}"
    if s.card != NONE:
        line += f", played {names.cards[s.card].replace('_', ' ')}{' as one unit' if s.one_unit else ''}"
    if _in_combat(s):
        line += f", {_name(s.hex[s.attacker])} attacks"
        if s.target != NONE:
            line += f" {_name(s.hex[s.target])}{', counter' if s.countering else ''}"
        shown = [face for i, face in enumerate(FACES) for _ in range(showing(s.dice, i))]
        line += f": {' '.join(shown)}" if shown else ""
    if s.phase == OVER_PHASE:
        line += ", tie" if s.result == 3 else f", {SIDES[s.result - 1]} has won"
    return line


cdef object _cell(const Rules* r, const Battle* s, int hexagon, object names):
    """Such as ``uH3p!=2``: side, unit, figures, poisoned, ordered, banner."""
    cdef int slot = s.unit_at[hexagon] - 1
    vp = sum(r.banner_vp[i] for i in range(r.banners) if r.banner_hex[i] == hexagon)
    banner = f"={vp}" if vp else ""
    if slot < 0:
        return _name(hexagon) + banner
    return (f"{SIDES[side_of(s, slot)][0]}{names.letters[s.type[slot]]}{s.figures[slot]}"
            f"{'p' if s.poisoned >> slot & 1 else ''}{'!' if s.ordered >> slot & 1 else ''}{banner}")


cdef object _name(int hexagon):
    return f"{hexagon // STRIDE}.{hexagon % STRIDE}"


cdef object _pile(const uint8_t* count, object ids):
    cards = [f"{card.replace('_', ' ')}{f' x{count[i]}' if count[i] > 1 else ''}"
             for i, card in enumerate(ids) if count[i]]
    return ", ".join(cards) or "none"
