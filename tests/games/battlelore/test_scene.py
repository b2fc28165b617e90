"""What the pictures of BattleLore show: facts of the view that a player has to see."""

import re

from battlewise.core import State, game


def shown(state: State, seat: int) -> str:
    return state.game.svg(state.view(seat), style=False)


def deploying() -> State:
    """Seat 0 has deployed two cards."""
    state = game("battlelore", scenario="full").new(seed=7)
    while state.is_chance or state.view(state.to_move)["phase"] != "deploy":
        state.roll() if state.is_chance else state.play(state.legal()[0])
    for _ in range(2):
        state.play(next(one for one in state.legal() if one.touches))
    return state


def test_own_deployed_cards_lie_on_their_hexes_and_those_of_the_enemy_do_not() -> None:
    state = deploying()
    view = state.view(0)
    things = {one.id: one for one in state.game.catalogue().cards}
    places = things[f"card:{view['scenario'][0]}"].facts["deploy"]
    for place, name in zip(places, view["placed"][:2], strict=False):
        title = next(
            one.name
            for one in [*state.game.catalogue().cards, *state.game.catalogue().pieces]
            if one.id == f"card:{name}"
        )
        assert f"<title>{title}, deployed on {place}</title>" in shown(state, 0)
    assert "deployed on" not in shown(state, 1)
    hexes = [
        re.findall(rf'stroke-dasharray[^>]*class="f-none s-seat-{seat}"', shown(state, 0)) for seat in (0, 1)
    ]
    assert [len(one) for one in hexes] == [18 - 2, 18]


def test_the_seat_that_has_to_decide_in_the_set_up_is_marked_alone() -> None:
    text = shown(deploying(), 0)
    assert re.findall(r">(to move|has the turn)<", text) == ["to move"]
    own = text[text.index('data-panel="seat:0"') : text.index('data-panel="scenario:0"')]
    assert "to move" in own


def test_a_section_card_shows_how_many_units_it_orders_where() -> None:
    rules = game("battlelore")
    view = rules.minimal_views()["command"] | {"hand": {"echelon_left": 3, "onslaught": 1}}
    state = rules.from_view(view)
    cards = {one.id: one for one in rules.catalogue().cards}
    assert cards["card:echelon_left"].facts["sections"] == {"left": 2, "centre": 1, "right": 0}
    assert "sections" not in cards["card:onslaught"].facts
    text = shown(state, 0)
    card = text[text.index('data-id="card:echelon_left"') :]
    assert re.findall(r"f-on-accent[^>]*>(\d)<", card) == ["2", "1"]


def test_dice_of_an_attack_and_a_banner_below_a_unit_are_drawn() -> None:
    rules = game("battlelore")
    view = rules.minimal_views()["ability"]
    text = shown(rules.from_view(view), 0)
    assert "<title>heroic result</title>" in text
    assert "dice of the attack from 3.5" in text
    units = [one | {"hex": [4, 5] if one["side"] == "daqan" else [3, 5]} for one in view["units"]]
    banners = {one.id: one.facts["banner_vp"] for one in rules.catalogue().spaces if "banner_vp" in one.facts}
    place = next(iter(banners)).partition(":")[2]
    units[1]["hex"] = [int(one) for one in place.split(".")]
    on_it = rules.minimal_views()["command"] | {"units": [units[0] | {"ordered": False}, units[1]]}
    text = shown(rules.from_view(on_it), 0)
    assert f"on {place}: 3 of 3 figures, on a banner of {banners[f'hex:{place}']} VP" in text
