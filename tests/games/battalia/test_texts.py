"""What players read of Battalia: moves and prompts in words, what moves did, names that stay the same."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import State, game
from battlewise.core.games.battalia.state import Phase
from battlewise.core.vocabulary import names_of
from tests.games.battalia.positions import ROADS, cards, city, play, position, road, settle, siege, volcano

OPTIONS: list[dict[str, Any]] = [
    {"weeks": 2},
    {
        "players": 3,
        "scenario": "bleeding_horn",
        "unbound": True,
        "start_heroes": 1,
        "neutrals": 2,
        "weeks": 1,
    },
    {"players": 4, "advanced": True, "neutral_level": 6, "start_heroes": 2, "weeks": 1},
    {"start_cities": 2, "start_heroes": 2, "ruins_strength": 4, "points": 5, "weeks": 1},
]
LATER = names_of(Phase, "_PHASE", "PHASES")
EVERY_KIND = [
    form
    for options in ({}, {"players": 3, "scenario": "bleeding_horn", "unbound": True, "advanced": True})
    for outcomes in (False, True)
    for form in game("battalia", **options).vocabulary.schema(outcomes=outcomes)["oneOf"]
]
WRONG = re.compile(r"_|None|[{}]|\b[a-z]+:\w|^\s|\s$|\ba [AEIOUaeio]|  ")


def assert_plain(text: str) -> None:
    assert text
    assert not WRONG.search(text), text


def great(name: str, rest: str = "6 supply", **more: Any) -> State:
    return position(hand=f"{name}, {rest}", **more)


def of_great_artefacts() -> Iterator[State]:
    """Decisions with great artefacts."""
    yield play(great("horn", own={"nation": "lord_baerfolk, 4 supply"}), "use horn")
    robbed = {1: {"nation": "lord_islanders, 5 supply"}}
    yield play(great("hand", others=robbed), "use hand")
    yield play(great("hand", others=robbed), "use hand", "rob East")
    yield play(great("staff"), "use staff")
    yield play(great("wings", own={"heroes": ["a1"]}), "use wings")
    yield great("hammer")
    yield great("pavilion", "friman_baerfolk, supply")
    yield play(great("crown", "friman_baerfolk"), "use crown")
    yield play(great("book", "friman_baerfolk"), "use book")
    seal = {"heroes": ["c3"], "seals": ["baerfolk"]}
    below = {"baerfolk": ["book", "crown"]}
    yield position(
        "spoils",
        hand="6 supply",
        squares=volcano(),
        own=seal,
        pending={"sanctuary": "baerfolk"},
        sanctuaries=below,
        options={"scenario": "bleeding_horn"},
    )


def of_artefacts_and_cities() -> Iterator[State]:
    """Decisions with tents, amulets and several cities."""
    yield position(hand="supply", own={"tents": [{"tent": "tent_islanders", "cards": ["lord_baerfolk"]}]})
    illuminated = position(hand="tent_baerfolk, 3 supply, friman_baerfolk", day=5)
    yield play(illuminated, "use tent")
    yield play(illuminated, "station friman baerfolk")
    amulet = {"hand": "6 supply", "table": {"amulet_baerfolk": 1}}
    hidden = {"own": {"ambush": [None, "supply", None]}, "ambush": ["supply"] * 3}
    yield position("displace", pending={"card": "friman_baerfolk"}, **amulet, **hidden)
    yield position("wild", pending={"faction": "baerfolk"}, **amulet)
    squares = {"a1": city(0, 2), "c1": city(0, 2, "lakes"), "b1": road("ew")}
    yield play(position(hand="4 priest_baerfolk", squares=squares), "raise a city to level 3")
    free = {**ROADS, "c1": city("free", 1, "lakes", "city_straight", "ew")}
    yield position(hand="6 supply", own={"heroes": ["c1"]}, squares=free)


def of_battles() -> Iterator[State]:
    """Attacks on a city and on a hero, and their answers."""
    held = "weapon_islanders, lord_baerfolk, amulet_baerfolk"
    theirs = {1: {"heroes": ["c1"]}}
    battle = siege(held, "friman_islanders, horse_emberians, 3 supply", others=theirs)
    yield battle
    for target in ("East's hero on c1", "the place on c1"):
        opened = play(battle.copy(), f"attack {target} with 1 hero", "add weapon islanders")
        yield opened
        yield play(opened.copy(), "add lord baerfolk", "stand")
    mercenaries = siege("weapon_baerfolk, friman_unbound, supply", options={"unbound": True})
    play(mercenaries, "attack the place on c1 with 1 hero", "add weapon baerfolk")
    yield play(mercenaries, "add friman unbound")


def every_position() -> Iterator[State]:
    for options in OPTIONS:
        rules = game("battalia", **options)
        for seed in range(3):
            yield from walk(rules, seed)
    yield from of_great_artefacts()
    yield from of_artefacts_and_cities()
    yield from of_battles()


def test_every_kind_of_move_and_every_prompt_is_in_plain_words() -> None:
    rng = Random(1)
    kinds: set[str] = set()
    phases: set[str] = set()
    for state in every_position():
        moves = state.legal() or state.outcomes()
        here = {move.doc["kind"] for move in moves}
        if here <= kinds and rng.random() > 0.05:
            continue
        kinds |= here
        for seat in (None, *range(state.game.seats)):
            for text in (*state.words(moves, seat), state.prompt(seat)):
                assert_plain(text)
        if state.to_move >= 0:
            phases.add(state.view(None)["phase"])
            assert len(set(state.words(moves, state.to_move))) == len(moves)
    chance = {"setup", "draw", "terrain", "die", "topmost", "reveal", "fill"}
    assert phases == set(LATER) - chance - {"over"}
    assert kinds == {form["properties"]["kind"]["const"] for form in EVERY_KIND}
    assert set(game("battalia").prompts) == phases


def after_moves() -> Iterator[State]:
    """Positions after a move: of random games, and of battles."""
    for options in OPTIONS:
        yield from walk(game("battalia", **options), 5)
    for state in (*of_battles(), *of_great_artefacts()):
        for move in state.legal():
            after = state.copy()
            after.play(move)
            yield after


def test_what_moves_did_is_in_plain_words() -> None:
    met = set()
    for state in after_moves():
        for seat in (None, state.ply % state.game.seats):
            for step in state.changes(seat):
                assert_plain(step["text"])
                met |= {one["what"] for one in step["changes"]}
                for one in step["changes"]:
                    assert one["text"] == "" or assert_plain(one["text"]) is None
    assert met >= {"laid", "terrain", "city", "heroes", "played", "gained", "lost", "drawn", "discarded"}
    assert met >= {"nation", "ambush", "used", "ready", "strength", "battle", "points", "turn", "end"}


def shown(state: State, seat: int | None = 0) -> list[str]:
    """What the last move did, in words."""
    return [one["text"] for step in state.changes(seat) for one in step["changes"] if one["text"]]


def test_what_is_hired_is_said_with_its_price_and_what_it_did() -> None:
    state = position(hand="3 supply")
    moves = dict(zip([move.text for move in state.legal()], state.words(state.legal(), 0), strict=True))
    assert moves["hire a friman"] == "hire a Baerfolk Friman with a Supply (2 supplies)"
    assert state.legal()[0].touches == ["deck:friman"]
    play(state, "hire a friman")
    assert shown(state) == ["North plays 2 x Supply", "North gains Baerfolk Friman and Supply"]


def test_a_battle_is_said_with_its_totals_and_its_winner() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", "friman_islanders")
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk")
    assert shown(state) == ["North plays Baerfolk Weapon", "attack 2 with a bonus of 1, defence 3"]
    play(state, "add lord baerfolk", "stand")
    asked = "North attacks c1 (East's city of level 3, lakes): attack 6, defence 3."
    assert state.prompt(1) == f"East: {asked} Fight, surrender or retreat?"
    assert "surrender c1 (East's city of level 3, lakes)" in state.words(state.legal(), 1)
    play(state, "surrender")
    assert shown(state)[:2] == ["North wins the battle", "now c1 (North's city of level 3, lakes)"]
    assert "North has 4 points" in shown(state)


def test_a_battle_that_a_line_decides_says_the_totals() -> None:
    lost = siege("weapon_baerfolk, lord_baerfolk")
    play(lost, "attack the place on c1 with 1 hero", "add weapon baerfolk", "pass")
    assert shown(lost)[0] == "East wins the battle: the attack of 2 does not exceed 3"
    neutral = city("neutral", 4, "lakes", "city_straight", "ew")
    won = siege("weapon_baerfolk, lord_baerfolk", squares={"c1": neutral})
    play(won, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
    assert "North wins the battle: the attack exceeds 4" in shown(won)


def test_the_cards_that_go_to_the_shelter_are_said_whatever_was_in_the_hand() -> None:
    for hand, put in (
        ("lord_baerfolk", "Baerfolk Lord"),
        ("lord_baerfolk, supply", "Baerfolk Lord and Supply"),
    ):
        state = play(position(hand=hand), "end the turn")
        assert f"North puts {put} into the shelter" in shown(state)
    spent = position(hand="2 supply")
    play(spent, next(move.text for move in spent.legal() if move.doc["kind"] == "hire"), "end the turn")
    assert any(text.startswith("North puts ") for text in shown(spent)), shown(spent)


def test_what_is_discarded_is_said_when_the_shelter_becomes_the_nation() -> None:
    for kind, phase in (("end_turn", "action"), ("mulligan", "cohort")):
        for shelter in ("5 supply", ""):
            state = position(
                phase,
                hand="lord_baerfolk, 9 supply",
                own={"nation": "", "shelter": cards(shelter)},
            )
            play(state, next(move.text for move in state.legal() if move.doc["kind"] == kind))
            for seat in (0, None):
                assert shown(state, seat)[:2] == [
                    "North puts Baerfolk Lord and 9 x Supply into the shelter",
                    "the shelter of North becomes the new nation",
                ], (kind, shelter)


def test_a_hand_that_is_not_seen_is_counted_when_it_is_discarded() -> None:
    state = position(
        hand="lord_baerfolk, 5 supply",
        own={
            "nation": "",
            "cards": {"lord_baerfolk": 1, "supply": 6},
            "ambush": [None],
        },
        ambush=["supply"],
    )
    play(state, "end the turn")
    assert shown(state, None)[0] == "North puts 6 cards of the hand into the shelter"


def test_the_ambush_that_comes_back_with_the_last_draw_is_said() -> None:
    found = set()
    for seed in range(6):
        for state in walk(game("battalia", weeks=3), seed):
            for step in state.changes(None):
                raised = any(one["what"] == "ambush" and one["number"] == 0 for one in step["changes"])
                if raised and step["move"]["kind"] == "draw":
                    found |= {one["text"] for one in step["changes"] if one["what"] == "drawn"}
    assert any(re.fullmatch(r"(North|East) takes [123] cards? out of the ambush", text) for text in found)
    assert "" not in found


def test_a_deck_of_units_that_has_run_out_is_said() -> None:
    found = set()
    for seed in range(4):
        for state in walk(game("battalia"), seed):
            found |= {text for text in shown(state, None) if "is left" in text}
    assert "no friman is left to be hired" in found


def test_a_neutral_city_comes_with_its_lord() -> None:
    neutral = city("neutral", 4, "lakes", "city_straight", "ew")
    won = siege("weapon_baerfolk, lord_baerfolk", squares={"c1": neutral})
    play(won, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
    assert "North gains Islander Lord and Supply with the city" in shown(won)


def test_a_lit_card_that_decides_a_battle_is_said() -> None:
    neutral = city("neutral", 4, "lakes", "city_straight", "ew")
    state = siege("weapon_baerfolk, chief_baerfolk", squares={"c1": neutral}, day=1)
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add chief baerfolk")
    play(state, "add weapon baerfolk")
    assert "played of what is laid out: Baerfolk Weapon" in shown(state)


def test_heroes_that_come_together_are_counted() -> None:
    start = game("battalia", start_heroes=2).new(seed=1)
    while start.view(None)["phase"] != "cohort":
        start.play(start.legal()[0])
    assert any(re.fullmatch(r"(North|East) gets 2 heroes on \w\d", text) for text in shown(start, None))


def test_the_end_says_what_has_decided_the_game() -> None:
    found = set()
    for options in ({"points": 3}, {"great_cities": 2}, {"weeks": 1}):
        rules = game("battalia", **options)
        for seed in range(3):
            for state in walk(rules, seed):
                if state.is_over:
                    found |= {text.partition("; ")[0] for text in shown(state) if "is over" in text}
    assert "the game is over: the weeks are over" in found
    assert any(re.search(r": (North|East) has [3-9] points", text) for text in found)
    assert not any("a player or" in text for text in found)


def test_a_card_that_the_oracle_lights_is_said_to_be_played_once_more() -> None:
    games = (walk(game("battalia", weeks=3), seed) for seed in range(20))
    texts = (text for states in games for state in states for text in shown(state))
    assert any(text.startswith("lit by the Sun Oracle, to be played once more: ") for text in texts)


def test_a_hero_is_named_by_its_square_and_touched_by_its_number() -> None:
    state = position(
        hand="2 supply", own={"heroes": ["a1", "c1"]}, squares=ROADS | {"c1": road("ew", "woods")}
    )
    moves = [move for move in state.legal() if move.doc["kind"] == "travel"]
    assert "supply the hero on c1 to b1" in {move.text for move in moves}
    last = moves[-1]
    assert last.doc == {"kind": "travel", "hero": [0, 2], "square": "d1", "from": "c1"}
    assert last.touches == ["hero:0:2", "square:d1"]
    assert state.words([last], None) == ["move the hero on c1 to d1 for a Supply"]


def test_a_card_in_ambush_is_named_to_its_player_only() -> None:
    state = position(hand="lord_baerfolk, 5 supply")
    move = next(one for one in state.legal() if one.text == "lay lord baerfolk in ambush")
    assert state.words([move], 0) == ["lay Baerfolk Lord in ambush"]
    assert state.words([move], 1) == state.words([move], None) == ["lay a card in ambush"]


def test_moves_without_a_place_touch_what_they_are_about() -> None:
    state = position(
        hand="weapon_baerfolk, 2 supply, 3 friman_baerfolk, 2 chief_baerfolk", squares={"b1": road("ew")}
    )
    touches = {move.doc["kind"]: move.touches for move in state.legal()}
    assert touches["hire_hero"] == ["hero:0:1"]
    assert touches["upgrade"] == ["city:a1", "level:2"]
    assert touches["build_city"] == ["level:1"]
    assert touches["build_road"] == ["deck:road_cross"]
    start = game("battalia").new(seed=1, chance="ask")
    start.roll()
    assert start.outcomes()[0].touches == ["square:b2"]


@pytest.mark.parametrize("options", OPTIONS)
def test_no_word_shows_what_its_reader_does_not_see(options: dict[str, Any]) -> None:
    rng = Random(3)
    rules = game("battalia", **options)
    compared = 0
    for state in walk(rules, 11):
        if state.is_over or rng.random() > 0.2:
            continue
        for seat in range(rules.seats):
            other = state.redealt(seat, rng.randrange(1 << 30))
            assert other.prompt(seat) == state.prompt(seat)
            if state.to_move != seat:
                continue
            moves = state.legal()
            assert other.words(moves, seat) == state.words(moves, seat)
            move = rng.choice(moves)
            for viewer in (seat, None):
                one, two = state.copy(), other.copy()
                one.play(move)
                two.play(move)
                if one.view(viewer) == two.view(viewer):
                    assert one.changes(viewer) == two.changes(viewer)
                    compared += 1
    assert compared > 20


def test_render_and_prompt_use_the_seats_names() -> None:
    state = settle(game("battalia").new(seed=2, chance="ask"))
    assert state.prompt() == f"{('North', 'East')[state.to_move]}: Choose the faction to lead."
    assert state.render().splitlines()[0].startswith("day 1, turn 1. ")
    assert not re.search(
        r"seat \d", "\n".join(one.render() for one in walk(state.game, 2, "roll") if one.ply < 200)
    )
