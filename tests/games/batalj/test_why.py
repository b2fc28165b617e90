"""Batalj: why something cannot be chosen now, one position for each reason."""

from typing import Any

from battlewise.core import State, game
from tests.core.reasons import Case, of_moves, of_things
from tests.games.batalj.positions import (
    CENTRE,
    FAR_LEFT,
    FAR_RIGHT,
    LEFT,
    RESERVE,
    battle,
    campaign,
    foray,
    names,
    play,
    played,
    playing,
)

SHOWN = {"realm": {"display": names("gripsholm", "sala_silver_mine")}}
WAR: dict[str, Any] = {"enemy": "russia", "regent": "red_war_russia"}


def attack(**more: Any) -> State:
    return battle("attack", "swedish_attacks", {LEFT: 2, CENTRE: 2}, {FAR_LEFT: 2}, **more)


def forming(*fiefs: str, **more: Any) -> State:
    sent = [{"fiefs": names("norrbotten", "dalarna", "narke")}]
    empty = {RESERVE: 0}
    return battle("form", "forming", empty, empty, cards=(), unplaced=names(*fiefs), sent=sent, **more)


def march(die: int = 2) -> State:
    return foray("march", [{"at": "wismar"}, {"at": "hamburg"}], die=die)


def starting() -> State:
    """A rider chooses the city of its start."""
    rules = game("batalj", mode="foray", players=1)
    return rules.from_view(rules.minimal_views()["start"], seed=1)


CASES: list[Case] = [
    # Event cards
    (
        lambda: campaign("act"),
        "event:winds_of_war",
        [
            "Winds of War: not in your hand.",
        ],
    ),
    (
        lambda: playing("winds_of_war"),
        "event:winds_of_war",
        [
            "Winds of War: played in your turn, after its activity.",
        ],
    ),
    (
        lambda: playing("winds_of_war", "after", own={"gold": 3}),
        "event:winds_of_war",
        [
            "Winds of War costs 7 gold; you have 3.",
        ],
    ),
    (
        lambda: playing("archbishop_assassinated"),
        "event:archbishop_assassinated",
        [
            "Archbishop Assassinated!: there is nothing that it could do now: the office of the "
            "Archbishop falls vacant, and its family loses 1 AP.",
        ],
    ),
    (
        lambda: playing("royal_wrath", "fief"),
        "event:royal_wrath",
        [
            "Royal Wrath: played in your turn, before or after its activity, or at the start of a "
            "reign, or before the turn of another player.",
        ],
    ),
    (
        lambda: playing("intrigue", "window", order=[1]),
        "fief:narke",
        [
            "Närke: only Event cards are played now.",
        ],
    ),
    (
        lambda: played(playing("diplomatic_pressure"), "diplomatic_pressure"),
        "country:denmark",
        [
            "Diplomatic Pressure: send home another player's trader. Denmark: not one of those "
            "that can be chosen.",
        ],
    ),
    # fiefs
    (
        lambda: campaign("act"),
        "fief:gotland",
        [
            "Gotland: in the bank; a fief is bought after agriculture.",
        ],
    ),
    (
        lambda: campaign("act"),
        "fief:narke",
        [
            "Närke: your own; nothing is done with it now.",
        ],
    ),
    (
        lambda: campaign("act"),
        "fief:smaland",
        [
            "Småland: belongs to Grip.",
        ],
    ),
    (
        lambda: campaign("fief"),
        "fief:narke",
        [
            "Närke: yours already.",
        ],
    ),
    (
        lambda: campaign("fief"),
        "fief:smaland",
        [
            "Småland: belongs to Grip; fiefs are bought of the bank.",
        ],
    ),
    (
        lambda: campaign("fief", own={"gold": 9}),
        "fief:uppland",
        [
            "Uppland costs 21 gold; you have 9.",
        ],
    ),
    (
        lambda: campaign("fief", act={"barred_fiefs": names("gotland")}),
        "fief:gotland",
        [
            "Gotland: cannot be bought any more in this turn.",
        ],
    ),
    (
        lambda: campaign("debt", act={"owed": 5}),
        "fief:smaland",
        [
            "Småland: belongs to Grip; you give up a fief of your own.",
        ],
    ),
    (
        lambda: campaign("commit", **WAR),
        "fief:smaland",
        [
            "Småland: not yours to send.",
        ],
    ),
    (
        lambda: campaign("commit", own={"gold": 0}, **WAR),
        "fief:dalarna",
        [
            "Dalarna: sent for 2 gold a troop symbol, 4 gold in all; you have 0.",
        ],
    ),
    (
        lambda: forming("narke", "dalarna"),
        "fief:narke",
        [
            "Närke: placed later; first Dalarna.",
        ],
    ),
    (
        lambda: forming("narke", "dalarna"),
        "fief:uppland",
        [
            "Uppland: not one of the Province cards to be placed.",
        ],
    ),
    # History cards
    (
        lambda: campaign("act", **SHOWN),
        "card:gripsholm",
        [
            "Gripsholm: on display; a History card is bought in culture and science.",
        ],
    ),
    (
        lambda: campaign("act", own={"cards": names("gripsholm")}),
        "card:gripsholm",
        [
            "Gripsholm: yours; not a card that is given up for a purchase.",
        ],
    ),
    (
        lambda: campaign("act", other={"cards": names("gripsholm")}),
        "card:gripsholm",
        [
            "Gripsholm: belongs to Grip.",
        ],
    ),
    (
        lambda: campaign("act"),
        "card:gripsholm",
        [
            "Gripsholm: not on display.",
        ],
    ),
    (
        lambda: campaign("fief", **SHOWN),
        "card:gripsholm",
        [
            "Gripsholm: you buy a fief now; History cards are bought in culture and science.",
        ],
    ),
    (
        lambda: campaign("history", act={"purchases": 1, "activity": "culture"}, own={"gold": 4}, **SHOWN),
        "card:gripsholm",
        [
            "Gripsholm costs 5 gold; you have 4.",
        ],
    ),
    (
        lambda: campaign(
            "history",
            act={"purchases": 1, "activity": "culture"},
            own={"cards": names("glimmingehus"), "gold": 40},
            **SHOWN,
        ),
        "card:glimmingehus",
        [
            "Glimmingehus: yours already.",
        ],
    ),
    (
        lambda: campaign("history", act={"purchases": 1, "activity": "culture"}, own={"gold": 40}, **SHOWN),
        "card:glimmingehus",
        [
            "Glimmingehus: not on display.",
        ],
    ),
    (
        lambda: campaign("commit", own={"cards": names("gripsholm")}, **WAR),
        "card:gripsholm",
        [
            "Gripsholm: only Militaria go to war.",
        ],
    ),
    (
        lambda: campaign("commit", own={"cards": names("german_mercenaries")}, **WAR),
        "card:german_mercenaries",
        [
            "German mercenaries: Militaria are asked for one after the other, after the fiefs.",
        ],
    ),
    (
        lambda: campaign("commit", **WAR),
        "card:german_mercenaries",
        [
            "German mercenaries: not yours to send.",
        ],
    ),
    # countries, activities
    (
        lambda: campaign("act"),
        "country:russia",
        [
            "Russia: a trader is placed or moved by the activity trade.",
        ],
    ),
    (
        lambda: campaign(
            "trader", act={"activity": "trade"}, own={"traders": {}}, other={"traders": {"poland": 3}}
        ),
        "country:poland",
        [
            "Poland: has room for 3 traders, and they are there.",
        ],
    ),
    (
        lambda: campaign("act"),
        "activity:trade",
        [
            "The activity trade can be chosen now.",
        ],
    ),
    (
        lambda: campaign("act", act={"acted": names("trade")}),
        "activity:trade",
        [
            "The activity trade: carried out already in this turn.",
        ],
    ),
    (
        lambda: campaign("act", act={"forced": "culture"}),
        "activity:trade",
        [
            "The activity trade: an Event card demands culture.",
        ],
    ),
    # the battle
    (
        attack,
        "area:right",
        [
            "The Swedish right sector: no Swedish pieces there to attack.",
        ],
    ),
    (
        attack,
        "area:centre",
        [
            "The Swedish centre sector: no enemy pieces in front of it.",
        ],
    ),
    (
        lambda: attack(done=names("left")),
        "area:left",
        [
            "The Swedish left sector: has attacked in this round already.",
        ],
    ),
    (
        lambda: battle("aim", "swedish_guns", {LEFT: 2}, {FAR_LEFT: 2, FAR_RIGHT: 2}, guns=[1, 0, 0]),
        "area:far_centre",
        [
            "The enemy sector opposite the centre: no enemy pieces there.",
        ],
    ),
    (
        lambda: forming("narke", "dalarna"),
        "area:far_left",
        [
            "The enemy sector opposite the left: the army is formed in the three Swedish sectors "
            "and in reserve.",
        ],
    ),
    (
        lambda: play(forming("narke", "dalarna", "norrbotten"), "Norrbotten to the left"),
        "area:left",
        [
            "The Swedish left sector: a Province card lies there; a sector holds one.",
        ],
    ),
    (
        lambda: forming("narke"),
        "area:left",
        [
            "The Swedish left sector: at least one Province card goes to the reserve.",
        ],
    ),
    # the foray
    (
        march,
        "space:berlin",
        [
            "Berlin: 8 steps away; the die shows 2.",
        ],
    ),
    (
        lambda: march(6),
        "space:hamburg",
        [
            "Hamburg: the rider of Grip stands there.",
        ],
    ),
    (
        starting,
        "space:berlin",
        [
            "Berlin: a rider starts in Lübeck or Stettin.",
        ],
    ),
]


test_why_nothing_can_be_done_with_a_thing = of_things(CASES)

MOVES: list[Case] = [
    (
        lambda: foray("march", [{"at": "wismar"}], die=6),
        "raid schwerin",
        [
            "Schwerin: no marker lies there.",
        ],
    ),
    (
        lambda: play(forming("narke", "dalarna", "norrbotten"), "Norrbotten to the left"),
        "Dalarna to the left",
        [
            "The Swedish left sector: a Province card lies there; a sector holds one.",
        ],
    ),
    (
        lambda: campaign("fief", own={"gold": 9}),
        "buy Uppland",
        [
            "Uppland costs 21 gold; you have 9.",
        ],
    ),
]

test_why_a_move_is_not_allowed = of_moves(MOVES)
