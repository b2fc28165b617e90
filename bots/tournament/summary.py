"""The summary of a tournament: everything a report shows, as plain data.

The same ledger gives the same data to the last digit: nothing depends on the time or place of asking.
"""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from statistics import fmean, median
from typing import Any

from battlewise.bots.match import interval
from battlewise.bots.tournament.duel import Duel
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.notable import notable
from battlewise.bots.tournament.plan import Plan, rules_of
from battlewise.bots.tournament.ratings import Fit, rate
from battlewise.bots.tournament.result import GameResult
from battlewise.bots.tournament.sprt import Sprt

FORFEITS = ("time", "crash", "illegal")


def summarise(ledger: Ledger, anchor: str | None = None) -> dict[str, Any]:
    """The data of a report, from the games of complete blocks.

    :param anchor: the entrant whose rating is 0; without one the mean is 0.
    :raises BattlewiseError: if no block is complete, or there is no such entrant.
    """
    plan, games = ledger.plan, ledger.results()
    fit = rate(games)
    order = [one.entrant for one in fit.ratings()]
    return {
        "game": plan.terms.game,
        "title": rules_of(plan.terms).title,
        "plan": plan.doc,
        "games": len(games),
        "blocks": len({one.block for one in games}),
        "planned": plan.games,
        "left_out": len(ledger.results(complete=False)) - len(games),
        "set_aside": len(ledger.set_aside()),
        "statuses": dict(sorted(Counter(one.status for one in games).items())),
        "ranking": _ranking(plan, fit, games, anchor),
        "anchor": anchor,
        "crosstable": _crosstable(fit, games, order),
        "seats": _seats(plan, fit, games, order),
        "lengths": lengths([one.plies for one in games]),
        "thinking": _thinking(games, order),
        "test": _test(ledger, plan),
        "notable": notable(ledger, fit, games),
        "runs": [{**run, "command": _short(run["command"])} for run in ledger.runs()],
    }


def _short(command: str) -> str:
    """A command without the folders of the program and of absolute paths: a report leaves the machine."""
    try:
        program, *words = shlex.split(command)
    except ValueError:  # empty or not of a shell: the run was started from Python
        return command
    return shlex.join([PurePath(program).name, *(_without_folder(word) for word in words)])


def _without_folder(word: str) -> str:
    name, equals, value = word.rpartition("=")
    return f"{name}{equals}{PurePath(value).name}" if PurePath(value).is_absolute() else word


def _own(game: GameResult) -> dict[str, float]:
    """The score of each entrant of a game, the mean if it had several seats."""
    scores: dict[str, list[float]] = defaultdict(list)
    for name, score in zip(game.seats, game.scores, strict=True):
        scores[name].append(score)
    return {name: fmean(several) for name, several in scores.items()}


def _clustered(scores: Iterable[tuple[int, float]]) -> dict[str, float]:
    """Mean and 95 % interval of scores that come with their seeds."""
    by_seed: dict[int, list[float]] = defaultdict(list)
    for seed, score in scores:
        by_seed[seed].append(score)
    score, low, high = interval([fmean(several) for several in by_seed.values()])
    return {"score": score, "low": low, "high": high}


def _ranking(plan: Plan, fit: Fit, games: Sequence[GameResult], anchor: str | None) -> list[dict[str, Any]]:
    ratings = fit.ratings(anchor)
    lost = Counter(one.seats[one.scores.index(0.0)] for one in games if one.status in FORFEITS)
    rows = []
    for place, one in enumerate(ratings, 1):
        own = [(game.seed, _own(game)[one.entrant]) for game in games if one.entrant in game.seats]
        below = ratings[place].entrant if place < len(ratings) else None
        rows.append(
            {
                "place": place,
                "entrant": one.entrant,
                "bot": plan.entrants[one.entrant],
                "elo": one.elo,
                "elo_low": one.low,
                "elo_high": one.high,
                "games": len(own),
                **_clustered(own),
                "forfeits": lost[one.entrant],
                "superiority": None if below is None else fit.superiority(one.entrant, below),
            }
        )
    return rows


def _crosstable(
    fit: Fit, games: Sequence[GameResult], order: Sequence[str]
) -> list[list[dict[str, Any] | None]]:
    """Row against column: the share between the two, half for equal scores; None if they never met."""
    met: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for game in games:
        own = _own(game)
        for one, score in own.items():
            for other, theirs in own.items():
                if one != other:
                    met[one, other].append((game.seed, (1 + score - theirs) / 2))
    return [
        [
            {
                **_clustered(met[one, other]),
                "games": len(met[one, other]),
                "superiority": fit.superiority(one, other),
            }
            if met[one, other]
            else None
            for other in order
        ]
        for one in order
    ]


def _seats(plan: Plan, fit: Fit, games: Sequence[GameResult], order: Sequence[str]) -> list[dict[str, Any]]:
    """By seat: its score, its value in Elo with skill taken out, and the score of each entrant in it."""
    rows = []
    for seat, (elo, low, high) in enumerate(fit.seats()):
        entrants = {}
        for name in order:
            there = [(game.seed, game.scores[seat]) for game in games if game.seats[seat] == name]
            entrants[name] = _clustered(there) if there else None
        all_games = _clustered((game.seed, game.scores[seat]) for game in games)
        name = rules_of(plan.terms).seat_names[seat]
        adjusted = {"elo": elo, "elo_low": low, "elo_high": high}
        rows.append({"seat": seat, "name": name, **all_games, **adjusted, "entrants": entrants})
    return rows


def lengths(plies: Sequence[int], most: int = 24) -> dict[str, Any]:
    """Decisions a game: the middle, the ends, and a histogram of at most so many equal bins."""
    low, high = min(plies), max(plies)
    width = max(1, -(-(high - low + 1) // most))
    counts = Counter((one - low) // width for one in plies)
    bins = [
        {"from": low + i * width, "to": low + (i + 1) * width - 1, "games": counts[i]}
        for i in range((high - low) // width + 1)
    ]
    return {"mean": fmean(plies), "median": median(plies), "low": low, "high": high, "bins": bins}


def _thinking(games: Sequence[GameResult], order: Sequence[str]) -> list[dict[str, Any]]:
    """CPU seconds of thought a game and seat: mean, the middle nine tenths, the most."""
    spent: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for name, seconds in zip(game.seats, game.seconds, strict=True):
            spent[name].append(seconds)
    rows = []
    for name in order:
        several = sorted(spent[name])
        last = len(several) - 1
        ends = {"p5": several[round(0.05 * last)], "p95": several[round(0.95 * last)]}
        rows.append(
            {"entrant": name, "mean": fmean(several), "median": median(several), **ends, "most": several[-1]}
        )
    return rows


def _test(ledger: Ledger, plan: Plan) -> dict[str, Any] | None:
    """The sequential test that the games were played for, with its ratio after each block."""
    doc = ledger.test()
    if doc is None:
        return None
    duel = Duel(plan, Sprt(**doc))
    duel.add(ledger.results(complete=False), (one["seed"] for one in ledger.set_aside()))
    test = duel.test
    return {**doc, "bounds": test.bounds, "verdict": test.verdict, "track": test.track}
