"""Batalj: what moves, prompts and changes say in words, and what kinds of moves each mode has."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import Game, State, ViewError, game
from battlewise.core.games.batalj.words import PROMPTS, Kind
from tests.games.batalj.positions import (
    CENTRE,
    FAR_CENTRE,
    FAR_LEFT,
    LEFT,
    RESERVE,
    at_war,
    battle,
    campaign,
    foray,
    gold,
    names,
    play,
    played,
    playing,
)

OPTIONS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 3},
    {"players": 5},
    {"mode": "battle", "players": 1},
    {"mode": "battle", "players": 5},
    {"mode": "foray", "players": 1},
    {"mode": "foray", "players": 3, "markers": 9},
)


BEATEN = "the Swedish reserve has no soldier left"


def said(state: State, seat: int | None = None) -> list[str]:
    return state.words(state.legal() or state.outcomes(), seat)


def shown(state: State, *moves: Any, seat: int | None = None) -> list[str]:
    """What changed by the last of some moves."""
    state = play(state, *moves)
    return [one["text"] for one in state.changes(seat)[0]["changes"]]


def kinds_listed(rules: Game) -> set[str]:
    """The kinds of moves and outcomes that the schemas have."""
    schemas = [rules.vocabulary.schema(outcomes=outcomes)["oneOf"] for outcomes in (False, True)]
    return {form["properties"]["kind"]["const"] for schema in schemas for form in schema}


def wrong(text: str) -> bool:
    """Whether a text shows an id, a placeholder or nothing at all."""
    return bool(not text or re.search(r"_|None|\{|\}|  |the the|seat \d", text))


def games(rules: Game) -> Iterator[State]:
    for seed in range({"campaign": 1, "battle": 16, "foray": 8}[str(rules.options["mode"])]):
        yield from walk(rules, seed)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moves_prompts_and_changes_are_words_in_whole_games(options: dict[str, Any]) -> None:
    rules = game("batalj", **options)
    kinds, asked = set(), set()
    for state in games(rules):
        view = state.view(0)
        moves = state.legal() or state.outcomes()
        kinds |= {move.doc["kind"] for move in moves}
        if not state.is_chance and not state.is_over:
            asked.add(view["phase"])
            assert len(set(said(state, state.to_move))) == len(moves) or view["phase"] in (
                "history",
                "spoils",
            )
        texts = [*state.words(moves, 0), *state.words(moves), state.prompt(0), state.prompt(None)]
        for step in (*state.changes(0), *state.changes(None)):
            texts += [step["text"], *(one["text"] for one in step["changes"])]
        assert not list(filter(wrong, texts))
    listed = kinds_listed(rules)
    assert asked <= set(PROMPTS)
    if rules.options["mode"] == "campaign":
        assert kinds <= listed
    else:
        assert kinds == listed


def test_every_kind_of_move_has_a_text_that_campaigns_show() -> None:
    """Over the campaigns of all numbers of players, but for cards that are seldom played."""
    seen: set[str] = set()
    for players in (2, 3, 4, 5):
        for seed in range(4):
            for state in walk(game("batalj", players=players), seed):
                seen |= {move.doc["kind"] for move in state.legal() or state.outcomes()}
    every = {kind.name.lower() for kind in Kind} - {"dealt"}
    assert len(every - seen) <= 3, every - seen


@pytest.mark.parametrize(("options", "absent"), [
    ({"mode": "foray", "players": 3}, ["agriculture", "attack", "put_marker", "play_event"]),
    ({"mode": "foray", "players": 1}, ["seat_lot"]),
    ({"mode": "battle", "players": 2}, ["agriculture", "raid", "roll_again", "spoil_gold", "seat_lot"]),
    ({"players": 2}, ["dealt"]),
], ids=str)  # fmt: skip
def test_a_mode_leaves_out_the_kinds_of_others(options: dict[str, Any], absent: list[str]) -> None:
    assert not kinds_listed(game("batalj", **options)) & set(absent)


# -- amounts


@pytest.mark.parametrize("more", [
    {}, {"regent": "green_famine"}, {"regent": "red_good_harvest"}, {"regent": "red_blockade"},
    {"regent": "red_demand_for_imports"}, {"realm": {"blighted": names("narke")}},
    {"own": {"cards": names("gripsholm", "karin_mansdotter", "land_reform", "south_company")}},
    {"act": {"no_upkeep": True}}, {"act": {"bad_harvest": True}}, {"realm": {"roads": names("narke")}},
])  # fmt: skip
def test_activities_say_what_they_bring_and_cost(more: dict[str, Any]) -> None:
    state = campaign("act", **more)
    for move, text in zip(state.legal(), said(state, 0), strict=True):
        sums = [int(n) for n in re.findall(r"(\d+) gold", text)]
        after = play(state, move, "leave the traders") if move.text == "trade" else play(state, move)
        assert gold(after)[0] - gold(state)[0] == sums[0] - sum(sums[1:])


def test_purchases_say_prices() -> None:
    state = campaign("fief", act={"activity": "agriculture"}, own={"gold": 60})
    assert "buy Skåne" not in str(said(state))
    assert "buy Uppland (3 crowns, 3 troops) for 21 gold" in said(state)
    noble = campaign("fief", act={"activity": "agriculture", "discount": 2}, own={"gold": 60})
    assert "buy Uppland (3 crowns, 3 troops) for 15 gold" in said(noble)


def test_targets_say_whose_they_are_and_what_happens() -> None:
    state = played(playing("fallen_from_grace", own={"gold": 60}), "fallen_from_grace")
    assert "Fallen from Grace: buy Småland of Grip for 12 gold" in said(state)
    state = played(playing("royal_wrath"), "royal_wrath")
    assert said(state) == ["Royal Wrath: Grip has to give up a fief"]
    state = played(at_war("surprise_attack", {LEFT: 1}, {FAR_LEFT: 2}), "surprise_attack")
    assert said(state) == [
        "Surprise Attack!: remove a soldier from the enemy sector opposite the left (2 soldiers)"
    ]


def test_dice_say_whose_they_are_and_what_for() -> None:
    state = battle("gun", "enemy_guns", {LEFT: 2}, {FAR_LEFT: 2}, enemy_guns=1)
    assert said(state)[0] == "the enemy rolls 1 for a cannon (2 or less hits)"
    state = played(playing("mighty_neighbour"), "mighty_neighbour", "Närke against Södermanland")
    assert said(state)[3] == "Sture rolls 4 for Mighty Neighbour: Närke, which adds 3 crowns"
    state = play(state, "die 4")
    assert said(state)[1].endswith("Södermanland, which adds 3 crowns, against 4 of the attacker")


@pytest.mark.parametrize(("phase", "view", "text"), [
    ("lot", {"reign": 0, "order": []}, "becomes Archbishop"),
    ("order", {"order": []}, "has the next turn"),
    ("tie", {"order": [], "regent": "red_elective_war", "reign": 6}, "decides, by lot among equals"),
])  # fmt: skip
def test_lots_say_what_they_decide(phase: str, view: dict[str, Any], text: str) -> None:
    seats = {"own": {"fiefs": names("vastergotland"), "traders": {}},
             "other": {"fiefs": names("sodermanland"), "traders": {}}} if phase == "tie" else {}  # fmt: skip
    state = game("batalj").new(seed=1, chance="ask") if phase == "lot" else campaign(phase, **view, **seats)
    assert said(state) == [f"Sture {text}", f"Grip {text}"]


# -- changes


def test_an_attack_tells_its_losses() -> None:
    state = battle("attack", "swedish_attacks", {LEFT: 3}, {FAR_LEFT: 3}, commanders={LEFT: 1})
    state = play(state, "attack from the left")
    assert shown(state, "die 2") == ["2 enemy soldiers fewer in the enemy sector opposite the left: 1"]
    lost = play(state, "die 2").changes(None)[0]["changes"][0]
    assert (lost["what"], lost["army"], lost["area"], lost["amount"], lost["left"]) == (
        "pieces", "enemy", "far_left", -2, 1)  # fmt: skip


def test_soldiers_that_fall_back_are_said() -> None:
    state = battle("attack", "swedish_attacks", {LEFT: 3}, {FAR_LEFT: 2})
    assert shown(state, "attack from the left", "die 6") == [
        "the attack fails",
        "2 Swedish soldiers go from the Swedish left sector to the Swedish reserve",
    ]
    moved = play(state, "attack from the left", "die 6").changes(None)[0]["changes"][1]
    assert (moved["what"], moved["amount"], moved["from"], moved["to"]) == ("moved", 2, "left", "reserve")


@pytest.mark.parametrize(("stage", "war", "highest"), [
    ("swedish_guns", {"guns": [1, 0, 1]}, 1),
    ("swedish_guns", {"guns": [1, 0, 1], "index": 1}, 3),
    ("enemy_guns", {"enemy_guns": 1}, 2),
    ("swedish_attacks", {"index": LEFT, "area": "far_left"}, 3),
    ("swedish_attacks", {"index": LEFT, "area": "far_left", "steel": 5}, 5),
    ("swedish_attacks", {"index": RESERVE}, 2),
    ("enemy_attacks", {"index": FAR_LEFT}, 4),
    ("enemy_attacks", {"index": RESERVE}, 2),
])  # fmt: skip
def test_a_roll_that_misses_is_said(stage: str, war: dict[str, Any], highest: int) -> None:
    phase, line = ("gun", "the cannon misses") if "guns" in stage else ("attack_die", "the attack fails")
    state = battle(phase, stage, {LEFT: 2}, {FAR_LEFT: 3}, commanders={LEFT: 1},
                   enemy_commanders={FAR_LEFT: 1}, **war)  # fmt: skip
    for die in range(1, 7):
        assert (line in shown(state, f"die {die}")) == (die > highest)
        fought = play(state, f"die {die}").view(None)["war"]
        hit = fought["losses"] > 0 or fought["soldiers"] != state.view(None)["war"]["soldiers"] or (
            fought["commanders"] != state.view(None)["war"]["commanders"])  # fmt: skip
        assert die >= 5 or hit == (die <= highest)


def test_enemy_soldiers_that_advance_go_from_area_to_area() -> None:
    enemy = {FAR_LEFT: 2, FAR_CENTRE: 1, RESERVE: 1}
    state = battle("redeploy", "redeployment", {CENTRE: 2}, enemy, step=4, cards=("left", "centre"))
    while state.view(None)["phase"] == "redeploy":
        last, state = state, play(state, "next step")
    line = "2 enemy soldiers go from the enemy sector opposite the left to the Swedish left sector"
    assert line in shown(last, "next step")


def test_enemy_sectors_that_advance_together_are_said_one_by_one() -> None:
    enemy = {FAR_LEFT: 2, FAR_CENTRE: 1, RESERVE: 1}
    state = battle("redeploy", "redeployment", {}, enemy, step=4, cards=("left", "centre"))
    while state.view(None)["phase"] == "redeploy":
        last, state = state, play(state, "next step")
    assert shown(last, "next step")[:2] == [
        "2 enemy soldiers go from the enemy sector opposite the left to the Swedish left sector",
        "1 enemy soldier goes from the enemy sector opposite the centre to the Swedish centre sector",
    ]


def test_the_last_loss_is_said_before_the_winner() -> None:
    state = battle("attack_die", "enemy_attacks", {CENTRE: 3, RESERVE: 1}, {LEFT: 2}, index=LEFT)
    assert shown(state, "die 1") == ["1 Swedish soldier fewer in the Swedish reserve: 0",
                                    f"the enemy wins the war: {BEATEN}"]  # fmt: skip


def test_a_seat_that_took_no_part_in_a_lost_war_rolls_for_its_fief() -> None:
    sent = [{"fiefs": names("narke")}, {}]
    war = {"leader": 0, "sent": sent, "stage": "mourning", "victory": "enemy"}
    lists = {"own": {"fiefs": names("narke", "dalarna")}, "other": {"fiefs": names("smaland", "lappland")}}
    owing = {"realm": {"owing": [0, 1]}}
    state = campaign("defeat", enemy="russia", order=[], war=war, **lists, **owing)
    assert {text.partition(")")[2] for text in said(state)} == {" after the lost war, in which it took part"}
    state = play(state, "give up Dalarna")
    assert said(state)[0] == "Grip rolls 1 after the lost war (1 to 3 loses a fief)"
    assert shown(state, "die 4")[0] == "Grip loses no fief"
    assert shown(state, "die 3") == ["Grip has to lose a fief"]


def test_event_cards_say_what_they_do() -> None:
    texts = said(campaign("act", hand={"tax_refund": 1, "better_roads": 1, "castle_fire": 1}))
    assert "play Tax Refund: get 5 gold, each other player gets 5 gold" in texts
    assert "play Better Roads: an own fief brings 2 gold more in agriculture from now on" in texts
    rules: Any = game("batalj")
    facts = rules.facts(rules.new(1).view(0))
    deeds = {name: text for name, text in facts.items() if name.startswith("deed:")}
    assert len(deeds) > 60
    assert not [text for text in deeds.values() if wrong(text) or len(text) < 12]


def test_a_card_that_the_enemy_drives_away_is_said() -> None:
    state = battle("redeploy", "redeployment", {CENTRE: 2}, {FAR_LEFT: 2, FAR_CENTRE: 1}, step=4,
                   cards=("left", "centre"))  # fmt: skip
    while state.view(None)["phase"] == "redeploy":
        last, state = state, play(state, "next step")
    assert "the Province card of the Swedish left sector goes to the Swedish reserve" in shown(
        last, "next step"
    )


def test_a_purchase_says_gold_and_card() -> None:
    state = campaign(
        "history", realm={"display": names("caroleans")}, act={"activity": "culture", "purchases": 1}
    )
    assert shown(state, "buy Caroleans") == [
        "Sture pays 5 gold and has 10",
        "Sture gets the History card Caroleans",
    ]


def test_the_archbishops_claim_is_said() -> None:
    state = campaign(
        "window", hand={"loan": 1}, window="before", order=[1], archbishop=1, realm={"passed": [1]}
    )
    assert shown(state, "pass") == [
        "Grip collects 1 gold of each other player as Archbishop",
        "Sture pays 1 gold and has 14",
        "Grip gets 1 gold and has 16",
    ]


def test_a_cancelled_card_has_no_effect_in_words() -> None:
    event = {"card": "tax_refund", "seat": 0, "back": "act", "passed": [0]}
    state = campaign("reaction", seat=1, hand={"connections_to_the_court": 1}, event=event)
    assert "Tax Refund has no effect" in shown(state, "play Connections to the Court")


def test_what_was_sent_is_said_when_all_have_decided() -> None:
    state = campaign("commit", enemy="russia", order=[], war={})
    assert said(state, 1) == ["decide in secret what to send to the war"] * len(state.legal())
    assert shown(state, "send Norrbotten") == []
    assert "Sture sends Norrbotten" in shown(state, "send Norrbotten", "send Småland")


def test_a_war_that_ends_with_its_reign_tells_who_won_before_the_next_reign() -> None:
    one = {"fiefs": names("narke")}
    state = campaign("commit", enemy="russia", order=[], war={}, own=one,
                     other={"fiefs": names("smaland")})  # fmt: skip
    assert shown(state, "send no further fief", "send no further fief")[:4] == [
        "nobody sends a soldier to the war",
        "the enemy wins the war: nobody has sent a soldier",
        "Sture keeps its last fief",
        "Grip keeps its last fief",
    ]


@pytest.mark.parametrize("fiefs", [("narke",), ("narke", "dalarna")])
def test_every_lost_war_says_that_it_is_lost(fiefs: tuple[str, ...]) -> None:
    """With one fief each the reign ends at once, with more a seat loses one first."""
    sent = [{"fiefs": names("narke")}, {}]
    war = {"leader": 0, "sent": sent, "stage": "enemy_attacks", "round": 2, "index": LEFT,
           "cards": names("centre"),
           "soldiers": {"sweden": [0, 1, 0, 0, 0, 0, 1], "enemy": [1, 0, 0, 0, 0, 0, 3]}}  # fmt: skip
    state = campaign("attack_die", enemy="russia", order=[], own={"fiefs": names(*fiefs)},
                     other={"fiefs": names("smaland")}, war=war)  # fmt: skip
    lines = shown(state, "die 1")
    assert lines[0] == f"the enemy wins the war: {BEATEN}"
    assert ("Sture keeps its last fief" in lines) == (len(fiefs) == 1)
    assert "Grip keeps its last fief" in lines
    assert ("the war is over" in lines) == (len(fiefs) == 1)
    assert "broken off" not in str(lines)


def test_a_battle_that_does_not_end_says_that_it_is_broken_off() -> None:
    state = battle("redeploy", "redeployment", {LEFT: 1, RESERVE: 1}, {RESERVE: 1}, step=5, round=30,
                   commanders={LEFT: 1})  # fmt: skip
    assert shown(state, "next step") == [
        "the battle is broken off after 30 rounds",
        "the enemy wins the war",
    ]
    sent = [{"fiefs": names("narke")}, {}]
    war = {"leader": 0, "sent": sent, "stage": "redeployment", "round": 30, "step": 5,
           "cards": names("left"), "soldiers": {"sweden": [1, 0, 0, 0, 0, 0, 1], "enemy": [0] * 6 + [1]},
           "commanders": {"sweden": [1] + [0] * 6, "enemy": [0] * 7}}  # fmt: skip
    for fiefs in (("narke",), ("narke", "dalarna")):
        state = campaign("redeploy", enemy="russia", order=[], own={"fiefs": names(*fiefs)},
                         other={"fiefs": names("smaland")}, war=war)  # fmt: skip
        assert shown(state, "next step")[:2] == [
            "the battle is broken off after 30 rounds",
            "the enemy wins the war",
        ]


def test_a_purchase_is_said_before_it_is_asked_whether_a_card_is_played_against_it() -> None:
    state = play(campaign("fief", seat=1, hand={"conflict_of_interests": 1}, act={"activity": "agriculture"},
                          own={"gold": 60}), "buy Österbotten")  # fmt: skip
    assert state.view(1)["window"] == "purchase"
    assert state.prompt(1) == "Grip: Sture buys Österbotten: do you play an Event card against it?"


def test_income_and_upkeep_of_one_step_are_said_apart() -> None:
    own = {"fiefs": names("narke", "dalarna"), "traders": {"russia": 2}, "gold": 20}
    state = campaign("act", own=own)
    texts = said(state)
    income = next(
        text for text in texts if text.startswith("culture and science: collect") and "trade" in text
    )
    collected, upkeep = re.findall(r"(\d+) gold of", income)
    found = shown(state, "culture and science, income of trade")
    left = 20 + int(collected) - int(upkeep)
    assert f"Sture gets {collected} gold, pays {upkeep} gold of upkeep and has {left}" in found


def test_the_end_says_what_all_have() -> None:
    for options, unit in (({"players": 2}, "AP"), ({"mode": "foray", "players": 2}, "gold")):
        rules = game("batalj", **options)
        for state in walk(rules, 5):
            last = state
        assert last.is_over
        points = last.view(0)["points"]
        assert [one["text"] for one in last.changes(0)[-1]["changes"]][-1] == (
            f"the game is over: Sture {points[0]} {unit}, Grip {points[1]} {unit}"
        )
        assert (points[0] > points[1]) == (last.returns() == [1, 0])
        assert rules.from_view(last.view(0), seed=1).view(0) == last.view(0)
        with pytest.raises(ViewError, match="points"):
            rules.from_view({**last.view(0), "points": [points[0] + 1, points[1]]}, seed=1)


def test_riders_that_are_out_when_the_foray_ends_are_not_said_to_be_slain() -> None:
    met = set()
    for seed in range(60):
        for state in walk(game("batalj", mode="foray", players=2), seed):
            for step in state.changes(None):
                texts = [one["text"] for one in step["changes"] if one["what"] == "rider"]
                met |= {
                    text.partition(" ")[2].partition(" with")[0].partition(" and loses")[0] for text in texts
                }
                if step["move"]["kind"] == "march":
                    assert not any("is slain" in text for text in texts)
    assert met == {"is home", "is slain", "is not home when the foray ends"}


def test_a_slain_rider_loses_its_booty_in_words() -> None:
    state = foray("march", [{"at": "hamburg", "booty": {"chest_10": 1}}, {"at": "bremen"}], die=1)
    assert shown(state, "raid hamburg", "marker imperial troops") == [
        "Sture is slain and loses Chest of 10 gold"
    ]


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 4}, {"mode": "battle", "players": 3}], ids=str
)
def test_texts_tell_nothing_that_the_seat_cannot_see(options: dict[str, Any]) -> None:
    """A redeal of what a seat does not see changes none of its texts."""
    rules = game("batalj", **options)
    for ply, state in enumerate(walk(rules, 4)):
        if ply % 9:
            continue
        for seat in range(rules.seats):
            other = state.redealt(seat, ply)
            assert state.prompt(seat) == other.prompt(seat)
            assert rules.facts(state.view(seat)) == rules.facts(other.view(seat))
            if state.to_move == seat:
                assert said(state, seat) == said(other, seat)


def test_the_board_of_a_war_that_nobody_joined_names_no_leader() -> None:
    state = campaign("commit", enemy="denmark", order=[], war={})
    state = play(state, "send no further fief", "send no further fief")
    assert "mourning" in state.render(0)
    assert "war leader" not in state.render(0)


def test_the_board_names_seats_and_asks_in_words() -> None:
    shown = campaign("act", own={"traders": {"russia": 2}}).render(0)
    assert shown.startswith("turn 0. Sture: Choose the activity of your turn")
    assert "seat 0" not in shown
    assert "Russia x2" in shown
    assert max(map(len, shown.split("\n"))) <= 100
    assert "center" not in battle("attack", "swedish_attacks", {RESERVE: 3}, {FAR_CENTRE: 1}).render(0)
