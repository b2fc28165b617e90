"""What the views of the full game have besides (RULES.md 12): ground, lore, scenario cards and armies."""
from battlewise.core.bits cimport count_bits, take_wide, wide_bit
from battlewise.core.documents cimport pile_doc
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battlelore.knowledge.parts cimport (
    first_card, hex_doc, needed, number_in, number_of_hex, unit_on,
)
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.rules.lore cimport window_seat
from battlewise.core.games.battlelore.rules.muster cimport deal_army, steps_of
from battlewise.core.games.battlelore.rules.scenario cimport as_the_cards_show, lay_out
from battlewise.core.games.battlelore.state cimport *

from battlewise.core.errors import ViewError
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

cdef object restore_ground(const Rules* r, Battle* s, object view, int viewer, object names):
    cdef int seat
    cards = view.get("scenario", [None, None])
    for seat in range(2):
        if cards[seat] is not None and cards[seat] not in names.scenarios[seat]:
            raise ViewError(f"scenario[{seat}]", f"is none of {', '.join(names.scenarios[seat])}")
        s.scenario[seat] = number_in(cards[seat], names.scenarios[seat])
    if s.phase == SCENARIO_PHASE or s.phase == OFFER_PHASE:
        for seat in range(2):
            if cards[seat] is not None and seat != viewer:
                raise ViewError(f"scenario[{seat}]", "must be null, as it is not known yet")
    elif s.scenario[0] != NONE and s.scenario[1] != NONE and s.phase != INITIATIVE_PHASE:
        lay_out(r, s)
    elif s.phase < SETUP_PHASE and None in cards:
        raise ViewError("scenario", "must be the cards of both seats, which have been revealed")
    if "terrain" in view:
        _restore_terrain(s, view["terrain"])
    # Armies can be deployed on their cards' own ground; on any other there might be no room for them.
    if FORD_PHASE <= s.phase <= DEPLOY_PHASE and not as_the_cards_show(r, s):
        raise ViewError("terrain", "is not what the scenario cards show, but for fords")
    if "banners" in view:
        _restore_banners(s, view["banners"])
    for seat, tent in enumerate(view.get("tents", (None, None))):
        s.tent[seat] = NONE if tent is None else number_of_hex(tent, f"tents[{seat}]")


cdef object _restore_banners(Battle* s, object banners):
    cdef int i, k
    s.banners = len(banners)
    for i in range(BANNERS):
        s.banner_hex[i] = s.banner_vp[i] = 0
    for i, banner in enumerate(banners):
        s.banner_hex[i], s.banner_vp[i] = number_of_hex(banner["hex"], f"banners[{i}].hex"), banner["vp"]
        for k in range(i):
            if s.banner_hex[k] == s.banner_hex[i]:
                raise ViewError(f"banners[{i}].hex", "is another banner's too")


cdef object _restore_terrain(Battle* s, object given):
    cdef hexes_t ground_of[TERRAINS]
    cdef hexes_t hexagon
    cdef int kind
    for kind in range(TERRAINS):
        ground_of[kind] = 0
    for name, found in given.items():
        hexagon = wide_bit(number_of_hex(map(int, name.split(".")), f"terrain.{name}"))
        kind = TERRAIN.index(found)
        ground_of[kind] |= hexagon
        if kind == FORD or kind == BRIDGE:
            ground_of[<int>WATER] |= hexagon
    for kind in range(TERRAINS):
        set_ground(s, kind, ground_of[kind])


cdef object restore_lore(const Rules* r, Battle* s, object view, int viewer, object names):
    for seat in range(2):
        s.lore_used |= view.get("lore_used", (False, False))[seat] << seat
        s.slain |= view.get("slain", (False, False))[seat] << seat
    _restore_lore_cards(r, s, view, viewer, names)
    if "spell" in view:
        spell = view["spell"]
        s.spell, s.spell_amount = 1 + EFFECTS.index(spell["effect"]), spell["amount"]
        if spell.get("unit") is not None:
            s.spell_unit = unit_on(s, spell["unit"], "spell.unit")
    if s.phase == LORE_DRAW_PHASE or s.phase == LORE_DISCARD_PHASE:
        s.draws = view.get("draws", int(s.phase == LORE_DRAW_PHASE))
        s.discards = view.get("discards", 0)
    if _asks_lore(s):
        _restore_window(r, s, needed(view, "window"), names)
    if s.phase in _SEATED:
        s.mover = needed(view, "mover")


cdef object _restore_window(const Rules* r, Battle* s, object window, object names):
    s.window = words.WINDOWS.index(window["timing"])
    if s.phase == WINDOW_PHASE:
        s.mover = window_seat(s, s.window)
        return
    if "seat" not in window or "card" not in window:
        raise ViewError("window", "must have the `seat` that played a card, and the `card`")
    s.lore_seat = window["seat"]
    if window["card"] not in names.lore[s.lore_seat]:
        raise ViewError("window.card", f"is none of {', '.join(names.lore[s.lore_seat])}")
    s.lore_card = names.lore[s.lore_seat].index(window["card"])
    if r.lore[s.lore_seat][s.lore_card].effect == BAR_ATTACKS_EFFECT:
        s.aimed = window.get("barred", 0)
    elif window.get("chosen") is not None:
        s.aimed = 1 + unit_on(s, window["chosen"], "window.chosen")
    s.mover = 1 - s.lore_seat if s.phase == CANCEL_PHASE else s.lore_seat


cdef object _restore_lore_cards(const Rules* r, Battle* s, object view, int viewer, object names):
    cdef int seat
    sizes = [0, 0] if s.phase < SETUP_PHASE and "lore_hand_sizes" not in view else (
        needed(view, "lore_hand_sizes"))
    bottoms = view.get("lore_bottom_sizes", (0, 0))
    discards = view.get("lore_discard", ({}, {}))
    for seat in range(2):
        own = {}
        if seat == viewer:
            own = needed(view, "lore_hand") if sizes[seat] else view.get("lore_hand", {})
            if sum(own.values()) != sizes[seat]:
                raise ViewError("lore_hand", f"has {sum(own.values())} cards, not {sizes[seat]}")
            _own_ids(own, "lore_hand", names.lore[seat])
            put = view.get("lore_bottom")
            _own_ids([] if put is None else [put], "lore_bottom", names.lore[seat])
            s.lore_bottom[seat] = number_in(put, names.lore[seat])
            if (s.lore_bottom[seat] != NONE) != bottoms[seat]:
                raise ViewError("lore_bottom", "must be a card if lore_bottom_sizes says 1, and else null")
        _own_ids(discards[seat], f"lore_discard[{seat}]", names.lore[seat])
        _deal_lore(r, s, seat, names.lore[seat], own, discards[seat])
        s.lore_size[seat] = sizes[seat]
        if seat == viewer:
            continue
        if sizes[seat] + bottoms[seat] > s.lore_deck_size[seat]:
            raise ViewError(
                f"lore_discard[{seat}]",
                f"leaves {s.lore_deck_size[seat]} cards for the {sizes[seat] + bottoms[seat]} not seen")
        for _ in range(sizes[seat]):
            s.lore_hand[seat][first_card(s.lore_deck[seat], LORE_CARDS, &s.lore_deck_size[seat])] += 1
        if bottoms[seat]:
            s.lore_bottom[seat] = first_card(s.lore_deck[seat], LORE_CARDS, &s.lore_deck_size[seat])


cdef object _own_ids(object given, object field, object ids):
    """The form takes the cards of both sides."""
    for name in given:
        if name not in ids:
            raise ViewError(field, f"{name!r} is the other side's; the seat has {', '.join(ids)}")


cdef object _deal_lore(const Rules* r, Battle* s, int seat, object ids, object own, object discard):
    """The piles of a seat: what is in hand and discarded, the rest in the deck."""
    cdef int card, n
    for card, name in enumerate(ids):
        s.lore_discard[seat][card], s.lore_hand[seat][card] = discard.get(name, 0), own.get(name, 0)
        n = r.lore[seat][card].count - s.lore_discard[seat][card] - s.lore_hand[seat][card] - (
            s.lore_bottom[seat] == card)
        if n < 0:
            most = r.lore[seat][card].count
            raise ViewError(
                f"lore_discard[{seat}].{name}", f"with the hand there are more than the {most} in all")
        s.lore_deck[seat][card] = n
        s.lore_deck_size[seat] += n


cdef object restore_combat(Battle* s, object combat):
    if combat.get("target_hex") is not None and s.phase != PURSUIT_PHASE:
        s.target_hex = number_of_hex(combat["target_hex"], "combat.target_hex")
    s.countered, s.sheltered = combat.get("countered", False), combat.get("sheltered", False)
    s.lore_hurts, s.steadfast = combat.get("lore_hurts", False), combat.get("steadfast", False)
    s.more_dice = combat.get("more_dice", 0)
    if "held" in combat:
        held = combat["held"]
        s.held = number_of_hex(held["from"], "combat.held.from") + 1
        s.held_retreats, s.held_lore = held["retreats"], held["lore"]
        s.held_steadfast, s.held_shelter = held.get("steadfast", False), held.get("sheltered", False)
        s.dying = held.get("dying", False)


cdef object restore_setup(const Rules* r, Battle* s, object view, int viewer, object names):
    cdef int seat
    if s.phase == FORD_PHASE:
        s.fords_left[0], s.fords_left[1] = view.get("fords_left", (s.mover == 0, s.mover == 1))
    if s.phase <= SCENARIO_PHASE:
        _restore_offers(s, view, viewer, names)
    if s.phase == MUSTER_PHASE or s.phase == DEPLOY_PHASE:
        for seat in range(2):
            if seat == viewer:
                _restore_army(r, s, view, seat, names)
            else:
                deal_army(r, s, seat, NULL)


cdef object _restore_offers(Battle* s, object view, int viewer, object names):
    cdef int seat
    if s.phase == OFFER_PHASE:
        needed(view, "offered_sizes")
    sizes = view.get("offered_sizes", [0 if s.mover else 3, 3])
    for seat in range(2):
        s.offered[seat] = (1 << <int>sizes[seat]) - 1
    if viewer != PUBLIC:
        offered = needed(view, "offered") if sizes[viewer] else view.get("offered", {})
        _own_ids(offered, "offered", names.scenarios[viewer])
        if len(offered) != sizes[viewer]:
            raise ViewError("offered", f"is not {sizes[viewer]} different cards")
        s.offered[viewer] = sum(1 << names.scenarios[viewer].index(name) for name in offered)
    if s.phase == SCENARIO_PHASE and s.mover == 1 and viewer != 0:
        s.scenario[0] = 0


cdef object _restore_army(const Rules* r, Battle* s, object view, int seat, object names):
    cdef int i
    army = view.get("army", {})
    for i, name in enumerate(names.deployment):
        s.army[seat][i] = army.get(name, 0)
    done = s.phase == DEPLOY_PHASE or seat < s.mover
    s.mustered[seat] = view.get("mustered", steps_of(r, seat) if done else 0)
    for i, name in enumerate(view.get("placed", ())):
        s.placed[seat][i] = 0 if name is None else names.deployment.index(name) + 1
