"""The command ``battlewise train``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlewise.bots.arguments import NO_OPTIONS, GameId, Options, Seed, in_all, variants_of
from battlewise.bots.bot import searcher
from battlewise.bots.networks import FOLDER, file_name
from battlewise.bots.tournament.cli import ClusterUrl, Jobs, crew_of
from battlewise.core import BattlewiseError

if TYPE_CHECKING:
    from battlewise.bots.train.run import Round


def train(
    game_id: GameId,
    minutes: Annotated[
        float, typer.Option(min=0.1, help="Wall time for games and fits; matches may take as long again.")
    ] = 15,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; each plays with the best network so far.")] = 3,
    iterations: Annotated[int, typer.Option(min=1, help="Iterations of a search.")] = 200,
    match: Annotated[int, typer.Option(min=2, help="Most games of a match that decides on a network.")] = 100,
    teacher: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="A slow tree search that says what positions are worth; it reads the networks that bots "
            "read. By default the next search and the result of the game say it.",
        ),
    ] = None,
    seed: Seed = 0,
    work: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keeps games, so that a run resumes.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the network is written.")] = Path(
        "networks"
    ),
    jobs: Jobs = None,
    cluster: ClusterUrl = None,
    option: Options = NO_OPTIONS,
) -> None:
    """Train a network that corrects the estimate of a game, from games of its bot with itself.

    An option with several values, divided by |, varies: the games take the combinations in turn.
    """
    try:
        from battlewise.bots.train.run import Plan, Training
    except ModuleNotFoundError as error:
        if error.name not in ("jax", "optax"):
            raise
        raise BattlewiseError(f"{error.name}: is missing; pip install 'battlewise[train]'") from None
    from battlewise.bots.tournament.plan import Terms

    variants = variants_of(option)
    name = file_name(game_id, in_all(variants))
    terms = tuple(Terms(game_id, options) for options in variants)
    if teacher is not None:
        searcher(teacher, "teacher")
    plan = Plan(terms, minutes, rounds, iterations, match, seed, teacher)
    training = Training(plan, work or out / name.removesuffix(".npz"), crew_of(jobs, cluster), _print)
    training.run()
    if not training.best.exists():
        print("No network won its match: nothing is written. More minutes give more games to learn from.")
        return
    out.mkdir(parents=True, exist_ok=True)
    (out / name).write_bytes(training.best.read_bytes())
    print(f"{out / name} is written. Bots read it if {FOLDER}={out} is in the environment.")


def _print(one: "Round") -> None:
    reads = "features and observation" if one.observes else "features"
    score = one.score
    searched = "" if one.search is None else f", {one.search:.4f} of the search"
    print(
        f"round {one.number + 1}, {one.positions} positions, {reads}: squared error {one.estimate:.4f} of "
        f"the estimate, {one.corrected:.4f} corrected{searched}; match "
        f"{score.mean:.1%} ({score.low:.1%} to {score.high:.1%}; even {score.even:.0%}) of {score.games} "
        f"games: {'kept' if one.kept else 'not kept'}",
        flush=True,
    )
