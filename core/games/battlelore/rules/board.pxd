# The hex board: 9 rows of 12 and 11 hexes, pointed ends up and down (RULES.md 1.1).
#
# Hex (row, column) is number 13 * row + column; the cells behind the end of a row are never used, so
# that a mask shifted towards a neighbour can leave a row's end without reaching the next row.
from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.bits cimport count_wide, wide_bit, wide_t

ctypedef wide_t hexes_t          # one bit a hex

cdef enum:
    ROWS = 9
    STRIDE = 13
    HEXES = 117
    FARTHEST = 5                 # the longest range that sight is tabulated for
    HORIZON = 4                  # how far the evaluation looks
    OFFSET = 70                  # at least the largest difference of two hex numbers within FARTHEST
    DIRECTIONS = 6

cpdef enum:
    OFF_BOARD = 255

cdef struct Board:
    hexes_t on                              # the 104 hexes
    hexes_t even                            # those in rows of 12
    hexes_t within[FARTHEST + 1][HEXES]     # at distance 1..n
    # By parity of the viewer's row and difference of hex numbers: what the line of sight crosses,
    # nudged to either side, as if the viewer stood on hex OFFSET.
    hexes_t crossed[2][2 * OFFSET + 1][2]
    # In the same way: the directions away from the attacker; equal unless sight enters at a corner.
    uint8_t away[2][2 * OFFSET + 1][2]
    uint8_t step[DIRECTIONS][HEXES]         # the next hex in a direction, or OFF_BOARD
    uint8_t odd_row[HEXES]
    hexes_t centre                          # the centre section
    uint8_t section[2][HEXES]               # by seat: bit 0 left, 1 centre, 2 right


cdef const Board* the_board() noexcept nogil


cdef inline hexes_t neighbours(const Board* board, hexes_t hexes) noexcept nogil:
    """The neighbours of a set of hexes, and cells off the board."""
    cdef hexes_t even = hexes & board.even
    cdef hexes_t odd = hexes ^ even
    cdef hexes_t column = (hexes << 13) | (hexes >> 13)
    return (hexes << 1) | (hexes >> 1) | column | (even << 12) | (even >> 14) | (odd << 14) | (odd >> 12)


cdef inline bint adjacent(const Board* board, int one, int other) noexcept nogil:
    return (board.within[1][one] >> other) & 1


cdef inline hexes_t _from(hexes_t crossed, int viewer) noexcept nogil:
    return crossed << (viewer - OFFSET) if viewer >= OFFSET else crossed >> (OFFSET - viewer)


cdef inline bint in_sight(const Board* board, int viewer, int target, hexes_t units, hexes_t terrain,
                          int ignored) noexcept nogil:
    """Whether the line of sight between two hexes within FARTHEST is free (RULES.md 3.1).

    :param units: hexes with units that block sight.
    :param terrain: hexes whose terrain does.
    :param ignored: how many terrain hexes do not matter.
    """
    cdef int parity = board.odd_row[viewer]
    cdef int i = target - viewer + OFFSET
    cdef hexes_t line
    cdef int side
    for side in range(2):
        line = _from(board.crossed[parity][i][side], viewer)
        if not line & units and (not line & terrain or count_wide(line & terrain) <= ignored):
            return True
    return False


cdef inline int distance_to(const Board* board, hexes_t hexes, int at) noexcept nogil:
    """From a hex to the nearest of a set of hexes, HORIZON + 1 if beyond."""
    cdef int distance
    if hexes & wide_bit(at):
        return 0
    for distance in range(1, HORIZON + 1):
        if hexes & board.within[distance][at]:
            return distance
    return HORIZON + 1
