"""The command ``battlewise balance``."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from battlewise.bots.arguments import NO_OPTIONS, GameId, Seed, variants_of
from battlewise.bots.bot import searcher
from battlewise.bots.tournament.cli import ClusterUrl, Jobs, crew_of
from battlewise.core import BattlewiseError

Variants = Annotated[
    list[str],
    typer.Option(
        "--option", "-o", help="An option of the game, NAME=VALUE or NAME=VALUE|VALUE; can be repeated."
    ),
]


def balance(
    game_id: GameId,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page to write, HTML.")],
    games: Annotated[int, typer.Option(min=2, help="Number of games of all combinations of options.")] = 200,
    spec: Annotated[str, typer.Option("--bot", help="The bot of all seats, a tree search.")] = "medium",
    ledger: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keeps the games, so that a run resumes.")
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: ClusterUrl = None,
    option: Variants = NO_OPTIONS,
) -> None:
    """Report on the balance of a game: seats, options, length, decisions, cards, comebacks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from battlewise.bots.balance.page import to_html
    from battlewise.bots.balance.play import Job
    from battlewise.bots.balance.run import played
    from battlewise.bots.tournament.plan import Terms, rules_of

    searcher(spec)
    job = Job([Terms(game_id, options) for options in variants_of(option)], spec)
    seats = {rules_of(terms).seats for terms in job.variants}
    if len(seats) > 1 or min(seats) < 2:
        raise BattlewiseError("option: a report is of games with one number of seats, 2 or more")
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=games)
        found = played(
            job,
            range(seed, seed + games),
            crew_of(jobs, cluster),
            ledger,
            lambda done: progress.update(task, completed=done),
        )
    words = ["battlewise", "balance", game_id, *(part for pair in option for part in ("-o", pair))]
    words += ["--games", str(games), "--bot", spec, "--seed", str(seed), "--out", out.name]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(to_html(job, found, shlex.join(words)), "utf-8")
    print(f"{out} is written.")
