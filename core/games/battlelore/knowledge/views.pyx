"""The table as JSON and as text (RULES.md 12): the view of a state, and the state of a view."""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport count_bits
from battlewise.core.dice cimport showing
from battlewise.core.documents cimport pile_doc
from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.battlelore.knowledge cimport views_full
from battlewise.core.games.battlelore.knowledge.check cimport check_unit
from battlewise.core.games.battlelore.knowledge.parts cimport (
    first_card, hex_doc, in_combat, needed, number_in, number_of_hex, unit_on,
)
from battlewise.core.games.battlelore.rules.lore cimport window_seat
from battlewise.core.games.battlelore.rules.turn cimport (
    acting_card, grant_attacks, having_targets, meant, set_quotas,
)
from battlewise.core.games.battlelore.rules.upkeep cimport result_of
from battlewise.core.games.battlelore.state cimport *

from battlewise.core.errors import ViewError
from battlewise.core.games.battlelore import words
from battlewise.core.games.battlelore.words import FACES, SIDES

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


# -- restore: the form of the view is right (documents.py), so that only what it says together is checked

cdef object restore(const Rules* r, Battle* s, object view, int viewer, object names):
    clear(r, s)
    s.phase = words.PHASES.index(view["phase"])
    cdef int active = view["active"]
    cdef int seat
    s.first = view.get("first", 0)
    s.turn = view.get("turn", 2 if active == s.first and view.get("last_card") else active ^ s.first)
    if s.turn & 1 != active ^ s.first:
        raise ViewError("turn", "the first player has the even turns, the other the odd ones")
    for seat in range(2):
        s.vp[seat], s.lore[seat] = view["vp"][seat], view["lore"][seat]
    units = view["units"]
    _restore_units(r, s, units, names)
    if r.full:
        views_full.restore_ground(r, s, view, viewer, names)
    s.card = number_in(view.get("card"), names.cards)
    s.last_card = number_in(view.get("last_card"), names.cards)
    s.one_unit = view.get("one_unit", False)
    s.acting = acting_card(r, s)
    if s.phase > COMMAND_PHASE and s.phase < OVER_PHASE and s.card == NONE:
        raise ViewError("card", "must be the card played this turn: it is null only before the Command Step")
    if s.card == NONE and s.one_unit:
        raise ViewError("one_unit", "must be false, as no card has been played")
    s.mover = CHANCE if s.phase in CHANCES else active
    if r.full:
        views_full.restore_lore(r, s, view, viewer, names)
    _restore_phase(r, s, view, units)
    _restore_cards(r, s, view, viewer, names)
    if r.full:
        views_full.restore_setup(r, s, view, viewer, names)
    _check_units(r, s, units)


cdef object _check_units(const Rules* r, const Battle* s, object units):
    """`check` cannot say which unit is wrong: the place in the list of units comes from here."""
    cdef const char* problem
    for slot in range(len(units)):
        problem = check_unit(r, s, slot)
        if problem != NULL:
            field, _, says = problem.decode().removeprefix("units.").partition(": ")
            raise ViewError(f"units[{slot}].{field}", says)


cdef object _restore_units(const Rules* r, Battle* s, object units, object names):
    cdef int slot, hexagon
    for slot, unit in enumerate(units):
        path = f"units[{slot}]"
        s.units[<int>SIDES.index(unit["side"])] |= <uint32_t>1 << slot
        s.type[slot] = names.types.index(unit["type"])
        if unit["figures"] > r.unit[s.type[slot]].health:
            raise ViewError(f"{path}.figures", f"must be at most {r.unit[s.type[slot]].health}, its health")
        s.figures[slot] = unit["figures"]
        hexagon = number_of_hex(unit["hex"], f"{path}.hex")
        if s.unit_at[hexagon]:
            raise ViewError(f"{path}.hex", "is another unit's too")
        place(s, slot, hexagon)
    s.poisoned = _flags(units, "poisoned", 0)
    s.stunned = _flags(units, "stunned", 0)
    s.swarmed = _flags(units, "swarmed", 0)


cdef uint32_t _flags(object units, object name, uint32_t default):
    return sum(unit.get(name, bool(default >> slot & 1)) << slot for slot, unit in enumerate(units))


cdef object _restore_phase(const Rules* r, Battle* s, object view, object units):
    """What the phase needs beside the table: who was ordered, who is asked, the combat."""
    if s.phase == OVER_PHASE:
        _restore_result(r, s)
    s.ordered = _flags(units, "ordered", 0)
    s.moved = _flags(units, "moved", 0)
    s.pursued = _flags(units, "pursued", 0)
    s.put_off = _flags(units, "put_off", 0)
    if s.phase == ORDER_PHASE:
        _restore_order(r, s, view)
    if s.phase == MOVE_PHASE:
        s.again = view.get("second_move", False)
    if ROLL_PHASE <= s.phase <= PURSUIT_PHASE or BEFORE_ROLL_WINDOW <= s.window <= ENEMY_FALLS_WINDOW or (
            s.window == TARGET_GONE_WINDOW):
        _restore_combat(r, s, needed(view, "combat"))
    if ATTACK_START_WINDOW <= s.window <= TARGET_GONE_WINDOW or ATTACK_PHASE <= s.phase <= PURSUIT_PHASE:
        _restore_attacks(r, s, units)
    else:
        s.attacks[0] = sum((unit.get("attacks", 0) > 0) << slot for slot, unit in enumerate(units))
        s.charge = _flags(units, "charge", 0)
    s.waiting = _flags(units, "waiting", _waiting(r, s))


cdef uint32_t _waiting(const Rules* r, const Battle* s) noexcept:
    if s.phase == CURE_PHASE:
        return s.ordered & (s.poisoned | s.stunned | s.swarmed)
    if s.phase == MOVE_PHASE:
        return (meant(r, s) if s.again else s.ordered & ~s.moved) & ~s.stunned
    return having_targets(r, s) if s.phase == ATTACK_PHASE else 0


cdef object _restore_result(const Rules* r, Battle* s):
    """How the game ended follows from the table."""
    s.mover = OVER
    if not s.units[0] and not s.units[1]:
        raise ViewError("units", "both sides have none")
    s.result = 2 if not s.units[0] else 1 if not s.units[1] else result_of(r, s)
    if not s.result:
        raise ViewError("phase", "the game is not over: both sides have units, and neither has won by VP")


cdef object _restore_order(const Rules* r, Battle* s, object view):
    set_quotas(r, s)
    quota = view.get("quota", [s.quota[i] for i in range(GROUPS)])
    for i in range(GROUPS):
        s.quota[i] = quota[i]
    s.after = view.get("after", 0)
    while s.group < GROUPS - 1 and not s.quota[s.group]:
        s.group += 1


cdef object _restore_combat(const Rules* r, Battle* s, object combat):
    """Attacker and target; an attacker or target that has been eliminated is null."""
    s.attacker = _slot(s, combat, "attacker")
    s.target = _slot(s, combat, "target")
    if s.target != NONE:
        s.target_hex = s.hex[s.target]
    gone = s.phase == ADVANCE_PHASE or s.window == ENEMY_FALLS_WINDOW or s.window == TARGET_GONE_WINDOW
    if combat.get("vacated") is not None:
        if not gone or s.target != NONE:
            raise ViewError("combat.vacated", "must be null while the target is there, and outside advances")
        s.target_hex = number_of_hex(combat["vacated"], "combat.vacated")
    elif gone and s.target == NONE:
        raise ViewError("combat.vacated", "must be the hex that the target left")
    if s.target == NONE and not gone and s.phase != PURSUIT_PHASE:
        raise ViewError("combat.target", "must be the hex of the unit attacked")
    s.countering = combat.get("countering", False)
    dice = combat.get("dice", {})
    for i, face in enumerate(FACES):
        s.dice |= <uint32_t>dice.get(face, 0) << (4 * i)
    s.damage, s.retreats = combat.get("damage", 0), combat.get("retreats", 0)
    s.own_figures[0], s.own_figures[1] = combat.get("own_figures", (0, 0))
    if r.full:
        views_full.restore_combat(s, combat)
    if (s.attacker == NONE and (not s.countering or s.window != ENEMY_FALLS_WINDOW)
            and (s.phase != IGNORE_PHASE or s.countering or not s.held)):
        raise ViewError("combat.attacker", "must be the hex of the unit that attacks")
    if s.phase in (POISON_PHASE, ABILITY_PHASE, RETREAT_PHASE):
        s.mover = active(s) ^ s.countering
    elif s.phase == IGNORE_PHASE or s.phase == COUNTER_PHASE:
        s.mover = 1 - (active(s) ^ s.countering)
    elif s.phase == WINDOW_PHASE:
        s.mover = window_seat(s, s.window)


cdef int _slot(const Battle* s, object combat, object name) except -1:
    return NONE if combat.get(name) is None else unit_on(s, combat[name], f"combat.{name}")


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
        n = unit.get("attacks", sum(left[i] >> slot & 1 for i in range(3)))
        for i in range(n):
            s.attacks[i] |= <uint32_t>1 << slot
    rolled = (ABILITY_PHASE < s.phase < WINDOW_PHASE or s.window >= FRIEND_FALLS_WINDOW
              or s.countering or s.held)
    s.charge = _flags(units, "charge", s.charge & ~(fighting if rolled else 0) & ~s.pursued)


cdef object _restore_cards(const Rules* r, Battle* s, object view, int viewer, object names):
    """The piles; what the viewer does not know gets the first cards that are left."""
    cdef int card, seat, own
    sizes = _hand_sizes(r, s, view)
    hand = needed(view, "hand") if viewer != PUBLIC else {}
    if viewer != PUBLIC and sum(hand.values()) != sizes[viewer]:
        raise ViewError("hand", f"has {sum(hand.values())} cards, not {sizes[viewer]}")
    bottom_sizes = view.get("bottom_sizes", [0, 0])
    bottom = view.get("bottom", {}) if viewer != PUBLIC else {}
    if viewer != PUBLIC and sum(bottom.values()) != bottom_sizes[viewer]:
        raise ViewError("bottom", f"has {sum(bottom.values())} cards, not {bottom_sizes[viewer]}")
    for card, name in enumerate(names.cards):
        s.discard[card] = view["discard"].get(name, 0)
        own = hand.get(name, 0) + bottom.get(name, 0)
        if s.discard[card] + own > r.card[card].count:
            most = r.card[card].count
            raise ViewError(f"discard.{name}", f"with the hand there are more than the {most} in all")
        s.deck[card] = r.card[card].count - s.discard[card] - own
        s.deck_size += s.deck[card]
        if viewer != PUBLIC:
            s.hand[viewer][card] = hand.get(name, 0)
    if viewer != PUBLIC:
        put = sorted(names.cards.index(name) for name, n in bottom.items() for _ in range(n))
        for i, card in enumerate(put):
            s.bottom[viewer][i] = card
    unseen = sum(sizes[seat] + bottom_sizes[seat] for seat in range(2) if seat != viewer)
    if unseen > s.deck_size:
        raise ViewError("discard", f"leaves {s.deck_size} cards for the {unseen} that are not seen")
    for seat in range(2):
        s.hand_size[seat] = sizes[seat]
        if seat == viewer:
            continue
        for _ in range(sizes[seat]):
            s.hand[seat][first_card(s.deck, CARDS, &s.deck_size)] += 1
        for i in range(bottom_sizes[seat]):
            s.bottom[seat][i] = first_card(s.deck, CARDS, &s.deck_size)


cdef object _hand_sizes(const Rules* r, const Battle* s, object view):
    """How many command cards the players have; by default what the phase says, if it does."""
    if "hand_sizes" in view or (SETUP_PHASE < s.phase or r.full and s.phase == SETUP_PHASE) and (
            s.phase < COMMAND_PHASE):
        return needed(view, "hand_sizes")
    if s.phase <= SETUP_PHASE:
        return [0, 0]
    default = [r.starting_hand] * 2
    if (COMMAND_PHASE < s.phase <= DRAW_PHASE and s.window != LORE_STEP_WINDOW
            or (s.phase == OVER_PHASE and not (s.units[0] and s.units[1]))):
        default[active(s)] -= 1
    return default
