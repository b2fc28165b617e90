"""What bots lose by their choices: ``python -m bench.regret GAME --positions 60 --levels hard expert``.

Positions are chosen before any bot sees them, one of each seeded game of ``greedy`` against ``medium``, from
the first decision to the last. A rollout of all legal moves finds the best; a second one, on deals of its
own, compares it with the bots' choices, so that luck in finding the best is no regret. All games are kept in
a folder; run the command again to resume, or to add levels.
"""

import argparse
import json
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.table import Table

from battlewise.bots.arguments import options_of
from battlewise.bots.match import Z95
from battlewise.bots.program import entrant
from battlewise.bots.rollout import QUICK
from battlewise.bots.rollout.run import Limits, rollout
from battlewise.bots.tournament.crew import Crew, Inline, Processes
from battlewise.core import Game, Move, State, game
from bench.sense import played


@dataclass(frozen=True)
class Judges:
    """How choices are judged: the bot that plays the games on, trials of each rollout, who plays them."""

    player: str
    trials: int
    crew: Crew


def position(rules: Game, seed: int, share: float) -> State:
    """A decision with a choice of a game.

    :param share: which of them, 0..1 of them before it.
    """
    found = played(rules, seed)
    return found[int(share * len(found))]


def kept_position(rules: Game, seed: int, share: float, path: Path) -> State:
    """The same, from the record in a file; the file is made if needed."""
    if not path.exists():
        path.write_text(json.dumps(position(rules, seed, share).record()))
    return rules.replay(json.loads(path.read_text()))


def losses(state: State, levels: list[str], judges: Judges, work: Path, seed: int) -> dict[str, Any]:
    """What each bot's choice loses at a position against the best move.

    :param work: where the rollouts are kept: a path without an ending.
    :returns: ``ply``, the ``best`` move, and for each bot its ``move`` and its ``loss``.
    """
    choices = {spec: entrant(spec).choose(state, seed).move for spec in levels}
    numbers = {move: number for number, move in enumerate(state.legal())}
    every = Limits(min(32, judges.trials), judges.trials, 0)
    first = rollout(state, judges.player, None, every, seed, judges.crew, work.with_suffix(".best"))
    assert first is not None  # nothing stops it
    best = first.candidates[0].move
    compared: list[Move] = sorted({best, *choices.values()}, key=lambda move: numbers[move])
    values = dict.fromkeys(compared, 0.0)
    if len(compared) > 1:
        name = "-".join(str(numbers[move]) for move in compared)
        whole = Limits(judges.trials, judges.trials, 0)
        path = work.with_suffix(f".{name}")
        second = rollout(state, judges.player, compared, whole, seed + 1, judges.crew, path)
        assert second is not None
        values = {one.move: one.value for one in second.candidates}
    return {
        "ply": state.ply,
        "best": best.text,
        "choices": {
            spec: {"move": move.text, "loss": values[best] - values[move]} for spec, move in choices.items()
        },
    }


def summary(positions: list[dict[str, Any]], spec: str) -> dict[str, float]:
    """The mean loss of a bot with its 95 % interval, and the share of positions with the best move."""
    chosen = [one["choices"][spec] for one in positions]
    found = [one["loss"] for one in chosen]
    half = Z95 * stdev(found) / sqrt(len(found)) if len(found) > 1 else 1.0
    same = fmean(one["best"] == one["choices"][spec]["move"] for one in positions)
    return {"regret": fmean(found), "low": fmean(found) - half, "high": fmean(found) + half, "best": same}


def main() -> None:
    """Judge the bots and print a table; ``--json`` writes all positions to a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--levels", nargs="+", default=["hard", "expert"], help="levels or specifications")
    parser.add_argument("--player", default=QUICK, help="the bot that plays the games on")
    parser.add_argument("--trials", type=int, default=400, help="of each rollout")
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--work", type=Path, help="the folder that keeps all games; default: regret_GAME")
    parser.add_argument("--json", type=Path, help="the file to write")
    asked = parser.parse_args()
    rules = game(asked.game, **options_of(asked.option))
    work = asked.work or Path(f"regret_{asked.game}")
    work.mkdir(parents=True, exist_ok=True)
    judges = Judges(asked.player, asked.trials, Inline() if asked.jobs == 1 else Processes(asked.jobs))
    console, positions = Console(), list[dict[str, Any]]()
    for number in range(asked.positions):
        seed, share = asked.seed + number, (number + 0.5) / asked.positions
        path = work / f"{number}_of_{asked.positions}_seed_{seed}.record"
        state = kept_position(rules, seed, share, path)
        positions.append(losses(state, asked.levels, judges, path, seed))
        console.print(number, json.dumps(positions[-1]), highlight=False, markup=False, soft_wrap=True)
    results = {spec: summary(positions, spec) for spec in asked.levels}
    table = Table("bot", "regret", "95 %", "best move", title=f"{asked.game}, {asked.positions} positions")
    for spec, one in results.items():
        table.add_row(
            spec, f"{one['regret']:.2%}", f"{one['low']:.2%} .. {one['high']:.2%}", f"{one['best']:.0%}"
        )
    console.print(table)
    if asked.json is not None:
        doc: dict[str, Any] = {"game": rules.id, "options": dict(rules.options), "player": judges.player}
        doc |= {"trials": judges.trials, "levels": results, "positions": positions}
        asked.json.write_text(json.dumps(doc, indent=1))


if __name__ == "__main__":
    main()
