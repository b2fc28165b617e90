"""Is every deck and card of Battalla worth playing? ``python -m bench.battalla_cards [--games 400]``

Bots play the built-in decks against each other, and decks drawn at random: two mythoi and neutral cards
each, most of them three times. Of each pair of decks: what each wins; of the player who goes first: what
that player wins; of each card: how often it is played when it can be, and what the decks that hold it win.
A ledger keeps the games, so that a run that was stopped goes on where it was.
"""

import argparse
import hashlib
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib.resources import files
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from battlewise.bots import Choice, bot
from battlewise.bots.match import interval
from battlewise.bots.tournament.play import play_game
from battlewise.core import Move, State, game
from bench.processes import Row, kept_results

MYTHOI = ("greek", "egyptian", "norse", "fae")
PLAYED = ("play", "react", "summon")
KINDS = 14  # of cards in a random deck
DATA = ("cards.toml", "heroes.toml", "decks.toml", "estimate.toml", "weigh.toml")


@dataclass
class Seen:
    """What one game tells: its decks, who went first, its result, the cards that could be and were played."""

    decks: tuple[Any, Any]
    first: int
    returns: list[float]
    turns: int
    could: dict[str, int]
    played: dict[str, int]


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
    counts = [dict(Counter(card for _, _, card in cards)) for cards in (could, played)]
    chooser, choice = next(
        (seat, move) for seat, move in state.log() if move.text in ("go first", "go second")
    )
    first = chooser if choice.text == "go first" else 1 - chooser
    return Seen(decks, first, state.returns(), state.turn, *counts)


def watch_built_in(spec: str, seed: int) -> Seen:
    """A game of two built-in decks; twelve seeds in a row have every pair in both seats."""
    pairs = list(permutations(_toml("decks.toml"), 2))
    return watch_game(pairs[seed % len(pairs)], spec, seed)


def watch_random(spec: str, seed: int) -> Seen:
    """A game of two random decks."""
    rng = np.random.default_rng(seed)
    return watch_game((random_deck(rng), random_deck(rng)), spec, seed)


def kept_games(
    watch: Callable[[str, int], Seen], spec: str, seeds: range, jobs: int, path: Path
) -> list[Seen]:
    """The games of these seeds: those that the ledger has, of the same data and rules, and the others.

    :param path: of the ledger.
    """
    texts = [(files("battlewise.core.games.battalla") / "data" / name).read_bytes() for name in DATA]
    version = [watch.__name__, spec, game("battalla").version]
    key = hashlib.sha256(b"".join(texts) + repr(version).encode()).hexdigest()[:16]
    rows = kept_results(partial(_row, watch, spec), seeds, jobs, path, {"key": key})
    return [Seen(**row) for row in rows]


def _row(watch: Callable[[str, int], Seen], spec: str, seed: int) -> Row:
    return asdict(watch(spec, seed))


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


def card_table(games: Iterable[Seen], title: str) -> Table:
    """Each card by the share of games that decks with it win, two standard errors, and its use."""
    won: dict[str, list[float]] = defaultdict(list)
    could: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for one in games:
        for seat in (0, 1):
            deck = one.decks[seat]
            listed = _toml("decks.toml")[deck] if isinstance(deck, str) else deck
            for name in (*listed["main"], *listed["heroes"]):
                won[name].append(one.returns[seat])
        could += one.could
        played += one.played
    table = Table("card", "games", "won", "+-", "could be played", "was played", title=title)
    for name in sorted(won, key=lambda name: -float(np.mean(won[name]))):
        share = f"{played[name] / could[name]:.0%}" if could[name] else "-"
        error = 2 * np.sqrt(0.25 / len(won[name]))
        row = (f"{np.mean(won[name]):.1%}", f"{error:.1%}", str(could[name]), share)
        table.add_row(name, str(len(won[name])), *row)
    return table


def first_table(games: list[Seen]) -> Table:
    """What the player who goes first wins, and how long games are."""
    table = Table("", "share", "95 % interval", title="who goes first")
    for name, some in (
        ("all", games),
        *(
            (deck, [one for one in games if deck in one.decks])
            for deck in sorted({deck for one in games for deck in one.decks})
        ),
    ):
        score, low, high = interval([one.returns[one.first] for one in some])
        table.add_row(name, f"{score:.1%} of {len(some)}", f"{low:.1%} .. {high:.1%}")
    turns = [one.turns for one in games]
    late = np.mean([one == 60 for one in turns])
    table.caption = f"{np.mean(turns):.1f} turns a game, {late:.1%} reach the turn limit"
    return table


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="mcts:iterations=200")
    parser.add_argument("--games", type=int, default=400, help="of each pair of decks, and of random decks")
    parser.add_argument("--seed", type=int, default=20_000_000)
    parser.add_argument("--only", choices=("decks", "cards"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ledger", type=Path, default=Path("build/battalla_cards.jsonl"))
    arguments = parser.parse_args()
    console = Console(width=120)
    names = list(_toml("decks.toml"))
    if arguments.only != "cards":
        pairs = len(names) * (len(names) - 1) // 2
        seeds = range(arguments.seed, arguments.seed + pairs * arguments.games)
        seen = kept_games(watch_built_in, arguments.bot, seeds, arguments.jobs, arguments.ledger)
        console.print(deck_table(seen, names), first_table(seen), card_table(seen, "cards of built-in decks"))
    if arguments.only != "decks":
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        seen = kept_games(watch_random, arguments.bot, seeds, arguments.jobs, arguments.ledger)
        console.print(card_table(seen, "cards of random decks"))


if __name__ == "__main__":
    main()
