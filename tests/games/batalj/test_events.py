"""Batalj: the Event cards, one test each and more (core/games/batalj/RULES.md 8)."""

from typing import Any

import pytest

from battlewise.core import State, game
from battlewise.core.games.batalj import cards
from tests.games.batalj.positions import (
    FIEFS,
    RESERVE,
    at_war,
    campaign,
    gold,
    names,
    pieces,
    play,
    played,
    playing,
    texts,
)

CARDS = [event.id for event in cards.load(cards.folders(None)).events]


def fiefs(state: State, seat: int = 0) -> set[str]:
    return set(state.view(None)["players"][seat]["fiefs"])


# -- own turn: income and purchases


def test_noble_marriage_makes_fiefs_cheaper() -> None:
    state = played(playing("noble_marriage", own={"gold": 6}), "noble_marriage", "agriculture")
    assert "buy Lappland" in texts(state)  # 8 less 2 for its crown, after an income of 6
    assert gold(play(state, "buy Lappland"))[0] == 6 + 6 - 6


def test_demand_for_imports_brings_five_in_trade() -> None:
    plain = play(campaign("act"), "trade", "leave the traders")
    state = played(playing("demand_for_imports"), "demand_for_imports", "trade", "leave the traders")
    assert gold(state)[0] == gold(plain)[0] + 5


def test_peasant_tax_throws_a_die_for_each_fief() -> None:
    state = played(
        playing("extra_tax_on_your_peasants"), "extra_tax_on_your_peasants", "agriculture", "die 4"
    )
    assert gold(state)[0] == 15 + 3 * 4


def test_hidden_resources_buy_two_history_cards() -> None:
    shown = {"display": names("caroleans", "orbyhus", "maria_eleonora")}
    state = played(playing("hidden_resources", realm=shown), "hidden_resources")
    state = play(state, "culture and science, income of trade", "buy Caroleans")
    assert state.view(None)["phase"] == "history"
    assert play(state, "buy Örbyhus").view(None)["phase"] == "after"


def test_supply_train_spares_upkeep_or_brings_soldiers() -> None:
    plain = play(campaign("act"), "trade", "leave the traders")
    state = played(playing("supply_train"), "supply_train", "trade", "leave the traders")
    assert gold(state)[0] == gold(plain)[0] + 5
    war = played(at_war("supply_train", {}, {}), "supply_train")
    assert pieces(war, "sweden", RESERVE) == (6, 0)


def test_bad_harvest_of_another() -> None:
    state = playing("bad_harvest", "window", seat=1, realm={"passed": [0]})
    state = played(state, "bad_harvest")
    state.roll()
    assert gold(play(state, "agriculture"))[0] == 15 + 3  # Närke's 3 crowns bring nothing


def test_crop_failure_blights_an_area_for_the_reign() -> None:
    state = played(playing("crop_failure"), "crop_failure", "Dalarna")
    assert gold(play(state, "agriculture"))[0] == 15 + 1  # Dalarna and its neighbour Närke bring nothing


def test_hidden_reserves_need_a_castle() -> None:
    assert "play Hidden Reserves" not in texts(playing("hidden_reserves"))
    state = played(playing("hidden_reserves", own={"cards": names("gripsholm")}), "hidden_reserves")
    assert gold(state) == [20, 15]


@pytest.mark.parametrize(
    ("card", "after"),
    [("confiscations_from_the_church", [20, 17]), ("tax_refund", [20, 20]), ("inflation", [15, 13]),
     ("inquest_and_reduction", [8, 8]), ("extra_war_tax", [10, 10])],
)  # fmt: skip
def test_gold_of_all(card: str, after: list[int]) -> None:
    assert gold(played(playing(card), card)) == after


@pytest.mark.parametrize(("card", "own"), [("extra_tax_to_the_church", 10), ("local_war_tax", 11)])
def test_taxes_of_an_area(card: str, own: int) -> None:
    assert gold(played(playing(card), card, "Dalarna"))[0] == own


def test_loan_is_repaid_double_at_the_end_of_the_next_turn() -> None:
    state = played(playing("loan"), "loan", "20 gold")
    assert gold(state)[0] == 35
    assert state.view(None)["players"][0]["debt"] == 20
    later = campaign("after", own={"gold": 50, "debt": 20})
    assert gold(play(later, "end the turn"))[0] == 10


def test_who_cannot_repay_gives_fiefs_back() -> None:
    state = play(campaign("after", own={"gold": 5, "debt": 5}), "end the turn")
    assert state.view(None)["phase"] == "debt"
    assert fiefs(play(state, "give up Norrbotten")) == {"dalarna", "narke"}


def test_each_card_of_income_and_price_counts_once_in_a_turn() -> None:
    """Good administration gives a second activity in the same turn."""
    hand = {"demand_for_imports": 1, "good_administration": 1}
    state = played(
        playing("demand_for_imports", hand=hand), "demand_for_imports", "trade", "leave the traders"
    )
    before = gold(state)[0]
    state = play(played(state, "good_administration"), "culture and science, income of trade")
    assert gold(state)[0] == before + 5 - 5  # two traders, upkeep
    hand = {"good_administration": 1}
    state = playing("better_roads", "after", hand=hand, act={"acted": names("trade")})
    state = played(played(state, "better_roads", "Närke"), "good_administration", "agriculture")
    assert gold(state)[0] == 15 + 6
    own = {"gold": 60, "cards": names("lord_high_steward")}
    state = played(playing("noble_marriage", own=own), "noble_marriage", "agriculture", "buy Lappland")
    before = gold(state)[0]
    assert gold(play(state, "use Lord High Steward", "buy America"))[0] == before - 5


def test_a_blighted_fief_brings_nothing_by_its_road_either() -> None:
    blight = {"roads": names("narke"), "blighted": names("narke")}
    assert gold(play(campaign("act", realm=blight), "agriculture"))[0] == 15 + 3
    harvest = campaign("act", realm={"roads": names("narke")}, act={"bad_harvest": True})
    assert gold(play(harvest, "agriculture"))[0] == 15 + 3


def test_land_reform_adds_to_a_tax_on_peasants() -> None:
    state = playing("extra_tax_on_your_peasants", own={"cards": names("land_reform")})
    assert gold(played(state, "extra_tax_on_your_peasants", "agriculture", "die 4"))[0] == 15 + 3 * (4 + 1)


def test_enlistments_pay_no_war_tax() -> None:
    state = playing("local_war_tax", realm={"enlisted": names("narke")})
    assert gold(played(state, "local_war_tax", "Dalarna"))[0] == 11


def test_cards_that_strike_an_area_need_somebody_there() -> None:
    assert "play Plague Rages" not in texts(playing("plague"))
    struck = played(playing("plague", other={"cards": names("maria_eleonora")}), "plague")
    assert "Södermanland" in texts(struck)
    assert "Norrbotten" not in texts(struck)
    assert "Pommern" not in texts(played(playing("riots"), "riots"))


def test_of_several_fiefs_in_revolt_the_dearest_stays() -> None:
    own = {"fiefs": names("dalarna", "narke")}
    state = play(played(playing("peasant_revolt", own=own), "peasant_revolt", "Dalarna"), "die 6")
    assert fiefs(state) == {"narke"}


@pytest.mark.parametrize("card", ["masquerade_murder", "abdication"])
def test_a_loan_is_repaid_if_the_turn_ends_with_the_reign(card: str) -> None:
    state = played(playing(card, "after", own={"gold": 60, "debt": 20}), card)
    assert gold(state)[0] == 20
    assert state.view(None)["players"][0]["debt"] == 0
    fresh = playing(card, "after", hand={"loan": 1})
    fresh = play(fresh, {"kind": "play_event", "event": "loan"}, "20 gold")
    fresh = played(fresh, card)
    assert fresh.view(None)["players"][0]["debt"] == 20
    assert fresh.view(None)["realm"]["fresh_debt"] == []
    poor = played(playing(card, "after", own={"gold": 5, "debt": 5}, order=[1, 0], place=1), card)
    assert poor.view(None)["phase"] == "debt"
    assert play(poor, "give up Norrbotten").view(None)["reign"] == 7


def test_a_loan_of_a_turn_that_ends_in_war_is_due_after_the_next_one() -> None:
    state = playing("winds_of_war", "after", own={"gold": 60}, hand={"loan": 1})
    state = play(state, {"kind": "play_event", "event": "loan"}, "20 gold")
    state = played(state, "winds_of_war", "poland")
    while state.view(None)["reign"] == 6:
        state.roll() if state.is_chance else state.play(state.legal()[-1])
    assert state.view(None)["realm"]["fresh_debt"] == []
    assert state.view(None)["players"][0]["debt"] == 20


@pytest.mark.parametrize("window", ["before", "after"])
def test_a_seat_that_has_not_moved_loses_its_move(window: str) -> None:
    more: dict[str, Any] = {"order": [0], "players": 3}
    if window == "before":
        more.update(window="before", order=[2, 1], place=1, realm={"passed": [1, 2]})
    state = campaign("after" if window == "after" else "window", hand={"masquerade_murder": 1}, **more)
    state = played(state, "masquerade_murder")
    assert state.check() is None
    assert state.view(None)["reign"] == 7
    assert state.view(None)["order"] == []


# -- traders


@pytest.mark.parametrize("when", ["act", "after", "window"])
def test_trading_privileges_place_a_trader(when: str) -> None:
    more = {"seat": 0, "window": "reveal", "order": []} if when == "window" else {}
    state = played(playing("commercial_privileges", when, **more), "commercial_privileges", "denmark")
    assert state.view(None)["players"][0]["traders"] == {"denmark": 1, "russia": 2}


def test_out_of_the_heat_moves_any_trader() -> None:
    state = played(playing("out_of_the_heat"), "out_of_the_heat", "the trader of Grip from russia to denmark")
    assert state.view(None)["players"][1]["traders"] == {"denmark": 1, "russia": 1}


def test_diplomatic_pressure_sends_another_trader_home() -> None:
    state = played(playing("diplomatic_pressure"), "diplomatic_pressure", "the trader of Grip in russia")
    assert state.view(None)["players"][1]["traders"] == {"russia": 1}


def test_blockade_runner_keeps_traders_when_war_breaks_out() -> None:
    state = playing("blockade_runner", "window", window="reveal", order=[], enemy="russia")
    assert play(state, "pass").view(None)["players"][0]["traders"] == {}
    ran = played(state, "blockade_runner")
    assert [player["traders"] for player in ran.view(None)["players"]] == [{"russia": 2}, {}]


def test_trading_empire_is_kept_and_counts_with_three_traders() -> None:
    state = played(playing("trading_empire"), "trading_empire")
    assert state.view(None)["players"][0]["empires"] == 1
    assert state.view(None)["realm"]["kept"] == {"trading_empire": 1}


# -- fiefs


@pytest.mark.parametrize(("card", "dice", "won"), [
    ("mighty_neighbour", (5, 1), True), ("mighty_neighbour", (1, 5), False),
    ("neighbours_feud", (3, 3), False),
])  # fmt: skip
def test_feuds_are_decided_by_dice_and_symbols(card: str, dice: tuple[int, int], won: bool) -> None:
    state = played(playing(card), card, "Närke against Södermanland")
    state = play(state, *(f"die {die}" for die in dice))
    assert ("sodermanland" in fiefs(state)) == won
    assert state.view(None)["phase"] == "act"


def test_no_seat_loses_its_last_fief_in_a_feud() -> None:
    state = playing("mighty_neighbour", other={"fiefs": names("sodermanland")})
    state = played(state, "mighty_neighbour")
    assert "Närke against Södermanland" not in texts(state)


@pytest.mark.parametrize(("card", "die", "left"), [
    ("riots", 3, 3), ("riots", 4, 3), ("riots", 5, 1), ("riots", 6, 1),
    ("peasant_revolt", 4, 3), ("peasant_revolt", 5, 2), ("peasant_revolt", 6, 1),
])  # fmt: skip
def test_revolts_cost_fiefs_of_an_area(card: str, die: int, left: int) -> None:
    """Around Dalarna: Dalarna 2/2 and Närke 3/2 of seat 0."""
    state = play(played(playing(card), card, "Dalarna"), f"die {die}")
    assert len(fiefs(state)) == left


def test_fallen_from_grace_takes_a_fief_for_its_price() -> None:
    state = played(playing("fallen_from_grace"), "fallen_from_grace", "Småland")
    assert "smaland" in fiefs(state)
    assert gold(state) == [3, 27]


def test_royal_wrath_costs_a_fief_of_the_victims_choice() -> None:
    state = played(playing("royal_wrath"), "royal_wrath", "Grip")
    assert state.to_move == 1
    assert fiefs(play(state, "give up Småland"), 1) == {"tavastehus", "sodermanland"}


def test_enlistment_adds_a_troop_without_upkeep_or_points() -> None:
    state = played(playing("enlistment"), "enlistment", "Närke")
    assert state.view(None)["realm"]["enlisted"] == names("narke")
    assert gold(play(state, "trade", "leave the traders"))[0] == 15 + 5 - 5


def test_better_roads_bring_two_gold_from_the_next_turn_on() -> None:
    state = played(playing("better_roads"), "better_roads", "Närke")
    assert gold(play(state, "agriculture"))[0] == 15 + 6
    later = campaign("act", realm={"roads": names("narke")})
    assert gold(play(later, "agriculture"))[0] == 15 + 8


# -- History cards


def test_shrewd_negotiator_buys_for_twice_the_price() -> None:
    state = playing("shrewd_negotiator", other={"cards": names("caroleans")})
    state = played(state, "shrewd_negotiator")
    state.play(state.legal()[0])
    assert state.view(None)["players"][0]["cards"] == names("caroleans")
    assert gold(state) == [5, 25]


@pytest.mark.parametrize(("card", "cards"), [("early_death", ("tycho_brahe", "gripsholm")),
                                             ("castle_fire", ("gripsholm", "tycho_brahe"))])  # fmt: skip
def test_cards_are_removed(card: str, cards: tuple[str, str]) -> None:
    state = played(playing(card, other={"cards": names(*cards)}), card)
    assert len(state.legal()) == 1
    assert play(state, state.legal()[0]).view(None)["players"][1]["cards"] == names(cards[1])


def test_plague_takes_a_person_of_each_in_the_area() -> None:
    state = playing("plague", own={"cards": names("tycho_brahe", "gustaf_horn")},
                    other={"cards": names("maria_eleonora", "gripsholm")})  # fmt: skip
    state = played(state, "plague", "Närke")
    assert texts(state) == ["discard Tycho Brahe", "discard Gustaf Horn"]
    state = play(state, "discard Gustaf Horn", "discard Maria Eleonora")
    assert state.view(None)["players"][0]["cards"] == names("tycho_brahe")
    assert state.view(None)["players"][1]["cards"] == names("gripsholm")


@pytest.mark.parametrize("phase", ["act", "window"])
def test_time_of_upheaval_replaces_two_cards_on_display(phase: str) -> None:
    shown = ("caroleans", "orbyhus", "maria_eleonora")
    state = playing("time_of_upheaval", phase, realm={"display": names(*shown)}, order=[1, 0])
    if phase == "act":
        state = playing("time_of_upheaval", realm={"display": names(*shown)})
    state = played(state, "time_of_upheaval", "Caroleans and Örbyhus")
    for _ in range(2):
        assert state.view(None)["phase"] == "open"
        assert state.check() is None
        state.play(state.outcomes()[0])
    display = set(state.view(None)["realm"]["display"])
    assert len(display) == 3
    assert display.isdisjoint({"caroleans", "orbyhus"})
    assert state.view(None)["phase"] == ("act" if phase == "act" else "draw")


@pytest.mark.parametrize(
    ("card", "kept"), [("secret_liaisons", "liaisons"), ("esteemed_architect", "architects")]
)
def test_cards_that_count_as_others_at_the_end(card: str, kept: str) -> None:
    assert played(playing(card), card).view(None)["players"][0][kept] == 1


# -- Event cards


def test_inspiring_speech_draws_three() -> None:
    state = played(playing("inspiring_speech"), "inspiring_speech")
    for _ in range(3):
        state.roll()
    assert state.view(None)["players"][0]["hand_size"] == 3
    assert state.view(None)["phase"] == "act"


def test_lost_opportunity_costs_another_a_random_card() -> None:
    state = played(playing("lost_opportunity", other={"hand_size": 2}), "lost_opportunity", "Grip", "pass")
    state.roll()
    assert state.view(None)["players"][1]["hand_size"] == 1


def test_a_reaction_may_empty_the_hand_that_was_to_lose_a_card() -> None:
    event = {"card": "lost_opportunity", "seat": 0, "target": {"seat": 1}, "passed": [0]}
    rules = game("batalj", players=3)
    seats = [{"fiefs": names(*FIEFS[seat]), "hand_size": int(seat > 0)} for seat in range(3)]
    view = {"seat": 1, "phase": "reaction", "reign": 6, "players": seats, "order": [0], "event": event,
            "hand": {"influential_office": 1}}  # fmt: skip
    state = play(rules.from_view(view, seed=1, chance="ask"), "play Influential Office")
    assert state.view(None)["players"][1]["hand_size"] == 0
    assert state.to_move == 2
    assert state.check() is None
    state = play(state, "pass")
    assert state.view(None)["phase"] == "act"
    assert state.view(None)["players"][1]["hand_size"] == 1  # the card taken


def test_witch_trials_cost_a_card_for_each_fief_of_an_area() -> None:
    state = played(playing("witch_trials", other={"hand_size": 3}), "witch_trials", "Södermanland")
    state = play(state, "pass")
    while state.is_chance:
        state.roll()
    assert state.view(None)["players"][1]["hand_size"] == 1  # Södermanland and Småland


def test_exchange_takes_two_cards_for_one() -> None:
    state = playing("exchange", hand={"loan": 1}, other={"hand_size": 3})
    state = played(state, "exchange", "Grip", "pass")
    state.roll()
    state.roll()
    assert state.view(None)["phase"] == "give"
    taken = state.log(1)[-1][1]
    assert taken.doc["event"] is not None
    assert state.log(None)[-1][1].doc["event"] is None
    state.play({"kind": "give_event", "event": "loan"})
    assert [player["hand_size"] for player in state.view(None)["players"]] == [2, 2]
    assert state.log(None)[-1][1].text == "give a card"


def test_court_connections_cancel_a_card() -> None:
    event = {"card": "tax_refund", "seat": 1, "back": "window", "passed": [1]}
    state = campaign("reaction", hand={"connections_to_the_court": 1}, window="reveal", order=[], event=event)
    cancelled = play(state, "play Connections to the Court")
    assert gold(cancelled) == [15, 15]
    assert cancelled.view(None)["realm"]["discard"] == {"tax_refund": 1, "connections_to_the_court": 1}
    assert gold(play(state, "pass")) == [20, 20]


def test_influential_office_takes_the_card_another_has_played() -> None:
    event = {"card": "tax_refund", "seat": 1, "back": "window", "passed": [1]}
    state = campaign("reaction", hand={"influential_office": 1}, window="reveal", order=[], event=event)
    taken = play(state, "play Influential Office")
    assert gold(taken) == [20, 20]
    assert taken.view(0)["hand"] == {"tax_refund": 1}


# -- turns and reigns


def test_intrigue_chooses_anothers_activity() -> None:
    state = played(playing("intrigue", "window", seat=1, realm={"passed": [0]}), "intrigue", "to trade")
    state.roll()
    assert [text for text in texts(state) if not text.startswith("play")] == ["trade"]


def test_political_influence_moves_first() -> None:
    state = playing("political_influence", "window", window="reveal", order=[], realm={"passed": [1]})
    assert played(state, "political_influence").view(None)["order"][0] == 0


def test_influence_in_the_nobility_orders_those_who_wait() -> None:
    state = campaign("after", players=4, hand={"influence_in_the_house_of_nobility": 1})
    state = play(state, {"kind": "play_event", "event": "influence_in_the_house_of_nobility"})
    assert len(state.legal()) == 6
    orders = {tuple(play(state, move).view(None)["order"]) for move in state.legal()}
    assert orders == {
        (0, a, b, c) for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3) if len({a, b, c}) == 3
    }


def test_nobody_is_ordered_who_has_been_on_a_foray() -> None:
    riders = [{"status": "absent"}, {"status": "home"}, {"status": "slain"}, {"status": "absent"},
              {"status": "absent"}]  # fmt: skip
    state = campaign("after", players=5, hand={"influence_in_the_house_of_nobility": 1}, regent="red_pillage",
                     declared=True, order=[0, 1, 2, 3, 4], foray={"riders": riders})  # fmt: skip
    state = played(state, "influence_in_the_house_of_nobility")
    assert texts(state) == ["then Eka, Tre Rosor", "then Tre Rosor, Eka"]
    state = play(state, "then Tre Rosor, Eka")
    assert state.check() is None
    assert state.view(None)["order"] == [0, 4, 3, 1, 2]


def test_the_order_can_be_set_before_the_first_marker_is_drawn() -> None:
    hand = {"influence_in_the_house_of_nobility": 1}
    state = campaign("window", players=3, hand=hand, window="reveal", order=[], realm={"passed": [1, 2]})
    state = played(state, "influence_in_the_house_of_nobility")
    assert len(state.legal()) == 6
    assert play(state, "then Brahe, Sture, Grip").view(None)["order"] == [2, 0, 1]
    first = campaign("window", players=3, hand=hand, window="reveal", order=[2], realm={"passed": [1, 2]})
    first = played(first, "influence_in_the_house_of_nobility")
    assert texts(first) == ["then Sture, Grip", "then Grip, Sture"]  # who moves first keeps that
    assert play(first, "then Grip, Sture").view(None)["order"] == [2, 1, 0]


def test_good_administration_is_another_activity() -> None:
    state = playing("good_administration", "after", act={"activity": "trade", "acted": names("trade")})
    assert texts(played(state, "good_administration")) == [
        "agriculture", "culture and science, income of fiefs", "culture and science, income of trade"
    ]  # fmt: skip


@pytest.mark.parametrize(("die", "again"), [(4, False), (5, True), (6, True)])
def test_intrigues_at_the_court_pay_two_for_any_activity(die: int, again: bool) -> None:
    state = playing("intrigues_at_the_court", "after", act={"activity": "trade", "acted": names("trade")})
    state = played(state, "intrigues_at_the_court", f"die {die}")
    assert gold(state)[0] == 13
    assert ("trade" in texts(state)) == again


def test_winds_of_war_start_a_war() -> None:
    state = played(playing("winds_of_war", "after"), "winds_of_war", "denmark")
    assert gold(state)[0] == 8
    assert state.view(None)["enemy"] == "denmark"
    assert state.view(None)["phase"] == "commit"


@pytest.mark.parametrize("card", ["masquerade_murder", "abdication"])
def test_the_reign_ends_and_the_others_lose_their_move(card: str) -> None:
    state = played(playing(card, "after"), card)
    while state.is_chance:
        state.roll()
    assert state.view(None)["reign"] == 7


def test_regency_council_repeats_the_reign() -> None:
    state = playing("regency_council", "window", window="end", order=[0, 1], place=0, regent="red_tax",
                    realm={"passed": [1]})  # fmt: skip
    state = played(state, "regency_council")
    assert state.view(None)["reign"] == 6
    assert gold(state) == [8, 8]


# -- purchases


def buying(card: str) -> State:
    """Seat 0 wants the Karoliner; seat 1 holds the card."""
    return campaign(
        "window", seat=1, hand={card: 1}, window="purchase",
        realm={"display": names("caroleans"), "passed": [0]},
        act={"activity": "culture", "purchases": 1, "item": "caroleans",
             "buying": "history"},
    )  # fmt: skip


def test_price_rise_makes_a_history_card_dearer() -> None:
    assert gold(play(buying("price_rise"), "pass"))[0] == 10
    assert gold(play(buying("price_rise"), "play Price Rise"))[0] == 8


def test_conflict_of_interests_undoes_a_purchase() -> None:
    state = play(buying("conflict_of_interests"), "play Conflict of Interests")
    assert state.view(None)["players"][0]["cards"] == {}
    assert gold(state)[0] == 15
    assert "caroleans" in state.view(None)["realm"]["display"]


# -- the Archbishop


def test_assassination_leaves_the_office_empty_and_sullies_the_family() -> None:
    state = played(playing("archbishop_assassinated", archbishop=1), "archbishop_assassinated")
    assert state.view(None)["archbishop"] is None
    assert state.view(None)["players"][1]["sullied"] == 1


def test_election_goes_to_the_left_or_by_die() -> None:
    assert (
        played(playing("archiepiscopal_election", archbishop=1), "archiepiscopal_election").view(None)[
            "archbishop"
        ]
        == 0
    )
    vacant = played(playing("archiepiscopal_election"), "archiepiscopal_election")
    assert texts(vacant) == ["lot for Sture", "lot for Grip"]
    assert play(vacant, "lot for Grip").view(None)["archbishop"] == 1


def test_manipulated_election_names_the_archbishop() -> None:
    assert (
        played(
            playing("manipulated_archiepiscopal_election"), "manipulated_archiepiscopal_election", "Sture"
        ).view(None)["archbishop"]
        == 0
    )


def test_ecclesiastical_intrigues_silence_the_next_claim() -> None:
    state = played(playing("ecclesiastical_intrigues", archbishop=1), "ecclesiastical_intrigues")
    assert state.view(None)["silenced"] is True
    quiet = play(campaign("window", hand={"loan": 1}, window="before", order=[1], archbishop=1, silenced=True,
                          realm={"passed": [1]}), "pass")  # fmt: skip
    assert gold(quiet) == [15, 15]
    assert quiet.view(None)["silenced"] is False


def test_authority_of_the_church_collects_four_each() -> None:
    state = playing(
        "authority_of_the_church_increases",
        archbishop=0,
        act={"claimed": 1},
        own={"gold": 16},
        other={"gold": 14},
    )
    assert gold(played(state, "authority_of_the_church_increases")) == [19, 11]
    assert "play Authority of the Church Increases" not in texts(
        playing("authority_of_the_church_increases", archbishop=1)
    )


# -- Pillage markers


def loot(**kinds: int) -> dict[str, Any]:
    riders = [
        {"status": "absent"},
        {"status": "absent", "loot": kinds},
    ]
    return {"riders": riders}


def test_lost_booty_goes_back_to_the_box() -> None:
    state = playing("lost_booty", foray=loot(chest_40=1))
    state = played(state, "lost_booty")
    state.play(state.legal()[0])
    assert state.view(None)["foray"]["riders"][1]["loot"] == {}
    assert state.view(None)["foray"]["unseen"]["chest_40"] == 1


def test_stolen_booty_is_a_random_marker() -> None:
    state = played(
        playing("stealing_the_booty", foray=loot(chest_40=1, chalice_1=2)), "stealing_the_booty", "Grip"
    )
    assert [(move.text, round(p, 3)) for move, p in state.chances()] == [
        ("marker chest 40 is stolen", 0.333), ("marker chalice 1 is stolen", 0.667)
    ]  # fmt: skip
    assert play(state, "marker chest 40 is stolen").view(None)["foray"]["riders"][0]["loot"] == {
        "chest_40": 1
    }
