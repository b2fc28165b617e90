"""A match as one seat, or a spectator, sees it."""

from typing import Any

from battlewise.api.matches.match import OVER, Match, Viewer
from battlewise.api.schemas.common import MoveInWords, who
from battlewise.api.schemas.matches import ClockOut, MatchOut, ResultOut, SeatOut
from battlewise.core import State


def described(match: Match, viewer: Viewer, visible: int, member: bool) -> MatchOut:
    """A match as one seat, or a spectator, sees it. The caller holds the match's lock.

    :param viewer: the seat; None for the host and for spectators.
    :param visible: how many entries of the log are shown.
    :param member: whether the viewer holds a token of the match.
    """
    past = match.at(visible)
    state = past.state
    mover = past.to_move
    over = past.status == OVER
    result = ResultOut(**past.proof()) if over else None
    moves = state.legal() if state is not None and viewer is not None and mover == viewer else []
    words = state.words(moves, viewer) if state is not None and moves else []
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
        prompt=state.prompt(viewer) if state is not None and mover is not None else None,
        moves=[
            MoveInWords(text=move.text, doc=move.doc, touches=move.touches, words=said)
            for move, said in zip(moves, words, strict=True)
        ],
        clock=_clock_out(past),
        spectators=match.settings["spectators"],
        delay_s=match.settings["delay_s"],
        hints=match.settings["hints"],
        undo=match.settings["undo"],
        can_undo=viewer is not None and past.can_undo(viewer),
        commitment=match.commitment,
        asked_to_pause=sorted(past.asked_to_pause),
        asked_to_resume=sorted(past.asked_to_resume),
        asked_for_rematch=match.wishes if member else [],
        rematch=match.rematch if member else None,
        result=result,
    )


def add_words(match: Match, events: list[dict[str, Any]], viewer: Viewer) -> None:
    """Say in events that follow each other what was played and what it did, as a viewer sees it.

    The caller holds the match's lock.
    """
    state: State | None = None
    for event in events:
        entry = match.log[event["number"] - 1]
        if entry.kind not in ("move", "outcome"):
            state = None
            continue
        if state is None:
            before = match.at(entry.number - 1).state
            assert before is not None
            state = before.copy()
        state.play(entry.data["text"])
        step = state.changes(viewer)[-1]
        event["words"] = step["text"]
        event["changes"] = step["changes"]


def _seat_out(match: Match, seat: int) -> SeatOut:
    one = match.seats[seat]
    return SeatOut(
        seat=seat,
        side=match.rules.seat_names[seat],
        kind=one.kind,
        name=one.name,
        bot=one.bot,
        joined=one.joined,
        seed=one.seed,
    )


def _clock_out(match: Match) -> ClockOut | None:
    if not match.left:
        return None
    return ClockOut(left_ms=match.left, since=match.since, deadline=match.deadline())
