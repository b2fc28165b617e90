"""The shortest views of each decision that a front end can write by hand, with the shipped cards."""

from typing import Any

Json = dict[str, Any]

_OPEN = (
    "persian_immortals", "carthaginians", "macedonian_companions",
    "genoese_crossbowmen", "trung_sisters", "trebuchet",
    "bantu_ruga_ruga", "caroleans", "field_howitzers",
    "battleship", "night_witches", "winter_snipers",
)  # fmt: skip
_GEARS = {"active": "t02", "pending": "t10", "wheel": 0}
_HAND = ("catapult", "archer", "conscript", "spy")


def _view(phase: str, players: int, without: tuple[str, ...] = (), **more: Any) -> Json:
    """A second turn of seat 0, who began: Joakim and Pär are in era II, the others nowhere yet."""
    seats: list[Json] = [{} for _ in range(players)]
    seats[0]["era"] = seats[1]["era"] = "II"
    seats[0].update(more.pop("own", {}))
    seats[1].update(more.pop("other", {}))
    hand = more.pop("hand", _HAND)
    return {
        "seat": 0,
        "phase": phase,
        "turn": players,
        "first": 0,
        "gears": _GEARS,
        "board": {"open": {unit: 1 for unit in _OPEN if unit not in without}},
        "players": seats,
        "hand": dict.fromkeys(hand, 1),
        **more,
    }


def _units(*units: str) -> list[Json]:
    return [{"card": unit} for unit in units]


def minimal_views(players: int) -> dict[str, Json]:
    """By phase, for so many players."""
    chain = _units("genoese_crossbowmen", "trung_sisters")
    gone = ("genoese_crossbowmen", "trung_sisters")
    board: Json = {"attackers": _units("catapult", "archer"), "defenders": chain}
    challenge: Json = {"defender": 1, "defenders": _units("shieldbearer")}
    arms = {"tokens": {"plus1_long": 1}}
    fought = {"hand_size": 3}
    views = {
        "travel": _view("travel", players, warfare={"open": ["plus1_long", "accuracy", "chase"]}),
        "action": _view("action", players),
        "face": _view("face", players),
        "chain": _view("chain", players, gone[:1], battle={"defenders": chain[:1]}),
        "deploy": _view("deploy", players, gone, battle={"defenders": chain}),
        "defend": _view("defend", players, battle={"defender": 1}) | {"seat": 1},
        "defend_arm": _view("defend_arm", players, other=arms, battle=challenge) | {"seat": 1},
        "arm": _view("arm", players, gone, own=arms, hand=_HAND[2:], battle=board),
        "relaunch": _view(
            "relaunch", players, gone, hand=_HAND[2:],
            battle={
                "attackers": [{"card": "catapult", "token": "relaunch"}, {"card": "archer"}],
                "defenders": chain, "dice": [[0, 0, 1], [0, -1, 0]], "roller": "attacker",
            },
        ),
        "keep": _view(
            "keep", players, other=fought, looked=[1, 3],
            battle={"defender": 1, "winner": "attacker", "deployed": 2},
        ),
        "relic_choice": _view("relic_choice", players, offered={"I": 2, "III": 1}),
        "close": _view(
            "close", players, own={"tokens": {"tighten_up": 1}}, gears=_GEARS | {"done": [True, True]},
        ),
    }  # fmt: skip
    views["defend"]["hand"] = views["defend_arm"]["hand"] = dict.fromkeys(_HAND[:3], 1)
    return views
