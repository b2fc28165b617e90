"""A tour for researchers: play, search, deal anew, observe, step many games, meet in a tournament.

``mypy --strict`` accepts it: all of Battlewise has types.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy

from battlewise.bots import bot
from battlewise.bots.match import play_match
from battlewise.bots.tournament.crew import Inline
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan, Terms
from battlewise.bots.tournament.run import run
from battlewise.bots.tournament.summary import summarise
from battlewise.core import Game, Move, State, game
from battlewise.search import Analysis, Budget, Settings, analyse
from battlewise.search.exact import expectimax
from battlewise.search.vector import VectorEnv


def position(rules: Game, seed: int) -> State:
    """A decision in the middle of a game of random moves."""
    state, player = rules.new(seed=seed), bot("random")
    while state.turn < 4:
        state.play(player.choose(state, seed=state.ply).move)
    return state


def searched(state: State) -> Analysis:
    """What a search of 200 iterations finds, in any deal that agrees with what the seat knows."""
    other = state.redealt(state.to_move, seed=7)
    settings = Settings(exploration=1.5)
    found = analyse(state, Budget(iterations=200), settings, seed=1)
    assert (
        found.candidates[0].move
        == analyse(other, Budget(iterations=200), settings, seed=1).candidates[0].move
    )
    return found


def steps(rules: Game, games: int, number: int) -> int:
    """How many of many games end within a number of uniformly random steps."""
    environment = VectorEnv(rules, games, seed=1)
    rng, rows = numpy.random.default_rng(1), numpy.arange(games)
    batch, ended = environment.reset(), 0
    for _ in range(number):
        drawn = (rng.random(games) * batch.legal_counts).astype(numpy.intp)
        batch = environment.step(batch.legal[rows, drawn])
        ended += int(batch.done.sum())
    return ended


def main() -> None:
    """Go through all of it."""
    rules = game("history", players=3)
    state = position(rules, seed=1)
    seat = state.to_move
    found = searched(state)
    best: Move = found.candidates[0].move
    print(f"{rules.seat_names[seat]} plays: {state.words([best], seat)[0]}; values {found.values}")
    numbers = state.observe(seat, known=True)
    print(f"{numbers.size} numbers observed, {len(rules.observation)} items, {len(state.view(seat))} fields")
    print(f"{steps(rules, games=100, number=300)} games ended")
    score = play_match("battalla", ["mcts:iterations=40", "greedy"], games=4).standings[0]
    print(f"{score.spec} scored {score.score:.0%} ({score.low:.0%} to {score.high:.0%})")
    end = game("pig", goal=10).from_view({"seat": 0, "scores": [8, 9], "player": 0, "total": 0})
    print(f"the exact value of a position of Pig: {expectimax(end)[0]:.3f}")
    plan = Plan(Terms("leduc"), {"tree": "mcts:iterations=50", "ply": "greedy"}, blocks=4)
    with TemporaryDirectory() as folder, Ledger.writing(Path(folder, "ledger"), plan) as ledger:
        run(ledger, Inline())
        print(summarise(ledger)["ranking"][0]["entrant"], "leads the tournament")


if __name__ == "__main__":
    main()
