"""The command ``battlewise rollout``."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlewise.bots.arguments import NO_OPTIONS, GameId, Options, Seed, options_of
from battlewise.bots.rollout import QUICK
from battlewise.bots.tournament.cli import ClusterUrl, Jobs, crew_of
from battlewise.core import BattlewiseError, Move, State, game

if TYPE_CHECKING:
    from rich.table import Table

    from battlewise.bots.rollout.judge import Rollout

SEARCHER = "hard"


def rollout(
    game_id: GameId,
    view: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A view at a decision, as JSON; - for stdin.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The record of a game, as JSON; - for stdin.")
    ] = None,
    ply: Annotated[
        int | None, typer.Option(help="Moves and outcomes of the record before the decision; default: all.")
    ] = None,
    bot: Annotated[
        str, typer.Option(help="The bot that plays the games on: a level or a specification.")
    ] = QUICK,
    best: Annotated[
        int | None, typer.Option(help=f"Only the best moves of a search by {SEARCHER}; default: all moves.")
    ] = None,
    trials: Annotated[int, typer.Option(help="Limit of trials.")] = 2000,
    least: Annotated[int, typer.Option(help="Trials before the first verdict.")] = 32,
    margin: Annotated[
        float, typer.Option(help="A loss up to which a move is as good as the best, 0..1.")
    ] = 0.02,
    seed: Seed = 0,
    ledger: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file that keeps the games, so that a run resumes.")
    ] = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    jobs: Jobs = None,
    cluster: ClusterUrl = None,
    option: Options = NO_OPTIONS,
) -> None:
    """Judge the moves of a decision by whole games, played to the end on common deals."""
    from rich.console import Console
    from rich.live import Live

    from battlewise.bots.rollout.run import Limits
    from battlewise.bots.rollout.run import rollout as roll_out

    limits = Limits(min(least, trials), trials, margin)
    state = _decision(game_id, view, record, ply, option)
    candidates = None if best is None else _best(state, best, seed)
    crew = crew_of(jobs, cluster)
    with Live(console=Console(stderr=True), transient=True) as live:
        try:
            found = roll_out(
                state,
                bot,
                candidates,
                limits,
                seed,
                crew,
                ledger,
                report=lambda r: live.update(_table(state, r)),
            )
        except KeyboardInterrupt:
            live.console.print(
                "stopped" if ledger is None else f"stopped; run the command again to resume {ledger}"
            )
            raise typer.Exit(130) from None
    assert found is not None  # nothing stopped it
    if json_out:
        print(json.dumps(found.doc(state)))
    else:
        console = Console()
        console.print(_table(state, found))
        console.print(_VERDICTS[found.verdict], highlight=False)


def _decision(
    game_id: str, view: Path | None, record: Path | None, ply: int | None, option: list[str]
) -> State:
    """The position that the options name."""
    if (view is None) == (record is None):
        raise BattlewiseError("view: give a view or a record, one of the two")
    if view is not None:
        if ply is not None:
            raise BattlewiseError("ply: is for a record; a view has none")
        doc = _read(view)
        state = game(game_id, **options_of(option)).from_view(doc, seed=0)
        if state.to_move != doc["seat"]:
            raise BattlewiseError(f"seat: {doc['seat']!r} is not to move")
        return state
    assert record is not None
    doc = _read(record)
    moves = doc.get("moves") if isinstance(doc, dict) else None
    if not isinstance(moves, list) or not isinstance(doc.get("options", {}), dict):
        raise BattlewiseError("record: is not an object with moves and options")
    if ply is not None and not 0 <= ply <= len(moves):
        raise BattlewiseError(f"ply: {ply} is not in 0..{len(moves)}")
    rules = game(game_id, **(options_of(option) or doc.get("options", {})))
    state = rules.replay({**doc, "moves": moves[:ply]})
    if state.to_move < 0:
        raise BattlewiseError(f"ply: after {state.ply} there is nothing to decide")
    return state


def _read(path: Path) -> Any:
    name = "stdin" if path == Path("-") else str(path)
    try:
        return json.loads(sys.stdin.read() if name == "stdin" else path.read_text("utf-8"))
    except OSError as error:
        raise BattlewiseError(f"file: {name}: {error.strerror}") from None
    except ValueError as error:
        raise BattlewiseError(f"{name}: this is not JSON: {error}") from None


def _best(state: State, number: int, seed: int) -> list[Move]:
    """The best moves of a search."""
    from battlewise.bots.bot import bot

    if number < 1:
        raise BattlewiseError(f"best: {number} is not 1 or more")
    return [one.move for one in bot(SEARCHER).choose(state, seed).candidates[:number]]


_VERDICTS = {
    "clear": "The first move is better than every other.",
    "equal": "No move that is left is worse than the first by more than the margin.",
    "open": "Which move is best is open after this number of trials.",
}


def _table(state: State, found: "Rollout") -> "Table":
    """The candidates in words, the best first."""
    from rich.table import Column, Table

    numbers = [Column(name, justify="right") for name in ("result", "95 %", "behind", "95 %", "trials")]
    title = f"{state.game.id}, {found.bot}, {found.games} games"
    table = Table(Column("move", overflow="fold"), *numbers, title=title)
    words = state.words([one.move for one in found.candidates], state.to_move)
    for place, (one, said) in enumerate(zip(found.candidates, words, strict=True)):
        behind = () if not place else (f"{one.loss:.1%}", f"{one.loss_low:.1%} .. {one.loss_high:.1%}")
        value = (f"{one.value:.1%}", f"{one.low:.1%} .. {one.high:.1%}")
        trials = f"{one.trials}{' dropped' if one.dropped else ''}"
        table.add_row(said, *value, *(behind or ("", "")), trials)
    return table
