"""Batalj: the rulings of the campaign, by number (core/games/batalj/RULES.md 11).

Those of the battle (2 to 14, 33) are in test_batalj_battle.py, those of the foray (15 to 17, 45) in
test_batalj_foray.py, 27 is in test_batalj_cards.py; of the others those that are not here stand with their
rule, in test_batalj.py (30 to 32, 35) and test_batalj_events.py (40 to 42).
"""

from typing import Any

import pytest

from battlewise.core import State, game
from battlewise.core.games.batalj import cards
from tests.games.batalj.positions import (
    FAR_CENTRE,
    FAR_LEFT,
    FIEFS,
    LEFT,
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

EVENTS = {event.id: event.count for event in cards.load(cards.folders(None)).events}


def realm(state: State) -> dict[str, Any]:
    return state.view(None)["realm"]


def fiefs(state: State, seat: int = 0) -> set[str]:
    return set(state.view(None)["players"][seat]["fiefs"])


def to_the_next_reign(state: State) -> State:
    """With the last of the legal moves, which does least."""
    state = state.copy()
    while state.view(None)["reign"] == 6:
        state.roll() if state.is_chance else state.play(state.legal()[-1])
    return state


# -- wars: 1, 20, 21, 29, 34, 38, 44


@pytest.mark.parametrize(("reign", "leader"), [(6, 0), (7, 1)])
def test_r1_of_equal_senders_the_first_who_was_asked_leads(reign: int, leader: int) -> None:
    state = campaign("commit", reign=reign, enemy="russia", order=[], war={})
    assert state.to_move == leader
    sends = ["send Norrbotten", "send Småland"]
    state = play(state, *(sends if leader == 0 else sends[::-1]))
    assert state.view(None)["war"]["leader"] == leader


def test_an_enlistment_fights_and_is_not_paid() -> None:
    """40, and the card's text; so it may lead."""
    state = campaign("commit", enemy="russia", order=[], realm={"enlisted": names("narke")}, war={})
    state = play(state, "send Närke", "send Småland")
    assert gold(state) == [15 - 4, 15 - 2]
    while state.view(None)["phase"] == "form":
        state.play(state.legal()[0])
    assert sum(state.view(None)["war"]["soldiers"]["sweden"]) == 3 + 1


def test_r20_the_last_fief_is_not_lost_by_a_defeat() -> None:
    state = campaign("commit", enemy="denmark", order=[], own={"fiefs": names("narke")}, war={})
    state = play(state, "send no further fief", "send no further fief")
    assert [move.text for move in state.outcomes()] == [f"die {die}" for die in range(1, 7)]  # of Grip
    assert play(state, "die 1").to_move == 1
    assert fiefs(play(state, "die 6")) == {"narke"}


def test_r20_but_it_returns_to_its_country() -> None:
    state = campaign("commit", enemy="denmark", order=[], own={"fiefs": names("skane")}, war={})
    assert fiefs(play(state, "send no further fief", "send no further fief")) == set()


def test_r20_the_last_fief_is_not_lost_for_debts_or_wrath() -> None:
    poor = {"gold": 0, "traders": {}, "fiefs": names("narke")}
    state = play(campaign("act", own=poor), "trade", "leave the traders")
    assert state.view(None)["phase"] == "after"
    assert fiefs(state) == {"narke"}
    for card in ("royal_wrath", "fallen_from_grace"):
        last = playing(card, own={"gold": 90}, other={"fiefs": names("smaland")})
        assert {"kind": "play_event", "event": card} not in [move.doc for move in last.legal()]


def test_r21_a_conquered_fief_that_is_lost_is_free() -> None:
    poor = {"gold": 0, "traders": {}, "fiefs": names("narke", "skane")}
    state = play(campaign("act", own=poor), "trade", "leave the traders")
    assert "skane" not in realm(state)["free"]
    assert "skane" in realm(play(state, "give up Skåne"))["free"]


def won(enemy: str, *display: str, **more: Any) -> State:
    """Seat 0 alone has its spoils to choose."""
    return campaign("spoils", enemy=enemy, order=[], realm={"owing": [0], "display": names(*display)},
                    war={"stage": "spoils", "victory": "sweden", "sent": [{"fiefs": names("narke")}, {}]},
                    **more)  # fmt: skip


@pytest.mark.parametrize(
    ("enemy", "fief"), [("prussia", "Pommern"), ("russia", "Estland"), ("poland", "Livland")]
)
def test_spoils_are_a_fief_of_the_enemy_or_of_the_bank_if_it_has_none(enemy: str, fief: str) -> None:
    assert texts(play(won(enemy), "spoils: a fief")) == [f"fief {fief}"]
    own = {"fiefs": names("narke", fief.lower())}
    free = texts(play(won(enemy, own=own), "spoils: a fief"))
    assert "fief America" in free
    assert "fief Skåne" not in free


@pytest.mark.parametrize("card", ["johannes_bureus", "georg_stiernhielm"])
def test_r29_history_cards_as_spoils_bring_nothing_more(card: str) -> None:
    state = play(won("russia", card, "caroleans"), {"kind": "spoil_card", "card": card, "scientist": False})
    assert state.view(None)["players"][0]["cards"] == names(card)
    assert state.view(None)["players"][0]["hand_size"] == 0
    assert state.view(None)["reign"] == 7


def test_r34_the_four_victories_are_not_kept_for_points() -> None:
    state = played(at_war("battle_of_narva", {LEFT: 1}, {FAR_LEFT: 2}), "battle_of_narva", "the far left")
    assert realm(state)["discard"] == {"battle_of_narva": 1}
    assert realm(state)["kept"] == {}
    assert state.view(None)["players"][0]["fortune"] == 0


def test_r38_swedish_steel_does_not_count_where_nobody_stands() -> None:
    state = at_war(
        "taste_of_the_swedish_steel", {LEFT: 1}, {FAR_LEFT: 1, FAR_CENTRE: 1}, cards=names("left", "centre")
    )
    attacks = [
        text for text in texts(played(state, "taste_of_the_swedish_steel")) if text.startswith("attack from")
    ]
    assert attacks == ["attack from the left", "attack from the reserve"]


def test_r44_guns_and_the_reserve_roll_again_at_once_but_only_once() -> None:
    state = at_war("superior_tactician", {LEFT: 1}, {FAR_LEFT: 3}, guns=[1, 0, 0])
    state = play(played(state, "superior_tactician"), "die 6")
    assert state.view(None)["phase"] == "gun"
    assert pieces(play(state, "die 1"), "enemy", FAR_LEFT) == (2, 0)
    state = play(state, "die 6")
    assert state.view(None)["phase"] == "attack"
    state = play(state, "attack from the reserve", "die 6")
    assert state.view(None)["phase"] == "attack_die"
    assert pieces(play(state, "die 2"), "enemy", FAR_LEFT) == (1, 0)
    assert play(state, "die 6").view(None)["phase"] == "attack"


# -- turns: 18, 19, 23, 24, 25, 36, 39, 43


def test_r18_who_forays_collects_as_archbishop_and_draws_first() -> None:
    state = campaign("declare", regent="red_pillage", order=[0, 1], archbishop=0)
    rider = play(state, "foray")
    assert gold(rider) == [16, 14]
    assert rider.view(None)["phase"] == "draw"
    assert gold(play(state, "stay at home")) == [15, 15]


def test_r19_the_display_is_filled_before_a_turn_and_not_in_it() -> None:
    shown = names("caroleans", "orbyhus", "maria_eleonora", "land_reform")
    state = campaign("history", realm={"display": shown}, act={"activity": "culture", "purchases": 1})
    state = play(state, "buy Caroleans")
    assert state.view(None)["phase"] == "after"
    assert len(realm(state)["display"]) == 3
    state = play(state, "end the turn")
    assert state.view(None)["phase"] == "open"
    state.roll()
    assert len(realm(state)["display"]) == 4


def test_r23_what_has_become_too_dear_falls_through_and_something_else_may_be_bought() -> None:
    state = campaign(
        "window", seat=1, hand={"price_rise": 1}, window="purchase", own={"gold": 5},
        realm={"display": names("caroleans", "maria_eleonora"), "passed": [0]},
        act={"activity": "culture", "purchases": 1, "item": "caroleans",
             "buying": "history"},
    )  # fmt: skip
    state = play(state, "play Price Rise")
    assert texts(state) == ["buy Maria Eleonora", "buy nothing"]
    assert gold(state)[0] == 5


def test_r24_loans_are_of_four_sums_and_one_at_a_time() -> None:
    assert texts(played(playing("loan"), "loan")) == ["5 gold", "10 gold", "15 gold", "20 gold"]
    assert "play Loan" not in texts(playing("loan", own={"debt": 5}))


def test_r24_a_loan_is_not_due_after_a_foray() -> None:
    riders = [{"status": "riding", "at": "lubeck-wismar"}, {"status": "absent"}]
    state = campaign("march", regent="red_pillage", declared=True, order=[0, 1], own={"gold": 50, "debt": 5},
                     foray={"riders": riders, "die": 1})  # fmt: skip
    state = to_the_next_reign(play(state, "go to lubeck"))
    assert gold(state)[0] == 50
    assert state.view(None)["players"][0]["debt"] == 5


@pytest.mark.parametrize(("regent", "income"), [("green_famine", 12), ("red_good_harvest", 24)])
def test_r25_an_extra_tax_is_doubled_by_a_good_harvest_and_not_halved_by_famine(
    regent: str, income: int
) -> None:
    state = played(
        playing("extra_tax_on_your_peasants", regent=regent),
        "extra_tax_on_your_peasants",
        "agriculture",
        "die 4",
    )
    assert gold(state)[0] == 15 + income


def test_r36_chancellors_act_in_the_own_turn_only() -> None:
    own = {"cards": names("lord_high_steward")}
    assert "use Lord High Steward" in texts(campaign("after", own=own))
    window = {"window": "before", "order": [1], "realm": {"passed": [1]}}
    assert texts(campaign("window", own=own, hand={"loan": 1}, **window)) == ["pass"]


def test_r39_the_move_won_by_intrigues_at_the_court_brings_no_card_and_no_claim() -> None:
    act = {"activity": "trade", "acted": names("trade")}
    state = played(
        playing("intrigues_at_the_court", "after", act=act, archbishop=0), "intrigues_at_the_court", "die 5"
    )
    assert state.view(None)["phase"] == "act"
    assert gold(state) == [13, 15]
    assert state.view(None)["players"][0]["hand_size"] == 0


def test_r43_a_regency_council_repeats_a_reign_that_was_cut_short() -> None:
    state = playing("masquerade_murder", "after", hand={"regency_council": 1}, regent="red_tax")
    state = played(played(state, "masquerade_murder"), "regency_council")
    assert state.view(None)["reign"] == 6
    assert state.view(None)["order"] == []
    assert gold(state) == [8, 8]


def test_the_archbishops_claim_cannot_be_answered() -> None:
    """Ecclesiastical intrigues come before the turn, or too late for it."""
    state = campaign("window", hand={"ecclesiastical_intrigues": 1}, window="before", order=[1], archbishop=1,
                     realm={"passed": [1]})  # fmt: skip
    assert gold(played(state, "ecclesiastical_intrigues")) == [15, 15]
    state = play(state, "pass")
    assert gold(state) == [14, 16]
    assert state.is_chance  # the Event card of the turn: nobody is asked


def test_an_empty_deck_of_event_cards_is_made_of_the_discard_pile() -> None:
    """3.1."""
    gone = {card: n for card, n in EVENTS.items() if card != "loan"}
    state = campaign("window", hand={"loan": 1}, window="before", order=[1],
                     realm={"passed": [1], "discard": gone})  # fmt: skip
    state = play(state, "pass")
    assert realm(state)["discard"] == {}
    assert len(state.outcomes()) == len(EVENTS) - 1
    rest = {**gone, "archiepiscopal_election": 3}
    state = campaign("window", hand={"loan": 1}, window="before", order=[1],
                     realm={"passed": [1], "discard": rest})  # fmt: skip
    state = play(state, "pass")
    assert texts(state) == ["event Archiepiscopal Election for Grip"]
    assert sum(realm(state)["discard"].values()) == sum(EVENTS.values()) - 2


# -- Event cards: 22, 26, 28, 37, 46


def test_r22_a_tie_in_a_feud_changes_nothing() -> None:
    state = played(playing("mighty_neighbour"), "mighty_neighbour", "Närke against Södermanland")
    state = play(state, "die 3", "die 3")
    assert "narke" in fiefs(state)
    assert "sodermanland" in fiefs(state, 1)


@pytest.mark.parametrize(("dice", "taken"), [((4, 3), False), ((5, 3), True)])
def test_a_neighbours_feud_counts_troops(dice: tuple[int, int], taken: bool) -> None:
    """Two of Närke against three of Södermanland; both have three crowns."""
    state = played(playing("neighbours_feud"), "neighbours_feud", "Närke against Södermanland")
    assert ("sodermanland" in fiefs(play(state, *(f"die {die}" for die in dice)))) == taken


@pytest.mark.parametrize("card", ["mighty_neighbour", "neighbours_feud"])
def test_r22_foreign_fiefs_cannot_be_taken_in_a_feud_free_ones_can(card: str) -> None:
    state = played(playing(card, own={"fiefs": names("vastergotland")}), card)
    assert texts(state) == ["Västergötland against Närke", "Västergötland against Småland"]
    state = play(state, "Västergötland against Närke", "die 6", "die 1")
    assert fiefs(state) == {"vastergotland", "narke"}


PEOPLE = (
    "olaus_petri",
    "katarina_jagellonica",
    "tycho_brahe",
    "gustaf_horn",
    "axel_von_fersen",
    "philosopher_1",
)
THINGS = ("caroleans", "artillery_2", "lord_high_steward", "gripsholm")


def test_r26_early_death_and_castle_fire_strike_cards_of_the_others() -> None:
    for card, struck in (("early_death", PEOPLE), ("castle_fire", ("gripsholm",))):
        state = playing(card, other={"cards": names(*PEOPLE, *THINGS)})
        assert {move.doc["card"] for move in played(state, card).legal()} == set(struck)
        own = playing(card, own={"cards": names(*PEOPLE, *THINGS)})
        assert {"kind": "play_event", "event": card} not in [move.doc for move in own.legal()]


def test_r28_what_a_seat_has_given_away_is_not_remembered() -> None:
    state = playing("exchange", hand={"archbishop_assassinated": 1}, other={"hand_size": 3})
    state = played(state, "exchange", "Grip", "pass")
    state.roll()
    state.roll()
    state.play({"kind": "give_event", "event": "archbishop_assassinated"})
    assert "archbishop_assassinated" in state.view(1)["hand"]
    hands = [state.redealt(0, seed).view(1)["hand"] for seed in range(20)]
    assert any("archbishop_assassinated" not in hand for hand in hands)


@pytest.mark.parametrize("card", ["connections_to_the_court", "influential_office"])
def test_r37_a_reaction_cannot_be_answered(card: str) -> None:
    """Brahe is asked about the tax refund, but not about what Grip does with it."""
    event = {"card": "tax_refund", "seat": 0, "back": "act", "passed": [0]}
    seats = [{"fiefs": names(*FIEFS[seat]), "hand_size": int(seat > 0)} for seat in range(3)]
    view = {"seat": 1, "phase": "reaction", "reign": 6, "players": seats, "order": [0], "event": event,
            "hand": {card: 1}}  # fmt: skip
    state = game("batalj", players=3).from_view(view, seed=1, chance="ask")
    state = played(state, card)
    if card == "connections_to_the_court":
        assert state.view(None)["phase"] == "act"
        assert gold(state) == [15, 15, 15]
        return
    assert state.view(None)["event"]["card"] == "tax_refund"
    assert gold(play(state, "pass")) == [20, 20, 20]


def test_r46_an_exchange_needs_a_card_to_give() -> None:
    assert "play Exchange" not in texts(playing("exchange", other={"hand_size": 3}))
    assert "play Exchange" in texts(playing("exchange", hand={"loan": 1}, other={"hand_size": 3}))


def test_a_blockade_runner_trades_as_ever_under_a_blockade() -> None:
    window = {"window": "reveal", "order": [], "regent": "red_blockade", "realm": {"passed": [1]}}
    state = played(campaign("window", hand={"blockade_runner": 1}, **window), "blockade_runner")
    assert realm(state)["runners"] == [0]
    state = play(state, "lot for Sture")
    while state.view(None)["phase"] != "act":
        state.roll()
    assert gold(play(state, "trade", "leave the traders"))[0] == 15 + 5 - 5


def test_hidden_resources_buy_three_cards_with_a_scientist_and_never_four() -> None:
    shown = names("johannes_bureus", "olof_rudbeck", "caroleans", "orbyhus")
    state = playing("hidden_resources", own={"gold": 60}, realm={"display": shown})
    state = played(state, "hidden_resources", "culture and science, income of trade")
    state = play(state, "buy Johannes Bureus", "buy Olof Rudbeck", "buy Caroleans")
    assert state.view(None)["phase"] == "after"
    assert "orbyhus" in realm(state)["display"]


# -- 9 Commitments


def in_secret() -> State:
    """Sture decides first, Grip last; each has one fief, and Sture a Militaria card."""
    view = {"seat": 0, "phase": "commit", "war": {}, "players": [
        {"fiefs": names("narke"), "cards": names("caroleans")}, {"fiefs": names("smaland")}]}  # fmt: skip
    return game("batalj", mode="battle", players=2).from_view(view, seed=1, chance="ask")


def test_the_last_commitment_is_seen_by_all() -> None:
    state = play(in_secret(), "send Närke", "send Caroleans", "send Småland")
    assert [move.text for _, move in state.log(1)] == ["decide in secret what to send"] * 2 + ["send Småland"]
    assert state.log(0)[-1][1].text == "send Småland"


def test_unseen_commitments_are_dealt_by_the_prior() -> None:
    """Each fief and none alike, each Militaria card two times of three."""
    state = play(in_secret(), "send Närke", "send Caroleans")
    sent = [state.redealt(1, seed).view(0)["war"]["sent"][0] for seed in range(1200)]
    armies = [one for one in sent if one["fiefs"]]
    assert abs(len(armies) / 1200 - 1 / 2) < 0.05
    assert abs(sum(bool(one["cards"]) for one in armies) / len(armies) - 2 / 3) < 0.07
    assert not any(one["cards"] for one in sent if not one["fiefs"])
