"""For each decision, the shortest view that a front end can write by hand."""

from typing import Any

View = dict[str, Any]
HARVESTERS = ("uthuk", "blood_harvesters")
VIPERS = ("uthuk", "viper_legion")
GUARD = ("daqan", "citadel_guard")


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


def full_views() -> dict[str, View]:
    """The views of the full game by name of their phase."""
    return {}
