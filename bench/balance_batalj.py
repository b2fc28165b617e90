"""The economy of a campaign of Batalj: ``python -m bench.balance_batalj --players 2 4``.

In games of a bot against itself: how often each activity is chosen, by seat and by era, how many History
cards are bought, how much gold is earned and left; then what a seat wins that always chooses one activity,
where it can, against the bot in the other seats. Every game is a line of a ledger under
``build/balance_batalj``, so that a run that was stopped goes on where it was.
"""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from battlewise.bots import Choice, bot
from battlewise.bots.match import interval
from battlewise.bots.tournament.play import play_game
from battlewise.core import Move, State, game
from battlewise.core.games.batalj import cards
from bench.processes import in_processes

LEDGERS = Path("build/balance_batalj")
BUDGET = "mcts:iterations=300"  # of each decision: strong enough to plan a trade, and some seconds a game
ACTIVITIES = {
    "agriculture": "agriculture",
    "trade": "trade",
    "culture_fiefs": "culture",
    "culture_trade": "culture",
    "join_foray": "foray",
}
ERAS = {"green": range(5), "red": range(5, 10), "blue": range(10, 16)}
Row = dict[str, Any]
"""What happened in a game: a line of a ledger."""


def play(players: int, spec: str, always: str | None, data: Path | None, seed: int) -> Row:
    """One game, counted.

    :param always: the activity that one seat chooses whenever it can; None: all seats are the bot.
    :param data: a folder whose files replace the game's own.
    :returns: the seed, the seat of `always`, and by seat: the result, AP, activities by reign, History cards
        bought, gold earned after the start (net of what is paid in the same step) and gold left.
    """
    rules: Any = game("batalj", players=players, **({} if data is None else {"data": data}))
    stubborn = seed % players

    def decide(state: State, choice: Choice) -> Move:
        if always is not None and state.to_move == stubborn and state.view(None)["phase"] == "act":
            visits = {one.move: one.visits for one in choice.candidates}
            wanted = [move for move in state.legal() if ACTIVITIES.get(move.doc["kind"]) == always]
            if wanted:
                return max(wanted, key=lambda move: visits.get(move, 0))
        return choice.move

    played = play_game(rules, [bot(spec)] * players, seed, decide)
    counted = _count(rules, seed, played.record()["moves"])
    return {"seed": seed, "always": stubborn if always else None, "returns": played.returns(), **counted}


def _count(rules: Any, seed: int, moves: list[str]) -> Row:
    """Play a game again to see who does what, earns what and buys what."""
    state = rules.new(seed=seed, chance="ask")
    view = state.view(None)
    acted: list[Any] = [[] for _ in range(rules.seats)]
    bought, earned = [0] * rules.seats, [0] * rules.seats
    for text in moves:
        kind = rules.move(text, state).doc["kind"]
        if kind in ACTIVITIES and view["to_move"] != "chance":
            acted[view["to_move"]].append([view["reign"], ACTIVITIES[kind]])
        if kind == "buy_card":
            bought[view["to_move"]] += 1
        state.play(text)
        before, view = view, state.view(None)
        for seat, (old, new) in enumerate(zip(before["players"], view["players"], strict=True)):
            earned[seat] += max(0, new["gold"] - old["gold"])
    left = [player["gold"] for player in view["players"]]
    return {"activities": acted, "bought": bought, "earned": earned, "left": left, "reign": view["reign"]}


def rows_of(
    players: int, spec: str, always: str | None, data: Path | None, seeds: range, jobs: int
) -> list[Row]:
    """The games of some seeds: those that the ledger has, and the others played now."""
    ledger = LEDGERS / f"{players}_{always or 'all'}_{_digest(spec, data)}.jsonl"
    ledger.parent.mkdir(parents=True, exist_ok=True)
    lines = ledger.read_text().splitlines() if ledger.exists() else []
    known = {row["seed"]: row for row in map(json.loads, lines)}
    missing = [seed for seed in seeds if seed not in known]
    work = partial(play, players, spec, always, data)
    for first in range(0, len(missing), 4 * jobs):
        for row in in_processes(work, missing[first : first + 4 * jobs], jobs):
            known[row["seed"]] = row
            with ledger.open("a") as out:
                out.write(json.dumps(row) + "\n")
    return [known[seed] for seed in seeds]


def _digest(spec: str, data: Path | None) -> str:
    """A name for the rules, the data and the bot of a ledger."""
    found = hashlib.sha256(f"{game('batalj').version} {spec}".encode())
    for name in cards.FILES:
        folder = next(folder for folder in cards.folders(data) if (folder / name).exists())
        found.update((folder / name).read_bytes())
    return found.hexdigest()[:12]


# -- tables


def shares(rows: list[Row]) -> Iterator[tuple[str, Counter[str]]]:
    """How often each activity was chosen: in all, by seat, by era."""
    chosen = [
        (seat, reign, name)
        for row in rows
        for seat, acted in enumerate(row["activities"])
        for reign, name in acted
    ]
    yield "all", Counter(name for _, _, name in chosen)
    for seat in range(len(rows[0]["activities"])):
        yield f"seat {seat + 1}", Counter(name for one, _, name in chosen if one == seat)
    for era, reigns in ERAS.items():
        yield era, Counter(name for _, reign, name in chosen if reign in reigns)


def _activities(rows: list[Row], title: str) -> Table:
    names = list(dict.fromkeys(ACTIVITIES.values()))
    table = Table("", "turns", *names, title=title)
    for what, counts in shares(rows):
        total = max(1, counts.total())
        table.add_row(what, str(counts.total()), *(f"{counts[name] / total:.0%}" for name in names))
    return table


def _gold(rows: list[Row], title: str) -> Table:
    """By seat: results, History cards, gold."""
    table = Table(
        "seat", "wins", "95 %", "cards a reign", "gold earned", "gold left", "share left", title=title
    )
    for seat in range(len(rows[0]["returns"])):
        mean, low, high = interval([row["returns"][seat] for row in rows])
        reigns = sum(row["reign"] + 1 for row in rows)
        bought, earned, left = (sum(row[what][seat] for row in rows) for what in ("bought", "earned", "left"))
        table.add_row(
            str(seat + 1),
            f"{mean:.0%}",
            f"{low:.0%} .. {high:.0%}",
            f"{bought / reigns:.2f}",
            f"{earned / len(rows):.0f}",
            f"{left / len(rows):.0f}",
            f"{left / max(1, earned):.0%}",
        )
    return table


def _stubborn(found: dict[str, list[Row]], title: str) -> Table:
    table = Table("always", "games", "wins", "95 % interval", title=title)
    for always, rows in found.items():
        mean, low, high = interval([row["returns"][row["always"]] for row in rows])
        table.add_row(always, str(len(rows)), f"{mean:.0%}", f"{low:.0%} .. {high:.0%}")
    return table


def main() -> None:
    """Play the games that the ledgers lack and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--bot", default=BUDGET)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--always", type=int, default=24, help="games of each seat with one activity")
    parser.add_argument("--data", type=Path, help="a folder whose files replace the game's own")
    parser.add_argument("--seed", type=int, default=7_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    console = Console(width=110)
    for players in arguments.players:
        work = partial(rows_of, players, arguments.bot, data=arguments.data, jobs=arguments.jobs)
        rows = work(always=None, seeds=range(arguments.seed, arguments.seed + arguments.games))
        title = f"{players} players, {arguments.bot}, {len(rows)} games"
        console.print(_activities(rows, f"activities: {title}"))
        console.print(_gold(rows, f"gold: {title}"))
        if arguments.always:
            seeds = range(arguments.seed, arguments.seed + arguments.always)
            found = {one: work(always=one, seeds=seeds) for one in ("agriculture", "trade", "culture")}
            console.print(_stubborn(found, f"a seat with one activity against the bot: {players} players"))


if __name__ == "__main__":
    main()
