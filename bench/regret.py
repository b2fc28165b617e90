"""What bots lose by their choices: ``python -m bench.regret GAME``.

Positions are chosen before any bot sees them, one of each seeded game of ``greedy`` against ``medium``, from
the first decision to the last. Rollouts find the best move: each drops the worse half of the moves and gives
the others twice the trials. The last rollout, on deals of its own, compares the best with the bots' choices,
so that luck in finding the best is no regret. Beside it stands what a long search says of the same choices.

Most decisions hardly matter, and rollouts cannot tell so small a regret from none. With ``--suite`` the
positions are those of `bench.sense`, where something is at stake. The right moves there count as one. The
best move is one of these, the bots' choices and the move of the long search: a move that the suite does not
judge can be better than a right one.

A bot is a level, a specification, or VERSION:LEVEL, where `bench.versions` has a name for the version. Every
position is kept in ``bench/regret``: run the command again to resume. Without a game the command prints all
that is kept.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
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
from battlewise.bots.tournament.crew import Inline
from battlewise.core import BattlewiseError, Game, Move, State, Value, game
from bench.processes import Row, kept, kept_results, ledger, named
from bench.sense import decisions, played, read, replayed, suite
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


class _Staying(Inline):
    """A crew of this process that leaves programs running: the bots of the next position are the same."""

    def stop(self, executor: Executor) -> None:
        pass


def position(rules: Game, seed: int, share: float) -> State:
    """A decision with a choice of a game.

    :param share: which of them, 0..1 of them before it.
    """
    found = played(rules, seed)
    return found[int(share * len(found))]


def losses(state: State, bots: dict[str, str], judges: Judges, seed: int, right: Sequence[Move] = ()) -> Row:
    """What each bot's choice loses at a position against the best move.

    :param bots: the specification of each by its name.
    :param right: moves that count as one. With them, the best move is one of these, the bots' choices and
        the search's move; without, any legal move.
    :returns: ``ply``, the ``right`` moves, the move a search ``found``, and for each bot its ``move``, its
        ``loss`` by rollouts, and its loss of win chance by the search, ``searched`` (None: it never looked).
    """
    choices = {name: player(spec).choose(state, seed).move for name, spec in bots.items()}
    search = entrant(f"mcts:iterations={judges.iterations}").choose(state, seed)
    chances = {one.move: one.value for one in search.candidates}
    legal = [move for move in state.legal() if move not in right[1:]]
    likely = {search.move, *choices.values(), *right} if right else {*legal}
    best = best_move(state, [move for move in legal if move in likely], judges, seed)
    compared = [move for move in legal if move in {best, *choices.values(), *right}]
    values = dict.fromkeys(compared, 0.0)
    if len(compared) > 1:
        values = {one.move: one.value for one in rolled(state, compared, judges.trials, judges, seed)}
    for move in right[1:]:
        values[move] = values[right[0]]
    return {
        "ply": state.ply,
        "right": [move.text for move in right or [best]],
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


def best_move(state: State, moves: list[Move], judges: Judges, seed: int) -> Move:
    """The best of some moves by rollouts, each with half as many as the one before (sequential halving)."""
    left, round_ = moves, 0
    while len(left) > 1:
        round_ += 1
        trials = max(1, 2 * judges.trials // len(left))
        found = rolled(state, left, trials, judges, seed + (round_ << 32))
        left = [one.move for one in found[: len(left) // 2]]
    return left[0]


def rolled(state: State, moves: list[Move], trials: int, judges: Judges, seed: int) -> tuple[Rolled, ...]:
    """What games to the end say of some moves, the best first."""
    found = rollout(state, judges.player, moves, Limits(trials, trials, 0), seed, crew=_Staying())
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


def judged_suite(path: Path, bots: dict[str, str], judges: Judges, code: str, number: int) -> Row:
    """The losses at a decision of the suite of good sense, by its number in the file; see `judged`."""
    kept_game, one = list(decisions(read(path)))[number]
    state = replayed(kept_game["record"], one)
    right = [state.game.move(text, state) for text in one["right"]]
    return losses(state, bots, judges, number, right) | {"code": code}


def mean(values: list[float]) -> tuple[float, float, float]:
    """The mean with the ends of its 95 % interval."""
    half = Z95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0
    return fmean(values), fmean(values) - half, fmean(values) + half


def table(rows: list[Row]) -> Table:
    """The mean losses of each bot at the positions of a game."""
    key = rows[0]
    done = f"{len(rows)} of {key['positions']} positions"
    source = "the suite of good sense, " if "suite" in key else ""
    title = f"{named(key)}, {source}{done}, {key['trials']} trials of {key['player']}"
    right = "right" if "suite" in key else "best move"
    shown = Table("bot", "regret", "95 %", right, f"by {key['iterations']:,} iterations", "95 %", title=title)
    halves = list[str]()
    for name in key["bots"]:
        chosen = [row["result"]["choices"][name] for row in rows]
        share = fmean(one["move"] in row["result"]["right"] for row, one in zip(rows, chosen, strict=True))
        lost = _shown([one["loss"] for one in chosen])
        searched = _shown([one["searched"] for one in chosen if one["searched"] is not None])
        shown.add_row(name, *lost, f"{share:.0%}", *searched)
        for older in [other for other in key["bots"] if other.endswith(f":{name}")]:
            before = [row["result"]["choices"][older]["loss"] for row in rows]
            less = _shown([one["loss"] - half / 2 for one, half in zip(chosen, before, strict=True)])
            halves.append(f"{name} less half of {older}: {less[0]} ({less[1]})")
    shown.caption = "\n".join(halves)
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
    parser.add_argument("--suite", action="store_true", help="judge at the decisions of bench.sense instead")
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
    code, key = commit_of("HEAD"), {"game": asked.game, "options": options}
    work: Callable[[int], Row] = partial(judged, asked.game, options, bots, judges, seeds, code)
    if asked.suite:
        file = suite([asked.game, *asked.option])
        seeds = range(len(list(decisions(read(file)))))
        work = partial(judged_suite, file, bots, judges, code)
        key["suite"] = sha256(gzip.decompress(file.read_bytes())).hexdigest()[:16]
    key |= {"positions": len(seeds), "first": seeds.start, "bots": list(bots), **vars(judges)}
    path = ledger(asked.folder, [asked.game, *asked.option])
    kept_results(work, seeds, asked.jobs, path, key)
    Console().print(table(kept(path, key)))


if __name__ == "__main__":
    main()
