"""Why a card, a unit or a hex cannot be chosen now (`core.explain`; RULES.md 2, 3, 7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.changes import several
from battlewise.core.explain import Reason
from battlewise.core.fields import plain
from battlewise.core.games.battlelore.cards import CommandCard, UnitCard
from battlewise.core.games.battlelore.facts import TIMINGS, Facts, at
from battlewise.core.games.battlelore.rules.board import distance, sections
from battlewise.core.games.battlelore.state import Group
from battlewise.core.games.battlelore.words import SIDES, WINDOWS

Json = Any
View = Mapping[str, Json]
Hex = Sequence[int]


class Why:
    """The reasons that a view gives.

    :param cards: the command cards.
    :param texts: what each card does, by its name in texts.
    """

    def __init__(self, known: Facts, cards: Sequence[CommandCard], texts: Mapping[str, str]) -> None:
        self._known = known
        self._cards = {card.id: card for card in cards}
        self._texts = texts

    def thing(self, view: View, thing: str) -> Iterator[Reason]:
        """Why no move touches a thing now."""
        element, _, name = thing.partition(":")
        if element == "card":
            yield from self._card(view, name, thing)
        elif element in ("unit", "hex"):
            unit = _unit_on(view, name)
            if unit is not None:
                yield from self._unit(view, unit)
            elif element == "unit" or view["phase"] in ("order", "attack", "cure", "extra_order"):
                yield Reason(f"No unit stands on {name}.", (f"hex:{name}",))

    # -- cards

    def _card(self, view: View, name: str, thing: str) -> Iterator[Reason]:
        if name in self._known.lore:
            yield from self._lore_card(view, name, thing)
        elif name not in view.get("hand", {}):
            yield Reason(f"{self._known.titles.get(name, plain(name))} is not in your hand.", (thing,))
        else:
            yield Reason("Command cards are played in the Command Step, one a turn.", (thing,))

    def _lore_card(self, view: View, name: str, thing: str) -> Iterator[Reason]:
        """Not in the hand, one played already, too dear, or for another time."""
        card, seat = self._known.lore[name], view["to_move"]
        if name not in view.get("lore_hand", {}):
            yield Reason(f"{card.english} is not in your hand.", (thing,))
            return
        if view["lore_used"][seat]:
            yield Reason("You have played a lore card this turn; one a turn is allowed.", (thing,))
        if card.cost > view["lore"][seat]:
            left = several(view["lore"][seat], "lore token")
            yield Reason(f"{card.english} costs {card.cost} lore; you have {left}.", (thing,))
        times = [WINDOWS[window] for window in card.windows]
        if view.get("window", {}).get("timing") not in times:
            when = " or ".join(TIMINGS[one] for one in times)
            yield Reason(f"{card.english} is played {when}.", (thing,))

    # -- units

    def _unit(self, view: View, unit: View) -> Iterator[Reason]:
        ids = (f"unit:{at(unit['hex'])}",)
        named = self._known.unit(unit)
        own = unit["side"] == SIDES[view["to_move"]]
        phase = view["phase"]
        if phase == "aim":
            card = view["window"]["card"]
            text = f"{self._known.titles[card]}: {self._texts[plain(card)]}. {named}: not one of those."
            yield Reason(text, (*ids, f"card:{card}"))
        elif phase in ("order", "extra_order", "cure", "move", "attack"):
            if not own and phase != "attack":
                yield Reason(f"{named}: an enemy unit; the step is for your own.", ids)
            elif own:
                yield from getattr(self, f"_in_{phase}")(view, unit, named, ids)
            else:
                yield Reason(f"No unit of yours that may attack now reaches {named}.", ids)

    def _in_order(self, view: View, unit: View, named: str, ids: tuple[str, ...]) -> Iterator[Reason]:
        if unit["ordered"]:
            yield Reason(f"{named}: ordered already this turn.", ids)
            return
        card = self._cards[view["card"]]
        if view["one_unit"] or any(
            left and self._is_of(view, card, group, unit)
            for left, group in zip(view["quota"], card.groups, strict=False)
        ):
            yield Reason(f"{named}: can be ordered later; a group's units are chosen in their order.", ids)
            return
        where = " and ".join(_sections(view, unit["hex"]))
        traits = ", ".join(sorted(self._card_of(unit).traits))
        text = f"{card.english}: {self._texts[plain(card.id)]}. {named}: {where} section, {traits}."
        yield Reason(text, (*ids, f"card:{card.id}"))

    def _is_of(self, view: View, card: CommandCard, group: tuple[int, int], unit: View) -> bool:
        """Whether a unit is one of those that a group of a card's text orders."""
        if card.by_section:
            return ("left", "centre", "right")[group[1]] in _sections(view, unit["hex"])
        if group[1] == Group.NOT_WEAK:
            return unit["figures"] > 1 or "legend" in self._card_of(unit).traits
        return self._card_of(unit).belongs_to(group[1])

    def _in_extra_order(self, view: View, unit: View, named: str, ids: tuple[str, ...]) -> Iterator[Reason]:
        if unit["ordered"]:
            yield Reason(f"{named}: ordered already this turn.", ids)
        else:
            own = view["scenario"][view["to_move"]]
            yield Reason(f"Your scenario card says: {self._texts[plain(own)]}.", (*ids, f"card:{own}"))

    def _in_cure(self, view: View, unit: View, named: str, ids: tuple[str, ...]) -> Iterator[Reason]:
        if not unit["ordered"]:
            yield Reason(f"{named}: not ordered; only ordered units lose tokens for lore.", ids)
        elif not any(unit.get(one) for one in ("poisoned", "stunned", "swarmed")):
            yield Reason(f"{named}: no token to remove.", ids)
        else:
            yield Reason(f"{named}: decided already.", ids)

    def _in_move(self, view: View, unit: View, named: str, ids: tuple[str, ...]) -> Iterator[Reason]:
        if not unit["ordered"]:
            yield Reason(f"{named}: not ordered this turn.", ids)
        elif unit.get("stunned"):
            yield Reason(f"{named}: stunned units do not move.", ids)
        elif unit["moved"]:
            yield Reason(f"{named}: moved already, or left where it is.", ids)
        elif unit["put_off"]:
            yield Reason(f"{named}: put off until another unit has moved.", ids)
        else:
            yield Reason(f"{named}: shut in, with no free hex beside it.", ids)

    def _in_attack(self, view: View, unit: View, named: str, ids: tuple[str, ...]) -> Iterator[Reason]:
        if not unit["ordered"]:
            yield Reason(f"{named}: not ordered this turn.", ids)
        elif unit.get("stunned"):
            yield Reason(f"{named}: stunned units do not attack.", ids)
        elif not unit["attacks"]:
            yield Reason(f"{named}: no attack left this turn.", ids)
        elif unit["put_off"]:
            yield Reason(f"{named}: put off until another unit has attacked.", ids)
        else:
            yield Reason(f"{named}: no enemy within reach.", ids)

    # -- moves

    def move(self, view: View, doc: View) -> Iterator[Reason]:
        """Why things that can be chosen do not go together."""
        if doc["kind"] not in ("attack", "move") or doc["to"] is None:
            return
        unit = _unit_on(view, at(doc["hex"]))
        if unit is None:
            yield Reason(f"No unit stands on {at(doc['hex'])}.", (f"hex:{at(doc['hex'])}",))
        elif doc["kind"] == "attack":
            yield from self._attack(view, unit, doc["to"])
        else:
            yield from self._move(view, unit, doc["to"])

    def _attack(self, view: View, unit: View, to: Hex) -> Iterator[Reason]:
        named, target = self._known.unit(unit), _unit_on(view, at(to))
        ids = (f"unit:{at(unit['hex'])}", f"unit:{at(to)}")
        if target is None:
            yield Reason(f"No unit stands on {at(to)}.", (f"hex:{at(to)}",))
            return
        if target["side"] == unit["side"]:
            yield Reason(f"{self._known.unit(target)}: a unit of your own.", ids)
            return
        far, card = distance(list(unit["hex"]), list(to)), self._card_of(unit)
        away = several(far, "hex", "hexes")
        if far > card.range:
            reach = several(card.range, "hex", "hexes")
            yield Reason(f"{self._known.unit(target)}: {away} away; the range of {named} is {reach}.", ids)
        elif far > 1 and _may_attack(unit):
            yield Reason(f"{named}: no free line of sight to {self._known.unit(target)}.", ids)
        else:
            yield from self._in_attack(view, unit, named, ids)

    def _move(self, view: View, unit: View, to: Hex) -> Iterator[Reason]:
        named, there = self._known.unit(unit), _unit_on(view, at(to))
        ids = (f"unit:{at(unit['hex'])}", f"hex:{at(to)}")
        far, card = distance(list(unit["hex"]), list(to)), self._card_of(unit)
        if there is not None:
            yield Reason(f"{self._known.unit(there)}: a hex holds one unit.", ids)
        elif not unit["ordered"] or unit["moved"] or unit.get("stunned"):
            yield from self._in_move(view, unit, named, ids)
        elif far > card.move and not view.get("second_move") and "spell" not in view:
            away, most = several(far, "hex", "hexes"), several(card.move, "hex", "hexes")
            yield Reason(f"{at(to)}: {away} away; the movement of {named} is {most}.", ids)
        else:
            yield Reason(f"{named}: no free way to {at(to)}, past units and terrain.", ids)

    def _card_of(self, unit: View) -> UnitCard:
        return self._known.units[unit["type"]]


def _may_attack(unit: View) -> bool:
    return bool(unit["ordered"] and unit["attacks"] and not unit.get("stunned"))


def _unit_on(view: View, place: str) -> View | None:
    """The unit on a hex such as 5.3."""
    return next((unit for unit in view["units"] if at(unit["hex"]) == place), None)


def _sections(view: View, hexagon: Hex) -> list[str]:
    """The sections of a hex as the seat to move sees them."""
    return sections(list(hexagon), SIDES[view["to_move"]])
