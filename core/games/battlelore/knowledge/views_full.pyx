"""What the views of the full game have besides (RULES.md 12): ground, lore, scenario cards and armies."""
from battlewise.core.bits cimport count_bits, take_wide, wide_bit
from battlewise.core.documents cimport pile_doc
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battlelore.knowledge.parts cimport (
    first_card, hex_doc, number_of_hex, numbers_of,
)
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.rules.lore cimport window_seat
from battlewise.core.games.battlelore.rules.muster cimport deal_army, steps_of
from battlewise.core.games.battlelore.rules.scenario cimport as_the_cards_show, lay_out
from battlewise.core.games.battlelore.state cimport *

from battlewise.core.games.battlelore import words
from battlewise.core.games.battlelore.words import EFFECTS, TERRAIN

_SEATED = (SCENARIO_PHASE, FORD_PHASE, MUSTER_PHASE, DEPLOY_PHASE, BOTTOM_PHASE)


cdef bint _asks_lore(const Battle* s) noexcept:
    return s.phase == WINDOW_PHASE or s.phase == CANCEL_PHASE or s.phase == AIM_PHASE


# -- describe

cdef object describe(const Rules* r, const Battle* s, int viewer, object names):
    shown = [s.scenario[seat] != NONE and (s.phase > SCENARIO_PHASE or seat == viewer) for seat in range(2)]
    view = {
        "first": s.first,
        "scenario": [names.scenarios[seat][s.scenario[seat]] if shown[seat] else None for seat in range(2)],
        "terrain": _terrain_doc(s),
        "banners": [{"hex": hex_doc(s.banner_hex[i]), "vp": s.banner_vp[i]} for i in range(s.banners)],
        "tents": [None if s.tent[seat] == NONE else hex_doc(s.tent[seat]) for seat in range(2)],
        "lore_hand_sizes": [s.lore_size[0], s.lore_size[1]],
        "lore_discard": [pile_doc(s.lore_discard[seat], names.lore[seat]) for seat in range(2)],
        "lore_used": [bool(s.lore_used >> seat & 1) for seat in range(2)],
        "slain": [bool(s.slain >> seat & 1) for seat in range(2)],
        "bottom_sizes": [sum(s.bottom[seat][i] != NONE for i in range(2)) for seat in range(2)],
        "lore_bottom_sizes": [int(s.lore_bottom[seat] != NONE) for seat in range(2)],
    }
    if viewer != PUBLIC:
        view["lore_hand"] = pile_doc(s.lore_hand[viewer], names.lore[viewer])
        bottom = [names.cards[s.bottom[viewer][i]] for i in range(2) if s.bottom[viewer][i] != NONE]
        view["bottom"] = {card: bottom.count(card) for card in bottom}
        view["lore_bottom"] = (
            None if s.lore_bottom[viewer] == NONE else names.lore[viewer][s.lore_bottom[viewer]])
    if s.spell:
        view["spell"] = {
            "effect": EFFECTS[s.spell - 1], "amount": s.spell_amount,
            "unit": None if s.spell_unit == NONE else hex_doc(s.hex[s.spell_unit])}
    if _asks_lore(s):
        view["window"] = {"timing": words.WINDOWS[s.window]}
        if s.phase != WINDOW_PHASE:
            card = names.lore[s.lore_seat][s.lore_card]
            view["window"].update(seat=s.lore_seat, card=card)
            if r.lore[s.lore_seat][s.lore_card].effect == BAR_ATTACKS_EFFECT:
                view["window"]["barred"] = s.aimed
            else:
                view["window"]["chosen"] = hex_doc(s.hex[s.aimed - 1]) if s.aimed else None
    if s.phase == LORE_DRAW_PHASE or s.phase == LORE_DISCARD_PHASE:
        view["draws"], view["discards"] = s.draws, s.discards
    if s.phase <= BOTTOM_PHASE:
        view.update(_setup(r, s, viewer, names))
    return view


cdef object _setup(const Rules* r, const Battle* s, int viewer, object names):
    view = {}
    if s.phase in _SEATED:
        view["mover"] = s.mover
    if s.phase <= SCENARIO_PHASE:
        view["offered_sizes"] = [count_bits(s.offered[0]), count_bits(s.offered[1])]
        if viewer != PUBLIC:
            view["offered"] = {
                name: 1 for i, name in enumerate(names.scenarios[viewer]) if s.offered[viewer] >> i & 1}
    if s.phase == FORD_PHASE:
        view["fords_left"] = [s.fords_left[0], s.fords_left[1]]
    if viewer != PUBLIC and s.phase in (MUSTER_PHASE, DEPLOY_PHASE):
        view["army"] = {
            name: s.army[viewer][i] for i, name in enumerate(names.deployment) if s.army[viewer][i]}
        view["mustered"] = s.mustered[viewer]
        view["placed"] = [names.deployment[s.placed[viewer][i] - 1] if s.placed[viewer][i] else None
                          for i in range(ARMY)]
    return view


cdef object _terrain_doc(const Battle* s):
    """By hex, such as ``"4.5"``, its terrain; a ford or bridge stands for the water under it too."""
    cdef hexes_t left
    cdef int kind
    found = {}
    for kind in range(TERRAINS):
        left = ground(s, kind)
        while left:
            found["{}.{}".format(*hex_doc(take_wide(&left)))] = TERRAIN[kind]
    return found


cdef object describe_combat(const Battle* s):
    """What the full game adds to a combat."""
    combat = {
        "target_hex": None if s.phase == PURSUIT_PHASE else hex_doc(s.target_hex),
        "countered": bool(s.countered), "sheltered": bool(s.sheltered), "more_dice": s.more_dice,
        "lore_hurts": bool(s.lore_hurts), "steadfast": bool(s.steadfast)}
    if s.held:
        combat["held"] = {
            "from": hex_doc(s.held - 1), "retreats": s.held_retreats, "lore": s.held_lore,
            "steadfast": bool(s.held_steadfast), "sheltered": bool(s.held_shelter), "dying": bool(s.dying)}
    return combat


# -- restore

cdef object restore_ground(const Rules* r, Battle* s, object fields, int viewer, object names):
    cdef int seat
    cards = fields.items("scenario", 2, default=[None, None])
    if len(cards) != 2:
        raise fields.fail("scenario", "is not a card or null for each side")
    for seat in range(2):
        if cards[seat] is not None:
            if cards[seat] not in names.scenarios[seat]:
                raise fields.fail(f"scenario[{seat}]", f"is none of {', '.join(names.scenarios[seat])}")
            s.scenario[seat] = names.scenarios[seat].index(cards[seat])
    if s.phase == SCENARIO_PHASE or s.phase == OFFER_PHASE:
        for seat in range(2):
            if cards[seat] is not None and seat != viewer:
                raise fields.fail(f"scenario[{seat}]", "is not known yet")
    elif s.scenario[0] != NONE and s.scenario[1] != NONE and s.phase != INITIATIVE_PHASE:
        lay_out(r, s)
    elif s.phase < SETUP_PHASE:
        if None in cards:
            raise fields.fail("scenario", "is missing")
    if fields.has("terrain"):
        _restore_terrain(s, fields.object("terrain"))
    # Armies can be deployed on their cards' own ground; on any other there might be no room for them.
    if FORD_PHASE <= s.phase <= DEPLOY_PHASE and not as_the_cards_show(r, s):
        raise fields.fail("terrain", "is not what the scenario cards show, but for fords")
    if fields.has("banners"):
        banners = fields.objects("banners", BANNERS)
        s.banners = len(banners)
        for i in range(BANNERS):
            s.banner_hex[i] = s.banner_vp[i] = 0
        for i, banner in enumerate(banners):
            s.banner_hex[i], s.banner_vp[i] = number_of_hex(banner, "hex"), banner.integer("vp", 1, 10)
            banner.close()
    if not fields.null("tents"):
        tents = _pair(fields, "tents")
        for seat in range(2):
            if tents[seat] is not None:
                s.tent[seat] = _hex(fields, f"tents[{seat}]", tents[seat])


cdef object _pair(object fields, object name):
    items = fields.items(name, 2)
    if len(items) != 2:
        raise fields.fail(name, "is not a list of two")
    return items


cdef int _hex(object fields, object name, object value) except -1:
    if type(value) is list and len(value) == 2 and all(type(n) is int for n in value):
        if 0 <= value[0] < 9 and 0 <= value[1] < 12 - value[0] % 2:
            return 13 * <int>value[0] + <int>value[1]
    raise fields.fail(name, "is no hex of the board, [row, column]")


cdef object _restore_terrain(Battle* s, object given):
    cdef hexes_t ground_of[TERRAINS]
    cdef int kind
    for kind in range(TERRAINS):
        ground_of[kind] = 0
    for name in given.names():
        parts = name.split(".")
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
            raise given.fail(name, "is no hex of the board such as '5.3'")
        hexagon = wide_bit(_hex(given, name, [int(part) for part in parts]))
        kind = given.choice(name, TERRAIN)
        ground_of[kind] |= hexagon
        if kind == FORD or kind == BRIDGE:
            ground_of[<int>WATER] |= hexagon
    for kind in range(TERRAINS):
        set_ground(s, kind, ground_of[kind])
    given.close()


cdef object restore_lore(const Rules* r, Battle* s, object fields, int viewer, object names):
    for name in ("lore_used", "slain"):
        pair = fields.items(name, 2, default=[False, False])
        if len(pair) != 2 or any(type(one) is not bool for one in pair):
            raise fields.fail(name, "is not two times true or false")
        if name == "slain":
            s.slain = pair[0] | pair[1] << 1
        else:
            s.lore_used = pair[0] | pair[1] << 1
    _restore_lore_cards(r, s, fields, viewer, names)
    if fields.has("spell"):
        spell = fields.object("spell")
        s.spell = 1 + spell.choice("effect", EFFECTS)
        s.spell_amount = spell.integer("amount", 1, 9)
        if not spell.null("unit"):
            hexagon = number_of_hex(spell, "unit")
            if not s.unit_at[hexagon]:
                raise spell.fail("unit", "no unit is there")
            s.spell_unit = s.unit_at[hexagon] - 1
        spell.close()
    if s.phase == LORE_DRAW_PHASE or s.phase == LORE_DISCARD_PHASE:
        s.draws = fields.integer("draws", 0, 2, default=int(s.phase == LORE_DRAW_PHASE))
        s.discards = fields.integer("discards", 0, 1, default=0)
    if _asks_lore(s):
        _restore_window(r, s, fields.object("window"), names)
    if s.phase in _SEATED:
        s.mover = fields.integer("mover", 0, 1)


cdef object _restore_window(const Rules* r, Battle* s, object window, object names):
    s.window = window.choice("timing", words.WINDOWS)
    if s.window == NO_WINDOW or s.window == ENEMY_LORE_WINDOW:
        raise window.fail("timing", "is no time at which a card is asked for")
    if s.phase != WINDOW_PHASE:
        s.lore_seat = window.integer("seat", 0, 1)
        s.lore_card = window.choice("card", names.lore[s.lore_seat])
        if r.lore[s.lore_seat][s.lore_card].effect == BAR_ATTACKS_EFFECT:
            s.aimed = window.integer("barred", 0, SLOTS, default=0)
        elif not window.null("chosen"):
            s.aimed = s.unit_at[number_of_hex(window, "chosen")]
            if not s.aimed:
                raise window.fail("chosen", "no unit is there")
        s.mover = 1 - s.lore_seat if s.phase == CANCEL_PHASE else s.lore_seat
    else:
        s.mover = window_seat(s, s.window)
    window.close()


cdef object _restore_lore_cards(const Rules* r, Battle* s, object fields, int viewer, object names):
    cdef int seat, card, n
    default = [0, 0] if s.phase < SETUP_PHASE else None
    sizes = numbers_of(fields, "lore_hand_sizes", 2, 9, default)
    bottoms = numbers_of(fields, "lore_bottom_sizes", 2, 1, [0, 0])
    discards = fields.objects("lore_discard", 2) if fields.has("lore_discard") else []
    if fields.has("lore_discard") and len(discards) != 2:
        raise fields.fail("lore_discard", "is not a pile for each side")
    for seat in range(2):
        ids = names.lore[seat]
        own = [0] * len(ids)
        discard = [0] * len(ids)
        if discards:
            discard = [discards[seat].integer(name, 0, 255, default=0) for name in ids]
            discards[seat].close()
        if seat == viewer:
            own = fields.counts("lore_hand", ids, 9, default=not sizes[seat])
            if sum(own) != sizes[seat]:
                raise fields.fail("lore_hand", f"has {sum(own)} cards, not {sizes[seat]}")
            s.lore_bottom[seat] = NONE if fields.null("lore_bottom") else fields.choice("lore_bottom", ids)
            if (s.lore_bottom[seat] != NONE) != bottoms[seat]:
                raise fields.fail("lore_bottom", "does not fit lore_bottom_sizes")
        for card, name in enumerate(ids):
            n = r.lore[seat][card].count - discard[card] - <int>own[card] - (s.lore_bottom[seat] == card)
            if n < 0:
                raise fields.fail("lore_discard", f"with the hand there are more {name} than there can be")
            s.lore_discard[seat][card] = discard[card]
            s.lore_hand[seat][card] = own[card]
            s.lore_deck[seat][card] = n
            s.lore_deck_size[seat] += n
        s.lore_size[seat] = sizes[seat]
        if seat == viewer:
            continue
        if sizes[seat] + bottoms[seat] > s.lore_deck_size[seat]:
            raise fields.fail("lore_discard", "leaves too few cards for the hand")
        for _ in range(sizes[seat]):
            s.lore_hand[seat][first_card(s.lore_deck[seat], LORE_CARDS, &s.lore_deck_size[seat])] += 1
        if bottoms[seat]:
            s.lore_bottom[seat] = first_card(s.lore_deck[seat], LORE_CARDS, &s.lore_deck_size[seat])


cdef object restore_combat(Battle* s, object combat):
    if not combat.null("target_hex") and s.phase != PURSUIT_PHASE:
        s.target_hex = number_of_hex(combat, "target_hex")
    s.countered = combat.flag("countered")
    s.sheltered = combat.flag("sheltered")
    s.more_dice = combat.integer("more_dice", 0, 5, default=0)
    s.lore_hurts = combat.flag("lore_hurts")
    s.steadfast = combat.flag("steadfast")
    if combat.has("held"):
        held = combat.object("held")
        s.held = number_of_hex(held, "from") + 1
        s.held_retreats = held.integer("retreats", 0, 30)
        s.held_lore = held.integer("lore", 0, MOST_DICE)
        s.held_steadfast = held.flag("steadfast")
        s.held_shelter = held.flag("sheltered")
        s.dying = held.flag("dying")
        held.close()


cdef object restore_setup(const Rules* r, Battle* s, object fields, int viewer, object names):
    cdef int seat, i
    if s.phase == FORD_PHASE:
        left = numbers_of(fields, "fords_left", 2, 9, [int(seat == s.mover) for seat in range(2)])
        s.fords_left[0], s.fords_left[1] = left
    if s.phase <= SCENARIO_PHASE:
        sizes = numbers_of(fields, "offered_sizes", 2, 3,
                           None if s.phase == OFFER_PHASE else [0 if s.mover else 3, 3])
        for seat in range(2):
            s.offered[seat] = (1 << <int>sizes[seat]) - 1
        if viewer != PUBLIC:
            ids = names.scenarios[viewer]
            offered = fields.counts("offered", ids, 1, default=not sizes[viewer])
            s.offered[viewer] = sum(n << i for i, n in enumerate(offered))
            if count_bits(s.offered[viewer]) != sizes[viewer]:
                raise fields.fail("offered", f"is not {sizes[viewer]} different cards")
        if s.phase == SCENARIO_PHASE and s.mover == 1 and viewer != 0:
            s.scenario[0] = 0
    if s.phase == MUSTER_PHASE or s.phase == DEPLOY_PHASE:
        for seat in range(2):
            if seat == viewer:
                _restore_army(r, s, fields, seat, names)
            else:
                deal_army(r, s, seat, NULL)


cdef object _restore_army(const Rules* r, Battle* s, object fields, int seat, object names):
    cdef int i
    ids = [name for name in names.deployment if name is not None]
    army = dict(zip(ids, fields.counts("army", ids, ARMY, default=True), strict=True))
    for i, name in enumerate(names.deployment):
        s.army[seat][i] = army[name] if name is not None else 0
    done = s.phase == DEPLOY_PHASE or seat < s.mover
    s.mustered[seat] = fields.integer("mustered", 0, 99, default=steps_of(r, seat) if done else 0)
    placed = fields.items("placed", ARMY, default=[None] * ARMY)
    if len(placed) != ARMY:
        raise fields.fail("placed", "is not a card or null for each deployment hex")
    for i, name in enumerate(placed):
        if name is not None:
            if name not in ids:
                raise fields.fail(f"placed[{i}]", f"is none of {', '.join(ids)}")
            s.placed[seat][i] = names.deployment.index(name) + 1
