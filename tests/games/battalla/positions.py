"""Positions of Battalla! for its tests: a table is set up from a view, with decks that have what is on it."""

from collections import Counter
from typing import Any

from battlewise.core import Game, State, game

FILL = ("hoplite", "jackal_guard", "sphinx", "minotaur", "frost_giant", "dryad", "brownie", "nile_crocodile",
        "berserker", "argonaut", "nemean_lion", "charioteer", "fenrir", "harpy", "mummy", "khopesh",
        "amazon_scout", "redcap", "thunderbolt", "war_cry")  # fmt: skip
HEROES = {"athena", "heracles", "anubis", "isis", "thor", "loki", "titania", "oberon", "ra", "hades",
          "pegasus", "horus", "sleipnir", "puck"}  # fmt: skip
Placed = tuple[int, str, str] | tuple[int, str, str, dict[str, Any]]


def deck(cards: Counter[str], heroes: list[str]) -> dict[str, Any]:
    """A legal list of 40 or more with three of each card named."""
    main = {card: 3 for card in cards if card not in HEROES}
    for card in FILL:
        if sum(main.values()) >= 40 and len(main) >= 14:
            break
        main.setdefault(card, 3)
    return {"main": main, "heroes": heroes}


def _order(placed: Placed) -> tuple[str, str]:
    return placed[2][1], placed[2][0]


def table(
    placed: list[Placed],
    hand: dict[str, int] | None = None,
    other: dict[str, int] | None = None,
    stamina: tuple[int, int] = (5, 0),
    heroes: tuple[list[str], list[str]] = ([], []),
    discard: tuple[dict[str, int], dict[str, int]] = ({}, {}),
    fields: tuple[str | None, str | None] = (None, None),
    seat: int = 0,
    active: int = 0,
    phase: str = "turn",
    options: dict[str, Any] | None = None,
    deck_has: tuple[str, ...] = (),
    **more: Any,
) -> State:
    """A position with seat 0 to move by default; `other` is seat 1's hand, which it knows."""
    hand, other = hand or {}, other or {}
    used = [Counter(hand), Counter(other)] if seat == 0 else [Counter(other), Counter(hand)]
    cards = []
    for seat_of, card, square, *rest in sorted(placed, key=_order):
        used[seat_of][card] += 1
        used[seat_of].update(rest[0].get("items", []) if rest else [])
        cards.append({"seat": seat_of, "card": card, "square": square, **(rest[0] if rest else {})})
    for i in range(2):
        used[i].update(discard[i])
        used[i].update([fields[i]] if fields[i] else [])
    used[seat].update(deck_has)
    rules = rules_for(used, heroes, options)
    known = [{}, other] if seat == 0 else [other, {}]
    sizes = [sum(hand.values()), sum(other.values())]
    view: dict[str, Any] = {
        "seat": seat,
        "phase": phase,
        "active": active,
        "turn": 10 + active,
        "cards": cards,
        "hand": hand,
        "hand_sizes": sizes if seat == 0 else sizes[::-1],
        "known": known,
        "stamina": list(stamina),
        "discard": list(discard),
        "fields": list(fields),
    }
    return rules.from_view({**view, **more}, seed=1, chance="ask")


def rules_for(
    used: list[Counter[str]], heroes: tuple[list[str], list[str]], options: dict[str, Any] | None
) -> Game:
    decks = {f"deck_{i}": deck(used[i], heroes[i]) for i in range(2)}
    return game("battalla", **decks, **(options or {}))  # type: ignore[arg-type]


def texts(state: State) -> set[str]:
    return {move.text for move in state.legal()}


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


def rolled(state: State) -> State:
    """The same state after all chance nodes."""
    while state.is_chance:
        state.roll()
    return state


def at(state: State, square: str) -> dict[str, Any] | None:
    return next((card for card in state.view(0)["cards"] if card["square"] == square), None)


def name_at(state: State, square: str) -> str | None:
    card = at(state, square)
    return card["card"] if card else None


def health(state: State, square: str) -> int:
    card = at(state, square)
    assert card is not None
    return int(card["hp"]) - int(card["damage"])


def phase(state: State) -> str:
    return str(state.view(None)["phase"])


def hand(state: State, seat: int) -> dict[str, int]:
    return dict(state.view(seat)["hand"])


def discarded(state: State, seat: int) -> dict[str, int]:
    return dict(state.view(None)["discard"][seat])


WALL = (1, "sphinx", "a4")


def card(state: State, square: str) -> dict[str, Any]:
    found = at(state, square)
    assert found is not None, f"nothing on {square}"
    return found


def stamina(state: State) -> list[int]:
    return list(state.view(None)["stamina"])


def attacked(attacker: str, defender: str, **more: Any) -> State:
    """Seat 0's card on a3 has attacked seat 1's on a4."""
    state = table([(0, attacker, "a3"), (1, defender, "a4")], **more)
    return play(state, "attack a3-a4")


def next_turn(state: State) -> State:
    """The turn is passed, and the draws are made."""
    return rolled(play(state, "pass"))
