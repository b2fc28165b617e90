"""A Battle Through History but for battles: set-up, time travel, restoration, the end, rulings."""

from collections import Counter

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import OptionError, State, ViewError, game
from tests.games.history.positions import (
    BASE,
    ELITES,
    GAME,
    HEROES,
    OPEN,
    cards,
    engaged,
    line_up,
    phase,
    player,
    position,
    settle,
    texts,
    throw,
    view,
)


def lasts(state: State, *names: str) -> bool:
    return phase(state) in names


# 1 Set-up


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_set_up_deals_what_the_book_says(players: int) -> None:
    state = game("history", players=players).new(seed=4, chance="ask")
    streams = []
    while phase(state) == "setup":
        streams.append(state.stream)
        if state.stream.startswith("era"):
            assert not any("Hannibal" in text or "Joan of Arc" in text for text in texts(state))
        state.roll()
    assert streams[:5] == ["gears"] * 2 + ["warfare"] * 3
    assert streams[5:17] == [f"era {era}" for era in ("I", "II", "III", "IV") for _ in range(3)]
    assert streams[17:] == ["relics"] * players + [f"deck {i}" for i in range(players) for _ in range(4)] + [
        "lot"
    ]
    view = state.view(0)
    assert len(view["board"]["open"]) == 12
    assert None not in view["warfare"]["open"]
    assert sum(view["hand"].values()) == 4
    for one in view["players"]:
        assert (one["hand_size"], sum(one["relics"].values()), one["era"]) == (4, 1, None)
        assert set(one["cards"]) == set(BASE)
    assert phase(state) == "insert"


def test_the_two_tiles_of_the_set_up_turn_the_wheel() -> None:
    state = GAME.new(seed=1, chance="ask")
    state.play("tile t01")
    state.play("tile t02")
    assert state.view(0)["gears"]["wheel"] == (2 + 3) % 4
    assert (state.view(0)["gears"]["active"], state.view(0)["gears"]["pending"]) == ("t01", "t02")


def test_the_first_player_is_drawn_by_lot() -> None:
    first = Counter(game("history", players=3).new(seed=seed).view(None)["first"] for seed in range(60))
    assert set(first) == {0, 1, 2}


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 6}, {"rounds": 7}, {"turn_limit": 1}])
def test_other_numbers_of_players_and_rounds_are_refused(options) -> None:
    with pytest.raises(OptionError, match=next(iter(options))):
        game("history", **options)


# 2.1 Time travel


def test_a_tile_goes_in_and_the_one_before_becomes_active() -> None:
    state = position("insert", gears={"active": "t01", "pending": "t07", "wheel": 3, "inserted": 0})
    state.play("tile t10")
    gears = state.view(0)["gears"]
    assert (gears["active"], gears["pending"], gears["wheel"]) == ("t07", "t10", (3 + 2) % 4)
    assert "t01" not in gears["pile"]


def test_one_to_three_tiles_are_inserted() -> None:
    state = position("travel", warfare={"open": ["accuracy", "assault", "chase"]})
    for inserted in (1, 2):
        assert state.view(0)["gears"]["inserted"] == inserted
        assert "insert another tile" in texts(state)
        state.play("insert another tile")
        state.roll()
    assert state.view(0)["gears"]["inserted"] == 3
    assert phase(state) == "warfare"
    assert sum(player(state, 0)["tokens"].values()) == 1


def test_the_token_that_the_active_tile_points_at_is_taken_and_replaced() -> None:
    state = position("travel", warfare={"open": ["accuracy", "assault", "chase"]})
    assert texts(state) == {"insert another tile", "take assault"}
    state.play("take assault")
    assert state.view(0)["warfare"]["open"] == ["accuracy", None, "chase"]
    state.play("token diversion")
    assert state.view(0)["warfare"]["open"] == ["accuracy", "diversion", "chase"]
    assert phase(state) == "action"


def test_with_three_tokens_one_may_be_exchanged() -> None:
    state = position(
        "travel",
        warfare={"open": ["accuracy", "assault", "chase"]},
        own={"tokens": {"diversion": 2, "relaunch": 1}},
    )
    assert texts(state) == {
        "insert another tile", "take no token", "exchange diversion for assault",
        "exchange relaunch for assault",
    }  # fmt: skip
    state.play("exchange relaunch for assault")
    assert player(state, 0)["tokens"] == {"assault": 1, "diversion": 2}
    assert state.view(0)["warfare"]["discard"] == {"relaunch": 1}


def test_an_empty_pile_of_tokens_is_made_of_the_discarded_ones_in_the_restoration() -> None:
    """Not at the draw: the token given for the last one of the pile cannot turn up at once."""
    counts = {"plus2_long": 2, "plus1_medium": 3, "plus2_medium": 2, "plus1_close": 3,
              "plus2_close": 2, "heroic_death": 2, "accuracy": 1, "diversion": 3, "relaunch": 2,
              "assault": 1, "tighten_up": 2, "chase": 1}  # fmt: skip
    counts["heroic_death"] = 1
    state = position(
        "travel", warfare={"open": ["accuracy", "assault", "chase"], "discard": counts},
        own={"tokens": {"plus1_long": 3}},
    )  # fmt: skip
    state.play("exchange plus1 long for assault")
    assert texts(state) == {"token heroic death"}
    state.roll()
    shown = state.view(0)["warfare"]
    assert shown["open"] == ["accuracy", "heroic_death", "chase"]
    assert shown["discard"] == {**counts, "plus1_long": 1}
    state.play("jump to I")
    state.play("fight Carthaginians")
    for move in ("fight no further card", "deploy Catapult", "deploy no more units", "assign no more tokens"):
        state.play(move)
    throw(state, [0, 0, 1], [0, 2, 0])
    while phase(state) not in ("open", "hand"):
        state.roll() if state.is_chance else state.play(state.legal()[0])
    assert state.view(0)["warfare"]["discard"] == {}


@pytest.mark.parametrize("at", ["insert", "action", "face", "over"])
def test_open_tokens_that_a_view_leaves_out_are_dealt(at: str) -> None:
    gears = {"inserted": 0} if at in ("insert", "over") else {}
    more = {"turn": 12} if at == "over" else {}
    shown = {
        str(GAME.from_view(view(at, gears=gears, **more), seed=seed, chance="ask").view(0)["warfare"]["open"])
        for seed in range(5)
    }
    assert len(shown) > 1
    assert not any("None" in one for one in shown)
    with pytest.raises(ViewError, match="must have a token at each space"):
        position(at, gears=gears, warfare={"open": ["chase", None, "assault"]}, **more)


WHEEL = {
    0: ("draw two", "recall Scout"),
    1: ("recall Scout", "dismiss Spy"),
    2: ("dismiss Spy", "reshuffle"),
    3: ("reshuffle", "draw two"),
}


@pytest.mark.parametrize("wheel", range(4))
def test_two_neighbouring_actions_are_active_and_may_come_in_any_order(wheel: int) -> None:
    kinds = {"draw two", "recall Scout", "dismiss Spy", "reshuffle"}
    own = {"cards": cards(*BASE[:6], "shieldbearer"), "discard": cards("scout")}
    for one, other in (WHEEL[wheel], WHEEL[wheel][::-1]):
        state = position("action", gears={"wheel": wheel}, own=own)
        assert texts(state) & kinds == {one, other}
        state.play(one)
        settle(state)
        left = texts(state) & kinds
        assert one not in left
        assert left == {other} or "scout" not in player(state, 0)["discard"]
        assert any(text.startswith("jump") for text in texts(state))


def test_drawing_two_from_a_short_deck_draws_what_there_is() -> None:
    state = position("action", own={"cards": cards(*BASE[:5]), "discard": cards("scout")})
    state.play("draw two")
    state.play("Joakim draws Swordsman")
    assert phase(state) == "action"
    assert "draw two" not in texts(state)
    assert player(state, 0)["hand_size"] == 5


def test_recalling_and_dismissing_are_seen_by_all() -> None:
    own = {"cards": cards(*BASE[:6], "mamluks"), "discard": cards("scout")}
    state = position("action", gears={"wheel": 1}, own=own, hand=("mamluks", *BASE[:3]))
    state.play("recall Scout")
    assert player(state, 0, viewer=1)["known"] == cards("scout")
    state.play("dismiss Mamluks")
    settle(state)
    assert state.view(1)["board"]["removed"] == cards("mamluks")
    assert [move.text for _, move in state.log(1)][:2] == ["recall Scout", "dismiss Mamluks"]
    assert "mamluks" not in player(state, 0)["cards"]


def test_reshuffling_puts_the_discard_pile_into_the_deck() -> None:
    own = {"cards": cards(*BASE[:4]), "discard": cards("scout", "spearman")}
    state = position("action", gears={"wheel": 2}, own=own)
    state.play("reshuffle")
    assert player(state, 0)["discard"] == {}
    assert texts(state) == {"Joakim draws Scout", "Joakim draws Spearman"}


def test_w11_nobody_stays_in_his_era() -> None:
    state = position("action", gears={"active": "t10", "pending": "t01"})
    assert {text for text in texts(state) if text.startswith("jump")} == {"jump to III"}
    state = position("action", gears={"active": "t16"})
    assert {text for text in texts(state) if text.startswith("jump")} == {"jump to III", "jump to IV"}


@pytest.mark.parametrize("at", ["travel", "face", "chain"])
def test_tighten_up_may_be_used_before_the_deployment(at: str) -> None:
    fought = {"battle": {"defenders": line_up(("genoese_crossbowmen",))}, "opened": OPEN[:3] + OPEN[4:]}
    state = position(at, own={"tokens": {"tighten_up": 1}}, **(fought if at == "chain" else {}))
    state.play("tighten up")
    for seat in (0, None):
        again = GAME.from_view(state.view(seat), seed=1, chance="ask")
        assert again.view(seat) == state.view(seat)
    while state.is_chance:
        state.roll()
    assert (phase(state), player(state, 0)["hand_size"]) == (at, 6)
    assert "tighten up" not in texts(state)


def test_tighten_up_draws_two_in_one_s_turn_and_when_challenged() -> None:
    state = position("action", own={"tokens": {"tighten_up": 1}})
    state.play("tighten up")
    settle(state)
    assert player(state, 0)["hand_size"] == 6
    assert state.view(0)["warfare"]["discard"] == {"tighten_up": 1}
    state = position("face", other={"tokens": {"tighten_up": 1}})
    state.play("challenge Pär")
    state.play("tighten up")
    settle(state)
    assert (state.to_move, player(state, 1)["hand_size"]) == (1, 6)


# 2.2 Whom to face


def test_open_cards_of_the_era_and_players_there_can_be_faced() -> None:
    state = position("face", players=3)
    assert texts(state) == {
        "fight Genoese Crossbowmen", "fight Trung Sisters", "fight Trebuchet", "challenge Pär",
    }  # fmt: skip


def test_chase_faces_a_card_of_the_discard_pile_alone() -> None:
    own = {"tokens": {"chase": 1}}
    state = position("face", own=own, board={"discard": cards("joan_of_arc", "mamluks", "janissaries")})
    assert {"chase Joan of Arc", "chase Mamluks"} == {t for t in texts(state) if t.startswith("chase")}
    state.play("chase Mamluks")
    assert phase(state) == "deploy"
    assert state.view(0)["warfare"]["discard"] == {"chase": 1}
    assert "mamluks" not in state.view(0)["board"]["discard"]


def test_w12_linked_cards_of_two_eras_are_attacked_together_from_either() -> None:
    opened = ("mongol_horse_archers", "trebuchet", "teutonic_knights", "caroleans")
    for era, first, other in (
        ("II", "Mongol Horse Archers", "Caroleans"),
        ("III", "Caroleans", "Mongol Horse Archers"),
    ):
        state = position("face", own={"era": era}, opened=opened, other={"era": "I"})
        state.play(f"fight {first}")
        assert any(text.startswith(f"fight {other} too") for text in texts(state))
        state.play(next(move for move in state.legal() if move.doc["kind"].startswith("join")))
        shown = [one["card"] for one in state.view(0)["battle"]["defenders"]]
        assert shown == ["mongol_horse_archers", "caroleans"]


def test_a_chain_has_at_most_three_cards_and_may_be_left_shorter() -> None:
    opened = ("carthaginians", "roman_legionaries", "persian_immortals")
    state = position("face", own={"era": "I"}, opened=opened)
    state.play("fight Roman Legionaries")
    state.play("fight Carthaginians too, in front")
    assert texts(state) == {"fight no further card", "fight Persian Immortals too, behind"}
    shorter = state.copy()
    shorter.play("fight no further card")
    assert len(shorter.view(0)["battle"]["defenders"]) == 2
    state.play("fight Persian Immortals too, behind")
    assert phase(state) == phase(shorter) == "deploy"
    assert [one["card"] for one in state.view(0)["battle"]["defenders"]] == list(opened)


# 2.8 Restoration


def test_open_spaces_and_hands_are_filled_and_the_next_turn_begins() -> None:
    state = engaged(("catapult",), ("genoese_crossbowmen",), opened=OPEN[:3] + OPEN[4:])
    throw(state, [1, 0, 0], [0, 2, 0])
    while not lasts(state, "open", "hand", "travel"):
        state.roll() if state.is_chance else state.play(state.legal()[0])
    assert phase(state) == "open"
    assert state.stream == "era II"
    state.roll()
    assert phase(state) == "hand"
    while phase(state) == "hand":
        state.roll()
    assert player(state, 0)["hand_size"] == 4
    assert (phase(state), state.turn, state.view(0).get("battle")) == (
        "insert", 3, None,
    )  # fmt: skip


def test_both_fighters_fill_their_hands_and_an_empty_deck_is_made_of_the_discard_pile() -> None:
    state = engaged(
        ("catapult",), ("archer",), defender=1,
        own={"cards": cards("spy"), "discard": cards("scout", "spearman")}, hand=("spy",),
        other={"hand_size": 1, "cards": cards(*BASE[2:6])},
    )  # fmt: skip
    throw(state, [1, 0, 0], [0, 2, 0])
    while phase(state) != "travel":
        state.roll() if state.is_chance else state.play(state.legal()[0])
    assert player(state, 0)["hand_size"] == player(state, 1)["hand_size"] == 4
    assert player(state, 0)["discard"] == {}


def test_an_empty_era_deck_is_made_of_its_discards() -> None:
    gone = ("varangian_vikings", "english_longbowmen", "teutonic_knights", "mongol_horse_archers",
            "samurai_retinue", "almogavars", "hussite_war_wagons", "mamluks", "jaguar_warriors",
            "joan_of_arc")  # fmt: skip
    state = engaged(
        ("catapult",), ("genoese_crossbowmen",), opened=OPEN[:3] + OPEN[4:],
        board={"discard": cards(*gone[:2]), "removed": cards(*gone[2:], "william_wallace")},
    )  # fmt: skip
    throw(state, [1, 0, 0], [0, 2, 0])
    while phase(state) != "open":
        state.roll() if state.is_chance else state.play(state.legal()[0])
    assert texts(state) == {"open Varangian Vikings", "open English Longbowmen"}


def test_the_last_card_fills_the_last_space_and_the_deck_is_renewed() -> None:
    """So that reinforcements come in the next battle."""
    gone = ("english_longbowmen", "teutonic_knights", "mongol_horse_archers", "samurai_retinue",
            "hussite_war_wagons", "mamluks", "jaguar_warriors", "joan_of_arc", "william_wallace")  # fmt: skip
    state = engaged(
        ("catapult",), ("genoese_crossbowmen",), opened=OPEN[:3] + OPEN[4:],
        board={"discard": cards("varangian_vikings"), "removed": cards(*gone)},
    )  # fmt: skip
    throw(state, [1, 0, 0], [0, 2, 0])
    while phase(state) != "open":
        state.roll() if state.is_chance else state.play(state.legal()[0])
    assert texts(state) == {"open Almogavars"}
    state.roll()
    assert state.view(0)["board"]["discard"] == {}
    while not (phase(state) == "action" and any("II" in text.split() for text in texts(state))):
        state.roll() if state.is_chance else state.play(state.legal()[0])
    state.play("jump to II")
    state.play("fight Almogavars")
    while phase(state) in ("chain", "deploy"):
        state.play(next(move for move in state.legal() if move.doc["kind"] in ("enough", "ready", "deploy")))
    while state.stream.startswith("deck"):
        state.roll()
    assert texts(state) == {"reinforcement Varangian Vikings"}


# 3 The end of the game


@pytest.mark.parametrize(
    ("options", "turns"), [({}, 12), ({"rounds": 8, "players": 3}, 24), ({"turn_limit": 7}, 7)]
)
def test_the_game_ends_after_its_rounds(options, turns) -> None:
    *_, last = walk(game("history", **options), 5)
    assert last.is_over
    assert last.turn == turns


def over(own, other):
    return GAME.from_view(
        {
            "seat": 0, "phase": "over", "turn": 12, "first": 0,
            "gears": {"active": "t01", "pending": "t02", "wheel": 0},
            "board": {"open": cards(*OPEN)}, "players": [own, other], "hand": cards(*BASE[:4]),
        },
        seed=1,
    )  # fmt: skip


def test_w10_relics_count_by_era_and_all_else_by_the_piece() -> None:
    relics = {"relics": {"I": 3, "II": 2, "III": 1, "IV": 5}}
    assert over(relics, {}).render(0).count("Joakim nowhere, 16 points") == 1
    rich = {
        **relics, "cards": cards(*BASE, "mamluks"), "spent": cards("joan_of_arc"), "honour": 2,
        "won": [[], [1, 3]],
    }  # fmt: skip
    assert f"{16 + 1 + 3 + 2 + 4} points" in over(rich, {}).render(0)


def test_six_relics_of_an_era_are_worth_no_more_than_five() -> None:
    assert "Joakim nowhere, 9 points" in over({"relics": {"I": 6}}, {}).render(0)


def test_most_points_win_then_heroes_then_relics_then_all_share() -> None:
    two, three = {"relics": {"I": 2}}, {"relics": {"I": 3}}
    assert over(three, two).returns() == [1, 0]
    hero = {"spent": cards("joan_of_arc")}
    assert over(hero, {"honour": 3}).returns() == [1, 0]
    assert over({"honour": 2}, two).returns() == [0, 1]
    assert over(two, {"relics": {"IV": 2}}).returns() == [0.5, 0.5]


# 7 Rulings that no other test shows


def test_ruling_2_heroic_death_is_absorbed_by_links_and_may_chain() -> None:
    report = GAME.battle(["mamluks", "genoese_crossbowmen"], ["spy"], [1, 0, 0], [-1, -1, -1])
    assert report["lines"][0]["damage"][1] == {
        "side": "attacker", "unit": "mamluks", "heroic_death": True, "link": True, "defeated": False,
    }  # fmt: skip
    chain = GAME.battle(["spy", "catapult"], ["spy", "archer"], [0, 1, 0], [0, 0, 3])
    assert [one["unit"] for one in chain["lines"][0]["damage"]] == ["spy", "spy", "archer"]


def test_ruling_3_accuracy_is_counted_anew_in_each_line() -> None:
    """One icon cancels one heroic death in long range and one in medium range."""
    report = GAME.battle(["scout", "archer"], ["spy", "spy"], [0, 0, 1], [0, 0, 3])
    assert [[one["side"] for one in line["damage"]] for line in report["lines"]] == [["defender"]] * 2
    late = GAME.battle(["archer", "catapult"], ["spy", "spy"], [0, 0, 1], [0, 0, 3])
    assert [one["side"] for one in late["lines"][0]["damage"]] == ["defender", "attacker"]


def test_ruling_4_a_unit_falls_only_once_its_link_counters_are_gone() -> None:
    report = GAME.battle(["battleship"], ["genoese_crossbowmen", "trung_sisters"], [0, 1, 0], [0, 0, 3])
    assert [one["link"] for one in report["lines"][0]["damage"]] == [True, False, False, False]


def test_ruling_5_of_two_counters_at_one_unit_the_front_one_goes_first() -> None:
    chain = ["carthaginians", ("roman_legionaries", "diversion"), "persian_immortals"]
    report = GAME.battle(["battleship"], chain, [0, 0, 1], [-1, -1, -1])
    damage = [(one["unit"], one["link"]) for one in report["lines"][0]["damage"]]
    assert damage[:4] == [
        ("roman_legionaries", True), ("carthaginians", False), ("roman_legionaries", True),
        ("roman_legionaries", False),
    ]  # fmt: skip


def test_ruling_8_reinforcements_of_the_attacker_come_first() -> None:
    state = position(
        "deploy", opened=OPEN[:3], hand=("scout",),
        battle={"attackers": line_up(("conscript",)), "defenders": line_up(("almogavars",))},
    )  # fmt: skip
    state.play("deploy no more units")
    assert state.stream == "deck 0"
    while state.stream == "deck 0":
        state.roll()
    assert state.stream == "era II"


def test_ruling_20_reinforcements_come_from_the_era_of_the_unit_with_the_icon() -> None:
    for chain, stream in (
        (("almogavars", "cossack_raiders"), "era II"),
        (("mongol_horse_archers", "zulu_impi"), "era III"),
    ):
        state = position(
            "deploy", opened=OPEN[:3], hand=("scout",),
            battle={"attackers": line_up(("catapult",)), "defenders": line_up(chain)},
        )  # fmt: skip
        state.play("deploy no more units")
        assert state.stream == stream


def test_ruling_27_with_an_empty_deck_the_unit_is_dismissed_and_none_drawn() -> None:
    own = {"cards": cards(*BASE[:4]), "discard": cards(*BASE[4:])}
    state = position("action", own=own, gears={"wheel": 1})
    state.play("dismiss Spy")
    assert (phase(state), player(state, 0)["hand_size"]) == ("action", 3)


def test_ruling_28_who_has_no_cards_in_hand_is_not_challenged_and_who_is_deploys() -> None:
    assert "challenge Pär" not in texts(position("face", other={"hand_size": 0}))
    state = position("face")
    state.play("challenge Pär")
    assert {move.doc["kind"] for move in state.legal()} == {"deploy"}


def test_ruling_29_reinforcements_of_a_challenged_player_come_from_his_deck() -> None:
    state = position(
        "deploy", hand=("scout",), other={"hand_size": 2},
        battle={"defender": 1, "attackers": line_up(("catapult",)), "defenders": line_up(("conscript",))},
    )  # fmt: skip
    state.play("deploy no more units")
    assert state.stream == "deck 1"


def test_ruling_30_a_chain_goes_on_from_any_of_its_ends() -> None:
    opened = ("macedonian_companions", "spartan_hoplites", "trung_sisters")
    state = position("face", own={"era": "I"}, opened=opened)
    state.play("fight Macedonian Companions")
    assert not any("Trung" in text for text in texts(state))
    state.play("fight Spartan Hoplites too, behind")
    state.play("fight Trung Sisters too, behind")
    assert [one["card"] for one in state.view(0)["battle"]["defenders"]] == list(opened)


def test_ruling_6_the_battle_ends_when_a_side_is_gone() -> None:
    assert len(GAME.battle(["battleship"], ["archer"], [1, 0, 0], [0, 2, 0])["lines"]) == 1


def test_ruling_10_an_assault_token_cuts_at_once() -> None:
    state = position(
        "deploy",
        battle={"attackers": line_up(("catapult",)),
                "defenders": line_up(("genoese_crossbowmen", "trung_sisters"))},
        opened=OPEN[:3], own={"tokens": {"assault": 1, "plus1_long": 1}}, hand=("scout",),
    )  # fmt: skip
    state.play("deploy Scout")
    assert state.view(0)["battle"]["links"] == [[False], [True]]
    state.play("assign assault to unit 1")
    assert state.view(0)["battle"]["links"] == [[False], [False]]


@pytest.mark.parametrize(("hand", "opened"), [((), OPEN), (BASE[:2], OPEN[:3] + OPEN[6:])])
def test_rulings_14_and_15_without_cards_or_enemies_there_is_no_battle(hand, opened) -> None:
    own = {"era": "I"} if opened == OPEN else {"era": "III"}
    board = {} if opened == OPEN else {"removed": cards(*ELITES[1], *HEROES[1])}
    state = position("action", own={**own, "cards": cards(*hand, *BASE[2:4])}, hand=hand, opened=opened,
                     board=board, other={"era": "IV"}, gears={"active": "t02"})  # fmt: skip
    state.play("jump to II")
    assert phase(state) in ("open", "hand", "insert")


def test_ruling_17_a_single_prowess_token_is_simply_taken() -> None:
    state = engaged(
        ("battleship", "old_guard", "catapult"), ("archer",), defender=1, own={"won": [[], [1, 2, 2]],
        "cards": cards(*BASE[1:5])}, hand=BASE[1:3], opened=OPEN[:3],
    )  # fmt: skip
    throw(state, [1, 0, 0], [0, 2, 0])
    assert phase(state) not in ("prowess", "keep")
    assert player(state, 0)["won"] == [[], [1, 2, 2, 3]]


def test_ruling_18_when_both_are_wiped_out_nobody_gets_anything() -> None:
    state = engaged(("catapult",), ("spy",), defender=1, own={"cards": cards("scout")}, hand=("scout",))
    throw(state, [1, 0, 0], [0, 2, 0])
    assert player(state, 0)["won"] == [[], []]
    assert player(state, 1)["honour"] == 0
    assert phase(state) in ("open", "hand")


def test_ruling_16_without_relics_there_is_none() -> None:
    state = engaged(
        ("battleship",), ("genoese_crossbowmen",), own={"relics": dict.fromkeys(("I", "II", "III", "IV"), 10)}
    )
    throw(state, [1, 0, 0], [0, 2, 0])
    assert phase(state) in ("open", "hand")


def test_the_relic_deck_is_made_of_its_discards() -> None:
    state = engaged(
        ("battleship",), ("genoese_crossbowmen",), own={"relics": {"I": 9, "II": 10, "III": 10, "IV": 10}},
        relic_discard={"I": 1},
    )  # fmt: skip
    throw(state, [1, 0, 0], [0, 2, 0])
    assert texts(state) == {"relic I"}


def test_ruling_24_the_first_jump_is_into_any_era_of_the_tile() -> None:
    state = position("action", own={"era": None}, gears={"active": "t07"})
    assert {text for text in texts(state) if text.startswith("jump")} == {"jump to I", "jump to IV"}


def test_a_spent_deck_of_tiles_is_made_of_the_discarded_ones() -> None:
    state = position("insert", gears={"inserted": 0, "pile": {"t18": 1}})
    state.play("tile t18")
    assert len(state.view(0)["gears"]["pile"]) == 16
