"""The pictures of the games: ``python -m bench.pictures`` draws them and writes the page that shows them.

The wide pictures lie in docs/pictures/ and are shown on docs/pictures.md. The narrow ones, as a phone has
them, lie packed in tests/golden/pictures/.
"""

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from battlewise.bots import bot
from battlewise.core import State, game
from battlewise.core.options import Value
from battlewise.core.scene.draw import Layout

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
PAGE = ROOT / "docs" / "pictures.md"
NARROW = ROOT / "tests" / "golden" / "pictures"
OVER = "over"


@dataclass(frozen=True)
class Position:
    """The first of a kind that a game between greedy bots has at or after a ply.

    :param says: what its picture shows, in a sentence.
    :param phase: of the decision, or OVER.
    """

    says: str
    game: str
    phase: str
    ply: int = 0
    seed: int = 7
    options: Mapping[str, Value] = field(default_factory=dict)


POSITIONS = {
    "battlelore_muster": Position(
        "The muster of the full game: three armies to choose from, and the units with their costs.",
        "battlelore",
        "muster",
        options={"scenario": "full"},
    ),
    "battlelore_deployment": Position(
        "The deployment: the hexes of both sides, own units and decoys there, the cards that are left.",
        "battlelore",
        "deploy",
        22,
        options={"scenario": "full"},
    ),
    "battlelore_learning": Position(
        "The learning scenario: ordered units, one of which attacks.", "battlelore", "attack", 50
    ),
    "battlelore": Position(
        "The full game: the dice of an attack, tokens on units, banners, tents and scenario cards.",
        "battlelore",
        "ability",
        200,
        options={"scenario": "full"},
    ),
    "battlelore_end": Position(
        "The end of the full game: who has won by how many victory points.",
        "battlelore",
        OVER,
        options={"scenario": "full"},
    ),
    "battalla_opening": Position(
        "The first turns: cards in hand with cost, attack and health, heroes, fields and free lanes.",
        "battalla",
        "place",
        40,
        options={"deck_0": "olympus", "deck_1": "forest"},
    ),
    "battalla": Position(
        "The middle of a game: units, heroes with items, stamina, penalty cards and discard piles.",
        "battalla",
        "turn",
        150,
        options={"deck_0": "valhalla", "deck_1": "sun"},
    ),
    "battalla_reaction": Position(
        "A reaction: the effect that waits, what it is about, and the cards that answer it.",
        "battalla",
        "react",
        170,
        options={"deck_0": "forest", "deck_1": "valhalla"},
    ),
    "battalla_search": Position(
        "A search: the own deck lies open to choose a card.",
        "battalla",
        "search",
        options={"deck_0": "valhalla", "deck_1": "sun"},
    ),
    "battalla_end": Position(
        "The end on six lanes: the last penalty card is taken.",
        "battalla",
        OVER,
        options={"deck_0": "valhalla", "deck_1": "sun", "lanes": 6},
    ),
    "history_gears": Position(
        "The first turn: gears and tiles, the cards of four eras, and the warfare token to take.",
        "history",
        "travel",
        options={"players": 2},
    ),
    "history": Position(
        "The actions of a tile: what can be bought, fought and taken back.",
        "history",
        "action",
        160,
        options={"players": 4},
    ),
    "history_battle": Position(
        "Two lines of battle, linked units and warfare tokens, sums of each combat before the dice.",
        "history",
        "arm",
        234,
        options={"players": 4},
    ),
    "history_dice": Position(
        "A battle whose dice are thrown: one may be rolled again; what they would mean.",
        "history",
        "relaunch",
        options={"players": 5},
    ),
    "history_end": Position(
        "The end of a game of five with points by their source.", "history", OVER, options={"players": 5}
    ),
    "batalj": Position(
        "A campaign: fiefs, countries with traders, the reign, the display and four players.",
        "batalj",
        "act",
        230,
        options={"players": 4},
    ),
    "batalj_war": Position(
        "A campaign at war: the battle above the map, the pieces sent and who leads.",
        "batalj",
        "attack",
        100,
        1,
        {"players": 3},
    ),
    "batalj_battle": Position(
        "A battle that is formed: sectors, reserves, and the pieces still to place.",
        "batalj",
        "form",
        17,
        options={"mode": "battle", "players": 2},
    ),
    "batalj_battle_hit": Position(
        "A battle of five players: a cannon has hit, and a sector is to be chosen.",
        "batalj",
        "aim",
        60,
        2,
        {"mode": "battle", "players": 5},
    ),
    "batalj_foray": Position(
        "A foray: roads, towns, Pillage markers, riders and their loot.",
        "batalj",
        "march",
        40,
        options={"mode": "foray", "players": 3},
    ),
    "battalia_setup": Position(
        "The set-up: the first cities on the map, heroes and the faction to lead.",
        "battalia",
        "start",
        options={"players": 3},
    ),
    "battalia": Position(
        "The middle of a game: turned roads, cities with level and owner, hand, decks and the Sun Oracle.",
        "battalia",
        "action",
        400,
        options={"players": 3},
    ),
    "battalia_cohort": Position(
        "An attack: the cohort, the line of battle as it grows, and the target.",
        "battalia",
        "line",
        options={"players": 3},
    ),
    "battalia_volcano": Position(
        "The Bleeding Horn: the volcano with its Keeper, a sanctuary and neutral cities.",
        "battalia",
        "put",
        500,
        options={"players": 4, "scenario": "bleeding_horn", "advanced": True, "unbound": True, "neutrals": 2},
    ),
    "battalia_response": Position(
        "Late in the advanced game: a city is attacked, its owner fights or surrenders.",
        "battalia",
        "response",
        1000,
        options={"players": 4, "advanced": True, "unbound": True, "neutrals": 2},
    ),
}


@cache
def reached(name: str) -> State:
    """The position that greedy bots reach.

    :raises ValueError: no game like that has one.
    """
    one = POSITIONS[name]
    state, greedy = game(one.game, **one.options).new(seed=one.seed), bot("greedy")
    while not state.is_over:
        if state.is_chance:
            state.roll()
        elif state.ply >= one.ply and state.view(state.to_move)["phase"] == one.phase:
            return state
        else:
            state.play(greedy.choose(state, seed=state.ply).move)
    if one.phase != OVER:
        raise ValueError(
            f"{name}: no {one.phase} at or after ply {one.ply}; the game ends with ply {state.ply}"
        )
    return state


def drawn(name: str, layout: Layout = "wide", style: bool = True) -> str:
    """The picture that the seat to move sees, with what it can choose lit; at the end that of all."""
    state = reached(name)
    seat = None if state.is_over else state.to_move
    lit = [] if seat is None else [move.touches[0] for move in state.legal() if move.touches]
    return state.game.svg(state.view(seat), layout, {"lit": dict.fromkeys(lit)}, style) + "\n"


def page() -> str:
    """The page that shows the wide pictures."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield "# Pictures of the games\n"
    yield "Positions from games between greedy bots, as the seat to move sees them. What can be chosen has a"
    yield "ring. `python -m bench.pictures` draws them and writes this page."
    title = ""
    for name, one in POSITIONS.items():
        if title != game(one.game).title:
            title = game(one.game).title
            yield f"\n## {title}"
        yield f"\n{one.says}\n\n![{name.replace('_', ' ')}](pictures/{name}.svg)"
    yield ""


def main() -> None:
    """Draw all."""
    NARROW.mkdir(parents=True, exist_ok=True)
    for name in POSITIONS:
        (FOLDER / f"{name}.svg").write_text(drawn(name), "utf-8")
        packed = gzip.compress(drawn(name, "narrow", style=False).encode(), mtime=0)
        (NARROW / f"{name}.svg.gz").write_bytes(packed)
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
