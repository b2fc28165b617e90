"""Positions of Batalj in short notation, for its tests."""

from pathlib import Path
from typing import Any

from battlewise.core import State, game

DATA = Path(__file__).parent / "data"  # Province cards of the tests
FIEFS = (
    ("norrbotten", "dalarna", "narke"), ("tavastehus", "sodermanland", "smaland"),
    ("halsingland", "karelen", "uppland"), ("savolaks", "vastergotland", "gotland"),
    ("osterbotten", "abo", "nyland"),
)  # fmt: skip
LEFT, CENTRE, RIGHT, FAR_LEFT, FAR_CENTRE, FAR_RIGHT, RESERVE = range(7)


def names(*ids: str) -> dict[str, int]:
    """A set as views have it."""
    return dict.fromkeys(ids, 1)


def field(**pieces: Any) -> dict[str, list[int]]:
    """Numbers of pieces in the areas, by army: ``sweden={LEFT: 3}``."""
    return {army: [pieces.get(army, {}).get(area, 0) for area in range(7)] for army in ("sweden", "enemy")}


def battle(
    phase: str,
    stage: str,
    sweden: dict[int, int],
    enemy: dict[int, int],
    *,
    commanders: dict[int, int] | None = None,
    enemy_commanders: dict[int, int] | None = None,
    players: int = 1,
    cards: tuple[str, ...] | None = None,
    **war: Any,
) -> State:
    """A battle that seat 0 leads, with Province cards wherever Swedish pieces stand. It stops at chance.
    Both reserves hold three soldiers by default.
    """
    sweden, enemy = {RESERVE: 3, **sweden}, {RESERVE: 3, **enemy}
    areas = ("left", "centre", "right", "far_left", "far_centre", "far_right")
    shown = [areas[i] for i in range(6) if sweden.get(i)] if cards is None else cards
    view = {
        "seat": 0,
        "phase": phase,
        "players": [{"fiefs": names(*FIEFS[seat])} for seat in range(players)],
        "war": {
            "leader": 0,
            "sent": [{"fiefs": names("narke")}, *({} for _ in range(players - 1))],
            "stage": stage,
            "round": 0 if phase in ("form", "enemy_card") else 1,
            "soldiers": field(sweden=sweden, enemy=enemy),
            "commanders": field(sweden=commanders or {}, enemy=enemy_commanders or {}),
            "cards": names(*shown),
            **war,
        },
    }
    return game("batalj", mode="battle", players=players, data=DATA).from_view(view, seed=1, chance="ask")


def pieces(state: State, army: str, area: int) -> tuple[int, int]:
    """Soldiers and commanders of an army in an area."""
    war = state.view(None)["war"]
    return war["soldiers"][army][area], war["commanders"][army][area]


def foray(
    phase: str,
    riders: list[dict[str, Any]],
    face_down: tuple[str, ...] = ("hamburg", "bremen"),
    **more: Any,
) -> State:
    """A foray in which seat 0 is to ride, in the order of seats; it stops at chance nodes."""
    rules = game("batalj", mode="foray", players=len(riders))
    view = {
        "seat": 0,
        "phase": phase,
        "order": list(range(len(riders))),
        "foray": {
            "face_down": names(*face_down),
            "riders": [{"status": "riding", **rider} for rider in riders],
            **more,
        },
    }
    return rules.from_view(view, seed=1, chance="ask")


def campaign(
    phase: str, *, players: int = 2, seat: int = 0, hand: dict[str, int] | None = None, **more: Any
) -> State:
    """The seventh reign, at peace; seat 0 is the first to move. Each seat has its fiefs, 15 gold and two
    traders in Russia; by default only `seat` has Event cards. It stops at chance nodes.
    `own` and `other` change seats 0 and 1.
    """
    seats: list[dict[str, Any]] = [
        {"fiefs": names(*FIEFS[one]), "gold": 15, "traders": {"russia": 2 if players < 4 else 1}}
        for one in range(players)
    ]
    seats[0].update(more.pop("own", {}))
    seats[1].update(more.pop("other", {}))
    hand = hand or {}
    seats[seat]["hand_size"] = sum(hand.values())
    rules = game("batalj", players=players, data=DATA)
    reign = {"green": 2, "red": 6, "blue": 12}[(more.get("regent") or "red").split("_")[0]]
    view = {
        "seat": seat,
        "phase": phase,
        "reign": reign,
        "players": seats,
        "hand": hand,
        "order": [0],
        **more,
    }
    return rules.from_view(view, seed=1, chance="ask")


def play(state: State, *moves: Any) -> State:
    """A copy after some moves, each a text or an object."""
    state = state.copy()
    for move in moves:
        state.play(move)
    return state


def texts(state: State) -> list[str]:
    return [move.text for move in state.legal() or state.outcomes()]


def opening(regent: str, reign: int = 6, **more: Any) -> State:
    """The Regent card has just been shown; nobody holds Event cards."""
    rules = game("batalj", players=more.pop("players", 2), data=DATA)
    seats = [
        {"fiefs": names(*FIEFS[seat]), "gold": 15, **more.pop(f"seat{seat}", {})}
        for seat in range(rules.seats)
    ]
    view = {"seat": None, "phase": "regent", "reign": reign, "players": seats, **more}
    state = rules.from_view(view, seed=1, chance="ask")
    state.play(f"regent {regent.replace('_', ' ')}")
    return state


def playing(
    card: str, phase: str = "act", *, seat: int = 0, hand: dict[str, int] | None = None, **more: Any
) -> State:
    """A position in which `seat` holds a card and can play it."""
    if phase == "window":
        more.setdefault("window", "before")
        more["realm"] = {"passed": [one for one in range(2) if one != seat], **more.get("realm", {})}
    return campaign(phase, seat=seat, hand={card: 1, **(hand or {})}, **more)


def played(state: State, card: str, *moves: Any) -> State:
    return play(state, {"kind": "play_event", "event": card}, *moves)


def at_war(
    card: str, sweden: dict[int, int], enemy: dict[int, int], country: str = "russia", **war: Any
) -> State:
    """A window at the start of a round of battle; seat 0 leads and holds the card."""
    areas = ("left", "centre", "right", "far_left", "far_centre", "far_right")
    shown = war.pop("cards", names(*(areas[i] for i in range(6) if sweden.get(i))))
    return campaign(
        "window", hand={card: 1}, enemy=country, window="war", order=[], realm={"passed": [1]},
        war={"leader": 0, "sent": [{"fiefs": names("narke")}, {}], "stage": "war_events", "round": 1,
             "cards": shown,
             "soldiers": field(sweden={RESERVE: 3, **sweden}, enemy={RESERVE: 3, **enemy}), **war},
    )  # fmt: skip


def gold(state: State) -> list[int]:
    return [player["gold"] for player in state.view(None)["players"]]
