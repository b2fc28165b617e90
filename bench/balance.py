"""Fairness and use of cards: ``python -m bench.balance --game history -o players=4``.

In games of a bot against itself: the score of each place in the order of play, with 95 % intervals; and for
games with a `Count` here, the sources of points and what happens to each card.
"""

import argparse
import tomllib
from collections import Counter
from functools import partial
from importlib.resources import files
from typing import Any

from rich.console import Console
from rich.table import Table

from battlewise.bots import bot
from battlewise.bots.arguments import options_of
from battlewise.bots.match import interval
from battlewise.bots.tournament.play import play_game
from battlewise.core import Game, State, Value, game
from bench.processes import in_processes

Tally = Counter[tuple[str, ...]]
"""Counts of what happened."""


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


COUNTS = {"history": HistoryCount}


def count_game(game_id: str, options: dict[str, Value], spec: str, seed: int) -> tuple[list[float], Tally]:
    """What each place in the order of play won of one game, and what happened in it."""
    rules = game(game_id, **options)
    played = play_game(rules, [bot(spec)] * rules.seats, seed)
    counter = COUNTS[game_id](rules) if game_id in COUNTS else None
    tally: Tally = Counter()
    first = _first_to_decide(rules, seed, played.record()["moves"], counter, tally)
    returns = played.returns()
    return [returns[(first + place) % rules.seats] for place in range(rules.seats)], tally


def _first_to_decide(
    rules: Game, seed: int, moves: list[str], counter: HistoryCount | None, tally: Tally
) -> int:
    """Play a game again for the counter; who decides first."""
    state = rules.new(seed=seed, chance="ask")
    first = None
    for move in moves:
        if first is None and not state.is_chance:
            first = state.to_move
        state.play(move)
        if counter is not None:
            counter.watch(state, tally)
    return first or 0


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="history")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--bot", default="mcts:iterations=250")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=3_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    work = partial(count_game, arguments.game, options_of(arguments.option), arguments.bot)
    found = in_processes(work, range(arguments.seed, arguments.seed + arguments.games), arguments.jobs)
    console = Console(width=110)
    table = Table(
        "place", "wins", "95 % interval", title=f"{arguments.game}: seat advantage, {len(found)} games"
    )
    for place in range(len(found[0][0])):
        mean, low, high = interval([returns[place] for returns, _ in found])
        table.add_row(str(place + 1), f"{mean:.1%}", f"{low:.1%} .. {high:.1%}")
    console.print(table)
    tally: Tally = Counter()
    for _, one in found:
        tally.update(one)
    if arguments.game in COUNTS:
        rules = game(arguments.game, **options_of(arguments.option))
        for table in COUNTS[arguments.game](rules).tables(tally):
            console.print(table)


if __name__ == "__main__":
    main()
