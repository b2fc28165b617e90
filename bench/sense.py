"""Good sense: ``python -m bench.sense GAME --bots hard expert`` counts choices known to be right or wrong.

The decisions come from games of ``greedy`` against ``medium`` and are kept in ``bench/sense``. Their right
and wrong moves were found without a search of the bots' kind (`bench.proofs`). ``--make`` finds more.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from battlewise.bots import Bot, Choice, bot
from battlewise.bots.arguments import options_of
from battlewise.bots.program import entrant
from battlewise.bots.rollout.run import Limits, rollout
from battlewise.bots.tournament.play import play_on
from battlewise.core import Game, Move, State, Value, game
from bench.processes import in_processes, kept_results
from bench.proofs import MARGIN, Verdict, beaten, defending, poorer, winning
from bench.versions import spec_of

FOLDER = Path(__file__).parent / "sense"
QUICK = ("greedy", "mcts:iterations=30", "mcts:iterations=200")  # bots whose choices are looked into
REFEREE = "mcts:iterations=50"
LIMITS = Limits(least=64, most=800, margin=MARGIN)  # of a rollout by the referee
MOST_MOVES = 100_000  # of a record
CHUNK = 8  # games a process between two writings of the file
MOST = {"win": 6, "defence": 6, "more": 1, "clear": 10}  # decisions of a kind that a game contributes


def played(rules: Game, seed: int) -> list[State]:
    """All decisions with a choice of a game of ``greedy`` against ``medium``, in turn in each seat."""
    players, found = [bot("medium")] * rules.seats, list[State]()
    players[-seed % rules.seats] = bot("greedy")

    def decide(state: State, choice: Choice) -> Move:
        found.append(state.copy())
        return choice.move

    play_on(rules.new(seed=seed, chance="ask"), players, seed, decide)
    return found


def goods(state: State) -> list[tuple[str | int, ...]]:
    """What is good to have, by its place in the view of the seat to move; see `bench.proofs.poorer`."""
    own = state.to_move
    known: dict[str, list[tuple[str | int, ...]]] = {
        "battlelore": [("lore", own), ("vp", own)],
        "batalj": [("players", own, "gold")],
    }
    return known.get(state.game.id, [])


def clear(state: State, seed: int) -> Verdict | None:
    """What games to the end say of quick bots' choices, of the prior's favourite and of a random move."""
    legal, weights = state.legal(), state.weigh()
    suspects = {bot(spec).choose(state, seed).move for spec in QUICK}
    suspects |= {legal[int(np.argmax(weights))], legal[seed % len(legal)]}
    return beaten(state, suspects, seed) if len(suspects) > 1 else None


def verdicts(state: State, seed: int) -> Iterator[tuple[str, Verdict | None]]:
    """What can be proved of a decision, by kind."""
    yield "win", winning(state)
    yield "defence", defending(state)
    if goods(state):
        yield "more", poorer(state, goods(state))


def cases(game_id: str, options: dict[str, Value], judged: int, seed: int) -> dict[str, Any]:
    """What can be proved of the decisions of one game, of which some are judged by games to the end."""
    decisions = played(game(game_id, **options), seed)
    chosen = np.random.default_rng(seed).permutation(len(decisions))[:judged]
    found, count = list[dict[str, Any]](), Counter[str]()

    def keep(state: State, kind: str, verdict: Verdict | None) -> None:
        if verdict is None or count[kind] == MOST[kind]:
            return
        count[kind] += 1
        right, wrong = ([one.text for one in moves] for moves in (verdict.right, verdict.wrong))
        found.append({"kind": kind, "moves": len(state.record()["moves"]), "right": right, "wrong": wrong})

    for state in reversed(decisions):
        for kind, verdict in verdicts(state, seed):
            keep(state, kind, verdict)
    for number in chosen:
        keep(decisions[number], "clear", clear(decisions[number], seed))
    return {"record": decisions[-1].record(), "cases": found}


def make(asked: argparse.Namespace, path: Path) -> None:
    """Find positions in games after those that a file has, until there are enough, and add them."""
    found = read(path) if path.exists() else []
    seed = max((one["record"]["seed"] + 1 for one in found), default=0)
    while True:
        kinds = Counter(one["kind"] for _, one in decisions(found))
        print(f"{path.name}: {seed} games, {dict(kinds)}", flush=True)
        if kinds.total() >= asked.positions:
            return
        seeds = range(seed, seed + CHUNK * asked.jobs)
        work = partial(cases, asked.game, options_of(asked.option), asked.judged)
        found += [one for one in in_processes(work, seeds, asked.jobs) if one["cases"]]
        write(path, found)
        seed = seeds.stop


def write(path: Path, games: list[dict[str, Any]]) -> None:
    """Write a file of the suite."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in games)


def read(path: Path) -> list[dict[str, Any]]:
    """The games of a file of the suite."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def decisions(
    games: list[dict[str, Any]], kind: str | None = None
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What is known of each decision of a kind, or of all, each with its game."""
    for kept_game in games:
        for one in kept_game["cases"]:
            if kind in (None, one["kind"]):
                yield kept_game, one


def positions(
    games: list[dict[str, Any]], kind: str | None = None
) -> Iterator[tuple[int, State, dict[str, Any]]]:
    """The decisions of a kind, or all, with their numbers among all decisions and what is known of each."""
    for number, (kept_game, one) in enumerate(decisions(games)):
        if kind in (None, one["kind"]):
            yield number, replayed(kept_game["record"], one), one


def replayed(record: dict[str, Any], one: dict[str, Any]) -> State:
    """The state of a decision of a game."""
    rules = game(record["game"], **record["options"])
    return rules.replay({**record, "moves": record["moves"][: one["moves"]]})


def suite(names: Iterable[str]) -> Path:
    """The file of the suite for a game and its options, given as ``name=value``."""
    return FOLDER / (",".join(names) + ".jsonl.gz")


def decision_seed(kept_game: dict[str, Any], one: dict[str, Any]) -> int:
    """What tells a decision from the others of its kind: the seed of its game and its place there."""
    return int(kept_game["record"]["seed"]) * MOST_MOVES + int(one["moves"])


def rolled(path: Path, limits: Limits, seed: int) -> dict[str, Any]:
    """What a rollout by `REFEREE` says of the moves of a ``clear`` decision.

    :param seed: the `decision_seed`; the rollout's seed, too.
    :returns: for each wrong move its ``loss`` against the best of them and the right one, the ends of its
        interval, ``low`` and ``high``, and its ``trials``.
    """
    kept_game, one = next(pair for pair in decisions(read(path), "clear") if decision_seed(*pair) == seed)
    state = replayed(kept_game["record"], one)
    moves = [state.game.move(text, state) for text in (*one["right"], *one["wrong"])]
    found = rollout(state, REFEREE, moves, limits, seed)
    assert found is not None  # nothing stops it
    return {
        each.move.text: {
            "loss": each.loss,
            "low": each.loss_low,
            "high": each.loss_high,
            "trials": each.trials,
        }
        for each in found.candidates
        if each.move.text in one["wrong"]
    }


def confirm(path: Path, jobs: int = 1, limits: Limits = LIMITS, only: Container[int] | None = None) -> None:
    """Take verdicts of quick games (``clear``) back unless a rollout of a better player shows a loss, too.

    A loss is shown if its 95 % interval is above 0. Rollouts are kept beside the file: run the command again
    to resume.

    :param only: the decisions to try, by their `decision_seed`; None: all.
    """
    games = read(path)
    judged = [pair for pair in decisions(games, "clear") if only is None or decision_seed(*pair) in only]
    key = {"player": REFEREE, **vars(limits)}
    kept_at = path.with_name(path.name.replace(".jsonl.gz", ",rollouts.jsonl"))
    seeds = [decision_seed(*pair) for pair in judged]
    rollouts = kept_results(partial(rolled, path, limits), seeds, jobs, kept_at, key)
    for (_, one), losses in zip(judged, rollouts, strict=True):
        for text in list(one["wrong"]):
            if losses[text]["low"] <= 0:
                print(f"taken back: {text} loses {losses[text]['loss']:.3f} against {one['right'][0]}")
                one["wrong"].remove(text)
    for kept_game in games:
        kept_game["cases"] = [one for one in kept_game["cases"] if one["wrong"]]
    write(path, [kept_game for kept_game in games if kept_game["cases"]])


def rest_of_turn(player: Bot, state: State, seed: int) -> Iterator[str]:
    """The moves of the seat to move until its turn is over, by a bot that plays on in every seat.

    The state is changed.
    """
    seat, turn = state.to_move, state.turn
    while not state.is_over and state.turn == turn:
        if state.is_chance:
            state.roll()
            continue
        move = player.choose(state, seed).move
        if state.to_move == seat:
            yield move.text
        state.play(move)


def is_right(one: dict[str, Any], chosen: str, rest: Iterable[str]) -> bool:
    """Whether a choice is none of the wrong moves of a decision.

    A choice that only games have called wrong (``clear``) is right if a right move follows in the rest of the
    turn: the order is often free, and the quick bots of those games may have forgotten that move.
    """
    if chosen not in one["wrong"]:
        return True
    return one["kind"] == "clear" and any(move in one["right"] for move in rest)


def judge(
    games: list[dict[str, Any]], names: list[str], kind: str | None = None, shown: bool = False
) -> dict[str, dict[str, list[bool]]]:
    """Whether each bot's choices are right, by kind.

    :param kind: of decisions; None: all.
    :param shown: print the wrong choices.
    """
    found: dict[str, dict[str, list[bool]]] = {name: {} for name in names}
    players = {name: entrant(spec_of(name)) for name in names}
    for number, state, one in positions(games, kind):
        for name, player in players.items():
            rest = rest_of_turn(player, state.copy(), number)
            chosen = next(rest)
            right = is_right(one, chosen, rest)
            found[name].setdefault(one["kind"], []).append(right)
            if shown and not right:
                print(f"{name}, {one['kind']}, ply {state.ply}: {chosen}; right: {', '.join(one['right'])}")
    return found


def contradicted(games: list[dict[str, Any]], names: list[str]) -> set[int]:
    """The ``clear`` decisions that one of some bots gets wrong, by their `decision_seed`."""
    found = judge(games, names, "clear")
    seeds = [decision_seed(*pair) for pair in decisions(games, "clear")]
    rights = zip(*(kinds["clear"] for kinds in found.values()), strict=True)
    return {seed for seed, right in zip(seeds, rights, strict=True) if not all(right)}


def main() -> None:
    """Print the share of right choices of each bot, or find positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument(
        "--bots", nargs="+", default=["hard", "expert"], help="levels, specifications, or 0.1.0:LEVEL"
    )
    parser.add_argument("--shown", action="store_true", help="print the wrong choices")
    parser.add_argument("--make", action="store_true", help="find positions, besides those that are kept")
    parser.add_argument("--positions", type=int, default=200, help="to find, at least (default: 200)")
    parser.add_argument(
        "--judged", type=int, default=12, help="decisions a game judged by games (default: 12)"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--confirm",
        choices=("all", "contradicted"),
        help="try wrong moves by rollouts, all or those of decisions that one of the bots gets wrong,"
        " and take some back",
    )
    asked = parser.parse_args()
    path = suite([asked.game, *asked.option])
    if asked.make:
        make(asked, path)
        return
    if asked.confirm:
        only = contradicted(read(path), asked.bots) if asked.confirm == "contradicted" else None
        confirm(path, asked.jobs, only=only)
        return
    found = judge(read(path), asked.bots, shown=asked.shown)
    table = Table("bot", "kind", "positions", "right", title=path.name)
    for spec, kinds in found.items():
        everything = [one for right in kinds.values() for one in right]
        for kind, right in [*sorted(kinds.items()), ("all", everything)]:
            table.add_row(spec, kind, str(len(right)), f"{np.mean(right):.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
