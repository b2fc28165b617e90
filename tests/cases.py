"""The games and options that the conformance suite and `tests.sameness` go through, each by a name."""

from typing import Any

from battlewise.core import games
from tests.marks import LONG

Case = tuple[str, dict[str, Any]]

CASES: dict[str, Case] = {one: (one, {}) for one in games()} | {
    "battlelore_full": ("battlelore", {"scenario": "full"}),
    "battalla_speed": (
        "battalla",
        {"deck_0": "olympus", "deck_1": "valhalla", "format": "speed", "lanes": 4},
    ),
    "battalla_closed": (
        "battalla",
        {"deck_0": "forest", "deck_1": "olympus", "open_lists": False, "mythos_limit": True, "lanes": 6},
    ),
    "history_5": ("history", {"players": 5, "rounds": 8}),
    "batalj_4": ("batalj", {"players": 4}),
    "batalj_foray_3": ("batalj", {"mode": "foray", "players": 3, "markers": 9}),
    "batalj_battle_1": ("batalj", {"mode": "battle", "players": 1}),
    "batalj_battle_5": ("batalj", {"mode": "battle", "players": 5}),
    # Random games of Battalia are long: these end after a week or two (whole ones: test_whole.py).
    "battalia": ("battalia", {"weeks": 2}),
    "battalia_horn": (
        "battalia",
        {
            "players": 3,
            "scenario": "bleeding_horn",
            "unbound": True,
            "start_heroes": 1,
            "neutrals": 2,
            "weeks": 1,
        },
    ),
    "battalia_advanced": (
        "battalia",
        {"players": 4, "advanced": True, "neutral_level": 6, "start_heroes": 2, "weeks": 1},
    ),
}

# Numbers of players and options that are as good as covered above; runs with BATTLEWISE_LONG=1 take them too.
LONG_CASES: dict[str, Case] = {
    "battalla_mythos": (
        "battalla",
        {"deck_0": "valhalla", "deck_1": "sun", "mythos_limit": True, "lanes": 6},
    ),
    "history_long": ("history", {"rounds": 8}),
    "history_3": ("history", {"players": 3}),
    "history_4": ("history", {"players": 4, "rounds": 8}),
    "batalj_foray_1": ("batalj", {"mode": "foray", "players": 1}),
    "battalia_cities": (
        "battalia",
        {
            "start_cities": 2,
            "start_heroes": 2,
            "ruins_strength": 4,
            "points": 5,
            "great_cities": 2,
            "weeks": 1,
        },
    ),
}

# The same; only runs of many games take them too.
MORE_CASES: dict[str, Case] = {
    "batalj_3": ("batalj", {"players": 3}),
    "batalj_5": ("batalj", {"players": 5}),
    "batalj_foray_2": ("batalj", {"mode": "foray", "players": 2}),
    "batalj_battle_2": ("batalj", {"mode": "battle", "players": 2}),
    "battalia_3": ("battalia", {"players": 3, "weeks": 1}),
    "battalia_horn_2": ("battalia", {"scenario": "bleeding_horn", "weeks": 1}),
    "battalia_horn_4": ("battalia", {"players": 4, "scenario": "bleeding_horn", "weeks": 1}),
    "battalia_unbound": ("battalia", {"players": 2, "unbound": True, "weeks": 1}),
}

if LONG:
    CASES |= LONG_CASES
else:
    MORE_CASES |= LONG_CASES


def _seats() -> dict[str, Case]:
    """Every number of seats of every game and mode that has several."""
    found = [("history", {"players": n}) for n in range(2, 6)]
    found += [("batalj", {"players": n}) for n in range(2, 6)]
    found += [("batalj", {"mode": mode, "players": n}) for mode in ("battle", "foray") for n in range(1, 6)]
    found += [("battalia", {"players": n, "weeks": 1}) for n in range(2, 5)]
    found += [("battalia", {"players": n, "scenario": "bleeding_horn", "weeks": 1}) for n in range(2, 5)]
    return {
        "_".join([game_id, *map(str, options.values())]): (game_id, options) for game_id, options in found
    }


# For what other frameworks expect, which hangs on the number of seats.
SEATS = _seats()
