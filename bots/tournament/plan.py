"""The plan of a tournament: its terms, its entrants, and every game with its key."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import combinations, permutations
from typing import Any, Literal, get_args

from battlewise.bots.bot import BotError
from battlewise.bots.program import entrant, is_program
from battlewise.core import BattlewiseError, Game, Value, game

Pairing = Literal["round-robin", "gauntlet", "duel"]
Seating = Literal["rotation", "permutation"]
Clock = Literal["cpu", "wall"]

_SEED_END = 1 << 62  # seeds are kept in a signed 64-bit column


class PlanError(BattlewiseError):
    """A plan is wrong.

    :ivar field: the field, as the plan names it.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


@dataclass(frozen=True)
class Terms:
    """The terms of every game of a tournament.

    A bot that exceeds a time limit forfeits. A game that reaches the cap is shared evenly.

    :ivar game: the game's id.
    :ivar options: its options; missing ones get their defaults.
    :ivar cap: limit of decisions with a choice, None for no limit.
    :ivar move_ms: milliseconds for each decision, None for no limit.
    :ivar game_ms: milliseconds for all of a seat's decisions of a game, None for no limit.
    :ivar clock: what the limits count: ``cpu`` or ``wall`` time.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)
    cap: int | None = None
    move_ms: int | None = None
    game_ms: int | None = None
    clock: Clock = "cpu"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(game(self.game, **self.options).options))
        for name in ("cap", "move_ms", "game_ms"):
            value = getattr(self, name)
            if value is not None:
                _count(name, value)
        _choice("clock", self.clock, get_args(Clock))

    @property
    def counts_cpu(self) -> bool:
        """Whether there is a limit of CPU time."""
        return self.clock == "cpu" and (self.move_ms, self.game_ms) != (None, None)


@lru_cache(maxsize=16)
def rules_of(terms: Terms) -> Game:
    """The game of the terms, made once in each process."""
    return game(terms.game, **terms.options)


@dataclass(frozen=True)
class Fixture:
    """One game to play.

    :ivar key: a hash of everything that decides the game.
    :ivar seed: of its luck and of its bots.
    :ivar line_up: the number of its line-up in the plan.
    :ivar seating: the number of its seating in the block.
    :ivar names: the entrant's name, seat by seat.
    :ivar specs: the bot in canonical form, seat by seat.
    """

    key: str
    seed: int
    line_up: int
    seating: int
    names: tuple[str, ...]
    specs: tuple[str, ...]

    @property
    def block(self) -> str:
        """The name of its block."""
        return f"{self.seed}/{self.line_up}"


@dataclass(frozen=True)
class Plan:
    """A tournament.

    A block is one line-up on one seed, in every seating; the blocks of a seed come before those of
    the next, so that a tournament stopped early has about as many games of every line-up.

    :ivar terms: what every game is played under.
    :ivar entrants: bot specifications by name, kept in canonical form; all must be different bots.
    :ivar pairing: ``round-robin``: every set of entrants that fills the seats is a line-up;
        ``gauntlet``: only those with the first entrant; ``duel``: the first entrant, and the second
        one, the only other, in all other seats.
    :ivar seating: ``rotation``: as many seatings as seats, each entrant once in each seat;
        ``permutation``: every order.
    :ivar blocks: number of blocks for each line-up.
    :ivar seed: of the first block; the next ones count up from it.
    """

    terms: Terms
    entrants: Mapping[str, str]
    pairing: Pairing = "round-robin"
    seating: Seating = "rotation"
    blocks: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        _choice("pairing", self.pairing, get_args(Pairing))
        _choice("seating", self.seating, get_args(Seating))
        _count("blocks", self.blocks)
        if type(self.seed) is not int or not -_SEED_END <= self.seed <= _SEED_END - self.blocks:
            raise PlanError("seed", f"{self.seed!r} is not a whole number in -2^62..2^62 - {self.blocks}")
        object.__setattr__(self, "entrants", _canonical(self.entrants, rules_of(self.terms)))
        seats = rules_of(self.terms).seats
        if seats < 2:
            raise PlanError("game", f"{self.terms.game} has one seat; a tournament takes 2 or more")
        if self.pairing == "duel" and len(self.entrants) != 2:
            raise PlanError("entrants", f"a duel needs 2, not {len(self.entrants)}")
        if self.pairing != "duel" and seats > len(self.entrants):
            raise PlanError("entrants", f"{self.terms.game} needs at least {seats}, not {len(self.entrants)}")
        if self.terms.counts_cpu and any(map(is_program, self.entrants.values())):
            raise PlanError("clock", "cpu does not count what another program spends; give wall")

    @cached_property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """The names that meet, in the order of the entrants."""
        return line_ups(tuple(self.entrants), rules_of(self.terms).seats, self.pairing)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """For each game of a block the line-up's index, seat by seat."""
        return seatings(rules_of(self.terms).seats, self.seating)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.blocks * len(self.line_ups) * len(self.seatings)

    def fixtures(self) -> Iterator[Fixture]:
        """Every game in the canonical order: by seed, line-up and seating."""
        for seed in range(self.seed, self.seed + self.blocks):
            for number, names in enumerate(self.line_ups):
                specs = [self.entrants[name] for name in names]
                yield from block(self.terms, number, names, specs, self.seatings, seed)

    def with_blocks(self, blocks: int) -> "Plan":
        """The same plan with another number of blocks."""
        return replace(self, blocks=blocks)

    @property
    def doc(self) -> dict[str, Any]:
        """The plan as a JSON object, with the version of the game's rules."""
        return {**asdict(self), "version": rules_of(self.terms).version}


def plan_from(doc: Mapping[str, Any]) -> Plan:
    """The plan that a JSON object describes.

    :raises BattlewiseError: if this version of the game or of the bots cannot play it.
    """
    fields = dict(doc)
    version = fields.pop("version")
    plan = Plan(terms=Terms(**fields.pop("terms")), **fields)
    if plan.doc["version"] != version:
        raise PlanError("version", f"the rules are version {plan.doc['version']}, not {version}")
    return plan


def line_ups(names: Sequence[str], seats: int, pairing: Pairing) -> tuple[tuple[str, ...], ...]:
    """The sets of names that fill the seats: all of them, or those that `Plan` says of its pairing."""
    if pairing == "duel":
        return ((names[0], *[names[1]] * (seats - 1)),)
    if pairing == "gauntlet":
        return tuple((names[0], *rest) for rest in combinations(names[1:], seats - 1))
    return tuple(combinations(names, seats))


def seatings(seats: int, seating: Seating) -> tuple[tuple[int, ...], ...]:
    """Who sits where, seat by seat, in each game of a block."""
    if seating == "permutation":
        return tuple(permutations(range(seats)))
    return tuple(tuple((seat - turn) % seats for seat in range(seats)) for turn in range(seats))


def block(
    terms: Terms,
    number: int,
    names: Sequence[str],
    specs: Sequence[str],
    orders: Sequence[Sequence[int]],
    seed: int,
) -> Iterator[Fixture]:
    """The games of one line-up on one seed.

    :param number: of the line-up.
    :param specs: the line-up's bots in canonical form.
    :param orders: the seatings.
    """
    for seating, order in enumerate(orders):
        seated = tuple(specs[index] for index in order)
        key = _key(terms, seated, seed)
        yield Fixture(key, seed, number, seating, tuple(names[index] for index in order), seated)


def _key(terms: Terms, seated: tuple[str, ...], seed: int) -> str:
    """A hash of everything that decides a game, which names and the rest of the plan do not."""
    doc = {**asdict(terms), "version": rules_of(terms).version, "seats": seated, "seed": seed}
    text = json.dumps(doc, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _canonical(entrants: Mapping[str, str], rules: Game) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, spec in entrants.items():
        if not isinstance(name, str) or not 0 < len(name) <= 200 or not name.isprintable():
            raise PlanError("entrants", f"{name!r} is not a name of 1..200 printable characters")
        try:
            canonical = entrant(spec).canonical(rules)
        except BotError as error:
            raise PlanError(f"entrants[{name!r}]", str(error)) from None
        same = next((other for other, known in found.items() if known == canonical), None)
        if same is not None:
            raise PlanError("entrants", f"{same!r} and {name!r} are the same bot, {canonical}")
        found[name] = canonical
    return found


def _count(name: str, value: object) -> None:
    if type(value) is not int or value < 1:
        raise PlanError(name, f"{value!r} is not a whole number of 1 or more")


def _choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise PlanError(name, f"{value!r} is none of {', '.join(choices)}")
