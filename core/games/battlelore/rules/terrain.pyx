"""Movement over the board and its terrain: moving, pursuing, retreating (RULES.md 2.3, 3.6, 6)."""
from battlewise.core.bits cimport wide_bit
from battlewise.core.games.battlelore.rules.board cimport FARTHEST, OFF_BOARD, hexes_t, neighbours
from battlewise.core.games.battlelore.state cimport *


cdef inline int _steps(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """How far a unit may move now."""
    cdef int steps
    if s.again:
        return r.card[s.acting].extra_move
    steps = card_of(r, s, slot).movement
    if not r.full:
        return steps
    if rule_for(r, s, slot, LONGER_MOVE):
        steps += scenario_of(r, s, side_of(s, slot)).rule_amount
    if s.spell == LONGER_MOVE_EFFECT + 1 and is_of(r, s, slot, INFANTRY):
        steps += s.spell_amount
    elif s.spell == HASTE_EFFECT + 1 and s.spell_unit == slot:
        steps += s.spell_amount
    return steps


cdef hexes_t reach(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """Where a unit may move: never into an occupied hex, and through none unless it may."""
    cdef const UnitCard* card = card_of(r, s, slot)
    cdef int steps = _steps(r, s, slot)
    cdef int _ring
    cdef hexes_t free = r.board.on & ~occupied(s)
    cdef hexes_t through, front, reached, stop
    if card.flying:
        return r.board.within[steps if steps < FARTHEST else FARTHEST][s.hex[slot]] & free
    free &= ~impassable(r, s, slot)
    stop = stopping(r, s, slot)
    through = free
    if r.full and rule_for(r, s, slot, INFILTRATE):
        through |= hexes_of(s, side_of(s, slot)) & ~impassable(r, s, slot)
    front = r.board.within[1][s.hex[slot]] & through
    reached = front
    while steps > 1 and front:
        front = neighbours(&r.board, front & ~stop) & through & ~reached
        reached |= front
        steps -= 1
    if card.charge and not s.again:
        for _ring in range(card.charge):
            front = neighbours(&r.board, front & ~stop) & through & ~reached
            reached |= front & neighbours(&r.board, hexes_of(s, 1 - side_of(s, slot)))
    return reached & free & ~wide_bit(s.hex[slot])


cdef hexes_t pursuit(const Rules* r, const Battle* s, int slot, int through, int steps) noexcept nogil:
    """Where a unit may end that pursues so many hexes, its own hex too if it can return there.

    :param through: the hex that it must enter first, or NONE.
    """
    cdef hexes_t own = wide_bit(s.hex[slot])
    cdef hexes_t free = r.board.on & ~(occupied(s) & ~own) & ~impassable(r, s, slot)
    cdef hexes_t stop = stopping(r, s, slot)
    cdef hexes_t front = r.board.within[1][s.hex[slot]] & free & ~own
    cdef hexes_t reached
    if through != NONE:
        front &= wide_bit(through)
    reached = front
    while steps > 1:
        front = neighbours(&r.board, front & ~stop) & free & ~reached
        reached |= front
        steps -= 1
    return reached


cdef int driven_back(const Rules* r, Battle* s, int slot, int way, int retreats) noexcept nogil:
    """Move a unit that retreats, hex by hex; how much damage what it cannot retreat causes.

    A friend ahead is support, whatever else would stop the unit: the rest is ignored. The board's edge, an
    enemy, impassable terrain, terrain that stops it and a stun turn the rest into damage. A flying unit
    passes over enemies.
    """
    cdef hexes_t barred = impassable(r, s, slot)
    cdef hexes_t stop = stopping(r, s, slot)
    cdef int side = side_of(s, slot)
    cdef bint stopped = (s.stunned >> slot) & 1
    cdef int ahead, beyond, over
    while retreats:
        ahead = r.board.step[way][s.hex[slot]]
        if ahead != OFF_BOARD and (hexes_of(s, side) >> ahead) & 1:
            return 0
        if ahead == OFF_BOARD or (barred >> ahead) & 1 or stopped:
            return retreats
        over = 1
        beyond = ahead
        while s.unit_at[beyond]:
            over += 1
            if (not card_of(r, s, slot).flying or over > retreats
                    or r.board.step[way][beyond] == OFF_BOARD):
                return retreats
            beyond = r.board.step[way][beyond]
        shift_to(s, slot, beyond)
        retreats -= over
        stopped = (stop >> beyond) & 1
    return 0


cdef bint is_river(const Rules* r, const Battle* s, int hexagon) noexcept nogil:
    """Whether a water hex has a river tile: it joins two others, or one and the board's edge; else a lake."""
    cdef int way, ends = 0
    cdef bint edge = False
    for way in range(6):
        if r.board.step[way][hexagon] == OFF_BOARD:
            edge = True
        else:
            ends += (ground(s, WATER) >> r.board.step[way][hexagon]) & 1
    return ends + edge >= 2
