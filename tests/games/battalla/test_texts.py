"""What a player reads: moves, prompts and changes in words, of every kind and for every seat."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from battlewise.bots.check.walks import walk
from battlewise.core import State, game
from battlewise.core.games.battalla.state import Kind
from tests.games.battalla.positions import deck, play, rolled, table

DECKS = ("sun", "forest", "olympus", "valhalla")
PAIRS = [(one, two) for one in DECKS for two in DECKS if one < two]


def said(state: State, seat: int | None, *moves: str) -> list[str]:
    """The words and changes of moves, luck included, in one list."""
    found = []
    for move in moves:
        state.play(move)
        while True:
            for step in state.changes(seat):
                found += [step["text"], *(one["text"] for one in step["changes"])]
            if not state.is_chance:
                break
            state.roll()
    return found


def words(state: State, seat: int | None = 0) -> set[str]:
    return set(state.words(state.legal(), seat))


@pytest.fixture(scope="module")
def walked() -> list[State]:
    """States of random games of every pair of decks."""
    return [
        state.copy()
        for seed in range(3)
        for one, two in PAIRS
        for state in walk(game("battalla", deck_0=one, deck_1=two), seed)
    ]


def test_every_kind_of_move_and_prompt_is_in_plain_words(walked: list[State]) -> None:
    kinds, prompts, texts = set(), set(), set()
    for number, state in enumerate(walked):
        moves = state.legal() or state.outcomes()[:2]
        texts.update(state.words(moves, (0, 1, None)[number % 3]))
        texts.add(state.prompt(None))
        kinds.update(move.doc["kind"] for move in moves)
        if not state.is_chance and not state.is_over:
            prompts.add(state.view(None)["phase"])
    assert len(kinds) == len(Kind.__members__)
    assert prompts == set(game("battalla").prompts)
    ugly = [text for text in texts if re.search(r"_|None|\{|\}|\bwhere\.|  |: $", text) or not text.strip()]
    assert ugly == []
    assert [text for text in texts if len(text) > 160] == []


def test_changes_are_in_plain_words_and_complete(walked: list[State]) -> None:
    kinds = set()
    for number, state in enumerate(walked):
        for step in state.changes((0, 1, None)[number % 3]):
            for one in step["changes"]:
                kinds.add(one["what"])
                assert not re.search(r"_|None|\{|\}", one["text"]), one
                json.dumps(one)
    assert kinds == {
        "moved", "damage", "health", "atk", "poison", "frozen", "stunned", "doomed", "attached", "returned",
        "sacrificed", "replaced", "destroyed", "discarded", "shown", "field", "heroes", "searched",
        "stamina", "penalty", "turn", "over", "to_draw", "no_effect",
    }  # fmt: skip


def test_what_a_seat_cannot_see_changes_no_word(walked: list[State]) -> None:
    for state in walked[::17]:
        if state.is_over:
            continue
        for seat in (0, 1):
            other = state.redealt(seat, 5)
            if state.to_move == seat:
                assert state.words(state.legal(), seat) == other.words(other.legal(), seat)
            assert state.prompt(seat) == other.prompt(seat)
            assert state.render(seat) == other.render(seat)


def test_what_a_seat_cannot_see_changes_no_change(walked: list[State]) -> None:
    tried = 0
    for state in walked[::9]:
        if state.is_over or state.is_chance:
            continue
        seat = 1 - state.to_move
        move = state.legal()[-1].text
        one, other = state.copy(), state.redealt(seat, 5)
        if move in {legal.text for legal in other.legal()}:
            one.play(move)
            other.play(move)
            if not one.is_chance and len(one.changes(seat)) == 1:
                assert json.dumps(one.changes(seat)) == json.dumps(other.changes(seat))
                tried += 1
    assert tried > 50


# -- words


def test_moves_name_cards_owners_and_prices() -> None:
    placed = [(0, "harpy", "b3"), (0, "hoplite", "c4"), (1, "dryad", "c5")]
    hand = {"thunderbolt": 1, "marsh_wisp": 1}
    state = table(
        placed, hand, heroes=(["isis"], []), fields=("hollow_hill", None), discard=({"mummy": 1}, {})
    )  # type: ignore[arg-type]
    assert words(state) >= {
        "play Thunderbolt for 2 stamina",
        "attach Marsh Wisp from the hand for 1 stamina",
        "move Harpy on b3 to b4",
        "attack north's Dryad on c5 with Hoplite on c4",
        "attack north directly with Hoplite on c4",
        "use Harpy on b3 for 1 stamina: move this card one square sideways",
        "use the field Hollow Hill for 1 stamina: move a friendly card one square sideways",
        "use Mummy in the discard pile for 2 stamina: revive a Mummy",
        "summon Isis: discard 2 cards",
        "end the turn",
    }
    assert "play Thunderbolt" in words(state, None)
    assert state.prompt(0) == (
        "south: Play a card, summon a hero, move, attack, use an effect, or end the turn: 5 stamina left."
    )


def test_answers_name_the_effect_and_what_it_does() -> None:
    state = play(table([(1, "dryad", "b4"), (1, "kelpie", "c4")], {"thunderbolt": 1}), "play thunderbolt")
    assert state.prompt(0) == "south: Thunderbolt (deal 2 damage to an enemy card): which card?"
    assert words(state) == {
        "Thunderbolt: deal 2 damage to north's Dryad on b4",
        "Thunderbolt: deal 2 damage to north's Kelpie on c4",
    }
    state = play(table([(0, "pixie", "b3")], {"corra": 1}), "play corra")
    assert {"replace Pixie on b3 with Corra", "put Corra on a1"} <= words(state)
    state = play(table([(0, "harpy", "b3")]), "use b3")
    assert words(state) == {"move Harpy on b3 to a3", "move Harpy on b3 to c3"}
    assert state.prompt(0) == "south: Harpy: where does Harpy on b3 go?"
    pushed = table([(0, "seidr_witch", "a1"), (1, "hoplite", "b5"), (1, "sphinx", "c5")])
    play(pushed, "use a1", "choose b5")
    text = "move north's Hoplite on b5 to c5, where it is destroyed by meeting north's Sphinx on c5"
    assert words(pushed) == {"move north's Hoplite on b5 to a5", text}


def test_reacts_name_what_they_answer() -> None:
    state = table([(0, "hoplite", "a2")], other={"labyrinth": 1}, stamina=(5, 2))
    play(state, "move a2-a3")
    assert state.prompt(1) == "north: React to the move of south's Hoplite on a3 from a2?"
    assert words(state, 1) == {
        "react with Labyrinth for 2 stamina: undo the move",
        "do not react to the move of south's Hoplite on a3 from a2",
    }
    placed = [(0, "argonaut", "a3"), (1, "dryad", "a4"), (1, "wadjet_cobra", "c4")]
    state = play(table(placed, stamina=(5, 1)), "attack a3-a4")  # type: ignore[arg-type]
    assert words(state, 1) == {
        "react with Wadjet Cobra on c4 for 1 stamina: deal 1 damage to the attacker",
        "do not react to the attack of south's Argonaut on a3 on Dryad on a4",
    }


def test_paying_and_declining_say_for_what() -> None:
    state = table([(0, "minotaur", "a3"), (1, "einherjar", "a4")], stamina=(5, 1))
    play(state, "attack a3-a4")
    assert words(state, 1) == {
        "pay 1 stamina: Einherjar returns to the hand",
        "do not use the effect of Einherjar: return this card to your hand",
    }


# -- changes


def test_a_card_that_goes_on_from_where_it_was_placed_is_said() -> None:
    state = play(table([], {"centaur_lancer": 1}), "play centaur lancer")
    assert said(state, 0, "at b1")[:2] == [
        "put Centaur Lancer on b1",
        "south's Centaur Lancer on b1 goes to b2",
    ]


def test_an_attack_says_the_damage() -> None:
    state = table([(0, "argonaut", "a3"), (1, "dryad", "a4")])
    assert said(state, 0, "attack a3-a4") == [
        "attack north's Dryad on a4 with Argonaut on a3",
        "north's Dryad on a4 takes 2 damage: 1 health left",
        "south spends 1 stamina: 4 left",
    ]
    killed = table([(0, "minotaur", "a3"), (1, "dryad", "a4")])
    assert "north's Dryad on a4 is destroyed" in said(killed, 0, "attack a3-a4")


def test_a_direct_attack_says_where_everything_goes() -> None:
    state = table([(0, "sphinx", "a5", {"items": ["khopesh"]})])
    assert said(state, 0, "attack directly from a5") == [
        "attack north directly with Sphinx on a5",
        "south spends 1 stamina: 4 left",
        "north draws a card from the penalty pile",
        "south's Sphinx on a5 returns to south's hand after its direct attack",
        "Khopesh goes to south's discard pile",
        "north has 4 penalty cards left",
    ]


def test_a_sacrifice_is_none_of_the_enemys() -> None:
    placed = [(0, "hoplite", "b1"), (1, "dryad", "a4")]
    state = play(table(placed, {"ammit": 1}), "play ammit", "at a1")  # type: ignore[arg-type]
    found = said(state, None, "choose b1")
    assert {"south's Hoplite on b1 is sacrificed", "north's Dryad on a4 is destroyed"} <= set(found)


def test_a_new_turn_says_whose_it_is_and_its_stamina() -> None:
    state = table([(0, "hoplite", "a1")], stamina=(5, 5))
    found = said(state, None, "pass")
    assert found[:2] == ["end the turn", "north's turn begins"]
    assert found[-1] == "north has 5 stamina this turn"


def test_the_end_says_who_has_won_and_why() -> None:
    state = table([(0, "sphinx", "a4")], penalty_sizes=[5, 1])
    assert said(state, None, "attack directly from a4")[-1] == "south wins: the last penalty card was drawn"


def test_items_marks_and_moves_are_said_with_their_data() -> None:
    state = play(table([(0, "griffin_steed", "a1"), (0, "dryad", "c3")]), "use a1")
    changed = {one["what"]: one for step in state.changes(0) for one in step["changes"]}
    assert changed["attached"]["card"] == "griffin_steed"
    assert changed["health"] | {"text": ""} == {
        "what": "health", "seat": 0, "card": "dryad", "square": "c3", "amount": 1, "left": 4, "text": "",
        "cause": None,
    }  # fmt: skip
    state = play(table([(0, "pixie", "b3")], {"corra": 1}), "play corra", "at b3")
    assert [one["what"] for step in state.changes(0) for one in step["changes"]] == ["replaced", "stamina"]
    state = play(table([(0, "harpy", "a3"), (1, "medusa", "a4")]), "attack a3-a4")
    texts = [one["text"] for step in state.changes(None) for one in step["changes"]]
    assert "south's Harpy on a3 cannot move or attack in its owner's next turn (Medusa)" in texts


def test_what_effects_do_is_said_with_the_card_that_caused_it() -> None:
    placed = [(1, "dryad", "a5", {"damage": 1}), (1, "nile_crocodile", "b5", {"poison": 2})]
    found = said(table(placed, stamina=(5, 5)), None, "pass")  # type: ignore[arg-type]
    assert "north's Dryad on a5 is healed by 1 (Dryad): 3 health left" in found
    assert any("Nile Crocodile on b5 takes 2 damage (poison): " in text for text in found)
    deadly = table([(1, "dryad", "a5", {"poison": 3})], stamina=(5, 5))
    assert "north's Dryad on a5 is destroyed (poison)" in said(deadly, None, "pass")
    guard = table([(0, "sphinx", "a3"), (1, "jackal_guard", "a4")])
    assert "north is to draw a card (Jackal Guard)" in said(guard, 0, "attack a3-a4")
    discards = ({}, {"hoplite": 3, "sphinx": 2})
    field = table([], stamina=(5, 5), fields=(None, "valley_of_kings"), discard=discards)
    found = said(field, None, "pass")
    assert "north is to draw a card (Valley of Kings)" in found


def test_stamina_that_is_spent_and_gained_at_once_is_said() -> None:
    placed = [(0, "minotaur", "a3"), (1, "dryad", "a4")]
    state = table(placed, heroes=(["hades"], []))  # type: ignore[arg-type]
    assert "south spends 1 stamina and gains 1 (Hades): 5 left" in said(state, 0, "attack a3-a4")


def test_what_is_paid_less_or_not_at_all_is_said_with_its_cause() -> None:
    state = table([(0, "dryad", "a3", {"items": ["fae_boots"]})])
    assert "south spends no stamina (Fae Boots): 5 left" in said(state, 0, "move a3-a4")
    queen: Any = {"heroes": (["titania"], []), "heroes_out": [1, 0]}
    state = play(table([(0, "titania", "b3")], {"corra": 1}, **queen), "play corra")
    assert "south spends 2 stamina instead of 3 (Titania): 3 left" in said(state, 0, "at a1")
    state = play(table([(0, "titania", "b3")], {"mummy": 1}, **queen), "play mummy")
    assert "south spends 2 stamina: 3 left" in said(state, 0, "at a1")


def test_an_attack_that_deals_less_or_nothing_says_so() -> None:
    state = table([(0, "minotaur", "a3"), (1, "sphinx", "a4")])
    assert "north's Sphinx on a4 takes 3 damage, 1 less (Intimidate): 2 health left" in said(
        state, 0, "attack a3-a4"
    )
    weak = table([(0, "dryad", "a3"), (1, "banshee", "a4")])
    assert "north's Banshee on a4 takes no damage, 1 less (Intimidate): 2 health left" in said(
        weak, 0, "attack a3-a4"
    )
    none = table([(0, "brownie", "a3"), (1, "dryad", "a4")])
    assert "north's Dryad on a4 takes no damage: 3 health left" in said(none, 0, "attack a3-a4")


def test_an_assist_that_does_nothing_says_so() -> None:
    blocked = [(0, "dryad", "a3"), (1, "sphinx", "a4")]
    state = table(blocked, {"forced_march": 1})  # type: ignore[arg-type]
    assert "Forced March has no effect" in said(state, 0, "play forced march")
    moved = table([(0, "dryad", "a2")], {"forced_march": 1})
    assert "Forced March has no effect" not in said(moved, 0, "play forced march")


def test_atk_that_goes_with_a_card_says_so() -> None:
    placed = [(0, "apep_demon_of_chaos", "a3"), (1, "oberon", "a4", {"damage": 3}), (1, "dryad", "c5")]
    king: Any = {"heroes": ([], ["oberon"]), "heroes_out": [0, 1]}
    found = said(table(placed, **king), 0, "attack a3-a4")  # type: ignore[arg-type]
    assert "north's Dryad on c5 has 1 atk now (without Oberon)" in found


def test_damage_before_the_draw_is_none_of_the_poison() -> None:
    placed = [(0, "apep_demon_of_chaos", "b3"), (1, "nile_crocodile", "b5", {"poison": 2})]
    found = said(table(placed, stamina=(5, 5)), None, "pass")  # type: ignore[arg-type]
    assert "north's Nile Crocodile on b5 takes 1 damage (Apep, Demon of Chaos): 2 health left" in found
    assert "north's Nile Crocodile on b5 is destroyed (poison)" in found


def test_the_first_turn_is_said_like_every_other() -> None:
    state = game("battalla").new(seed=5, chance="ask")
    while "set_up" in state.view(None):
        state.roll() if state.is_chance else state.play(state.legal()[-1])
    assert [one["text"] for step in state.changes(None) for one in step["changes"]] == [
        "north's turn begins",
        "north has 5 stamina this turn",
    ]


def test_most_effects_are_said_with_their_cause(walked: list[State]) -> None:
    """No cause is said where two cards can be it; those are few."""
    known: Counter[bool] = Counter()
    for state in walked:
        for step in state.changes(0):
            if step["move"]["kind"] in ("attack", "no_react", "attach"):
                continue
            for one in step["changes"]:
                if one["what"] in ("damage", "poison", "doomed", "stunned"):
                    known[one["cause"] is not None] += 1
    assert known[True] > 9 * known[False] > -1


def test_every_card_is_explained() -> None:
    rules: Any = game("battalla")
    assert len(rules.glossary) > 80
    assert rules.glossary["wadjet cobra"] == (
        "Unit, cost 2, 2/3. React to an attack on a card of yours (1) 1/turn: deal 1 damage to the attacker."
    )
    assert not [text for text in rules.glossary.values() if re.search(r"_|None|\{|\}|\ban unit", text)]


# -- the schemas


def kinds_listed(rules: Any) -> set[str]:
    """The kinds of moves and outcomes that the schemas have."""
    schemas = [rules.vocabulary.schema(outcomes=outcomes)["oneOf"] for outcomes in (False, True)]
    return {one["properties"]["kind"]["const"] for schema in schemas for one in schema}


@pytest.mark.parametrize("pair", PAIRS)
def test_the_schema_has_every_kind_that_is_played(pair: tuple[str, str]) -> None:
    rules: Any = game("battalla", deck_0=pair[0], deck_1=pair[1])
    listed = kinds_listed(rules)
    for seed in range(4):
        for state in walk(rules, seed):
            for move in state.legal() or state.outcomes()[:1]:
                assert move.doc["kind"] in listed


def test_the_schema_leaves_out_what_the_decks_cannot_do() -> None:
    plain: Any = {"main": dict.fromkeys(deck({}, [])["main"], 3), "heroes": ["ra"]}  # type: ignore[arg-type]
    rules: Any = game("battalla", deck_0=plain, deck_1=plain)
    listed = kinds_listed(rules)
    assert listed.isdisjoint({"react", "react_with", "no_react", "attach", "lane", "find", "pay", "look"})
    assert {"play", "use", "move", "summon"} <= listed
    state = rolled(rules.new(seed=1, chance="ask"))
    assert state.legal()
    assert Draft202012Validator(rules.view_form.schema).is_valid(state.view(0))
