"""Positions of A Battle Through History in short notation, for its tests."""

import json
from typing import Any

from battlewise.core import State, game
from battlewise.core.games.history.cards import folders, load

GAME = game("history")
THREE = game("history", players=3)
BASE = ("catapult", "archer", "conscript", "spy", "swordsman", "spearman", "scout", "shieldbearer")
OPEN = (
    "persian_immortals", "carthaginians", "macedonian_companions",
    "genoese_crossbowmen", "trung_sisters", "trebuchet",
    "bantu_ruga_ruga", "caroleans", "field_howitzers",
    "battleship", "night_witches", "winter_snipers",
)  # fmt: skip
NOTHING = [0, 0, 0]
UNITS = load(folders(None)).units
ELITES = [[unit.id for unit in UNITS if unit.era == era and not unit.hero] for era in range(4)]
HEROES = [[unit.id for unit in UNITS if unit.era == era and unit.hero] for era in range(4)]


def cards(*names: str) -> dict[str, int]:
    """A set of cards as views have it."""
    return dict.fromkeys(names, 1)


def line_up(units: tuple[Any, ...]) -> list[dict[str, str]]:
    """Units from the battlefront, each an id or a pair of it and a warfare token."""
    pairs = [(one, None) if isinstance(one, str) else one for one in units]
    return [{"card": unit, "token": token} for unit, token in pairs]


def view(
    phase: str,
    *,
    players: int = 2,
    seat: int = 0,
    own: dict[str, Any] | None = None,
    other: dict[str, Any] | None = None,
    third: dict[str, Any] | None = None,
    opened: tuple[str, ...] = OPEN,
    hand: tuple[str, ...] = BASE[:4],
    gears: dict[str, Any] | None = None,
    board: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A view of the second turn of seat 0, who began; seats 0 and 1 are in era II, unless given. The active
    tile shows the era of seat 0. Of eras with too few cards open more lie there, unless `board` says which
    cards are `removed`.
    """
    seats: list[dict[str, Any]] = [{} if third is None else third for _ in range(players)]
    seats[0] = {"era": "II", **(own or {})}
    seats[1] = {"era": "II", **(other or {})}
    active = "t17" if seats[0]["era"] in ("III", "IV") else "t02"
    shown: dict[str, Any] = {
        "seat": seat,
        "phase": phase,
        "turn": players,
        "first": 0,
        "gears": {"active": active, "pending": "t10", "wheel": 0, **(gears or {})},
        "board": {"open": cards(*opened), **(board or {})},
        "players": seats,
        "hand": cards(*hand),
        **more,
    }
    if "removed" not in shown["board"]:
        fill_eras(shown)
    return shown


def fill_eras(shown: dict[str, Any]) -> None:
    """Open cards that are nowhere else until three of each era lie on the main board or defend it."""
    battle = shown.get("battle", {})
    board = [] if battle.get("defender") is not None else [one["card"] for one in battle.get("defenders", ())]
    used = json.dumps(shown)
    for of_era in ELITES:
        there = sum(one in shown["board"]["open"] or one in board for one in of_era)
        spare = [one for one in of_era if f'"{one}"' not in used]
        shown["board"]["open"].update(cards(*spare[: max(0, 3 - there)]))


def position(phase: str, **more: Any) -> State:
    """The state of such a view, which stops at chance nodes."""
    rules = game("history", players=more.get("players", 2))
    return rules.from_view(view(phase, **more), seed=1, chance="ask")


def engaged(attackers: tuple[Any, ...], defenders: tuple[Any, ...], **more: Any) -> State:
    """Both sides stand and the dice are still to be thrown; the defenders are of the main board, or of seat 1
    if `defender` is 1. Era II is where the attacker is, unless given.
    """
    fielded = {one if isinstance(one, str) else one[0] for one in attackers + defenders}
    against = {"defender": more.pop("defender")} if "defender" in more else {}
    battle = {"attackers": line_up(attackers), "defenders": line_up(defenders), **against}
    more.setdefault("opened", tuple(one for one in OPEN if one not in fielded))
    more.setdefault("hand", tuple(one for one in BASE if one not in fielded)[:2])
    if against:
        own = tuple(one for one in defenders if isinstance(one, str))
        left = [one for one in BASE if one not in own and (one, None) not in defenders]
        more.setdefault("other", {"cards": cards(*left[:5]), "hand_size": 2})
    return position("dice", battle=battle, **more)


def throw(state: State, strong: list[int], risky: list[int]) -> None:
    """Play a result of the dice."""
    state.play({"kind": "roll", "strong": strong, "risky": risky})


def settle(state: State) -> State:
    """Let chance roll until somebody decides or the game is over."""
    while state.is_chance:
        state.roll()
    return state


def texts(state: State) -> set[str]:
    """The legal moves, or the outcomes, in text."""
    return {move.text for move in state.legal() or state.outcomes()}


def player(state: State, seat: int, viewer: int | None = 0) -> dict[str, Any]:
    """What a viewer sees of a player."""
    found: dict[str, Any] = state.view(viewer)["players"][seat]
    return found


def phase(state: State) -> str:
    """The phase's name."""
    return str(state.view(None)["phase"])
