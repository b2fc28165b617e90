"""Wins by one's own decisions alone: the shortest way to the end of the game before others decide.

Such a way wins whatever happens, if it is legal and ends so in every deal that the seat cannot tell apart and
for every outcome of the chance nodes on it. It is found in one deal with one outcome and tried in the others.
"""
from libc.string cimport memcpy

from battlewise.core.chance cimport list_outcomes, roll
from battlewise.core.game cimport CHANCE, Contract, MAX_SEATS, MoveList, OVER, Outcomes, move_t
from battlewise.core.rng cimport Rng

cdef enum:
    DEALS = 16          # in which a way has to win, where cards are hidden


cdef struct Hunt:
    const Contract* fn
    const void* r
    const void* start
    Rng* rng
    char* room          # a state for each decision, one for other deals, and one for each chance node
    int seat
    int left            # positions to look at
    bint is_deeper      # whether the seat decides on after the last decision looked at
    move_t way[LONGEST]


cdef bint _won(const Hunt* h, const void* s) noexcept nogil:
    cdef double value[MAX_SEATS]
    if h.fn.to_move(h.r, s) != OVER:
        return False
    h.fn.returns(h.r, s, value)
    return value[h.seat] == 1


cdef bint _wins(Hunt* h, void* s, int step, int length, int chances) noexcept nogil:
    """Whether the way is legal from a step on and wins, whatever chance decides; the state is changed.

    :param chances: how many chance nodes there were before.
    """
    cdef MoveList moves
    cdef int mover = h.fn.to_move(h.r, s), i = 0
    if mover == CHANCE:
        return _wins_after_chance(h, s, step, length, chances)
    if step == length:
        return _won(h, s)
    if mover != h.seat:
        return False
    h.fn.legal(h.r, s, &moves)
    while i < moves.n and moves.move[i] != h.way[step]:
        i += 1
    if i == moves.n:
        return False
    h.fn.play(h.r, s, moves.move[i])
    return _wins(h, s, step + 1, length, chances)


cdef bint _wins_after_chance(Hunt* h, const void* s, int step, int length, int chances) noexcept nogil:
    """The same at a chance node; each outcome counts as a position."""
    cdef Outcomes outcomes
    cdef void* after = h.room + (LONGEST + 1 + chances) * h.fn.state_size
    cdef int i
    if chances == LONGEST:
        return False
    list_outcomes(h.fn, h.r, s, &outcomes)
    for i in range(outcomes.n):
        if h.left == 0:
            return False
        h.left -= 1
        memcpy(after, s, h.fn.state_size)
        h.fn.play(h.r, after, outcomes.move[i])
        if not _wins(h, after, step, length, chances + 1):
            return False
    return True


cdef bint _is_certain(Hunt* h, int length) noexcept nogil:
    """Whether the way wins in other deals, too; each of them counts as a position."""
    cdef void* other = h.room + LONGEST * h.fn.state_size
    cdef int _deal
    for _deal in range(DEALS if h.fn.hidden else 1):
        if h.left == 0:
            return False
        h.left -= 1
        memcpy(other, h.start, h.fn.state_size)
        if h.fn.hidden:
            h.fn.redeal(h.r, other, h.seat, h.rng)
        if not _wins(h, other, 0, length, 0):
            return False
    return True


cdef bint _hunt(Hunt* h, const void* s, int depth, int most) noexcept nogil:
    """Whether a way of `most` decisions wins for certain; it is written from `depth` on."""
    cdef MoveList moves
    cdef void* after = h.room + depth * h.fn.state_size
    cdef int i
    h.fn.legal(h.r, s, &moves)
    for i in range(moves.n):
        if h.left == 0:
            return False
        h.left -= 1
        memcpy(after, s, h.fn.state_size)
        h.fn.play(h.r, after, moves.move[i])
        h.way[depth] = moves.move[i]
        while h.fn.to_move(h.r, after) == CHANCE and h.left:
            h.left -= 1
            roll(h.fn, h.r, after, h.rng)
        if h.fn.to_move(h.r, after) != h.seat:
            if _won(h, after) and _is_certain(h, depth + 1):
                return True
        elif depth + 1 == most:
            h.is_deeper = True
        elif _hunt(h, after, depth + 1, most):
            return True
    return False


cdef int certain_win(const Contract* fn, const void* r, const void* s, const MoveList* moves, int positions,
                     Rng* rng, void* room) noexcept nogil:
    """The index of the first move of the shortest way to win of the seat to move, or -1.

    :param positions: how many to look at, at most.
    :param room: for `ROOM` states.
    """
    cdef Hunt hunt
    cdef int most = 0, first = 0
    hunt.fn, hunt.r, hunt.start, hunt.rng, hunt.room = fn, r, s, rng, <char*>room
    hunt.seat, hunt.left, hunt.is_deeper = fn.to_move(r, s), positions, True
    while most < LONGEST and hunt.is_deeper and hunt.left:
        most += 1
        hunt.is_deeper = False
        if _hunt(&hunt, s, 0, most):
            while moves.move[first] != hunt.way[0]:
                first += 1
            return first
    return -1
