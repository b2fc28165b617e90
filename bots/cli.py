"""The command line ``battlewise``.

A command imports what it needs when it runs, so that the others start without it.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from battlewise.bots.arguments import NO_OPTIONS, GameId, Options, Seed, options_of
from battlewise.bots.balance.cli import balance
from battlewise.bots.bot import LEVELS
from battlewise.bots.check import check
from battlewise.bots.rollout.cli import rollout
from battlewise.bots.tournament.cli import replay, tournament
from battlewise.bots.tournament.judge import levels, report, sprt
from battlewise.bots.train.cli import train
from battlewise.core import BattlewiseError, Game, game, game_class, games

if TYPE_CHECKING:
    from battlewise.bots.match import Block, Match

app = typer.Typer(no_args_is_help=True, add_completion=False, help="AI opponents for battle games.")
console = Console()
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="The database; default: that of `serve`."),
]
app.command()(tournament)
app.command()(replay)
app.command()(sprt)
app.command()(report)
app.command()(levels)
app.command()(rollout)
app.command()(train)
app.command()(check)
app.command()(balance)


@app.command("games")
def list_games() -> None:
    """List the games with their options, and the levels of play."""
    table = Table("game", "title", "seats", "options")
    broken = []
    for game_id in games():
        try:
            kind = game_class(game_id)
        except BattlewiseError as error:
            broken.append(str(error))
            continue
        options = "\n".join(
            f"{o.name}={o.default}  {', '.join(map(str, o.choices)) or f'{o.low}..{o.high}'}"
            for o in kind.OPTIONS
        )
        table.add_row(game_id, kind.title, str(_seats(kind)), options)
    console.print(table)
    console.print("levels: " + ", ".join(f"{name} ({spec})" for name, spec in LEVELS.items()))
    for text in broken:
        console.print(text, markup=False)


def _seats(kind: type[Game]) -> int:
    """The number of seats by default: of the option ``players``, or 2; making the game takes far longer."""
    return next((int(option.default) for option in kind.OPTIONS if option.name == "players"), 2)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8000,
) -> None:
    """Start the HTTP service with its page."""
    import_module("battlewise.api.serve").serve(host, port)


@app.command()
def engine() -> None:
    """Answer requests as JSON lines: standard input to standard output."""
    import_module("battlewise.api.engine").main()


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A file with the record of a match.")],
    seal: Annotated[str | None, typer.Option(help="The seal in the match's last event.")] = None,
) -> None:
    """Check a match's record: every decision, every outcome against the seeds, the result."""
    print(import_module("battlewise.api.commands").verify(record, seal))


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    database: Database = None,
) -> None:
    """Copy everything that the service keeps to a file; the service can be running."""
    print(import_module("battlewise.api.commands").backup(target, database))


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
) -> None:
    """Fill an empty database from a backup."""
    print(import_module("battlewise.api.commands").restore(source, database))


@app.command()
def match(
    game_id: GameId,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="A bot for each seat.")],
    number: Annotated[
        int, typer.Option("--games", help="Number of games; rounded up to whole blocks.")
    ] = 100,
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option(help="Number of processes.")] = 1,
    option: Options = NO_OPTIONS,
) -> None:
    """Play bots against each other, with seats swapped on the same deal, and print the result."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from battlewise.bots.match import interval, play_match

    blocks: list[Block] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{bots[0]} ...", total=number)

        def advance(block: "Block") -> None:
            blocks.append(block)
            score, low, high = interval([one.scores[0] for one in blocks])
            text = f"{bots[0]} {score:.1%} [{low:.1%}, {high:.1%}]"
            progress.update(task, advance=len(block.moves), description=text)

        result = play_match(game_id, bots, number, seed, options_of(option), jobs, advance)
    _print_match(game_id, result)


def _print_match(game_id: str, result: "Match") -> None:
    table = Table("bot", "score", "95 % interval", title=f"{game_id}, {result.games} games")
    for one in result.standings:
        table.add_row(one.spec, f"{one.score:.1%}", f"{one.low:.1%} .. {one.high:.1%}")
    console.print(table)
    plies = sum(block.plies for block in result.blocks) / result.games
    console.print(f"{plies:.1f} decisions a game; intervals clustered by deal")


@app.command()
def play(
    game_id: GameId,
    against: Annotated[
        str, typer.Option("--bot", help="The opponents: a level or a specification.")
    ] = "medium",
    seat: Annotated[str, typer.Option(help="Your seat: its name, or its number from 0.")] = "0",
    seed: Annotated[int | None, typer.Option(help="Seed of all chance; default: a random one.")] = None,
    option: Options = NO_OPTIONS,
) -> None:
    """Play against a bot in the terminal."""
    from battlewise.bots.program import entrant
    from battlewise.bots.terminal import play_in_terminal

    rules = game(game_id, **options_of(option))
    numbers = {name.casefold(): number for number, name in enumerate(rules.seat_names)}
    numbers |= {str(number): number for number in range(rules.seats)}
    if seat.casefold() not in numbers:
        raise BattlewiseError(f"seat: {seat!r} is none of {', '.join(rules.seat_names)}")
    play_in_terminal(rules.new(seed=seed), numbers[seat.casefold()], entrant(against), console)


@app.command()
def move(
    game_id: GameId,
    spec: Annotated[str, typer.Option("--bot", help="A level or a specification.")] = "medium",
    seed: Seed = 0,
    option: Options = NO_OPTIONS,
) -> None:
    """Read a view as JSON from stdin and write the bot's move as JSON to stdout."""
    from battlewise.bots.program import entrant

    try:
        view = json.load(sys.stdin)
    except ValueError as error:
        raise BattlewiseError(f"stdin: this is not JSON: {error}") from None
    state = game(game_id, **options_of(option)).from_view(view, seed=seed)
    if state.to_move != view["seat"]:
        raise BattlewiseError(f"seat: {view['seat']!r} is not to move")
    choice = entrant(spec).choose(state, seed=seed)
    answer = {"move": {"text": choice.move.text, "doc": choice.move.doc}, "win_chance": choice.value}
    print(json.dumps(answer))


def main() -> None:
    """Run the command line; a wrong argument or input prints one line and exits with status 2."""
    try:
        app()
    except BattlewiseError as error:
        Console(stderr=True).print(f"battlewise: {error}", markup=False)
        sys.exit(2)
