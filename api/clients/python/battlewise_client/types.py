"""The types of requests and answers, made from the OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Ready(TypedDict):
    """
    The service accepts requests.
    """

    status: Literal["ready"]
    """
    Always `ready`; a service that is not answers with a problem.
    """
    cluster: NotRequired[Literal["connected", "away"] | None]
    """
    Whether the cluster searches. While it is away the service does; absent without one.
    """


class Health(TypedDict):
    """
    The service answers.
    """

    status: Literal["ok"]
    """
    Always `ok`.
    """


class LevelOut(TypedDict):
    """
    A level of play and its bot.
    """

    name: str
    """
    Name of the level.
    """
    bot: str
    """
    Specification of its bot.
    """


class Limits(TypedDict):
    """
    The limits of one request.
    """

    iterations: int
    """
    Most iterations of one search.
    """
    milliseconds: int
    """
    Most milliseconds of one search.
    """
    threads: int
    """
    Most threads of one search.
    """
    body_bytes: int
    """
    Most bytes in the body of a request.
    """


class OptionOut(TypedDict):
    """
    An option of a game.
    """

    name: str
    """
    Name of the option.
    """
    doc: str
    """
    What the option does.
    """
    default: bool | int | str
    """
    Value if the option is not given.
    """
    choices: list[bool | int | str]
    """
    Allowed values. Empty for a number from `low` to `high`.
    """
    low: int | None
    """
    Smallest number. Null if there are `choices`.
    """
    high: int | None
    """
    Largest number. Null if there are `choices`.
    """


class ProblemKind(TypedDict):
    """
    A kind of problem.
    """

    id: str
    """
    The last part of its `type`.
    """
    type: str
    """
    What problem documents of this kind have as `type`.
    """
    title: str
    """
    What it is, in short.
    """
    status: int
    """
    The HTTP status.
    """
    description: str
    """
    What was wrong, and what would be right.
    """


class ProblemKinds(TypedDict):
    """
    All kinds of problems.
    """

    problems: list[ProblemKind]
    """
    All kinds.
    """


class LimitsOut(TypedDict):
    """
    The limits of requests, of addresses, and of the service.
    """

    iterations: int
    """
    Most iterations of one search.
    """
    milliseconds: int
    """
    Most milliseconds of one search.
    """
    threads: int
    """
    Most threads of one search.
    """
    body_bytes: int
    """
    Most bytes in the body of a request.
    """
    record_bytes: int
    """
    Most bytes in a request to verify a record.
    """
    batch_bytes: int
    """
    Most bytes in a batch of views.
    """
    batch_views: int
    """
    Most views of a batch.
    """
    timeout_ms: int
    """
    Most and default of `timeout_ms` in a request for a move.
    """
    analysis_timeout_ms: int
    """
    The same in a request for an analysis.
    """
    matches: int
    """
    Matches that are not over.
    """
    matches_an_address: int
    """
    Matches of one address that are not over.
    """
    streams: int
    """
    Open streams and requests that wait.
    """
    streams_an_address: int
    """
    Open streams and requests that wait, of one address.
    """
    searches_waiting: int
    """
    Requests of `POST /v1/games/{game}/moves` that wait for a search.
    """
    bot_backlog: int
    """
    Decisions of bots in matches that wait for a search.
    """
    analyses_waiting: int
    """
    Analyses that wait or run.
    """
    analyses_an_address: int
    """
    Analyses of one address that wait or run.
    """
    tournaments_waiting: int
    """
    Tournaments that wait or run.
    """
    tournaments_an_address: int
    """
    Tournaments of one address that wait or run.
    """
    tournament_games: int
    """
    Most games of one tournament.
    """
    tournament_hours: int
    """
    Hours after which a tournament ends.
    """
    analysis_milliseconds: int
    """
    Most milliseconds of one analysis, or of one review.
    """
    cost_a_minute: int
    """
    Cost of an address's requests a minute: 1 each, and about 1 for a millisecond of search.
    """
    idle_hours: int
    """
    Hours without an event after which a match expires.
    """
    leave_s: int
    """
    Seconds after which a seat that is away and to move can be replaced.
    """


class ClockOut(TypedDict):
    """
    The clocks. They do not run for bots or in a pause.
    """

    left_ms: list[int]
    """
    Time left for each seat at `since`, in milliseconds.
    """
    since: int
    """
    Milliseconds since 1970.
    """
    deadline: int | None
    """
    When the seat to move is out of time. Null if no clock runs.
    """


class InvitationOut(TypedDict):
    """
    Token and link for a seat. They are shown only here.
    """

    seat: int
    """
    The number of the seat.
    """
    token: str
    """
    Token of the seat.
    """
    link: str
    """
    Page to play on. The token is the part after #, which browsers do not send.
    """


MoveDocument: TypeAlias = dict[str, Any]
"""
A move as an object: `kind` and the fields of that kind.
"""


class MoveInWords(TypedDict):
    """
    A move and what it is in words.
    """

    text: str
    """
    The move in the game's notation.
    """
    doc: MoveDocument
    """
    The same move as an object.
    """
    touches: NotRequired[list[str]]
    """
    Ids of the things that the move is about, in the order of a person's clicks: those of  the catalogue, and such as `unit:5.3` for what stands on a place.
    """
    words: str
    """
    The move in words, for a player who sees the table.
    """


class ResultOut(TypedDict):
    """
    How a match ended.
    """

    reason: str
    """
    `finished`, `resigned`, `time`, `aborted` or `expired`.
    """
    returns: list[float] | None
    """
    Result of each seat, 0..1. Null if there is none.
    """
    server_seed: str
    """
    Seed of the service, to which `commitment` refers.
    """
    seal: str
    """
    Hash of the record. Note it to recognise the record later.
    """


class SeatOut(TypedDict):
    """
    A seat of a match.
    """

    seat: int
    """
    The number of the seat.
    """
    side: str
    """
    The game's name for the seat.
    """
    kind: Literal["person", "bot", "remote"]
    """
    `person`, `bot`, or `remote` for a program.
    """
    name: str
    """
    Name of the player or the bot.
    """
    bot: str | None
    """
    Specification of the bot. Null if there is none.
    """
    joined: bool
    """
    Whether the seat is taken.
    """
    seed: str | None
    """
    The player's seed.
    """


ToMove: TypeAlias = int | Literal["chance", "over"]
"""
The number of a seat, `chance` or `over`.
"""


View: TypeAlias = dict[str, Any]
"""
All that one seat knows, as `GET /v1/games/{game}` shows it: `seat` and the game's own fields. In a request, optional fields can be left out.
"""


class ClockIn(TypedDict):
    """
    Time limits of the seats, except bots. A seat that is out of time loses.
    """

    initial_ms: int
    """
    Time for the whole match, in milliseconds.
    """
    increment_ms: NotRequired[int]
    """
    Time added after each decision, in milliseconds.
    """
    turn_ms: NotRequired[int | None]
    """
    Limit of each decision, in milliseconds. Default: none.
    """


OptionValues: TypeAlias = dict[str, bool | int | str | dict[str, Any]]
"""
Options of the game by name. Default: those of the game.
"""


class SeatIn(TypedDict):
    """
    A seat of a new match.
    """

    kind: NotRequired[Literal["person", "bot", "remote"]]
    """
    `person`: joins before the match starts. `remote`: a program that need not join, unless `start` is `all`. `bot`: the service moves for it.
    """
    name: NotRequired[str | None]
    """
    Name of the player. Default: the game's name of the seat, or the bot.
    """
    level: NotRequired[Literal["beginner", "easy", "medium", "hard", "expert", "master"] | None]
    """
    Level of a bot. Default: `medium`.
    """
    bot: NotRequired[str | None]
    """
    Specification of a bot in place of a level.
    """


class WebhookIn(TypedDict):
    """
    Where the service calls when something happens, and the secret with which it signs.
    """

    url: str
    """
    Address of the receiver. Its host is one that the operator has named.
    """
    secret: str
    """
    `whsec_` and the base64 text of 24 to 64 random bytes. No answer shows it.
    """


class MatchIn(TypedDict):
    """
    A new match.
    """

    game: str
    """
    Id of the game.
    """
    options: NotRequired[OptionValues]
    moves: NotRequired[list[str]]
    """
    Decisions and outcomes that the match starts with, as the `moves` of a record. The seeds do not prove these outcomes. If they end the game, the match is over at its start.
    """
    seats: NotRequired[list[SeatIn] | None]
    """
    One for each seat. Default: a person against `medium` bots.
    """
    clock: NotRequired[ClockIn | None]
    """
    Time limits. Default: none.
    """
    spectators: NotRequired[Literal["none", "delayed", "open"]]
    """
    What requests without a token see: nothing, or public parts, with or without delay.
    """
    delay_s: NotRequired[int]
    """
    Delay in seconds for `delayed` spectators.
    """
    hints: NotRequired[bool | None]
    """
    Whether seats can request hints. Default: only if at most one seat is not a bot's.
    """
    undo: NotRequired[bool]
    """
    Whether seats can undo.
    """
    start: NotRequired[Literal["joined", "all", "now"]]
    """
    When the match starts. `joined`: when every person has joined. `all`: when remote programs have joined too, so that they can give a seed. `now`: at once, without seeds of players.
    """
    webhook: NotRequired[WebhookIn | None]
    """
    Called when it is the turn of a seat that is not a bot's, and when the match is over. Default: none.
    """


class BudgetIn(TypedDict):
    """
    When a search stops: at the limit that it reaches first. Only bots that search have a budget.
    """

    iterations: NotRequired[int | None]
    """
    Without `milliseconds`, the same seed gives the same answer.
    """
    milliseconds: NotRequired[int | None]
    """
    Wall time.
    """


class ViewIn(TypedDict):
    """
    A view of a batch.
    """

    game: NotRequired[str | None]
    """
    Id of the game.
    """
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they differ.
    """
    level: NotRequired[Literal["beginner", "easy", "medium", "hard", "expert", "master"] | None]
    """
    Level of the bot. Default: `medium`.
    """
    bot: NotRequired[str | None]
    """
    Specification of the bot in place of a level.
    """
    budget: NotRequired[BudgetIn | None]
    """
    Budget of the search. Default: the bot's own.
    """
    seed: NotRequired[int | None]
    """
    Default: random; the answer has it.
    """
    top_k: NotRequired[int | None]
    """
    Number of candidates in an answer. Default: 5.
    """
    id: NotRequired[str | None]
    """
    Names the view. Default: its index, from 0 on.
    """
    view: View


class BatchIn(TypedDict):
    """
    Views to analyse.
    """

    game: NotRequired[str | None]
    """
    Id of the game.
    """
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they differ.
    """
    level: NotRequired[Literal["beginner", "easy", "medium", "hard", "expert", "master"] | None]
    """
    Level of the bot. Default: `medium`.
    """
    bot: NotRequired[str | None]
    """
    Specification of the bot in place of a level.
    """
    budget: NotRequired[BudgetIn | None]
    """
    Budget of the search. Default: the bot's own.
    """
    seed: NotRequired[int | None]
    """
    Default: random; the answer has it.
    """
    top_k: NotRequired[int | None]
    """
    Number of candidates in an answer. Default: 5.
    """
    views: list[ViewIn]
    """
    Each of the seat to move. How many: see `batch_views` of `GET /v1/limits`.
    """
    timeout_ms: NotRequired[int | None]
    """
    Milliseconds from the request to the end of the batch. Default, and most: see `analysis_timeout_ms` of `GET /v1/limits`.
    """


class StandingOut(TypedDict):
    """
    Result of an entrant so far, from complete blocks.
    """

    entrant: str
    """
    Name of the entrant.
    """
    score: float | None
    """
    Mean result of a game, 0..1. Null before the first block.
    """
    low: float | None
    """
    Lower end of the 95 % interval, clustered by block.
    """
    high: float | None
    """
    Upper end of the 95 % interval.
    """
    blocks: int
    """
    Complete blocks with the entrant.
    """
    forfeits: int
    """
    Games that the entrant lost by an error of its bot.
    """


class TournamentOut(TypedDict):
    """
    A tournament and its state.
    """

    id: str
    """
    Id of the tournament in paths.
    """
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    """
    Where the tournament is between `waiting` and its end.
    """
    problem: str | None
    """
    Why it failed. Null if it did not.
    """
    plan: dict[str, Any]
    """
    What is played: the request with all defaults.
    """
    games: int
    """
    Games played so far.
    """
    planned: int
    """
    Games of the whole tournament.
    """
    standings: list[StandingOut]
    """
    The entrants, the best first.
    """


class TournamentMade(TypedDict):
    """
    A new tournament and its token, which can cancel it. The token is shown only here.
    """

    tournament: TournamentOut
    """
    The tournament.
    """
    token: str
    """
    Token that can cancel the tournament.
    """


class TournamentIn(TypedDict):
    """
    A new tournament.
    """

    game: str
    """
    Id of the game.
    """
    options: NotRequired[OptionValues]
    entrants: dict[str, str]
    """
    Bots by name: levels or specifications.
    """
    pairing: NotRequired[Literal["round-robin", "gauntlet", "duel"]]
    """
    `round-robin`: every set of entrants that fills the seats. `gauntlet`: only those with the first entrant. `duel`: the first entrant against the second in all other seats.
    """
    seating: NotRequired[Literal["rotation", "permutation"]]
    """
    The seatings of a block. `rotation`: each entrant once in each seat. `permutation`: every order.
    """
    blocks: NotRequired[int]
    """
    Blocks of each line-up. A block has one game for each seating.
    """
    seed: NotRequired[int]
    """
    Seed of the tournament's games.
    """
    cap: NotRequired[int | None]
    """
    Limit of decisions in a game. Default: none.
    """


class Face(TypedDict):
    """
    A face of a die.
    """

    id: str
    """
    Its name, as views and moves write it.
    """
    sides: int
    """
    How many sides of the die show it.
    """
    text: str
    """
    What it does, in words.
    """


class MoveOut(TypedDict):
    """
    A move in the game's notation and as an object.
    """

    text: str
    """
    The move in the game's notation.
    """
    doc: MoveDocument
    """
    The same move as an object.
    """
    touches: NotRequired[list[str]]
    """
    Ids of the things that the move is about, in the order of a person's clicks: those of  the catalogue, and such as `unit:5.3` for what stands on a place.
    """


class Phase(TypedDict):
    """
    A kind of decision.
    """

    id: str | None
    """
    The `phase` of views that ask for it; null if the game has but one.
    """
    asks: str
    """
    The sentence that asks the player. Names in braces stand for what the view says.
    """


class Seat(TypedDict):
    """
    A seat at the table.
    """

    id: str
    """
    Its id, as in `touches`: the kind of thing, a colon, its name. A die has its name alone.
    """
    name: str
    """
    Its name for a player.
    """
    seat: int
    """
    Its number, as in views.
    """


class Space(TypedDict):
    """
    A place on the board.
    """

    id: str
    """
    Its id, as in `touches`: the kind of thing, a colon, its name. A die has its name alone.
    """
    name: str
    """
    Its name for a player.
    """
    kind: str
    """
    What it is, such as hex, field, city or track.
    """
    place: NotRequired[list[float] | None]
    """
    Its centre, rightwards and downwards, in widths of a space. Null: it has none.
    """
    neighbours: NotRequired[list[str]]
    """
    The ids of the adjacent places.
    """
    facts: NotRequired[dict[str, Any]]
    """
    What the board prints there.
    """


class Thing(TypedDict):
    """
    A card, or a kind of piece, marker or tile.
    """

    id: str
    """
    Its id, as in `touches`: the kind of thing, a colon, its name. A die has its name alone.
    """
    name: str
    """
    Its name for a player.
    """
    kind: str
    """
    What it is, such as command card, unit or token.
    """
    original: NotRequired[str | None]
    """
    Its title in the rulebook, if it differs.
    """
    text: str
    """
    What it does, in words. Empty if its name and numbers say all.
    """
    count: NotRequired[int | None]
    """
    How many there are. Null if there is no limit.
    """
    facts: NotRequired[dict[str, Any]]
    """
    Its printed numbers and traits by name.
    """
    status: NotRequired[str | None]
    """
    How well the values are known: official, likely or reconstructed.
    """


class VerifyOut(TypedDict):
    """
    The result of a verification.
    """

    sound: bool
    """
    Whether the record is sound.
    """
    field: str | None
    """
    The first wrong field. Null for a sound record.
    """
    problem: str | None
    """
    What is wrong. Null for a sound record.
    """
    decisions: int
    """
    Decisions that were checked.
    """
    outcomes: int
    """
    Outcomes of chance that follow from the seeds.
    """
    given: int
    """
    Decisions and outcomes that the match started with; the seeds do not prove these.
    """


class VerifyIn(TypedDict):
    """
    A record to verify.
    """

    record: dict[str, Any]
    """
    The record as `GET /v1/matches/{match}/record` returns it.
    """
    seal: NotRequired[str | None]
    """
    The seal in the match's last event, if it was noted.
    """


class BatchOut(TypedDict):
    """
    A batch that is cancelled.
    """

    id: str
    """
    Id of the batch.
    """
    views: int
    """
    How many there are.
    """
    answered: int
    """
    How many were answered.
    """


class NextOut(TypedDict):
    """
    The next position as the seat sees it.
    """

    view: View
    """
    The next view.
    """
    to_move: ToMove
    prompt: str
    """
    The question that the seat to move has to answer, in words.
    """
    text: str
    """
    What happened, in words.
    """
    changes: list[dict[str, Any]]
    """
    What the move did: `what`, its data and a text.
    """
    moves: list[MoveOut]
    """
    The legal moves, if the seat is to move.
    """


class NextIn(TypedDict):
    """
    A position as one seat sees it, and what happened.
    """

    view: View
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they are not in the view.
    """
    move: str | MoveDocument
    """
    The move or outcome as the seat saw it, in the game's notation or as an object.
    """
    shown: NotRequired[dict[str, Any] | None]
    """
    What the move turned up besides, as a part of the next view: `{"cards": [...]}`.
    """


class CandidateOut(TypedDict):
    """
    A move that the bot considered.
    """

    move: MoveOut
    """
    The move.
    """
    visits: int
    """
    Iterations that tried the move.
    """
    value: float | None
    """
    Mean result of the seat to move, 0..1.
    """
    error: float | None
    """
    Standard error of the mean.
    """
    prior: float
    """
    Share of the prior weight, 0..1.
    """


class SearchOut(TypedDict):
    """
    What the search did and how long it took. All zero for a bot that does not search.
    """

    iterations: int
    """
    Iterations of the search.
    """
    worlds: int
    """
    Deals of the hidden cards that were tried.
    """
    nodes: int
    """
    Nodes of the search tree.
    """
    milliseconds: float
    """
    Wall time of the search.
    """
    queue_milliseconds: float
    """
    Time that the request waited for the search.
    """


class ChosenMove(TypedDict):
    """
    A bot's move and its reasons.
    """

    move: MoveOut
    """
    The bot's move.
    """
    win_chance: float | None
    """
    Expected result of the seat to move, 0..1. Null for a bot that does not estimate it.
    """
    candidates: list[CandidateOut]
    """
    Moves that were considered, the best first.
    """
    line: list[MoveOut]
    """
    Expected moves as the seat to move sees them, `move` first.
    """
    bot: str
    """
    Specification of the bot.
    """
    seed: int
    """
    Seed of the bot's random numbers.
    """
    search: SearchOut
    """
    What the search did.
    """


class MoveIn(TypedDict):
    """
    A position as the seat to move sees it, and the bot that chooses its move.
    """

    view: View
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they are not in the view.
    """
    level: NotRequired[Literal["beginner", "easy", "medium", "hard", "expert", "master"] | None]
    """
    Level of the bot. Default: `medium`.
    """
    bot: NotRequired[str | None]
    """
    Specification of the bot in place of a level, such as `mcts:iterations=1000`.
    """
    budget: NotRequired[BudgetIn | None]
    """
    Budget of the search. Default: the bot's own.
    """
    timeout_ms: NotRequired[int | None]
    """
    Milliseconds from the request to the answer. Default, and most: see `timeout_ms` of `GET /v1/limits`.
    """
    partial_ms: NotRequired[int | None]
    """
    For a stream: milliseconds from one partial result to the next. Default: 100, and more from one to the next.
    """
    seed: NotRequired[int | None]
    """
    Seed of the bot's random numbers. Default: random; the answer has it.
    """
    top_k: NotRequired[int]
    """
    Number of candidates in the answer, the best first.
    """


class HintedMove(TypedDict):
    """
    A move that the search considered, against the best one.
    """

    move: MoveOut
    """
    The move.
    """
    words: str
    """
    The move in words.
    """
    win_chance: float | None
    """
    Expected result of the seat, 0..1.
    """
    loses: float | None
    """
    How much less that is than after the best move, 0..1.
    """
    visits: int
    """
    Iterations that tried the move.
    """


class LineStep(TypedDict):
    """
    A step of how play may go on.
    """

    move: MoveOut
    """
    The move or outcome, as the seat sees it.
    """
    chance: bool
    """
    Whether it is luck: one usual outcome of several.
    """


class Hint(TypedDict):
    """
    The best move of a decision, and why.
    """

    move: MoveOut
    """
    The best move.
    """
    words: str
    """
    The best move in words.
    """
    win_chance: float | None
    """
    Expected result of the seat, 0..1, calibrated on finished games. Null for a bot that does not estimate it.
    """
    low: float | None
    """
    Lower end of the 95 % interval: the error of the search, and how far win chances were from those of a search of thirty times the iterations.
    """
    high: float | None
    """
    Upper end of the interval.
    """
    reasons: list[str]
    """
    Reasons for and against the move, in words.
    """
    changes: list[dict[str, Any]]
    """
    What the move does on the table, before chance: `what`, its data and a text.
    """
    candidates: list[HintedMove]
    """
    Moves that were considered, the best first.
    """
    line: list[LineStep]
    """
    How play may go on, the best move first.
    """
    assumes: list[str]
    """
    What the search assumed, in words.
    """
    iterations: int
    """
    Iterations of the search.
    """
    milliseconds: float
    """
    Wall time of the search.
    """


class ReasonOut(TypedDict):
    """
    Why something cannot be done.
    """

    text: str
    """
    The rule that forbids it, in words.
    """
    ids: list[str]
    """
    The ids of the things that it is about.
    """


class Explained(TypedDict):
    """
    What can be done with a thing, or why nothing can.
    """

    moves: list[MoveOut]
    """
    The legal moves with it.
    """
    reasons: list[ReasonOut]
    """
    Why there are none. Empty if there are any.
    """


class ExplainIn(TypedDict):
    """
    A position as one seat sees it, and what it points at.
    """

    view: View
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they are not in the view.
    """
    thing: NotRequired[str | None]
    """
    The id of a card of the own hand or of a thing on the table: of the catalogue, or one that moves touch.
    """
    move: NotRequired[str | MoveDocument | None]
    """
    In place of a thing: a move, in the game's notation or as an object.
    """


Mark: TypeAlias = str


class PictureIn(TypedDict):
    """
    A position as one seat, or a spectator, sees it.
    """

    view: View
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they are not in the view.
    """
    layout: NotRequired[Literal["wide", "narrow"]]
    """
    `wide` has panels beside the board. `narrow` has one column, for a phone.
    """
    style: NotRequired[bool]
    """
    Whether the picture has its own style sheet. A page that forbids inline styles loads `/picture.css` instead.
    """
    marks: NotRequired[dict[str, list[Mark]]]
    """
    Ids of things, as in `touches`, by their state: `lit`, `chosen`, `last`, `hinted`.
    """


class JoinIn(TypedDict):
    """
    A player takes a seat.
    """

    name: NotRequired[str | None]
    """
    Name of the player. Default: the one that the match was created with.
    """
    seed: NotRequired[str | None]
    """
    Any text, best a random one. With the service's secret seed it determines all luck.
    """


class TutorialStep(TypedDict):
    """
    What a tutorial explains at a position.
    """

    at: int
    """
    How many of the moves are played there.
    """
    say: str
    """
    A few short sentences.
    """
    light: list[str]
    """
    Ids of things in the picture that the sentences are about.
    """


class TutorialOut(TypedDict):
    """
    The first turns of a match, explained step by step.
    """

    options: OptionValues
    """
    All options of the game by name.
    """
    seats: int
    """
    How many seats the match has.
    """
    seat: int
    """
    The learner's seat.
    """
    moves: list[str]
    """
    Decisions and outcomes, as `POST /v1/matches` takes them.
    """
    steps: list[TutorialStep]
    """
    In their order. The last one is after the last move.
    """


class OutcomeOut(TypedDict):
    """
    An outcome that a seat can see.
    """

    move: MoveOut
    """
    The outcome.
    """
    words: str
    """
    The outcome in words.
    """
    probability: float
    """
    0..1.
    """


class OutcomesOut(TypedDict):
    """
    What chance can do, the most probable first. Empty if it is not chance's turn.
    """

    to_move: ToMove
    outcomes: list[OutcomeOut]
    """
    The outcomes, the most probable first.
    """


class LegalMovesIn(TypedDict):
    """
    A position as one seat sees it.
    """

    view: View
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they are not in the view.
    """


class RolledMove(TypedDict):
    """
    A move and what its games show. Values are results of the seat, 0..1.
    """

    move: MoveOut
    """
    The move.
    """
    words: str
    """
    The move in words.
    """
    trials: int
    """
    Number of its games.
    """
    value: float
    """
    Mean result.
    """
    error: float | None
    """
    Standard error of the mean. Null for a single game.
    """
    low: float
    """
    Lower end of the 95 % interval of the value.
    """
    high: float
    """
    Upper end of the interval.
    """
    loss: float
    """
    How far its mean is below the best move's, on the same deals.
    """
    loss_low: float
    """
    Lower end of the 95 % interval of the loss.
    """
    loss_high: float
    """
    Upper end of the interval.
    """
    dropped: bool
    """
    Whether it got no more trials because it was clearly worse than another.
    """


class Rolled(TypedDict):
    """
    A decision, judged by whole games on common deals.
    """

    verdict: Literal["clear", "equal", "open"]
    """
    `clear`: the first move is better than every other. `equal`: no move that was not dropped loses more than 0.02 against the first. `open`: neither.
    """
    trials: int
    """
    Number of games of the best move.
    """
    games: int
    """
    Number of games of all moves.
    """
    bot: str
    """
    The bot that played all seats.
    """
    seed: int
    """
    Seed of the trials.
    """
    candidates: list[RolledMove]
    """
    The moves, the best first.
    """


class RolloutIn(TypedDict):
    """
    A position as the seat to move sees it, and the bot that plays its moves on to the end.
    """

    view: View
    options: NotRequired[OptionValues | None]
    """
    Options of the game, if they are not in the view.
    """
    level: NotRequired[Literal["beginner", "easy", "medium", "hard", "expert", "master"] | None]
    """
    Level of the bot. Default: the bot `mcts:iterations=10`.
    """
    bot: NotRequired[str | None]
    """
    Specification of the bot in place of a level.
    """
    trials: NotRequired[int]
    """
    Limit of trials.
    """
    budget: NotRequired[BudgetIn | None]
    """
    `milliseconds` for all games; default: the limit of this service.
    """
    timeout_ms: NotRequired[int | None]
    """
    Milliseconds from the request to the answer. Default, and most: see `timeout_ms` of `GET /v1/limits`.
    """
    seed: NotRequired[int | None]
    """
    Seed of the trials. Default: random; the answer has it.
    """
    top_k: NotRequired[int]
    """
    Number of candidates in the answer, the best first.
    """


class LogEntry(TypedDict):
    """
    A decision or an outcome as a seat saw it.
    """

    actor: int | Literal["chance"]
    """
    The number of a seat, or `chance`.
    """
    move: MoveOut
    """
    The decision or outcome as the seat saw it.
    """


class RecordOfGame(TypedDict):
    """
    A game from its start as a record, with all that a `Record` may leave out.
    """

    game: str
    """
    Id of the game.
    """
    version: int
    """
    Version of the game's rules.
    """
    options: OptionValues
    """
    All options of the game by name.
    """
    seed: int
    """
    Seed of the game's random numbers.
    """
    moves: list[str]
    """
    Decisions and outcomes in order, in the game's notation.
    """


class PositionOut(TypedDict):
    """
    The end of a record as one seat sees it. The record itself has the hidden parts.
    """

    record: RecordOfGame
    """
    With all outcomes of chance up to the next decision.
    """
    seat: int | None
    """
    Seat of the view. Null for a spectator.
    """
    to_move: ToMove
    view: View
    """
    All that the seat knows.
    """
    text: str
    """
    The position as text.
    """
    moves: list[MoveOut]
    """
    The legal moves, if the seat is to move.
    """
    log: list[LogEntry]
    """
    One entry for each of the record's moves.
    """
    returns: list[float] | None
    """
    Result of each seat, 0..1. Null until the game is over.
    """


class Record(TypedDict):
    """
    A game from its start: options, seed, and every decision and outcome in the game's notation.
    """

    game: NotRequired[str | None]
    """
    Id of the game. Default: the game of the path.
    """
    version: NotRequired[int | None]
    """
    Version of the game's rules. Default: the current one.
    """
    options: NotRequired[OptionValues]
    seed: NotRequired[int | None]
    """
    Seed of the game's random numbers. Default: random; the answer has it.
    """
    moves: NotRequired[list[str]]
    """
    Decisions and outcomes in order, in the game's notation.
    """


class PositionIn(TypedDict):
    """
    A record, and the seat whose view of the end to answer.
    """

    record: Record | RecordOfGame
    """
    The record to play.
    """
    seat: NotRequired[int | None]
    """
    Null for a spectator.
    """


class RecordOut(TypedDict):
    """
    Everything that happened in a match that is over, with the seeds that prove its luck.
    """

    format: str
    """
    Name and version of the format.
    """
    match: str
    """
    Id of the match.
    """
    game: str
    """
    Id of the game.
    """
    version: int
    """
    Version of the game's rules.
    """
    options: OptionValues
    """
    All options of the game by name.
    """
    commitment: str
    """
    Hash of the secret seed, with the match and its rules.
    """
    server_seed: str
    """
    Seed of the service, to which `commitment` refers.
    """
    player_seeds: list[str | None]
    """
    Seed of each player. Null for a seat that gave none.
    """
    seats: list[dict[str, Any]]
    """
    The seats and who held them.
    """
    log: list[dict[str, Any]]
    """
    Every event with all its data.
    """
    moves: list[str]
    """
    Decisions and outcomes, as `POST /v1/games/{game}/positions` takes them.
    """
    reason: str
    """
    Why the match ended: `finished`, `resigned`, `time`, `aborted` or `expired`.
    """
    returns: list[float] | None
    """
    Result of each seat, 0..1. Null if there is none.
    """
    seal: str
    """
    Hash of the record.
    """


class EventOut(TypedDict):
    """
    An event as one seat, or a spectator, sees it.
    """

    number: int
    """
    Number of the event, from 1.
    """
    at: int
    """
    Milliseconds since 1970.
    """
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
    ]
    """
    What happened. The last event of a match is `end`.
    """
    actor: int | None
    """
    Seat that caused the event. Null for the service, chance and the host.
    """
    move: NotRequired[MoveOut | None]
    """
    With `move` and `outcome`: what was played, as the viewer sees it.
    """
    words: NotRequired[str | None]
    """
    With `words`: the move or outcome in words.
    """
    changes: NotRequired[list[dict[str, Any]] | None]
    """
    With `words`: what the move or outcome did. Each has `what`, its data and `text`, which is empty if the move's own words say it.
    """
    name: NotRequired[str | None]
    """
    With `join`: name of the player.
    """
    seed: NotRequired[str | None]
    """
    With `join`: seed of the player.
    """
    agreed: NotRequired[bool | None]
    """
    With `pause` and `resume`: whether all have asked for it, or the host has.
    """
    given: NotRequired[int | None]
    """
    With `start`: how many decisions and outcomes the match starts with.
    """
    seat: NotRequired[int | None]
    """
    With `replace`: the seat that a bot takes.
    """
    bot: NotRequired[str | None]
    """
    With `replace`: specification of the bot.
    """
    reason: NotRequired[str | None]
    """
    With `end`: `finished`, `resigned`, `time`, `aborted` or `expired`.
    """
    returns: NotRequired[list[float] | None]
    """
    With `end`: result of each seat, 0..1. Null if there is none.
    """
    server_seed: NotRequired[str | None]
    """
    With `end`: seed of the service, to which `commitment` refers.
    """
    seal: NotRequired[str | None]
    """
    With `end`: hash of the record.
    """


class EventsOut(TypedDict):
    """
    Events in order.
    """

    events: list[EventOut]
    """
    The events after the known one, at most 500.
    """
    version: int
    """
    Number of events so far.
    """
    over: bool
    """
    Whether the match's last event has been answered.
    """


class ActionIn(TypedDict):
    """
    An action of a seat or of the host.
    """

    action: Literal["move", "resign", "undo", "pause", "resume", "abort", "replace"]
    """
    `move`, `undo`, `resign`: by a seat. `pause`, `resume`: by the host, or when all people have asked. `abort`: by the host. `replace`: a bot takes a seat; by the seat itself, or, if the player is away, by the host or another seat.
    """
    move: NotRequired[str | MoveDocument | None]
    """
    With `move`: the move's text or object.
    """
    seat: NotRequired[int | None]
    """
    With `replace`: the seat that a bot takes.
    """
    level: NotRequired[Literal["beginner", "easy", "medium", "hard", "expert", "master"] | None]
    """
    With `replace`: level of the bot. Default: `medium`. Only the host sets it for others.
    """
    bot: NotRequired[str | None]
    """
    With `replace`: specification of a bot in place of a level.
    """


class RematchOut(TypedDict):
    """
    The rematch, if there is one. Tokens are valid for it too. Every player moves on by one seat.
    """

    match: str | None
    """
    Id of the rematch. Null until all people have asked for it.
    """
    seat: int
    """
    The caller's seat in the rematch.
    """
    asked: list[int]
    """
    Seats that have asked for it.
    """


class LegalMoves(TypedDict):
    """
    The seat to move, and the legal moves if the view is of that seat.
    """

    to_move: ToMove
    moves: list[MoveOut]
    """
    Empty if another seat is to move.
    """


class HintOut(TypedDict):
    """
    A hint about a decision of a match.
    """

    move: MoveOut
    """
    The best move.
    """
    words: str
    """
    The best move in words.
    """
    win_chance: float | None
    """
    Expected result of the seat, 0..1, calibrated on finished games. Null for a bot that does not estimate it.
    """
    low: float | None
    """
    Lower end of the 95 % interval: the error of the search, and how far win chances were from those of a search of thirty times the iterations.
    """
    high: float | None
    """
    Upper end of the interval.
    """
    reasons: list[str]
    """
    Reasons for and against the move, in words.
    """
    changes: list[dict[str, Any]]
    """
    What the move does on the table, before chance: `what`, its data and a text.
    """
    candidates: list[HintedMove]
    """
    Moves that were considered, the best first.
    """
    line: list[LineStep]
    """
    How play may go on, the best move first.
    """
    assumes: list[str]
    """
    What the search assumed, in words.
    """
    iterations: int
    """
    Iterations of the search.
    """
    milliseconds: float
    """
    Wall time of the search.
    """
    version: int
    """
    Version of the match.
    """


class RolloutOut(TypedDict):
    """
    A rollout of a decision of a match.
    """

    verdict: Literal["clear", "equal", "open"]
    """
    `clear`: the first move is better than every other. `equal`: no move that was not dropped loses more than 0.02 against the first. `open`: neither.
    """
    trials: int
    """
    Number of games of the best move.
    """
    games: int
    """
    Number of games of all moves.
    """
    bot: str
    """
    The bot that played all seats.
    """
    seed: int
    """
    Seed of the trials.
    """
    candidates: list[RolledMove]
    """
    The moves, the best first.
    """
    version: int
    """
    Version of the match.
    """


class SharesOut(TypedDict):
    """
    Parts of a seat's result. `result` is the sum of all others.
    """

    seat: int
    """
    The number of the seat.
    """
    start: float
    """
    Win chance at the start.
    """
    skill: float
    """
    Change by the seat's own decisions.
    """
    others: float
    """
    Change by the decisions of other seats.
    """
    luck: float
    """
    Change by dice, draws and hidden cards.
    """
    error: float
    """
    Change by the search's own error.
    """
    end: float
    """
    Change by a resignation, a clock or the host, if the match did not end on the board.
    """
    result: float
    """
    Result of the seat, 0..1.
    """


class StepOut(TypedDict):
    """
    A decision of a match, reviewed.
    """

    number: int
    """
    Number of the event.
    """
    seat: int
    """
    Seat that decided.
    """
    move: MoveInWords
    """
    The move that was played.
    """
    best: MoveInWords
    """
    The best move.
    """
    chances: list[float]
    """
    Win chance of each seat before the decision.
    """
    skill: float
    """
    Win chance gained against the best move, for the seat that decided. At most 0.
    """
    luck: list[float]
    """
    For each seat: what dice, draws and hidden cards changed, against the mean of what was possible.
    """
    error: list[float]
    """
    For each seat: the rest of the change, which is the search's own error.
    """


class TurningPoint(TypedDict):
    """
    A decision that changed win chances the most.
    """

    number: int
    """
    Number of the event.
    """
    words: str
    """
    What it changed, in words.
    """


class AnalysisIn(TypedDict):
    """
    What to analyse.
    """

    kind: NotRequired[Literal["hint", "analysis", "rollout", "review"]]
    """
    `hint`: the seat's decision, within the limits of one search. `analysis`: the same with more time. `rollout`: the same decision by whole games that a quick bot plays on to the end. `review`: a match that is over.
    """
    level: NotRequired[Literal["beginner", "easy", "medium", "hard", "expert", "master"] | None]
    """
    Level of the bot. Default: `hard`; of a rollout the bot `mcts:iterations=10`.
    """
    bot: NotRequired[str | None]
    """
    Specification of the bot in place of a level.
    """
    budget: NotRequired[BudgetIn | None]
    """
    Budget of the search. Default: the bot's own. A rollout takes `milliseconds` for all its games; default: 10000, or the limit of this service if that is less.
    """
    trials: NotRequired[int]
    """
    Limit of trials of a rollout; others have none.
    """
    timeout_ms: NotRequired[int | None]
    """
    Milliseconds from the request to the end of the analysis, which is `cancelled` then, with the best result so far. Default, and most: see `analysis_timeout_ms` of `GET /v1/limits`.
    """
    seed: NotRequired[int | None]
    """
    Seed of the bot's random numbers. Default: the match's own for this decision.
    """
    top_k: NotRequired[int]
    """
    Number of candidates in the answer, the best first.
    """
    webhook: NotRequired[WebhookIn | None]
    """
    Called when the analysis has ended. Default: none.
    """


class TokenOut(TypedDict):
    """
    A new token. It is shown only here.
    """

    token: str
    """
    The new token.
    """


class FieldProblem(TypedDict):
    """
    What is wrong with one field of a request.
    """

    field: str
    """
    Path of the field, such as `view.board[2]`. Empty for the body as a whole.
    """
    problem: str
    """
    What is wrong with it.
    """


class TournamentGame(TypedDict):
    """
    A game of a tournament: one line of the download.
    """

    key: str
    """
    Hash of everything that decides the game.
    """
    seats: list[str]
    """
    The entrant on each seat.
    """
    scores: list[float]
    """
    Result of each seat, 0..1.
    """
    status: str
    """
    `finished`; lost by `time`, `crash` or an `illegal` move; or stopped at the `cap`.
    """
    plies: int
    """
    Decisions with a choice.
    """
    record: RecordOfGame
    """
    The game, for `POST /v1/games/{game}/positions`.
    """


class GameOut(TypedDict):
    """
    A game in short.
    """

    id: str
    """
    Id of the game in paths.
    """
    title: str
    """
    Title of the game.
    """
    version: int
    """
    Version of the rules.
    """
    seats: int
    """
    With the chosen options.
    """
    seat_names: list[str]
    """
    The game's name of each seat.
    """
    hidden: bool
    """
    Whether a seat can know what another does not.
    """
    options: list[OptionOut]
    """
    The options and their values.
    """


class GamesOut(TypedDict):
    """
    The games, the levels from the weakest to the strongest, and the limits.
    """

    games: list[GameOut]
    """
    The games by id.
    """
    levels: list[LevelOut]
    """
    The levels, the weakest first.
    """
    limits: Limits


class MatchOut(TypedDict):
    """
    A match as one seat, or a spectator, sees it.
    """

    id: str
    """
    Id of the match in paths.
    """
    game: str
    """
    Id of the game.
    """
    version: int
    """
    Number of events so far. Also the ETag, in quotation marks.
    """
    status: Literal["waiting", "running", "paused", "over"]
    """
    `waiting` for players, `running`, `paused` or `over`.
    """
    seat: int | None
    """
    Seat of the view. Null for a spectator.
    """
    seats: list[SeatOut]
    """
    The seats by number.
    """
    to_move: ToMove | None
    """
    Who is to move. Null before the start.
    """
    since: int
    """
    Time of the last event, in milliseconds since 1970.
    """
    view: View | None
    """
    All that the seat knows. Null before the start.
    """
    text: str | None
    """
    The position as text.
    """
    prompt: str | None
    """
    The question that the seat to move has to answer, in words. Null if there is none.
    """
    moves: list[MoveInWords]
    """
    The legal moves, if the seat is to move.
    """
    clock: ClockOut | None
    """
    Null for a match without clocks.
    """
    spectators: Literal["none", "delayed", "open"]
    """
    What requests without a token see.
    """
    delay_s: int
    """
    Delay in seconds for `delayed` spectators.
    """
    hints: bool
    """
    Whether seats can request hints.
    """
    undo: bool
    """
    Whether seats can undo.
    """
    can_undo: bool
    """
    Whether the seat of the view can undo its last decision now: nobody else and no chance has decided since, and it revealed nothing hidden.
    """
    commitment: str
    """
    Hash of the secret seed that determines all luck, with the match and its rules.
    """
    asked_to_pause: list[int]
    """
    Seats that have asked for a pause.
    """
    asked_to_resume: list[int]
    """
    Seats that have asked to resume.
    """
    asked_for_rematch: list[int]
    """
    Seats that have asked for a rematch.
    """
    rematch: str | None
    """
    The next match, when all people have asked for it.
    """
    result: ResultOut | None
    """
    How the match ended. Null before its end.
    """


class MatchMade(TypedDict):
    """
    A new match and its tokens, which are shown only here.
    """

    match: MatchOut
    """
    The match as the host sees it.
    """
    host_token: str
    """
    Token of the host.
    """
    invitations: list[InvitationOut]
    """
    One for each seat that is not a bot's.
    """


class Die(TypedDict):
    """
    A kind of die.
    """

    id: str
    """
    Its id, as in `touches`: the kind of thing, a colon, its name. A die has its name alone.
    """
    name: str
    """
    Its name for a player.
    """
    faces: list[Face]
    """
    Its faces that differ.
    """


class ReviewOut(TypedDict):
    """
    A match that is over, reviewed.
    """

    steps: list[StepOut]
    """
    Every decision in order.
    """
    shares: list[SharesOut]
    """
    What each seat's result consists of.
    """
    turning_points: list[TurningPoint]
    """
    The decisions that changed win chances the most.
    """


class AnalysisOut(TypedDict):
    """
    An analysis and its state.
    """

    id: str
    """
    Id of the analysis in paths.
    """
    kind: str
    """
    `hint`, `analysis`, `rollout` or `review`.
    """
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    """
    Where the analysis is between `waiting` and its end.
    """
    progress: float
    """
    Share that is done, 0..1.
    """
    hint: NotRequired[HintOut | None]
    """
    Result of a hint or an analysis. Null until there is one.
    """
    rollout: NotRequired[RolloutOut | None]
    """
    Result of a rollout. Null until every move has a trial, and if the time was too short for it.
    """
    review: NotRequired[ReviewOut | None]
    """
    Result of a review. Null until there is one.
    """


class Problem(TypedDict):
    """
    A problem document (RFC 9457).
    """

    type: str
    """
    The kind of the problem, such as `/problems/illegal-move`; `GET /problems` lists them.
    """
    title: str
    """
    The kind of the problem, in short.
    """
    status: int
    """
    The HTTP status.
    """
    detail: str
    """
    What is wrong.
    """
    errors: list[FieldProblem]
    """
    The wrong fields, if there are any.
    """
    version: NotRequired[int | None]
    """
    With 412: the current version of the match.
    """
    moves: NotRequired[list[MoveOut] | None]
    """
    With an illegal move: the legal moves.
    """
    yours: NotRequired[bool | None]
    """
    With 412: true if the same action of the same seat was applied before.
    """
    event: NotRequired[int | None]
    """
    Number of the event of that action.
    """
    match: NotRequired[MatchOut | None]
    """
    The match after it, as it is now.
    """


StreamItem: TypeAlias = MatchOut | EventOut
"""
The `data` of one part of a stream. Its `event` is `snapshot` for a match, which comes first, or else the `type` of the event; its `id` is the number of the event.
"""


class BatchLine(TypedDict):
    """
    A line of the answer to a batch: a view's move, or the problem in place of it.
    """

    id: str
    """
    The id of the view.
    """
    status: int
    """
    The status that a request for this view alone would have had.
    """
    answer: ChosenMove | Problem
    """
    The move if the status is 200, else the problem.
    """


SearchItem: TypeAlias = ChosenMove | Problem
"""
The `data` of one event of a search: `partial` or `final` with what was found, or `problem`, which is the last one too.
"""


HintItem: TypeAlias = Hint | Problem
"""
The `data` of one event of a search for a hint: `partial` or `final` with what was found, or `problem`, which is the last one too.
"""


RolloutItem: TypeAlias = Rolled | Problem
"""
The `data` of one event of a rollout: `partial` or `final` with what was found, or `problem`, which is the last one too.
"""


class Catalogue(TypedDict):
    """
    The seats, decisions, places, cards, pieces and dice of a game.
    """

    seats: list[Seat]
    """
    The seats in the order of their numbers.
    """
    phases: list[Phase]
    """
    The decisions of the game. Phases of chance have none.
    """
    spaces: NotRequired[list[Space]]
    """
    The places on the board.
    """
    cards: NotRequired[list[Thing]]
    """
    The cards.
    """
    pieces: NotRequired[list[Thing]]
    """
    Pieces, markers and tiles.
    """
    dice: NotRequired[list[Die]]
    """
    The kinds of dice.
    """


class GameDetails(TypedDict):
    """
    A game for the chosen options.
    """

    id: str
    """
    Id of the game in paths.
    """
    title: str
    """
    Title of the game.
    """
    version: int
    """
    Version of the rules.
    """
    seats: int
    """
    With the chosen options.
    """
    seat_names: list[str]
    """
    The game's name of each seat.
    """
    hidden: bool
    """
    Whether a seat can know what another does not.
    """
    options: list[OptionOut]
    """
    The options and their values.
    """
    chosen: dict[str, Any]
    """
    The value of every option.
    """
    options_schema: dict[str, Any]
    """
    JSON Schema (2020-12) of the options.
    """
    view_schema: dict[str, Any]
    """
    JSON Schema (2020-12) of a view. What is not required can be left out.
    """
    move_schema: dict[str, Any]
    """
    JSON Schema (2020-12) of a decision's document.
    """
    outcome_schema: dict[str, Any]
    """
    JSON Schema (2020-12) of an outcome's document.
    """
    how_to_play: str
    """
    How to play in five minutes: Markdown of headings (`##`) and paragraphs. Empty if the game has no such text.
    """
    catalogue: Catalogue
    """
    What lies in the box.
    """
    minimal_views: dict[str, dict[str, Any]]
    """
    For each kind of phase the shortest view that can be written by hand.
    """
    full_view: dict[str, Any]
    """
    A complete view: the first decision of a game.
    """
    example_move: MoveOut
    """
    A move in that view.
    """
