"""Routes of matches: create, join, get, act, change tokens, rematch."""

import re
from collections.abc import Callable, Iterable
from typing import Any, cast

from apiflask import APIBlueprint
from flask import Response, request

from battlewise.api.matches.keeper import Keeper
from battlewise.api.matches.match import BOT, OVER, PAUSED, PERSON, RUNNING, WAITING, Match, Refused
from battlewise.api.matches.rules import rules_named
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.access import Access, access_to, check_over, held
from battlewise.api.routes.parts import caller, charge, idempotency_key, parts
from battlewise.api.schemas.common import MoveOut, who
from battlewise.api.schemas.matches import (
    ActionIn,
    InvitationOut,
    JoinIn,
    MatchIn,
    MatchMade,
    MatchOut,
    RematchOut,
    SeatIn,
    TokenOut,
)
from battlewise.api.searches.players import spec_of
from battlewise.api.store.database import Entry, digest
from battlewise.api.store.tables import Chair, Clock, Terms
from battlewise.core import Game, IllegalMove, Move, RecordError
from battlewise.core.errors import short

blueprint = APIBlueprint("matches", __name__, tag="Matches")
CREATION_COST = 20
MOVES_A_COST = 10
_ENTITY_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_ENTITY_TAGS = re.compile(rf"\*|{_ENTITY_TAG}(?:\s*,\s*{_ENTITY_TAG})*")


@blueprint.post("/matches")
@blueprint.input(MatchIn)
@blueprint.output(MatchMade, status_code=201)
@blueprint.doc(operation_id="createMatch")
def create(json_data: MatchIn) -> tuple[MatchMade, int, dict[str, str]]:
    """Create a match

    The service keeps the match, moves for its bots and rolls its dice. The answer has a token for each seat
    that is not a bot's, and one for the host; they cannot be requested again. With an Idempotency-Key (16 to
    200 characters that nobody can guess) a repeated request gets the same match and the same tokens.
    """
    rules = rules_named(json_data.game, json_data.options)
    chairs = _chairs(rules, json_data.seats)
    thinking = _thinking(rules, [chair["bot"] for chair in chairs])
    charge(CREATION_COST + len(json_data.moves) // MOVES_A_COST + thinking)
    people = sum(chair["kind"] != BOT for chair in chairs)
    settings: Terms = {
        "clock": None if json_data.clock is None else cast(Clock, json_data.clock.model_dump()),
        "spectators": json_data.spectators,
        "delay_s": json_data.delay_s,
        "hints": people < 2 if json_data.hints is None else json_data.hints,
        "undo": json_data.undo,
        "start": json_data.start,
    }
    if json_data.moves:
        settings["moves"] = _played(rules, json_data.moves)
    own = parts().keeper
    if json_data.webhook is not None:
        settings["webhook"] = own.webhooks.checked(json_data.webhook)
    match, host, tokens = own.create(rules, settings, chairs, idempotency_key(), digest(caller()))
    invitations = [
        InvitationOut(seat=seat, token=token, link=f"{request.host_url}#{match.id}.{token}")
        for seat, token in enumerate(tokens)
        if token is not None
    ]
    with match.lock:
        shown = Access(None, True, match.host_hash).describe(match, own.now())
    made = MatchMade(match=shown, host_token=host, invitations=invitations)
    return made, 201, {"Location": f"/v1/matches/{match.id}"}


def _played(rules: Game, moves: list[str]) -> list[str]:
    """The moves of a record in the game's notation.

    :raises ProblemError: 422, if one is not legal.
    """
    record = {"game": rules.id, "version": rules.version, "options": rules.options, "seed": 0, "moves": moves}
    try:
        played: list[str] = rules.replay(record).record()["moves"]
    except RecordError as error:
        field, _, problem = str(error).partition(": ")
        raise ProblemError(Kind.INVALID_RECORD, problem, field) from None
    return played


def _thinking(rules: Game, bots: Iterable[str | None]) -> int:
    """The cost of one decision of each of these bots."""
    return sum(parts().players.cost(spec, rules) for spec in bots if spec is not None)


def _chairs(rules: Game, given: list[SeatIn] | None) -> list[Chair]:
    if given is None:
        given = [SeatIn(), *(SeatIn(kind="bot") for _ in range(rules.seats - 1))]
    if len(given) != rules.seats:
        raise ProblemError(Kind.INVALID, f"there are {len(given)}; this game needs {rules.seats}", "seats")
    chairs: list[Chair] = []
    for index, seat in enumerate(given):
        field = f"seats[{index}]"
        if seat.kind != BOT and (seat.level or seat.bot):
            raise ProblemError(
                Kind.INVALID, "must be bot, because the seat has a level or a bot", f"{field}.kind"
            )
        spec = None
        if seat.kind == BOT:
            spec = spec_of(seat.level, seat.bot, f"{field}.level")
            parts().players.check(spec, rules, f"{field}.bot")
        name = seat.name or spec or rules.seat_names[index]
        chairs.append({"kind": seat.kind, "name": name[:60], "bot": spec})
    return chairs


@blueprint.get("/matches/<match>")
@blueprint.output(MatchOut)
@blueprint.doc(operation_id="getMatch")
def show(match: str) -> Response:
    """Get a match

    As the seat of the token sees it, or as a spectator without a token. `ETag` is the version. With
    `If-None-Match` the answer is 304 until the match changes.
    """
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
        tag = _tag(found, access, access.visible(found, own.now()))
        if request.if_none_match.contains_weak(tag):
            return _tagged(Response(status=304), tag)
        return answer(own, found, access)


def answer(own: Keeper, match: Match, access: Access, status: int = 200) -> Response:
    """The match as the caller sees it. The caller of this function holds the match's lock."""
    shown = access.describe(match, own.now())
    response = Response(shown.model_dump_json(), status, mimetype="application/json")
    return _tagged(response, _tag(match, access, shown.version))


def _tag(match: Match, access: Access, version: int) -> str:
    """The version, and the number of requests for a rematch, which are no events."""
    wishes = len(match.wishes) + (match.rematch is not None)
    return f"{version}.{wishes}" if wishes and access.token_hash is not None else str(version)


def _tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag)
    return response


@blueprint.post("/matches/<match>/join")
@blueprint.input(JoinIn)
@blueprint.output(MatchOut)
@blueprint.doc(operation_id="joinMatch")
def join(match: str, json_data: JoinIn) -> Response:
    """Take a seat

    Needs the token of the seat. The match starts when all players have joined. The players' seeds and the
    service's own, to which it is already committed, determine all luck.
    """
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
        seat = access.own_seat()
        own.join(found, seat, json_data.name, json_data.seed)
        return answer(own, found, access)


@blueprint.post("/matches/<match>/actions")
@blueprint.input(ActionIn)
@blueprint.output(MatchOut)
@blueprint.doc(operation_id="act")
def act(match: str, json_data: ActionIn) -> Response:
    """Act

    `move` and `undo` need `If-Match` with the known version: without it the answer is 428, 400 if it is not
    the ETag with its quotation marks, and 412 if the match has changed. If the same action of the same seat
    has changed it, so that only its answer was lost, the problem is `already-applied` and has the match as it
    is now. The answer is 409 if the action is not
    possible now, such as out of turn, and 422 with the legal moves if the move is not legal. An action is
    written before it is answered.
    """
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
        if access.token_hash is None:  # a spectator must not learn from an error either
            raise ProblemError(Kind.OTHER_TOKEN, "this request needs the token of a seat or of the host")
        own.flag_if_late(found)
        _check_version(own, found, access, json_data)
        if found.status == OVER:
            raise ProblemError(Kind.WRONG_STATUS, "the match is over")
        _ACTIONS[json_data.action](own, found, access, json_data)
        return answer(own, found, access)


def _check_version(own: Keeper, match: Match, access: Access, asked: ActionIn) -> None:
    """Check that the match is as the caller knows it.

    :raises ProblemError: 428, if it must be known and is not given; 400, if what is given is not of the form
        of RFC 9110, 13.1.1; 412, if it has changed.
    """
    if "If-Match" not in request.headers:
        if asked.action in ("move", "undo"):
            raise ProblemError(Kind.VERSION_NEEDED, "this action needs If-Match with the match's ETag")
        return
    given = request.headers["If-Match"]
    if not _ENTITY_TAGS.fullmatch(given):
        problem = f'If-Match: {short(given)} is not an entity tag; send the ETag of the match, such as "7"'
        raise ProblemError(Kind.MALFORMED, f"{problem}, with the quotation marks")
    version, now = match.version, {"ETag": f'"{match.version}"'}
    if request.if_match.contains(str(version)):
        return
    known = next((int(tag) for tag in request.if_match if tag and tag.isdecimal() and len(tag) < 10), version)
    if 0 < known < version and _is_own(match, match.log[known], access.seat, asked):
        problem = f"the same action of this seat is event {known + 1}; the match is at version {version}"
        shown = access.describe(match, own.now())
        raise ProblemError(Kind.APPLIED, problem, headers=now, version=version, applied=(known + 1, shown))
    raise ProblemError(Kind.STALE, f"the match is at version {version}", headers=now, version=version)


def _is_own(match: Match, entry: Entry, seat: int | None, asked: ActionIn) -> bool:
    """Whether an entry is what an action of a seat has led to before."""
    if seat is None or (entry.kind, entry.actor) != (asked.action, seat):
        return False
    if asked.action == "replace":
        return bool(entry.data["seat"] == asked.seat)
    if asked.action != "move" or asked.move == entry.data["text"]:
        return True
    before = match.at(entry.number - 1).state
    assert before is not None
    try:
        return asked.move is not None and match.rules.move(asked.move, before).text == entry.data["text"]
    except IllegalMove:
        return False


def _move(own: Keeper, match: Match, access: Access, asked: ActionIn) -> None:
    seat = access.own_seat()
    _check_running(match)
    assert match.state is not None
    if match.to_move != seat:
        raise Refused(
            Kind.NOT_YOUR_TURN, f"it is not this seat's turn: to_move is {who(match.state.to_move)!r}"
        )
    if asked.move is None:
        raise ProblemError(Kind.INVALID, "is missing", "move")
    move = _legal(match, asked.move)
    charge(_thinking(match.rules, [one.bot for one in match.seats]))
    own.play(match, seat, move)


def _legal(match: Match, notation: str | dict[str, Any]) -> Move:
    assert match.state is not None
    try:
        return match.rules.move(notation, match.state)
    except IllegalMove as error:
        moves = [MoveOut.of(move) for move in match.state.legal()]
        raise ProblemError(Kind.ILLEGAL_MOVE, str(error), "move", moves=moves) from None


def _check_running(match: Match) -> None:
    if match.status != RUNNING:
        raise Refused(Kind.WRONG_STATUS, f"the match is {match.status}")


def _resign(own: Keeper, match: Match, access: Access, _: ActionIn) -> None:
    seat = access.own_seat()
    if match.status not in (RUNNING, PAUSED):
        raise Refused(Kind.WRONG_STATUS, f"the match is {match.status}")
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
        raise ProblemError(Kind.OTHER_TOKEN, "this request needs the token of the host")
    own.abort(match)


def _replace(own: Keeper, match: Match, access: Access, asked: ActionIn) -> None:
    actor = _anyone(access)
    if asked.seat is None or asked.seat >= match.rules.seats:
        raise ProblemError(Kind.INVALID, f"must be 0..{match.rules.seats - 1}", "seat")
    spec = spec_of(asked.level, asked.bot)
    parts().players.check(spec, match.rules, "bot")
    if (asked.level or asked.bot) and actor not in (None, asked.seat):
        raise ProblemError(Kind.OTHER_TOKEN, "only the host can choose the bot that takes another seat")
    seat = match.seats[asked.seat]
    if seat.kind == BOT:
        raise Refused(Kind.SEAT_REFUSED, "this seat has a bot already")
    if asked.seat != actor and not _has_left(own, match, asked.seat, actor):
        raise Refused(
            Kind.SEAT_REFUSED, "this seat is not away: it is not its turn, or it was active a short time ago"
        )
    charge(_thinking(match.rules, [spec]))
    own.replace(match, actor, asked.seat, spec)


def _has_left(own: Keeper, match: Match, seat: int, actor: int | None) -> bool:
    """Whether others can replace a seat. The host can replace a player who has not joined at any time."""
    invited = match.status == WAITING and not match.seats[seat].joined
    if invited and actor is None:
        return True
    awaited = match.status == RUNNING and match.to_move == seat
    away = own.now() - max(match.seen_at[seat], match.since)
    return (invited or awaited) and away >= 1000 * parts().settings.leave_s


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

    A seat changes its own token. The old token stays valid until the new one is used, so a lost answer locks
    nobody out. The host changes the token of a person who has not joined, such as for a lost link; then the
    old token is invalid at once.
    """
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
        if seat >= found.rules.seats:
            raise ProblemError(Kind.NOT_FOUND, "there is no such seat")
        one = found.seats[seat]
        invited = access.is_host and one.kind == PERSON and not one.joined
        if access.seat != seat and not invited:
            raise ProblemError(
                Kind.OTHER_TOKEN, "only the seat can change its token, or the host before the seat is taken"
            )
        return TokenOut(token=own.rotate(found, seat, at_once=invited))


@blueprint.post("/matches/<match>/host/token")
@blueprint.output(TokenOut)
@blueprint.doc(operation_id="rotateHostToken")
def rotate_host(match: str) -> TokenOut:
    """Change the host's token

    The old token stays valid until the new one is used.
    """
    own = parts().keeper
    with held(own, match) as found:
        if not access_to(own, found).is_host:
            raise ProblemError(Kind.OTHER_TOKEN, "this request needs the token of the host")
        return TokenOut(token=own.rotate(found, None))


@blueprint.post("/matches/<match>/rematch")
@blueprint.output(RematchOut)
@blueprint.doc(operation_id="askForRematch")
def rematch(match: str) -> RematchOut:
    """Request a rematch

    When all people have requested it, there is a new match from the beginning with the same settings, in
    which every player moves on by one seat. Tokens are valid for it too. The match shows who has requested
    it, and the new id.
    """
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
        seat = access.own_seat()
        check_over(found, access, own.now())
        if seat not in found.wishes:
            charge(CREATION_COST + _thinking(found.rules, [one.bot for one in found.seats]))
        own.ask_for_rematch(found, seat)
        moved = (seat - 1) % found.rules.seats
        return RematchOut(match=found.rematch, seat=moved, asked=found.wishes)
