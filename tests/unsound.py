"""Search for unsound positions: views with a few fields changed, played on where they are accepted.

``python -m tests.unsound GAME --views 100000`` goes through every option set of a game (`tests.cases`). A
view that is refused must raise ViewError. A view that is accepted must be sound and stay so: after each of
up to 200 random moves `State.check` finds nothing, and there is a legal move until the game is over.
"""

import argparse
import copy
import json
import sys
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from battlewise.bots.check.spoilt import Path, paths, spoil
from battlewise.bots.check.walks import walk
from battlewise.core import Game, State, ViewError, game
from tests.cases import CASES, MORE_CASES

MOVES = 200
POOL = 60  # views that are changed, from as many moments of random games
FRESH = 500  # views after which new ones are taken
ALL_CASES = CASES | MORE_CASES


@dataclass
class Found:
    """What a search has met.

    :ivar refused: views refused.
    :ivar accepted: views accepted and played on.
    :ivar unchanged: changes that left a view as it was.
    :ivar plies: played from accepted views.
    :ivar failures: what was wrong, each with its view.
    """

    refused: int = 0
    accepted: int = 0
    unchanged: int = 0
    plies: int = 0
    failures: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


def search(rules: Game, seed: int, views: int) -> Found:
    """Change, restore and play on a number of views.

    :param seed: of the games, of the changes and of the moves.
    :param views: how many changed views to try.
    """
    found = Found()
    rng = Random(seed)
    pool: list[dict[str, Any]] = []
    for tried in range(views):
        if tried % FRESH == 0:
            pool = _pool(rules, rng)
            values = _values(pool)
        view = rng.choice(pool)
        fixed = {name: view[name] for name in ("game", "options")}
        own = {name: copy.deepcopy(value) for name, value in view.items() if name not in fixed}
        for _ in range(rng.randint(1, 3)):
            spoil(own, rng, partial(_elsewhere, values, rng))
        changed = fixed | own
        if changed == view:
            found.unchanged += 1
        else:
            _try(rules, changed, rng, found)
    return found


def _elsewhere(values: dict[Path, list[Any]], rng: Random, path: Path) -> Any:
    """What stands at a place of this kind elsewhere."""
    return rng.choice(values[_kind(path)])


def _try(rules: Game, view: dict[str, Any], rng: Random, found: Found) -> None:
    try:
        state = rules.from_view(view, seed=rng.getrandbits(32), chance="ask")
    except ViewError:
        found.refused += 1
        return
    except Exception as error:  # whatever else is raised is a failure to be reported with its view
        found.failures.append((f"{type(error).__name__}: {error}", view))
        return
    found.accepted += 1
    problem = _play_on(state, rng, found)
    if problem is not None:
        found.failures.append((problem, view))


def _play_on(state: State, rng: Random, found: Found) -> str | None:
    for ply in range(MOVES):
        problem = state.check()
        if problem is not None:
            return f"after {ply} plies: {problem}"
        if state.is_over:
            return None
        if state.is_chance:
            state.roll()
        else:
            legal = state.legal()
            if not legal:
                return f"after {ply} plies: there is no legal move"
            state.play(rng.choice(legal))
        found.plies += 1
    return None


def _pool(rules: Game, rng: Random) -> list[dict[str, Any]]:
    """Views of random games: of each phase, seat by seat and of a spectator."""
    pool: dict[tuple[Any, ...], dict[str, Any]] = {}
    for _ in range(100):
        for state in walk(rules, rng.getrandbits(32)):
            seat = rng.choice([None, *range(rules.seats)])
            if not state.is_over and rng.random() < 0.1:
                view = state.view(seat)
                pool[view.get("phase"), seat, rng.randrange(4)] = view
        if len(pool) >= POOL:
            break
    return list(pool.values())


def _kind(path: Path) -> Path:
    """What a place is called, wherever it stands in lists."""
    return tuple(key for key in path if isinstance(key, str))[-2:]


def _values(pool: list[dict[str, Any]]) -> dict[Path, list[Any]]:
    """What stands at places of a kind, anywhere in the pool."""
    values: dict[Path, list[Any]] = {}
    for view in pool:
        for path in paths(view):
            node: Any = view
            for key in path:
                node = node[key]
            known = values.setdefault(_kind(path), [])
            if node not in known and len(known) < 50:
                known.append(node)
    return values


def main() -> int:
    """Search each option set of a game and print what was found; the exit code is 1 after a failure."""
    parser = argparse.ArgumentParser(prog="python -m tests.unsound", description=__doc__)
    parser.add_argument("game", help="a game, or one case of tests.cases")
    parser.add_argument("--views", type=int, default=2000, help="how many in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="default: %(default)s")
    given = parser.parse_args()
    cases = [name for name, (of, _) in ALL_CASES.items() if given.game in (name, of)]
    if not cases:
        parser.error(f"{given.game!r} is none of {', '.join(ALL_CASES)}")
    failures = 0
    for name in cases:
        game_id, options = ALL_CASES[name]
        found = search(game(game_id, **options), given.seed, -(-given.views // len(cases)))
        print(
            f"{name}: {found.refused} refused, {found.accepted} accepted, {found.unchanged} unchanged, "
            f"{found.plies} plies, {len(found.failures)} failures",
            flush=True,
        )
        for problem, view in found.failures[:5]:
            print(f"  {problem}\n  {json.dumps(view)}")
        failures += len(found.failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
