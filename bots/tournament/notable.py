"""The notable games of a tournament."""

from collections.abc import Sequence
from typing import Any

from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import rules_of
from battlewise.bots.tournament.ratings import Fit
from battlewise.bots.tournament.result import GameResult

REPLAYED = 200  # of the longest games, to find the closest one


def notable(ledger: Ledger, fit: Fit, games: Sequence[GameResult]) -> list[dict[str, Any]]:
    """The longest, the closest and the most surprising finished game.

    The closest is the one in which the lead, by the game's `estimate`, changed hands most often, of the
    `REPLAYED` longest; where a game has no estimate, the longest that was shared or, if none was, the
    longest between the two who are nearest in rating. The most surprising is the one whose winner had
    the smallest chance by the ratings. Of equals it is the first in the canonical order. A game that is
    several of these comes once.
    """
    finished = [one for one in games if one.status == "finished"]
    if not finished:
        return []
    chosen = {"longest": max(finished, key=lambda one: one.plies), "closest": _closest(ledger, fit, finished)}
    decided = [one for one in finished if max(one.scores) > 0.99]
    if decided:
        chosen["most surprising"] = min(decided, key=lambda one: _winner_chance(fit, one))
    whats: dict[GameResult, list[str]] = {}
    for what, game in chosen.items():
        whats.setdefault(game, []).append(what)
    return [_described(ledger, fit, what, game) for game, what in whats.items()]


def _closest(ledger: Ledger, fit: Fit, games: Sequence[GameResult]) -> GameResult:
    if rules_of(ledger.plan.terms).evaluates:
        longest = sorted(games, key=lambda one: -one.plies)[:REPLAYED]
        return max(longest, key=lambda one: lead_changes(ledger, one.key))

    def apart(game: GameResult) -> tuple[bool, float, int]:
        chances = fit.chances(game.seats)
        return max(game.scores) > 0.99, round(max(chances) - min(chances), 3), -game.plies

    return min(games, key=apart)


def lead_changes(ledger: Ledger, key: str) -> int:
    """How often the lead by the game's `estimate` passed to another seat."""
    record = ledger.record(key)
    rules = rules_of(ledger.plan.terms)
    state = rules.new(seed=record["seed"], chance="ask")
    changes, leader = 0, None
    for notation in record["moves"]:
        state.play(rules.move(notation, state))
        chances = state.estimate()
        best = max(range(rules.seats), key=chances.__getitem__)
        if max(chances) - min(chances) > 0.02 and best != leader:
            changes += leader is not None
            leader = best
    return changes


def _winner_chance(fit: Fit, game: GameResult) -> float:
    return fit.chances(game.seats)[game.scores.index(max(game.scores))]


def _described(ledger: Ledger, fit: Fit, what: list[str], game: GameResult) -> dict[str, Any]:
    return {
        "what": what,
        "key": game.key,
        "seed": game.seed,
        "seats": game.seats,
        "scores": game.scores,
        "chances": fit.chances(game.seats),
        "plies": game.plies,
        "lead_changes": lead_changes(ledger, game.key) if rules_of(ledger.plan.terms).evaluates else None,
        "final": ledger.replay(game.key).render(None),
        "record": ledger.record(game.key),
    }
