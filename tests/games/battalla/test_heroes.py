"""Both sides of each hero, and the keywords that no card shows by itself."""

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

# -- heroes: on top of the hero deck, then on the field


def hero(name: str) -> tuple[list[str], list[str]]:
    return ([name], [])


def test_h01_athena() -> None:
    state = table([(0, "hoplite", "a1"), (0, "argonaut", "b1")], heroes=([], ["athena"]))
    assert stamina(next_turn(state))[1] == 6
    ready = table([(0, "hoplite", "a1"), (0, "argonaut", "b1")], heroes=hero("athena"))
    play(ready, "summon athena", "at c1")
    assert (card(ready, "a1")["hp"], card(ready, "c1")["hp"]) == (3, 5)
    assert "summon athena" not in texts(table([(0, "hoplite", "a1")], heroes=hero("athena")))


def test_h02_heracles() -> None:
    state = play(table([(0, "hoplite", "a1")], heroes=hero("heracles")), "use hero")
    assert (card(state, "a1")["atk"], stamina(state)[0]) == (2, 4)
    ready = table([(0, "minotaur", "a1"), (0, "hoplite", "b1")], heroes=hero("heracles"))
    play(ready, "summon heracles", "at a1")
    assert discarded(ready, 0) == {"minotaur": 1}
    hurt = table([(0, "heracles", "a3", {"damage": 3}), (1, "minotaur", "a4")], heroes=hero("heracles"))
    assert health(play(hurt, "attack a3-a4"), "a3") == 5


def test_h03_anubis() -> None:
    state = attacked("minotaur", "hoplite", heroes=([], ["anubis"]), seat=1)
    assert phase(rolled(state)) == "turn"
    assert len(state.view(1)["top"]) == 1
    pile = {"hoplite": 3, "mummy": 2}
    ready = play(table([], heroes=hero("anubis"), discard=(pile, {})), "summon anubis", "at a1")
    play(ready, "use a1", "revive mummy", "at b1")
    assert (name_at(ready, "b1"), stamina(ready)[0]) == ("mummy", 3)


def test_h04_isis() -> None:
    state = table([(0, "minotaur", "a1", {"damage": 2})], {"mummy": 2}, heroes=hero("isis"))
    assert health(play(state, "use hero"), "a1") == 3
    play(state, "summon isis", "discard mummy", "discard mummy", "at b1")
    next_turn(next_turn(state))
    assert health(state, "a1") == 4
    assert "summon isis" not in texts(table([], {"mummy": 1}, heroes=hero("isis")))


def test_h05_thor() -> None:
    wounded = table([(0, "argonaut", "a3"), (1, "minotaur", "a4", {"damage": 1})], heroes=hero("thor"))
    assert name_at(play(wounded, "attack a3-a4"), "a4") is None
    placed = [(0, "thor", "a3"), (1, "sphinx", "a4"), (1, "minotaur", "c4"), (1, "minotaur", "c5")]
    state = play(table(placed, heroes=hero("thor")), "attack a3-a4")  # type: ignore[arg-type]
    assert [health(state, square) for square in ("c4", "c5")] == [3, 4]
    assert name_at(state, "a4") is None
    assert "summon thor" in texts(table([(0, "berserker", "a4")], heroes=hero("thor")))
    armed = table([(0, "hoplite", "a1", {"items": ["khopesh"]})], heroes=hero("thor"))
    assert "summon thor" in texts(armed)
    assert "summon thor" not in texts(table([(0, "berserker", "a3")], heroes=hero("thor")))
    enemys = table([(1, "hoplite", "a4", {"items": ["khopesh"]})], heroes=hero("thor"))
    assert "summon thor" in texts(enemys)
    with_hero = (["loki", "thor"], [])
    assert "summon thor" not in texts(table([(0, "loki", "a4")], heroes=with_hero))  # type: ignore[arg-type]


def test_h06_loki() -> None:
    state = rolled(play(table([], {"mummy": 1}, heroes=hero("loki")), "use hero", "discard mummy"))
    assert sum(hand(state, 0).values()) == 1
    assert discarded(state, 0) == {"mummy": 1}
    killed = attacked("minotaur", "hoplite", heroes=hero("loki"))
    assert "summon loki" in texts(killed)
    placed = [(0, "loki", "a1"), (0, "hoplite", "c3"), (0, "dryad", "d1")]
    swapped = play(table(placed, heroes=hero("loki")), "use a1", "choose c3", "to d1")  # type: ignore[arg-type]
    assert (name_at(swapped, "c3"), name_at(swapped, "d1")) == ("dryad", "hoplite")


def test_h07_titania() -> None:
    three = [(0, "hoplite", "a1"), (0, "dryad", "b3"), (0, "argonaut", "c1")]
    state = play(table(three, heroes=hero("titania")), "use hero", "choose b3", "to c3")  # type: ignore[arg-type]
    assert name_at(state, "c3") == "dryad"
    ready = table(three, {"kelpie": 1}, heroes=hero("titania"))  # type: ignore[arg-type]
    play(ready, "summon titania", "at d1", "play kelpie", "at e1")
    assert stamina(ready)[0] == 3


def test_h08_oberon() -> None:
    three = [(0, "hoplite", "a1"), (0, "argonaut", "b1"), (0, "berserker", "c1")]
    state = table(three, heroes=hero("oberon"))  # type: ignore[arg-type]
    play(state, "move a1-a2", "move b1-b2", "move c1-c2", "pass")
    assert state.is_chance
    assert sum(hand(rolled(state), 0).values()) == 1
    ready = table([(0, "pixie", "a1"), (0, "dryad", "b1")], heroes=hero("oberon"))
    play(ready, "summon oberon", "choose a1", "at a1")
    assert (card(ready, "b1")["atk"], card(ready, "a1")["atk"]) == (2, 4)


def test_h09_ra() -> None:
    state = next_turn(table([], heroes=([], ["ra"]), fields=(None, "great_hall")))
    assert stamina(state)[1] == 6
    placed = [(0, "ra", "a1"), (1, "minotaur", "b3"), (1, "minotaur", "c4")]
    burnt = next_turn(table(placed, heroes=hero("ra")))  # type: ignore[arg-type]
    assert (health(burnt, "b3"), health(burnt, "c4")) == (3, 4)


def test_h10_hades() -> None:
    state = attacked("minotaur", "hoplite", heroes=hero("hades"))
    assert stamina(state)[0] == 5
    ready = table([], heroes=hero("hades"), discard=({"hoplite": 3}, {"mummy": 3, "pixie": 1}))
    assert "summon hades" in texts(ready)
    struck = table([(0, "hades", "a4")], other={"pixie": 1}, heroes=hero("hades"))
    rolled(play(struck, "attack directly from a4"))
    assert (phase(struck), struck.to_move) == ("discard", 1)


# -- keywords that no card above shows by itself


def test_keyword_once_a_turn_is_per_card() -> None:
    state = play(table([(0, "harpy", "b3"), (0, "harpy", "d3")]), "use b3", "to a3")
    assert "use d3" in texts(state)


def test_keyword_price_in_parentheses_must_be_there() -> None:
    assert "use b3" not in texts(table([(0, "harpy", "b3")], stamina=(0, 0)))


def test_keyword_revive_is_a_summons_under_the_lane_rule() -> None:
    state = table([(0, "hoplite", "a3"), (1, "sphinx", "b1")], discard=({"mummy": 1}, {}))
    assert texts(play(state, "use mummy", "revive mummy")) == {"at c1", "at d1", "at e1"}


def test_keyword_sacrifice_does_not_destroy() -> None:
    state = rolled(play(table([(0, "jackal_guard", "a1")], {"offering": 1}), "play offering"))
    assert sum(hand(state, 0).values()) == 2


def test_keyword_search_shuffles_what_was_known_of_the_deck() -> None:
    state = rolled(play(table([(0, "oracle_of_delphi", "a1")], {"scouting_party": 1}), "use a1"))
    play(state, "keep the order", "play scouting party", "find nothing")
    assert state.view(0)["top_sizes"] == [0, 0]


@pytest.mark.parametrize("name", ["fairy_ring", "labyrinth"])
def test_keyword_react_is_for_the_opponents_turn(name: str) -> None:
    assert f"play {name.replace('_', ' ')}" not in texts(table([WALL, (0, "hoplite", "a1")], {name: 1}))
