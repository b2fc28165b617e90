"""What a view of the game holds (RULES.md 9): each field once, for the decks and lanes of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from battlewise.core.games.battalla.cards import MOST_PRINTED, Card
from battlewise.core.games.battalla.facts import effects_of
from battlewise.core.games.battalla.state import (
    COPIES,
    EFFECTS,
    HAND,
    HEROES,
    ITEMS,
    LARGEST,
    LINKS,
    LOOKED,
    MOST_COUNTED,
    Stage,
    Type,
    Verb,
)
from battlewise.core.games.battalla.words import STAGES, ZONES, squares
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
    some_of,
    table,
)

# Atk or health of a card: what it has, what items and standing effects give, and what it has gained.
MOST = MOST_PRINTED * (1 + ITEMS + COPIES * EFFECTS) + 2 * MOST_COUNTED
# The phases that ask for no decision.
NOT_ASKED = {
    "roll": "Chance says who wins the die roll.",
    "penalty": "Chance sets a penalty card.",
    "draw": "Chance draws a card.",
    "look": "Chance shows a card on top of a deck to its owner.",
    "life": "Chance takes the penalty card of a direct attack.",
    "over": "The game is over.",
}
STAGE_MEANINGS = {
    "opening": "The die roll, and the opening hands are drawn.",
    "first_exchange": "The first player exchanges cards.",
    "second_exchange": "The second player exchanges cards.",
    "penalties": "The penalty piles are set.",
    "starting": "Effects of the start of the turn come, one place after the other, and the stamina phase.",
    "acting": "The active player's turn phase.",
    "played_card": "A card was played, or a hero summoned; the other seat may react.",
    "used_effect": "An effect was used; the other seat may react.",
    "moved": "A card has moved; the other seat may react.",
    "striking": "An attack is declared; the other seat may react, then damage is dealt.",
    "battle": "Effects of the damage come.",
    "after_battle": "Effects after the attack come.",
    "striking_directly": "A direct attack is declared; the other seat may react, then loses a penalty card.",
    "ending": "Effects of the end of the turn come, one place after the other.",
}
ZONE_MEANINGS = {
    "hand": "The hand.",
    "heroes": "The top of the hero deck.",
    "discard": "The discard pile.",
}
IN_SET_UP = "before the first turn"
UNDER_WAY = "while an effect, an attack, a draw or a choice is under way"
NOBODY = ("",)  # the ids of a type that no card has: none, as ids are not empty
COUNTED = number(0, MOST_COUNTED)


class Ids:
    """The ids of what can be on the table.

    :param cards: those that the decks can have.
    :param lanes: how many there are.
    """

    def __init__(self, cards: Sequence[Card], lanes: int) -> None:
        def of(title: str, *types: Type) -> Kind:
            return one_of([card.id for card in cards if card.type in types] or NOBODY, title)

        self.square = one_of(list(squares(lanes).values()), "Square")
        self.places = [*squares(lanes).values(), "hero", "field"]
        self.order = {name: square for square, name in squares(lanes).items()}
        self.main = of("Card", Type.UNIT, Type.ASSIST, Type.ITEM, Type.FIELD)
        self.hero = of("Hero", Type.HERO)
        self.unit = of("Unit", Type.UNIT)
        self.piece = of("Piece", Type.UNIT, Type.HERO)
        self.field = of("Field", Type.FIELD)
        self.assist = of("Assist", Type.ASSIST)
        items = [card.id for card in cards if card.type == Type.ITEM or card.given is not None]
        self.item = one_of(items or NOBODY, "Item")
        self.all_cards = [card.id for card in cards]
        self.any = one_of(self.all_cards, "AnyCard")
        self.effects = max(len(effects_of(card)) for card in cards)
        # A player discards so many, or each player does.
        amounts = [one.amount for card in cards for one in effects_of(card) if one.verb == Verb.DISCARD]
        self.discarded = 2 * max(amounts, default=0)
        self.dearest = max(card.cost for card in cards)


def form(
    cards: Sequence[Card], options: Mapping[str, Any], phases: Sequence[str], penalty: int, most_drawn: int
) -> dict[str, Part]:
    """The fields of a view beside those that all games have.

    :param cards: those that the decks can have.
    :param phases: those to which these cards can lead.
    :param penalty: the cards of a penalty pile at the start.
    :param most_drawn: the most cards that an effect draws.
    """
    ids = Ids(cards, options["lanes"])
    pile = counts(ids.main, COPIES)
    lists = "" if options["open_lists"] else "; of a hidden deck they must be given"
    return {
        "phase": part(
            one_of(phases, meanings=NOT_ASKED),
            "What is asked, or which chance comes; see the catalogue's phases.",
        ),
        "active": part(number(0, 1), "The seat whose turn it is; in the set-up the one that goes first."),
        "turn": part(
            number(0, options["turn_limit"]), "How many turns have ended, of both seats together.",
            inferred="the first of the active seat",
        ),
        "cards": part(
            ordered(listing(_piece(ids), len(ids.order)), lambda piece: ids.order[piece["square"]]),
            "The units and heroes on the squares: a1, b1, ..., a2, b2, ...",
        ),
        "fields": part(each(maybe(ids.field), 2), "The field card of each seat, or null.", [None, None]),
        "hero_decks": part(
            each(listing(ids.hero, HEROES), 2),
            "The hero deck of each seat as it was at the start, from the top on.",
            inferred=f"the hero decks of the options{lists}",
        ),
        "heroes_out": part(
            each(number(0, HEROES), 2), "How many heroes have left each hero deck.",
            inferred="those in play and in the discard pile",
        ),
        "hand_sizes": part(
            each(number(0, LARGEST), 2), "How many cards each seat holds.",
            inferred="in the set-up the number of the own cards; later they must be given",
        ),
        "hand": part(pile, "The seat's own hand.", when="if a seat sees the view"),
        "costs": part(
            table(ids.main, number(0, ids.dearest)), "The stamina that each card of the own hand costs now.",
            inferred="what the cards on the table make of the printed costs", when="if a seat sees the view",
        ),
        "known": part(each(pile, 2), "The cards in each hand that both players know.", [{}, {}]),
        "discard": part(
            each(counts(ids.any, COPIES), 2), "The discard pile of each seat, heroes too.", [{}, {}]
        ),
        "deck_sizes": part(
            each(number(0, LARGEST), 2), "How many cards each main deck has left.",
            inferred=f"what the lists have left{lists}",
        ),
        "top_sizes": part(
            each(number(0, LOOKED), 2),
            "How many cards on top of each main deck its owner has looked at.", [0, 0],
        ),
        "top": part(
            listing(ids.main, LOOKED), "Those cards of the own deck, the next one first.", [],
            when="if a seat sees the view",
        ),
        "penalty_sizes": part(
            each(number(0, penalty), 2), "How many penalty cards each seat has left.",
            inferred="none in the set-up, later all",
        ),
        "searched": part(
            each(flag, 2), "Whether each seat has searched its deck, so that it knows its penalty cards.",
            [False, False],
        ),
        "penalty": part(
            counts(ids.main, COPIES), "The own penalty cards.", when="if the own deck was searched"
        ),
        "stamina": part(
            each(COUNTED, 2),
            "The stamina left: of the active seat in this turn, of the other for its reacts.",
            inferred="none in the set-up; later it must be given",
        ),
        "set_up": part(_set_up(), "What was done in the set-up.", when=IN_SET_UP),
        "this_turn": part(_this_turn(ids), "What was done in this turn.", inferred="nothing was"),
        "pending": part(_pending(ids, most_drawn), "What is under way.", when=UNDER_WAY),
        "winner": part(
            maybe(number(0, 1)), "The seat that won; null for a tie.", inferred="the penalty piles",
            when="at the end",
        ),
    }  # fmt: skip


def _piece(ids: Ids) -> Kind:
    marks = {
        "moved": "Whether it has moved this turn.",
        "attacked": "Whether it has attacked this turn.",
        "fresh": "Whether it was summoned this turn.",
        "used": "Whether its effect for once a turn was used this turn.",
        "triggered": "Whether an effect that it has once a turn has come by itself this turn.",
        "revived": "Whether it came from the discard pile.",
        "doomed": "Whether it is sacrificed at the end of the turn.",
    }
    turns = "in so many turns of its owner: 1 is the next or the present one"
    fields = {
        "seat": part(number(0, 1), "Its owner."),
        "card": part(ids.piece, "The unit or hero."),
        "square": part(ids.square, "Its lane and its row, from south's summoning row 1 to north's 5."),
        "atk": part(number(0, MOST), "Its atk with all that is given to it.", inferred="the rest"),
        "hp": part(number(0, MOST), "Its health with all that is given to it, before damage.",
                   inferred="the rest"),
        "damage": part(COUNTED, "The damage that it has.", 0),
        "poison": part(COUNTED, "The damage it takes at the start of each of its owner's turns.", 0),
        "grown": part(COUNTED, "The atk that it has gained for good.", 0),
        "stronger": part(COUNTED, "The atk that it has gained until the end of the turn.", 0),
        "copied": part(maybe(ids.unit), "The unit whose atk and health it has in place of its own.", None),
        "items": part(listing(ids.item, ITEMS), "What is attached to it, in that order.", []),
        "frozen": part(number(0, 2), f"0, or it cannot move {turns}.", 0),
        "stunned": part(number(0, 2), f"0, or it cannot move and attack {turns}.", 0),
        **{name: part(flag, text, False) for name, text in marks.items()},
    }  # fmt: skip
    return document("CardInPlay", "A unit or hero on a square.", **fields)


def _set_up() -> Kind:
    fields = {
        "stage": part(
            one_of(STAGES[: Stage.PENALTIES + 1], meanings=STAGE_MEANINGS), "How far the set-up has come."
        ),
        "winner": part(number(0, 1), "The seat that won the die roll; 0 if that is over.", 0),
        "exchanged": part(each(number(0, HAND), 2), "How many cards each seat has put back.", [0, 0]),
        "draws": part(each(number(0, HAND), 2), "How many cards each seat has still to draw.", [0, 0]),
    }
    return document("SetUp", "What was done before the first turn.", **fields)


def _this_turn(ids: Ids) -> Kind:
    fields = {
        "moves": part(COUNTED, "How many moves the active seat has made.", 0),
        "units_lost": part(each(flag, 2), "Whether a unit of each seat was destroyed.", [False, False]),
        "used": part(
            each(some_of(ids.all_cards, "AnyCard"), 2),
            "Of each seat, the assists, fields, top heroes and cards of the discard pile whose effect for"
            " once a turn was used.",
            [[], []],
        ),
        "hero_summoned": part(flag, "Whether the active seat has summoned a hero.", False),
    }
    return document("ThisTurn", "What was done in this turn.", **fields)


def _pending(ids: Ids, most_drawn: int) -> Kind:
    square = maybe(ids.square)
    fields = {
        "stage": part(one_of(STAGES[Stage.STARTING :], meanings=STAGE_MEANINGS), "What goes on.", "acting"),
        "chain": part(listing(_link(ids), LINKS), "The effects that wait; the last one resolves first.", []),
        "attacker": part(
            square, "The square of the card that attacks, has moved, was played or used its effect.", None
        ),
        "defender": part(square, "The square of the card attacked, or where the move began.", None),
        "answered": part(
            maybe(ids.any),
            "The card that was played or used its effect, while it can be answered; or null.",
            inferred="the card of `attacker`, or the assist whose effects wait",
        ),
        "resolving": part(
            each(maybe(ids.assist), 2),
            "The assist of each seat whose effects wait, or null.",
            inferred="the assists in `chain`",
        ),
        "window": part(
            flag, "Whether the other seat may still react.", inferred="true if a react is asked for"
        ),
        "stamina_due": part(flag, "Whether the stamina phase of the turn is still to come.", False),
        "todo": part(
            some_of(ids.places),
            "Of which squares, of the top hero and of the field card, effects of the start or end of the turn"
            " are still to come.",
            [],
        ),
        "draws": part(
            each(number(0, max(1, most_drawn)), 2), "How many cards each seat has still to draw.", [0, 0]
        ),
        "hero_due": part(flag, "Whether the price of the top hero is being paid.", False),
        "placing": part(maybe(_placing(ids)), "The card that is being placed, or null.", None),
    }
    return document("Pending", "What is under way.", **fields)


def _link(ids: Ids) -> Kind:
    square = maybe(ids.square)
    fields = {
        "card": part(ids.any, "The card that has the effect."),
        "effect": part(
            number(0, ids.effects - 1), "Which of the card's `effects` in the catalogue, from 0.", 0
        ),
        "seat": part(number(0, 1), "Whose effect it is."),
        "source": part(square, "The square of its card, or null.", None),
        "subject": part(square, "The square of the other card that it is about, or null.", None),
        "discarded": part(
            number(0, ids.discarded), "How many cards were discarded.", 0, when="of effects that discard"
        ),
        "chosen": part(
            flag,
            "Whether `subject` is chosen, and where it goes is not.",
            False,
            when="of effects that move a card sideways or exchange two",
        ),
        "moved_from": part(
            square,
            "Where the move that is undone began.",
            inferred="`defender`",
            when="of effects that undo a move",
        ),
    }
    return document("WaitingEffect", "An effect that waits.", **fields)


def _placing(ids: Ids) -> Kind:
    fields = {
        "card": part(ids.any, "The card."),
        "from": part(one_of(ZONES, meanings=ZONE_MEANINGS), "Where it comes from."),
        "seat": part(number(0, 1), "Whose card it is."),
    }
    return document("Placing", "A card that is being placed.", **fields)
