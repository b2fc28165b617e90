"""Today's bots against those of an earlier commit: ``python -m bench.versions GAME --games 400``.

The earlier commit is installed in an environment of its own, once, and plays through the engine protocol;
today's bot plays in this process, as in every tournament. Each gets the same time a move, in blocks of the
same deal with every seating. All games are kept in a folder; run the command again to resume or to play more.

The default commit has the search, evaluations and priors of 0.1.0, and the rules and documents of today, so
that both sides play the same game: 0.1.0 itself knows other rules and no engine protocol. Its weights of
Batalj were fitted to the new rules.
"""

import argparse
import shlex
import subprocess
import sys
import venv
from pathlib import Path

from battlewise.bots.arguments import options_of
from battlewise.bots.match import interval
from battlewise.bots.program import KIND
from battlewise.bots.tournament.crew import Inline, Processes
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan, Terms, rules_of
from battlewise.bots.tournament.result import block_scores
from battlewise.bots.tournament.run import run

FIRST = "4270afd54d2c11cb62b1ca99c11f5d290e160477"
"""The commit whose bots are those of 0.1.0."""
CACHE = Path.home() / ".cache" / "battlewise" / "versions"
TODAY, BEFORE = "today", "before"


def installed(commit: str) -> Path:
    """The environment of a commit of this repository; it is made if there is none.

    :raises ValueError: if git does not know the commit.
    :raises subprocess.CalledProcessError: if its installation fails.
    """
    asked = ["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"]
    whole = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    if not whole:
        raise ValueError(f"{commit!r} is no commit of this repository")
    folder = CACHE / whole
    if not (folder / "ready").exists():
        source = folder / "source"
        source.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", whole], capture_output=True, check=True).stdout
        subprocess.run(["tar", "x", "-C", source], input=archive, check=True)
        venv.create(folder, with_pip=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", str(source)], check=True)
        (folder / "ready").touch()
    return folder


def engine(python: Path, spec: str, milliseconds: int) -> str:
    """The entrant that asks the bot of an environment, with so much time a move.

    The program sees neither this folder nor PYTHONPATH, which may hold another version of the package.
    """
    command = shlex.join([str(python), "-I", "-m", "battlewise.bots", "engine"])
    return f"{KIND}:bot={spec};milliseconds={milliseconds};{command}"


def timed(spec: str, milliseconds: int) -> str:
    """An ``mcts`` specification with so much time a move."""
    return f"{spec}{',' if ':' in spec else ':'}milliseconds={milliseconds}"


def main() -> None:
    """Play the games and print the score of today's bot with its 95 % interval, clustered by block."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--commit", default=FIRST, help="the earlier commit (default: that of 0.1.0's bots)")
    parser.add_argument("--bot", default="mcts", help="today's bot, mcts with parameters (default: mcts)")
    parser.add_argument("--against", default="mcts", help="the earlier commit's bot (default: mcts)")
    parser.add_argument("--milliseconds", type=int, default=20, help="a move (default: 20)")
    parser.add_argument("--games", type=int, default=400, help="at least, in whole blocks (default: 400)")
    parser.add_argument("--seed", type=int, default=0, help="of the first block (default: 0)")
    parser.add_argument(
        "--jobs", type=int, default=1, help="games at once, one a processor at most (default: 1)"
    )
    parser.add_argument("--ledgers", type=Path, default=Path("versions"), help="folder (default: versions)")
    asked = parser.parse_args()
    terms = Terms(asked.game, options_of(asked.option))
    if asked.bot.partition(":")[0] != "mcts":
        parser.error(f"--bot: {asked.bot!r} is not mcts with parameters, such as mcts:network=no")
    try:
        folder = installed(asked.commit)
    except ValueError as error:
        parser.error(str(error))
    sides = {
        TODAY: timed(asked.bot, asked.milliseconds),
        BEFORE: engine(folder / "bin" / "python", asked.against, asked.milliseconds),
    }
    plan = Plan(terms, sides, "duel", "rotation", 1, asked.seed)
    plan = plan.with_blocks(-(-asked.games // rules_of(terms).seats))
    asked.ledgers.mkdir(parents=True, exist_ok=True)
    name = "-".join([asked.game, *asked.option, asked.bot, folder.name[:12], f"{asked.milliseconds}ms"])
    crew = Inline() if asked.jobs == 1 else Processes(asked.jobs)
    with Ledger.writing(asked.ledgers / f"{name}.db", plan, shlex.join(sys.argv)) as ledger:
        run(ledger, crew)
        results = ledger.results()
        reasons = set(ledger.errors().values())
    score, low, high = interval(block_scores(results, TODAY))
    even = 1 / rules_of(terms).seats
    print(f"{name}: {score:.1%} ({low:.1%} to {high:.1%}; even {even:.0%}), {len(results)} games")
    for reason in sorted(reasons):
        print(f"forfeit: {reason}")


if __name__ == "__main__":
    main()
