"""What the evaluation and the weights of moves read in the full game of BattleLore."""

import pytest

from battlewise.core import State
from tests.games.battlelore.full_positions import FULL, LORE, place
from tests.games.battlelore.positions import at, texts


def trait(state: State, move: str, name: str) -> float:
    """What one trait of a move is."""
    decision, rows = FULL.traits(state)
    assert decision is not None
    return rows[texts(state).index(move)][FULL.trait_names[decision].index(name)]


def feature(state: State, name: str) -> float:
    return FULL.features(state)[FULL.feature_names.index(name)]


def eliminates(state: State, move: str, target: str) -> float:
    """The chance that an attack eliminates its target, over every outcome of the dice."""
    after = state.copy()
    after.play(move)
    total = 0.0
    for outcome, chance in after.chances():
        world = after.copy()
        world.play(outcome)
        while world.to_move >= 0 and at(world, target) is not None and texts(world)[0].startswith("commit"):
            world.play(world.legal()[-1])
        total += chance * (at(world, target) is None)
    return total


@pytest.mark.parametrize(
    "units",
    [
        "uH3 3.5!, dG1 4.5, dY3 5.4",
        "uH3 3.5!, dG2 4.5, dY3 5.4",
        "uH1 3.5!, dG1 4.5, dY3 5.4",
        "uV3 3.5!, dG1 4.5, dY3 5.4",
        "uB1 3.5!, dG2 4.5, dY3 5.4",
    ],
)
@pytest.mark.parametrize("ground", [{}, {"forest": "4.5"}, {"building": "4.5"}])
def test_the_odds_of_an_attack_are_those_of_its_dice(units, ground) -> None:
    state = place("attack", units, **ground)
    assert trait(state, "attack 3.5-4.5", "kill") == pytest.approx(
        eliminates(state, "attack 3.5-4.5", "4.5"), abs=1e-6
    )


def test_expected_harm_and_reprisal() -> None:
    state = place("attack", "uH3 3.5!, dG1 4.5, dY3 5.4")
    kill = trait(state, "attack 3.5-4.5", "kill")
    assert trait(state, "attack 3.5-4.5", "harm") == pytest.approx(kill)
    assert trait(state, "attack 3.5-4.5", "kill_worth") == pytest.approx(kill / 2)
    assert trait(state, "attack 3.5-4.5", "reprisal") > 0
    shot = place("attack", "uV3 3.5!, dG1 5.5, dY3 8.0")
    assert trait(shot, "attack 3.5-5.5", "reprisal") == 0
    assert trait(shot, "hold 3.5", "kill") == 0


def test_eliminations_that_score_and_hexes_that_score() -> None:
    water = place("attack", "uH3 3.5!, dG1 4.5, dY3 5.4", scenario=["blood_in_the_water", None], water="4.6")
    kill = trait(water, "attack 3.5-4.5", "kill")
    assert trait(water, "attack 3.5-4.5", "kill_vp") == pytest.approx(kill)
    riders = place("move", "dR3 4.5!, uH3 0.0", 1, scenario=[None, "outriders_of_the_watch"], hill="4.4")
    assert trait(riders, "move 4.5-3.5", "to_score") == 1
    assert trait(riders, "move 4.5-5.5", "to_score") == 0
    assert trait(riders, "move 4.5-4.4", "hill") == 1
    assert feature(riders, "scenarios.outriders_of_the_watch") == -1
    spoiling = place(
        "move", "uH3 5.5!, dG3 8.0", scenario=[None, "crossing_the_river_of_sleep"], building="6.5"
    )
    assert trait(spoiling, "move 5.5-6.5", "spoils") == 1
    assert trait(spoiling, "move 5.5-6.5", "cover") == 1
    assert feature(spoiling, "scenario_out_of_turn") == -1


def test_advances_lore_cards_and_lore_steps_have_traits() -> None:
    state = place("lore", "uH3 3.5, dG3 4.5", hand={"patrol_left": 4}, lore=[10, 0])
    assert trait(state, "gain 2 lore", "two_tokens") == 1
    assert trait(state, "gain 2 lore", "tokens_rich") == 2
    assert trait(state, "draw 2 lore cards", "token_and_card") == 0
    window = FULL.from_view(FULL.minimal_views()["window"], seed=1)
    (played,) = [text for text in texts(window) if "ynfernal haste" in text]
    assert trait(window, played, "haste") == 1
    assert trait(window, "no lore card", "haste") == 0
    advance = FULL.from_view(FULL.minimal_views()["advance"], seed=1)
    assert any(trait(advance, text, "advance") for text in texts(advance))


def test_features_of_the_full_game() -> None:
    state = place(
        "command", "uV2 3.5, uC6 2.2, dG3 6.5", hill="3.5", **LORE({"overrun": 1}, other=3), lore=[4, 1]
    )
    assert feature(state, "lore") == 3
    assert feature(state, "lore_cards") == -2
    assert feature(state, "first") == 1
    assert feature(state, "archers_on_hills") == 1
    assert feature(state, "units.viper_legion") == pytest.approx(2 / 3)
    assert feature(state, "units.chaos_lord") == 1
    assert feature(state, "units.citadel_guard") == -1
    banner = place("command", "uV2 3.5, uH3 3.6, dG3 6.5", banners=[{"hex": [3, 5], "vp": 1}])
    assert feature(banner, "at_banners") == 2
