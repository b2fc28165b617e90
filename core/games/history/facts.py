"""What the words of moves and prompts take from a view (`Game.facts`), and the question of each phase."""

from collections.abc import Mapping, Sequence
from typing import Any

from battlewise.core.games.history.cards import ACTIONS, ERAS, LINES, Data

Json = Mapping[str, Any]
BOARD = "the main board"
FEW = 3  # units on the attacker board with which the attacker has the strong die
PROMPTS = {
    "travel": "Insert another tile, or go on with the warfare token {pointed}?",
    "action": "Carry out an action of the gears ({actions}), or jump to era {eras}.",
    "face": "Choose whom to fight in era {era}.",
    "chain": "Fight a further card, linked with {ends}?",
    "defend": "{attacker} challenges you: deploy one to three units, the battlefront first{deployed}.",
    "defend_arm": "Give a warfare token to one of your units?",
    "deploy": "Deploy one to four units against {defenders}, the battlefront first{deployed}.",
    "arm": "Give a warfare token to one of your units?",
    "relaunch": "Your die shows {face}: roll it again?",
    "keep": "Which of the two prowess tokens of {loser} do you keep?",
    "relic_choice": "Which of the relics drawn do you take?",
    "close": "Spend Tighten up to draw two cards, or end your turn?",
}


class Facts:
    """The names of all that moves name, with what a view says of it.

    :param seats: the names of the seats that play.
    """

    def __init__(self, data: Data, seats: Sequence[str]) -> None:
        self._data = data
        self._seats = seats
        self._titles = {unit.id: unit.english for unit in data.units}
        self._fixed = {f"card:{name}": title for name, title in self._titles.items()}
        self._fixed |= {f"token:{token.id}": token.english for token in data.tokens.warfare}
        for tile in data.gears.tiles:
            eras = " and ".join(ERAS[era] for era in tile.eras)
            self._fixed[f"tile:{tile.id}"] = f"{tile.english} (eras {eras}, token {tile.points_at})"

    def title(self, unit: str) -> str:
        """The title of a unit."""
        return self._titles[unit]

    def token(self, token: str) -> str:
        """The title of a warfare token."""
        return self._fixed[f"token:{token}"]

    def of(self, view: Json) -> dict[str, str]:
        """The facts of a view, as `Game.facts` says."""
        if view["first"] is None:
            return self._fixed | {"whose": self._without_relic(view), "draws": "draws"}
        mover = self._seats[active(view)]
        player = view["players"][active(view)]
        found = self._fixed | {"whose": mover, "attacker": mover, "pointed": self._pointed(view)}
        found |= {"era": str(player["era"]), "draws": "draws", "deployed": ""}
        left = sum(player["cards"].values()) - player["hand_size"]
        found["drawing"] = "draw a card" if left else "the deck is empty, so draw none"
        found |= self._of_gears(view["gears"], player["era"])
        battle = view.get("battle")
        return found if battle is None else found | self._of_battle(view, battle)

    def side(self, view: Json, side: int) -> str:
        """Whose units fight on a side: 0, the attacker's, or 1."""
        defender = view["battle"]["defender"]
        if side == 0:
            return self._seats[active(view)]
        return BOARD if defender is None else self._seats[defender]

    def _of_battle(self, view: Json, battle: Json) -> dict[str, str]:
        sides = [self.side(view, 0), self.side(view, 1)]
        attackers, defenders = (battle.get(name, []) for name in ("attackers", "defenders"))
        found = dict(
            zip(("strong_of", "risky_of"), sides[:: 1 if len(attackers) <= FEW else -1], strict=True)
        )
        found["defenders"] = ", ".join(self._titles[one["card"]] for one in defenders) or sides[1]
        if defenders:
            front, back = (self._titles[defenders[i]["card"]] for i in (0, -1))
            found |= {"front": front, "back": back, "ends": " or ".join(dict.fromkeys((front, back)))}
        if battle["defender"] is not None and view["phase"] == "relic":
            found |= {"draws": f"sees, of {sides[1]}'s relics,"}
        if view["phase"] in ("deploy", "defend"):
            own = attackers if view["phase"] == "deploy" else defenders
            shown = ", ".join(self._titles[one["card"]] for one in own)
            found["deployed"] = f"; deployed: {shown}" if own else ""
        own = defenders if view["phase"] == "defend_arm" else attackers
        found |= {
            f"place:{i + 1}": f"{self._titles[one['card']]} (unit {i + 1})" for i, one in enumerate(own)
        }
        if "reinforces" in battle:
            found["reinforced"] = sides[battle["reinforces"] == "defender"]
        if "roller" in battle:
            rolls = battle["roller"] == "defender"
            found |= {"roller": sides[rolls], "face": face(battle["dice"][rolls])}
        if "winner" in battle:
            found["loser"] = sides[battle["winner"] == "attacker"]
        return found

    def _of_gears(self, gears: Json, era: str | None) -> dict[str, str]:
        """The actions still to be carried out, and the eras to jump to."""
        sectors = self._data.gears.sectors
        actions = [sectors[(gears["wheel"] + i) % 4] for i in range(2)]
        left = [ACTIONS[one] for one, done in zip(actions, gears["done"], strict=True) if not done]
        tile = next(one for one in self._data.gears.tiles if one.id == gears["active"])
        eras = [ERAS[one] for one in tile.eras if ERAS[one] != era]
        return {"actions": ", ".join(left) or "both are done", "eras": " or ".join(eras)}

    def _pointed(self, view: Json) -> str:
        tile = next(one for one in self._data.gears.tiles if one.id == view["gears"]["active"])
        token = view["warfare"]["open"][tile.points_at - 1]
        return "" if token is None else self.token(token)

    def _without_relic(self, view: Json) -> str:
        without = (seat for seat, player in enumerate(view["players"]) if not player["relics"])
        return self._seats[next(without, 0)]


def active(view: Json) -> int:
    """Whose turn it is."""
    return int((view["first"] + view["turn"]) % len(view["players"]))


def face(values: Sequence[int]) -> str:
    """What a face of a die adds to the lines of combat, in words."""
    if len(set(values)) == 1 and values[0]:
        return f"{values[0]:+d} to every line"
    return ", ".join(f"{n:+d} {line}-range" for n, line in zip(values, LINES, strict=True) if n).replace(
        "close-range", "close"
    )
