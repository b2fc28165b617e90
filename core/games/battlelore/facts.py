"""What the words of moves and prompts take from a view (`Game.facts`), and the question of each phase."""

from collections.abc import Iterable, Mapping
from typing import Any

from battlewise.core.changes import several
from battlewise.core.fields import plain
from battlewise.core.games.battlelore.cards import Data, DiceAbility, UnitCard
from battlewise.core.games.battlelore.full import Full
from battlewise.core.games.battlelore.words import SEATS

Json = Mapping[str, Any]
PROMPTS = {
    "scenario": "Choose one of your scenario cards, in secret.",
    "ford": "Place a ford on a water hex of your scenario card.",
    "muster": "Choose your army, in secret.",
    "deploy": "Deploy your army, in secret.",
    "bottom": "Put two command cards, then a lore card, at the bottom of the decks.",
    "command": "Play a command card for its text, or to order any one unit.",
    "order": "Choose a unit for {card} to order.",
    "extra_order": "Choose one more unit to order, by your scenario card.",
    "cure": "Pay {cure} lore to remove a token of an ordered unit?",
    "move": "Move an ordered unit, or leave it where it is.",
    "attack": "Attack with an ordered unit.",
    "poison": "Poisoned: {target}. How many lore results become damage?",
    "ability": "{roller}: how many {face} results are for {ability}?",
    "retreat": "Choose the direction in which {target} is to retreat.",
    "ignore": "Ignore one retreat of {target}, by Immovable?",
    "counter": "Counter the attack of {roller} with {target}?",
    "advance": "{roller}: advance to {vacated}, pursue if it can, or remain?",
    "pursuit": "{roller}: which enemy is attacked in addition?",
    "window": "Play a lore card {timing}?",
    "cancel": "Cancel {spell}?",
    "aim": "Choose the unit or hex for {spell}.",
    "exchange": "Exchange lore for a VP?",
    "lore": "Lore Step: take lore or lore cards, or play a lore card first.",
    "lore_discard": "Discard one of the lore cards.",
}
TIMINGS = {
    "after_orders": "after the Order Step",
    "attack_start": "at the start of your Attack Step",
    "enemy_attack_start": "at the start of the enemy's Attack Step",
    "before_roll": "before this roll",
    "after_enemy_roll": "after the enemy's roll",
    "friend_falls": "before your unit is removed",
    "enemy_falls": "after you eliminated a unit",
    "enemy_lore": "against a lore card of the enemy",
    "attack_step": "in your Attack Step",
    "target_gone": "when the target of your attack is gone",
    "lore_step": "in your Lore Step",
}


class Facts:
    """The names of all that moves name, with what a view says of it.

    :ivar units: the unit cards by id.
    :ivar lore: the lore cards by id.
    :ivar tent: the VP for the enemy's command tent.
    """

    def __init__(self, data: Data, full: Full) -> None:
        self.units = {unit.id: unit for unit in data.units}
        cards: list[Any] = [*data.units, *data.cards, *full.plans]
        cards += [card for deck in (*full.scenarios, *full.armies) for card in deck]
        self.titles = {card.id: card.english for card in cards} | full.titles
        lore = [card for deck in full.lore for card in deck]
        self.lore = {card.id: card for card in lore}
        self.titles |= {card.id: card.english for card in lore}
        self._fixed = {f"card:{name}": title for name, title in self.titles.items()}
        self._fixed |= {f"card:{card.id}": f"{card.english} ({card.cost} lore)" for card in lore}
        self._fixed |= {f"seat:{seat}": name for seat, name in enumerate(SEATS)}
        self.tent = full.numbers["command_tent_vp"]
        self._fixed["cure"] = str(full.numbers["cure_lore"])
        self._banners = [{"hex": list(hexagon), "vp": vp} for hexagon, vp in data.scenario.banners]

    def of(self, view: Json) -> dict[str, str]:
        """The facts of a view, as `Game.facts` says."""
        found = dict(self._fixed)
        for unit in view["units"]:
            found[f"unit:{at(unit['hex'])}"] = self.unit(unit)
        found["rolls"] = SEATS[view["active"]]
        found["act"] = "attack with" if view["phase"] == "attack" else "move"
        if view["card"] is not None:
            found["card"] = self.titles[view["card"]]
        window = view.get("window", {})
        if "timing" in window:
            found["timing"] = found["moment"] = TIMINGS[window["timing"]]
        if "card" in window:
            found["spell"] = self.titles[window["card"]]
        if view["phase"] == "cancel":
            found["moment"] = f"against {found['spell']}"
        if "combat" in view:
            found |= self._of_combat(view, view["combat"])
        return found

    def banners(self, view: Json) -> list[Json]:
        """The banners that lie on the board: ``hex`` and ``vp``."""
        found: list[Json] = view.get("banners", self._banners)
        return found

    def health(self, unit: Json) -> str:
        """How much a unit has left: figures, or the health of a legend, which has damage tokens."""
        legend = "legend" in self.units[unit["type"]].traits
        return f"{unit['figures']} health" if legend else several(unit["figures"], "figure")

    def unit(self, unit: Json) -> str:
        """A unit by its title and its hex."""
        return f"{self.titles[unit['type']]} on {at(unit['hex'])}"

    def _of_combat(self, view: Json, combat: Json) -> dict[str, str]:
        """The unit that rolls, the one struck, and what the dice can do."""
        here = {tuple(unit["hex"]): unit for unit in view["units"]}
        pair = [here[tuple(combat[one])] if combat[one] else None for one in ("attacker", "target")]
        if combat["countering"]:
            pair.reverse()
        names = ["the unit" if one is None else self.unit(one) for one in pair]
        found = {"roller": names[0], "rolls": names[0], "target": names[1]}
        found["vacated"] = at(combat["vacated"] or combat.get("target_hex") or ())
        if view["phase"] == "poison":
            found["ability"] = "poison, 1 damage each"
        elif pair[0] is not None:
            found |= _of_ability(self.units[pair[0]["type"]])
        return found


def _of_ability(unit: UnitCard) -> dict[str, str]:
    ability = unit.ability
    if ability is None:
        return {}
    return {"ability": f"{ability.english} ({does(ability)})", "face": plain(unit.ability_face)}


def does(ability: DiceAbility) -> str:
    """What each result does that is committed to a dice ability."""
    parts = [f"{ability.damage} damage"] if ability.damage else []
    if ability.retreats:
        parts.append(several(ability.retreats, "retreat"))
    parts += ["poison the target"] * ability.poison + ["stun the target"] * ability.stun
    if ability.own_figures:
        parts.append(f"this unit loses {ability.own_figures} figure")
    return ", ".join(parts) + (" if the target has suffered damage" if ability.if_damaged else "")


def at(hexagon: Iterable[int]) -> str:
    """A hex by its row and column."""
    return ".".join(map(str, hexagon))
