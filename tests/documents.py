"""Views, moves and outcomes of random games against the schemas that front ends get.

``python -m tests.documents GAME --views 2000`` goes through every option set of a game (`tests.cases`).
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from jsonschema_rs import Draft202012Validator

from battlewise.bots.check.walks import walk
from battlewise.core import Game, Move, State, game
from tests.cases import CASES, MORE_CASES

ALL_CASES = CASES | MORE_CASES
SHARE = 0.05  # of the positions of a game


def problems(rules: Game, seed: int, views: int) -> Iterator[str]:
    """What is wrong with the views, moves and outcomes of random games.

    :param views: how many views to look at; as many positions' moves are.
    """
    of_view, of_move, of_outcome = (
        Draft202012Validator(schema)
        for schema in (
            rules.view_form.schema,
            rules.vocabulary.schema(outcomes=False),
            rules.vocabulary.schema(outcomes=True),
        )
    )
    rng = Random(seed)
    for state, viewer in _positions(rules, rng, views):
        for error in of_view.iter_errors(state.view(viewer)):
            yield f"view {error.instance_path}: {error.message}"
        seen = [one for _, one in state.log(viewer)[-3:]]
        for move in [*_moves(state), *seen]:
            if not (of_move.is_valid(move.doc) or of_outcome.is_valid(move.doc)):
                yield f"move {move.text}: {move.doc} is of neither schema"
        of = of_outcome if state.is_chance else of_move
        yield from (
            f"{move.text}: {move.doc} is of the other schema"
            for move in _moves(state)[:20]
            if not of.is_valid(move.doc)
        )


def _positions(rules: Game, rng: Random, views: int) -> Iterator[tuple[State, int | None]]:
    """Positions of random games, each with a viewer: the first of each kind of phase, and some others."""
    left = views
    while left > 0:
        met: set[Any] = set()
        for state in walk(rules, rng.getrandbits(32)):
            phase = state.view(None).get("phase")
            if phase in met and rng.random() > SHARE:
                continue
            met.add(phase)
            yield state, rng.choice([None, *range(rules.seats)])
            left -= 1


def _moves(state: State) -> list[Move]:
    if state.is_over:
        return []
    return state.outcomes()[:50] if state.is_chance else state.legal()


def unknown(rules: Game, seed: int, views: int) -> Counter[str]:
    """The ids that moves of random games touch and that neither catalogue nor view has, by kind of thing."""
    catalogue = rules.catalogue()
    known = {one.id for one in (*catalogue.seats, *catalogue.spaces, *catalogue.cards, *catalogue.pieces)}
    known |= {f"{die.id}:{face.id}" for die in catalogue.dice for face in die.faces}
    places = {one.id.partition(":")[2] for one in catalogue.spaces}
    found: Counter[str] = Counter()
    for state, _ in _positions(rules, Random(seed), views):
        for move in _moves(state):
            for touched in move.touches:
                if touched not in known and touched.partition(":")[2] not in places:
                    found[touched] += 1
    return found


def main() -> None:
    """Print what is wrong; the exit code is 1 if anything is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--views", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    wrong = False
    for name, (game_id, options) in ALL_CASES.items():
        if game_id != given.game:
            continue
        rules = game(game_id, **options)
        found = Counter(problems(rules, given.seed, given.views))
        missing = unknown(rules, given.seed, max(1, given.views // 20))
        wrong = wrong or bool(found or missing)
        print(f"{name}: {given.views} views, {sum(found.values())} problems, ids unknown: {dict(missing)}")
        for problem, n in found.most_common(10):
            print(f"  {n} times: {problem[:300]}")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
