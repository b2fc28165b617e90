"""What the routes of matches, analyses and tournaments read and write, as strict pydantic models."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from battlewise.api.schemas.common import (
    SEAT_WORDS,
    Level,
    Model,
    MoveOut,
    Number,
    OptionValues,
    Seat,
    Spec,
    Wait,
    whole,
)

Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Milliseconds = Annotated[int, Field(ge=1, le=100_000_000), BeforeValidator(whole)]
Increment = Annotated[int, Field(ge=0, le=100_000_000), BeforeValidator(whole)]
Delay = Annotated[int, Field(ge=1, le=3600), BeforeValidator(whole)]
At = Annotated[int, Field(description="Milliseconds since 1970.")]
Status = Literal["waiting", "running", "paused", "over"]
Kind = Literal["person", "bot", "remote"]
Spectators = Literal["none", "delayed", "open"]


class SeatIn(Model):
    """Who is to sit somewhere."""

    kind: Kind = Field(
        default="person",
        description="A `person` joins before the match starts; a `remote` program is there from the start, "
        "unless the match's `start` is `all`; a `bot` moves by itself.",
    )
    name: Name | None = None
    level: Level | None = Field(default=None, description="Of a bot; `medium` unless told.")
    bot: Spec | None = Field(default=None, description="A bot's specification in place of a level.")


class ClockIn(Model):
    """How long the seats may think, bots aside. Who is out of time loses."""

    initial_ms: Milliseconds = Field(description="For the whole match.")
    increment_ms: Increment = Field(default=0, description="Added after each decision.")
    turn_ms: Milliseconds | None = Field(default=None, description="For each decision.")


class MatchIn(Model):
    """A match to be made."""

    game: str = Field(max_length=64)
    options: OptionValues = Field(default={})
    seats: list[SeatIn] | None = Field(
        default=None, max_length=5, description="One for each seat; a person against medium bots if left out."
    )
    clock: ClockIn | None = None
    spectators: Spectators = Field(
        default="none", description="Whether people without a token see what is public, at once or later."
    )
    delay_s: Delay = Field(default=60, description="How much later, where it is `delayed`.")
    hints: bool | None = Field(
        default=None, description="Whether seats may ask for hints; if left out, where no two people play."
    )
    undo: bool = True
    start: Literal["joined", "all", "now"] = Field(
        default="joined",
        description="`joined`: once every person has; `all`: once remote programs have too, so that they can "
        "give a seed; `now`: without anybody's seed.",
    )


class JoinIn(Model):
    """A person takes his seat."""

    name: Name | None = None
    seed: Annotated[str, Field(max_length=200)] | None = Field(
        default=None,
        description="Anything: with the service's secret seed it makes the dice. Leave the choice to chance.",
    )


class ActionIn(Model):
    """Something a seat, or the host, does."""

    action: Literal["move", "resign", "undo", "pause", "resume", "abort", "replace"] = Field(
        description="`move`, `undo` and `resign`: a seat. `pause` and `resume`: seats, and it comes when all "
        "people ask; or the host. `abort`: the host. `replace`: a seat for itself, or the host or a seat for "
        "one who is away."
    )
    move: Annotated[str, Field(max_length=200)] | dict[str, Any] | None = Field(
        default=None, description="With `move`: its text or its object."
    )
    seat: Seat | None = Field(default=None, description="With `replace`: whose place a bot takes.")
    level: Level | None = Field(
        default=None,
        description="With `replace`; `medium` unless told. For another than itself only the host may tell.",
    )
    bot: Spec | None = Field(default=None, description="With `replace`: in place of a level.")


class EventsQuery(Model):
    """Which events, and how long to wait for one."""

    after: Number = Field(default=0, description="The number of the last event known.")
    wait: Wait = Field(default=0, description="Seconds to wait for an event, if there is none yet.")


class SeatOut(Model):
    """Who sits somewhere."""

    seat: int
    side: str = Field(description="What the game calls the seat.")
    kind: Kind
    name: str
    bot: str | None
    joined: bool
    seed: str | None = Field(description="What he gave for the dice.")


class ClockOut(Model):
    """The clocks. They do not run for bots, nor in a pause."""

    left_ms: list[int] = Field(description="Of each seat, when the present decision was due first.")
    since: At
    deadline: int | None = Field(
        description="When the seat to move is out of time; null where no clock runs."
    )


class ResultOut(Model):
    """How a match ended."""

    reason: str = Field(description="`finished`, `resigned`, `time`, `aborted` or `expired`.")
    returns: list[float] | None = Field(description="Of each seat, 0..1; null without a result.")
    server_seed: str = Field(description="What the commitment was to.")
    seal: str = Field(description="A hash of the record; note it to recognise the record later.")


class MatchOut(Model):
    """A match as one seat, or a spectator, sees it."""

    id: str
    game: str
    version: int = Field(description="How many events there were; also the ETag, in quotation marks.")
    status: Status
    seat: int | None = Field(description="Whose view this is; null for a spectator.")
    seats: list[SeatOut]
    to_move: int | str | None = Field(description=SEAT_WORDS + ", or null before the start")
    since: At = Field(description="When the last event was.")
    view: dict[str, Any] | None = Field(description="All that the seat may know; null before the start.")
    text: str | None = Field(description="The position in text.")
    moves: list[MoveOut] = Field(description="The legal moves, if the seat is to move.")
    clock: ClockOut | None
    spectators: Spectators
    delay_s: int
    hints: bool
    undo: bool
    commitment: str = Field(description="To the service's seed, of which all luck is a function.")
    asked_to_pause: list[int]
    asked_to_resume: list[int]
    asked_for_rematch: list[int]
    rematch: str | None = Field(description="The match that follows, once all people asked for it.")
    result: ResultOut | None


class InvitationOut(Model):
    """What lets somebody take a seat. It is shown this once."""

    seat: int
    token: str
    link: str = Field(
        description="A page on which to play; the token stands behind the #, which no server sees."
    )


class MatchMade(Model):
    """A new match, with everything that opens it. The tokens are shown this once."""

    match: MatchOut
    host_token: str
    invitations: list[InvitationOut]


class EventOut(Model):
    """Something that happened, as one seat, or a spectator, sees it."""

    number: int
    at: At
    type: str = Field(
        description="create, join, start, move, outcome, undo, pause, resume, resign, flag, replace, end."
    )
    actor: int | None
    move: MoveOut | None = None
    name: str | None = None
    seed: str | None = None
    agreed: bool | None = None
    seat: int | None = None
    bot: str | None = None
    reason: str | None = None
    returns: list[float] | None = None
    server_seed: str | None = None
    seal: str | None = None


class EventsOut(Model):
    """Events in order."""

    events: list[EventOut]
    version: int
    over: bool = Field(description="Whether the last event of the match is among those told so far.")


class TokenOut(Model):
    """A new token. It is shown this once."""

    token: str


class RematchOut(Model):
    """Whether there is a rematch. Tokens are good for it too; the seats are one further."""

    match: str | None
    seat: int = Field(description="The caller's seat there.")
    asked: list[int]
