"""What a view of the game holds (RULES.md 5): each field once, for the number of players and rounds."""

from battlewise.core.games.history.cards import ERAS, MOST_CARDS, Data
from battlewise.core.games.history.words import CHANCES, PHASE_IDS, SIDE_IDS, Names
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
)

# The most that a state has room for (state.pxd).
SPACES = 3
SLOTS = 5
HELD = 3
HONOUR = 99
MOST_POINTS = 999
MOST_ON_DIE = 9
MOST_ICONS = 3 * SLOTS
MOST_REROLLS = 30
FOUGHT = "in a battle, and after it in a challenge"


class _Kinds:
    """The ids and numbers that several objects of a view have."""

    def __init__(self, data: Data, names: Names) -> None:
        self.card = one_of(names.units, "Card")
        self.cards = counts(self.card, 1)
        self.token = one_of(names.tokens, "WarfareToken")
        self.tile = one_of(names.tiles, "Tile")
        self.era = one_of(ERAS, "Era")
        self.relics = counts(self.era, data.relics.count)
        self.side = one_of(SIDE_IDS[:2], "SideOfBattle")
        self.phase = one_of(PHASE_IDS, "Phase")
        self.seat = number(0, len(names.seats) - 1)
        self.prowess = one_of(sorted(set(data.tokens.prowess)), "ProwessToken")
        self.tokens_held = len(data.tokens.prowess)


def form(data: Data, names: Names, turns: int) -> dict[str, Part]:
    """The fields of a view beside those that all games have.

    :param turns: of all players together.
    """
    kinds, seats = _Kinds(data, names), len(names.seats)
    offered = "while a relic is drawn or chosen"
    return {
        "phase": part(
            kinds.phase,
            "What is asked, as the catalogue says, or which chance comes: "
            + "; ".join(f"`{one}` {text}" for one, text in CHANCES.items())
            + ".",
        ),
        "turn": part(number(0, turns), "How many turns have ended.", inferred="0, in the set-up only"),
        "first": part(
            maybe(kinds.seat), "The seat that began; null in the set-up.", inferred="null, in the set-up only"
        ),
        "gears": part(_gears(kinds), "The gears of history."),
        "warfare": part(
            _warfare(kinds), "The warfare tokens at the gears.", inferred="three are dealt at random"
        ),
        "board": part(_board(kinds), "The cards of the main board."),
        "relic_discard": part(kinds.relics, "The discarded relics, by era.", {}),
        "players": part(each(_player(kinds, seats), seats), "The players, in the order of their seats."),
        "hand": part(kinds.cards, "The cards of the own hand.", when="if a seat sees the view"),
        "after": part(kinds.phase, "The phase that follows the draw.", when="while cards are drawn"),
        "draws": part(
            number(1, 4), "How many cards, or relics, are still to be drawn.", when="while they are drawn"
        ),
        "offered": part(
            counts(kinds.era, 4), "The relics drawn, by era, of which one is taken.", when=offered
        ),
        "looked": part(
            each(kinds.prowess, 2),
            "The prowess tokens that the winner looks at, the lower first.",
            when="for the winner of a challenge who keeps one",
        ),
        "battle": part(_battle(kinds), "The battle that is fought.", when=FOUGHT),
        "points": part(
            each(_points(), seats), "The victory points of each seat.", inferred="the rest", when="at the end"
        ),
    }


def _gears(kinds: _Kinds) -> Kind:
    return document(
        "Gears",
        "The time-travelling tiles in the gears, and the wheel of actions.",
        active=part(maybe(kinds.tile), "The tile of this turn; null in the set-up."),
        pending=part(maybe(kinds.tile), "The tile of the next turn; null in the set-up."),
        wheel=part(
            number(0, 3), "The first active sector of the wheel; the next one clockwise is active too. The "
            "catalogue has the sectors.",
        ),
        inserted=part(number(0, 3), "How many tiles were inserted this turn.", inferred="1 in a turn"),
        done=part(each(flag, 2), "Whether each of the two active actions was carried out.", [False, False]),
        pile=part(
            counts(kinds.tile, 1), "The tiles in the pile.", inferred="all that are not in the gears"
        ),
    )  # fmt: skip


def _warfare(kinds: _Kinds) -> Kind:
    return document(
        "Warfare",
        "The warfare tokens that no player has.",
        open=part(
            each(maybe(kinds.token), SPACES),
            "The token at each space of the gears; null for an empty space.",
            inferred="dealt at random",
        ),
        discard=part(counts(kinds.token, 255), "The tokens discarded.", {}),
    )


def _board(kinds: _Kinds) -> Kind:
    return document(
        "Board",
        "The elite units and heroes that no player has.",
        open=part(kinds.cards, "The open cards."),
        discard=part(kinds.cards, "The cards in the discard piles of the eras.", {}),
        removed=part(kinds.cards, "The cards dismissed from the game.", {}),
    )


def _player(kinds: _Kinds, seats: int) -> Kind:
    token = maybe(kinds.prowess)
    return document(
        "Player",
        "What belongs to a player.",
        era=part(maybe(kinds.era), "The era that the player is in; null before the first jump.", None),
        hand_size=part(number(0, MOST_CARDS), "How many cards the hand has.", inferred="4, if there are"),
        known=part(kinds.cards, "The cards of the hand that all players have seen.", {}),
        cards=part(
            kinds.cards,
            "The cards of hand and deck together.",
            inferred="the base units that are nowhere else",
        ),
        discard=part(kinds.cards, "The cards in the discard pile.", {}),
        spent=part(kinds.cards, "The heroes that have fought and are set aside.", {}),
        tokens=part(counts(kinds.token, HELD), "The warfare tokens.", {}),
        relics=part(kinds.relics, "The relics, by era.", {}),
        honour=part(number(0, HONOUR), "How many honour tokens the player has.", 0),
        won=part(
            each(listing(token, kinds.tokens_held), seats),
            "For each seat, the prowess tokens won from it, the lowest first; null for one not seen.",
            inferred="none",
        ),
        looker=part(
            maybe(kinds.seat),
            "The seat that looked at two of the player's prowess tokens last and put one back.",
            None,
        ),
        returned=part(token, "The token that it put back; null for other viewers.", None),
    )


def _battle(kinds: _Kinds) -> Kind:
    unit = document(
        "Fighter",
        "A unit in the battle.",
        card=part(kinds.card, "Its card."),
        token=part(maybe(kinds.token), "The warfare token bound to it, or null.", None),
    )
    pair, after_dice = each(number(0, MOST_ICONS), 2), "once the dice are thrown"
    face = each(number(-MOST_ON_DIE, MOST_ON_DIE), 3)
    in_battle, challenged = "until the battle is over", "when a challenge is over"
    return document(
        "Battle",
        "A battle: the attacker is the seat whose turn it is.",
        defender=part(maybe(kinds.seat), "The challenged seat; null for units of the main board.", None),
        attackers=part(
            listing(unit, SLOTS), "The attacker's units, the battlefront first.", when=in_battle
        ),
        defenders=part(
            listing(unit, SLOTS), "The defender's units, the battlefront first.", when=in_battle
        ),
        links=part(
            listing(listing(flag, SLOTS), 2),
            "For attacker and defender, whether a link counter lies between each unit and the next.",
            inferred="the units",
        ),
        calls=part(pair, "How many reinforcements attacker and defender have called.", [0, 0]),
        reinforces=part(
            kinds.side, "Whose reinforcement comes: `attacker` or `defender`.", inferred="the units"
        ),
        roller=part(kinds.side, "Who may roll again: `attacker` or `defender`.", when=after_dice),
        dice=part(
            each(face, 2),
            "What the dice of attacker and defender add to long, medium and close combat.",
            when=after_dice,
        ),
        rerolls=part(
            each(number(0, MOST_REROLLS), 2),
            "How often attacker and defender may still roll again.",
            inferred="the icons of the units",
        ),
        winner=part(kinds.side, "Who has won: `attacker` or `defender`.", when=challenged),
        deployed=part(number(1, SLOTS), "How many units the attacker had.", when=challenged),
    )  # fmt: skip


def _points() -> Kind:
    texts = {
        "elites": "For elite units.",
        "heroes": "For heroes.",
        "relics": "For relics.",
        "prowess": "For prowess tokens won.",
        "honour": "For honour tokens.",
    }
    parts = {source: part(number(0, MOST_POINTS), text) for source, text in texts.items()}
    return document("Points", "The victory points of a player.", **parts)
