"""The commands ``battlewise tournament`` and ``battlewise replay``."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from battlewise.bots.arguments import NO_OPTIONS, GameId, Options, Seed, options_of

if TYPE_CHECKING:
    from battlewise.bots.tournament.crew import Crew
    from battlewise.bots.tournament.ledger import Ledger
    from battlewise.bots.tournament.plan import Clock, Pairing, Plan, Seating
    from battlewise.bots.tournament.play import Played
    from battlewise.bots.tournament.result import GameResult

LedgerFile = Annotated[
    Path, typer.Option("--ledger", metavar="FILE", help="The file that keeps the games; created if needed.")
]
Jobs = Annotated[int | None, typer.Option(help="Number of processes; default: one for each processor.")]
ClusterUrl = Annotated[
    str | None, typer.Option("--cluster", help="Play on the workers of this dask scheduler, tcp://HOST:PORT.")
]


def tournament(
    game_id: GameId,
    entrants: Annotated[
        list[str],
        typer.Argument(metavar="ENTRANT...", help="Bots: a level, a specification, or NAME=BOT."),
    ],
    ledger: LedgerFile,
    games: Annotated[
        int | None, typer.Option(help="Number of games; rounded up to whole blocks of every line-up.")
    ] = None,
    blocks: Annotated[
        int | None, typer.Option(help="Number of blocks for each line-up; default: 50.")
    ] = None,
    pairing: Annotated[
        str,
        typer.Option(
            help="round-robin: all sets of entrants; gauntlet: the first against the others; "
            "duel: two entrants, the second in all seats but one."
        ),
    ] = "round-robin",
    seating: Annotated[
        str, typer.Option(help="rotation: each entrant once in each seat; permutation: every order.")
    ] = "rotation",
    seed: Seed = 0,
    cap: Annotated[
        int | None, typer.Option(help="Decisions after which a game ends as shared; default: no limit.")
    ] = None,
    move_ms: Annotated[
        int | None, typer.Option(help="Milliseconds for a decision; a bot that exceeds them forfeits.")
    ] = None,
    game_ms: Annotated[
        int | None, typer.Option(help="Milliseconds for all decisions of a seat in a game.")
    ] = None,
    clock: Annotated[str, typer.Option(help="What the time limits count: cpu or wall time.")] = "cpu",
    jobs: Jobs = None,
    cluster: ClusterUrl = None,
    option: Options = NO_OPTIONS,
) -> None:
    """Play bots against each other and keep every game. Run the command again to resume."""
    from rich.console import Console

    from battlewise.bots.tournament.ledger import Ledger
    from battlewise.bots.tournament.plan import Plan, Terms

    terms = Terms(game_id, options_of(option), cap, move_ms, game_ms, cast("Clock", clock))
    plan = Plan(terms, _entrants(entrants), cast("Pairing", pairing), cast("Seating", seating), 1, seed)
    plan = plan.with_blocks(_blocks(plan, games, blocks))
    crew = crew_of(jobs, cluster)
    with Ledger.writing(ledger, plan, shlex.join(sys.argv)) as kept:
        ended = _play(kept, plan, crew)
        aside, forfeits = kept.set_aside(), _forfeits(kept)
    console = Console(stderr=True)
    for text in forfeits:
        console.print(text, markup=False, highlight=False)
    for game in aside:
        reason = game["reason"].strip().splitlines()[-1]
        text = f"set aside: {game['key']}, {' : '.join(game['seats'])}, seed {game['seed']}: {reason}"
        console.print(text, markup=False, highlight=False)
    if not ended:
        console.print(
            f"stopped; {ledger} has the games so far, run the command again to resume", markup=False
        )
        raise typer.Exit(130)
    raise typer.Exit(1 if aside else 0)


def _play(ledger: "Ledger", plan: "Plan", crew: "Crew") -> bool:
    """Play while showing the standings and the time left; False if it was interrupted."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from battlewise.bots.tournament.run import run
    from battlewise.bots.tournament.standings import Standings

    standings = Standings(plan, ledger.results(complete=False))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns)
    task = progress.add_task(f"{plan.terms.game}, games", total=plan.games, completed=standings.games)
    with Live(
        get_renderable=lambda: Group(standings.table(), progress), console=Console(), refresh_per_second=2
    ):

        def note(played: "list[Played]") -> None:
            standings.add(one.result for one in played if one.result)
            progress.update(task, advance=len(played))

        try:
            run(ledger, crew, note)
        except KeyboardInterrupt:
            return False
    return True


def _forfeits(ledger: "Ledger") -> list[str]:
    """A line for each entrant that forfeited games: how many, and why the first."""
    errors = ledger.errors()
    lost: dict[str, list[GameResult]] = {}
    for game in ledger.results(complete=False):
        if game.key in errors:
            lost.setdefault(game.seats[game.scores.index(0.0)], []).append(game)
    lines = []
    for name, games in lost.items():
        first, number = games[0], len(games)
        reason = errors[first.key].strip().splitlines()[-1]
        lines.append(f"forfeits of {name}: {number}, first {first.key}, seed {first.seed}: {reason}")
    return lines


def replay(
    ledger: Annotated[Path, typer.Argument(metavar="LEDGER", help="The ledger of a tournament.")],
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key of a game.")],
) -> None:
    """Replay a game of a tournament and print its record as JSON."""
    from battlewise.bots.tournament.ledger import Ledger

    with Ledger(ledger) as kept:
        kept.replay(key)
        print(json.dumps(kept.record(key)))


def _entrants(texts: list[str]) -> dict[str, str]:
    """Bots by name: ``NAME=SPECIFICATION``, or a specification that is its own name."""
    from battlewise.bots.tournament.plan import PlanError

    found: dict[str, str] = {}
    for text in texts:
        before, equals, after = text.partition("=")
        named = bool(equals) and ":" not in before
        name, spec = (before, after) if named else (text, text)
        if name in found:
            raise PlanError("entrants", f"{name!r} is given twice")
        found[name] = spec
    return found


def _blocks(plan: "Plan", games: int | None, blocks: int | None) -> int:
    from battlewise.bots.tournament.plan import PlanError

    if games is not None and blocks is not None:
        raise PlanError("games", "cannot be combined with blocks; give one of the two")
    if games is None:
        return 50 if blocks is None else blocks
    if games < 1:
        raise PlanError("games", f"{games} is not 1 or more")
    return -(-games // plan.games)


def crew_of(jobs: int | None, cluster: str | None) -> "Crew":
    """The crew that the options --jobs and --cluster name."""
    from battlewise.bots.tournament.crew import CrewError, Processes

    if cluster is None:
        jobs = jobs if jobs is not None else len(os.sched_getaffinity(0))
        if jobs < 1:
            raise CrewError("jobs: must be 1 or more")
        return Processes(jobs)
    if jobs is not None:
        raise CrewError("jobs: cannot be combined with cluster, whose workers play the games")
    try:
        from battlewise.bots.tournament.cluster import Cluster
    except ImportError:
        raise CrewError(
            "cluster: the extra is not installed; run pip install 'battlewise[cluster]'"
        ) from None
    return Cluster(cluster)
