"""What the pictures of Battalia show: facts of the view that a player has to see."""

from battlewise.core import game
from tests.cases import CASES


def test_battalia_shows_cities_heroes_and_battles() -> None:
    """The attacked city with its owner and level, the hero there, and both totals."""
    game_id, options = CASES["battalia"]
    rules = game(game_id, **options)
    state = rules.from_view(rules.minimal_views()["response"])
    view = state.view(state.to_move)
    text = rules.svg(view, style=False)
    square = view["battle"]["square"]
    for one, there in view["map"].items():
        assert (f'data-id="city:{one}"' in text) == there["card"].startswith("city")
    assert f"Cross city on {square} of level 1, of North" in text
    assert f"East&#x27;s first hero on {square}" in text
    for total in view["battle"]["total"]:
        assert f">{total}</text>" in text
    assert "North has to answer" in text
