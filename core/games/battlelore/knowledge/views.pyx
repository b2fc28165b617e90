"""The table as JSON and as text (RULES.md 12): the view of a state, and the state of a view."""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport count_bits
from battlewise.core.dice cimport showing
from battlewise.core.documents cimport pile_doc
from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.battlelore.knowledge cimport views_full
from battlewise.core.games.battlelore.knowledge.parts cimport (
    first_card, hex_doc, in_combat, number_of_hex, numbers_of,
)
from battlewise.core.games.battlelore.rules.lore cimport window_seat
from battlewise.core.games.battlelore.rules.turn cimport (
    acting_card, grant_attacks, having_targets, meant, set_quotas,
)
from battlewise.core.games.battlelore.rules.upkeep cimport result_of
from battlewise.core.games.battlelore.state cimport *

from battlewise.core.games.battlelore import words
from battlewise.core.games.battlelore.words import FACES, SIDES
from battlewise.core.views import Fields

CHANCES = (OFFER_PHASE, INITIATIVE_PHASE, SETUP_PHASE, SONG_PHASE, ROLL_PHASE, DRAW_PHASE, LORE_DRAW_PHASE)


cdef void clear(const Rules* r, Battle* s) noexcept:
    """What a state without units, cards and decisions has; it must be blank but for the decks."""
    cdef int seat, i
    s.card = s.acting = s.last_card = s.lore_card = NONE
    s.attacker = s.target = s.spell_unit = NONE
    for seat in range(2):
        s.bottom[seat][0] = s.bottom[seat][1] = NONE
        s.lore_bottom[seat] = s.scenario[seat] = s.tent[seat] = NONE
    if not r.full:
        s.banners = r.banners
        for i in range(r.banners):
            s.banner_hex[i], s.banner_vp[i] = r.banner_hex[i], r.banner_vp[i]


# -- describe

cdef object describe(const Rules* r, const Battle* s, int viewer, object names):
    view = {
        "phase": words.PHASES[s.phase],
        "active": active(s),
        "turn": s.turn,
        "units": [_unit(r, s, slot, names) for slot in range(count_bits(s.units[0] | s.units[1]))],
        "vp": [s.vp[0], s.vp[1]],
        "lore": [s.lore[0], s.lore[1]],
        "hand_sizes": [s.hand_size[0], s.hand_size[1]],
        "discard": pile_doc(s.discard, names.cards),
        "card": None if s.card == NONE else names.cards[s.card],
        "one_unit": bool(s.one_unit),
        "last_card": None if s.last_card == NONE else names.cards[s.last_card],
    }
    if viewer != PUBLIC:
        view["hand"] = pile_doc(s.hand[viewer], names.cards)
    if s.phase == ORDER_PHASE:
        view["quota"] = [s.quota[i] for i in range(GROUPS)]
        view["after"] = s.after
    if s.phase == MOVE_PHASE:
        view["second_move"] = bool(s.again)
    if in_combat(s):
        view["combat"] = _combat(s)
        if r.full:
            view["combat"].update(views_full.describe_combat(s))
    if s.phase == OVER_PHASE:
        view["winner"] = None if s.result == 3 else s.result - 1
    if r.full:
        view.update(views_full.describe(r, s, viewer, names))
    return view


cdef object _unit(const Rules* r, const Battle* s, int slot, object names):
    cdef uint32_t bit = <uint32_t>1 << slot
    tokens = {"stunned": bool(s.stunned & bit), "swarmed": bool(s.swarmed & bit)} if r.full else {}
    return {
        "side": SIDES[side_of(s, slot)],
        "type": names.types[s.type[slot]],
        "hex": hex_doc(s.hex[slot]),
        "figures": s.figures[slot],
        "poisoned": bool(s.poisoned & bit),
        "ordered": bool(s.ordered & bit),
        "moved": bool(s.moved & bit),
        "waiting": bool(s.waiting & bit),
        "put_off": bool(s.put_off & bit),
        "attacks": sum(bool(s.attacks[i] & bit) for i in range(3)),
        "pursued": bool(s.pursued & bit),
        "charge": bool(s.charge & bit),
        **tokens,
    }


cdef object _combat(const Battle* s):
    return {
        "attacker": None if s.attacker == NONE else hex_doc(s.hex[s.attacker]),
        "target": None if s.target == NONE else hex_doc(s.hex[s.target]),
        "vacated": hex_doc(s.target_hex) if s.target == NONE and s.phase != PURSUIT_PHASE else None,
        "countering": bool(s.countering),
        "dice": {face: showing(s.dice, i) for i, face in enumerate(FACES) if showing(s.dice, i)},
        "damage": s.damage,
        "retreats": s.retreats,
        "own_figures": [s.own_figures[0], s.own_figures[1]],
    }


# -- restore

cdef object restore(const Rules* r, Battle* s, object view, int viewer, object names):
    fields = Fields(view)
    clear(r, s)
    s.phase = fields.choice("phase", words.PHASES)
    cdef int active = fields.integer("active", 0, 1)
    s.first = fields.integer("first", 0, 1, default=0) if r.full else 0
    earliest = 2 if active == s.first and not fields.null("last_card") else active ^ s.first
    s.turn = fields.integer("turn", 0, 200, default=earliest)
    if s.turn & 1 != active ^ s.first:
        raise fields.fail("turn", "the first player has the even turns, the other the odd ones")
    for name in ("vp", "lore"):
        pair = numbers_of(fields, name, 2, MOST_COUNTED, None)
        for seat in range(2):
            if name == "vp":
                s.vp[seat] = pair[seat]
            else:
                s.lore[seat] = pair[seat]
    units = fields.objects("units", SLOTS)
    _restore_units(r, s, units, names)
    if r.full:
        views_full.restore_ground(r, s, fields, viewer, names)
    s.card = _card(fields, "card", names)
    s.last_card = _card(fields, "last_card", names)
    s.one_unit = fields.flag("one_unit")
    s.acting = acting_card(r, s)
    if s.phase > COMMAND_PHASE and s.phase < OVER_PHASE and s.card == NONE:
        raise fields.fail("card", "must be the card played")
    if s.card == NONE and s.one_unit:
        raise fields.fail("one_unit", "no card has been played")
    s.mover = CHANCE if s.phase in CHANCES else active
    if r.full:
        views_full.restore_lore(r, s, fields, viewer, names)
    _restore_phase(r, s, fields, units)
    _restore_cards(r, s, fields, viewer, names)
    if r.full:
        views_full.restore_setup(r, s, fields, viewer, names)
    fields.close()
    for unit in units:
        unit.close()


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
        if r.full:
            s.stunned |= <uint32_t>unit.flag("stunned") << slot
            s.swarmed |= <uint32_t>unit.flag("swarmed") << slot
        hexagon = number_of_hex(unit, "hex")
        if s.unit_at[hexagon]:
            raise unit.fail("hex", "is another unit's too")
        place(s, slot, hexagon)


cdef uint32_t _flags(object units, object name, uint32_t default):
    return sum(unit.flag(name, bool(default >> slot & 1)) << slot for slot, unit in enumerate(units))


cdef object _restore_phase(const Rules* r, Battle* s, object fields, object units):
    """What the phase needs beside the table: who was ordered, who is asked, the combat."""
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
    if ROLL_PHASE <= s.phase <= PURSUIT_PHASE or BEFORE_ROLL_WINDOW <= s.window <= ENEMY_FALLS_WINDOW or (
            s.window == TARGET_GONE_WINDOW):
        _restore_combat(r, s, fields.object("combat"))
    if ATTACK_START_WINDOW <= s.window <= TARGET_GONE_WINDOW or ATTACK_PHASE <= s.phase <= PURSUIT_PHASE:
        _restore_attacks(r, s, units)
    else:
        _flags_that_must_be_off(units)
    s.waiting = _flags(units, "waiting", _waiting(r, s))
    if r.full and s.spell_unit != NONE and s.spell_unit >= count_bits(s.units[0] | s.units[1]):
        raise fields.fail("spell", "no unit is there")


cdef uint32_t _waiting(const Rules* r, const Battle* s) noexcept:
    if s.phase == CURE_PHASE:
        return s.ordered & (s.poisoned | s.stunned | s.swarmed)
    if s.phase == MOVE_PHASE:
        return (meant(r, s) if s.again else s.ordered & ~s.moved) & ~s.stunned
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
    quota = numbers_of(fields, "quota", GROUPS, SLOTS, [s.quota[i] for i in range(GROUPS)])
    for i in range(GROUPS):
        s.quota[i] = quota[i]
    s.after = fields.integer("after", 0, SLOTS, default=0)
    while s.group < GROUPS - 1 and not s.quota[s.group]:
        s.group += 1


cdef object _restore_combat(const Rules* r, Battle* s, object combat):
    """Attacker and target; an attacker or target that has been eliminated is null."""
    if not (r.full and combat.null("attacker")):
        s.attacker = _slot(s, combat, "attacker")
    if not combat.null("target"):
        s.target = _slot(s, combat, "target")
        s.target_hex = s.hex[s.target]
    gone = s.phase == ADVANCE_PHASE or s.window == ENEMY_FALLS_WINDOW or s.window == TARGET_GONE_WINDOW
    if not combat.null("vacated"):
        if not gone or s.target != NONE:
            raise combat.fail("vacated", "is for advances")
        s.target_hex = number_of_hex(combat, "vacated")
    elif gone and s.target == NONE:
        raise combat.fail("vacated", "is missing")
    if s.target == NONE and not gone and s.phase != PURSUIT_PHASE:
        raise combat.fail("target", "is missing")
    s.countering = combat.flag("countering")
    for i, n in enumerate(combat.counts("dice", FACES, MOST_DICE, default=True)):
        s.dice |= <uint32_t>n << (4 * i)
    s.damage = combat.integer("damage", 0, 30, default=0)
    s.retreats = combat.integer("retreats", 0, 30, default=0)
    own_figures = numbers_of(combat, "own_figures", 2, 30, [0, 0])
    s.own_figures[0], s.own_figures[1] = own_figures
    if r.full:
        views_full.restore_combat(s, combat)
    combat.close()
    if (s.attacker == NONE and (not s.countering or s.window != ENEMY_FALLS_WINDOW)
            and (s.phase != IGNORE_PHASE or s.countering or not s.held)):
        raise combat.fail("attacker", "is missing")
    if s.phase in (POISON_PHASE, ABILITY_PHASE, RETREAT_PHASE):
        s.mover = active(s) ^ s.countering
    elif s.phase == IGNORE_PHASE or s.phase == COUNTER_PHASE:
        s.mover = 1 - (active(s) ^ s.countering)
    elif s.phase == WINDOW_PHASE:
        s.mover = window_seat(s, s.window)


cdef int _slot(const Battle* s, object fields, object name) except -1:
    cdef int hexagon = number_of_hex(fields, name)
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
    rolled = (ABILITY_PHASE < s.phase < WINDOW_PHASE or s.window >= FRIEND_FALLS_WINDOW
              or s.countering or s.held)
    s.charge = _flags(units, "charge", s.charge & ~(fighting if rolled else 0) & ~s.pursued)


cdef object _restore_cards(const Rules* r, Battle* s, object fields, int viewer, object names):
    """The piles; what the viewer does not know gets the first cards that are left."""
    cdef int card, seat
    sizes = _hand_sizes(r, s, fields)
    discard = fields.counts("discard", names.cards, 255)
    hand = fields.counts("hand", names.cards, r.opening_cards) if viewer != PUBLIC else []
    if viewer != PUBLIC and sum(hand) != sizes[viewer]:
        raise fields.fail("hand", f"has {sum(hand)} cards, not {sizes[viewer]}")
    bottom_sizes = numbers_of(fields, "bottom_sizes", 2, 2, [0, 0]) if r.full else [0, 0]
    bottom = [0] * len(names.cards)
    if r.full and viewer != PUBLIC:
        bottom = fields.counts("bottom", names.cards, 2, default=True)
        if sum(bottom) != bottom_sizes[viewer]:
            raise fields.fail("bottom", f"has {sum(bottom)} cards, not {bottom_sizes[viewer]}")
    for card, name in enumerate(names.cards):
        own = (hand[card] if hand else 0) + bottom[card]
        if discard[card] + own > r.card[card].count:
            raise fields.fail("discard", f"with the hand there are more {name} than {r.card[card].count}")
        s.discard[card] = discard[card]
        s.deck[card] = r.card[card].count - discard[card] - own
        s.deck_size += s.deck[card]
        if hand:
            s.hand[viewer][card] = hand[card]
    if viewer != PUBLIC:
        for i, card in enumerate([card for card, n in enumerate(bottom) for _ in range(n)]):
            s.bottom[viewer][i] = card
    unseen = sum(sizes[seat] + bottom_sizes[seat] for seat in range(2) if seat != viewer)
    if unseen > s.deck_size:
        raise fields.fail("discard", "leaves too few cards for the hands")
    for seat in range(2):
        s.hand_size[seat] = sizes[seat]
        if seat == viewer:
            continue
        for _ in range(sizes[seat]):
            s.hand[seat][first_card(s.deck, CARDS, &s.deck_size)] += 1
        for i in range(bottom_sizes[seat]):
            s.bottom[seat][i] = first_card(s.deck, CARDS, &s.deck_size)


cdef object _hand_sizes(const Rules* r, const Battle* s, object fields):
    """How many command cards the players have; by default what the phase says, if it does."""
    default = [r.starting_hand] * 2
    if s.phase < SETUP_PHASE or (s.phase == SETUP_PHASE and not r.full):
        default = [0, 0]
    elif s.phase < COMMAND_PHASE:
        default = None
    elif (COMMAND_PHASE < s.phase <= DRAW_PHASE and s.window != LORE_STEP_WINDOW
            or (s.phase == OVER_PHASE and not (s.units[0] and s.units[1]))):
        default[active(s)] -= 1
    return numbers_of(fields, "hand_sizes", 2, r.opening_cards, default)
