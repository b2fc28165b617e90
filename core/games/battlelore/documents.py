"""What a view of the game holds (RULES.md 12): each field once, for the scenario that is played."""

from collections.abc import Sequence

from battlewise.core.games.battlelore.facts import TIMINGS
from battlewise.core.games.battlelore.state import MOST_COUNTED, Phase
from battlewise.core.games.battlelore.words import FACES, PHASES, SIDES, TERRAIN, WINDOWS, Names
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
    part,
    table,
)

# The most that a state has room for (state.pxd).
UNITS = 28
ARMY = 18
BANNERS = 12
DICE = 10
DAMAGE = 30
_FULL = (
    Phase.OFFER_PHASE,
    Phase.SCENARIO_PHASE,
    Phase.INITIATIVE_PHASE,
    Phase.FORD_PHASE,
    Phase.MUSTER_PHASE,
    Phase.DEPLOY_PHASE,
    Phase.BOTTOM_PHASE,
    Phase.EXTRA_ORDER_PHASE,
    Phase.WINDOW_PHASE,
    Phase.CANCEL_PHASE,
    Phase.AIM_PHASE,
    Phase.LORE_PHASE,
    Phase.LORE_DRAW_PHASE,
    Phase.LORE_DISCARD_PHASE,
)
_LEARNING = (Phase.EXCHANGE_PHASE,)
# The phases that ask for no decision.
NOT_ASKED = {
    "offer": "Chance deals scenario cards.",
    "initiative": "Chance says who is the first player, as the scenario cards do not.",
    "setup": "Chance deals the starting hands.",
    "song": "Chance rolls the four dice of the card BattleLore.",
    "roll": "Chance rolls the dice of an attack or a counter.",
    "draw": "Chance draws a command card.",
    "lore_draw": "Chance draws lore cards.",
    "over": "The game is over.",
}
SEATS_OF = {"uthuk": "Seat 0.", "daqan": "Seat 1."}
# The lore cards that stay in force for a while.
SPELLS = {
    "order": "The unit was ordered by the card; `amount` more dice in its attack.",
    "longer_move": "Ordered units that the card names move `amount` hexes more.",
    "sacrifice": "`amount` more dice in the attack of the unit.",
    "haste": "The unit moves `amount` hexes more, and forest does not stop it.",
}
HEX = each(number(0, 12), 2)
A_HEX = "as [row, column], from 0, the Uthuk's edge being row 0"
IN_COMBAT = "while an attack is resolved"


def phases(is_full: bool) -> list[str]:
    """The ids of the phases that the game can be in."""
    left_out = _LEARNING if is_full else _FULL
    return [name for i, name in enumerate(PHASES) if i not in left_out]


def form(names: Names, types: Sequence[str], is_full: bool, most_figures: int, hand: int) -> dict[str, Part]:
    """The fields of a view beside those that all games have.

    :param types: the ids of the units that are played with.
    :param most_figures: of any unit, its health if it is a legend.
    :param hand: the most command cards in a hand.
    """
    card = one_of(names.cards, "CommandCard")
    pair = each(number(0, MOST_COUNTED), 2)
    fields = {
        "phase": part(
            one_of(phases(is_full), "Phase", NOT_ASKED),
            "What is asked; see the catalogue. Others are chance, or the end.",
        ),
        "active": part(number(0, 1), "The seat whose turn it is."),
        "turn": part(number(0, 200), "How many turns have ended.", inferred="the first that it can be"),
        "units": part(
            listing(_unit(types, is_full, most_figures), UNITS),
            "The units on the board. Those of a card's group are chosen in this order.",
        ),
        "vp": part(pair, "The victory points of each seat."),
        "lore": part(pair, "The lore tokens of each seat."),
        "hand_sizes": part(
            each(number(0, hand), 2),
            "How many command cards each seat holds.",
            inferred="what the phase says; in the set-up it must be given",
        ),
        "hand": part(counts(card, hand), "The seat's own command cards.", when="if a seat sees the view"),
        "discard": part(counts(card, 255), "The command cards in the discard pile."),
        "card": part(maybe(card), "The command card played this turn; null before.", None),
        "one_unit": part(flag, "Whether it was played to order any one unit.", False),
        "last_card": part(maybe(card), "The command card of the turn before, or null.", None),
        "quota": part(
            each(number(0, UNITS), 3),
            "How many units the first, second and third group of the card's text still orders.",
            inferred="what the card says",
            when="in the Order Step",
        ),
        "after": part(
            number(0, UNITS), "How many units at the start of `units` were passed over.", 0,
            when="in the Order Step",
        ),
        "second_move": part(flag, "Whether it is the second round of moves.", False, when="in the Move Step"),
        "combat": part(_combat(is_full), "The attack that is resolved.", when=IN_COMBAT),
        "winner": part(
            maybe(number(0, 1)), "The seat that won; null for a tie.", inferred="the table", when="at the end"
        ),
    }  # fmt: skip
    return fields | (_full(names) if is_full else {})


def _unit(types: Sequence[str], is_full: bool, most_figures: int) -> Kind:
    fields = {
        "side": part(one_of(SIDES, "Side", SEATS_OF), "Its side."),
        "type": part(one_of(types, "UnitType"), "Its unit card."),
        "hex": part(HEX, f"Where it stands, {A_HEX}."),
        "figures": part(number(1, most_figures), "Its figures; the health that a legend has left."),
        "poisoned": part(flag, "Whether it has a poison token.", False),
        "ordered": part(flag, "Whether it was ordered this turn.", False),
        "moved": part(flag, "Whether it has moved, or was left where it is, this turn.", False),
        "waiting": part(flag, "Whether the step still has to ask about it.", inferred="what its order gives"),
        "put_off": part(flag, "Whether the player said `later` since the last move or attack.", False),
        "attacks": part(number(0, 3), "How many attacks it has left.", inferred="what its order gives"),
        "pursued": part(flag, "Whether it has pursued this turn.", False),
        "charge": part(
            flag, "Whether the extra die of Cavalry Charge is to come.", inferred="what its order gives"
        ),
    }
    if is_full:
        fields["stunned"] = part(flag, "Whether it has a stun token.", False)
        fields["swarmed"] = part(flag, "Whether it has a swarm marker.", False)
    return document("Unit", "A unit on the board.", **fields)


def _combat(is_full: bool) -> Kind:
    a_hex = maybe(HEX)
    fields = {
        "attacker": part(
            a_hex, "The hex of the unit that attacks; null if it was removed.", inferred="it was removed"
        ),
        "target": part(a_hex, "The hex of the unit attacked; null if it is gone.", inferred="it is gone"),
        "vacated": part(a_hex, "The hex that it left; null while it is there.", None),
        "countering": part(flag, "Whether the target is rolling for its counter.", False),
        "dice": part(counts(FACES, DICE), "The results that are not committed yet, by face.", {}),
        "damage": part(number(0, DAMAGE), "The damage so far.", 0),
        "retreats": part(number(0, DAMAGE), "The retreats that are left to make.", 0),
        "own_figures": part(
            each(number(0, DAMAGE), 2), "Figures that attacker and target lose after the combat.", [0, 0]
        ),
    }
    if is_full:
        fields |= {
            "target_hex": part(a_hex, "The hex of the target when the attack began.", inferred="`target`"),
            "countered": part(flag, "Whether the counter of this combat was made.", False),
            "sheltered": part(flag, "Whether a building has ignored damage of this roll.", False),
            "more_dice": part(number(0, 5), "Dice that lore cards add to this roll.", 0),
            "lore_hurts": part(flag, "Whether lore results may be damage by a lore card.", False),
            "steadfast": part(flag, "Whether the target ignores retreats by a lore card.", False),
            "held": part(
                _held(), "The attack that waits for a counter.", when="while a counter interrupts it"
            ),
        }
    return document("Combat", "An attack that is being resolved.", **fields)


def _held() -> Kind:
    fields = {
        "from": part(HEX, f"The attacker's hex, {A_HEX}."),
        "retreats": part(number(0, DAMAGE), "Retreats to come."),
        "lore": part(number(0, DICE), "Lore results to come."),
        "steadfast": part(flag, "Whether the target ignores retreats by a lore card.", False),
        "sheltered": part(flag, "Whether a building has ignored damage of the roll.", False),
        "dying": part(flag, "Whether the target is removed after the counter.", False),
    }
    return document("Held", "An attack that waits until the target has countered.", **fields)


def _full(names: Names) -> dict[str, Part]:
    lore = one_of([card for deck in names.lore for card in deck], "LoreCard")
    scenario = one_of([card for deck in names.scenarios for card in deck], "ScenarioCard")
    deployed = one_of([name for name in names.deployment if name is not None], "DeploymentCard")
    hexes = [f"{row}.{column}" for row in range(9) for column in range(12 - row % 2)]
    banner = {
        "hex": part(HEX, f"Where it lies, {A_HEX}."),
        "vp": part(number(1, 10), "The VP that it gives each turn."),
    }
    setup, own = "in the set-up", "in the own set-up"
    return {
        "first": part(number(0, 1), "The seat that has the first turn.", 0),
        "scenario": part(
            each(maybe(scenario), 2), "The scenario card of each seat; null if it is not seen.", [None, None]
        ),
        "terrain": part(
            table(hexes, one_of(TERRAIN)),
            "The terrain tiles, by hex such as 4.5. Fords and bridges lie on water.",
            inferred="what the scenario cards show, without fords",
        ),
        "banners": part(
            listing(document("Banner", "A VP banner.", **banner), BANNERS),
            "The VP banners on the board.",
            inferred="what the scenario cards show",
        ),
        "tents": part(each(maybe(HEX), 2), "The hex of each seat's command tent, or null.", [None, None]),
        "lore_hand_sizes": part(
            each(number(0, 9), 2), "How many lore cards each seat holds.", when="after the first set-up steps"
        ),
        "lore_hand": part(counts(lore, 9), "The seat's own lore cards.", when="if a seat sees the view"),
        "lore_discard": part(
            each(counts(lore, 255), 2), "The lore discard pile of each seat.", inferred="both are empty"
        ),
        "lore_used": part(each(flag, 2), "Whether each seat has played a lore card this turn.", [False] * 2),
        "slain": part(each(flag, 2), "Whether each seat has eliminated a unit this turn.", [False] * 2),
        "bottom_sizes": part(
            each(number(0, 2), 2), "How many command cards each seat has put under the deck.", [0, 0]
        ),
        "lore_bottom_sizes": part(
            each(number(0, 1), 2), "How many lore cards each seat has put under its deck.", [0, 0]
        ),
        "bottom": part(
            counts(one_of(names.cards, "CommandCard"), 2), "The own command cards under the deck.", {}
        ),
        "lore_bottom": part(maybe(lore), "The own lore card under the deck, or null.", None),
        "spell": part(_spell(), "A lore card in force for this turn.", when="while there is one"),
        "window": part(_window(lore), "The lore card asked for.", when="while one can be played or resolved"),
        "draws": part(number(0, 2), "Lore cards to draw.", 1, when="in the Lore Step"),
        "discards": part(number(0, 1), "Lore cards to discard.", 0, when="in the Lore Step"),
        "mover": part(number(0, 1), "The seat that decides.", when=setup),
        "offered_sizes": part(
            each(number(0, 3), 2), "How many scenario cards each seat has to choose from.",
            inferred="what the phase says", when=setup,
        ),
        "offered": part(counts(scenario, 1), "The own scenario cards to choose from.", when=own),
        "fords_left": part(
            each(number(0, 9), 2), "How many fords each seat has to place.",
            inferred="1 of the seat that decides", when=setup,
        ),
        "army": part(counts(deployed, ARMY), "The own deployment cards in hand.", {}, when=own),
        "mustered": part(
            number(0, 99), "How many kinds of cards of the army the seat has decided on.",
            inferred="none, or all once the army is deployed", when=own,
        ),
        "placed": part(
            each(maybe(deployed), ARMY),
            "The own cards deployed: for each deployment hex of the scenario card, the front row first.",
            inferred="none", when=own,
        ),
    }  # fmt: skip


def _spell() -> Kind:
    fields = {
        "effect": part(one_of(list(SPELLS), "Effect", SPELLS), "What it does."),
        "amount": part(number(1, 9), "How many hexes, dice or units it says."),
        "unit": part(maybe(HEX), f"The unit it is for, by its hex {A_HEX}; null if it is for several.", None),
    }  # fmt: skip
    return document("Spell", "A lore card that is in force for the turn of its player.", **fields)


def _window(lore: Kind) -> Kind:
    resolved = "while a card is resolved"
    timings = [one for one in WINDOWS if one not in ("none", "enemy_lore")]
    fields = {
        "timing": part(one_of(timings, "Timing", TIMINGS), "The time, as the player of the card sees it."),
        "seat": part(number(0, 1), "The seat that played the card.", when=resolved),
        "card": part(lore, "The card.", when=resolved),
        "chosen": part(
            maybe(HEX), f"The unit chosen first, by its hex {A_HEX}; null: none.", None, when=resolved
        ),
        "barred": part(number(0, UNITS), "How many units are barred from attacking.", 0, when=resolved),
    }
    return document("Window", "A time at which a lore card can be played, or the card.", **fields)
