"""What bots lose by their choices: ``python -m bench.regret GAME``.

Positions are chosen before any bot sees them, one of each seeded game of ``greedy`` against ``medium``, from
the first decision to the last. Rollouts find the best move: each drops the worse half of the moves and gives
the others twice the trials. The last rollout, on deals of its own, compares the best with the bots' choices,
so that luck in finding the best is no regret. Beside it stands what a long search says of the same choices.

A bot is a level, a specification, or VERSION:LEVEL, where `bench.versions` has a name for the version. Every
position is kept in ``bench/regret``: run the command again to resume. Without a game the command prints all
that is kept.
"""

import argparse
import json
from dataclasses import dataclass
from functools import partial
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
from battlewise.bots.rollout.judge import Rolled
from battlewise.bots.rollout.run import Limits, rollout
from battlewise.core import BattlewiseError, Game, Move, State, Value, game
from bench.processes import Row, kept, kept_results, ledger, named
from bench.sense import played
from bench.versions import commit_of, count, player, spec_of

FOLDER = Path(__file__).parent / "regret"
BOTS = ("hard", "expert", "0.1.0:hard", "0.1.0:expert")


@dataclass(frozen=True)
class Judges:
    """How choices are judged.

    :ivar player: the bot that plays games on.
    :ivar trials: of a rollout of two moves, and of the last one.
    :ivar iterations: of the long search.
    """

    player: str = QUICK
    trials: int = 400
    iterations: int = 1_000_000


def position(rules: Game, seed: int, share: float) -> State:
    """A decision with a choice of a game.

    :param share: which of them, 0..1 of them before it.
    """
    found = played(rules, seed)
    return found[int(share * len(found))]


def losses(state: State, bots: dict[str, str], judges: Judges, seed: int) -> Row:
    """What each bot's choice loses at a position against the best move.

    :param bots: the specification of each by its name.
    :returns: ``ply``, the ``best`` move, the move a search ``found``, and for each bot its ``move``, its
        ``loss`` by rollouts, and its loss of win chance by the search, ``searched`` (None: it never looked).
    """
    choices = {name: player(spec).choose(state, seed).move for name, spec in bots.items()}
    best = best_move(state, judges, seed)
    compared = [move for move in state.legal() if move in {best, *choices.values()}]
    values = dict.fromkeys(compared, 0.0)
    if len(compared) > 1:
        values = {one.move: one.value for one in rolled(state, compared, judges.trials, judges, seed)}
    search = entrant(f"mcts:iterations={judges.iterations}").choose(state, seed)
    chances = {one.move: one.value for one in search.candidates}
    return {
        "ply": state.ply,
        "best": best.text,
        "found": search.move.text,
        "choices": {
            name: {
                "move": move.text,
                "loss": values[best] - values[move],
                "searched": _difference(chances[search.move], chances[move]),
            }
            for name, move in choices.items()
        },
    }


def best_move(state: State, judges: Judges, seed: int) -> Move:
    """The best move by rollouts, each with half as many moves as the one before (sequential halving)."""
    left, round_ = state.legal(), 0
    while len(left) > 1:
        round_ += 1
        trials = max(1, 2 * judges.trials // len(left))
        found = rolled(state, left, trials, judges, seed + (round_ << 32))
        left = [one.move for one in found[: len(left) // 2]]
    return left[0]


def rolled(state: State, moves: list[Move], trials: int, judges: Judges, seed: int) -> tuple[Rolled, ...]:
    """What games to the end say of some moves, the best first."""
    found = rollout(state, judges.player, moves, Limits(trials, trials, 0), seed)
    assert found is not None  # nothing stops it
    return found.candidates


def _difference(best: float | None, other: float | None) -> float | None:
    return None if best is None or other is None else best - other


def judged(
    game_id: str,
    options: dict[str, Value],
    bots: dict[str, str],
    judges: Judges,
    seeds: range,
    code: str,
    seed: int,
) -> Row:
    """The losses at the position of a seed.

    :param seeds: those of all positions, from the first decision of a game to the last.
    :param code: the commit of today's code, which is kept with the losses.
    """
    share = (seed - seeds.start + 0.5) / len(seeds)
    return losses(position(game(game_id, **options), seed, share), bots, judges, seed) | {"code": code}


def mean(values: list[float]) -> tuple[float, float, float]:
    """The mean with the ends of its 95 % interval."""
    half = Z95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0
    return fmean(values), fmean(values) - half, fmean(values) + half


def table(rows: list[Row]) -> Table:
    """The mean losses of each bot at the positions of a game."""
    key = rows[0]
    done = f"{len(rows)} of {key['positions']} positions"
    title = f"{named(key)}, {done}, {key['trials']} trials of {key['player']}"
    shown = Table(
        "bot", "regret", "95 %", "best move", f"by {key['iterations']:,} iterations", "95 %", title=title
    )
    for name in key["bots"]:
        chosen = [row["result"]["choices"][name] for row in rows]
        best = fmean(row["result"]["best"] == one["move"] for row, one in zip(rows, chosen, strict=True))
        lost = _shown([one["loss"] for one in chosen])
        searched = _shown([one["searched"] for one in chosen if one["searched"] is not None])
        shown.add_row(name, *lost, f"{best:.0%}", *searched)
    return shown


def _shown(values: list[float]) -> tuple[str, str]:
    if not values:
        return "none", ""
    middle, low, high = mean(values)
    return f"{middle:.2%}", f"{low:.2%} .. {high:.2%}"


def show(folder: Path) -> None:
    """Print all that is kept in a folder."""
    for path in sorted(folder.glob("*.jsonl")):
        runs: dict[str, list[Row]] = {}
        for row in kept(path, {}):
            runs.setdefault(json.dumps(_key(row)), []).append(row)
        for rows in runs.values():
            Console().print(table(rows))


def _key(row: Row) -> Row:
    """What tells a row from those of other positions, bots or judges."""
    return {name: value for name, value in row.items() if name not in ("seed", "result")}


def main() -> None:
    """Judge the bots and print a table, or print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--positions", type=count, default=60)
    parser.add_argument("--bots", nargs="+", default=BOTS, help=f"default: {' '.join(BOTS)}")
    parser.add_argument("--player", default=QUICK, help="the bot that plays the games on")
    parser.add_argument("--trials", type=count, default=Judges.trials, help="of the last rollout")
    parser.add_argument("--iterations", type=count, default=Judges.iterations, help="of the long search")
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    parser.add_argument("--jobs", type=count, default=1, help="positions at once")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of what is kept (bench/regret)")
    asked = parser.parse_args()
    if asked.game is None:
        show(asked.folder)
        return
    seeds = range(asked.seed, asked.seed + asked.positions)
    judges = Judges(asked.player, asked.trials, asked.iterations)
    try:
        options: dict[str, Any] = options_of(asked.option)
        game(asked.game, **options)
        bots = {name: spec_of(name) for name in asked.bots}
        for spec in (*bots.values(), asked.player):
            entrant(spec)
    except (BattlewiseError, ValueError) as error:
        parser.error(str(error))
    key = {"game": asked.game, "options": options, "positions": asked.positions, "first": asked.seed}
    key |= {"bots": list(bots), **vars(judges)}
    path = ledger(asked.folder, [asked.game, *asked.option])
    work = partial(judged, asked.game, options, bots, judges, seeds, commit_of("HEAD"))
    kept_results(work, seeds, asked.jobs, path, key)
    Console().print(table(kept(path, key)))


if __name__ == "__main__":
    main()
