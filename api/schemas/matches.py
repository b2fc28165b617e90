"""Matches and their events."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from typing_extensions import TypeAliasType

from battlewise.api.schemas.common import (
    Flag,
    Level,
    Model,
    MoveDocument,
    MoveInWords,
    MoveOut,
    MovesPlayed,
    Number,
    OptionValues,
    Seat,
    Spec,
    ToMove,
    View,
    Wait,
    WebhookIn,
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
Start = Literal["joined", "all", "now"]


class SeatIn(Model):
    """A seat of a new match."""

    kind: Kind = Field(
        default="person",
        description="`person`: joins before the match starts. `remote`: a program that need not join, unless "
        "`start` is `all`. `bot`: the service moves for it.",
    )
    name: Name | None = Field(
        default=None,
        description="Name of the player. Default: the game's name of the seat, or the bot.",
    )
    level: Level | None = Field(default=None, description="Level of a bot. Default: `medium`.")
    bot: Spec | None = Field(default=None, description="Specification of a bot in place of a level.")


class ClockIn(Model):
    """Time limits of the seats, except bots. A seat that is out of time loses."""

    initial_ms: Milliseconds = Field(description="Time for the whole match, in milliseconds.")
    increment_ms: Increment = Field(default=0, description="Time added after each decision, in milliseconds.")
    turn_ms: Milliseconds | None = Field(
        default=None, description="Limit of each decision, in milliseconds. Default: none."
    )


class MatchIn(Model):
    """A new match."""

    game: str = Field(max_length=64, description="Id of the game.")
    options: OptionValues = Field(default={})
    moves: MovesPlayed = Field(
        default=[],
        description="Decisions and outcomes that the match starts with, as the `moves` of a record. The "
        "seeds do not prove these outcomes. If they end the game, the match is over at its start.",
    )
    seats: list[SeatIn] | None = Field(
        default=None, max_length=5, description="One for each seat. Default: a person against `medium` bots."
    )
    clock: ClockIn | None = Field(default=None, description="Time limits. Default: none.")
    spectators: Spectators = Field(
        default="none",
        description="What requests without a token see: nothing, or public parts, with or without delay.",
    )
    delay_s: Delay = Field(default=60, description="Delay in seconds for `delayed` spectators.")
    hints: bool | None = Field(
        default=None,
        description="Whether seats can request hints. Default: only if at most one seat is not a bot's.",
    )
    undo: bool = Field(default=True, description="Whether seats can undo.")
    start: Start = Field(
        default="joined",
        description="When the match starts. `joined`: when every person has joined. `all`: when remote "
        "programs have joined too, so that they can give a seed. `now`: at once, without seeds of players.",
    )
    webhook: WebhookIn | None = Field(
        default=None,
        description="Called when it is the turn of a seat that is not a bot's, and when the match is over. "
        "Default: none.",
    )


class JoinIn(Model):
    """A player takes a seat."""

    name: Name | None = Field(
        default=None,
        description="Name of the player. Default: the one that the match was created with.",
    )
    seed: Annotated[str, Field(max_length=200)] | None = Field(
        default=None,
        description="Any text, best a random one. With the service's secret seed it determines all luck.",
    )


class ActionIn(Model):
    """An action of a seat or of the host."""

    action: Literal["move", "resign", "undo", "pause", "resume", "abort", "replace"] = Field(
        description="`move`, `undo`, `resign`: by a seat. `pause`, `resume`: by the host, or when all people "
        "have asked. `abort`: by the host. `replace`: a bot takes a seat; by the seat itself, or, if the "
        "player is away, by the host or another seat."
    )
    move: Annotated[str, Field(max_length=200)] | MoveDocument | None = Field(
        default=None, description="With `move`: the move's text or object."
    )
    seat: Seat | None = Field(default=None, description="With `replace`: the seat that a bot takes.")
    level: Level | None = Field(
        default=None,
        description="With `replace`: level of the bot. Default: `medium`. Only the host sets it for others.",
    )
    bot: Spec | None = Field(
        default=None, description="With `replace`: specification of a bot in place of a level."
    )


class EventsQuery(Model):
    """Which events, and how long to wait for one."""

    after: Number = Field(default=0, description="Number of the last event that is known.")
    wait: Wait = Field(
        default=0, description="Longest time to wait for an event, in seconds, if there is none."
    )
    words: Flag = Field(
        default=False,
        description="Whether events say in words what was played and did. Then at most 60 are listed.",
    )


class SeatOut(Model):
    """A seat of a match."""

    seat: int = Field(description="The number of the seat.")
    side: str = Field(description="The game's name for the seat.")
    kind: Kind = Field(description="`person`, `bot`, or `remote` for a program.")
    name: str = Field(description="Name of the player or the bot.")
    bot: str | None = Field(description="Specification of the bot. Null if there is none.")
    joined: bool = Field(description="Whether the seat is taken.")
    seed: str | None = Field(description="The player's seed.")


class ClockOut(Model):
    """The clocks. They do not run for bots or in a pause."""

    left_ms: list[int] = Field(description="Time left for each seat at `since`, in milliseconds.")
    since: At
    deadline: int | None = Field(description="When the seat to move is out of time. Null if no clock runs.")


class ResultOut(Model):
    """How a match ended."""

    reason: str = Field(description="`finished`, `resigned`, `time`, `aborted` or `expired`.")
    returns: list[float] | None = Field(description="Result of each seat, 0..1. Null if there is none.")
    server_seed: str = Field(description="Seed of the service, to which `commitment` refers.")
    seal: str = Field(description="Hash of the record. Note it to recognise the record later.")


class MatchOut(Model):
    """A match as one seat, or a spectator, sees it."""

    id: str = Field(description="Id of the match in paths.")
    game: str = Field(description="Id of the game.")
    version: int = Field(description="Number of events so far. Also the ETag, in quotation marks.")
    status: Status = Field(description="`waiting` for players, `running`, `paused` or `over`.")
    seat: int | None = Field(description="Seat of the view. Null for a spectator.")
    seats: list[SeatOut] = Field(description="The seats by number.")
    to_move: ToMove | None = Field(description="Who is to move. Null before the start.")
    since: At = Field(description="Time of the last event, in milliseconds since 1970.")
    view: View | None = Field(description="All that the seat knows. Null before the start.")
    text: str | None = Field(description="The position as text.")
    prompt: str | None = Field(
        description="The question that the seat to move has to answer, in words. Null if there is none."
    )
    moves: list[MoveInWords] = Field(description="The legal moves, if the seat is to move.")
    clock: ClockOut | None = Field(description="Null for a match without clocks.")
    spectators: Spectators = Field(description="What requests without a token see.")
    delay_s: int = Field(description="Delay in seconds for `delayed` spectators.")
    hints: bool = Field(description="Whether seats can request hints.")
    undo: bool = Field(description="Whether seats can undo.")
    can_undo: bool = Field(
        description="Whether the seat of the view can undo its last decision now: nobody else and no chance "
        "has decided since, and it revealed nothing hidden."
    )
    commitment: str = Field(
        description="Hash of the secret seed that determines all luck, with the match and its rules."
    )
    asked_to_pause: list[int] = Field(description="Seats that have asked for a pause.")
    asked_to_resume: list[int] = Field(description="Seats that have asked to resume.")
    asked_for_rematch: list[int] = Field(description="Seats that have asked for a rematch.")
    rematch: str | None = Field(description="The next match, when all people have asked for it.")
    result: ResultOut | None = Field(description="How the match ended. Null before its end.")


class InvitationOut(Model):
    """Token and link for a seat. They are shown only here."""

    seat: int = Field(description="The number of the seat.")
    token: str = Field(description="Token of the seat.")
    link: str = Field(
        description="Page to play on. The token is the part after #, which browsers do not send."
    )


class MatchMade(Model):
    """A new match and its tokens, which are shown only here."""

    match: MatchOut = Field(description="The match as the host sees it.")
    host_token: str = Field(description="Token of the host.")
    invitations: list[InvitationOut] = Field(description="One for each seat that is not a bot's.")


class EventOut(Model):
    """An event as one seat, or a spectator, sees it."""

    number: int = Field(description="Number of the event, from 1.")
    at: At
    type: Literal[
        "create",
        "join",
        "start",
        "move",
        "outcome",
        "undo",
        "pause",
        "resume",
        "resign",
        "flag",
        "replace",
        "end",
    ] = Field(description="What happened. The last event of a match is `end`.")
    actor: int | None = Field(
        description="Seat that caused the event. Null for the service, chance and the host.",
    )
    move: MoveOut | None = Field(
        default=None,
        description="With `move` and `outcome`: what was played, as the viewer sees it.",
    )
    words: str | None = Field(default=None, description="With `words`: the move or outcome in words.")
    changes: list[dict[str, Any]] | None = Field(
        default=None,
        description="With `words`: what the move or outcome did. Each has `what`, its data and `text`, which "
        "is empty if the move's own words say it.",
    )
    name: str | None = Field(default=None, description="With `join`: name of the player.")
    seed: str | None = Field(default=None, description="With `join`: seed of the player.")
    agreed: bool | None = Field(
        default=None,
        description="With `pause` and `resume`: whether all have asked for it, or the host has.",
    )
    given: int | None = Field(
        default=None, description="With `start`: how many decisions and outcomes the match starts with."
    )
    seat: int | None = Field(default=None, description="With `replace`: the seat that a bot takes.")
    bot: str | None = Field(default=None, description="With `replace`: specification of the bot.")
    reason: str | None = Field(
        default=None,
        description="With `end`: `finished`, `resigned`, `time`, `aborted` or `expired`.",
    )
    returns: list[float] | None = Field(
        default=None,
        description="With `end`: result of each seat, 0..1. Null if there is none.",
    )
    server_seed: str | None = Field(
        default=None,
        description="With `end`: seed of the service, to which `commitment` refers.",
    )
    seal: str | None = Field(default=None, description="With `end`: hash of the record.")


StreamItem = TypeAliasType(
    "StreamItem",
    Annotated[
        MatchOut | EventOut,
        Field(
            description="The `data` of one part of a stream. Its `event` is `snapshot` for a match, which "
            "comes first, or else the `type` of the event; its `id` is the number of the event."
        ),
    ],
)


class EventsOut(Model):
    """Events in order."""

    events: list[EventOut] = Field(description="The events after the known one, at most 500.")
    version: int = Field(description="Number of events so far.")
    over: bool = Field(description="Whether the match's last event has been answered.")


class TokenOut(Model):
    """A new token. It is shown only here."""

    token: str = Field(description="The new token.")


class RematchOut(Model):
    """The rematch, if there is one. Tokens are valid for it too. Every player moves on by one seat."""

    match: str | None = Field(description="Id of the rematch. Null until all people have asked for it.")
    seat: int = Field(description="The caller's seat in the rematch.")
    asked: list[int] = Field(description="Seats that have asked for it.")
