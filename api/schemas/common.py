"""What the service reads and writes, as strict pydantic models: the source of its OpenAPI document."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from battlewise.bots import LEVELS

LARGEST_SEED = 2**63 - 1
SEAT_WORDS = "a seat's number, or `chance`, or `over`"


def whole(value: object) -> object:
    """JSON has one kind of number: 3.0 is a whole number too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _level(name: str) -> str:
    if name not in LEVELS:
        raise ValueError(f"{name!r} is none of {', '.join(LEVELS)}")
    return name


# The bounds stand before the validator, else they would vanish from the OpenAPI document.
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED), BeforeValidator(whole)]
Count = Annotated[int, Field(ge=1, le=1_000_000_000), BeforeValidator(whole)]
TopK = Annotated[int, Field(ge=0, le=256), BeforeValidator(whole)]
Seat = Annotated[int, Field(ge=0, le=4), BeforeValidator(whole)]
Version = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(whole)]
Level = Annotated[str, AfterValidator(_level), Field(json_schema_extra={"enum": list(LEVELS)})]
OptionValues = Annotated[
    dict[str, Any],
    Field(
        description="The game's options by name; those left out have their defaults.",
        json_schema_extra={"additionalProperties": {"type": ["boolean", "integer", "string", "object"]}},
    ),
]
View = Annotated[
    dict[str, Any],
    Field(
        description="All that one seat knows, as `GET /v1/games/{game}` shows it: `seat` and the game's own "
        "fields. Optional fields may be left out; what is given must be true."
    ),
]


class Model(BaseModel):
    """Strict: no field that is not named, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


# -- moves and problems


class MoveOut(Model):
    """A move in the game's notation and as an object."""

    text: str
    doc: dict[str, Any] = Field(description="`kind` and its fields.")


class FieldProblem(Model):
    """What is wrong with one field of a request."""

    field: str = Field(description="Its path, such as `view.board[2]`; empty for the body as a whole.")
    problem: str


class Problem(Model):
    """A problem document (RFC 9457)."""

    type: str = Field(description="`about:blank`: the status says what kind of problem it is.")
    title: str
    status: int = Field(ge=400, le=599)
    detail: str
    errors: list[FieldProblem] = Field(description="The fields at fault, if any.")
    version: int | None = Field(default=None, description="With 412: the match's version now.")
    moves: list[MoveOut] | None = Field(default=None, description="With an illegal move: the legal ones.")


# -- requests


class BudgetIn(Model):
    """When a search stops: at whichever limit it reaches first. Only bots that search have one."""

    iterations: Count | None = Field(
        default=None, description="With this alone, the same seed gives the same answer."
    )
    milliseconds: Count | None = Field(default=None, description="Wall time.")


class LegalMovesIn(Model):
    """A position as one seat sees it."""

    view: View
    options: OptionValues | None = None


class MoveIn(LegalMovesIn):
    """A position as the seat to move sees it, and who shall think about it."""

    level: Level | None = Field(default=None, description="`medium`, if neither level nor bot is given.")
    bot: str | None = Field(
        default=None,
        max_length=200,
        description="A bot's specification in place of a level, such as `mcts:iterations=1000`.",
    )
    budget: BudgetIn | None = Field(default=None, description="In place of the bot's own.")
    seed: Seed | None = Field(default=None, description="Of the bot's luck; drawn and told if left out.")
    top_k: TopK = Field(default=5, description="How many candidates to tell, the best first.")


class Record(Model):
    """A game from its start: options, seed, and every decision and outcome in the game's notation."""

    game: str | None = Field(default=None, max_length=64)
    version: Version | None = Field(
        default=None, description="Of the game's rules; the present one if left out."
    )
    options: OptionValues = Field(default={})
    seed: Seed | None = Field(default=None, description="Of the game's luck; drawn and told if left out.")
    moves: list[Annotated[str, Field(max_length=200)]] = Field(default=[])


class PositionIn(Model):
    """A record, and whose view of its end is wanted."""

    record: Record
    seat: Seat | None = Field(default=None, description="Null for a spectator.")


# -- answers


class CandidateOut(Model):
    """A move the bot looked at."""

    move: MoveOut
    visits: int = Field(description="Iterations that went through it.")
    value: float | None = Field(description="Mean return to the seat to move, 0..1.")
    error: float | None = Field(description="The standard error of that mean.")
    prior: float = Field(description="The share of prior weight it had, 0..1.")


class SearchOut(Model):
    """What the search did and how long it took; zero where a bot does not search."""

    iterations: int
    worlds: int = Field(description="Deals of the hidden cards looked at.")
    nodes: int
    milliseconds: float = Field(description="Wall time of the search.")
    queue_milliseconds: float = Field(description="How long the request waited for its turn before that.")


class ChosenMove(Model):
    """A bot's move and why."""

    move: MoveOut
    win_chance: float | None = Field(
        description="The mover's expected return, 0..1; null from a bot without an opinion."
    )
    candidates: list[CandidateOut]
    line: list[MoveOut] = Field(description="The principal line as the mover sees it, `move` first.")
    bot: str = Field(description="The specification of the bot that chose.")
    seed: int
    search: SearchOut


class LegalMoves(Model):
    """Whose decision it is, and his moves if the view is his."""

    to_move: int | str = Field(description=SEAT_WORDS)
    moves: list[MoveOut] = Field(description="Empty if the decision is not this seat's.")


class LogEntry(Model):
    """One decision or outcome as a seat saw it."""

    actor: int | str = Field(description="A seat's number, or `chance`.")
    move: MoveOut


class PositionOut(Model):
    """A record's end as one seat sees it; the record itself holds what is hidden."""

    record: Record = Field(description="With every outcome of chance up to the next decision.")
    seat: int | None
    to_move: int | str = Field(description=SEAT_WORDS)
    view: dict[str, Any]
    text: str = Field(description="The position in text.")
    moves: list[MoveOut] = Field(description="The legal moves, if the seat is to move.")
    log: list[LogEntry] = Field(description="One entry for each of the record's moves.")
    returns: list[float] | None = Field(description="The result of each seat, 0..1, when the game is over.")


class OptionOut(Model):
    """An option of a game."""

    name: str
    doc: str
    default: bool | int | str
    choices: list[bool | int | str] = Field(description="Empty for a number in low..high.")
    low: int | None
    high: int | None


class GameOut(Model):
    """A game in brief."""

    id: str
    title: str
    version: int = Field(description="Of its rules.")
    seats: int = Field(description="With default options; the option `players`, if any, changes it.")
    seat_names: list[str]
    hidden: bool = Field(description="Whether a seat may know what another does not.")
    options: list[OptionOut]


class LevelOut(Model):
    """A level of play and the bot that plays it."""

    name: str
    bot: str


class Limits(Model):
    """The caps on what one request may ask for."""

    iterations: int
    milliseconds: int
    threads: int
    body_bytes: int


class GamesOut(Model):
    """The games, the levels from the weakest to the strongest, and the limits."""

    games: list[GameOut]
    levels: list[LevelOut]
    limits: Limits


class GameDetails(GameOut):
    """A game with examples of its views and moves."""

    view_schema: dict[str, Any] = Field(description="JSON Schema of the fields all views of the game share.")
    options_schema: dict[str, Any] = Field(description="JSON Schema of its options.")
    minimal_views: dict[str, dict[str, Any]] = Field(
        description="For each kind of phase the shortest view one can write by hand."
    )
    full_view: dict[str, Any] = Field(description="A complete view: the first decision of a game.")
    example_move: MoveOut = Field(description="A move in that view.")


class Health(Model):
    """The service answers."""

    status: Literal["ok"]
