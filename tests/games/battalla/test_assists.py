"""One test for each assist, item and field of the starter set."""

from tests.games.battalla.positions import (
    WALL,
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

# -- assists


def test_a01_war_cry() -> None:
    state = play(table([(0, "hoplite", "a1"), (0, "dryad", "b1")], {"war_cry": 1}), "play war cry")
    assert (card(state, "a1")["atk"], card(state, "b1")["atk"]) == (2, 1)
    assert card(next_turn(state), "a1")["atk"] == 1


def test_a02_forced_march() -> None:
    state = table([(0, "hoplite", "a1", {"moved": True}), (0, "dryad", "b1")], {"forced_march": 1})
    play(state, "play forced march", "choose a1")
    assert name_at(state, "a2") == "hoplite"


def test_a03_second_wind_once_a_turn() -> None:
    state = play(table([], {"second_wind": 2}, stamina=(0, 0)), "play second wind")
    assert stamina(state)[0] == 1
    assert stamina(play(state, "play second wind"))[0] == 1


def test_a04_thunderbolt() -> None:
    state = play(table([WALL], {"thunderbolt": 1}), "play thunderbolt")
    assert health(state, "a4") == 3


def test_a05_labyrinth_undoes_a_move() -> None:
    state = table([(0, "hoplite", "a2")], other={"labyrinth": 1}, stamina=(5, 2))
    play(state, "move a2-a3")
    assert (phase(state), state.to_move) == ("react", 1)
    state.play("react labyrinth")
    assert name_at(state, "a2") == "hoplite"
    assert stamina(state) == [4, 0]
    assert "move a2-a3" not in texts(state)
    kept = table([(0, "hoplite", "a2")], other={"labyrinth": 1}, stamina=(5, 2))
    assert name_at(play(kept, "move a2-a3", "no react"), "a3") == "hoplite"


def test_a06_weighing_of_the_heart() -> None:
    placed = [
        (1, "minotaur", "a4", {"damage": 1}),
        (1, "dryad", "b4", {"damage": 2}),
        (1, "hydra", "c4", {"damage": 3}),
    ]
    state = play(table(placed, {"weighing_of_the_heart": 1}), "play weighing of the heart")  # type: ignore[arg-type]
    assert texts(state) == {"choose b4", "choose c4"}
    assert name_at(play(state, "choose c4"), "c4") is None


def test_a07_book_of_the_dead() -> None:
    state = table([], {"book_of_the_dead": 1}, discard=({"charioteer": 1, "sphinx": 1, "khopesh": 1}, {}))
    play(state, "play book of the dead")
    assert texts(state) == {"revive charioteer"}
    play(state, "revive charioteer", "at a1")
    assert card(state, "a1")["revived"]


def test_a08_curse_of_sand_poisons_for_good() -> None:
    state = play(table([WALL], {"curse_of_sand": 1}), "play curse of sand")
    for left in (4, 4, 3):
        next_turn(state)
        assert health(state, "a4") == left


def test_a09_call_of_valhalla() -> None:
    state = play(table([], {"call_of_valhalla": 1}), "play call of valhalla")
    assert "find hoplite" in texts(state)
    assert "find sphinx" not in texts(state)


def test_a10_fimbul_frost() -> None:
    state = play(table([(1, "argonaut", "a4"), (1, "dryad", "b4")], {"fimbul_frost": 1}), "play fimbul frost")
    assert texts(state) == {"lane a", "lane b"}
    next_turn(play(state, "lane b"))
    assert "move b4-b3" not in texts(state)
    assert "move a4-a3" in texts(state)


def test_a11_fairy_ring_moves_the_ally_and_ends_the_attack() -> None:
    state = table([(0, "argonaut", "a3"), (1, "dryad", "a4")], other={"fairy_ring": 1}, stamina=(5, 1))
    play(state, "attack a3-a4", "react fairy ring")
    assert health(state, "b4") == 3
    assert phase(state) == "turn"
    assert card(state, "a3")["attacked"]
    assert discarded(state, 1) == {"fairy_ring": 1}


def test_a12_glamour() -> None:
    state = play(table([(1, "dryad", "b4"), (1, "sphinx", "c4")], {"glamour": 1}), "play glamour")
    assert state.view(0)["known"][1] == {"dryad": 1}


def test_a13_offering() -> None:
    state = rolled(play(table([(0, "hoplite", "a1")], {"offering": 1}), "play offering"))
    assert sum(hand(state, 0).values()) == 2
    assert discarded(state, 0) == {"hoplite": 1, "offering": 1}
    alone = play(table([], {"offering": 1}), "play offering")
    assert (hand(alone, 0), discarded(alone, 0)) == ({}, {"offering": 1})


def test_a14_scouting_party() -> None:
    state = play(table([], {"scouting_party": 1}), "play scouting party")
    assert {"find hoplite", "find nothing"} <= texts(state)
    assert "find sphinx" not in texts(state)


# -- items


def test_i01_aegis_shield() -> None:
    state = play(table([(0, "dryad", "a1")], {"aegis_shield": 1}), "play aegis shield")
    state.play("at a1")
    assert card(state, "a1")["hp"] == 5
    state = table([(0, "argonaut", "a3"), (1, "dryad", "a4", {"items": ["aegis_shield"]})])
    assert health(play(state, "attack a3-a4"), "a4") == 4


def test_i02_khopesh() -> None:
    assert card(play(table([(0, "dryad", "a1")], {"khopesh": 1}), "play khopesh", "at a1"), "a1")["atk"] == 2


def test_i03_rune_axe() -> None:
    state = play(table([(0, "dryad", "a1")], {"rune_axe": 1}), "play rune axe", "at a1")
    assert card(state, "a1")["atk"] == 3
    assert health(next_turn(state), "a1") == 2


def test_i04_fae_boots() -> None:
    state = play(table([(0, "dryad", "a1", {"items": ["fae_boots"]})]), "move a1-a2")
    assert stamina(state)[0] == 5


def test_i05_winged_sandals() -> None:
    marks = {"items": ["winged_sandals"], "fresh": True}
    state = table([(0, "dryad", "b3", marks), (1, "sphinx", "b4")])
    assert {"move b3-a3", "move b3-c3", "attack b3-b4"} <= texts(state)


# -- fields


def test_l01_mount_olympus() -> None:
    state = play(
        table([(0, "hoplite", "a1"), (0, "dryad", "b1")], {"mount_olympus": 1}), "play mount olympus"
    )
    assert (card(state, "a1")["hp"], card(state, "b1")["hp"]) == (3, 3)


def test_l01_a_unit_dies_when_the_health_a_field_gave_is_gone() -> None:
    state = table([(0, "hoplite", "a1", {"damage": 2})], {"great_hall": 1}, fields=("mount_olympus", None))
    assert name_at(play(state, "play great hall"), "a1") is None


def test_l02_valley_of_kings() -> None:
    full = {"hoplite": 3, "mummy": 2}
    drawn = next_turn(table([], fields=(None, "valley_of_kings"), discard=({}, full)))
    assert sum(hand(drawn, 1).values()) == 2
    not_yet = next_turn(table([], fields=(None, "valley_of_kings"), discard=({}, {"hoplite": 3})))
    assert sum(hand(not_yet, 1).values()) == 1


def test_l03_great_hall() -> None:
    state = table([], {"charioteer": 1, "hoplite": 1}, fields=("great_hall", None), stamina=(3, 0))
    play(state, "play charioteer", "at a1")
    assert stamina(state)[0] == 1
    assert stamina(play(state, "play hoplite", "at b1"))[0] == 0


def test_l04_hollow_hill() -> None:
    state = table([(0, "dryad", "b3"), (0, "hoplite", "d4")], fields=("hollow_hill", None))
    play(state, "use field", "choose b3", "to a3")
    assert name_at(state, "a3") == "dryad"
    assert "use field" not in texts(state)
