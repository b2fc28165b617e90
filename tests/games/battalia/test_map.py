"""The map of Battalia: building, impassable squares, heroes' ways; also by a slow checker of its own."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battlewise.core import State, ViewError, game
from tests.games.battalia.positions import (
    city,
    has,
    of,
    phase,
    play,
    position,
    road,
    seen,
    settle,
    texts,
    volcano,
)

Squares = dict[tuple[int, int], dict[str, Any]]
SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
EXITS = {
    "city_end": "n", "city_straight": "ns", "city_corner": "ne", "city_three": "nes", "city_cross": "nesw",
    "road_straight": "ns", "road_turn": "ne", "road_tee": "nes", "road_cross": "nesw",
}  # fmt: skip


# -- a slow checker, square by square, written from the rulebook


def squares_of(shown: dict[str, Any]) -> Squares:
    return {("abcdefg".index(name[0]), int(name[1]) - 1): card for name, card in shown["map"].items()}


def turns_of(card: str) -> set[str]:
    found = set()
    for i in range(4):
        turned = {"nesw"[("nesw".index(letter) + i) % 4] for letter in EXITS[card]}
        found.add("".join(letter for letter in "nesw" if letter in turned))
    return found


def neighbours(table: Squares, at: tuple[int, int]) -> Iterator[tuple[str, dict[str, Any]]]:
    for side, (x, y) in SIDES.items():
        there = (at[0] + x, at[1] + y)
        if there in table:
            yield side, table[there]


def fits(table: Squares, at: tuple[int, int], card: str, exits: str, volcano: bool) -> bool:
    for side, other in neighbours(table, at):
        if (side in exits) != (OPPOSITE[side] in other["exits"]):
            return False
        if card.startswith("city") and other["card"].startswith("city" if volcano else ("city", "ruins")):
            return False
    return True


def joined(table: Squares, seat: int) -> set[tuple[int, int]]:
    """All squares that roads join to a city of the player."""
    found = {at for at, card in table.items() if card.get("owner") == seat and card["card"] != "peak"}
    todo = list(found)
    while todo:
        at = todo.pop()
        for side, other in neighbours(table, at):
            there = (at[0] + SIDES[side][0], at[1] + SIDES[side][1])
            if side in table[at]["exits"] and OPPOSITE[side] in other["exits"] and there not in found:
                found.add(there)
                todo.append(there)
    return found


def empty_squares(state: State, table: Squares) -> set[tuple[int, int]]:
    away = {2: lambda x, y: x in (0, 6) or y in (0, 6), 3: lambda x, y: abs(x - 3) + abs(y - 3) > 4}
    gone = away.get(state.game.seats, lambda x, y: False)
    blocked = {("abcdefg".index(one[0]), int(one[1]) - 1) for one in seen(state, None)["impassable"]}
    whole = {(x, y) for x in range(7) for y in range(7) if not gone(x, y)}
    return whole - set(table) - blocked


def legal_places(state: State, card: str) -> set[tuple[str, str]]:
    seat = state.to_move
    table = squares_of(seen(state, None))
    volcano = any(one["card"] == "peak" for one in table.values())
    reach = joined(table, seat)
    found = set()
    for at in empty_squares(state, table):
        for exits in turns_of(card):
            around = list(neighbours(table, at))
            own = not reach or any(
                side in exits and (at[0] + SIDES[side][0], at[1] + SIDES[side][1]) in reach
                for side, _ in around
            )
            if around and own and fits(table, at, card, exits, volcano):
                found.add((f"{'abcdefg'[at[0]]}{at[1] + 1}", exits))
    return found


def decks(state: State) -> set[str]:
    return {card for card, left in seen(state, None)["terrain_decks"].items() if left}


@pytest.mark.parametrize(
    "options", [{}, {"players": 3}, {"players": 4}, {"players": 3, "scenario": "bleeding_horn"}]
)
def test_building_agrees_with_the_slow_checker(options: dict[str, Any]) -> None:
    met = 0
    for seed in range(3):
        for state in eager_walk(game("battalia", **options), seed):
            shown = seen(state, None)
            if shown["phase"] == "put":
                met += 1
                card = shown["pending"]["card"]
                moves = {(move.doc["square"], move.doc["exits"]) for move in state.legal()}
                assert moves == legal_places(state, card)
            elif shown["phase"] == "exits":
                cities = {move.doc["shape"] for move in state.legal()}
                assert cities == {card for card in EXITS if card.startswith("city") and card in decks(state)
                                  and legal_places(state, card)}  # fmt: skip
    assert met > 20


def eager_walk(rules: Any, seed: int) -> Iterator[State]:
    """Random decisions, but building whenever one can, so that maps fill up."""
    rng = Random(seed)
    state = rules.new(seed=seed, chance="ask")
    while state.turn < 160:
        yield state
        if state.is_over:
            return
        if state.is_chance:
            state.roll()
            continue
        moves = state.legal()
        building = [move for move in moves if move.doc["kind"] in ("build_road", "build_city", "create")]
        state.play(rng.choice(building or moves))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_impassable_squares_are_those_that_no_card_left_fits(players: int) -> None:
    met = 0
    for seed in range(20):
        for state in eager_walk(game("battalia", players=players), seed):
            if seen(state, None)["phase"] != "action" or met > 20:
                continue
            table = squares_of(seen(state, None))

            def filled(at: tuple[int, int], state: State = state, table: Squares = table) -> bool:
                return any(
                    fits(table, at, one, exits, False) for one in decks(state) for exits in turns_of(one)
                )

            blocked = {("abcdefg".index(one[0]), int(one[1]) - 1) for one in seen(state, None)["impassable"]}
            assert all(filled(at) for at in empty_squares(state, table))
            assert not any(filled(at) for at in blocked)
            met += len(blocked)
        if met > 20:
            break
    assert met


def test_the_last_square_ends_the_game() -> None:
    met = 0
    for seed in range(12):
        empty = 25
        for state in eager_walk(game("battalia", great_cities=8), seed):
            empty = len(empty_squares(state, squares_of(seen(state, None))))
            assert empty or state.is_over
        met += state.is_over and not empty
    assert met


# -- RULES.md 3.6: the book's rules one by one


def test_a_road_costs_a_friman_and_a_supply_a_junction_two_frimen() -> None:
    state = position(hand="friman_baerfolk, supply", day=3)
    built = {move.text for move in state.legal() if move.text.startswith("build a road")}
    assert built == {"build a road straight", "build a road turn"}
    state = position(hand="2 friman_baerfolk, supply", day=3)
    assert {"build a road tee", "build a road cross"} <= texts(state)
    play(state, "build a road cross", "terrain woods", "put it on b1 with exits nesw")
    assert seen(state)["map"]["b1"] == {"card": "road_cross", "exits": "nesw", "terrain": "woods"}
    assert seen(state)["terrain_decks"]["road_cross"]["woods"] == 2


def test_v2_a_cross_city_fits_one_square_only() -> None:
    squares = {"b1": road("ew"), "f1": road("ew")}
    state = position(hand="3 chief_baerfolk, 2 priest_baerfolk", squares=squares)
    play(state, "build a city of level 2", "take a city cross", "terrain woods")
    # not e1, joined to another's city only; b2, beside a side without road; c5, alone; a2, beside a city
    assert texts(state) == {"put it on c1 with exits nesw"}
    assert legal_places(state, "city_cross") == {("c1", "nesw")}
    play(state, "put it on c1 with exits nesw")
    assert seen(state)["map"]["c1"]["level"] == 2
    play(state, "raise a city to level 3")  # V2b
    assert seen(state)["map"]["c1"]["level"] == 3


def places_for(card: str, state: State) -> set[str]:
    """Where seat 0 may lay a card, such as ``"road cross"``: squares with exits."""
    city_first = ["build a city of level 1", f"take a {card}"]
    play(state, *(city_first if card.startswith("city") else [f"build a {card}"]))
    settle(state)
    return {f"{move.doc['square']} {move.doc['exits']}" for move in state.legal()}


OWN_D1 = {"d1": city(0, 1), "d2": road("ns")}
THEIRS = city(1, 1, "lakes", "city_straight", "ew")


@pytest.mark.parametrize(
    ("card", "squares", "legal", "illegal"),
    [
        # beside a card, on empty squares: not at its corner, nor beside a side without a road
        ("road cross", {"b1": road("ew")}, {"c1 nesw", "a2 nesw"}, {"b1 nesw", "b2 nesw", "c2 nesw"}),
        # no city beside another one
        ("city straight", {"a2": road("ns")}, {"a3 ns"}, {"b1 ew"}),
        ("road straight", {"a2": road("ns")}, {"a3 ns", "b1 ew"}, set()),
        # no city beside the ruins
        ("city straight", {**OWN_D1, "a2": road("ns")}, {"a3 ns"}, {"d3 ns"}),
        ("road straight", OWN_D1, {"d3 ns"}, set()),
        # all sides agree; at the edge roads may point away
        ("road straight", {"b1": road("ew"), "c2": road("ne")}, {"a2 ns"}, {"c1 ew"}),
        ("road tee", {"b1": road("ew"), "c2": road("ne")}, {"c1 esw"}, {"c1 new"}),
        ("road tee", {}, {"b1 new", "a2 nsw"}, set()),
        # joined to an own city, also through another's, a neutral one or the ruins (ruling 2)
        ("road straight", {"f1": road("ew")}, {"b1 ew"}, {"e1 ew"}),
        ("road tee", {"b1": road("ew"), "c1": THEIRS}, {"d1 esw"}, set()),
        ("road straight", {"b1": road("ew"), "c1": road("sw"), "c2": road("ne")}, {"e2 ew"}, set()),
        ("road straight", {**OWN_D1, "d3": road("ns")}, {"c4 ew", "d5 ns"}, set()),
    ],
)
def test_where_a_card_may_be_laid(
    card: str, squares: dict[str, Any], legal: set[str], illegal: set[str]
) -> None:
    found = places_for(card, position(hand="3 friman_baerfolk, supply", squares=squares))
    assert legal <= found
    assert not illegal & found


def test_v11_levels_are_not_skipped() -> None:
    state = position(hand="2 chief_baerfolk, 2 priest_baerfolk")
    assert not has(state, "raise a city to level 3")
    play(state, "raise a city to level 2")
    assert seen(state)["map"]["a1"]["level"] == 2
    play(state, "raise a city to level 3")
    assert seen(state)["map"]["a1"]["level"] == 3


def test_of_several_cities_one_is_chosen_for_the_upgrade() -> None:
    state = position(hand="2 chief_baerfolk", squares={"d2": city(0, 1)})
    play(state, "raise a city to level 2")
    assert texts(state) == {"choose a1", "choose d2"}
    play(state, "choose d2")
    assert seen(state)["map"]["d2"]["level"] == 2


def test_who_has_no_city_may_build_anywhere_on_the_map() -> None:
    state = position(hand="3 friman_baerfolk", squares={"a1": city(1, 1), "f1": road("ew")})
    play(state, "build a city of level 1", "take a city end")
    settle(state)
    places = {(move.doc["square"], move.doc["exits"]) for move in state.legal()}
    assert places == legal_places(state, "city_end")
    assert {("e1", "e"), ("f2", "s")} <= places


def test_no_more_level_tokens_no_more_cities() -> None:
    squares = {
        "a1": city(0, 3, "woods"), "d2": city(0, 3, "woods"), "b4": city(0, 4, "lakes"),
        "f4": city(0, 4, "canyons"), "d6": city(0, 4, "mountains"), "g1": city(0, 3, "lakes"),
        "a7": city(0, 3, "canyons"), "g7": city(0, 3, "mountains"),
        "c1": city(0, 2, "lakes", "city_end", "w"), "b1": road("ew"), "a2": road("ns"),
    }  # fmt: skip
    state = position(hand="2 priest_baerfolk, 3 lord_baerfolk, 3 friman_baerfolk", squares=squares)
    assert not has(state, "raise a city to level 3")
    assert not has(state, "build a city of level 4")
    assert has(state, "build a city of level 1")
    assert has(state, "raise a city to level 4")


# -- RULES.md 3.9: heroes


def test_a_hero_costs_a_weapon_and_two_supplies_and_comes_to_an_own_city() -> None:
    state = position(hand="weapon_baerfolk, 2 supply", squares={"d2": city(0, 1)})
    play(state, "hire a hero")
    assert texts(state) == {"choose a1", "choose d2"}
    play(state, "choose d2")
    assert of(state, 0)["heroes"] == ["d2"]
    two = position(hand="weapon_baerfolk, 2 supply", own={"heroes": ["a1", "a1"]})
    assert not has(two, "hire a hero")


def test_v4_a_horse_follows_roads_and_may_stop_early() -> None:
    squares = {"b1": road("ew"), "c1": road("sw"), "c2": road("ns"), "b2": road("sw"), "d3": road("ns")}
    state = position(hand="horse_baerfolk", own={"heroes": ["a1"]}, squares={**squares, "d2": None})
    rides = {move.doc["square"] for move in state.legal() if move.doc["kind"] == "ride"}
    assert rides == {"b1", "c1", "c2"}
    play(state, "hero 1 rides to b1")
    assert of(state, 0)["heroes"] == ["b1"]
    assert not has(state, "hero")


def test_v13_two_supplies_move_one_hero_twice_or_two_once() -> None:
    squares = {"b1": road("ew"), "c1": road("sw")}
    state = position(hand="2 supply", own={"heroes": ["a1", "a1"]}, squares=squares)
    both = state.copy()
    play(state, "supply hero 1 to b1", "supply hero 2 to c1")
    assert of(state, 0)["heroes"] == ["a1", "c1"]
    play(both, "supply hero 1 to b1", "supply hero 1 to b1")
    assert of(both, 0)["heroes"] == ["b1", "b1"]
    assert not has(both, "supply")


def test_heroes_come_to_enemies_without_a_battle() -> None:
    squares = {"b1": road("ew"), "c1": city(1, 2, "lakes", "city_straight", "ew"), "d1": road("sw")}
    others = {seat: {"heroes": ["c1", "c1"]} for seat in (1, 2, 3)}
    held = "2 horse_baerfolk, weapon_baerfolk, lord_baerfolk"
    state = position(hand=held, own={"heroes": ["a1", "c1"]}, others=others, squares=squares)
    assert has(state, "hero 1 rides to d1")
    play(state, "hero 1 rides to c1")
    assert of(state, 0)["heroes"] == ["c1", "c1"]
    assert {"attack the place on c1 with 2 heroes", "hero 1 rides to d1", "end the turn"} <= texts(state)


def test_a_horse_carries_one_hero_only() -> None:
    squares = {"b1": road("ew"), "c1": road("sw")}
    state = position(hand="horse_baerfolk", own={"heroes": ["a1", "b1"]}, squares=squares)
    play(state, "hero 1 rides to b1")
    assert not has(state, "hero")


def test_an_illuminated_horse_carries_one_hero_six_squares() -> None:
    squares = {"b1": road("ew"), "c1": road("sw"), "c2": road("ne"), "d3": road("ns")}
    state = position(hand="horse_baerfolk", own={"heroes": ["a1"]}, squares=squares, day=6)
    play(state, "hero 1 rides to c2", "hero 1 rides to d4")
    assert of(state, 0)["heroes"] == ["d4"]
    assert not has(state, "hero")


def test_an_illuminated_horse_rides_twice() -> None:
    squares = {"b1": road("ew"), "c1": road("sw")}
    state = position(hand="horse_baerfolk", own={"heroes": ["a1", "a1"]}, squares=squares, day=6)
    play(state, "hero 1 rides to c1", "hero 1 rides to b1")
    assert of(state, 0)["heroes"] == ["b1", "c1"]


@pytest.mark.parametrize(("held", "pays"), [("horse_baerfolk", "rides"), ("3 supply", "supply")])
def test_v7_home_terrain_costs_nothing_in_the_advanced_game(held: str, pays: str) -> None:
    """The ruins are five squares away; the second and the fourth are home terrain."""
    squares = {
        "b1": road("ew", "lakes"), "c1": road("ew", "lakes"), "d1": road("sw", "woods"),
        "d2": city(1, 4, "lakes"), "d3": road("ns", "woods"), "d5": road("ns"),
    }  # fmt: skip
    given = {"hand": held, "own": {"heroes": ["b1"]}, "squares": squares}
    state = position(options={"advanced": True}, **given)
    plain = position(**given)
    if pays == "rides":
        assert {move.doc["square"] for move in state.legal() if move.doc["kind"] == "ride"} == {
            "a1", "c1", "d1", "d2", "d3", "d4",
        }  # fmt: skip
        assert not has(plain, "hero 1 rides to d3")
        play(state, "hero 1 rides to d4")
    else:
        play(state, "supply hero 1 to c1", "hero 1 roams to d1", "supply hero 1 to d2")
        play(state, "hero 1 roams to d3", "supply hero 1 to d4")
        assert not has(play(plain, "supply hero 1 to c1"), "hero 1 roams")
    assert of(state, 0)["heroes"] == ["d4"]
    assert not has(state, "attack")
    assert not has(state, "supply hero 1")


def test_home_terrain_at_the_end_of_a_ride_costs_nothing() -> None:
    squares = {"b1": road("ew", "lakes"), "c1": road("ew", "lakes"), "d1": road("sw", "lakes")}
    state = position(
        hand="horse_baerfolk", own={"heroes": ["a1"]}, squares=squares, options={"advanced": True}
    )
    assert has(state, "hero 1 rides to d2")
    assert seen(state)["map"]["d2"]["terrain"] == "woods"


def test_heroes_roam_on_home_terrain_once_between_other_actions() -> None:
    squares = {"b1": road("ew", "woods"), "c1": road("ew", "woods")}
    state = position(hand="2 supply", own={"heroes": ["a1"]}, squares=squares, options={"advanced": True})
    assert {"hero 1 roams to b1", "hero 1 roams to c1"} <= texts(state)
    play(state, "hero 1 roams to c1")
    assert not has(state, "hero 1 roams")
    play(state, "hire a friman")
    settle(state)
    assert has(state, "hero 1 roams to a1")


# -- RULES.md 5.3: the Bleeding Horn


def horn(**more: Any) -> State:
    """A position of the Bleeding Horn; `squares` are those beside the volcano, `peak` the ruled one."""
    squares = volcano(**more.pop("squares", {}), **more.pop("peak", {}))
    options = {"scenario": "bleeding_horn", **more.pop("options", {})}
    return position(options=options, squares=squares, **more)


def test_the_gates_of_the_peak_open_for_their_seals() -> None:
    closed = horn(hand="2 supply", own={"heroes": ["d3"]})
    assert not has(closed, "supply hero 1 to d4")
    state = horn(hand="2 supply", own={"heroes": ["d3"], "seals": ["baerfolk"]})
    play(state, "supply hero 1 to d4")
    ways = {move.doc["square"] for move in state.legal() if move.doc["kind"] == "travel"}
    assert ways == {"d3"}


def test_a_sanctuary_gives_a_seal_and_one_of_its_artefacts() -> None:
    below = {faction: [None, None] for faction in ("baerfolk", "islanders", "emberians", "cloudborn")}
    held = "weapon_baerfolk, lord_baerfolk, priest_baerfolk, supply"
    state = horn(hand=held, own={"heroes": ["c3"]}, sanctuaries=below)
    play(
        state,
        "attack the place on c3 with 1 hero",
        "add weapon baerfolk",
        "add priest baerfolk",
        "add lord baerfolk",
    )
    assert seen(state)["players"][0]["seals"] == ["baerfolk"]
    assert game("battalia", players=4, scenario="bleeding_horn").points(state)[0] == 3
    assert seen(state)["sanctuaries"]["baerfolk"] != [None, None]
    assert seen(state, 1)["sanctuaries"]["baerfolk"] == [None, None]
    both = seen(state)["sanctuaries"]["baerfolk"]
    assert texts(state) == {f"take {great}" for great in (*both, "nothing")}
    assert seen(play(state.copy(), "take nothing"))["sanctuaries"]["baerfolk"] == both
    play(state, f"take {both[0]}")
    assert seen(state)["sanctuaries"]["baerfolk"] == both[1:]
    assert seen(state, 1)["table"][both[0]] == 1
    assert not has(state, "attack")


def test_several_players_earn_the_seal_of_a_sanctuary_of_six() -> None:
    below = {faction: [None, None] for faction in ("baerfolk", "islanders", "emberians", "cloudborn")}
    held = "weapon_islanders, lord_baerfolk, friman_baerfolk, friman_islanders"
    state = horn(hand=held, own={"heroes": ["c3"]}, others={1: {"seals": ["baerfolk"]}}, sanctuaries=below)
    play(state, "attack the place on c3 with 1 hero", "add weapon islanders")
    play(state, "add friman baerfolk", "add lord baerfolk")
    assert state.render().splitlines()[-1].endswith("6 to 6")
    assert seen(state)["players"][0]["seals"] == []
    mixed = horn(hand=held.replace("friman_islanders", "weapon_baerfolk"), own={"heroes": ["c3"]},
                 others={1: {"seals": ["baerfolk"]}}, sanctuaries=below)  # fmt: skip
    play(mixed, "attack the place on c3 with 1 hero", "add weapon islanders")
    play(mixed, "add friman baerfolk", "add lord baerfolk", "add weapon baerfolk")
    assert [player["seals"] for player in seen(mixed)["players"][:2]] == [["baerfolk"], ["baerfolk"]]


def test_ones_own_seal_and_ones_own_peak_are_not_attacked() -> None:
    peak = {"d4": {"card": "peak", "owner": 1, "level": 8}}
    for seals, ruler, targets in ((["islanders"], 1, {"c3", "d4"}), (["baerfolk", "islanders"], 0, set())):
        peak["d4"]["owner"] = ruler
        state = horn(hand="sword, 4 lord_baerfolk", own={"heroes": ["c3", "d4"], "seals": seals}, peak=peak,
                     others={1: {"seals": ["cloudborn"]}})  # fmt: skip
        assert {move.doc["square"] for move in state.legal() if move.doc["kind"] == "attack"} == targets


@pytest.mark.parametrize(("owned", "offered"), [(["book"], 2), (["book", "horn"], 0)])
def test_a_player_has_two_great_artefacts_at_most_in_the_bleeding_horn(
    owned: list[str], offered: int
) -> None:
    below = {"baerfolk": [None] * 2, "islanders": [None] * 2, "cloudborn": [None] * 2}
    held = ", ".join(("weapon_baerfolk, 2 lord_baerfolk", *owned))
    state = horn(
        hand=held, own={"heroes": ["c3"]}, sanctuaries={**below, "emberians": [None] * (2 - len(owned))}
    )
    play(state, "attack the place on c3 with 1 hero", "add weapon baerfolk", *["add lord baerfolk"] * 2)
    assert "take nothing" in texts(state)
    assert len([text for text in texts(state) if text != "take nothing"]) == offered


def test_cities_may_lie_beside_the_volcano() -> None:
    squares = {"d2": None, "b1": road("ew"), "c1": road("sw")}
    assert "c2 ns" in places_for("city straight", horn(hand="3 friman_baerfolk", squares=squares))


def test_a_full_map_does_not_end_the_bleeding_horn() -> None:
    """All but d2 is built on; the same card ends the standard game (the last square)."""
    sides = {"n": ("c2", "e2"), "e": ("f3", "f4", "f5"), "s": ("e6", "d6", "c6"), "w": ("b5", "b4", "b3")}
    squares = {}
    for i, (side, square) in enumerate((side, square) for side, row in sides.items() for square in row):
        exits = "nesw" if i < 6 else "nesw".replace(side, "")
        squares[square] = road(exits, ("woods", "lakes", "canyons")[i % 3])
    state = horn(hand="2 friman_baerfolk, supply, friman_baerfolk", players=2, squares=squares)
    play(state, "build a road tee")
    settle(state)
    assert {move.doc["square"] for move in state.legal()} == {"d2"}
    state.play(state.legal()[0])
    assert not empty_squares(state, squares_of(seen(state, None)))
    assert not state.is_over
    assert phase(state) == "action"


def test_v9_two_seals_weaken_the_keeper_to_sixteen() -> None:
    held = "sword, 3 lord_baerfolk, supply"
    own = {"heroes": ["d4"], "seals": ["baerfolk", "islanders"]}
    state = horn(hand=held, own=own)
    play(state, "attack the place on d4 with 1 hero", "add sword", "add lord baerfolk")
    assert state.render().splitlines()[-1].endswith("10 to 16")
    play(state, "add lord baerfolk")
    assert seen(state)["map"]["d4"]["owner"] is None
    play(state, "add lord baerfolk")
    assert seen(state)["map"]["d4"]["owner"] == 0
    assert seen(state)["map"]["d4"]["level"] == 8


def test_who_rules_the_peak_is_fought_with_base_eight_and_seals_do_not_help() -> None:
    held = "sword, lord_baerfolk, supply"
    own = {"heroes": ["d4"], "seals": ["baerfolk", "islanders"]}
    peak = {"d4": {"card": "peak", "owner": 1, "level": 8}}
    state = horn(hand=held, own=own, peak=peak, others={1: {"seals": ["baerfolk"]}})
    play(state, "attack the place on d4 with 1 hero", "add sword", "add lord baerfolk")
    assert state.render().splitlines()[-1].endswith("10 to 8")
    play(state, "stand", "surrender")
    assert seen(state)["map"]["d4"]["owner"] == 0


def test_nobody_comes_to_the_peak_without_a_seal() -> None:
    peak = {"d4": {"card": "peak", "owner": 1, "level": 8}}
    hero = r"^players\[0\].seals: must name a faction"
    for wrong, says in (
        ({"own": {"heroes": ["d4"]}}, hero),
        ({"peak": peak}, "^map.d4.owner: .* has a seal"),
    ):
        with pytest.raises(ViewError, match=says):
            horn(hand="2 supply", **wrong)


def test_nobody_retreats_to_a_peak_that_the_attacker_rules() -> None:
    peak = {"d4": {"card": "peak", "owner": 0, "level": 8}}
    theirs = {1: {"heroes": ["d2"], "seals": ["baerfolk"]}}
    own = {"heroes": ["d2"], "seals": ["baerfolk"]}
    for ruler, retreats in ((0, set()), (1, {"retreat to d4 by a horse"})):
        peak["d4"]["owner"] = ruler
        state = horn(hand="weapon_baerfolk, supply", theirs={1: "horse_islanders, supply"}, own=own,
                     others=theirs, peak=peak)  # fmt: skip
        play(state, "attack East's hero on d2 with 1 hero", "add weapon baerfolk", "stand")
        assert {text for text in texts(state) if "d4" in text} == retreats


def test_the_points_of_a_seal_end_the_game_at_once() -> None:
    below = {faction: [None, None] for faction in ("baerfolk", "islanders", "emberians", "cloudborn")}
    state = horn(hand="weapon_baerfolk, 2 lord_baerfolk", own={"heroes": ["c3"]}, sanctuaries=below,
                 options={"points": 3})  # fmt: skip
    play(state, "attack the place on c3 with 1 hero", "add weapon baerfolk", *["add lord baerfolk"] * 2)
    assert state.is_over


def test_the_bleeding_horn_ends_with_thirty_points_of_two_players() -> None:
    towns = {"f2": city(0, 4), "b6": city(0, 4, "lakes"), "b4": city(0, 4, "lakes", "city_end", "e")}
    own = {"seals": ["baerfolk", "islanders", "emberians"]}
    for seals, over in ((own["seals"], False), ([*own["seals"], "cloudborn"], True)):
        state = horn(
            hand="2 chief_baerfolk", players=2, squares=towns, own={"seals": seals},
            peak={"d4": {"card": "peak", "owner": 0, "level": 8}},
        )  # fmt: skip
        play(state, "raise a city to level 2")
        assert state.is_over is over


def test_the_bleeding_horn_ends_with_forty_points() -> None:
    squares = {"d2": city(0, 3)}
    state = horn(
        hand="2 lord_baerfolk", squares={**squares}, own={"seals": ["baerfolk", "islanders", "emberians"]},
        peak={"d4": {"card": "peak", "owner": 0, "level": 8}},
    )  # fmt: skip
    play(state, "raise a city to level 4")
    assert not state.is_over
    rich = {"b4": city(0, 4, "lakes"), "f4": city(0, 4, "canyons"), "d6": city(0, 4, "mountains")}
    rich |= {
        "a1": city(0, 3, "woods"),
        "g1": city(0, 3, "lakes"),
        "a7": city(0, 1, "canyons"),
        "d2": city(0, 3),
    }
    rich["c1"] = city(0, 3, "lakes", "city_end", "w")
    rich["b1"] = road("ew")
    state = horn(
        hand="2 lord_baerfolk", squares=rich, own={"seals": ["baerfolk", "islanders", "emberians"]},
        peak={"d4": {"card": "peak", "owner": 0, "level": 8}},
    )  # fmt: skip
    play(state, "raise a city to level 4")
    state.play(state.legal()[0])
    assert state.is_over
