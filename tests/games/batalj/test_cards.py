"""Batalj: every Regent and History card, and when each Event card can be played (RULES.md 2.2, 3, 4.2, 8.1).

What the Event cards do is tested in test_batalj_events.py.
"""

from pathlib import Path
from typing import Any

import pytest

from battlewise.core import State, game
from battlewise.core.games.batalj import cards
from tests.games.batalj.positions import (
    FAR_LEFT,
    FIEFS,
    LEFT,
    RESERVE,
    battle,
    campaign,
    field,
    gold,
    names,
    opening,
    pieces,
    play,
    texts,
)

DATA = cards.load(cards.folders(None))
A_REIGN_OF = (1, 6, 12)  # by era


def of_series(series: str) -> list[str]:
    return [card.id for card in DATA.history if cards.SERIES[card.series] == series]


PRICE = {card.id: card.price for card in DATA.history}
SHOWN = {card.id: card.original or card.english for card in DATA.history}


# -- Regent cards: what they do, whom they stand for

WARS = [card for card in DATA.regents if card.country is not None]
AT_PEACE = [
    card
    for card in DATA.regents
    if card not in WARS and cards.EFFECTS[card.effect] not in ("regency", "elective_war")
]
# Gold of seat 0 at the start, the Archbishop, its income of fiefs and of trade, whether there are forays, and
# whether cards of the deck can be bought.
PEACE: dict[str, Any] = {"start": 15, "archbishop": 1, "fiefs": 7, "trade": 5, "foray": False, "deck": False}
CHANGES: dict[str, dict[str, Any]] = {
    "peace": {},
    "good_harvest": {"fiefs": 14},
    "demand_imports": {"trade": 5 + 4},
    "famine": {"fiefs": 4},
    "tax": {"start": 8},
    "election": {"archbishop": 0},
    "blockade": {"trade": 3},
    "pillage": {"foray": True},
    "flourishing_culture": {"deck": True},
}


@pytest.mark.parametrize("card", AT_PEACE, ids=lambda card: card.id)
def test_each_regent_card_of_peace_does_what_it_says_and_nothing_else(card: cards.Regent) -> None:
    own = {"fiefs": names(*FIEFS[0], "lappland"), "traders": {"russia": 2}}
    state = opening(card.id, A_REIGN_OF[card.era], archbishop=1, seat0=own)
    found = {"start": gold(state)[0], "archbishop": state.view(None)["archbishop"], "foray": False}
    while state.view(None)["phase"] != "act":
        if "foray" in texts(state):
            found["foray"] = True
            state.play("stay at home")
        elif "lot for Sture" in texts(state):
            state.play("lot for Sture")
        else:
            state.roll()
    before = gold(state)[0]
    found["fiefs"] = gold(play(state, "agriculture"))[0] - before
    found["trade"] = gold(play(state, "trade", "leave the traders"))[0] - before + 6  # and upkeep
    sale = texts(play(state, "culture and science, income of fiefs"))
    display = state.view(None)["realm"]["display"]
    found["deck"] = any(f"buy {SHOWN[one]}" in sale for one in set(SHOWN) - set(display))
    assert found == {**PEACE, **CHANGES[cards.EFFECTS[card.effect]]}


@pytest.mark.parametrize("card", WARS, ids=lambda card: card.id)
def test_each_regent_card_of_war_calls_troops_against_its_country(card: cards.Regent) -> None:
    traders = {"denmark": 1, "poland": 1, "prussia": 1, "russia": 1}
    view = opening(card.id, A_REIGN_OF[card.era], seat0={"traders": traders}).view(None)
    country = card.id.split("_")[-1]
    assert (view["phase"], view["enemy"]) == ("commit", country)
    assert view["players"][0]["traders"] == {one: 1 for one in traders if one != country}


@pytest.mark.parametrize("card", DATA.regents, ids=lambda card: card.id)
def test_each_regent_card_stands_for_soldiers_a_commander_and_a_cannon(card: cards.Regent) -> None:
    state = battle("enemy_card", "enemy_forming", {}, {RESERVE: 0}, players=3, cards=())
    state.play({"kind": "enemy_card", "regent": card.id})
    assert pieces(state, "enemy", FAR_LEFT) == (card.soldiers, card.commander)
    assert state.view(None)["war"]["enemy_guns"] == card.cannon


def test_surplus_over_four_enemy_pieces_goes_to_the_reserve(tmp_path: Path) -> None:
    shipped = (cards.folders(None)[0] / "regents.toml").read_text("utf-8")
    led = shipped.replace(
        'country = "russia"\nsoldiers = 4', 'country = "russia"\nsoldiers = 4\ncommander = true'
    )
    (tmp_path / "regents.toml").write_text(led, "utf-8")
    rules = game("batalj", mode="battle", players=3, data=tmp_path)
    plain = battle("enemy_card", "enemy_forming", {}, {RESERVE: 0}, players=3, cards=())
    state = rules.from_view({**plain.view(0), "options": rules.options}, seed=1, chance="ask")
    state.play("enemy red war russia")
    assert pieces(state, "enemy", FAR_LEFT) == (3, 1)
    assert pieces(state, "enemy", RESERVE) == (1, 0)


def test_equals_throw_a_die_for_the_regency() -> None:
    state = opening("green_regency", 1)
    assert texts(state) == ["lot for Sture", "lot for Grip"]
    assert play(state, "lot for Grip").to_move == 1


# -- History cards


@pytest.mark.parametrize("card", of_series("castle"))
def test_each_castle_brings_two_in_agriculture_only(card: str) -> None:
    state = campaign("act", own={"cards": names(card)})
    assert gold(play(state, "agriculture"))[0] == 15 + 6 + 2
    assert gold(play(state, "culture and science, income of fiefs"))[0] == 15 + 6 - 5
    assert gold(play(state, "trade", "leave the traders"))[0] == 15 + 5 - 5


@pytest.mark.parametrize("card", of_series("queen"))
def test_each_queen_brings_two_in_trade_only(card: str) -> None:
    state = campaign("act", own={"cards": names(card)})
    assert gold(play(state, "trade", "leave the traders"))[0] == 15 + 5 + 2 - 5
    assert gold(play(state, "culture and science, income of trade"))[0] == 15 + 5 - 5
    assert gold(play(state, "agriculture"))[0] == 15 + 6


def bought(card: str) -> State:
    """Seat 0 has bought a card of the display with its only purchase; the Caroleans lie open too."""
    state = campaign("history", own={"gold": 40}, realm={"display": names(card, "caroleans")},
                     act={"activity": "culture", "purchases": 1})  # fmt: skip
    state = play(state, {"kind": "buy_card", "card": card, "scientist": False})
    assert gold(state)[0] == 40 - PRICE[card]
    return state


@pytest.mark.parametrize("card", of_series("scientist"))
def test_each_scientist_allows_one_card_more(card: str) -> None:
    assert texts(bought(card)) == ["buy Caroleans", "buy nothing"]


@pytest.mark.parametrize("card", of_series("culture"))
def test_each_culture_card_brings_an_event_card(card: str) -> None:
    state = bought(card)
    assert state.view(None)["phase"] == "draw"
    state.roll()
    assert state.view(None)["players"][0]["hand_size"] == 1
    assert state.view(None)["phase"] == "after"


@pytest.mark.parametrize(("card", "peace", "war"), [
    ("falun_copper_mine", 1, 1), ("mining", 2, 2), ("sala_silver_mine", 2, 0),
])  # fmt: skip
def test_each_mine_pays_before_anyone_moves(card: str, peace: int, war: int) -> None:
    own = {"cards": names(card)}
    assert gold(opening("red_peace", seat0=own))[0] == 15 + peace
    assert gold(opening("red_war_poland", seat0=own))[0] == 15 + war


@pytest.mark.parametrize("card", ["lennart_torstensson", "gustaf_horn", "carl_gustaf_armfeldt"])
@pytest.mark.parametrize(("reign", "serves"), [(2, False), (6, True), (12, False)])
def test_commanders_of_the_red_era_serve_in_the_red_era_only(card: str, reign: int, serves: bool) -> None:
    state = campaign("commit", reign=reign, enemy="russia", order=[], own={"cards": names(card)}, war={})
    assert (f"send {SHOWN[card]}" in texts(play(state, "send Närke"))) == serves


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_each_artillery_card_is_a_gun_of_its_strength(strength: int) -> None:
    card = f"artillery_{strength}"
    state = campaign("commit", enemy="russia", order=[], own={"cards": names(card)}, war={})
    state = play(state, "send Närke", {"kind": "commit_card", "card": card}, "send no further fief")
    assert state.view(None)["war"]["guns"] == [int(strength == i) for i in (1, 2, 3)]


# -- Event cards: when they can be played (8.1)


def at(time: str, archbishop: int, country: str) -> State:
    """Seat 0 of four holds one of every Event card, and each of them would do something."""
    hand = {event.id: 1 for event in DATA.events}
    riders: list[dict[str, Any]] = [{"status": "absent"} for _ in range(4)]
    riders[1]["loot"] = {"chest_1": 1}
    more: dict[str, Any] = {
        "players": 4,
        "hand": hand,
        "archbishop": archbishop,
        "own": {"gold": 99, "cards": names("gripsholm")},
        "other": {"hand_size": 2, "cards": names("haga", "lovisa_ulrika")},
        "foray": {"riders": riders},
        "regent": "red_blockade",
    }
    realm: dict[str, Any] = {"display": names("caroleans", "orbyhus")}
    act: dict[str, Any] = {"claimed": 1, "activity": "trade", "acted": names("trade")}
    if time in ("own", "after"):
        return campaign("act" if time == "own" else "after", realm=realm, act=act, **more)
    if time == "reaction":
        del hand["tax_refund"]
        event = {"card": "tax_refund", "seat": 1, "back": "window", "passed": [1]}
        return campaign("reaction", window="reveal", order=[], event=event, realm=realm, **more)
    realm["passed"] = [1, 2, 3]
    sent = [{"fiefs": names(FIEFS[seat][0])} for seat in range(4)]
    if time in ("spoils", "defeat"):
        realm.update(owing=[0, 1], passed=[1, 2, 3] if time == "spoils" else [])
        war = {"stage": "spoils" if time == "spoils" else "mourning", "sent": sent,
               "victory": "sweden" if time == "spoils" else "enemy"}  # fmt: skip
        phase, window = ("window", "spoils") if time == "spoils" else ("defeat", "none")
        return campaign(phase, window=window, order=[], enemy=country, war=war, realm=realm, **more)
    if time == "war":
        war = {"leader": 0, "sent": sent, "stage": "war_events", "round": 1, "cards": names("left"),
               "soldiers": field(sweden={LEFT: 2, RESERVE: 2}, enemy={FAR_LEFT: 2, RESERVE: 2}),
               "enemy_guns": 1}  # fmt: skip
        return campaign("window", window="war", order=[], enemy=country, war=war, realm=realm, **more)
    if time == "purchase":
        realm["passed"] = [1, 2, 3]
        act = {
            "activity": "culture",
            "purchases": 1,
            "item": "caroleans",
            "buying": "history",
        }
        return campaign("window", window="purchase", order=[1], realm=realm, act=act, **more)
    order = {"reveal": [], "before": [1], "end": [1, 0, 2, 3]}[time]
    return campaign("window", window=time, order=order, realm=realm, **more)


@pytest.mark.parametrize("time", cards.TIMES)
def test_every_event_card_can_be_played_at_its_times_and_at_no_other(time: str) -> None:
    """Not all of them fit one position: some need that one is Archbishop, or another; or a certain enemy."""
    offered: set[str] = set()
    for archbishop in (0, 1):
        for country in cards.COUNTRIES:
            docs = [move.doc for move in at(time, archbishop, country).legal()]
            offered |= {doc["event"] for doc in docs if doc["kind"] == "play_event"}
    assert offered == {event.id for event in DATA.events if event.when >> cards.TIMES.index(time) & 1}
