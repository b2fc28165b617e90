"""Scenario cards of the full game of BattleLore: each card's special rule and VP rule (RULES.md 8, 9)."""

import tomllib
from pathlib import Path

import pytest

from battlewise.core import DataError, game
from battlewise.core.games.battlelore import cards
from tests.games.battlelore.full_positions import FULL, LORE, place
from tests.games.battlelore.positions import at, figures, phase, play, texts

SHIPPED = Path(cards.__file__).parent / "data"


def uthuk(card: str) -> dict:
    return {"scenario": [card, None]}


def daqan(card: str) -> dict:
    return {"scenario": [None, card]}


def moves(state) -> set[str]:
    return {text.split("-")[1] for text in texts(state) if text.startswith("move")}


def vp_step(units: str, active: int, **more) -> list[int]:
    """The VP after a turn in which nothing is done."""
    state = place("move", units, active, **more)
    for _ in range(5):
        if phase(state) == "move":
            state.play(next(text for text in texts(state) if text.startswith("stay")))
        if phase(state) == "attack":
            state.play(next(text for text in texts(state) if text.startswith("hold")))
    assert phase(state) == "draw"
    return state.view(None)["vp"]


def test_banners_count_in_the_own_vp_step() -> None:
    banners = [{"hex": [3, 5], "vp": 1}, {"hex": [6, 5], "vp": 2}]
    assert vp_step("uH3 3.5!, dG3 6.5", 0, banners=banners) == [1, 0]
    assert vp_step("uH3 3.5, dG3 6.5!", 1, banners=banners) == [0, 2]


def test_lore_is_not_changed_into_vp_in_the_full_game() -> None:
    assert vp_step("uH3 3.5!, dG3 6.5", 0, lore=[9, 0]) == [0, 0]


# The Daqan's cards


def test_outriders_of_the_watch() -> None:
    card = daqan("outriders_of_the_watch")
    assert "3.5" in moves(place("move", "dR3 8.5!, uH3 0.0", 1, **card, terrain={}))
    assert "3.5" not in moves(place("move", "dR3 8.5!, uH3 0.0", 1))
    assert "5.5" not in moves(place("move", "dG3 8.5!, uH3 0.0", 1, **card))
    assert vp_step("dR3 3.5!, uH3 0.0", 1, **card) == [0, 1]
    assert vp_step("dR3 4.5!, uH3 0.0", 1, **card) == [0, 0]
    assert vp_step("dG3 3.5!, uH3 0.0", 1, **card) == [0, 0]


def test_iron_volley() -> None:
    card = daqan("iron_volley")
    units = "dG3 6.5, dY3 6.1, dY3 6.10, uH3 0.0"
    state = play(place("command", units, 1, hand={"attack_center": 4}, **card), "play attack center")
    assert texts(state) == ["order 6.1", "order 6.10", "order no more units"]
    assert at(play(state.copy(), "order 6.10"), "6.10")["ordered"]
    assert sum(one["ordered"] for one in play(state, "order no more units").view(None)["units"]) == 1
    near = play(place("attack", "dG3 4.5!, uH1 3.5, uH3 0.0", 1, **card), "attack 4.5-3.5")
    assert play(near, "roll strike lore lore", "commit 0 strike").view(None)["vp"] == [0, 1]
    far = play(place("attack", "dY3 4.5!, uH1 2.5, uH3 0.0", 1, **card), "attack 4.5-2.5", "roll pierce lore")
    assert far.view(None)["vp"] == [0, 2]


def test_iron_volley_counts_where_an_attacker_stood_that_a_counter_has_pushed_away() -> None:
    card = daqan("iron_volley") | {"terrain": {}, "banners": []}
    state = place("attack", "dG3 1.5!, uO1 0.5, uH3 8.8", 1, **card)
    play(state, "attack 1.5-0.5", "roll lore lore morale", "counter", "roll lore lore lore morale")
    assert [one["hex"] for one in state.view(None)["units"]] == [[2, 6], [8, 8]]
    assert state.view(None)["vp"] == [0, 1]
    lore = LORE({"unstoppable": 1}) | {"lore": [9, 9], "seat": 0, "hand": {"patrol_left": 4}}
    state = place("attack", "dG3 4.5!, uH1 3.5, uH3 0.0", 1, **card, **lore)
    play(state, "attack 4.5-3.5", "roll strike lore lore", "commit 0 strike", "lore unstoppable")
    play(state, "roll morale lore lore lore lore")
    assert [one["hex"] for one in state.view(None)["units"]] == [[5, 4], [0, 0]]
    assert state.view(None)["vp"] == [0, 1]


def test_damming_the_muir_river() -> None:
    card = daqan("damming_the_muir_river")
    away = {"water": "6.3 4.5", "ford": "6.3"}
    assert vp_step("dG3 8.5!, uH3 0.0", 1, **card, **away) == [0, 1]
    assert vp_step("dG3 8.5!, uH3 6.3", 1, **card, **away) == [0, 0]
    assert vp_step("dG3 8.5!, uH3 6.4", 1, **card, **away) == [0, 0]
    assert vp_step("dG3 8.5!, uH3 6.5", 1, **card, **away) == [0, 1]
    far = {"water": "2.3", "ford": "2.3"}  # in the enemy's half
    assert vp_step("dG3 8.5!, uH3 2.3", 1, **card, **far) == [0, 1]


def test_barrow_mounds_of_the_gatesmen() -> None:
    card = daqan("barrow_mounds_of_the_gatesmen")
    units = "dN3 5.5!, uH3 3.5, uV3 2.5, uH3 4.4, uH3 0.0"
    state = place("attack", units, 1, **card, hill="5.5")
    assert texts(state) == ["attack 5.5-2.5", "attack 5.5-3.5", "attack 5.5-4.4", "hold 5.5"]
    play(state, "attack 5.5-3.5")
    assert len(state.outcomes()) == 56
    play(state, "roll strike pierce lore")
    assert figures(state, "3.5") == 2
    with pytest.raises(ValueError, match="no unit can attack"):
        place("attack", "dN3 5.5!, uH3 3.5", 1, **card, terrain={})
    moved = place("move", "dN3 6.5!, uH3 3.5, uH3 0.0", 1, **card, hill="5.5")
    assert phase(play(moved, "move 6.5-5.5")) == "draw"
    assert vp_step("dN3 5.5!, uH3 0.0", 1, **card, hill="5.5") == [0, 1]
    assert vp_step("dN3 3.5!, uH3 0.0", 1, **card, hill="3.5") == [0, 0]
    assert vp_step("dG3 5.5!, uH3 0.0", 1, **card, hill="5.5") == [0, 0]


def test_mustering_the_militia() -> None:
    card = daqan("mustering_the_militia")
    two = {"building": "6.5 5.5 3.5"}
    assert vp_step("dG3 6.5!, dG3 5.5, uH3 0.0", 1, **card, **two) == [0, 1]
    assert vp_step("dG3 6.5!, dG3 3.5, uH3 0.0", 1, **card, **two) == [0, 0]


def test_crossing_the_river_of_sleep() -> None:
    card = daqan("crossing_the_river_of_sleep")
    ford = {"water": "6.4", "ford": "6.4", "building": "7.9"}
    assert "5.3" in moves(place("move", "dG3 7.4!, uH3 0.0", 1, **card, **ford, forest="6.5 7.3 7.5 8.4 8.5"))
    assert vp_step("dG3 8.5!, uH3 0.0", 1, **card, **ford) == [0, 1]
    assert vp_step("dG3 8.5!, uH3 7.9", 1, **card, **ford) == [0, 0]
    assert vp_step("dG3 8.5!, uH3 2.3", 1, **card, building="2.3") == [0, 1]


def test_vault_of_the_runesmiths() -> None:
    card = daqan("vault_of_the_runesmiths")
    assert vp_step("dG3 6.5!, dG3 6.6, uH3 0.5", 1, **card) == [0, 1]
    assert vp_step("dG3 6.5!, dG3 6.1, uH3 0.5", 1, **card) == [0, 0]
    for units, lore in (("dN3 6.5, uH3 0.0", 3), ("dN3 8.5, uH3 0.0", 2), ("dG3 6.5, uH3 0.0", 2)):
        assert play(place("lore", units, 1, **card), "gain 2 lore").view(None)["lore"] == [0, lore]


# The Uthuk's cards


def test_blood_in_the_water() -> None:
    card = uthuk("blood_in_the_water")
    assert "3.4" in moves(place("move", "uB3 3.3!, dG3 8.0", **card, water="3.4"))
    assert "3.4" not in moves(place("move", "uH3 3.3!, dG3 8.0", **card, water="3.4"))
    for where, vp in (("4.6", 1), ("4.9", 0)):
        state = play(place("attack", "uH3 3.5!, dG1 4.5, dG3 8.8", **card, water=where), "attack 3.5-4.5")
        assert play(state, "roll strike lore lore").view(None)["vp"] == [vp, 0]


def test_red_harvest() -> None:
    card = uthuk("red_harvest")
    state = play(place("attack", "uH1 3.5!, dG3 4.5", **card), "attack 3.5-4.5")
    assert figures(play(state, "roll cleave cleave lore lore lore"), "4.5") == 1
    state = play(place("attack", "uB1 3.5!, dG3 4.5", **card), "attack 3.5-4.5")
    assert figures(play(state, "roll cleave cleave lore"), "4.5") == 3  # cavalry stays weak
    units = "uH3 3.5!, uH3 3.8!, dG1 4.5, dG1 4.8, dG3 8.8"
    state = play(place("attack", units, **card), "attack 3.5-4.5", "roll strike lore lore", "remain")
    assert state.view(None)["vp"] == [1, 0]
    play(state, "attack 3.8-4.8", "roll strike lore lore")
    assert state.view(None)["vp"] == [1, 0]


def test_the_crimson_roots() -> None:
    card = uthuk("the_crimson_roots")
    for forest in ("3.5", "3.5 4.5"):
        state = play(place("attack", "uH3 3.5!, dG3 4.5", **card, forest=forest), "attack 3.5-4.5")
        assert len(state.outcomes()) == 56
    assert vp_step("uH3 0.5!, dG3 8.0", 0, **card) == [1, 0]
    assert vp_step("uH3 0.5!, dG3 3.7", 0, **card) == [0, 0]  # the roots at the Uthuk's 4.3 and 4.7
    assert vp_step("uH3 0.5!, dG3 3.3", 0, **card) == [0, 0]


def test_treasures_of_the_shadow_peaks() -> None:
    card = uthuk("treasures_of_the_shadow_peaks")
    assert texts(place("attack", "uV3 3.2!, dG3 3.7", **card, terrain={}))[0] == "attack 3.2-3.7"
    assert texts(place("attack", "uV3 3.2!, dG3 3.6", **card, forest="3.4"))[0] == "attack 3.2-3.6"
    with pytest.raises(ValueError, match="no unit can attack"):
        place("attack", "uV3 3.2!, dG3 3.6", **card, forest="3.4 3.5")
    assert vp_step("uH3 3.5!, uH3 3.6, dG3 8.0", 0, **card, hill="3.5 3.6") == [1, 0]
    assert vp_step("uH3 3.5!, uH3 3.7, dG3 8.0", 0, **card, hill="3.5 3.6") == [0, 0]


def test_pits_of_the_ynfernael() -> None:
    card = uthuk("pits_of_the_ynfernael")
    lore = play(place("lore", "uH3 3.5, dG3 6.5", **card), "gain 2 lore").view(None)["lore"]
    more = play(place("lore", "uH3 3.5, dG3 6.5", **card, slain=[True, False]), "gain 2 lore").view(None)[
        "lore"
    ]
    assert (lore, more) == ([2, 0], [3, 0])
    assert vp_step("uO3 4.5!, dG3 8.0", 0, **card) == [1, 0]
    assert vp_step("uO3 3.5!, dG3 8.0", 0, **card) == [0, 0]
    assert vp_step("uH3 4.5!, dG3 8.0", 0, **card) == [0, 0]


def test_staking_a_claim() -> None:
    card = uthuk("staking_a_claim")
    ring = {"forest": "4.3 4.4 3.2 3.4 2.3 2.4"}
    assert len(moves(place("move", "uH3 3.3!, dG3 8.0", **card, **ring))) == 18
    ground = {"forest": "1.5", "hill": "1.6"}
    assert vp_step("uH3 1.5!, uH3 1.6, uH3 1.7, dG3 8.0", 0, **card, **ground) == [1, 0]
    assert vp_step("uH3 1.5!, uH3 1.6, dG3 8.0", 0, **card, **ground) == [0, 0]


def test_power_of_infiltration() -> None:
    card = uthuk("power_of_infiltration")
    units = "uH3 0.0!, uV3 0.1, uV3 1.0, dG3 8.0"
    reached = moves(place("move", units, **card, terrain={}))
    assert {"0.2", "1.1", "2.0", "2.1"} == reached
    riding = "uB3 0.0!, uV3 0.1, uV3 1.0, dG3 8.0"
    with pytest.raises(ValueError, match="no unit is to move"):
        place("move", riding, **card, terrain={})
    for row, vp in (("7", 2), ("4", 1)):
        above = str(int(row) - 1)
        pair = f"uH3 {above}.5!, dG1 {row}.5, dG3 8.11"
        state = play(place("attack", pair, **card, terrain={}), f"attack {above}.5-{row}.5")
        assert play(state, "roll strike lore lore").view(None)["vp"] == [vp, 0]


def test_vp_are_gained_by_counters_and_failed_retreats_too_but_not_for_own_losses() -> None:
    card = uthuk("power_of_infiltration")
    state = place("attack", "dG1 4.5!, uH3 3.5, dG3 8.8", 1, **card, terrain={})
    play(state, "attack 4.5-3.5", "roll lore lore lore", "counter", "roll strike lore lore")
    assert state.view(None)["vp"] == [1, 0]
    volley = daqan("iron_volley")
    state = place("attack", "uH1 3.5!, dG3 4.5, uH3 0.0", **volley, terrain={})
    play(state, "attack 3.5-4.5", "roll lore lore lore lore heroic", "commit 1 heroic", "no counter")
    assert at(state, "3.5") is None
    assert state.view(None)["vp"] == [0, 0]


# 10.4 The command tent


def test_a_tent_is_taken_at_the_start_of_the_enemys_turn_for_two_vp() -> None:
    state = place("lore", "uH3 3.5, dG3 6.5", tents=[[3, 5], [6, 5]])
    play(state, "gain 2 lore")
    assert state.view(None)["tents"] == [[3, 5], [6, 5]]
    assert state.view(None)["vp"] == [0, 0]
    state = place("lore", "uH3 3.5, dG3 6.5", tents=[[6, 5], [3, 5]])
    play(state, "gain 2 lore")
    assert state.view(None)["tents"] == [None, [3, 5]]
    assert state.view(None)["vp"] == [0, 2]


def test_a_tents_capture_counts_before_victory_is_looked_at() -> None:
    state = place("lore", "uH3 3.5, dG3 6.5", 1, tents=[None, [3, 5]], vp=[14, 3])
    play(state, "gain 2 lore")
    assert state.returns() == [1, 0]


# 11 Data


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "scenarios_daqan.toml",
            '"4.1", "4.9"]',
            '"4.1", "4.11"]',
            r"outriders_of_the_watch.terrain.hill\[1\]",
        ),
        (
            "scenarios_daqan.toml",
            'verb = "longer_move"',
            'verb = "fly"',
            "outriders_of_the_watch.rule.verb: 'fly'",
        ),
        ("scenarios_daqan.toml", 'verb = "in_rows"', 'verb = "in_rows", x = 1', "points.x: is not a field"),
        ("scenarios_daqan.toml", "1 = [1, 2, 3, 8, 9, 10]", "1 = [1, 2, 3]", "deploy: has 15 hexes, not 18"),
        ("scenarios_daqan.toml", 'code = "A1"', 'code = "AA"', "outriders_of_the_watch.code"),
        ("scenarios_daqan.toml", 'map_status = "reconstructed"', "", "map_status: is missing"),
        ("scenarios_daqan.toml", '"citadel_guard"', '"obscenes"', "mustering_the_militia.rule.type"),
        ("scenarios_uthuk.toml", '["4.3", "4.7"]', '["4.3", "9.7"]', r"the_crimson_roots.points.hexes\[1\]"),
        ("lore_daqan.toml", 'verb = "cancel"', 'verb = "win"', "runic_barrier.effect.verb: 'win'"),
        (
            "lore_daqan.toml",
            '["enemy_lore"]',
            '["before_roll"]',
            r"runic_barrier.timings\[0\]: 'before_roll' is no time",
        ),
        ("lore_uthuk.toml", "cost = 2", "cost = -2", "unstoppable.cost"),
        ("lore_uthuk.toml", "dice = 2", "dice = 9", "surprise_attack.effect.dice"),
        ("armies.toml", "citadel_guard = 5", "citadel_guard = 6", "mounted_assault.units.citadel_guard"),
        ("armies.toml", "yeoman_archers = 3 }", "yeoman_archers = 4 }", "mounted_assault.units: cost 54"),
        ("armies.toml", 'side = "uthuk"', 'side = "daqan"', "reign_of_venom.units"),
        ("deployment.toml", "[1.0, -0.5, 0.5]", "[1.0]", "centre.forward"),
        ("deployment.toml", "uthuk = 1.0", "uthuk = 0.0", "centre.prior.uthuk: 0.0 is not in 0.001..100"),
        ("full.toml", "points = 50", "points = 500", "muster.points"),
        ("full.toml", "onslaught = 1", "onslaught = 2", "preset.uthuk: has 5 cards, not 4"),
        ("full.toml", "count = 11", "count = 6", "muster: lets the uthuk not muster the 12 units"),
        (
            "scenarios_daqan.toml",
            '"3.8", "5.4"]',
            '"3.8", "5.8"]',
            "outriders_of_the_watch.terrain: has a hex with other terrain on blood_in_the_water",
        ),
        ("units.toml", "muster = 4", "muster = 0", "blood_harvesters.muster"),
        ("units.toml", 'muster_status = "likely"', "", "blood_harvesters.muster_status"),
    ],
)
def test_wrong_data_are_refused_naming_file_record_and_key(tmp_path: Path, file, old, new, problem) -> None:
    text = (SHIPPED / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=problem):
        game("battlelore", scenario="full", data=tmp_path)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {
                "scenarios_uthuk.toml": ('hex = "4.8"', 'hex = "5.5"'),
                "scenarios_daqan.toml": ('"4.2", v', '"5.6", v'),
            },
            "barrow_mounds_of_the_gatesmen.banner: must be another hex than that of staking_a_claim",
        ),
        (
            {
                "units.toml": ("range = 4", "range = 4\nmassive = true"),
                "scenarios_uthuk.toml": (
                    'hill = ["3.6"]',
                    'hill = ["3.6"], building = ["1.2", "1.3", "1.5", "1.6", "1.8", "1.9", "2.1", "2.2", '
                    '"2.4", "2.5", "2.6", "2.8"]',
                ),
            },
            "blood_in_the_water.deploy: has too few hexes without a building",
        ),
    ],
)
def test_data_that_do_not_fit_each_other_are_refused(tmp_path: Path, changes, problem) -> None:
    for file, (old, new) in changes.items():
        text = (SHIPPED / file).read_text()
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=problem):
        game("battlelore", scenario="full", data=tmp_path)


def test_every_record_says_how_well_it_is_known() -> None:
    for name in (
        "units",
        "command_cards",
        "lore_daqan",
        "lore_uthuk",
        "scenarios_daqan",
        "scenarios_uthuk",
        "armies",
        "full",
    ):
        for record in tomllib.loads((SHIPPED / f"{name}.toml").read_text()).values():
            assert record["status"] in ("official", "likely", "reconstructed")


def test_there_are_seven_scenario_cards_and_twenty_lore_cards_a_side() -> None:
    for side in ("uthuk", "daqan"):
        assert len(tomllib.loads((SHIPPED / f"scenarios_{side}.toml").read_text())) == 7
        lore = tomllib.loads((SHIPPED / f"lore_{side}.toml").read_text())
        assert sum(card["count"] for card in lore.values()) == 20
    assert FULL.options["scenario"] == "full"
