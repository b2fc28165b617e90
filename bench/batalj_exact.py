"""Batalj's search against exact solutions: ``python -m bench.batalj_exact`` prints every figure.

Lone forays on the whole map are solved by optimal stopping (core/games/batalj/play/prospect.pyx). Forays of
one and two riders on small maps, and small battle endgames, are solved by listing every position
(search/exact.pyx).
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.console import Console

from battlewise.bots import Bot, bot
from battlewise.core import State, game
from battlewise.search.exact import Solution, value_iteration

MOST_POSITIONS = 3_000_000
_PILLAGE = """
[chest]
english = "Chest"
values = [10, 10, 20, 20, 40]
status = "reconstructed"

[chalice]
english = "Chalice"
values = []
status = "reconstructed"

[imperial_troops]
english = "Imperial Troops"
count = {troops}
status = "reconstructed"

[map]
starts = ["west", "east"]
cities = {cities}
roads = {roads}
status = "reconstructed"

[map.places]
{places}
"""


@dataclass(frozen=True)
class Map:
    """A small Pillage map: a road of so many cities, in steps of one, from one start city to the other.

    :ivar troops: Imperial Troops among the markers; besides chests of 10, 10, 20, 20 and 40 gold.
    :ivar marches: after so many the foray is over, of all riders together.
    """

    cities: int
    troops: int
    marches: int


MAPS = (Map(2, 2, 8), Map(3, 1, 8), Map(4, 2, 8), Map(5, 2, 6), Map(6, 2, 5))


@dataclass(frozen=True)
class Endgame:
    """Soldiers of a battle about to attack, by area: left, centre, right, the far ones, reserve.

    :ivar led: Swedish areas with a commander.
    """

    sweden: tuple[int, ...]
    enemy: tuple[int, ...]
    led: tuple[int, ...] = ()
    guns: int = 0
    round: int = 1


ENDGAMES = (
    Endgame((2, 0, 0, 0, 0, 0, 1), (0, 0, 0, 1, 0, 0, 1)),
    Endgame((2, 0, 0, 0, 0, 0, 2), (0, 0, 0, 2, 0, 0, 2)),
    Endgame((1, 0, 0, 0, 0, 0, 1), (0, 0, 0, 2, 0, 0, 2)),
    Endgame((3, 0, 0, 0, 0, 0, 1), (0, 0, 0, 1, 1, 0, 1)),
    Endgame((2, 0, 0, 0, 0, 0, 1), (0, 0, 0, 1, 0, 0, 1), led=(0,)),
    Endgame((1, 1, 0, 0, 0, 0, 1), (0, 0, 0, 1, 0, 0, 1), guns=1),
    Endgame((2, 1, 0, 0, 0, 0, 2), (0, 0, 0, 2, 1, 0, 2), round=27),
    Endgame((0, 0, 0, 2, 0, 0, 2), (0, 1, 0, 0, 0, 1, 2), led=(3,), round=27),
    Endgame((1, 2, 0, 0, 0, 0, 2), (0, 0, 0, 0, 1, 1, 2), led=(6,), round=27),
    Endgame((0, 2, 0, 1, 0, 0, 2), (0, 0, 1, 0, 1, 0, 1), round=26),
)


@cache
def foray(small: Map, riders: int) -> State:
    """The foray of some riders on a small map, from its first chance node."""
    names = [f"city_{i + 1}" for i in range(small.cities)]
    way = ["west", *names, "east"]
    roads = [[one, other, 1] for one, other in pairwise(way)]
    with TemporaryDirectory() as folder:
        places = "\n".join(f"{name} = [{i}, 0]" for i, name in enumerate(way))
        text = _PILLAGE.format(cities=names, roads=roads, troops=small.troops, places=places)
        Path(folder, "pillage.toml").write_text(text.replace("'", '"'), "utf-8")
        options: dict[str, Any] = {"players": riders, "markers": small.cities, "turn_limit": small.marches}
        return game("batalj", mode="foray", data=folder, **options).new(seed=0, chance="ask")


@cache
def battle(one: Endgame) -> State:
    """A battle of one seat; Province cards lie where Swedes stand."""
    areas = ("left", "centre", "right", "far_left", "far_centre", "far_right")
    led = [int(area in one.led) for area in range(7)]
    war = {
        "leader": 0,
        "sent": [{"fiefs": {"narke": 1}}],
        "stage": "swedish_attacks",
        "round": one.round,
        "soldiers": {"sweden": list(one.sweden), "enemy": list(one.enemy)},
        "commanders": {"sweden": led, "enemy": [0] * 7},
        "cards": {area: 1 for area, n in zip(areas, one.sweden, strict=False) if n},
        "guns": [one.guns, 0, 0],
    }
    view = {"seat": 0, "phase": "attack", "players": [{"fiefs": {"narke": 1}}], "war": war}
    return game("batalj", mode="battle", players=1).from_view(view, seed=0, chance="ask")


def solved(start: State) -> Solution:
    """The exact value of every position that can follow."""
    return value_iteration(start, MOST_POSITIONS)


def played(start: State, seat: int, player: Bot, best: Callable[[State], Any], seed: int) -> Iterator[State]:
    """The positions in which `player` chose for `seat`, each followed by that after its move.

    :param best: the others' move.
    """
    state = start.copy(seed=seed)
    while not state.is_over:
        if state.is_chance:
            state.roll()
        elif state.to_move != seat:
            state.play(best(state))
        elif len(state.legal()) == 1:
            state.play(state.legal()[0])
        else:
            yield state.copy()
            state.play(player.choose(state, seed=seed + state.ply).move)
            yield state.copy()


def losses(start: State, spec: str, games: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """By game, what a bot's moves cost it in all, in return, against opponents that play exactly best.

    The bot has each seat in turn. The sum of what each of its moves costs is the cost of the game.
    """
    solution = solved(start)

    def best(state: State) -> Any:
        return max(solution.action_values(state), key=lambda pair: pair[1])[0]

    found = []
    for seed in range(games):
        seat = seed % start.game.seats
        states = list(played(start, seat, bot(spec), best, seed))
        values = [solution.value(state)[seat] for state in states]
        found.append(sum(values[::2]) - sum(values[1::2]))
    return np.array(found)


def lone_losses(spec: str, games: int, markers: int = 14) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The same of a lone rider on the whole map, as a share of the exact value."""
    rules: Any = game("batalj", mode="foray", players=1, markers=markers)
    start = rules.new(seed=0, chance="ask")
    whole = rules.prospect(start, 0)
    found = []
    for seed in range(games):
        states = list(played(start, 0, bot(spec), lambda _: None, seed))
        values = [rules.prospect(state, 0) for state in states]
        found.append((sum(values[::2]) - sum(values[1::2])) / whole)
    return np.array(found)


def _report(console: Console, what: str, found: np.ndarray[Any, np.dtype[np.float64]], aim: str) -> None:
    error = found.std() / np.sqrt(len(found))
    console.print(f"{what}: {found.mean():.4f} +- {error:.4f} a game, of {len(found)} (aim {aim})")


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="mcts:iterations=1000")
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    console = Console(width=140, highlight=False)
    begun = time.process_time()
    console.print(f"what {arguments.bot} loses")
    lone = lone_losses(arguments.bot, arguments.games)
    _report(console, "lone foray, whole map, share of the exact value", lone, "<= 0.02")
    for riders in (1, 2):
        for small in MAPS:
            start = foray(small, riders)
            value = solved(start).value(start)[0]
            share = losses(start, arguments.bot, arguments.games) / value
            text = f"foray, {riders} riders, {small.cities} markers, value {value:.4f}, share of it"
            _report(console, text, share, "<= 0.02")
    for one in ENDGAMES:
        start = battle(one)
        value = solved(start).value(start)[0]
        name = f"battle {one.sweden} against {one.enemy}, led {one.led}, value {value:.4f}, win chance"
        _report(console, name, losses(start, arguments.bot, arguments.games), "<= 0.01")
    console.print(f"{time.process_time() - begun:.0f} CPU s")


if __name__ == "__main__":
    main()
