"""What a view of the game holds (RULES.md 9): each field once, for the mode and the seats of the game."""

from collections.abc import Mapping
from typing import Any

from battlewise.core.games.batalj.cards import COUNTRIES, Data
from battlewise.core.games.batalj.state import (
    AREAS,
    BATTLE_ROUNDS,
    FORAY_ROUNDS,
    GUNS,
    HISTORY,
    MOST_GOLD,
    MOST_HAND,
    REIGNS,
    RESERVE,
    Phase,
    Series,
)
from battlewise.core.games.batalj.words import (
    ACTIVITY_IDS,
    AREA_IDS,
    ARMY_IDS,
    CHANCES,
    GUN_IDS,
    PHASE_IDS,
    PIECE_IDS,
    RIDING_IDS,
    STAGE_IDS,
    STAGES,
    VICTORY_IDS,
    WINDOW_IDS,
    WINDOWS,
    Names,
)
from battlewise.core.schemas import (
    Kind,
    Part,
    counts,
    document,
    each,
    flag,
    listing,
    maybe,
    number,
    one_of,
    ordered,
    part,
)

MOST_PIECES = 120  # of an army in an area
MOST_EVENTS = 99  # cards of a kind
MOST_MARKERS = 99
MOST_CARDS = 20  # guns, Province cards and the like
MOST_DEBT = 20
MOST_KEPT = 9  # of cards kept for the end, and of what they count
NO_PIECES = [0] * AREAS
AREAS_IN_ORDER = f"in the areas {', '.join(AREA_IDS)}"


class Ids:
    """The ids of what can be on the table."""

    def __init__(self, names: Names, data: Data, mode: str, seats: int) -> None:
        history = [card.id for card in data.history if mode != "battle" or card.series == Series.MILITARIA]
        self.names = names
        self.seats = seats
        self.seat = number(0, seats - 1)
        self.fief = one_of(names.fiefs, "Fief")
        self.fiefs = counts(self.fief, 1)
        self.card = one_of(history, "HistoryCard")
        self.cards = counts(self.card, 1)
        self.event = one_of(names.events, "EventCard")
        self.events = counts(self.event, MOST_EVENTS)
        self.regent = one_of(names.regents, "RegentCard")
        self.regents = counts(self.regent, 1)
        self.country = one_of(COUNTRIES, "Country")
        self.space = one_of(names.spaces, "Space")
        self.marker = one_of(names.markers, "Marker")
        self.markers = counts(self.marker, MOST_MARKERS)
        self.area = one_of(AREA_IDS, "Area")
        self.activity = one_of(ACTIVITY_IDS, "Activity")
        self.phase = one_of(PHASE_IDS, "Phase")
        self.some_seats = ordered(listing(self.seat, seats), int)
        self.traders = counts(self.country, seats + max(data.realm.room))
        self.gold = data.realm.gold


def form(names: Names, data: Data, options: Mapping[str, Any]) -> dict[str, Part]:
    """The fields of a view beside those that all games have."""
    mode, seats = str(options["mode"]), int(options["players"])
    ids = Ids(names, data, mode, seats)
    fields = {
        "phase": part(
            one_of(phases(data, options)),
            "What is asked, as the catalogue says, or which chance comes: "
            f"{_meanings({one: CHANCES[one] for one in phases(data, options) if one in CHANCES})}.",
        ),
        "turn": part(
            number(0, int(options["turn_limit"])), "How many turns, rounds of battle and marches are over.", 0
        ),
    }
    if mode != "battle":
        fields |= {
            "order": part(
                listing(ids.seat, seats),
                "The seats whose turn markers are drawn, first to last.",
                [],
            ),
            "place": part(number(0, seats), "The place in `order` of the seat that has its turn, from 0.", 0),
        }
    if mode != "foray":
        players = each(_player(ids, mode), seats)
        fields["players"] = part(players, "What all know of each seat, in their order.")
    if mode == "campaign":
        fields |= _reign(ids)
    if mode != "foray":
        none = "there is none" if mode == "campaign" else ""
        fields["war"] = part(_war(ids), "The war.", inferred=none)
    if mode != "battle":
        none = "nobody rides" if mode == "campaign" else ""
        fields["foray"] = part(_foray(ids), "The foray, and the Pillage markers.", inferred=none)
    if mode != "battle":
        unit = "the gold that its treasures are worth, 20 for an AP" if mode == "foray" else "its AP"
        fields["points"] = part(
            each(number(-MOST_GOLD, MOST_GOLD), seats), f"Of each seat {unit}.", inferred="the rest",
            when="at the end",
        )  # fmt: skip
    return fields


def phases(data: Data, options: Mapping[str, Any]) -> list[str]:
    """The phases, also those of chance, that a game with these options can come to."""
    if options["mode"] == "foray":
        used = [Phase.ORDER_PHASE, *range(Phase.MARKERS_PHASE, Phase.MARKER_PHASE + 1), Phase.OVER_PHASE]
        if options["markers"] >= data.pillage.cities:
            used.remove(Phase.MARKERS_PHASE)
        if options["players"] == 1:
            used.remove(Phase.ORDER_PHASE)
    elif options["mode"] == "battle":
        used = [Phase.DEAL_PHASE, *range(Phase.COMMIT_PHASE, Phase.REDEPLOY_PHASE + 1), Phase.OVER_PHASE]
        used.remove(Phase.REROLL_PHASE)  # which takes an Event card
    else:
        used = list(range(len(PHASE_IDS)))
    return [PHASE_IDS[phase] for phase in used]


def _meanings(texts: Mapping[str, str]) -> str:
    """What ids stand for, in a row."""
    return "; ".join(f"`{one}` {text}" for one, text in texts.items())


def _player(ids: Ids, mode: str) -> Kind:
    kept = number(0, MOST_KEPT)
    fields = {
        "gold": part(number(0, MOST_GOLD), "Its gold.", ids.gold),
        "fiefs": part(ids.fiefs, "The fiefs that it has.", {}),
        "cards": part(ids.cards, "The History cards that it has.", {}),
    }
    if mode == "campaign":
        fields |= {
            "debt": part(number(0, MOST_DEBT), "The gold that it has borrowed, to be repaid twice.", 0),
            "traders": part(ids.traders, "How many traders it has in each country.", {}),
            "hand_size": part(number(0, MOST_HAND), "How many Event cards it holds.", 0),
            "empires": part(kept, "Event cards kept that give an AP for three traders at the end.", 0),
            "liaisons": part(kept, "Event cards kept that count as a queen at the end.", 0),
            "architects": part(kept, "Event cards kept that count as a castle at the end.", 0),
            "sullied": part(kept, "The AP that assassinations have cost it.", 0),
            "fortune": part(kept, "The AP that dice for its cards have given at the end.", 0),
            "more_spoils": part(kept, "How many more spoils it may choose.", 0),
        }
    return document("Player", "What all know of a seat.", **fields)


def _reign(ids: Ids) -> dict[str, Part]:
    """The fields of a campaign alone."""
    return {
        "reign": part(number(0, REIGNS - 1), "The number of the reign, from 0.", 0),
        "regent": part(maybe(ids.regent), "The Regent card of the reign, or null.", None),
        "enemy": part(
            maybe(ids.country),
            "The country with which there is war, or null.",
            inferred="the country of the Regent card if `war` is given, else null",
        ),
        "archbishop": part(maybe(ids.seat), "The seat that has the Archbishop, or null.", None),
        "silenced": part(flag, "Whether the Archbishop collects nothing the next time.", False),
        "declared": part(flag, "Whether all have said if they go on the foray.", False),
        "window": part(
            one_of(WINDOW_IDS),
            "The time at which the others may play Event cards, as long as they are asked:"
            f" {_meanings(WINDOWS)}.",
            "none",
        ),
        "realm": part(_realm(ids), "What lies on the table for all.", inferred="nothing does"),
        "act": part(_act(ids), "The turn in progress.", inferred="nothing was done"),
        "hand": part(ids.events, "The seat's own Event cards.", {}, when="if a seat sees the view"),
        "event": part(_event(ids), "The Event card that is played.", when="while one is"),
    }


def _realm(ids: Ids) -> Kind:
    fields = {
        "free": part(ids.fiefs, "The fiefs of the bank.", inferred="all that no seat and no country has"),
        "enlisted": part(ids.fiefs, "The fiefs with one troop more by an Event card.", {}),
        "roads": part(ids.fiefs, "The fiefs with better roads.", {}),
        "blighted": part(ids.fiefs, "The fiefs that bring nothing in this reign.", {}),
        "display": part(ids.cards, "The History cards on sale.", {}),
        "gone_cards": part(ids.cards, "The History cards that are out of the game.", {}),
        "scientists": part(ids.cards, "The philosophers that count as scientists.", {}),
        "regents_left": part(
            ids.regents, "The Regent cards in the deck.", inferred="all but that of the reign"
        ),
        "discard": part(ids.events, "The discard pile of the Event cards.", {}),
        "kept": part(ids.events, "The Event cards that were played for good.", {}),
        "runners": part(ids.some_seats, "The seats that neither war nor blockade touch in this reign.", []),
        "fresh_debt": part(ids.some_seats, "The seats that have borrowed in this turn.", []),
        "passed": part(ids.some_seats, "The seats that have passed in the window.", []),
        "owing": part(
            ids.some_seats, "The seats that have still to choose spoils, or that may lose a fief.", []
        ),
        "no_spoils": part(ids.some_seats, "The seats that get no spoils.", []),
    }
    return document("Realm", "What lies on the table for all.", **fields)


def _act(ids: Ids) -> Kind:
    fields = {
        "activity": part(
            maybe(ids.activity), "The activity that is carried out; null for a debt after the turn.",
            "agriculture",
        ),
        "forced": part(maybe(ids.activity), "The activity that an Event card has named, or null.", None),
        "acted": part(counts(ids.activity, 1), "The activities carried out in this turn.", {}),
        "claimed": part(
            number(0, 2), "What the Archbishop has got: 0 nothing, 1 a gold of each, 2 three of each.", 0
        ),
        "discount": part(number(0, 40), "The gold that each crown takes off the price of the next fief.", 0),
        "trade_bonus": part(number(0, 60), "The gold that trade brings more.", 0),
        "peasant_tax": part(flag, "Whether fiefs bring a die of gold each.", False),
        "extra_purchases": part(flag, "Whether there is one more purchase.", False),
        "no_upkeep": part(flag, "Whether there is no upkeep.", False),
        "bad_harvest": part(flag, "Whether fiefs of three crowns bring nothing.", False),
        "purchases": part(number(0, 4), "How many History cards can still be bought.", 0),
        "made": part(number(0, 4), "How many History cards were bought.", 0),
        "draws": part(number(0, 20), "How many Event cards are still to be drawn.", 0),
        "owed": part(number(0, 200), "The gold that is owed.", 0),
        "item": part(
            maybe(one_of([*ids.names.fiefs, *ids.names.history])), "The fief or card that is bought.", None
        ),
        "scientist": part(flag, "Whether a philosopher is bought as a scientist.", False),
        "extra": part(number(0, 20), "The gold by which an Event card has raised the price.", 0),
        "buying": part(maybe(ids.phase), "The phase in which it is bought, or null.", None),
        "home": part(maybe(ids.phase), "The phase in which a chancellor was used, or null.", None),
        "fresh_roads": part(ids.fiefs, "The fiefs whose roads were made better in this turn.", {}),
        "barred_fiefs": part(ids.fiefs, "The fiefs that cannot be bought in this turn.", {}),
        "barred_cards": part(ids.cards, "The History cards that cannot be bought in this turn.", {}),
    }  # fmt: skip
    return document("Turn", "The turn in progress.", **fields)


def _event(ids: Ids) -> Kind:
    fields = {
        "card": part(ids.event, "The card."),
        "seat": part(
            ids.seat, "The seat that plays it.", inferred="the seat that has its turn, if no window is open"
        ),
        "target": part(
            maybe(_target(ids)),
            "What the card means, as the move that names it says; null while it is not named, and if the card"
            " needs none.",
            None,
        ),
        "die": part(number(0, 6), "The first die of a feud; 0: it is not rolled.", 0),
        "back": part(
            ids.phase, "The phase in which it was played.", inferred="window if one is open, else act"
        ),
        "taker": part(maybe(ids.seat), "The seat that takes it into its hand afterwards, or null.", None),
        "passed": part(ids.some_seats, "The seats that do not answer it.", []),
        "left": part(
            number(0, MOST_CARDS), "How many cards or markers are still to be taken, laid out or given up.",
            inferred="1 if one is due, else 0",
        ),
        "seats_left": part(ids.some_seats, "The seats that the plague has still to strike.", []),
        "fiefs_left": part(ids.fiefs, "The fiefs that witch trials have still to strike.", {}),
    }  # fmt: skip
    return document("PlayedEvent", "An Event card that is played.", **fields)


def _target(ids: Ids) -> Kind:
    """Each card has some of the fields, as its move has."""
    some = "if the card means one"
    second = one_of([*ids.names.fiefs, *COUNTRIES, *ids.names.history])
    fields = {
        "fief": part(ids.fief, "The fief, or the middle of an area.", when=some),
        "seat": part(ids.seat, "The seat.", when=some),
        "country": part(ids.country, "The country.", when=some),
        "card": part(ids.card, "The History card.", when=some),
        "to": part(
            second, "The fief attacked, the country a trader goes to, or the second History card.", when=some
        ),
        "activity": part(ids.activity, "The activity.", when=some),
        "number": part(number(5, 20), "The gold that is borrowed.", when=some),
        "order": part(
            listing(ids.seat, ids.seats, 2), "The seats that have not moved yet, in their order.", when=some
        ),
        "marker": part(ids.marker, "The Pillage marker.", when=some),
        "area": part(ids.area, "The sector.", when=some),
        "piece": part(
            one_of(PIECE_IDS), "The `soldier`, `commander` or `cannon` of the enemy's reserve.", when=some
        ),
        "gun": part(one_of(GUN_IDS), "The cannon.", when=some),
    }  # fmt: skip
    return document("Target", "What an Event card means.", **fields)


def _foray(ids: Ids) -> Kind:
    rider = {
        "status": part(
            one_of(RIDING_IDS), "Whether it is `absent`, `riding`, `home` again or `slain`.",
            inferred="riding in a foray alone, or with a space or booty; else absent",
        ),
        "at": part(maybe(ids.space), "The space where it is, or null.", None),
        "waiting": part(flag, "Whether it has not left the city of its start yet.", False),
        "booty": part(ids.markers, "The markers that it carries.", {}),
        "loot": part(ids.markers, "The markers that its seat has brought home.", {}),
    }  # fmt: skip
    fields = {
        "die": part(number(0, 6), "The die for the march; 0 before it is rolled.", 0),
        "marches": part(number(0, FORAY_ROUNDS), "How many rounds of marches are over.", 0),
        "unseen": part(
            ids.markers, "The markers that nobody has turned over: on the map, or mixed beside it.",
            inferred="all that are nowhere else",
        ),
        "returned": part(ids.markers, "The markers that went back into the box in this foray.", {}),
        "face_down": part(
            counts(one_of(ids.names.cities, "City"), 1), "The small cities with a marker.",
            inferred="all while there are marches, else none",
        ),
        "riders": part(
            each(document("Rider", "A rider.", **rider), ids.seats), "The rider of each seat, in their order."
        ),
    }  # fmt: skip
    return document("Foray", "A foray, and the Pillage markers.", **fields)


def _war(ids: Ids) -> Kind:
    few = number(0, MOST_CARDS)
    army = {
        "fiefs": part(ids.fiefs, "The fiefs whose troops go.", {}),
        "cards": part(ids.cards, "The History cards that go with them.", {}),
    }
    sent = maybe(document("Sent", "What a seat has sent to the war.", **army))
    areas = each(number(0, MOST_PIECES), AREAS)
    both = {
        name: part(areas, f"Those of {whose}, {AREAS_IN_ORDER}.", NO_PIECES)
        for name, whose in zip(ARMY_IDS, ("Sweden", "the enemy"), strict=True)
    }
    pieces = document("Pieces", "The pieces of a kind.", **both)
    fields = {
        "committed": part(number(0, ids.seats), "How many seats have decided what they send.", 0),
        "step": part(
            number(0, 99),
            "Of the seat that decides what it sends, how many decisions it has made; else the step of the"
            " redeployment from 1, or 1 and 2 for the fief and the gold of spoils.",
            0,
        ),
        "leader": part(maybe(ids.seat), "The seat that decides for Sweden, or null.", None),
        "sent": part(
            each(sent, ids.seats), "What each seat has sent; null while it is a secret.", [None] * ids.seats
        ),
        "stage": part(
            one_of(STAGE_IDS), f"Where a round of the battle stands: {_meanings(STAGES)}.",
            inferred="what phase and window say",
        ),
        "round": part(number(0, BATTLE_ROUNDS + 1), "The number of the round, from 1.", 0),
        "soldiers": part(pieces, "The soldiers of both armies.", inferred="there are none"),
        "commanders": part(pieces, "The commanders of both armies.", inferred="there are none"),
        "guns": part(each(few, GUNS), "How many Swedish cannons there are of strength 1, 2, 3.", [0, 0, 0]),
        "enemy_guns": part(few, "How many cannons the enemy has.", 0),
        "cards": part(
            counts(one_of(AREA_IDS[:RESERVE]), 1), "The sectors in which a Province card lies.", {}
        ),
        "spare": part(few, "How many Province cards lie beside the Swedish reserve.", 0),
        "unplaced": part(ids.fiefs, "The Province cards that the leader has still to place.", {}),
        "unplaced_soldiers": part(number(0, 60), "How many other soldiers are still to be placed.", 0),
        "unplaced_commanders": part(number(0, 60), "How many commanders are still to be placed.", 0),
        "enemy_cards": part(ids.regents, "The Regent cards that were drawn as the enemy.", {}),
        "index": part(
            number(0, HISTORY - 1),
            "Counts within the stage: the cannons that have fired; the cards that the enemy has drawn; the"
            " area, in their order from 0, of an attack, or from which on pieces are placed or moved;"
            " the commanders that the enemy has still to place; of spoils that are drawn the seat; at the end"
            " the History card whose die is rolled.",
            0,
        ),
        "area": part(maybe(ids.area), "The area that was hit or is attacked, or null.", None),
        "losses": part(number(0, 6), "How many pieces are to be lost.", 0),
        "done": part(counts(ids.area, 1), "The areas that have attacked in this round.", {}),
        "rerolled": part(number(0, 6), "The failed die that may be rolled again; 0: none.", 0),
        "tactician": part(flag, "Whether each Swedish roll that fails can be rolled again once.", False),
        "steel": part(few, "As how many pieces each Swedish sector attacks in this round; 0: as it is.", 0),
        "victory": part(
            one_of(VICTORY_IDS), "Who has won: `sweden`, the `enemy`, or nobody yet (`open`).",
            inferred="what the stage says",
        ),
    }  # fmt: skip
    return document("War", "A war.", **fields)
