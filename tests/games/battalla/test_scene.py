"""What the pictures of Battalla show: facts of the view that a player has to see."""

from battlewise.core import game
from battlewise.core.games.battalla.sentences import cards_of
from battlewise.core.scene import Group
from tests.cases import CASES
from tests.core.test_scene import positions


def test_battalla_shows_cards_in_play_marks_and_piles() -> None:
    """Each card in play with numbers, marks and items, each seat's stamina, piles, top hero and discards."""
    game_id, options = CASES["battalla"]
    rules = game(game_id, **options)
    view = next(one.view(0) for one in positions("battalla", 1) if len(one.view(0)["cards"]) > 4)
    piece = view["cards"][0] | {"damage": 1, "poison": 1, "items": ["khopesh"], "stunned": 1}
    view["cards"][0] = piece
    text = rules.svg(view, style=False)
    names = {one.id.partition(":")[2]: one.name for one in rules.catalogue().cards}
    for one in view["cards"]:
        assert f"{names[one['card']]} of {('south', 'north')[one['seat']]} on {one['square']}" in text
    health = f"health {piece['hp'] - 1} of {piece['hp']}"
    assert f"atk {piece['atk']}, {health}, cannot move and attack: 1, poisoned: 1" in text
    assert "with Khopesh" in text
    for seat in (0, 1):
        assert f"{view['stamina'][seat]} stamina left" in text
        assert f"{view['penalty_sizes'][seat]} penalty cards" in text
        top = view["hero_decks"][seat][view["heroes_out"][seat]]
        assert f"{names[top]}, hero on top of the deck" in text
        for card in view["discard"][seat]:
            assert names[card] in text


def test_the_viewers_side_of_battalla_is_below() -> None:
    game_id, options = CASES["battalla"]
    rules = game(game_id, **options)
    state = next(positions("battalla", 1))
    for seat, below, above in ((0, "a1", "a5"), (1, "a5", "a1"), (None, "a1", "a5")):
        mat = rules.scene(state.view(seat)).panels[0].content
        assert isinstance(mat, Group)
        height = {part.id: y for _, y, part in mat.parts if isinstance(part, Group)}
        assert height[f"square:{below}"] > height[f"square:{above}"]


def test_a_spectator_sees_both_discard_piles_once() -> None:
    state = next(one for one in positions("battalla", 1) if all(one.view(None)["discard"]))
    piles = state.view(None)["discard"]
    text = state.game.svg(state.view(None), style=False)
    for name, pile in zip(("South", "North"), piles, strict=True):
        assert text.count(f">{name}, {cards_of(sum(pile.values()))}<") == 1
    assert "discard pile, " in state.game.svg(state.view(0), style=False)
