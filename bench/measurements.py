"""The measurements of docs/measurements.md: sections of steps, each of which gives rows of a table."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from battlewise.bots.arguments import options_of
from battlewise.bots.match import interval, play_match
from battlewise.core import game
from battlewise.search.mcts import NODE_BYTES
from bench import batalj_exact, calibration, http, oracles, service_cost, speed

Rows = list[list[str]]


@dataclass(frozen=True)
class Step:
    """What is measured at a time.

    :ivar name: names it among all steps.
    :ivar measure: gives rows of the section's table for a share of the default size, which is 1.
    :ivar command: measures the same alone; None for ``python -m bench --only NAME``.
    """

    name: str
    measure: Callable[[float], Rows]
    command: str | None = None


@dataclass(frozen=True)
class Section:
    """A table.

    :ivar title: its heading.
    :ivar text: what its rows are.
    :ivar columns: their headings.
    :ivar steps: what fills it.
    """

    title: str
    text: str
    columns: tuple[str, ...]
    steps: tuple[Step, ...]


def _size(number: int, scale: float) -> int:
    return max(1, round(number * scale))


# -- speed


def _comparison(one: speed.Comparison) -> Step:
    def measure(scale: float) -> Rows:
        row = one.measure(scale)
        ratio = f"{row.ratio:.2f} ({row.low:.2f} to {row.high:.2f})"
        return [[one.name, f"{row.ours:,.0f}", f"{row.theirs:,.0f}", ratio, one.aim]]

    return Step(one.name.partition(" : ")[0], measure)


def _random_play(name: str) -> Step:
    def measure(scale: float) -> Rows:
        rules = speed.played_games()[name]
        return [[name, *(f"{value:,.1f}" for value in speed.random_play(rules, _size(2000, scale)).values())]]

    return Step(f"random games of {name}", measure)


# -- costs


def _requests(scale: float) -> Rows:
    return [["all", *row] for row in http.rows(_size(400, scale), max(0.5, 4 * scale))]


def _match_requests(game_id: str) -> Step:
    def measure(scale: float) -> Rows:
        options = dict(service_cost.COSTED)[game_id]
        costs = service_cost.costs(game_id, options, _size(100, scale))
        return [[game_id, name, f"{each:.2f} ms"] for name, each in costs.items()]

    return Step(f"requests about matches of {game_id}", measure)


# -- strength

PLAYED: dict[str, tuple[str, tuple[str, ...], int]] = {
    "battlelore": ("battlelore", (), 40),
    "battlelore, full game": ("battlelore", ("scenario=full",), 40),
    "battalla": ("battalla", (), 40),
    "history, 2 players": ("history", ("players=2",), 40),
    "history, 4 players": ("history", ("players=4",), 40),
    "batalj, 2 players": ("batalj", ("players=2",), 40),
    "batalj, 4 players": ("batalj", ("players=4",), 40),
    "battalia, 2 players": ("battalia", ("players=2",), 20),
    "battalia, 4 players": ("battalia", ("players=4",), 20),
}
"""By name: the game, its options, and the number of games; those of Battalia are long."""

MATCHES = (
    ("greedy", "random"),
    ("mcts:iterations=1000", "greedy"),
    ("mcts:iterations=1000", "mcts:iterations=250"),
)
SEED = 1_000_000


def _matches() -> Iterator[Step]:
    for name, (game_id, options, games) in PLAYED.items():
        for first, second in MATCHES:
            yield _match(name, game_id, options, first, second, games)


def _match(name: str, game_id: str, options: tuple[str, ...], first: str, second: str, games: int) -> Step:
    rules = game(game_id, **options_of(list(options)))
    bots = [first, *[second] * (rules.seats - 1)]

    def measure(scale: float) -> Rows:
        blocks = play_match(game_id, bots, _size(games, scale), SEED, rules.options).blocks
        score, low, high = interval([block.scores[0] for block in blocks])
        number = len(blocks) * rules.seats
        share = f"{1 / rules.seats:.0%}"
        return [[name, first, second, str(number), f"{score:.1%}", f"{low:.1%} to {high:.1%}", share]]

    given = "".join(f" -o {option}" for option in options)
    command = f"battlewise match {game_id} {' '.join(bots)}{given} --games {games} --seed {SEED}"
    return Step(f"{name}: {first} against {second}", measure, command)


# -- win chances


def _win_chances(name: str) -> Step:
    game_id, options, games = PLAYED[name]
    spec = "mcts:iterations=250"

    def measure(scale: float) -> Rows:
        variants = [options_of(list(options))]
        seeds = range(5_000_000, 5_000_000 + _size(games, scale))
        samples = [
            sample
            for seed in seeds
            for sample in calibration.sample_game(game_id, variants, spec, False, seed)
        ]
        found = [name, str(len(seeds)), str(len(samples))]
        for kind in ("search", "estimate"):
            score, half = calibration.brier(samples, kind)
            found.append(f"{score:.3f} +- {half:.3f}")
        return [found]

    given = "".join(f" -o {option}" for option in options)
    command = f"python -m bench.calibration --game {game_id}{given} --bot {spec} --games {games}"
    return Step(f"win chances of {name}", measure, command)


# -- exact solutions


def _connect_four(iterations: int) -> Step:
    def measure(scale: float) -> Rows:
        positions = oracles.solved_positions()[: _size(1000, scale)]
        kept, wins, missed = oracles.connect_four(iterations, positions)
        what = f"Connect Four, {iterations:,} iterations, {len(positions)} solved positions"
        return [[what, f"value kept in {kept:.1%}; {missed} of {wins} wins in one missed"]]

    return Step(f"Connect Four, {iterations} iterations", measure)


def _pig(iterations: int) -> Step:
    def measure(scale: float) -> Rows:
        samples = _size(1000, scale)
        mean, error = oracles.pig_loss(iterations, samples)
        what = f"Pig, {iterations:,} iterations, {samples} decisions"
        return [[what, f"mean loss of win chance {mean:.5f} +- {error:.5f} a decision"]]

    return Step(f"Pig, {iterations} iterations", measure)


def _leduc(iterations: int) -> Step:
    def measure(_: float) -> Rows:
        what = f"Leduc poker, {iterations:,} iterations, exploitability"
        return [[what, f"{oracles.leduc_exploitability(iterations):.3f} chips a game"]]

    return Step(f"Leduc poker, {iterations} iterations", measure)


def _batalj_foray(scale: float) -> Rows:
    games = _size(50, scale)
    lost = batalj_exact.lone_losses("mcts:iterations=1000", games)
    error = lost.std() / games**0.5
    what = f"Batalj, a foray of one rider, 1,000 iterations, {games} games"
    return [[what, f"loss {lost.mean():.4f} +- {error:.4f} of the exact value"]]


# -- everything

SECTIONS = (
    Section(
        "Speed",
        "Units a second of CPU time, and the median of the ratios of seven rounds with the smallest\n"
        "and the largest. The peer is OpenSpiel 2.0.2, whose backgammon rollouts show the machine's speed.",
        ("what", "ours", "other", "ratio", "aim"),
        tuple(_comparison(one) for one in (*speed.peers(), *speed.baselines())),
    ),
    Section(
        "Random play",
        "CPU time. A decision has at least two legal moves.",
        (
            "game",
            "games/s",
            "ns a decision",
            "decisions a game",
            "forced moves a game",
            "chance events a game",
        ),
        tuple(_random_play(name) for name in speed.played_games()),
    ),
    Section(
        "Cost of requests",
        "CPU time of the service for a request. Bots in matches are `random`, so that searches do not count.",
        ("game", "request", "figure"),
        (
            Step("requests about positions", _requests),
            *(_match_requests(game_id) for game_id, _ in service_cost.COSTED),
        ),
    ),
    Section(
        "Memory",
        "",
        ("what", "bytes"),
        (Step("tree node", lambda _: [["a node of the search tree", str(NODE_BYTES)]]),),
    ),
    Section(
        "Strength",
        "Games in blocks on one deal, with the first bot once in every seat and the second bot in all other\n"
        "seats; 95 % intervals are clustered by block. Equal bots score the even share.",
        ("game", "first bot", "second bot", "games", "score", "95 % interval", "even share"),
        tuple(_matches()),
    ),
    Section(
        "Win chances",
        "Brier scores, the mean squared difference between predicted and actual result, of positions of\n"
        "games that nothing was fitted to, with 95 % intervals clustered by game.",
        ("game", "games", "positions", "search", "`estimate`"),
        tuple(_win_chances(name) for name in PLAYED),
    ),
    Section(
        "Exact solutions",
        "The moves of the search in games that are solved.",
        ("what", "figure"),
        (
            *(_connect_four(iterations) for iterations in (1000, 10_000)),
            *(_pig(iterations) for iterations in (1000, 10_000)),
            *(_leduc(iterations) for iterations in (100, 1000, 10_000)),
            Step("Batalj, a foray of one rider", _batalj_foray),
        ),
    ),
)
