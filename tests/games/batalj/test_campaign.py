"""Batalj: the campaign (core/games/batalj/RULES.md 1 to 3, 4.1, 4.10, 6, 7, 9)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlewise.bots.check.walks import walk
from battlewise.core import DataError, OptionError, State, ViewError, game
from battlewise.core.games.batalj import cards
from tests.games.batalj.positions import FIEFS, campaign, gold, names, opening, play, texts
from tests.marks import long
from tests.spoilt_views import spoilt

GAME = game("batalj")
DATA = cards.load(cards.folders(None))


HOMES = ("narke", "sodermanland", "uppland", "vastergotland", "nyland")


def player(state: State, seat: int = 0) -> dict[str, Any]:
    return state.view(None)["players"][seat]


# -- 1 The set-up


def test_each_seat_begins_with_its_home_fifteen_gold_five_events_and_a_trader() -> None:
    state = game("batalj", players=5).new(seed=3)
    assert state.view(None)["phase"] == "first_trader"
    for seat in range(5):
        assert set(player(state, seat)["fiefs"]) == {HOMES[seat]}
        assert player(state, seat)["gold"] == 15
        assert player(state, seat)["hand_size"] == 5
        state.play("trader to poland")
        assert player(state, seat)["traders"] == {"poland": 1}


def test_all_fiefs_but_homes_and_foreign_ones_are_the_banks() -> None:
    state = GAME.new(seed=3)
    free = {"america", "africa", "lappland", "jamtland"}
    assert set(state.view(None)["realm"]["free"]) == free.union(*FIEFS) - set(HOMES[:2])


def test_in_a_battle_a_family_has_its_three_fiefs() -> None:
    state = game("batalj", mode="battle", players=5).new(seed=3)
    assert [set(player(state, seat)["fiefs"]) for seat in range(5)] == [set(three) for three in FIEFS]


def test_the_first_archbishop_is_drawn_by_lot() -> None:
    firsts = Counter(GAME.new(seed=seed).view(None)["archbishop"] for seed in range(60))
    assert set(firsts) == {0, 1}
    assert min(firsts.values()) > 15


def test_the_first_reign_is_at_peace_without_a_card_and_four_history_cards_lie_open() -> None:
    state = GAME.new(seed=1)
    while state.view(None)["phase"] == "first_trader":
        state.play(state.legal()[0])
    view = state.view(None)
    assert view["reign"] == 0
    assert view["regent"] is None
    assert len(view["realm"]["display"]) == 4
    era = {card.id: card.era for card in DATA.history}
    assert {era[one] for one in view["realm"]["display"]} == {0}


def test_there_are_as_many_cards_as_the_books_say() -> None:
    assert len(DATA.fiefs) == 24
    assert sum(event.count for event in DATA.events) == 70 + 29
    assert len(DATA.regents) == 24 + 6
    assert len(DATA.history) == 50 + 6


def test_sixteen_reigns_in_three_eras() -> None:
    reigns = Counter()
    era = {card.id: card.era for card in DATA.regents}
    for state in walk(GAME, 2):
        view = state.view(None)
        reigns[view["reign"]] += 1
        if view["regent"] is not None:
            assert era[view["regent"]] == (0 if view["reign"] < 5 else 1 if view["reign"] < 10 else 2)
    assert sorted(reigns) == list(range(16))


# -- 2 Regent cards


def test_peace_does_nothing() -> None:
    state = opening("red_peace")
    assert state.view(None)["phase"] == "order"
    assert gold(state) == [15, 15]


def test_taxes_take_half_rounded_in_favour_of_the_seat() -> None:
    assert gold(opening("red_tax", seat1={"gold": 4})) == [8, 2]


@pytest.mark.parametrize(("reign", "regent"), [(6, "green_famine"), (3, "red_tax"), (0, "green_famine")])
def test_a_regent_of_another_era_is_refused(reign: int, regent: str) -> None:
    with pytest.raises(ViewError, match="regent: must be a card of the reign's era"):
        campaign("act", reign=reign, regent=regent)


@pytest.mark.parametrize(("regent", "income"), [
    (None, 6), ("green_famine", 3), ("red_good_harvest", 12), ("red_blockade", 6),
    ("red_demand_for_imports", 6),
])  # fmt: skip
def test_harvest_and_famine_change_the_income_of_fiefs(regent: str | None, income: int) -> None:
    assert gold(play(campaign("act", regent=regent), "agriculture"))[0] == 15 + income


@pytest.mark.parametrize(("regent", "income"), [
    (None, 5), ("red_demand_for_imports", 5 + 4), ("red_blockade", 3), ("green_famine", 5),
])  # fmt: skip
def test_imports_and_blockade_change_the_income_of_trade(regent: str | None, income: int) -> None:
    state = campaign("act", regent=regent)
    assert gold(play(state, "trade", "leave the traders"))[0] == 15 + income - 5
    ran = campaign("act", regent=regent, realm={"runners": [0]})
    assert (
        gold(play(ran, "trade", "leave the traders"))[0]
        == 15 + (5 if regent == "red_blockade" else income) - 5
    )


def test_an_election_passes_the_office_to_the_left() -> None:
    assert opening("green_election", 1, archbishop=1).view(None)["archbishop"] == 0
    vacant = opening("green_election", 1)
    assert texts(vacant) == ["lot for Sture", "lot for Grip"]
    assert play(vacant, "lot for Grip").view(None)["archbishop"] == 1


@pytest.mark.parametrize("country", ["denmark", "poland", "prussia", "russia"])
def test_in_a_war_traders_come_home_and_troops_are_called(country: str) -> None:
    traders = {"traders": {"denmark": 1, "poland": 1, "prussia": 1, "russia": 1}}
    state = opening(f"red_war_{country}", seat0=traders)
    assert state.view(None)["phase"] == "commit"
    assert player(state)["traders"] == {one: 1 for one in traders["traders"] if one != country}


def test_in_an_elective_war_most_troop_symbols_name_the_enemy() -> None:
    state = opening("red_elective_war", seat0={"cards": names("caroleans")})
    assert state.to_move == 0
    assert texts(state) == ["war with denmark", "war with poland", "war with prussia", "war with russia"]
    assert play(state, "war with poland").view(None)["enemy"] == "poland"
    tie = opening("red_elective_war")
    assert texts(tie) == ["lot for Sture", "lot for Grip"]
    assert play(tie, "lot for Grip").to_move == 1
    assert opening("red_elective_war", realm={"enlisted": names("narke")}).to_move == 0


def test_in_a_regency_most_crowns_choose_the_card_of_the_reign() -> None:
    state = opening("green_regency", 1, seat1={"fiefs": names(*FIEFS[1], "uppland")})
    assert state.to_move == 1
    assert len(state.legal()) == 9
    chosen = play(state, "regent green tax")
    assert gold(chosen) == [8, 8]
    assert "green_tax" not in chosen.view(None)["realm"]["regents_left"]


def test_flourishing_culture_offers_the_whole_deck_of_the_era() -> None:
    state = campaign("act", reign=12, regent="blue_flourishing_culture", own={"gold": 60})
    state = play(state, "culture and science, income of trade")
    bought = [text for text in texts(state) if text != "buy nothing"]
    blue = [card for card in DATA.history if card.era == 2]
    assert len(bought) == len(blue) + 1  # a philosopher in two ways


def test_mines_pay_before_anyone_moves_also_in_war() -> None:
    mines = {"cards": names("falun_copper_mine", "mining", "sala_silver_mine")}
    assert gold(opening("red_peace", seat0=mines)) == [20, 15]
    assert gold(opening("red_war_poland", seat0=mines)) == [18, 15]


def test_pillage_all_forays_end_before_the_others_act() -> None:
    state = opening("red_pillage", players=3)
    state.roll()
    state.roll()
    order = state.view(None)["order"]
    assert state.to_move == order[0]
    assert texts(state) == ["foray", "stay at home"]
    state.play("foray")
    state.roll()  # the Event card of the turn
    state = play(state, "stay at home", "stay at home")
    assert state.view(None)["phase"] == "start"
    assert state.to_move == order[0]
    state = play(state, "start at lubeck", "die 6", "go to hamburg", "die 6", "go to lubeck")
    acted = []
    while state.view(None)["reign"] == 6 and state.view(None)["phase"] != "commit":
        if state.view(None)["phase"] == "act":
            acted.append(state.to_move)
        state.roll() if state.is_chance else state.play(state.legal()[0])
    assert acted == order[1:]


# -- 3 A turn


def test_s14_the_archbishop_gets_one_gold_of_each() -> None:
    rules = game("batalj", players=5)
    seats = [{"fiefs": names(*FIEFS[seat]), "gold": 5 * (seat != 4)} for seat in range(5)]
    view = {"seat": None, "phase": "order", "reign": 6, "players": seats, "archbishop": 0}
    state = play(rules.from_view(view, seed=1, chance="ask"), "lot for Sture")
    if state.view(None)["phase"] == "open":
        while state.view(None)["phase"] == "open":
            state.roll()
    assert gold(state) == [8, 4, 4, 4, 0]


def test_a_turn_draws_an_event_card_and_two_with_hattpartiet() -> None:
    for shown, n in ((), 1), (("hat_party",), 2):
        state = campaign("window", hand={"loan": 1}, window="before", order=[1], realm={"passed": [1]},
                         other={"cards": names(*shown)})  # fmt: skip
        state.play("pass")
        assert state.view(None)["act"]["draws"] == n


def test_agriculture_collects_crowns_without_upkeep_and_may_buy_a_fief() -> None:
    state = play(campaign("act", own={"cards": names("gripsholm", "land_reform")}), "agriculture")
    assert gold(state)[0] == 15 + 6 + 2 + 3
    bought = play(state, "buy Lappland")
    assert "lappland" in player(bought)["fiefs"]
    assert gold(bought)[0] == 26 - 8


def test_trade_places_or_moves_a_trader_then_collects_and_pays_upkeep() -> None:
    state = play(campaign("act", own={"cards": names("maria_eleonora", "hanseatic_league")}), "trade")
    assert gold(play(state, "trader to russia"))[0] == 15 + 10 + 2 + 3 - 5
    assert gold(play(state, "trader from russia to poland"))[0] == 15 + 2 + 2 + 2 + 2 - 5
    assert gold(play(state, "leave the traders"))[0] == 15 + 5 + 2 + 2 - 5


@pytest.mark.parametrize(("country", "more"), [("denmark", 2), ("poland", 1), ("prussia", 1), ("russia", 3)])
def test_a_country_has_room_for_the_players_and_some_more(country: str, more: int) -> None:
    for own, room in ((more, True), (more + 1, False)):
        traders = {"own": {"traders": {country: own}}, "other": {"traders": {country: 1}}}
        state = campaign("trader", act={"activity": "trade"}, **traders)
        assert (f"trader to {country}" in texts(state)) == room


@pytest.mark.parametrize(("traders", "income"), [(1, 2), (2, 5), (3, 10), (4, 16), (5, 24)])
def test_traders_in_one_country_bring_more_and_more(traders: int, income: int) -> None:
    state = campaign("act", own={"traders": {"russia": traders, "poland": 1}}, other={"traders": {}})
    assert gold(play(state, "trade", "leave the traders"))[0] == 15 + income + 2 - 5


def test_culture_collects_one_income_pays_upkeep_and_buys_a_card() -> None:
    state = campaign(
        "act", own={"cards": names("gripsholm")}, realm={"display": names("caroleans", "orbyhus")}
    )
    state = play(state, "culture and science, income of fiefs")
    assert gold(state)[0] == 15 + 6 - 5  # a castle counts in agriculture only
    assert play(state, "buy Caroleans").view(None)["phase"] == "after"


def test_a_scientist_buys_one_more_card_a_culture_card_brings_an_event_card() -> None:
    shown = {"display": names("johannes_bureus", "caroleans", "georg_stiernhielm")}
    act = {"activity": "culture", "purchases": 1}
    state = campaign("history", own={"gold": 40}, realm=shown, act=act)
    more = play(state, "buy Johannes Bureus")
    assert more.view(None)["phase"] == "history"
    drawn = play(more, "buy Georg Stiernhielm")
    assert drawn.view(None)["phase"] == "draw"


@pytest.mark.parametrize(("role", "series"), [(" as a scientist", True), ("", False)])
def test_a_philosopher_is_a_scientist_or_a_culture_card(role: str, series: bool) -> None:
    act = {"activity": "culture", "purchases": 1}
    state = campaign(
        "history", own={"gold": 40}, realm={"display": names("philosopher_2", "caroleans")}, act=act
    )
    state = play(state, f"buy Philosopher 2{role}")
    assert bool(state.view(None)["realm"]["scientists"]) == series
    assert state.view(None)["phase"] == ("history" if series else "draw")


def test_unpaid_upkeep_costs_fiefs() -> None:
    state = play(campaign("act", own={"gold": 0, "traders": {"russia": 1}}), "trade", "leave the traders")
    assert state.view(None)["phase"] == "debt"
    assert state.view(None)["act"]["owed"] == 3
    assert gold(state)[0] == 0
    after = play(state, "give up Norrbotten")
    assert set(player(after)["fiefs"]) == {"dalarna", "narke"}
    assert after.view(None)["phase"] == "after"


@pytest.mark.parametrize("card", ["lord_high_steward", "chancery_president", "lord_high_chancellor"])
def test_a_chancellor_is_given_up_for_a_purchase_or_a_trader(card: str) -> None:
    state = campaign("act", own={"cards": names(card)}, realm={"display": names("caroleans")})
    state.play({"kind": "use_card", "card": card})
    assert {"buy Caroleans", "buy Lappland", "trader to poland"} <= set(texts(state))
    state = play(state, "buy Caroleans")
    assert player(state)["cards"] == names("caroleans")
    assert state.view(None)["phase"] == "act"


def test_a_scientist_whom_a_chancellor_brings_allows_one_more_card() -> None:
    shown = {"display": names("johannes_bureus", "caroleans", "olof_rudbeck")}
    state = campaign("act", own={"gold": 60, "cards": names("lord_high_steward")}, realm=shown)
    state = play(state, "use Lord High Steward", "buy Johannes Bureus")
    assert texts(state) == ["buy Caroleans", "buy Olof Rudbeck", "buy nothing"]
    assert play(state, "buy nothing").view(None)["phase"] == "act"
    done = play(state, "buy Caroleans")
    assert done.view(None)["phase"] == "act"
    assert player(done)["cards"] == names("johannes_bureus", "caroleans")
    more = play(state, "buy Olof Rudbeck")
    assert texts(more) == ["buy Caroleans", "buy nothing"]
    assert play(more, "buy Caroleans").view(None)["phase"] == "act"


@pytest.mark.parametrize("card", ["hanseatic_league", "south_company"])
def test_companies_add_a_gold_a_trader(card: str) -> None:
    state = play(campaign("act", own={"cards": names(card)}), "trade", "leave the traders")
    assert gold(state)[0] == 15 + 5 + 2 - 5


# -- 4.1 History cards in war


@pytest.mark.parametrize(
    "card", [card for card in DATA.history if card.series == 0], ids=lambda card: card.id
)
def test_militaria_are_soldiers_commanders_or_guns(card: cards.History) -> None:
    reign = (0, 6, 12)[card.era]
    state = campaign("commit", reign=reign, enemy="russia", order=[], own={"cards": names(card.id)},
                     war={"committed": reign % 2})  # fmt: skip
    state = play(state, "send Närke", {"kind": "commit_card", "card": card.id})
    while state.view(None)["phase"] == "commit":
        state.play("send no further fief")
    war = state.view(None)["war"]
    assert war["unplaced_commanders"] == card.commander
    assert sum(war["guns"]) == bool(card.strength)
    assert war["unplaced_soldiers"] == (not card.commander and not card.strength)


def test_commanders_of_the_red_era_serve_in_it_only() -> None:
    state = campaign(
        "commit", reign=12, enemy="russia", order=[], own={"cards": names("gustaf_horn")}, war={}
    )
    assert play(state, "send Närke").to_move == 1


# -- 4.10 Spoils and penalties


def war_over(phase: str, stage: str, **more: Any) -> State:
    sent = [{"fiefs": names("narke")}, {}]
    return campaign(phase, enemy="denmark", order=[], realm={"owing": [0] if stage == "spoils" else [0, 1],
                    "display": names("caroleans")}, war={"stage": stage, "sent": sent, "victory":
                    "sweden" if stage == "spoils" else "enemy"}, **more)  # fmt: skip


def test_spoils_are_a_fief_of_the_enemy_a_history_card_or_three_dice_of_gold() -> None:
    state = war_over("spoils", "spoils")
    assert texts(state) == ["spoils: a fief", "spoils: Caroleans", "spoils: gold"]
    assert texts(play(state, "spoils: a fief")) == ["fief Trondelag", "fief Skåne"]
    dice = play(state, "spoils: gold").chances()
    assert sum(int(move.text.split()[0]) * p for move, p in dice) == pytest.approx(10.5)
    assert player(play(state, "spoils: Caroleans"))["cards"] == names("caroleans")


def test_after_a_defeat_who_took_part_loses_a_fief_others_after_a_low_die() -> None:
    state = play(war_over("defeat", "mourning"), "give up Norrbotten")
    assert set(player(state)["fiefs"]) == {"dalarna", "narke"}
    assert state.view(None)["phase"] == "defeat_die"
    assert play(state, "die 3").to_move == 1
    assert len(player(play(state, "die 4"), 1)["fiefs"]) == 3


def test_a_defeat_gives_the_enemys_fiefs_back() -> None:
    """Nobody sends troops: the war is lost at once."""
    own = {"fiefs": names("dalarna", "skane")}
    state = campaign("commit", enemy="denmark", order=[], own=own, reign=6, war={})
    state = play(state, "send no further fief", "send no further fief")
    assert set(player(state)["fiefs"]) == {"dalarna"}
    again = play(state, "die 6")
    assert set(player(again)["fiefs"]) == {"dalarna"}


def test_the_enemys_cards_run_on_into_the_next_era() -> None:
    """Blue goes back to green (facts 1)."""
    for reign, left, then in ((6, "red_peace", "blue"), (12, "blue_tax", "green")):
        deck = names(left, *(card.id for card in DATA.regents if card.era != (1 if reign == 6 else 2)))
        state = campaign("commit", reign=reign, enemy="russia", order=[], realm={"regents_left": deck},
                         war={"committed": reign % 2})  # fmt: skip
        while state.view(None)["phase"] in ("commit", "form"):
            state.play(next(move for move in state.legal() if move.text != "send no further fief"))
        assert texts(state) == [f"enemy {left.replace('_', ' ')}"]
        state.play(state.outcomes()[0])
        assert {text.split()[1] for text in texts(state)} == {then}


def test_the_display_is_cleared_when_an_era_ends() -> None:
    shown = {"display": names("karin_mansdotter", "lord_high_steward", "gripsholm")}
    for reign, era in ((3, 0), (4, 1)):
        state = campaign("after", reign=reign, order=[1, 0], place=1, realm=shown)
        state = play(state, "end the turn")
        while state.view(None)["phase"] == "open":
            state.play(state.outcomes()[0])
        display = set(state.view(None)["realm"]["display"])
        assert {card.era for card in DATA.history if card.id in display} == {era}
        assert (set(shown["display"]) <= display) == (era == 0)


# -- 6 The Archbishop; 7 the end


def score(**own: Any) -> float:
    """1, 0.5 or 0 against a seat with 3 fiefs of 6 crowns and 5 troops, 2 traders and 15 gold."""
    state = campaign("after", reign=15, order=[1, 0], place=1, own={"fiefs": names(*FIEFS[1]), **own},
                     other={"fiefs": names(*FIEFS[0])}, turn=900)  # fmt: skip
    state = play(state, "end the turn")
    while not state.is_over:
        state.roll()
    return state.returns()[0]


@pytest.mark.parametrize(("own", "result"), [
    ({}, 0.5),
    ({"gold": 20}, 1), ({"gold": 19}, 0.5),
    ({"traders": {"russia": 2, "poland": 1}}, 1),
    ({"cards": names("gripsholm", "vadstena")}, 0.5),
    ({"cards": names("gripsholm", "vadstena", "orbyhus")}, 1),
    ({"cards": names("gripsholm", "vadstena"), "architects": 1}, 1),
    ({"cards": names("karin_mansdotter", "maria_eleonora"), "liaisons": 1}, 1),
    ({"sullied": 1}, 0), ({"empires": 1}, 0.5),
    ({"empires": 1, "sullied": 1, "traders": {"russia": 3}}, 1),
    ({"fiefs": names(*FIEFS[1], "nyland")}, 1),
    ({"gold": 20, "debt": 5}, 0.5), ({"fortune": 1}, 1),
    ({"fiefs": names("tavastehus", "smaland", "vastergotland", "lappland")}, 1),
    ({"cards": names("german_mercenaries", "artillery_1", "gustaf_horn")}, 1),
    ({"cards": names("falun_copper_mine", "lord_high_steward", "land_reform")}, 1),
    ({"cards": names("olaus_petri", "lars_wivallius", "philosopher_1")}, 1),
    ({"cards": names("olaus_magnus", "tycho_brahe", "philosopher_1")}, 0.5),
])  # fmt: skip
def test_every_source_of_ap_counts(own: dict[str, Any], result: float) -> None:
    assert score(**own) == result


@pytest.mark.parametrize(("loot", "result"), [
    ({"chest_1": 2}, 0), ({"chest_5": 1}, 0.5), ({"chest_25": 1}, 1), ({"chalice_1": 1}, 0.5),
    ({"chalice_2": 1}, 1),
])  # fmt: skip
def test_chests_count_as_gold_and_chalices_as_ap(loot: dict[str, int], result: float) -> None:
    """Against 1 AP from 20 gold; seat 0 has 15."""
    riders = [{"status": "absent", "loot": loot}, {"status": "absent"}]
    state = campaign("after", reign=15, order=[1, 0], place=1, other={"gold": 20}, foray={"riders": riders})
    assert play(state, "end the turn").returns()[0] == result


def test_an_enlistment_counts_no_ap() -> None:
    """Five printed symbols and one more are still 2 AP."""
    state = campaign("after", reign=15, order=[1, 0], place=1, realm={"enlisted": names("narke")})
    assert play(state, "end the turn").returns() == [0.5, 0.5]


def test_manufactures_and_the_east_india_company_throw_dice_at_the_end() -> None:
    own = {"cards": names("manufactories", "east_india_company")}
    state = play(campaign("after", reign=15, order=[1, 0], place=1, own=own), "end the turn")
    state = play(state, "die 3")
    assert gold(state)[0] == 15 + 30
    assert play(state, "die 4").view(None)["players"][0]["fortune"] == 0
    assert play(state, "die 5").view(None)["players"][0]["fortune"] == 1


def test_the_turn_limit_ends_a_game_with_the_score_as_it_is() -> None:
    more = {"turn": 8, "own": {"gold": 40}, "other": {"gold": 19}}
    state = campaign("after", **more)
    assert not play(state, "end the turn").is_over
    view = state.view(0)
    view["options"]["turn_limit"] = 9
    short = game("batalj", turn_limit=9).from_view(view, seed=1, chance="ask")
    over = play(short, "end the turn")
    assert over.is_over
    assert over.returns() == [1, 0]


# -- 9 What the players know, views, data


def test_hands_are_seen_by_their_owners_only() -> None:
    state = GAME.new(seed=4)
    assert sum(state.view(0)["hand"].values()) == 5
    assert "hand" not in state.view(None)
    hidden = [move.text for actor, move in state.log(1) if "event" in move.text]
    assert hidden[:5] == ["event for Sture"] * 5


def test_who_is_asked_depends_on_the_number_of_cards_only() -> None:
    for card in ("loan", "blockade_runner"):
        state = campaign("window", hand={card: 1}, window="before", order=[1], realm={"passed": [1]})
        assert state.to_move == 0
        assert texts(state) == ["pass"]


@pytest.mark.parametrize(("options", "name"), [
    ({"players": 1}, "players"), ({"players": 6}, "players"), ({"mode": "war"}, "mode"),
    ({"markers": 0}, "markers"),
])  # fmt: skip
def test_wrong_options_are_refused(options: dict[str, Any], name: str) -> None:
    with pytest.raises(OptionError, match=name):
        game("batalj", **options)


SAMPLES = [
    view
    for rules in (GAME, game("batalj", mode="battle"), game("batalj", mode="foray", players=3))
    for view in rules.minimal_views().values()
]
JUNK = st.one_of(
    st.none(), st.integers(-3, 300), st.sampled_from(["x", "", [], {}, True, 0.5, [[]], {"a": 1}, 2**70])
)


@long
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_spoilt_views_are_refused_or_sound(data: st.DataObject) -> None:
    view = spoilt(data, SAMPLES, JUNK)
    mode = "foray" if "riders" in str(view.get("foray")) and "reign" not in view else (
        "battle" if "reign" not in view else "campaign")  # fmt: skip
    rules = game("batalj", mode=mode, players=3 if mode == "foray" else 2)
    try:
        state = rules.from_view(view, seed=1, chance="ask")
    except ViewError:
        return
    assert state.check() is None
    for move in (state.legal() or state.outcomes())[:5]:
        assert play(state, move).check() is None


@pytest.mark.parametrize(("name", "text", "message"), [
    ("events.toml", '[x]\nenglish = "X"\ncount = 7\nverb = "dance"\nstatus = "likely"\n', "verb"),
    ("events.toml", '[x]\nenglish = "X"\ncount = 9\nverb = "gold"\nwhen = ["war"]\nstatus = "likely"\n',
     "when"),
    ("pillage.toml", "[chest]\n", "chest.status: is missing"),
    ("pillage.toml", '[chest]\nenglish = "Box"\nstatus = "official"\n', "makes the id box, not chest"),
    ("fiefs.toml", "", "has 0 fiefs"),
])  # fmt: skip
def test_wrong_data_are_named(tmp_path: Any, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(DataError, match=message):
        game("batalj", data=tmp_path)


def test_a_wrong_place_is_named(tmp_path: Any) -> None:
    shipped = (cards.folders(None)[0] / "realm.toml").read_text("utf-8")
    (tmp_path / "realm.toml").write_text(shipped.replace("poland = [6.4, 8]", "poland = [6.4]"), "utf-8")
    with pytest.raises(DataError, match=r"places\.poland: must be two numbers"):
        game("batalj", data=tmp_path)


def test_a_folder_of_data_replaces_files_of_the_same_names(tmp_path: Any) -> None:
    shipped = (cards.folders(None)[0] / "realm.toml").read_text("utf-8")
    (tmp_path / "realm.toml").write_text(shipped.replace("gold = 15", "gold = 33"), "utf-8")
    assert gold(game("batalj", data=tmp_path).new(seed=1)) == [33, 33]


def test_who_has_cards_before_the_lot_is_refused() -> None:
    shown = game("batalj", players=5).new(seed=1, chance="ask").view(0)
    shown["players"][1]["hand_size"] = 6
    with pytest.raises(ViewError, match="dealt too much"):
        game("batalj", players=5).from_view(shown, seed=1)


def test_a_winner_without_a_war_is_refused() -> None:
    with pytest.raises(ViewError, match="nobody has fought"):
        campaign("act", war={"victory": "enemy"})


def test_a_turn_s_card_is_refused_before_all_have_said_whether_they_foray() -> None:
    shown = {"players": 3, "regent": "red_pillage", "order": [0, 1, 2], "hand": {"loan": 1},
             "event": {"card": "exchange", "seat": 0, "back": "act"}, "other": {"hand_size": 1}}  # fmt: skip
    assert texts(campaign("target", declared=True, **shown)) == ["Grip"]
    with pytest.raises(ViewError, match="can be played in the window"):
        campaign("target", declared=False, **shown)


# -- what bots look at


@pytest.mark.parametrize(
    ("traders", "greater"),
    [({"russia": 1}, "fiefs"), ({"russia": 2, "poland": 2, "denmark": 2, "prussia": 2}, "trade")],
)
def test_the_greater_income_of_culture_and_science_outweighs_the_other(
    traders: dict[str, int], greater: str
) -> None:
    state = campaign("act", own={"traders": traders})
    incomes = [f"culture and science, income of {name}" for name in ("fiefs", "trade")]
    weights = dict(zip(texts(state), state.weigh(), strict=True))
    amounts = {text: gold(play(state, text))[0] for text in incomes}
    best, other = sorted(incomes, key=lambda text: -amounts[text])
    assert best.endswith(greater)
    assert weights[other] < weights[best] / 100
