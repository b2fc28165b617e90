"""Positions of Battalia in short notation, for its tests."""

from collections import Counter
from typing import Any

from battlewise.core import State, game
from battlewise.core.games.battalia.cards import TERRAINS

FACTIONS = ("baerfolk", "islanders", "emberians", "cloudborn")
START = {2: ("b2", "f6"), 3: ("d1", "a4", "g4"), 4: ("a1", "g1", "a7", "g7")}
NEUTRAL = {2: ("f2", "b6"), 3: ("c3", "e3", "d6"), 4: ("d2", "b4", "f4", "d6")}
TOWN = "city_cross"


def cards(text: str) -> dict[str, int]:
    """Such as ``"2 friman_baerfolk, supply"``."""
    found: Counter[str] = Counter()
    for part in filter(None, text.split(", ")):
        number, _, name = part.rpartition(" ")
        found[name] += int(number or 1)
    return dict(found)


def city(owner: Any, level: int, terrain: str = "woods", card: str = TOWN, exits: str = "nesw") -> Any:
    return {"card": card, "exits": exits, "terrain": terrain, "owner": owner, "level": level}


def road(exits: str, terrain: str = "canyons") -> Any:
    shapes = {1: "road_straight", 2: "road_turn", 3: "road_tee", 4: "road_cross"}
    card = "road_straight" if exits in ("ns", "ew") else shapes[len(exits)]
    return {"card": card, "exits": exits, "terrain": terrain}


def usual_map(players: int) -> dict[str, Any]:
    """Starting cities, seat 0 at the first one on woods, neutral cities and ruins."""
    table: dict[str, Any] = {"d4": {"card": "ruins"}}
    for i, square in enumerate(START[players]):
        table[square] = city(i, 1, TERRAINS[i])
    for i, square in enumerate(NEUTRAL[players]):
        table[square] = city("neutral", 4, TERRAINS[i])
    return table


def player(seat: int, hand: str, nation: str = "5 supply, friman_emberians", **more: Any) -> dict[str, Any]:
    """A player: all cards of hand and nation have been seen; a shelter of five supplies makes ten cards."""
    held = Counter(cards(hand)) + Counter(cards(nation))
    return {
        "faction": FACTIONS[seat],
        "cards": dict(held),
        "hand_size": sum(cards(hand).values()),
        "shelter": cards("5 supply"),
        **more,
    }


def view(
    phase: str = "action",
    *,
    hand: str = "",
    players: int = 4,
    seat: int = 0,
    turn: int | None = None,
    squares: dict[str, Any] | None = None,
    own: dict[str, Any] | None = None,
    others: dict[int, Any] | None = None,
    theirs: dict[int, str] | None = None,
    day: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """A view of seat 0, who began and whose turn it is. `theirs`: hands of the others, of which others know
    all. On day 0 the tool is illuminated and matches.
    """
    seats = []
    for i in range(players):
        given = {**((own or {}) if i == 0 else (others or {}).get(i, {}))}
        text = hand if i == seat else (theirs or {}).get(i, "6 supply" if i else hand)
        if i != seat and theirs and i in theirs:
            given.setdefault("known", cards(text))
        seats.append(player(i, text, **given))
    table = {**usual_map(players), **(squares or {})}
    found = {
        "seat": seat,
        "phase": phase,
        "turn": day * players if turn is None else turn,
        "first": 0,
        "map": {square: card for square, card in table.items() if card is not None},
        "players": seats,
        "hand": cards(hand if seat == 0 else (theirs or {}).get(seat, "6 supply")),
        **more,
    }
    if players == 2:
        found["absent"] = "cloudborn"
    return found


def position(phase: str = "action", options: dict[str, Any] | None = None, **more: Any) -> State:
    """The state of such a view, which stops at chance nodes."""
    rules = game("battalia", players=more.get("players", 4), **(options or {}))
    return rules.from_view(view(phase, **more), seed=1, chance="ask")


def texts(state: State) -> set[str]:
    """The legal moves, or the outcomes, in text; heroes by their numbers, such as ``hero 1``."""
    return {numbered(state, move.text) for move in state.legal() or state.outcomes()}


def numbered(state: State, text: str) -> str:
    """A move's text with the number of the mover's hero in place of its square."""
    heroes = state.view(None)["players"][state.to_move]["heroes"] if state.to_move >= 0 else []
    for i, square in enumerate(heroes):
        text = text.replace(f"the hero on {square} ", f"hero {i + 1} ")
    return text


def has(state: State, start: str) -> bool:
    """Whether a legal move's text begins so."""
    return any(text.startswith(start) for text in texts(state))


def play(state: State, *moves: str) -> State:
    """Play moves; chance nodes between them roll unless a move is one of their outcomes."""
    for move in moves:
        while state.is_chance and move not in texts(state):
            state.roll()
        found = [one for one in state.legal() or state.outcomes() if numbered(state, one.text) == move]
        state.play(found[0] if found else move)
    return state


def settle(state: State) -> State:
    """Let chance roll until there is a decision or the game is over."""
    while state.is_chance:
        state.roll()
    return state


def seen(state: State, seat: int | None = 0) -> dict[str, Any]:
    return state.view(seat)


def of(state: State, seat: int) -> dict[str, Any]:
    """What a player's own view says of the player."""
    found: dict[str, Any] = state.view(seat)["players"][seat]
    return found


def phase(state: State) -> str:
    return str(seen(state, None)["phase"])


def hand(state: State, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = seen(state, seat)["hand"]
    return found


def laid(state: State) -> dict[str, int]:
    """What the active player can still play of the cards on the table."""
    found: dict[str, int] = seen(state)["laid"][0]
    return found


def volcano(**more: Any) -> dict[str, Any]:
    """The squares of the volcano, and others."""
    names = {"c3": "woods", "e3": "mountains", "e5": "canyons", "c5": "lakes"}
    found: dict[str, Any] = {"d4": {"card": "peak", "owner": None}}
    for square in ("c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"):
        card = "sanctuary" if square in names else "crossroads"
        found[square] = {"card": card, "terrain": names.get(square)}
    return found | more


ROADS = {"b1": road("ew"), "d1": road("esw"), "e1": road("ew"), "f1": road("ew")}


def siege(hand: str, theirs: str = "6 supply", level: int = 3, at: str = "c1", **more: Any) -> State:
    """A hero of seat 0 stands on the city of seat 1 on c1, between its roads."""
    town = city(1, level, more.pop("terrain", "lakes"), "city_straight", "ew")
    own = {"heroes": [at], **more.pop("own", {})}
    squares = {**ROADS, "c1": town, **more.pop("squares", {})}
    return position(hand=hand, theirs={1: theirs}, own=own, squares=squares, **more)


def score(state: State) -> str:
    """The strengths of a battle, such as ``4 to 3``."""
    return state.render().splitlines()[-1].rpartition(": ")[2]
