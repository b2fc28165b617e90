"""Battalia without the map, artefacts and battles: set-up, cohorts, purchases, ambush, the end."""

from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import OptionError, State, ViewError, game
from battlewise.core.games.battalia.cards import ARTEFACTS, TERRAINS, folders, load
from tests.games.battalia.positions import (
    FACTIONS,
    NEUTRAL,
    START,
    cards,
    city,
    hand,
    has,
    laid,
    of,
    phase,
    play,
    position,
    road,
    seen,
    settle,
    texts,
    view,
)

# RULES.md 1: cards


def test_the_cards_are_those_of_the_box() -> None:
    data = load(folders(None))
    assert [4 * unit.count for unit in data.units] == [24, 24, 16, 16]
    assert [4 * artefact.count for artefact in data.artefacts] == [12] * 7
    assert len(data.greats) == 10
    assert [4 * count for count in data.terrain.cities] == [4, 4, 4, 4, 12]
    assert [4 * count for count in data.terrain.roads] == [12] * 4
    assert data.deck.unbound == 2


@pytest.mark.parametrize(("players", "supplies"), [(2, 60), (4, 80)])
def test_there_are_as_many_supplies_as_units(players: int, supplies: int) -> None:
    mine = supplies - 16 * (players - 1) - 5
    rules = game("battalia", players=players)
    rules.from_view(view(players=players, own={"shelter": {"supply": mine}}))
    with pytest.raises(ViewError, match="more cards supply"):
        rules.from_view(view(players=players, own={"shelter": {"supply": mine + 1}}))


# RULES.md 2: set-up


@pytest.mark.parametrize(("players", "offered"), [(2, 3), (3, 4), (4, 5)])
def test_the_set_up_deals_what_the_book_says(players: int, offered: int) -> None:
    state = game("battalia", players=players).new(seed=4, chance="ask")
    while state.is_chance:
        state.roll()
    shown = seen(state, 0)
    towns = [card for card in shown["map"].values() if card["card"] == "city_cross"]
    assert len([card for card in towns if card["owner"] == "neutral" and card["level"] == 4]) == players
    assert len([card for card in towns if card["owner"] == "free"]) == players
    for owner in ("neutral", "free"):
        terrains = [card["terrain"] for card in towns if card["owner"] == owner]
        assert len(set(terrains)) == players
    guarded = {square for square, card in shown["map"].items() if card.get("owner") == "neutral"}
    assert guarded == set(NEUTRAL[players])
    assert shown["map"]["d4"]["card"] == "ruins"
    assert len(shown["offered"]) == offered
    assert (shown["absent"] is not None) == (players == 2)
    for one in shown["players"]:
        assert one["hand_size"] == 6
        assert one["unseen"] == {"friman": 3, "chief": 1, "priest": 1}
        assert one["cards"] == {"supply": 5}
    assert all(top is not None for top in shown["tops"])
    assert sum(hand(state, 0).values()) == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_heroes_are_chosen_clockwise_and_cities_counterclockwise(players: int) -> None:
    state = settle(game("battalia", players=players).new(seed=5, chance="ask"))
    first = seen(state)["first"]
    movers = []
    while phase(state) in ("heroes", "start"):
        movers.append(state.to_move)
        state.play(state.legal()[0])
    clockwise = [(first + i) % players for i in range(players)]
    assert movers == clockwise + clockwise[::-1]
    assert phase(state) == "cohort"
    assert state.to_move == first
    owners = [seen(state)["map"][square]["owner"] for square in START[players]]
    assert sorted(owners) == list(range(players))


def test_two_players_play_without_a_faction_and_without_the_outer_ring() -> None:
    for state in walk(game("battalia"), 3):
        shown = seen(state, None)
        absent = shown["absent"]
        assert all(square[0] in "bcdef" and square[1] in "23456" for square in shown["map"])
        if phase(state) != "setup":
            for one in shown["players"]:
                names = [*one["shelter"], *one["cards"]]
                assert not any(name.endswith(f"_{absent}") for name in names)
            for seat in range(2):
                own = seen(state, seat)
                assert not any(name.endswith(f"_{absent}") for name in [*own["hand"], *shown["tops"]] if name)
            away = dict(zip(FACTIONS, TERRAINS, strict=True))[absent]
            assert away not in {card["terrain"] for card in shown["map"].values()}
            assert not any(away in deck for deck in shown["terrain_decks"].values())
        if shown["turn"] > 12:
            break
    assert "take_heroes" in {m.doc["kind"] for _, m in state.log()}


@pytest.mark.parametrize("options", [{"players": 5}, {"neutral_level": 5}, {"scenario": "x"}, {"weeks": -1}])
def test_other_options_are_refused(options) -> None:
    with pytest.raises(OptionError, match=next(iter(options))):
        game("battalia", **options)


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(OptionError, match="points"):
        game("battalia", points=2)
    with pytest.raises(OptionError, match="start_cities"):
        game("battalia", start_cities=2, neutrals=0)


# RULES.md 3.1, 3.2: cohort or mulligan, ambush raised


@pytest.mark.parametrize(
    ("held", "draws"),
    [
        ("3 friman_baerfolk, 3 supply", 1),
        ("3 friman_baerfolk, chief_baerfolk, 2 supply", 2),
        ("3 friman_baerfolk, chief_baerfolk, tool_baerfolk, supply", 3),
        ("3 friman_baerfolk, chief_baerfolk, tool_baerfolk, priest_baerfolk", 4),
        ("3 friman_baerfolk, 2 chief_islanders, tool_islanders", 2),
        ("3 friman_baerfolk, 2 chief_islanders, sword", 2),
        ("2 friman_baerfolk, sword, 3 supply", 1),
        ("2 friman_baerfolk, 4 supply", 0),
    ],
)
def test_a_cohort_draws_by_its_size(held: str, draws: int) -> None:
    state = position("cohort", hand=held)
    announced = [move for move in state.legal() if move.doc["kind"] == "cohort"]
    if not draws:
        assert not announced
        return
    assert announced[0].doc["number"] == draws
    state.play(announced[0])
    settle(state)
    assert sum(hand(state).values()) == 6 + draws
    assert phase(state) == "action"


def test_cards_in_ambush_and_in_tents_do_not_count_towards_cohorts() -> None:
    own = {
        "ambush": [None], "nation": "5 supply, friman_emberians, chief_baerfolk",
        "tents": [{"tent": "tent_baerfolk", "cards": ["friman_baerfolk"]}],
    }  # fmt: skip
    state = position("cohort", hand="2 friman_baerfolk, 4 supply", own=own, ambush=["chief_baerfolk"])
    assert texts(state) == {"mulligan", "keep the hand"}


def test_a_mulligan_draws_five_and_leaves_no_cohort() -> None:
    state = position("cohort", hand="3 friman_baerfolk, 3 supply")
    play(state, "mulligan")
    settle(state)
    assert sum(hand(state).values()) == 5
    assert phase(state) == "action"
    assert of(state, 0)["shelter"]["friman_baerfolk"] == 3


def test_the_ambush_comes_back_after_the_cohort_and_extends_the_hand() -> None:
    own = {"ambush": [None], "nation": "5 supply, friman_emberians, weapon_baerfolk"}
    state = position("cohort", hand="6 supply", own=own, ambush=["weapon_baerfolk"])
    play(state, "keep the hand")
    assert hand(state) == cards("6 supply, weapon_baerfolk")
    assert of(state, 0)["ambush"] == []


# RULES.md 3.3 to 3.5: new cards


def test_v1_units_make_a_scroll_and_supplies_a_chief() -> None:
    state = position(hand="3 supply, friman_baerfolk, chief_islanders, priest_emberians", day=2)
    play(state, "create a scroll", "draw scroll islanders from its deck", "hire a chief")
    shown = seen(state)
    assert shown["table"] == cards(
        "friman_baerfolk, chief_islanders, priest_emberians, scroll_islanders, 4 supply, chief_baerfolk"
    )
    play(state, "end the turn")
    settle(state)
    for card in ("scroll_islanders", "chief_baerfolk"):
        assert of(state, 0)["shelter"].get(card, 0) + of(state, 0)["cards"].get(card, 0) == 1


@pytest.mark.parametrize(("rank", "supplies"), [("friman", 2), ("chief", 3), ("priest", 4), ("lord", 5)])
def test_a_unit_costs_its_rank_and_one_supplies_and_brings_one(rank: str, supplies: int) -> None:
    assert not has(position(hand=f"{supplies - 1} supply, friman_baerfolk"), f"hire a {rank}")
    state = position(hand=f"{supplies} supply")
    play(state, f"hire a {rank}")
    assert seen(state)["table"] == cards(f"{supplies + 1} supply, {rank}_baerfolk")
    assert phase(state) == "reveal"
    state.roll()
    assert phase(state) == "action"


@pytest.mark.parametrize(
    ("artefact", "paid"),
    [
        ("tool", "3 friman_islanders"),
        ("weapon", "chief_islanders, 2 friman_islanders"),
        ("amulet", "priest_islanders, 2 friman_islanders"),
        ("title", "lord_islanders, 2 friman_islanders"),
        ("scroll", "friman_islanders, chief_islanders, priest_islanders"),
        ("tent", "chief_islanders, friman_islanders, supply"),
        ("horse", "chief_islanders, 2 supply"),
    ],
)
def test_what_each_artefact_costs(artefact: str, paid: str) -> None:
    day = 1 if artefact == "tool" else 0
    state = position(hand=paid, day=day)
    assert has(state, f"create a {artefact}")
    play(state, f"create a {artefact}", f"draw {artefact} islanders from its deck")
    assert seen(state)["table"] == cards(f"{paid}, {artefact}_islanders")
    less = cards(paid)
    name = next(iter(less))
    less[name] -= 1
    short = ", ".join(f"{n} {card}" for card, n in less.items() if n)
    assert not has(position(hand=short, day=day), f"create a {artefact}")


def test_v10_a_tool_stands_for_two_frimen_of_one_action() -> None:
    state = position(hand="chief_baerfolk, tool_baerfolk, supply", day=3)
    play(state, "create a weapon")
    settle(state)
    assert laid(state) == {}
    assert not has(state, "build")


def test_an_illuminated_tool_counts_twice() -> None:
    state = position(hand="chief_baerfolk, tool_baerfolk, supply")
    play(state, "create a weapon")
    settle(state)
    assert laid(state) == {"tool_baerfolk": 1}
    assert has(state, "build a road")


def test_the_common_payment_uses_tools_and_other_factions_first() -> None:
    held = "tool_islanders, 2 friman_baerfolk, friman_islanders, chief_baerfolk"
    state = position(hand=held, day=3)
    play(state, "create a weapon")
    settle(state)
    assert hand(state) == cards("2 friman_baerfolk, friman_islanders")


def test_the_common_payment_wastes_no_half_of_a_tool() -> None:
    state = position(hand="2 tool_islanders, friman_baerfolk", day=3)
    play(state, "create a tool")
    settle(state)
    assert hand(state) == cards("tool_islanders")


def test_a_payment_can_be_chosen_card_by_card() -> None:
    held = "tool_islanders, 2 friman_baerfolk, friman_islanders, chief_baerfolk"
    state = position(hand=held, day=3)
    play(state, "create a weapon, choosing the cards")
    assert texts(state) == {"pay friman baerfolk", "pay friman islanders", "pay tool islanders"}
    play(state, "pay friman baerfolk")
    play(state, "pay friman islanders")
    assert texts(state) == {"pay chief baerfolk"}
    play(state, "pay chief baerfolk")
    settle(state)
    assert hand(state) == cards("friman_baerfolk, tool_islanders")


def test_with_matching_symbols_the_faction_is_chosen() -> None:
    state = position(hand="3 friman_islanders")
    assert {text for text in texts(state) if text.startswith("create")} == {
        f"create a tool of the {faction}" for faction in FACTIONS
    }
    play(state, "create a tool of the cloudborn")
    assert seen(state)["table"]["tool_cloudborn"] == 1


def test_the_oracle_turns_with_each_round() -> None:
    rays, matches = [], []
    for day in range(8):
        prompt = position(hand="6 supply", day=day).prompt().lower()
        words = prompt.replace(";", "").split()
        rays.append(words[words.index("ray") + 4])
        matches.append(words[-2])
    assert rays == [*ARTEFACTS, "tool"]
    assert matches == ["tool", "scroll", "weapon", "tent", "amulet", "horse", "title", "tool"]


def test_a_day_of_the_oracle_is_a_round_of_all_players() -> None:
    prompts = [position(hand="6 supply", turn=turn).prompt() for turn in range(8)]
    assert ["on the Tool" in prompt for prompt in prompts] == [True] * 4 + [False] * 4


def test_an_empty_deck_gives_nothing() -> None:
    limbo = cards(", ".join(f"3 horse_{faction}" for faction in FACTIONS))
    state = position(hand="chief_baerfolk, 2 supply", limbo=limbo)
    assert not has(state, "create a horse")


def test_an_empty_deck_of_units_gives_none() -> None:
    lords = cards(", ".join(f"4 lord_{faction}" for faction in FACTIONS))
    tops = ["friman_baerfolk", "chief_baerfolk", "priest_baerfolk", None]
    state = position(hand="5 supply", limbo=lords, tops=tops)
    assert not has(state, "hire a lord")
    assert has(state, "hire a priest")


def test_without_supplies_left_a_unit_brings_none() -> None:
    state = position(hand="2 supply", own={"shelter": {"supply": 25}})
    play(state, "hire a friman")
    assert seen(state)["table"] == cards("2 supply, friman_baerfolk")


def test_empty_decks_of_terrain_cards_are_not_built_from() -> None:
    """The eight crossroads of the set-up and these four are all cities of that shape there are."""
    cities = {square: city(1, 1, TERRAINS[i]) for i, square in enumerate(("e1", "g3", "a3", "c7"))}
    state = position(hand="3 friman_baerfolk", squares={**cities, "b1": road("ew")})
    play(state, "build a city of level 1")
    assert has(state, "take a city three")
    assert not has(state, "take a city cross")
    lanes = ["b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "c3", "d3", "e2", "e1"]
    roads = {square: road("nesw", TERRAINS[i // 3]) for i, square in enumerate(lanes)}
    state = position(hand="2 friman_baerfolk, supply", squares=roads)
    assert has(state, "build a road tee")
    assert not has(state, "build a road cross")


# RULES.md 3.10: ambush


def test_an_ambush_costs_a_suspended_card_and_is_hidden() -> None:
    state = position(hand="weapon_baerfolk, friman_islanders, supply")
    play(state, "lay weapon baerfolk in ambush")
    assert texts(state) == {"suspend friman islanders", "suspend supply"}
    play(state, "suspend friman islanders")
    assert seen(state)["limbo"] == {"friman_islanders": 1}
    assert state.log(1)[0][1].text == "lay a card in ambush"
    assert seen(state, 1)["players"][0]["ambush"] == [None]
    assert seen(state, 0)["ambush"] == ["weapon_baerfolk"]


def test_decks_of_nine_are_refused_also_while_an_ambush_is_paid_for() -> None:
    state = position(hand="weapon_baerfolk, friman_islanders, supply")
    play(state, "lay weapon baerfolk in ambush")
    shown = seen(state)
    shown["players"][1]["shelter"] = {}
    shown["players"][1]["cards"] = {"friman_emberians": 1, "supply": 8}
    with pytest.raises(ViewError, match=r"^players\[1\].cards: .* ten cards or more"):
        state.game.from_view(shown, seed=1)


def test_a_deck_never_has_fewer_than_ten_cards() -> None:
    small = {"nation": "5 supply, friman_emberians", "shelter": cards("supply")}
    assert not has(position(hand="weapon_baerfolk, friman_islanders, supply", own=small), "lay")
    small["shelter"] = cards("2 supply")
    state = position(hand="weapon_baerfolk, friman_islanders, supply", own=small)
    play(state, "lay supply in ambush", "suspend friman islanders")
    assert not has(state, "lay")


@pytest.mark.parametrize(
    ("own", "more"),
    [
        ({"nation": "4 supply", "tents": [{"tent": "tent_baerfolk", "cards": ["lord_baerfolk"]}]}, {}),
        ({"nation": "6 supply", "ambush": [None, None]}, {"ambush": ["supply", "supply"]}),
        ({"nation": "4 supply"}, {"table": cards("2 supply")}),
    ],
)
def test_tents_ambush_and_played_cards_belong_to_the_deck(own, more) -> None:
    """With the hand of three, a shelter of one or two and a nation of four that makes ten or eleven."""
    for shelter in (1, 2):
        given = {**own, "shelter": {"supply": shelter}}
        state = position(hand="weapon_baerfolk, friman_islanders, supply", own=given, **more)
        assert has(state, "lay") is (shelter == 2)


def test_no_more_than_three_cards_lie_in_ambush() -> None:
    own = {"ambush": [None] * 3, "nation": "5 supply, 3 weapon_baerfolk"}
    state = position(hand="3 supply", own=own, ambush=["weapon_baerfolk"] * 3)
    assert not has(state, "lay")


def test_an_ambush_lies_until_its_players_next_turn() -> None:
    state = position(hand="weapon_baerfolk, 2 supply", own={"nation": "4 lord_baerfolk, 2 supply"})
    play(state, "lay weapon baerfolk in ambush", "suspend supply", *["end the turn", "keep the hand"] * 3)
    play(state, "end the turn")
    settle(state)
    assert state.to_move == 0
    assert seen(state)["ambush"] == ["weapon_baerfolk"]
    assert "weapon_baerfolk" not in hand(state)
    play(state, "keep the hand")
    assert hand(state)["weapon_baerfolk"] == 1
    assert sum(hand(state).values()) == 7


# RULES.md 3.11, 3.12: discard, new hand


def test_a_new_hand_takes_the_rest_of_the_nation_and_reshuffles() -> None:
    own = {"nation": "2 lord_baerfolk", "shelter": cards("9 supply")}
    state = position(hand="friman_islanders", own=own)
    play(state, "end the turn")
    settle(state)
    assert hand(state)["lord_baerfolk"] == 2
    assert sum(hand(state).values()) == 6
    assert of(state, 0)["shelter"] == {}
    assert seen(state, 1)["players"][0]["known"] == {"lord_baerfolk": 2}
    assert state.to_move == 1


# RULES.md 5: the end


def test_the_fifth_city_of_level_four_ends_the_game() -> None:
    towns = {
        "a1": city(0, 4), "c1": city(0, 4, "lakes", "city_end", "w"), "b1": road("ew"),
        "a3": city(0, 4, "canyons", "city_end", "n"), "a2": road("ns"),
        "d2": city(0, 4, "woods"), "b4": city(0, 3, "lakes"),
    }  # fmt: skip
    state = position(hand="2 lord_baerfolk", squares=towns)
    play(state, "raise a city to level 4")
    assert state.is_over
    assert state.returns() == [1, 0, 0, 0]


def test_who_ends_the_game_need_not_win_it() -> None:
    towns = {"d2": city(0, 3), "b4": city(0, 4, "lakes"), "g1": city(1, 4, "lakes"),
             "f4": city(1, 3, "canyons"), "d6": city(1, 3, "mountains")}  # fmt: skip
    state = position(hand="2 lord_baerfolk", squares=towns, options={"great_cities": 2})
    play(state, "raise a city to level 4")
    assert state.returns() == [0, 1, 0, 0]


def idle(weeks: int, **more: Any) -> State:
    """A game of which the last seven rounds but one have passed without progress."""
    rules = game("battalia", players=4, standstill_weeks=weeks)
    shown = view(turn=27, progress=0, hand="6 supply", seat=3, theirs={3: "6 supply"}, **more)
    return rules.from_view(shown, seed=1)


def test_48_a_game_at_a_standstill_ends_by_points() -> None:
    state = idle(1, squares={"b1": road("ew")})
    state.play("end the turn")
    assert seen(state)["turn"] == 28
    assert not state.is_over
    while not state.is_over and state.turn < 29:
        state.play("end the turn" if has(state, "end the turn") else "keep the hand")
    assert state.is_over
    assert seen(state)["end"] == "standstill"
    assert state.turn == 29
    assert state.returns() == [0.25] * 4
    for viewer in (None, 0, 3):
        assert state.game.from_view(seen(state, viewer), seed=1).view(viewer) == seen(state, viewer)


def test_48_a_card_on_the_map_and_more_points_than_ever_are_progress() -> None:
    state = idle(1, squares={"b1": road("ew")})
    assert seen(state)["progress"] == 0
    own = {"most_points": 1}
    held = "friman_baerfolk, supply, 2 chief_baerfolk"
    built = position(hand=held, turn=8, progress=3, own=own, squares={"b1": road("ew")})
    play(built.copy(), "build a road straight")
    road_laid = play(built.copy(), "build a road straight")
    settle(road_laid)
    road_laid.play(road_laid.legal()[0])
    assert seen(road_laid)["progress"] == 8
    raised = settle(play(built.copy(), "raise a city to level 2"))
    assert (seen(raised)["progress"], of(raised, 0)["most_points"]) == (8, 2)
    own = {"most_points": 5}
    again = position(hand=held, turn=8, progress=3, own=own, squares={"b1": road("ew")})
    again = settle(play(again, "raise a city to level 2"))
    assert (seen(again)["progress"], of(again, 0)["most_points"]) == (3, 5)


def test_48_what_cannot_be_of_a_standstill_is_refused() -> None:
    rules = game("battalia", players=4, standstill_weeks=1)
    for change in ({"progress": 9, "turn": 8}, {"progress": 0, "turn": 32}):
        with pytest.raises(ViewError, match="progress"):
            rules.from_view(view(hand="6 supply") | change)
    assert game("battalia", players=4, standstill_weeks=0).from_view(
        view(hand="6 supply", turn=32, progress=0)
    )
    with pytest.raises(ViewError, match="points"):
        rules.from_view(view(hand="6 supply", own={"most_points": 0}))


def test_the_turn_limit_ends_a_game() -> None:
    assert list(walk(game("battalia", turn_limit=4), 1))[-1].turn == 4


def test_a_game_may_end_after_weeks_or_with_points() -> None:
    rules = game("battalia", weeks=1)
    assert list(walk(rules, 1))[-1].turn == 14
    assert list(walk(game("battalia", weeks=1, turn_limit=4), 1))[-1].turn == 14
    towns = {"d2": city(0, 3)}
    state = position(hand="2 lord_baerfolk", squares=towns, options={"points": 5})
    play(state, "raise a city to level 4")
    assert state.is_over


@pytest.mark.parametrize(
    ("towns", "heroes", "winners"),
    [
        ({0: (4, 1), 1: (3, 2)}, {}, [0]),
        ({0: (3, 1, 1), 1: (2, 2, 1)}, {}, [0]),
        ({0: (2,), 1: (1, 1)}, {}, [0]),
        ({0: (3,), 1: (3,)}, {1: ["g1"]}, [1]),
        ({0: (3,), 1: (3,)}, {0: ["a1"], 1: ["g1", "g1"]}, [1]),
        ({0: (3, 1), 1: (3, 1)}, {0: ["a1"], 1: ["g1"]}, [0, 1]),
    ],
)
def test_ties_go_to_higher_cities_then_to_heroes(towns, heroes, winners: list[int]) -> None:
    places = {0: ("a1", "d2", "b4"), 1: ("g1", "f4", "d6")}
    squares = {places[seat][i]: city(seat, n) for seat, levels in towns.items() for i, n in enumerate(levels)}
    for i, terrain in enumerate(("woods", "lakes", "canyons", "mountains") * 2):
        if i < len(squares):
            squares[list(squares)[i]]["terrain"] = terrain
    others = {seat: {"heroes": at} for seat, at in heroes.items()}
    shown = view("over", hand="6 supply", squares=squares, own=others.get(0), others=others, turn=8)
    state = game("battalia", players=4, turn_limit=8).from_view(shown, seed=1)
    assert state.returns() == [(seat in winners) / len(winners) for seat in range(4)]
