"""Routes of matches: make one, take a seat, see it, act, and what is left when it is over."""

from collections.abc import Callable, Iterable
from typing import Any

from apiflask import APIBlueprint
from flask import Response, current_app, request

from battlewise.api.matches import fair
from battlewise.api.matches.keeper import Clash, Gone, Keeper, digest
from battlewise.api.matches.match import (
    BOT,
    OVER,
    PAUSED,
    PERSON,
    RUNNING,
    WAITING,
    Match,
    Refused,
)
from battlewise.api.matches.rules import rules_named
from battlewise.api.operations.problems import ProblemError
from battlewise.api.routes.access import Access, access_to, bearer, check_over, held
from battlewise.api.routes.games import move_out
from battlewise.api.routes.moves import who
from battlewise.api.routes.requests import caller, charge, keeper, overloaded
from battlewise.api.schemas.matches import (
    ActionIn,
    ClockOut,
    InvitationOut,
    JoinIn,
    MatchIn,
    MatchMade,
    MatchOut,
    RecordOut,
    RematchOut,
    ResultOut,
    SeatIn,
    SeatOut,
    TokenOut,
    VerifyIn,
    VerifyOut,
)
from battlewise.api.searches.players import budget_of, cost_of, player_of, spec_of
from battlewise.api.searches.queue import QueueFull
from battlewise.api.store.database import Taken
from battlewise.bots import BotError
from battlewise.core import Game, IllegalMove, Move

blueprint = APIBlueprint("matches", __name__, tag="Matches")
CREATION_COST = 20
KEY_LENGTHS = range(16, 201)


@blueprint.post("/matches")
@blueprint.input(MatchIn)
@blueprint.output(MatchMade, status_code=201)
@blueprint.doc(operation_id="createMatch")
def create(json_data: MatchIn) -> tuple[MatchMade, int, dict[str, str]]:
    """Make a match

    The service keeps it, moves for its bots, and rolls its dice. The answer holds a token for each seat
    that is not a bot's, and one for the host; none of them can be asked for again. With an
    Idempotency-Key (16 to 200 characters that nobody can guess) the same request gives the same match
    and the same tokens.
    """
    rules = rules_named(json_data.game, json_data.options)
    chairs = _chairs(rules, json_data.seats)
    charge(CREATION_COST + _thinking(rules, [chair["bot"] for chair in chairs]))
    people = sum(chair["kind"] != BOT for chair in chairs)
    settings = {
        "clock": None if json_data.clock is None else json_data.clock.model_dump(),
        "spectators": json_data.spectators,
        "delay_s": json_data.delay_s,
        "hints": people < 2 if json_data.hints is None else json_data.hints,
        "undo": json_data.undo,
        "start": json_data.start,
    }
    own = keeper()
    try:
        body = fair.canonical(request.get_json())
        match, host, tokens = own.create(rules, settings, chairs, _key(), body, digest(caller()))
    except Taken:
        raise ProblemError(409, "this Idempotency-Key came with another request before") from None
    except QueueFull as full:
        raise overloaded(full.problem, full.seconds) from None
    invitations = [
        InvitationOut(seat=seat, token=token, link=f"{request.host_url}match#{match.id}.{token}")
        for seat, token in enumerate(tokens)
        if token is not None
    ]
    with match.lock:
        shown = described(own, match, Access(None, True, match.host_hash))
    made = MatchMade(match=shown, host_token=host, invitations=invitations)
    return made, 201, {"Location": f"/v1/matches/{match.id}"}


def _thinking(rules: Game, bots: Iterable[str | None]) -> int:
    """What one decision of each of these bots costs."""
    return sum(cost_of(spec, rules, current_app.config) for spec in bots if spec is not None)


def _key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and len(key) not in KEY_LENGTHS:
        raise ProblemError(422, "is not 16 to 200 characters long", "Idempotency-Key")
    return key


def _chairs(rules: Game, given: list[SeatIn] | None) -> list[dict[str, Any]]:
    if given is None:
        given = [SeatIn(), *(SeatIn(kind="bot") for _ in range(rules.seats - 1))]
    if len(given) != rules.seats:
        raise ProblemError(422, f"are {len(given)}; this game has {rules.seats}", "seats")
    chairs = []
    for index, seat in enumerate(given):
        field = f"seats[{index}]"
        if seat.kind != BOT and (seat.level or seat.bot):
            raise ProblemError(422, "is of a bot; this seat is not one", f"{field}.kind")
        spec = None
        if seat.kind == BOT:
            spec = spec_of(seat.level, seat.bot, f"{field}.level")
            check_bot(spec, rules, f"{field}.bot")
        name = seat.name or spec or rules.seat_names[index]
        chairs.append({"kind": seat.kind, "name": name[:60], "bot": spec})
    return chairs


def check_bot(spec: str, rules: Game, field: str) -> None:
    """That a bot can play a game within the limits.

    :raises ProblemError: naming the field.
    """
    try:
        budget_of(player_of(spec, rules), None, current_app.config, field)
    except BotError as error:
        raise ProblemError(422, str(error), field) from None


@blueprint.get("/matches/<match>")
@blueprint.output(MatchOut)
@blueprint.doc(operation_id="getMatch")
def show(match: str) -> Response:
    """See a match

    As the seat of the token sees it, or, without one, as a spectator. `ETag` is the version; with
    `If-None-Match` the answer is 304 as long as nothing has happened.
    """
    own = keeper()
    with held(own, match) as found:
        access = access_to(own, found)
        tag = _tag(found, access, access.visible(found, own.now()))
        if request.if_none_match.contains_weak(tag):
            return _tagged(Response(status=304), tag)
        return answer(own, found, access)


def answer(own: Keeper, match: Match, access: Access, status: int = 200) -> Response:
    """The match as the caller sees it; the match's lock is held."""
    shown = described(own, match, access)
    told = Response(shown.model_dump_json(), status, mimetype="application/json")
    return _tagged(told, _tag(match, access, shown.version))


def _tag(match: Match, access: Access, version: int) -> str:
    """The version; where a rematch is wished for, that too, for it is no event."""
    wishes = len(match.wishes) + (match.rematch is not None)
    return f"{version}.{wishes}" if wishes and access.token_hash is not None else str(version)


def _tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag)
    return response


def described(own: Keeper, match: Match, access: Access) -> MatchOut:
    """A match as one seat, or a spectator, sees it; the match's lock is held."""
    viewer = access.seat
    past = match.at(access.visible(match, own.now()))
    state = past.state
    mover = past.to_move
    over = past.status == OVER
    result = ResultOut(**past.proof()) if over else None
    moves = state.legal() if state is not None and viewer is not None and mover == viewer else []
    return MatchOut(
        id=match.id,
        game=match.rules.id,
        version=past.version,
        status=past.status,  # type: ignore[arg-type]
        seat=viewer,
        seats=[_seat_out(past, seat) for seat in range(match.rules.seats)],
        to_move="over" if over else mover if mover is None else who(mover),
        since=past.log[-1].at,
        view=None if state is None else state.view(viewer),
        text=None if state is None else state.render(viewer),
        moves=[move_out(move) for move in moves],
        clock=_clock_out(past),
        spectators=match.settings["spectators"],
        delay_s=match.settings["delay_s"],
        hints=match.settings["hints"],
        undo=match.settings["undo"],
        commitment=match.commitment,
        asked_to_pause=sorted(past.asked_to_pause),
        asked_to_resume=sorted(past.asked_to_resume),
        asked_for_rematch=match.wishes if access.token_hash is not None else [],
        rematch=match.rematch if access.token_hash is not None else None,
        result=result,
    )


def _seat_out(match: Match, seat: int) -> SeatOut:
    one = match.seats[seat]
    return SeatOut(
        seat=seat,
        side=match.rules.seat_names[seat],
        kind=one.kind,  # type: ignore[arg-type]
        name=one.name,
        bot=one.bot,
        joined=one.joined,
        seed=one.seed,
    )


def _clock_out(match: Match) -> ClockOut | None:
    if not match.left:
        return None
    return ClockOut(left_ms=match.left, since=match.since, deadline=match.deadline())


@blueprint.post("/matches/<match>/join")
@blueprint.input(JoinIn)
@blueprint.output(MatchOut)
@blueprint.doc(operation_id="joinMatch")
def join(match: str, json_data: JoinIn) -> Response:
    """Take a seat

    With the seat's token. The match starts when everybody has, and the seeds given here, with the
    service's own, to which it is committed already, make all luck.
    """
    own = keeper()
    with held(own, match) as found:
        access = access_to(own, found)
        seat = access.own_seat()
        _attempt(lambda: own.join(found, seat, json_data.name, json_data.seed))
        return answer(own, found, access)


@blueprint.post("/matches/<match>/actions")
@blueprint.input(ActionIn)
@blueprint.output(MatchOut)
@blueprint.doc(operation_id="act")
def act(match: str, json_data: ActionIn) -> Response:
    """Act

    `move` and `undo` need `If-Match` with the version that the caller saw: 428 without, 412 if
    something has happened since. 409 if it is not this seat's turn, or not possible now; 422 with the
    legal moves if the move is not one of them. What is answered has been written.
    """
    own = keeper()
    with held(own, match) as found:
        access = access_to(own, found)
        if access.token_hash is None:  # nor may spectators hear what is refused, and why
            raise ProblemError(403, "this needs a seat's token, or the host's")
        _attempt(lambda: own.flag_if_late(found))
        _check_version(found, json_data.action in ("move", "undo"))
        if found.status == OVER:
            raise ProblemError(409, "the match is over")
        _attempt(lambda: _ACTIONS[json_data.action](own, found, access, json_data))
        return answer(own, found, access)


def _check_version(match: Match, needed: bool) -> None:
    if "If-Match" not in request.headers:
        if needed:
            raise ProblemError(428, "this action needs If-Match with the match's ETag")
        return
    if not request.if_match.contains(str(match.version)):
        raise ProblemError(
            412,
            f"the match is at version {match.version}",
            headers={"ETag": f'"{match.version}"'},
            version=match.version,
        )


def _attempt(action: Callable[[], None]) -> None:
    try:
        action()
    except Refused as error:
        raise ProblemError(409, str(error)) from None
    except Clash:
        raise ProblemError(409, "the match was changed elsewhere; look at it again") from None
    except QueueFull as full:
        raise overloaded(full.problem, full.seconds) from None


def _move(own: Keeper, match: Match, access: Access, asked: ActionIn) -> None:
    seat = access.own_seat()
    _check_running(match)
    assert match.state is not None
    if match.to_move != seat:
        raise Refused(f"it is not this seat's turn: to_move is {who(match.state.to_move)!r}")
    if asked.move is None:
        raise ProblemError(422, "is missing", "move")
    move = _legal(match, asked.move)
    charge(_thinking(match.rules, [one.bot for one in match.seats]))
    own.play(match, seat, move)


def _legal(match: Match, notation: str | dict[str, Any]) -> Move:
    assert match.state is not None
    try:
        return match.rules.move(notation, match.state)
    except IllegalMove as error:
        moves = [move_out(move) for move in match.state.legal()]
        raise ProblemError(422, str(error), "move", moves=moves) from None


def _check_running(match: Match) -> None:
    if match.status != RUNNING:
        raise Refused(f"the match is {match.status}")


def _resign(own: Keeper, match: Match, access: Access, _: ActionIn) -> None:
    seat = access.own_seat()
    if match.status not in (RUNNING, PAUSED):
        raise Refused(f"the match is {match.status}")
    own.leave(match, seat, "resign")


def _undo(own: Keeper, match: Match, access: Access, _: ActionIn) -> None:
    seat = access.own_seat()
    _check_running(match)
    own.undo(match, seat)


def _wish(own: Keeper, match: Match, access: Access, asked: ActionIn) -> None:
    if asked.action == "resume":
        charge(_thinking(match.rules, [one.bot for one in match.seats]))
    own.wish(match, _anyone(access), asked.action)


def _anyone(access: Access) -> int | None:
    return None if access.is_host else access.own_seat()


def _abort(own: Keeper, match: Match, access: Access, _: ActionIn) -> None:
    if not access.is_host:
        raise ProblemError(403, "this needs the host's token")
    own.abort(match)


def _replace(own: Keeper, match: Match, access: Access, asked: ActionIn) -> None:
    actor = _anyone(access)
    if asked.seat is None or asked.seat >= match.rules.seats:
        raise ProblemError(422, f"is none of 0..{match.rules.seats - 1}", "seat")
    spec = spec_of(asked.level, asked.bot)
    check_bot(spec, match.rules, "bot")
    if (asked.level or asked.bot) and actor not in (None, asked.seat):
        raise ProblemError(403, "only the host chooses the bot that takes another's seat")
    seat = match.seats[asked.seat]
    if seat.kind == BOT:
        raise Refused("a bot sits there")
    if asked.seat != actor and not _has_left(own, match, asked.seat, actor):
        raise Refused("this seat has not left: nobody waits for it, or it was heard of lately")
    charge(_thinking(match.rules, [spec]))
    own.replace(match, actor, asked.seat, spec)


def _has_left(own: Keeper, match: Match, seat: int, actor: int | None) -> bool:
    """Whether somebody else may have a bot take a seat. The host need not wait for who never joined."""
    invited = match.status == WAITING and not match.seats[seat].joined
    if invited and actor is None:
        return True
    awaited = match.status == RUNNING and match.to_move == seat
    away = own.now() - max(match.seen_at[seat], match.since)
    return (invited or awaited) and away >= 1000 * current_app.config["LEAVE_S"]


_ACTIONS: dict[str, Callable[[Keeper, Match, Access, ActionIn], None]] = {
    "move": _move,
    "resign": _resign,
    "undo": _undo,
    "pause": _wish,
    "resume": _wish,
    "abort": _abort,
    "replace": _replace,
}


@blueprint.post("/matches/<match>/seats/<int:seat>/token")
@blueprint.output(TokenOut)
@blueprint.doc(operation_id="rotateToken")
def rotate(match: str, seat: int) -> TokenOut:
    """Change a seat's token

    A seat changes its own; the old one is good until the new one is used, so nobody is locked out by an
    answer that was lost. The host changes that of a person who has not joined yet, whose link got lost: the
    old one is good for nothing from now on.
    """
    own = keeper()
    with held(own, match) as found:
        access = access_to(own, found)
        if seat >= found.rules.seats:
            raise ProblemError(404, "there is no such seat")
        one = found.seats[seat]
        invited = access.is_host and one.kind == PERSON and not one.joined
        if access.seat != seat and not invited:
            raise ProblemError(403, "this is another seat's token to change")
        return TokenOut(token=own.rotate(found, seat, at_once=invited))


@blueprint.post("/matches/<match>/host/token")
@blueprint.output(TokenOut)
@blueprint.doc(operation_id="rotateHostToken")
def rotate_host(match: str) -> TokenOut:
    """Change the host's token

    The old one is good until the new one is used.
    """
    own = keeper()
    with held(own, match) as found:
        if not access_to(own, found).is_host:
            raise ProblemError(403, "this needs the host's token")
        return TokenOut(token=own.rotate(found, None))


@blueprint.post("/matches/<match>/rematch")
@blueprint.output(RematchOut)
@blueprint.doc(operation_id="askForRematch")
def rematch(match: str) -> RematchOut:
    """Ask for a rematch

    When all people have asked there is a new match, with the same settings and every seat one further.
    Tokens are good for it too. The match tells who asked, and the new one's id.
    """
    own = keeper()
    with held(own, match) as found:
        access = access_to(own, found)
        seat = access.own_seat()
        check_over(found, access, own.now())
        if seat not in found.wishes:
            charge(CREATION_COST + _thinking(found.rules, [one.bot for one in found.seats]))
        _attempt(lambda: own.ask_for_rematch(found, seat))
        moved = (seat - 1) % found.rules.seats
        return RematchOut(match=found.rematch, seat=moved, asked=found.wishes)


@blueprint.get("/matches/<match>/record")
@blueprint.output(RecordOut)
@blueprint.doc(operation_id="getRecord")
def record(match: str) -> dict[str, Any]:
    """Download the record

    Of a match that is over: every decision and outcome, what was hidden too, and the seeds that prove
    the luck. `battlewise verify FILE` checks it. Seats and the host get it too where the service no longer
    has the rules of the match.
    """
    own = keeper()
    try:
        own.match(match)
    except Gone:
        return _old_record(own, match)
    with held(own, match) as found:
        check_over(found, access_to(own, found), own.now())
        return found.record()


def _old_record(own: Keeper, match: str) -> dict[str, Any]:
    try:
        return own.old_record(match, bearer())
    except Gone as error:
        raise ProblemError(404, str(error)) from None


@blueprint.post("/records/verify")
@blueprint.input(VerifyIn)
@blueprint.output(VerifyOut)
@blueprint.doc(operation_id="verifyRecord")
def verify(json_data: VerifyIn) -> VerifyOut:
    """Check a record

    Its form, seal and commitment, that every decision was legal, that every outcome is the one that the
    seeds give, and the result.
    """
    charge(CREATION_COST)
    try:
        verdict = fair.verify(json_data.record, json_data.seal)
    except fair.VerifyError as error:
        return VerifyOut(sound=False, field=error.field, problem=error.problem[:300], decisions=0, outcomes=0)
    return VerifyOut(
        sound=True, field=None, problem=None, decisions=verdict.decisions, outcomes=verdict.outcomes
    )
