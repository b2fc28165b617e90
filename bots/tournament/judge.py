"""The commands ``battlewise sprt``, ``battlewise report`` and ``battlewise levels``."""

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from battlewise.bots.arguments import NO_OPTIONS, GameId, Options, Seed, options_of
from battlewise.bots.tournament.cli import ClusterUrl, Jobs, LedgerFile, crew_of
from battlewise.core import BattlewiseError

if TYPE_CHECKING:
    from rich.console import Group

    from battlewise.bots.tournament.duel import Duel


def sprt(
    game_id: GameId,
    tested: Annotated[str, typer.Argument(metavar="BOT", help="The bot to test.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The bot that plays all other seats.")],
    ledger: LedgerFile,
    elo0: Annotated[float, typer.Option(help="H0: BOT is stronger by at most this, in Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="H1: BOT is stronger by at least this, in Elo.")] = 20.0,
    alpha: Annotated[float, typer.Option(help="Probability of the verdict H1 where H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Probability of the verdict H0 where H1 is true.")] = 0.05,
    max_games: Annotated[
        int, typer.Option(help="Limit of games; then the test ends without a verdict.")
    ] = 20_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: ClusterUrl = None,
    option: Options = NO_OPTIONS,
) -> None:
    """Test whether one bot is stronger than another; stop as soon as there is a verdict."""
    from rich.console import Console
    from rich.live import Live

    from battlewise.bots.tournament.duel import play_duel
    from battlewise.bots.tournament.ledger import Ledger
    from battlewise.bots.tournament.plan import Plan, PlanError, Terms, rules_of
    from battlewise.bots.tournament.sprt import Sprt

    if max_games < 1:
        raise PlanError("max-games", f"{max_games} is not 1 or more")
    terms = Terms(game_id, options_of(option))
    test = Sprt(elo0, elo1, alpha, beta, rules_of(terms).seats)
    plan = Plan(terms, {tested: tested, other: other}, "duel", seed=seed)
    plan = plan.with_blocks(-(-max_games // len(plan.seatings)))
    crew = crew_of(jobs, cluster)
    console = Console()
    with (
        Ledger.writing(ledger, plan, shlex.join(sys.argv)) as kept,
        Live(console=console, transient=True) as live,
    ):
        kept.keep_test(test.doc)
        try:
            duel = play_duel(kept, crew, test, lambda duel: live.update(_standing(duel)))
        except KeyboardInterrupt:
            console.print(f"stopped; {ledger} has the games so far, run the command again to resume")
            raise typer.Exit(130) from None
    console.print(_standing(duel))


def _standing(duel: "Duel") -> "Group":
    """The state of a test: games, ratio, bounds and verdict."""
    from rich.console import Group
    from rich.text import Text

    test, (tested, other) = duel.test, duel.plan.entrants
    lower, upper = test.bounds
    ratio = test.track[-1] if test.track else 0.0
    share = min(1.0, max(0.0, (ratio - lower) / (upper - lower)))
    bar = "─" * round(24 * share) + "●" + "─" * (24 - round(24 * share))
    verdicts = {
        "H0": f"H0: not stronger by {test.elo1:g} Elo",
        "H1": f"H1: stronger by more than {test.elo0:g} Elo",
        "continue": "no verdict yet",
    }
    games = test.blocks * len(duel.plan.seatings)
    return Group(
        Text(f"{duel.plan.terms.game}: {tested} against {other}, {games} of at most {duel.plan.games} games"),
        Text(f"log-likelihood ratio {ratio:+.2f}   H0 {lower:+.2f} {bar} {upper:+.2f} H1"),
        Text(verdicts[test.verdict], style="bold"),
    )


def report(
    ledger: Annotated[Path, typer.Argument(metavar="LEDGER", help="The ledger of a tournament.")],
    html: Annotated[Path | None, typer.Option(help="Write an HTML page to this file.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all data to this file.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the ranking to this file.")] = None,
    anchor: Annotated[str | None, typer.Option(help="The entrant whose rating is 0.")] = None,
    service: Annotated[
        str, typer.Option(help="Address of the service whose page shows the games of the HTML page.")
    ] = "http://127.0.0.1:8000/",
) -> None:
    """Print a tournament's ranking and crosstable; write them as an HTML page, JSON or CSV."""
    from rich.console import Console
    from rich.table import Table

    from battlewise.bots.tournament.ledger import Ledger
    from battlewise.bots.tournament.report import to_csv, to_html, to_json
    from battlewise.bots.tournament.summary import summarise

    with Ledger(ledger) as kept:
        summary = summarise(kept, anchor)
    for path, form in ((html, partial(to_html, service=service)), (json_file, to_json), (csv, to_csv)):
        if path is not None:
            try:
                path.write_text(form(summary), "utf-8")
            except OSError as error:
                raise BattlewiseError(f"file: {path}: {error.strerror}") from None
    table = Table(
        "", "entrant", "Elo", "95 % interval", "score", *(str(row["place"]) for row in summary["ranking"])
    )
    for row, cells in zip(summary["ranking"], summary["crosstable"], strict=True):
        elo = (
            f"{row['elo']:+z.0f}",
            f"{row['elo_low']:+z.0f} .. {row['elo_high']:+z.0f}",
            f"{row['score']:.1%}",
        )
        against = ("" if cell is None else f"{cell['score']:.1%}" for cell in cells)
        table.add_row(str(row["place"]), row["entrant"], *elo, *against)
    console = Console()
    console.print(table)
    console.print(f"{summary['games']} games of complete blocks, of {summary['planned']} planned")


def levels(
    game_id: GameId,
    games: Annotated[
        int, typer.Option(help="Games of each pair of levels; neighbours play four times as many.")
    ] = 200,
    most: Annotated[int, typer.Option(help="Iterations of the strongest level.")] = 4000,
    work: Annotated[
        Path, typer.Option(help="The folder that keeps the games, so that a stopped run resumes.")
    ] = Path("ladder"),
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write; default: GAME.toml, or GAME_4.toml for four seats."),
    ] = None,
    option: Options = NO_OPTIONS,
    jobs: Jobs = None,
    cluster: ClusterUrl = None,
) -> None:
    """Find levels of a game that are evenly spaced in strength, and measure them by playing."""
    from rich.console import Console
    from rich.table import Column, Table

    from battlewise.bots.ladders import file_name
    from battlewise.bots.tournament.ladder import LadderMaker, to_toml
    from battlewise.bots.tournament.plan import Terms, rules_of

    terms = Terms(game_id, options_of(option))
    console = Console(stderr=True)
    path = out or Path(file_name(rules_of(terms)))
    maker = LadderMaker(
        terms, work, crew_of(jobs, cluster), games, most, lambda text: console.print(text, highlight=False)
    )
    ladder = maker.make()
    command = " ".join(
        [f"battlewise levels {game_id} --games {games} --most {most}", *(f"-o {o}" for o in option)]
    )
    try:
        path.write_text(to_toml(ladder, terms, command), "utf-8")
    except OSError as error:
        raise BattlewiseError(f"out: {path}: {error.strerror}") from None
    table = Table("level", Column("bot", overflow="fold"), "Elo", "against the level below", "s a game")
    for number, one in enumerate(ladder.levels, 1):
        step = "" if one.step is None else "{:.1%} [{:.1%}, {:.1%}]".format(*one.step)
        table.add_row(str(number), one.bot, f"{one.rating.elo:+z.0f}", step, f"{one.seconds:.4f}")
    Console().print(table)
