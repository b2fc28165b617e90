"""For each decision, the shortest view that a front end can write by hand."""

from typing import Any

View = dict[str, Any]
HARVESTERS = ("uthuk", "blood_harvesters")
VIPERS = ("uthuk", "viper_legion")
GUARD = ("daqan", "citadel_guard")
LORD = ("uthuk", "chaos_lord")


def _unit(who: tuple[str, str], row: int, column: int, **more: bool) -> View:
    return {"side": who[0], "type": who[1], "hex": [row, column], "figures": 3, **more}


def _view(phase: str, units: list[View], seat: int = 0, active: int = 0, **more: Any) -> View:
    """A view after the Command Step, in which attack_center was played, unless `more` says otherwise."""
    view: View = {
        "seat": seat,
        "phase": phase,
        "active": active,
        "units": units,
        "vp": [0, 0],
        "lore": [0, 0],
    }
    view["hand"] = {"patrol_left": 3} if seat == active else {"patrol_left": 4}
    return {**view, "card": "attack_center", "discard": {"attack_center": 1}, **more}


def _combat(attacker: list[int], target: list[int], **more: Any) -> View:
    return {"attacker": attacker, "target": target, **more}


def minimal_views() -> dict[str, View]:
    """The views by name of their phase."""
    harvesters, guard = _unit(HARVESTERS, 3, 5, ordered=True), _unit(GUARD, 4, 5)
    vipers = _unit(VIPERS, 3, 5, ordered=True)
    beside = _combat([3, 5], [4, 5])
    command = _view("command", [harvesters | {"ordered": False}, guard])
    del command["card"]
    return {
        "command": command | {"hand": {"patrol_left": 3, "battlelore": 1}, "discard": {}},
        "order": _view("order", [_unit(HARVESTERS, 2, column) for column in (4, 5, 6, 7)] + [guard]),
        "cure": _view("cure", [harvesters | {"poisoned": True}, guard], lore=[2, 0]),
        "move": _view("move", [harvesters, guard]),
        "attack": _view("attack", [harvesters, guard]),
        "poison": _view(
            "poison", [harvesters, guard | {"poisoned": True}], combat=beside | {"dice": {"lore": 1}}
        ),
        "ability": _view("ability", [vipers, guard], combat=beside | {"dice": {"heroic": 1}}),
        "retreat": _view("retreat", [vipers, _unit(GUARD, 5, 5)], combat=_combat([3, 5], [5, 5], retreats=1)),
        "ignore": _view(
            "ignore",
            [_unit(LORD, 3, 5), guard | {"ordered": True}],
            active=1,
            combat=_combat([4, 5], [3, 5], retreats=1),
        ),
        "counter": _view("counter", [harvesters, guard], seat=1, combat=beside),
        "advance": _view("advance", [harvesters, guard], combat={"attacker": [3, 5], "vacated": [3, 6]}),
        "pursuit": _view(
            "pursuit",
            [_unit(HARVESTERS, 3, 5), _unit(GUARD, 4, 5, ordered=True, pursued=True)],
            seat=1,
            active=1,
            combat={"attacker": [4, 5]},
        ),
        "exchange": _view("exchange", [harvesters | {"ordered": False}, guard], lore=[4, 0]),
    }


def _full(phase: str, units: list[View], seat: int = 0, active: int = 0, **more: Any) -> View:
    """A view of the full game in which nobody has lore cards unless `more` says otherwise."""
    return _view(phase, units, seat, active, **{"lore_hand_sizes": [0, 0], **more})


def _before(phase: str, mover: int = 0, **more: Any) -> View:
    """A view of the set-up, before units are deployed."""
    view = _full(phase, [], mover, 0, hand={}, discard={}, mover=mover)
    del view["card"], view["lore_hand_sizes"]
    return view | more


def _full_setup() -> dict[str, View]:
    cards: View = {"scenario": ["blood_in_the_water", "vault_of_the_runesmiths"]}
    army = {"blood_harvesters": 5, "viper_legion": 3, "flesh_ripper_brutes": 3, "decoy": 7}
    hand = {"patrol_left": 2, "patrol_center": 4}
    offered = ("blood_in_the_water", "red_harvest", "staking_a_claim")
    return {
        "scenario": _before("scenario", offered=dict.fromkeys(offered, 1)),
        "ford": _before("ford", **cards),
        "muster": _before("muster", **cards),
        "deploy": _before("deploy", **cards, army=army),
        "bottom": _before(
            "bottom",
            **cards,
            units=[_unit(HARVESTERS, 2, 5), _unit(GUARD, 6, 5)],
            hand=hand,
            hand_sizes=[6, 6],
            lore_hand={"unstoppable": 2, "overrun": 1},
            lore_hand_sizes=[3, 3],
        ),
    }


def full_views() -> dict[str, View]:
    """The views of the full game by name of their phase."""
    harvesters, guard = _unit(HARVESTERS, 3, 5, ordered=True), _unit(GUARD, 4, 5)
    archers = [_unit(("daqan", "yeoman_archers"), 6, column) for column in (4, 5)]
    lore: View = {"lore": [5, 5], "lore_hand_sizes": [1, 1]}
    unordered = harvesters | {"ordered": False}
    haste = {"timing": "after_orders", "seat": 0, "card": "ynfernal_haste"}
    command = _full("command", [unordered, guard])
    del command["card"]
    views = {
        name: view | {"lore_hand_sizes": [0, 0]}
        for name, view in minimal_views().items()
        if name != "exchange"
    }
    return {
        **_full_setup(),
        **views,
        "command": command | {"discard": {}, "hand": {"patrol_left": 4}},
        "extra_order": _full(
            "extra_order", [harvesters | {"ordered": False}, *archers], 1, 1, scenario=[None, "iron_volley"]
        ),
        "window": _full(
            "window",
            [harvesters, guard],
            **lore,
            lore_hand={"ynfernal_haste": 1},
            window={"timing": "after_orders"},
        ),
        "cancel": _full(
            "cancel",
            [harvesters, guard],
            1,
            **lore,
            lore_hand={"runic_barrier": 1},
            lore_used=[True, False],
            lore_discard=[{"ynfernal_haste": 1}, {}],
            window=haste,
        ),
        "aim": _full(
            "aim",
            [harvesters, _unit(VIPERS, 3, 6, ordered=True), guard],
            **lore,
            lore_hand={"overrun": 1},
            lore_used=[True, False],
            lore_discard=[{"ynfernal_haste": 1}, {}],
            window=haste,
        ),
        "lore": _full("lore", [unordered, guard], hand={"patrol_left": 4}),
        "lore_discard": _full(
            "lore_discard",
            [unordered, guard],
            hand={"patrol_left": 4},
            lore_hand={"overrun": 2, "unstoppable": 1},
            lore_hand_sizes=[3, 0],
            discards=1,
        ),
    }
