"""What the pictures of Batalj show: facts of the view that a player has to see."""

import random
import re
from collections.abc import Callable
from typing import Any

from battlewise.core import State, game
from battlewise.core.games.batalj.facts import standing
from battlewise.core.games.batalj.state import RESERVE
from battlewise.core.games.batalj.words import AREA_IDS
from tests.cases import CASES

View = dict[str, Any]


def found(case: str, wanted: Callable[[View], object], seed: int = 0) -> State:
    """The first decision of random games at which a view of the seat to move is as wanted."""
    game_id, options = CASES[case]
    for one in range(seed, seed + 40):
        state, choose = game(game_id, **options).new(seed=one), random.Random(one)
        while not state.is_over:
            if state.is_chance:
                state.roll()
                continue
            if wanted(state.view(state.to_move)):
                return state
            state.play(choose.choice(state.legal()))
    raise AssertionError(f"{case}: no such position")


def titles(state: State, seat: int | None) -> dict[str, str]:
    """The title of each element with an id."""
    text = state.game.svg(state.view(seat))
    return dict(re.findall(r'data-id="([^"]+)"[^>]*>\s*<title>([^<]*)</title>', text))


def test_a_fief_names_its_owner_and_a_country_its_traders() -> None:
    state = found("batalj_4", lambda view: sum(len(own["fiefs"]) for own in view["players"]) > 6)
    view, shown = state.view(None), titles(state, None)
    names = [one.name for one in state.game.catalogue().seats]
    for seat, own in enumerate(view["players"]):
        for fief in own["fiefs"]:
            assert f"{names[seat]}&#x27;s" in shown[f"fief:{fief}"]
        for country, number in own["traders"].items():
            assert f"{number} of {names[seat]}" in shown[f"country:{country}"]
    assert all("of the bank" in shown[f"fief:{fief}"] for fief in view["realm"]["free"])


def test_the_reign_its_card_and_what_is_played_are_shown() -> None:
    state = found("batalj", lambda view: view["phase"] == "reaction" and view["regent"])
    view = state.view(None)
    text, things = state.game.svg(view), {one.id: one for one in state.game.catalogue().cards}
    assert f"Reign {view['reign'] + 1} of 16" in text
    assert f"<desc>{things['regent:' + view['regent']].text}" in text
    names = [one.name for one in state.game.catalogue().seats]
    assert f"{names[view['event']['seat']]} plays" in text


def test_the_areas_of_a_battle_say_who_stands_there() -> None:
    for case in ("batalj_4", "batalj_battle_5"):
        state = found(case, lambda view: view["phase"] == "redeploy" and any(view["war"]["cards"]))
        war, shown = state.view(None)["war"], titles(state, None)
        for i, area in enumerate(AREA_IDS[:RESERVE]):
            for army in ("sweden", "enemy"):
                here = standing(war, army, i)
                assert here == "empty" or here in shown[f"area:{area}"]
            assert ("with a Province card" in shown[f"area:{area}"]) == (area in war["cards"])


def test_the_battlefield_shows_each_reserve_once() -> None:
    state = found(
        "batalj_battle_1", lambda view: view["phase"] == "attack" and view["war"]["soldiers"]["sweden"][6]
    )
    war = state.view(None)["war"]
    text = state.game.svg(state.view(None))
    assert f"<title>The enemy reserve: {standing(war, 'enemy', 6)}</title>" in text
    reserve = titles(state, None)["area:reserve"]
    assert reserve.endswith(f": Sweden {standing(war, 'sweden', 6)}")


def test_a_foray_shows_riders_and_face_down_markers() -> None:
    state = found("batalj_foray_3", lambda view: any(one["booty"] for one in view["foray"]["riders"]))
    foray, shown = state.view(None)["foray"], titles(state, None)
    assert {one for one, title in shown.items() if "face-down" in title} == {
        f"space:{city}" for city in foray["face_down"]
    }
    names = [one.name for one in state.game.catalogue().seats]
    for seat, rider in enumerate(foray["riders"]):
        if rider["status"] == "riding" and rider["at"] is not None:
            assert f"{names[seat]}" in shown[f"space:{rider['at']}"]
    assert "carries: worth" in state.game.svg(state.view(None))


def test_the_hand_is_open_to_its_seat_alone() -> None:
    state = found("batalj", lambda view: view["phase"] == "act" and view["hand"])
    held = {f"event:{one}" for one in state.view(state.to_move)["hand"]}
    assert held <= titles(state, state.to_move).keys()
    assert not held & titles(state, None).keys()


def test_dice_are_drawn_with_their_spots() -> None:
    rules = game("batalj", mode="battle")
    minimal = game("batalj").minimal_views()["reroll"]
    view = game("batalj").from_view(minimal).view(minimal["seat"])
    failed = view["war"]["rerolled"]
    text = game("batalj").svg(view, style=False)
    face = text[text.index(f"<title>The die shows {failed}: it has failed</title>") :]
    spots = re.findall(r'class="f-ink" d="([^"]+)"', face)[0]
    assert spots.count("M") == failed
    assert "it has failed" not in rules.svg(rules.new(seed=1).view(None), style=False)


def test_everybody_has_won_a_battle_that_sweden_won() -> None:
    state = found("batalj_battle_5", lambda view: view["phase"] == "aim")
    view = state.view(None)
    over = view | {"to_move": "over", "phase": "over", "war": view["war"] | {"victory": "sweden"}}
    assert state.game.svg(over, style=False).count(">shares the victory<") == 5
    lost = over | {"war": view["war"] | {"victory": "enemy"}}
    assert "victory<" not in state.game.svg(lost, style=False)


def test_the_state_of_a_battle_of_many_is_not_below_a_long_column_of_seats() -> None:
    for case, where in (("batalj_battle_1", "side"), ("batalj_battle_5", "hand")):
        game_id, options = CASES[case]
        state = game(game_id, **options).new(seed=1)
        assert [one.where for one in state.game.scene(state.view(None)).panels if one.id == "war"] == [where]
