"""Knowledge, data and views of Battalia: what is unseen, and what is refused."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from battlewise.core import DataError, ViewError, game
from battlewise.core.games.battalia.cards import ARTEFACTS, GREATS, RANKS, TERRAINS
from tests.games.battalia.positions import FACTIONS, START, cards, city, has, road, seen, settle, view

# RULES.md 6, 7: knowledge, data


def test_starting_units_are_unseen_until_they_are_played() -> None:
    state = settle(game("battalia").new(seed=2, chance="ask"))
    kinds: Counter[str] = Counter()
    while seen(state)["turn"] < 24:
        for seat in range(2):
            unseen = seen(state, 1 - seat)["players"][seat]["unseen"]
            own = seen(state, seat)["unseen"]
            assert sum(unseen.values()) == sum(own.values())
            kinds.update(own)
        state.play("end the turn" if has(state, "end the turn") else state.legal()[-1])
        settle(state)
    assert kinds
    assert all(sum(seen(state, 1 - seat)["players"][seat]["unseen"].values()) <= 1 for seat in range(2))


def test_wrong_data_are_refused_with_file_card_and_key(tmp_path: Path) -> None:
    shipped = Path("core/games/battalia/data/creation.toml").read_text(encoding="utf-8")
    (tmp_path / "creation.toml").write_text(shipped.replace("count = 6", "count = 99", 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"creation\.toml: unit\.friman\.count"):
        game("battalia", data=tmp_path)
    (tmp_path / "creation.toml").unlink()
    boards = Path("core/games/battalia/data/boards.toml").read_text(encoding="utf-8")
    (tmp_path / "boards.toml").write_text(boards.replace('["d2", "d6"]', '["b3", "d6"]'), encoding="utf-8")
    with pytest.raises(DataError, match=r"boards\.toml: board\.2\.neutral"):
        game("battalia", data=tmp_path)


def greats(*names: str) -> dict[str, int]:
    return cards(", ".join(("5 supply", *names)))


TOWNS_OF_FOUR = {
    "a1": city(1, 4), "c1": city(1, 4, "lakes", "city_end", "w"), "b1": road("ew"),
    "a3": city(1, 4, "canyons", "city_end", "n"), "a2": road("ns"), "d2": city(1, 4),
    "b4": city(1, 4, "lakes"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"phase": "x"}, "phase"),
        ({"map": {"z9": {}}}, "map"),
        ({"impassable": ["a1"]}, "impassable"),
        ({"hand": {"lord_baerfolk": 9}}, "hand"),
        ({"offered": ["book", "book"]}, "offered"),
        ({"tops": ["lord_baerfolk"]}, "tops"),
        ({"tops": ["lord_baerfolk", None, None, None]}, "tops: must be a unit of each rank"),
        ({"hammer": "weapon"}, "Hammer"),
        ({"roamed": [True]}, "roamed"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_view_is_refused_by_field(change, field: str) -> None:
    rules = game("battalia", players=4)
    with pytest.raises(ViewError) as error:
        rules.from_view(view(hand="6 supply") | change)
    assert field in str(error.value)


@pytest.mark.parametrize(
    ("view_of", "reason"),
    [
        ({"laid": [cards("10 lord_baerfolk"), {}]}, "more can be played"),
        ({"phase": "over"}, "the game is over"),
        ({"squares": TOWNS_OF_FOUR}, "the game is over"),
        ({"phase": "suspend"}, "laid in ambush"),
        ({"impassable": ["b1"]}, "impassable"),
        ({"squares": {"d4": {"card": "ruins", "terrain": "woods"}}}, "map.d4.terrain: must be null"),
        ({"others": {1: {"unseen": {"friman": 4}}}}, r"players\[1\].unseen: must be at most"),
        ({"others": {1: {"unseen": {"chief": 2}}}}, r"players\[1\].unseen: must be at most"),
        ({"offered": [*GREATS]}, "more great artefacts"),
        ({"offered": [*GREATS[:5]], "others": {1: {"shelter": greats("sword")}}}, "more great artefacts"),
        ({"phase": "spoils", "offered": ["book"]}, "cannot have won"),
        (
            {"phase": "spoils", "offered": ["book"],
             "own": {"heroes": ["d4"], "shelter": greats("sword")}},
            "cannot have won",
        ),
        (
            {"phase": "title", "hand": "6 friman_baerfolk",
             "pending": {"title": "title_cloudborn", "doubled": False}},
            "table: must have the artefact",
        ),
        ({"phase": "wings", "own": {"heroes": ["a1"]}}, "table: must have the artefact"),
        ({"phase": "horn", "pending": {"left": 2}}, "table: must have the artefact"),
        ({"phase": "rob"}, "table: must have the artefact"),
        ({"phase": "staff"}, "table: must have the artefact"),
        (
            {"phase": "scroll", "hand": "6 friman_baerfolk", "pending": {"scroll": None}},
            "table: must have the artefact",
        ),
        (
            {"phase": "response", "turn": 1, "table": cards("weapon_islanders"),
             "others": {1: {"heroes": ["a1"]}},
             "battle": {"square": "a1", "against": "place", "heroes": [1, 0], "strength": [0, 0],
                        "cards": [1, 0], "mixed": [True, False]}},
            "nothing to answer",
        ),
        ({"fresh": ["scroll_baerfolk", None]}, "more can be played"),
        ({"charmed": ["supply", None], "day": 2}, "more can be played"),
        (
            {"charmed": ["supply", None], "day": 2, "table": cards("amulet_baerfolk"),
             "laid": [{"amulet_baerfolk": 1}, {}]},
            "more can be played",
        ),
        ({"charmed": [None, "supply"]}, "no such amulet"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(view_of, reason: str) -> None:
    rules = game("battalia", players=4)
    with pytest.raises(ViewError, match=reason):
        rules.from_view(view(**{"hand": "6 supply", **view_of}))


@pytest.mark.parametrize(
    ("view_of", "field", "says"),
    [
        (
            {"others": {2: {"faction": None}}},
            "players[2].faction",
            "must be the faction that the player leads",
        ),
        (
            {"others": {3: {"faction": "islanders"}}},
            "players[3].faction",
            "a player before in the list leads",
        ),
        ({"others": {1: {"most_points": 0}}}, "players[1].most_points", "no less than the points"),
        ({"others": {1: {"known": cards("horn")}}}, "players[1].known", "has more cards horn"),
        (
            {"others": {2: {"tents": [{"tent": "supply", "cards": ["supply"]}]}}},
            "players[2].tents.tent",
            "must be a tent or the Pavilion",
        ),
        ({"squares": {"g1": city(7, 1)}}, "map.g1.owner", "7 is none of"),
        ({"squares": {"g1": city(None, 1)}}, "map.g1.owner", "must be a seat, neutral or free"),
        ({"squares": {"g1": city(1, 0)}}, "map.g1.level", "must be 1 to 4"),
        ({"squares": {"d2": city("neutral", 3)}}, "map.d2.level", "must be that of the option neutral_level"),
        ({"squares": {"b1": road("ew") | {"terrain": None}}}, "map.b1.terrain", "must be a terrain"),
    ],
)
def test_errors_name_the_player_or_the_square(view_of: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(ViewError) as error:
        game("battalia", players=4).from_view(view(**{"hand": "6 supply", **view_of}))
    assert error.value.field == field
    assert says in str(error.value)


def test_a_set_up_without_enough_cities_is_refused() -> None:
    """Otherwise a city would be due that cannot come up."""
    rules = game("battalia", neutrals=2)
    state = rules.new(seed=1, chance="ask")
    while seen(state)["step"] < 5:
        state.roll()
    shown = state.view(None)
    shown["terrain_decks"]["city_cross"] = {"woods": 2}
    with pytest.raises(ViewError, match="must have, with the map, all terrain cards"):
        rules.from_view(shown, seed=1)
    shown = state.view(None)
    square, other = START[2]
    shown["map"][square]["terrain"] = shown["map"][other]["terrain"]
    del shown["terrain_decks"]
    with pytest.raises(ViewError, match="different terrains"):
        rules.from_view(shown, seed=1)


@pytest.mark.parametrize("players", [2, 3])
def test_the_cities_that_did_not_come_up_are_put_aside(players: int) -> None:
    state = settle(game("battalia", players=players).new(seed=4, chance="ask"))
    shown = seen(state, None)
    towns = [card["terrain"] for card in shown["map"].values() if card["card"] == "city_cross"]
    left = shown["terrain_decks"]["city_cross"]
    there = [one for one, faction in zip(TERRAINS, FACTIONS, strict=True) if faction != shown["absent"]]
    assert sum(left.values()) == 3 * len(there) - len(towns) - 2
    assert all(left[one] == 1 for one in there)


@pytest.mark.parametrize("scenario", ["standard", "bleeding_horn"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cities", [{"neutrals": 0}, {"neutrals": 2}, {"start_cities": 2}])
def test_the_shortest_views_fit_the_cities_of_the_set_up(cities, players: int, scenario: str) -> None:
    rules = game("battalia", players=players, scenario=scenario, **cities)
    for phase, shown in rules.minimal_views().items():
        assert rules.from_view(shown, seed=1).view(0)["phase"] == phase


def test_legal_moves_stay_below_256_where_they_are_most() -> None:
    """All roads joined, two heroes, every tent raised, one of nearly each kind in hand."""
    drawn = [terrain for terrain in TERRAINS for _ in range(3)]
    lanes = ["b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "c3", "d3", "e2", "e1"]
    squares = {square: road("nesw", terrain) for square, terrain in zip(lanes, drawn, strict=True)}
    kinds = [f"{one}_{faction}" for one in (*RANKS, *ARTEFACTS) for faction in FACTIONS]
    tents = [{"tent": f"tent_{faction}", "cards": ["supply"]} for faction in FACTIONS for _ in range(2)]
    own = {"heroes": ["a1", "d1"], "tents": tents, "nation": ""}
    held = ", ".join([*kinds, "6 supply", "hammer"])
    shown = view(hand=held, squares=squares, own=own, others={1: {"heroes": ["a1", "d1"]}}, offered=["book"])
    state = game("battalia", players=4, advanced=True).from_view(shown, seed=1)
    assert 120 < len(state.legal()) < 256


def test_lists_without_an_order_may_stand_in_any_order() -> None:
    given = view(hand="6 supply", own={"heroes": ["g7", "a1"]}, offered=["sword", "book"])
    shown = game("battalia", players=4).from_view(given, seed=1).view(0)
    assert shown["players"][0]["heroes"] == ["a1", "g7"]
    assert shown["offered"] == ["book", "sword"]


def test_the_oracle_is_in_the_view() -> None:
    rules = game("battalia", players=4)
    shown = [rules.from_view(view(hand="6 supply", day=day), seed=1).view(0)["oracle"] for day in (0, 1)]
    assert shown == [{"ray": "tool", "match": "tool"}, {"ray": "weapon", "match": "scroll"}]


@pytest.mark.parametrize(
    ("squares", "field", "says"),
    [
        ({"b1": road("ew") | {"exits": "nes"}}, "map.b1.exits", "a road_straight cannot have roads to nes"),
        ({"b1": road("ns")}, "map.b1.exits", "the roads of a1 and b1 do not meet"),
        ({"a2": city(0, 1)}, "map.a2", "is a city beside the city on a1"),
        (
            {"c1": {"card": "city_end", "terrain": "woods", "owner": 0, "exits": "w"}},
            "map.c1.level",
            "is missing",
        ),
    ],
)
def test_errors_of_the_map_name_square_and_card(squares: dict[str, Any], field: str, says: str) -> None:
    given = view(hand="6 supply")
    with pytest.raises(ViewError) as error:
        game("battalia", players=4).from_view(given | {"map": given["map"] | squares})
    assert error.value.field == field
    assert says in str(error.value)


def test_what_is_paid_for_is_named() -> None:
    """The deck of what is hired, created or built; the level of a city."""
    rules = game("battalia", players=4)
    given = rules.minimal_views()["pay"]
    assert given["pending"] == {
        "action": "build_road",
        "deck": "road_cross",
        "need": {"friman": 1, "supply": 1},
    }
    for pending in ({"action": "build_city", "deck": "road_cross"}, {"action": "hire", "deck": "road_cross"}):
        with pytest.raises(ViewError) as error:
            rules.from_view({**given, "pending": {**given["pending"], **pending}})
        assert error.value.field == "pending.deck"
