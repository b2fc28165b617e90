"""What happens in games, counted for the balance report (`bench.balance`)."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Protocol

from rich.table import Table

from battlewise.core import Game, State

Tally = Counter[tuple[str, ...]]
"""Counts of what happened."""


class Count(Protocol):
    """Counts what happens in a game."""

    def watch(self, state: State, tally: Tally) -> None:
        """See a state, each of a game in turn."""

    def tables(self, tally: Tally) -> list[Table]:
        """What was counted."""


ACTIVITIES = {
    "agriculture": "agriculture",
    "trade": "trade",
    "culture_fiefs": "culture",
    "culture_trade": "culture",
    "join_foray": "foray",
}
ERAS = {"green": range(5), "red": range(5, 10), "blue": range(10, 16)}  # of Batalj, by reigns


class HistoryCount:
    """Counts what happens in a game of A Battle Through History."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        folder = files("battlewise.core.games.history") / "data"
        files_of_cards = ((folder / name).read_text("utf-8") for name in ("elite_units.toml", "heroes.toml"))
        self._eras = {
            card: facts["era"] for text in files_of_cards for card, facts in tomllib.loads(text).items()
        }
        self._battle: dict[str, Any] | None = None
        self._relics = 0
        self._attacker = 0
        self._asked = -1

    def watch(self, state: State, tally: Tally) -> None:
        """See a state, each of a game in turn."""
        view = state.view(None)
        if view["phase"] == "face":
            self._offer(view, tally)
        if view["phase"] == "dice":
            self._battle, self._attacker = view["battle"], (view["first"] + view["turn"]) % self._rules.seats
            self._relics = sum(view["players"][self._attacker]["relics"].values())
        elif self._battle is not None and view["phase"] in ("insert", "over"):
            self._settle(view, tally)
            self._battle = None
        if view["phase"] == "over":
            for seat, score in enumerate(self._rules.scores(state)):
                won = state.returns()[seat] > 0
                for source, points in score.items():
                    tally["points", source] += points
                    tally["winners' points", source] += points if won else 0
                tally["points", "games"] += 1
                tally["winners' points", "games"] += won

    def _offer(self, view: dict[str, Any], tally: Tally) -> None:
        """Count the cards that can be fought, once a turn."""
        if view["turn"] != self._asked:
            self._asked = view["turn"]
            era = view["players"][(view["first"] + view["turn"]) % self._rules.seats]["era"]
            for card in view["board"]["open"]:
                tally["card", card, "offered"] += self._eras[card] == era

    def _settle(self, view: dict[str, Any], tally: Tally) -> None:
        """What has become of the last battle."""
        battle, player = self._battle or {}, view["players"][self._attacker]
        army = {**player["cards"], **player["discard"], **player["spent"]}
        against = "board" if battle["defender"] is None else "player"
        taken = sum(one["card"] in army for one in battle["defenders"]) if against == "board" else 0
        relic = sum(player["relics"].values()) - self._relics
        kinds = [("battle", against), ("units", str(len(battle["attackers"])))]
        kinds += [("deployed", one["card"]) for one in battle["attackers"]]
        kinds += [("token", one["token"]) for one in battle["attackers"] if one["token"]]
        for kind in kinds:
            tally[*kind, "battles"] += 1
            tally[*kind, "recruits"] += taken
            tally[*kind, "relics"] += relic
        for one in battle["defenders"] if against == "board" else ():
            tally["card", one["card"], "fought"] += 1
            tally["card", one["card"], "beaten"] += one["card"] in army

    def tables(self, tally: Tally) -> list[Table]:
        """What was counted."""
        shown = [_points(tally)]
        for kind in ("battle", "units", "token", "deployed"):
            shown.append(_battles(kind, tally))
        shown.append(_cards(tally))
        return shown


def _points(tally: Tally) -> Table:
    table = Table("", "elites", "heroes", "relics", "prowess", "honour", "in all", title="points a player")
    for kind in ("points", "winners' points"):
        means = [
            tally[kind, one] / tally[kind, "games"]
            for one in ("elites", "heroes", "relics", "prowess", "honour")
        ]
        table.add_row(kind, *(f"{mean:.2f}" for mean in [*means, sum(means)]))
    return table


def _battles(kind: str, tally: Tally) -> Table:
    table = Table(kind, "battles", "recruits a battle", "relics a battle", title=f"battles by {kind}")
    names = sorted({key[1] for key in tally if key[0] == kind}, key=lambda one: -tally[kind, one, "battles"])
    for name in names:
        battles = tally[kind, name, "battles"]
        gains = (f"{tally[kind, name, what] / battles:.2f}" for what in ("recruits", "relics"))
        table.add_row(name, str(battles), *gains)
    return table


def _cards(tally: Tally) -> Table:
    table = Table("card", "offered", "fought", "share", "beaten", title="cards of the main board")
    names = sorted({key[1] for key in tally if key[0] == "card"})
    for name in names:
        offered, fought, beaten = (tally["card", name, what] for what in ("offered", "fought", "beaten"))
        shares = (f"{fought / max(offered, 1):.0%}", f"{beaten / max(fought, 1):.0%}")
        table.add_row(name, str(offered), str(fought), *shares)
    return table


class CampaignCount:
    """Counts the activities, the History cards and the gold of a campaign of Batalj."""

    def __init__(self, rules: Any) -> None:
        self._seats = [str(seat) for seat in range(rules.seats)]
        self._before: dict[str, Any] | None = None

    def watch(self, state: State, tally: Tally) -> None:
        """See a state, each of a game in turn."""
        before, self._before = self._before, state.view(None)
        if before is None:
            return
        actor, move = state.log(since=state.ply - 1)[0]
        kind = move.doc["kind"]
        if kind in ACTIVITIES and actor >= 0:
            era = next(era for era, reigns in ERAS.items() if before["reign"] in reigns)
            tally["activity", str(actor), era, ACTIVITIES[kind]] += 1
        if kind == "buy_card":
            tally["bought", str(actor)] += 1
        for seat in self._seats:
            was, now = (view["players"][int(seat)]["gold"] for view in (before, self._before))
            tally["earned", seat] += max(0, now - was)
            tally["left", seat] += now if state.is_over else 0
        if state.is_over:
            tally["games",] += 1
            tally["reigns",] += self._before["reign"] + 1

    def tables(self, tally: Tally) -> list[Table]:
        """What was counted."""
        return [self._activities(tally), self._gold(tally)]

    def shares(self, tally: Tally) -> Iterator[tuple[str, Counter[str]]]:
        """How often each activity was chosen: in all, by seat, by era."""
        chosen = [(key, n) for key, n in tally.items() if key[0] == "activity"]
        groups = [("all", "")] + [(f"seat {int(seat) + 1}", seat) for seat in self._seats]
        for what, one in groups + [(era, era) for era in ERAS]:
            found: Counter[str] = Counter()
            for key, n in chosen:
                found[key[3]] += n if one in ("", *key[1:3]) else 0
            yield what, found

    def _activities(self, tally: Tally) -> Table:
        names = list(dict.fromkeys(ACTIVITIES.values()))
        table = Table("", "turns", *names, title="activities")
        for what, counts in self.shares(tally):
            total = counts.total()
            table.add_row(what, str(total), *(f"{counts[name] / max(1, total):.0%}" for name in names))
        return table

    def _gold(self, tally: Tally) -> Table:
        """Gold earned after the start, net of what is paid in the same step."""
        table = Table("seat", "History cards a reign", "gold earned", "gold left", "share left", title="gold")
        for seat in self._seats:
            bought, earned, left = (tally[what, seat] for what in ("bought", "earned", "left"))
            table.add_row(
                str(int(seat) + 1),
                f"{bought / max(1, tally['reigns',]):.2f}",
                f"{earned / max(1, tally['games',]):.0f}",
                f"{left / max(1, tally['games',]):.0f}",
                f"{left / max(1, earned):.0%}",
            )
        return table


def counter_of(rules: Game) -> Count | None:
    """What counts a game, if there is anything to count."""
    if rules.id == "history":
        return HistoryCount(rules)
    if rules.id == "batalj" and rules.options["mode"] == "campaign":
        return CampaignCount(rules)
    return None
