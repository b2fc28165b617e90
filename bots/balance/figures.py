"""The figures of a report, from its games."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import fmean, median
from typing import Any

from battlewise.bots.balance.play import Job, Json, leader
from battlewise.bots.match import interval
from battlewise.bots.tournament.plan import rules_of
from battlewise.bots.tournament.summary import lengths
from battlewise.core import Game
from battlewise.core.fields import plain

PARTS = 10  # of a game, in the course of the winner's chance
SELDOM = 0.02  # of the decisions in which a card could be chosen
ENOUGH = 30  # such decisions, for a judgement
NEAR = 0.01  # lost by a random move: the decision does not matter


def figures(job: Job, games: Sequence[Json]) -> Json:
    """What the page shows; every interval is of 95 %."""
    rules = rules_of(job.variants[0])
    won = list(filter(has_winner, games))
    return {
        "title": rules.title,
        "game": rules.id,
        "bot": job.spec,
        "games": len(games),
        "even": 1 / rules.seats,
        "seats": [
            {"name": name, **share(game["returns"][seat] for game in games)}
            for seat, name in enumerate(rules.seat_names[: rules.seats])
        ],
        "shared": len(games) - len(won),
        "options": _options(job, games),
        "lengths": lengths([game["plies"] for game in games]),
        "turns": median(game["turns"] for game in games),
        "drama": _drama(won),
        "course": _course(won),
        "decisions": _decisions(rules, games),
        "cards": _uses(job, games, cards=True),
        "kinds": _uses(job, games, cards=False),
    }


def share(scores: Iterable[float]) -> Json:
    """A mean with its interval."""
    found = list(scores)
    mean, low, high = interval(found)
    return {"mean": mean, "low": low, "high": high, "games": len(found)}


def _options(job: Job, games: Sequence[Json]) -> list[Json]:
    """The share of each seat with each value of the options that vary."""
    values: dict[str, list[Any]] = {}
    for terms in job.variants:
        for name, value in terms.options.items():
            values.setdefault(name, [])
            if value not in values[name]:
                values[name].append(value)
    rows = []
    for name, several in values.items():
        for value in several if len(several) > 1 else ():
            there = [game for game in games if job.variants[game["variant"]].options[name] == value]
            seats = [share(one) for one in zip(*(game["returns"] for game in there), strict=True)]
            rows.append({"option": name, "value": value, "seats": seats, "games": len(there)})
    return rows


def _drama(won: Sequence[Json]) -> Json:
    """Comebacks and changes of the lead, of the games that one seat won."""
    lowest = [min(chances[winner(game)] for chances in game["course"]) for game in won]
    half = [game["course"][len(game["course"]) // 2][winner(game)] for game in won]
    even = 1 / len(won[0]["returns"]) if won else 0.5
    return {
        "lead_changes": fmean(map(lead_changes, won)) if won else 0.0,
        "behind_at_half": share(float(one < even) for one in half) if won else None,
        "comebacks": share(float(one < even / 2) for one in lowest) if won else None,
        "below": even / 2,
        "decided": median(map(decided, won)) if won else None,
    }


def has_winner(game: Json) -> bool:
    """Whether one seat has more than every other."""
    found: bool = game["returns"].count(max(game["returns"])) == 1
    return found


def winner(game: Json) -> int:
    """The seat that has most."""
    found: int = game["returns"].index(max(game["returns"]))
    return found


def lead_changes(game: Json) -> int:
    """How often the lead passed from a seat to another one."""
    leaders = [one for one in map(leader, game["course"]) if one is not None]
    return sum(one != other for one, other in pairwise(leaders))


def decided(game: Json) -> float:
    """The part of the game, 0..1, after which the winner led to its end."""
    leaders = list(map(leader, game["course"]))
    behind = [number for number, one in enumerate(leaders, 1) if one != winner(game)]
    return max(behind, default=0) / len(leaders)


def _course(won: Sequence[Json]) -> list[float]:
    """The winner's mean chance from the first part of the game to its last."""
    parts: list[list[float]] = [[] for _ in range(PARTS)]
    for game in won:
        for number, chances in enumerate(game["course"]):
            parts[number * PARTS // len(game["course"])].append(chances[winner(game)])
    return [fmean(part) if part else 0.5 for part in parts]


def _decisions(rules: Game, games: Sequence[Json]) -> list[Json]:
    """What each kind of decision asks, how often, and what a random move loses in it."""
    kinds = defaultdict[str | None, list[Json]](list)
    for game in games:
        for phase, legal, lost in game["choices"]:
            kinds[phase].append({"legal": legal, "lost": lost})
    rows = [
        {
            "phase": plain(phase or "decision"),
            "a_game": len(some) / len(games),
            "legal": fmean(one["legal"] for one in some),
            "lost": fmean(one["lost"] for one in some),
            "idle": fmean(one["lost"] < NEAR for one in some),
        }
        for phase, some in kinds.items()
    ]
    return sorted(rows, key=lambda row: -row["lost"] * row["a_game"])


def _uses(job: Job, games: Sequence[Json], cards: bool) -> list[Json]:
    """Cards and pieces, or kinds of moves: how often they are chosen, and how seats fare that choose them."""
    could, did, with_it = Counter[str](), Counter[str](), defaultdict[str, list[float]](list)
    without = defaultdict[str, list[float]](list)
    for game in games:
        for seat, uses in enumerate(game["uses"]):
            for name, (times, chosen) in uses.items():
                could[name] += times
                did[name] += chosen
                (with_it if chosen else without)[name].append(game["returns"][seat])
    names = _titles(job)
    rows = [
        {
            "name": names.get(name, plain(name.partition(":")[2])),
            "could": could[name],
            "chosen": did[name] / could[name],
            "with": share(with_it[name]) if with_it[name] else None,
            "without": share(without[name]) if without[name] else None,
            "never": could[name] >= ENOUGH and did[name] < SELDOM * could[name],
        }
        for name in could
        if name.startswith("kind:") != cards
    ]
    return sorted(rows, key=lambda row: (-row["chosen"], row["name"]))


def _titles(job: Job) -> dict[str, str]:
    """The names of cards and pieces by their ids."""
    return {one.id: one.name for terms in job.variants for one in rules_of(terms).catalogue().things.values()}
