"""Is every deck and card of Battalla worth playing? ``python -m bench.battalla_cards [--games 400]``

Bots play the built-in decks against each other, and decks drawn at random: two mythoi and neutral cards
each, most of them three times. Of each card: how often it is played when it can be, and what the decks
that hold it win.
"""

import argparse
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from battlewise.bots import Choice, bot
from battlewise.bots.match import interval
from battlewise.bots.tournament.play import play_game
from battlewise.core import Move, State, game

MYTHOI = ("greek", "egyptian", "norse", "fae")
PLAYED = ("play", "react", "summon")
KINDS = 14  # of cards in a random deck


@dataclass
class Seen:
    """What one game tells: its decks, its result, and the cards that could be and were played."""

    decks: tuple[Any, Any]
    returns: list[float]
    turns: int
    could: Counter[str]
    played: Counter[str]


def watch_game(decks: tuple[Any, Any], spec: str, seed: int) -> Seen:
    """A game of a bot against itself; what it can play is counted once a turn."""
    rules = game("battalla", deck_0=decks[0], deck_1=decks[1])
    could: set[tuple[int, int, str]] = set()
    played: set[tuple[int, int, str]] = set()

    def watch(state: State, choice: Choice) -> Move:
        for move in state.legal():
            doc = move.doc
            if doc["kind"] in PLAYED:
                could.add((state.turn, state.to_move, doc["card"]))
        doc = choice.move.doc
        if doc["kind"] in PLAYED:
            played.add((state.turn, state.to_move, doc["card"]))
        return choice.move

    state = play_game(rules, [bot(spec)] * 2, seed, watch)
    counts = [Counter(card for _, _, card in cards) for cards in (could, played)]
    return Seen(decks, state.returns(), state.turn, *counts)


@cache
def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((files("battlewise.core.games.battalla") / "data" / name).read_text("utf-8"))


def random_deck(rng: np.random.Generator) -> dict[str, Any]:
    """Forty cards of two mythoi and neutral ones, and five heroes of any."""
    chosen = {"neutral", *rng.choice(MYTHOI, 2, replace=False)}
    pool = [name for name, card in _toml("cards.toml").items() if card["mythos"] in chosen]
    kinds = [str(name) for name in rng.choice(pool, KINDS, replace=False)]
    main = dict.fromkeys(kinds[:-1], 3)
    main[kinds[-1]] = 1
    heroes = [str(name) for name in rng.choice(list(_toml("heroes.toml")), 5, replace=False)]
    return {"main": main, "heroes": heroes}


def deck_table(games: Iterable[Seen], names: list[str]) -> Table:
    """What each deck wins of its games against each of the others, with a 95 % interval of all."""
    won: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in games:
        for seat in (0, 1):
            won[one.decks[seat], one.decks[1 - seat]].append(one.returns[seat])
    table = Table("deck", *names, "all others", "95 % interval", title="share of wins")
    for name in names:
        every = [value for other in names if other != name for value in won[name, other]]
        score, low, high = interval(every)
        cells = [f"{np.mean(won[name, other]):.0%}" if other != name else "" for other in names]
        table.add_row(name, *cells, f"{score:.1%} of {len(every)}", f"{low:.1%} .. {high:.1%}")
    return table


def card_table(games: Iterable[Seen]) -> Table:
    """Each card by the share of games that decks with it win, two standard errors, and its use."""
    won: dict[str, list[float]] = defaultdict(list)
    could: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for one in games:
        for seat in (0, 1):
            for name in (*one.decks[seat]["main"], *one.decks[seat]["heroes"]):
                won[name].append(one.returns[seat])
        could += one.could
        played += one.played
    table = Table(
        "card", "games", "won", "+-", "could be played", "was played", title="cards of random decks"
    )
    for name in sorted(won, key=lambda name: -float(np.mean(won[name]))):
        share = f"{played[name] / could[name]:.0%}" if could[name] else "-"
        error = 2 * np.sqrt(0.25 / len(won[name]))
        row = (f"{np.mean(won[name]):.1%}", f"{error:.1%}", str(could[name]), share)
        table.add_row(name, str(len(won[name])), *row)
    return table


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="mcts:iterations=200")
    parser.add_argument("--games", type=int, default=400, help="of each kind")
    parser.add_argument("--seed", type=int, default=20_000_000)
    parser.add_argument("--only", choices=("decks", "cards"))
    arguments = parser.parse_args()
    console = Console(width=120)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    names = list(_toml("decks.toml"))
    if arguments.only != "cards":
        pairs = list(permutations(names, 2))
        seen = [watch_game(pairs[seed % len(pairs)], arguments.bot, seed) for seed in seeds]
        console.print(deck_table(seen, names))
        first = interval([one.returns[0] for one in seen])
        late = np.mean([one.turns >= 60 for one in seen])
        console.print(f"seat 0 wins {first[0]:.1%} [{first[1]:.1%} .. {first[2]:.1%}]", highlight=False)
        console.print(
            f"{late:.1%} reach the turn limit, {np.mean([one.turns for one in seen]):.1f} turns a game"
        )
    if arguments.only != "decks":
        rng = np.random.default_rng(arguments.seed)
        drawn = [(random_deck(rng), random_deck(rng)) for _ in seeds]
        console.print(
            card_table(watch_game(one, arguments.bot, seed) for one, seed in zip(drawn, seeds, strict=True))
        )


if __name__ == "__main__":
    main()
