"""Whether two builds play alike: hashes of what seeded games show, written with one, compared with another.

``python -m tests.sameness write FILE`` plays games of every case of `tests.cases` and writes one JSON line a
case; ``python -m tests.sameness compare FILE`` plays them again and names each case and aspect that differs.
The aspects are hashed apart, so that a change of texts that is meant leaves the proof of the others whole.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from battlewise.bots import bot
from battlewise.core import Game, Move, State, game
from tests.cases import CASES, MORE_CASES

ASPECTS = ("moves", "texts", "outcomes", "seen", "keys", "views", "bots")
RENAMED = {  # ids of Batalj's cards since 0.1.0, and what they were
    "german_mercenaries": "tyska_knektar",
    "viborg_fortress": "viborgs_fastning",
    "lord_high_steward": "drots",
    "falun_copper_mine": "falu_koppargruva",
    "hanseatic_league": "hansan",
    "mining": "bergsbruk",
    "sala_silver_mine": "sala_silvergruva",
    "caroleans": "karoliner",
    "land_reform": "jordreform",
    "finnish_cavalry": "finska_rytteriet",
    "baltic_fleet": "ostersjoflotta",
    "royal_palace": "kungliga_slottet",
    "hat_party": "hattpartiet",
    "chancery_president": "kanslipresident",
    "manufactories": "manufakturier",
    "east_india_company": "ostindiska_kompaniet",
    "lord_high_chancellor": "rikskansler",
    "south_company": "soderkompaniet",
}
_NEW = re.compile('"(' + "|".join(RENAMED) + ')"')
SPARSE = 40  # plies from one view that is hashed to the next
BOTS = ("greedy", "mcts:iterations=300", "mcts:iterations=100,threads=1")


def written(document: object, rules: Game) -> str:
    """A document as JSON, with the ids that 0.1.0 had."""
    if rules.id != "batalj":
        return json.dumps(document)
    return _NEW.sub(lambda found: f'"{RENAMED[found[1]]}"', json.dumps(document))


class Hashes:
    """A running hash of each aspect of a case's games."""

    def __init__(self) -> None:
        self.of = {aspect: hashlib.sha256() for aspect in ASPECTS}
        self._docs: dict[Move, bytes] = {}
        self._texts: dict[Move, bytes] = {}

    def add(self, aspect: str, *values: object) -> None:
        """Take values into one aspect's hash."""
        self.of[aspect].update(repr(values).encode())

    def doc(self, move: Move) -> bytes:
        """A move's document; its text is looked up with it."""
        if move not in self._docs:
            self._docs[move] = written(move.doc, move.game).encode() + b"\n"
            self._texts[move] = move.text.encode() + b"\n"
        return self._docs[move]

    def moves(self, aspect: str, moves: list[Move]) -> None:
        """Take moves in their order into an aspect, and their texts."""
        for move in moves:
            self.of[aspect].update(self.doc(move))
            self.of["texts"].update(self._texts[move])


def ply(hashes: Hashes, state: State) -> None:
    """What a position shows: what can happen, and what everybody knows."""
    viewers = (None, *range(state.game.seats))
    if state.is_chance:
        hashes.add("outcomes", state.stream)
        for move, p in state.chances():
            hashes.moves("outcomes", [move])
            hashes.add("outcomes", round(p, 12))
    else:
        hashes.moves("moves", state.legal())
    hashes.add("keys", state.turn, *(state.view_key(viewer) for viewer in viewers))
    for viewer in viewers:
        for _, move in state.log(viewer, since=state.ply - 1) if state.ply else []:
            hashes.moves("seen", [move])
    if state.ply % SPARSE == 0 or state.is_over:
        for viewer in viewers:
            hashes.add("views", written(state.view(viewer), state.game))


def positions(rules: Game, seed: int) -> Iterator[State]:
    """A game of random decisions, each position in turn."""
    rng = Random(seed)
    state = rules.new(seed=seed, chance="ask")
    while not state.is_over:
        yield state
        if state.is_chance:
            state.roll()
        else:
            state.play(rng.choice(state.legal()))
    yield state


def hashed(rules: Game, games: int, searches: int) -> dict[str, str]:
    """The hashes of some seeded games, and of bots' choices at positions spread over more of them."""
    hashes = Hashes()
    for seed in range(games):
        for state in positions(rules, seed):
            ply(hashes, state)
    players = [bot(spec) for spec in BOTS]
    done, seed = 0, 1_000_000
    while done < searches:
        rng = Random(seed)
        at = [state.copy() for state in positions(rules, seed) if len(state.legal()) > 1]
        for state in rng.sample(at, min(4, len(at))):
            choice = players[done % len(players)].choose(state, seed=done)
            hashes.add("bots", state.legal().index(choice.move), choice.value, choice.iterations)
            done += 1
        seed += 1
    return {aspect: one.hexdigest()[:16] for aspect, one in hashes.of.items()}


def main() -> None:
    """Write the hashes, or compare them with those of a file."""
    parser = argparse.ArgumentParser(prog="python -m tests.sameness", description=__doc__)
    parser.add_argument("action", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--cases", default="", help="names to begin with, separated by commas")
    args = parser.parse_args()
    before: dict[str, dict[str, str]] = {}
    if args.file.exists():
        before = {one.pop("case"): one for one in map(json.loads, args.file.read_text().splitlines())}
    differ = False
    for name, (game_id, options) in {**CASES, **MORE_CASES}.items():
        if not name.startswith(tuple(args.cases.split(","))) or (args.action == "write" and name in before):
            continue
        now = hashed(game(game_id, **options), args.games, args.searches)
        if args.action == "write":
            with args.file.open("a") as file:
                file.write(json.dumps({"case": name, **now}) + "\n")
            continue
        wrong = [aspect for aspect in ASPECTS if now[aspect] != before[name][aspect]]
        differ = differ or bool(wrong)
        print(f"{name}: {'differs in ' + ', '.join(wrong) if wrong else 'the same'}", flush=True)
    sys.exit(differ)


if __name__ == "__main__":
    main()
