"""Secret choices: drawn among what is nearly best and looks the same to the others."""

from dataclasses import replace

from battlewise.bots import bot
from battlewise.bots.bot import MctsBot
from battlewise.bots.secrecy import LEAST, MARGIN, nearly_best
from battlewise.core import State, game
from battlewise.search import Analysis, Budget, analyse


def first(state: State, words: str) -> State:
    """Play the first legal moves up to a decision of which a move begins with these words."""
    while not state.legal()[0].text.startswith(words) or len(state.legal()) < 3:
        state.play(state.legal()[0])
    return state


def searched(words: str) -> tuple[State, Analysis]:
    """A decision of BattleLore, with three candidates of equal value and visits."""
    state = first(game("battlelore", scenario="full").new(seed=1), words)
    found = analyse(state, Budget(50), seed=1)
    equal = tuple(replace(one, visits=100, value=0.5) for one in found.candidates[:3])
    return state, replace(found, candidates=equal)


def moves_of(spec: str, state: State, found: Analysis) -> set[str]:
    player = bot(spec)
    assert isinstance(player, MctsBot)
    return {player.chosen(state, seed, found).move.text for seed in range(60)}


def test_a_secret_choice_is_drawn() -> None:
    state, found = searched("army")
    assert moves_of("mcts:secret=yes", state, found) == {one.move.text for one in found.candidates}
    assert moves_of("mcts", state, found) == {found.candidates[0].move.text}


def test_what_is_worse_or_hardly_searched_is_not_drawn() -> None:
    state, found = searched("army")
    one, two, three = found.candidates
    worse = replace(two, value=0.5 - MARGIN - 0.001)
    rare = replace(three, visits=int(100 * LEAST) - 1)
    assert nearly_best(state, (one, worse, rare)) == [one]
    assert nearly_best(state, (one, replace(two, value=0.5 - MARGIN + 0.001), rare))[1:] != []


def test_what_the_others_see_is_not_drawn() -> None:
    state = game("connect_four").new(seed=1)
    found = analyse(state, Budget(50), seed=1)
    equal = tuple(replace(one, visits=100, value=0.5) for one in found.candidates)
    assert nearly_best(state, equal) == [equal[0]]
    state = game("battlelore").new(seed=1)
    found = analyse(state, Budget(50), seed=1)
    equal = tuple(replace(one, visits=100, value=0.5) for one in found.candidates)
    assert nearly_best(state, equal) == [equal[0]]
