"""The lethal check: whether the active player can force a win by direct attacks this turn (RULES.md 9).

A search of the player's own decisions, depth first, in which nothing may hang on chance or on what the
opponent does: penalty cards that are taken go unseen to his hand, and a line on which he may be able to
react, must choose, or on which cards are drawn is no forced win.
"""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalla.combat cimport is_ready
from battlewise.core.games.battalla.state cimport *
from battlewise.core.games.battalla.turn cimport legal, play

cdef enum:
    MOST_NODES = 400             # positions a search looks at


cdef int _reach(const Table* s, int square, int seat) noexcept nogil:
    """How many steps a card is from where it can attack directly."""
    cdef int row = 4 - row_of(square) if seat else row_of(square)
    return 3 - row if row < 3 else 0


cdef int _helpers(const Rules* r, const Table* s, int seat) noexcept nogil:
    """How many cards in hand or play have an effect that moves a card forward or swaps it."""
    cdef kinds_t kinds = r.advances & kinds_of(&s.hand[seat])
    cdef uint32_t m = s.cards[seat]
    cdef int found = 0
    while kinds:
        found += count_of(&s.hand[seat], next_kind(&kinds))
    while m:
        found += (r.advances >> (s.at[ctz(m)].card - 1)) & 1
        m &= m - 1
    return found


cdef bint _is_possible(const Rules* r, const Table* s) noexcept nogil:
    """A bound: enough cards that can attack and come near enough, and stamina for their attacks.

    A card moves once; each step more takes an effect. A gain of two stamina is allowed for.
    """
    cdef int seat = active(s)
    cdef int wanted = s.penalty_size[1 - seat]
    cdef int helpers
    cdef int near[4]
    cdef uint32_t m = s.cards[seat]
    cdef int i, cost = 0
    near[:] = [0, 0, 0, 0]
    if s.stamina[seat] + 2 < wanted:
        return False
    while m:
        if is_ready(r, s, ctz(m)):
            near[_reach(s, ctz(m), seat)] += 1
        m &= m - 1
    helpers = _helpers(r, s, seat) if near[0] + near[1] < wanted else 0
    if helpers > 1 and r.surprising & kinds_of(&s.hand[seat]):
        near[3] += 1                    # one that attacks in the turn it is summoned
    for i in range(4):
        if i <= helpers + 1:
            cost += min(near[i], wanted) * (1 + (i > 0))
            wanted -= min(near[i], wanted)
    return wanted == 0 and cost <= s.stamina[seat] + 2


cdef inline int _order(move_t move) noexcept nogil:
    """Which moves are tried first."""
    cdef int kind = move & 255
    if kind == ATTACK_DIRECTLY:
        return 0
    if kind == MOVE or kind == TO or kind == TARGET or kind == IN_LANE or kind == ACCEPT:
        return 1
    if kind == ATTACK or kind == USE or kind == PLAY_CARD or kind == PLACE or kind == REVIVE_CARD:
        return 2
    return 2 if kind == SUMMON_HERO or kind == DECLINE or kind == DISCARD_CARD else 3


cdef bint _wins(const Rules* r, Table* s, int seat, int turn, int* nodes) noexcept nogil:
    """Whether the position, which is changed, is a forced win this turn."""
    cdef MoveList moves
    cdef Table after
    cdef int i, rank
    while s.phase == LIFE_PHASE:
        play(r, s, packed(TAKE_PENALTY, s.penalty[1 - seat][0] + 1, 1 - seat))
    if s.phase == OVER_PHASE:
        return s.result == seat + 1
    if s.mover != seat or s.turn != turn or nodes[0] == 0:
        return False
    if s.phase == TURN_PHASE and not _is_possible(r, s):
        return False
    nodes[0] -= 1
    legal(r, s, &moves)
    for rank in range(3):
        for i in range(moves.n):
            if _order(moves.move[i]) == rank:
                memcpy(&after, s, sizeof(Table))
                play(r, &after, moves.move[i])
                if _wins(r, &after, seat, turn, nodes):
                    return True
    return False


cdef int winning_move(const Rules* r, const Table* s, const MoveList* moves) noexcept nogil:
    """The index of a move that forces a win this turn, -1 if none is found."""
    cdef Table after
    cdef int seat = s.mover
    cdef int nodes = MOST_NODES
    cdef int i, rank
    if seat != active(s) or s.stage != ACTING or not _is_possible(r, s):
        return -1
    for rank in range(3):
        for i in range(moves.n):
            if _order(moves.move[i]) == rank:
                memcpy(&after, s, sizeof(Table))
                play(r, &after, moves.move[i])
                if _wins(r, &after, seat, s.turn, &nodes):
                    return i
    return -1
