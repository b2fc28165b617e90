"""What cards and effects do, in words for a player (RULES.md 8); `data/cards.toml` says it in keys."""

from battlewise.core.fields import plain
from battlewise.core.games.battalla.cards import Card, Condition, Effect
from battlewise.core.games.battalla.state import Trigger, Type, Verb, What, Where, Who, Whose
from battlewise.core.games.battalla.words import KEYWORDS, TYPES
from battlewise.core.vocabulary import by_member

# {who}: the cards that it is about; {n}: the amount; {which}: cards of a pile.
DEEDS = by_member(
    Verb,
    {
        Verb.DAMAGE: "deal {n} damage to {who}",
        Verb.HEAL: "heal {n} damage of {who}",
        Verb.POISON: "poison {who}: {n} damage at the start of each of its owner's turns",
        Verb.STRENGTHEN: "give +{n} atk this turn to {who}",
        Verb.GROW: "give +{n} atk for good to {who}",
        Verb.DESTROY: "destroy {who}",
        Verb.SACRIFICE: "sacrifice {who}",
        Verb.RETURN: "return {who} to its owner's hand",
        Verb.FREEZE: "stop {who} from moving in its owner's next turn",
        Verb.STUN: "stop {who} from moving and attacking in its owner's next turn",
        Verb.ADVANCE: "move {who} one square forward",
        Verb.RECOIL: "move {who} one square back",
        Verb.COPY: "take the printed atk and health of {who}",
        Verb.DOOM: "sacrifice {who} at the end of the turn",
        Verb.ATTACH: "attach this card to {who}",
        Verb.SIDESTEP: "move {who} one square sideways",
        Verb.PUSH: "push {who} one square sideways, onto another card to destroy it",
        Verb.SWAP: "exchange the places of {who} and another of your cards",
        Verb.DRAW_VERB: "draw {n}",
        Verb.DISCARD: "discard {n}",
        Verb.STAMINA_VERB: "gain {n} stamina",
        Verb.SEARCH: "search your deck for {which}",
        Verb.REVIVE: "revive {which}",
        Verb.RETURN_SELF: "return this card to your hand",
        Verb.LOOK_HAND: "see the opponent's hand",
        Verb.LOOK_DECK: "look at {n} on top of your deck",
        Verb.FREEZE_LANE: "choose a lane: enemies there cannot move in their next turn",
        Verb.UNDO_MOVE: "undo the move",
        Verb.END_ATTACK: "end the attack",
        Verb.NEGATE: "cancel the effect of {which}",
        Verb.SHARPEN: "{who} has +{n} atk",
        Verb.TOUGHEN: "{who} has +{n} health",
        Verb.CHEAPEN: "{which} costs you {n} less, at least 1",
        Verb.INTIMIDATE_VERB: "{who} has Intimidate",
        Verb.HIT_HARDER: "your attack on a damaged card deals {n} more",
    },
)
TIMES = by_member(
    Trigger,
    {
        Trigger.SUMMONED: "When summoned",
        Trigger.PLAYED: "",
        Trigger.TURN_START: "At the start of your turn",
        Trigger.TURN_END: "At the end of your turn",
        Trigger.ATTACKING: "When attacking",
        Trigger.ATTACKED: "When attacked",
        Trigger.AFTER_ATTACKED: "After an attack on it",
        Trigger.BATTLING: "When battling",
        Trigger.DAMAGED: "When damaged",
        Trigger.DESTROYED: "When destroyed",
        Trigger.KILLS: "When it destroys the defender",
        Trigger.DIRECT: "After a direct attack",
        Trigger.ACTION: "Effect",
        Trigger.DISCARD_ACTION: "Effect in the discard pile",
        Trigger.HAND_ACTION: "Effect in the hand",
        Trigger.ENEMY_MOVES: "React to an enemy's move",
        Trigger.ALLY_ATTACKED: "React to an attack on a card of yours",
        Trigger.ENEMY_STRIKES: "React to a direct attack",
        Trigger.ENEMY_PLAYS: "React to a card",
        Trigger.ENEMY_USES: "React to an effect",
        Trigger.ALWAYS: "",
        Trigger.STAMINA_TRIGGER: "In your stamina phase",
        Trigger.ALLY_DESTROYED: "When a card of yours is destroyed",
        Trigger.ENEMY_DESTROYED: "When an enemy is destroyed",
    },
)
PLACES = by_member(
    Where,
    {
        Where.ANYWHERE: "",
        Where.ROW: " in this row",
        Where.LANE: " in this lane",
        Where.LANE_OR_ROW: " in this lane or row",
        Where.FACING_ROW: " in the row in front",
        Where.BEHIND: " behind this card in its lane",
        Where.HOME: " in its owner's summoning row",
        Where.NEUTRAL: " in the neutral zone",
        Where.ENEMY_HALF: " in the enemy's front or summoning row",
    },
)
CONDITIONS = by_member(
    What,
    {
        What.NO_CONDITION: "",
        What.TARGET_DAMAGED: "the other card is damaged",
        What.TARGET_AT_HOME: "the other card is in its owner's summoning row",
        What.AT_HOME: "this card is in your summoning row",
        What.NO_HERO: "you control no hero",
        What.HAS_FIELD: "you control a field",
        What.DISCARDS: "your discard pile has {n} or more",
        What.ALL_DISCARDS: "both discard piles together have {n} or more",
        What.MOVES: "you have moved {count} times or more this turn",
        What.CONTROLS: "you control {which}{where}",
        What.ENEMY_UNIT_LOST: "an enemy unit was destroyed this turn",
        What.ITEM_IN_PLAY: "an item is in play",
    },
)
_SINGLE = {Whose.SELF: "this card", Whose.FACING: "the card facing it", Whose.ATTACKER: "the attacker"}
_OWNERS = {Whose.ALLY: "friendly ", Whose.ENEMY: "enemy ", Whose.ANY: ""}


def cards_of(n: int) -> str:
    """A number of cards, such as "2 cards"."""
    return "a card" if n == 1 else f"{n} cards"


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0].lower() in "aeio" else f"a {noun}"


def _who(effect: Effect) -> str:
    """The cards that an effect is about."""
    if effect.whose in _SINGLE:
        return _SINGLE[Whose(effect.whose)]
    if effect.whose == Whose.OTHER:
        return (
            "the card that moved"
            if effect.when == Trigger.ENEMY_MOVES
            else ("the card attacked" if effect.when == Trigger.ALLY_ATTACKED else "the other card")
        )
    noun = _OWNERS[Whose(effect.whose)] + effect.which.noun + PLACES[effect.where]
    if effect.half_damaged:
        noun += " with damage of half its health or more"
    if effect.each or effect.when == Trigger.ALWAYS:
        return ("each other " if effect.other else "each ") + noun
    return f"another {noun}" if effect.other else _a(noun)


def deed(effect: Effect, who: str | None = None) -> str:
    """What an effect does.

    :param who: the card that was chosen for it; None: any that can be.
    """
    n = str(effect.amount)
    if effect.verb in (Verb.DRAW_VERB, Verb.DISCARD, Verb.LOOK_DECK):
        n = cards_of(effect.amount)
    which = _a(effect.which.noun) if effect.verb != Verb.CHEAPEN else f"each {effect.which.noun}"
    if effect.verb == Verb.LOOK_DECK and effect.amount > 1:
        return f"look at {n} on top of your deck and put them back in any order"
    said = DEEDS[effect.verb].format(who=_who(effect) if who is None else who, n=n, which=which)
    if effect.verb == Verb.DISCARD and effect.who != Who.YOU:
        return f"{'each player' if effect.who == Who.EACH else 'the opponent'} discards {n}"
    return said


def condition(one: Condition) -> str:
    """What must hold."""
    which = f"{one.count} of: {one.which.noun}" if one.count > 1 else _a(one.which.noun)
    where = PLACES[one.where]
    return CONDITIONS[one.what].format(n=cards_of(one.count), count=one.count, which=which, where=where)


def sentence(effect: Effect) -> str:
    """An effect with its time, its price and its condition."""
    price = f" ({effect.cost})" if effect.cost else ""
    once = " 1/turn" if effect.once else ""
    when = f"{TIMES[effect.when]}{price}{once}".strip()
    needs = condition(effect.condition)
    said = ("if " + needs + ", " if needs else "") + ("you may " if effect.may else "") + deed(effect)
    said = f"then {said}" if effect.then else said
    return f"{when}: {said}." if when and not effect.then else f"{said[0].upper()}{said[1:]}."


def keyword(name: str) -> str:
    """A keyword in words."""
    return {
        "free_move": "Moves for no stamina",
        "sideways": "Moves sideways in any row",
        "fearless": "Ignores Intimidate",
    }.get(name, plain(name).capitalize())


def card_text(card: Card) -> str:
    """All that a card has and does."""
    said = [
        f"{TYPES[card.type].capitalize()}"
        + ("" if card.type == Type.HERO else f", cost {card.cost}")
        + (f", {card.atk}/{card.hp}" if card.type in (Type.UNIT, Type.HERO) else "")
        + "."
    ]
    if card.type == Type.ITEM:
        said.append(_gives(card.atk, card.hp))
        said.append(f"Goes onto {_a(card.onto.noun)}." if card.onto.noun != "card" else "")
    said += [f"{keyword(name)}." for name in KEYWORDS if name in card.keywords]
    if card.replaces:
        said.append(f"Can replace {_a('friendly ' + card.replaces.noun)}.")
    if card.price is not None:
        said.append(f"Summon: {deed(card.price)}.")
    elif card.summon:
        said.append("Summon if " + " or ".join(map(condition, card.summon)) + ".")
    said += [f"On the hero deck: {sentence(effect)}" for effect in card.ability]
    said += [sentence(effect) for effect in card.effects]
    if card.given is not None:
        gives = [_gives(card.given.atk, card.given.hp)]
        gives += [f"{keyword(name)}." for name in KEYWORDS if name in card.given.keywords]
        said.append("Attached: " + " ".join([*gives, *map(sentence, card.given.effects)]).strip())
    return " ".join(part for part in said if part)


def _gives(atk: int, hp: int) -> str:
    return f"+{atk}/+{hp}." if atk or hp else ""
