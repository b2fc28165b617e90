"""One test for each unit of the starter set."""

import pytest

from tests.games.battalla.positions import (
    WALL,
    attacked,
    card,
    discarded,
    hand,
    health,
    name_at,
    next_turn,
    phase,
    play,
    rolled,
    stamina,
    table,
    texts,
)

# -- Greek units


def test_g01_hoplite() -> None:
    hoplite = card(table([(0, "hoplite", "a1")]), "a1")
    assert (hoplite["atk"], hoplite["hp"]) == (1, 2)


def test_g02_amazon_scout_attacks_at_once() -> None:
    state = play(table([(1, "sphinx", "a2")], {"amazon_scout": 1}), "play amazon scout", "at a1")
    assert "attack a1-a2" in texts(state)


def test_g03_harpy_goes_sideways_in_any_row_once_a_turn() -> None:
    state = play(table([(0, "harpy", "b3")]), "use b3", "to c3")
    assert name_at(state, "c3") == "harpy"
    assert stamina(state)[0] == 4
    assert "use c3" not in texts(state)
    assert "move c3-c4" in texts(state)


def test_g04_satyr_piper_draws_then_discards() -> None:
    state = play(table([], {"satyr_piper": 1, "mummy": 1}), "play satyr piper", "at a1")
    assert state.is_chance
    rolled(state)
    assert phase(state) == "discard"
    state.play("discard mummy")
    assert discarded(state, 0) == {"mummy": 1}
    assert sum(hand(state, 0).values()) == 1


def test_g05_centaur_lancer_comes_one_square_forward() -> None:
    state = play(table([], {"centaur_lancer": 1}), "play centaur lancer", "at b1")
    assert name_at(state, "b2") == "centaur_lancer"
    blocked = play(table([(1, "hoplite", "b2")], {"centaur_lancer": 1}), "play centaur lancer", "at b1")
    assert name_at(blocked, "b1") == "centaur_lancer"


def test_g06_cyclops_smith_searches_an_item() -> None:
    state = play(table([], {"cyclops_smith": 1}, deck_has=("aegis_shield",)), "play cyclops smith", "at a1")
    assert {"find aegis shield", "find nothing"} <= texts(state)
    assert "find sphinx" not in texts(state)
    state.play("find aegis shield")
    assert hand(state, 0) == {"aegis_shield": 1}
    assert state.view(1)["known"][0] == {"aegis_shield": 1}
    assert sum(state.view(0)["penalty"].values()) == 5
    assert "penalty" not in state.view(1)


def test_g07_minotaur_strikes_the_wounded_harder() -> None:
    state = table([(0, "minotaur", "a3"), (1, "hydra", "a4", {"damage": 0})])
    assert health(play(state, "attack a3-a4"), "a4") == 1
    state = table([(0, "minotaur", "a3"), (1, "athena", "a4", {"damage": 1})], heroes=([], ["athena"]))
    assert name_at(play(state, "attack a3-a4"), "a4") is None


def test_g08_medusa_stuns_the_attacker_in_its_next_turn() -> None:
    state = attacked("harpy", "medusa")
    assert "use a3" in texts(state)
    next_turn(next_turn(state))
    assert state.to_move == 0
    assert not {text for text in texts(state) if text.startswith(("move", "attack"))}
    next_turn(next_turn(state))
    assert "attack a3-a4" in texts(state)


def test_g09_hydra_poisons_in_battle_and_heals() -> None:
    state = attacked("hydra", "medusa")
    assert card(state, "a4")["poison"] == 1
    state = table([(0, "hydra", "a1", {"damage": 2}), (1, "minotaur", "c4", {"poison": 1})])
    next_turn(state)
    assert health(state, "c4") == 3
    next_turn(state)
    assert card(state, "a1")["damage"] == 1


def test_g10_nemean_lion_intimidates() -> None:
    assert health(attacked("argonaut", "nemean_lion"), "a4") == 2


def test_g11_argonaut_draws_after_a_direct_attack() -> None:
    state = play(table([(0, "argonaut", "a4")]), "attack directly from a4")
    rolled(state)
    assert sum(hand(state, 0).values()) == 2


def test_g12_oracle_orders_the_top_of_the_deck() -> None:
    state = play(table([(0, "oracle_of_delphi", "a1")]), "use a1")
    rolled(state)
    assert len(state.view(0)["top"]) == 2
    assert "top" not in state.view(None)
    view = {**state.view(0), "top": ["sphinx", "minotaur"]}
    state = state.game.from_view(view, seed=1)
    state.play("change the order")
    assert state.view(0)["top"] == ["minotaur", "sphinx"]
    assert state.log(1)[-1][1].text == "keep the order"
    same = state.game.from_view({**view, "top": ["sphinx", "sphinx"]}, seed=1)
    assert texts(same) == {"keep the order"}


# -- Egyptian units


def test_e01_jackal_guard_draws_when_destroyed() -> None:
    state = attacked("minotaur", "jackal_guard", seat=1, active=0)
    assert state.is_chance
    assert sum(hand(rolled(state), 1).values()) == 1


def test_e02_scarab_swarm_brings_back_another() -> None:
    state = attacked("minotaur", "scarab_swarm", discard=({}, {"scarab_swarm": 1}))
    assert phase(state) == "revive"
    play(state, "revive scarab swarm", "at a5")
    assert card(state, "a5")["revived"]
    assert discarded(state, 1) == {"scarab_swarm": 1}
    assert state.to_move == 0
    alone = attacked("minotaur", "scarab_swarm")
    assert phase(alone) == "turn"


def test_e02_each_scarab_that_dies_brings_back_another() -> None:
    placed = [
        (0, "minotaur", "a3"),
        (0, "sphinx", "b3"),
        (1, "scarab_swarm", "a4"),
        (1, "scarab_swarm", "b4"),
    ]
    state = table(placed, discard=({}, {"scarab_swarm": 1}))  # type: ignore[arg-type]
    play(state, "attack a3-a4", "revive scarab swarm", "at c5", "attack b3-b4")
    assert phase(state) == "revive"


def test_e02_the_first_scarab_does_not_use_up_the_seconds_right() -> None:
    placed = [
        (0, "minotaur", "a3"),
        (0, "sphinx", "b3"),
        (1, "scarab_swarm", "a4"),
        (1, "scarab_swarm", "b4"),
    ]
    state = play(table(placed), "attack a3-a4")  # type: ignore[arg-type]
    assert phase(state) == "turn"
    assert phase(play(state, "attack b3-b4")) == "revive"


def test_e03_temple_cat_steps_aside() -> None:
    state = play(table([(0, "minotaur", "b3"), (1, "temple_cat", "b4")]), "attack b3-b4")
    assert state.to_move == 1
    state.play("to c4")
    assert health(state, "c4") == 1
    assert "attack b3-b4" not in texts(state)


def test_e04_mummy_comes_back_from_the_discard_pile() -> None:
    state = play(table([], discard=({"mummy": 1}, {})), "use mummy", "revive mummy", "at c1")
    assert name_at(state, "c1") == "mummy"
    assert stamina(state)[0] == 3


def test_e04_each_mummy_has_its_own_right() -> None:
    state = play(table([], discard=({"mummy": 2}, {})), "use mummy", "revive mummy", "at c1")
    play(state, "use mummy", "revive mummy", "at d1")
    assert discarded(state, 0) == {}


def test_e05_sphinx_intimidates() -> None:
    assert health(attacked("minotaur", "sphinx"), "a4") == 2


def test_e06_nile_crocodile_hits_harder_at_the_enemys_home() -> None:
    state = table([(0, "nile_crocodile", "a4"), (1, "minotaur", "a5")])
    assert name_at(play(state, "attack a4-a5"), "a5") is None
    assert health(attacked("nile_crocodile", "minotaur"), "a4") == 1


def test_e07_ammit_eats_an_ally_to_strike_an_enemy() -> None:
    state = play(table([(0, "hoplite", "b1"), WALL], {"ammit": 1}), "play ammit", "at a1")
    assert texts(state) == {"choose b1", "decline"}
    state.play("choose b1")
    assert health(state, "a4") == 2
    assert discarded(state, 0) == {"hoplite": 1}
    spared = play(table([(0, "hoplite", "b1"), WALL], {"ammit": 1}), "play ammit", "at a1", "decline")
    assert health(spared, "a4") == 5


def test_e08_priest_of_thoth_searches_an_assist() -> None:
    state = table([], {"priest_of_thoth": 1}, deck_has=("curse_of_sand", "khopesh"))
    play(state, "play priest of thoth", "at a1")
    assert {"find curse of sand", "find khopesh", "find nothing"} <= texts(state)
    assert "find sphinx" not in texts(state)


def test_e09_apep_hurts_all_others_in_lane_and_row_at_the_end_of_the_turn() -> None:
    placed = [
        (0, "apep_demon_of_chaos", "b3"),
        (0, "minotaur", "c3"),
        (1, "minotaur", "b5"),
        (1, "minotaur", "d4"),
    ]
    state = next_turn(table(placed))  # type: ignore[arg-type]
    assert [health(state, square) for square in ("b3", "c3", "b5", "d4")] == [5, 3, 3, 4]


def test_e10_charioteer_attacks_at_once() -> None:
    state = play(table([(1, "sphinx", "a2")], {"charioteer": 1}), "play charioteer", "at a1", "attack a1-a2")
    assert health(state, "a2") == 3


# -- Norse units


@pytest.mark.parametrize(("maiden", "left"), [("b2", 3), ("b5", 2), ("a4", 2), ("c2", 2)])
def test_n01_shieldmaiden_gives_allies_behind_her_intimidate(maiden: str, left: int) -> None:
    placed = [(0, "argonaut", "b3"), (1, "minotaur", "b4"), (1, "shieldmaiden", maiden)]
    assert health(play(table(placed), "attack b3-b4"), "b4") == left  # type: ignore[arg-type]


def test_n01_shieldmaiden_of_the_other_side() -> None:
    placed = [(1, "argonaut", "b3"), (0, "minotaur", "b2"), (0, "shieldmaiden", "b4")]
    state = play(table(placed, active=1, seat=1, stamina=(0, 5)), "attack b3-b2")  # type: ignore[arg-type]
    assert health(state, "b2") == 3


def test_n02_berserker_grows_when_damaged() -> None:
    state = attacked("hoplite", "berserker")
    assert card(state, "a4")["atk"] == 3


def test_n03_raven_sees_the_hand() -> None:
    state = table([], {"raven_of_odin": 1}, other={"pixie": 1}, known=[{}, {}], hand_sizes=[1, 1])
    play(state, "play raven of odin", "at a1")
    assert state.view(0)["known"][1] == hand(state, 1)


def test_n04_dwarf_smith_makes_items_cheaper() -> None:
    state = table([(0, "dwarf_smith", "a1")], {"rune_axe": 1, "khopesh": 1}, stamina=(3, 0))
    assert stamina(play(state, "play rune axe", "at a1"))[0] == 2
    assert stamina(play(state, "play khopesh", "at a1"))[0] == 1


def test_n05_einherjar_returns_for_1() -> None:
    state = attacked("minotaur", "einherjar", stamina=(5, 1))
    assert state.to_move == 1
    state.play("pay")
    assert state.view(0)["known"][1] == {"einherjar": 1}
    assert stamina(state)[1] == 0
    assert phase(attacked("minotaur", "einherjar", stamina=(5, 0))) == "turn"


def test_n05_each_einherjar_has_its_own_right() -> None:
    placed = [(0, "minotaur", "a3"), (0, "sphinx", "b3"), (1, "einherjar", "a4"), (1, "einherjar", "b4")]
    state = table(placed, stamina=(5, 2))  # type: ignore[arg-type]
    play(state, "attack a3-a4", "pay", "attack b3-b4", "pay")
    assert hand(state, 1) == {"einherjar": 2}


def test_n06_frost_giant_freezes_the_lane() -> None:
    state = play(
        table([(1, "argonaut", "a4"), (1, "dryad", "b4")], {"frost_giant": 1}), "play frost giant", "at a1"
    )
    next_turn(state)
    assert "move a4-a3" not in texts(state)
    assert "move b4-b3" in texts(state)
    next_turn(next_turn(state))
    assert "move a4-a3" in texts(state)


def test_n07_fenrir_advances_when_it_kills() -> None:
    state = attacked("fenrir", "hoplite")
    assert name_at(state, "a4") == "fenrir"


def test_n07_fenrir_steps_first_and_the_banshee_strikes_what_faced_her() -> None:
    state = attacked("fenrir", "banshee")
    assert name_at(state, "a4") == "fenrir"
    assert health(state, "a4") == 2


def test_n08_valkyrie_revives_a_cheap_warrior() -> None:
    state = table([], {"valkyrie": 1}, discard=({"hoplite": 1, "valkyrie": 1, "dryad": 1}, {}))
    play(state, "play valkyrie", "at a1")
    assert texts(state) == {"revive hoplite"}
    play(state, "revive hoplite", "at b1")
    assert card(state, "b1")["revived"]


def test_n09_draugr_makes_each_player_discard() -> None:
    state = table([], {"draugr": 1, "mummy": 1}, other={"pixie": 1})
    play(state, "play draugr", "at a1", "discard mummy")
    assert state.to_move == 1
    state.play("discard pixie")
    assert (discarded(state, 0), discarded(state, 1)) == ({"mummy": 1}, {"pixie": 1})


def test_n10_seidr_witch_pushes_an_enemy_at_home_sideways() -> None:
    state = table([(0, "seidr_witch", "a1"), (1, "hoplite", "b5"), (1, "sphinx", "c4")])
    play(state, "use a1")
    assert texts(state) == {"to a5", "to c5"}
    assert name_at(play(state, "to c5"), "c5") == "hoplite"


# -- Fae units


def test_f01_pixie_goes_sideways_in_any_row() -> None:
    assert name_at(play(table([(0, "pixie", "b4")]), "use b4", "to a4"), "a4") == "pixie"


def test_f02_brownie_gives_stamina_at_home() -> None:
    state = table([(0, "hoplite", "a1"), (1, "brownie", "b5"), (1, "brownie", "c4")])
    assert stamina(next_turn(state))[1] == 6


def test_f03_redcap_attacks_at_once_and_is_sacrificed() -> None:
    state = play(table([(1, "minotaur", "a2")], {"redcap": 1}), "play redcap", "at a1", "attack a1-a2")
    assert health(state, "a2") == 1
    next_turn(state)
    assert discarded(state, 0) == {"redcap": 1}


def test_f04_dryad_heals_an_ally_in_the_row() -> None:
    placed = [(1, "dryad", "b4"), (1, "minotaur", "c4", {"damage": 2}), (1, "minotaur", "d5", {"damage": 2})]
    state = next_turn(table(placed))  # type: ignore[arg-type]
    assert (health(state, "c4"), health(state, "d5")) == (3, 2)


def test_f05_corra_replaces_a_fae_or_enters() -> None:
    state = play(table([(0, "pixie", "b3"), (0, "hoplite", "c1")], {"corra": 1}), "play corra")
    assert texts(state) == {"at b3", "at a1", "at d1", "at e1"}
    state.play("at b3")
    assert name_at(state, "b3") == "corra"
    assert "attack" not in " ".join(texts(state))


def test_f06_changeling_copies_atk_and_health() -> None:
    state = play(table([(1, "hydra", "b4")], {"changeling": 1}), "play changeling", "at a1")
    assert (card(state, "a1")["atk"], card(state, "a1")["hp"]) == (3, 5)


def test_f07_kelpie_pushes_the_attacker_back() -> None:
    state = attacked("hoplite", "kelpie")
    assert name_at(state, "a2") == "hoplite"
    assert health(state, "a4") == 1


def test_f08_banshee_strikes_back_when_destroyed_and_intimidates() -> None:
    state = attacked("nile_crocodile", "banshee")
    assert name_at(state, "a4") is None
    assert health(state, "a3") == 1
    assert health(attacked("argonaut", "banshee"), "a4") == 1
