"""Fairness and use of cards: ``python -m bench.balance --game history -o players=4``.

In games of a bot against itself: the score of each place in the order of play and of each seat, with 95 %
intervals; and for games with a `bench.counts.Count`, what it counts. With ``--always KIND`` one seat a game
plays a move of that kind whenever it can, and its score is shown too. A ledger keeps the games, so that a run
that was stopped goes on where it was.
"""

import argparse
import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from battlewise.bots import Choice, bot
from battlewise.bots.arguments import options_of
from battlewise.bots.match import interval
from battlewise.bots.tournament.play import play_game
from battlewise.core import Move, State, Value, game
from bench.counts import Count, Tally, counter_of
from bench.processes import Row, kept_results


def count_game(game_id: str, options: dict[str, Value], spec: str, always: Sequence[str], seed: int) -> Row:
    """Play a game and count it.

    :param always: the kinds of moves that one seat plays whenever it can; none: all seats are the bot.
    :returns: ``returns`` by seat, the seat that decides ``first``, the ``stubborn`` seat or None, and the
        ``tally``, a list of keys with their counts.
    """
    rules = game(game_id, **options)
    stubborn = seed % rules.seats

    def decide(state: State, choice: Choice) -> Move:
        wanted = [move for move in state.legal() if move.doc["kind"] in always]
        if state.to_move != stubborn or not wanted:
            return choice.move
        visits = {one.move: one.visits for one in choice.candidates}
        return max(wanted, key=lambda move: visits.get(move, 0))

    played = play_game(rules, [bot(spec)] * rules.seats, seed, decide)
    first = next(actor for actor, _ in played.log() if actor >= 0)
    tally: Tally = Counter()
    counter = counter_of(rules)
    if counter is not None:
        _watch(counter, rules.new(seed=seed, chance="ask"), played.record()["moves"], tally)
    return {
        "returns": played.returns(),
        "first": first,
        "stubborn": stubborn if always else None,
        "tally": [[list(key), n] for key, n in tally.items()],
    }


def _watch(counter: Count, state: State, moves: list[str], tally: Tally) -> None:
    """Play a game again for the counter."""
    for move in moves:
        state.play(move)
        counter.watch(state, tally)


def tally_of(rows: list[Row]) -> Tally:
    """The counts of all games."""
    tally: Tally = Counter()
    for row in rows:
        tally.update({tuple(key): n for key, n in row["tally"]})
    return tally


def score_table(rows: list[Row], title: str) -> Table:
    """What each place in the order of play, each seat and the stubborn seat win."""
    table = Table("", "wins", "95 % interval", title=title)
    seats = len(rows[0]["returns"])
    groups = {
        f"place {place + 1}": [row["returns"][(row["first"] + place) % seats] for row in rows]
        for place in range(seats)
    }
    groups |= {f"seat {seat + 1}": [row["returns"][seat] for row in rows] for seat in range(seats)}
    if rows[0]["stubborn"] is not None:
        groups["stubborn seat"] = [row["returns"][row["stubborn"]] for row in rows]
    for name, returns in groups.items():
        mean, low, high = interval(returns)
        table.add_row(name, f"{mean:.1%}", f"{low:.1%} .. {high:.1%}")
    return table


def _key(game_id: str, options: dict[str, Value], spec: str, always: Sequence[str]) -> Row:
    """What tells games of these rules, data and bots from others."""
    folders: list[Any] = [files(f"battlewise.core.games.{game_id}") / "data"]
    folders += [Path(str(options["data"]))] if "data" in options else []
    texts = [
        one.read_bytes()
        for folder in folders
        if folder.is_dir()
        for one in sorted(folder.iterdir(), key=lambda one: str(one.name))
        if one.name.endswith(".toml")
    ]
    what = [game_id, game(game_id).version, options, spec, list(always)]
    return {"key": hashlib.sha256(b"".join(texts) + repr(what).encode()).hexdigest()[:16]}


def main() -> None:
    """Play the games that the ledger lacks and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="history")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--bot", default="mcts:iterations=250")
    parser.add_argument(
        "--always", nargs="+", default=[], metavar="KIND", help="of moves, for one seat a game"
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=3_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ledger", type=Path, default=Path("build", "balance.jsonl"))
    given = parser.parse_args()
    options = options_of(given.option)
    work = partial(count_game, given.game, options, given.bot, given.always)
    seeds = range(given.seed, given.seed + given.games)
    key = _key(given.game, options, given.bot, given.always)
    rows = kept_results(work, seeds, given.jobs, given.ledger, key)
    console = Console(width=110)
    console.print(score_table(rows, f"{given.game}: {given.bot}, {len(rows)} games"))
    counter = counter_of(game(given.game, **options))
    if counter is not None:
        console.print(*counter.tables(tally_of(rows)))


if __name__ == "__main__":
    main()
