"""The hex board's tables, worked out once from its geometry (RULES.md 1.1, 3.1, 3.6).

Cube coordinates: x + y + z = 0, neighbours differ by one in two of them; a hex is the set of points
whose three differences of coordinates lie within 1 of its centre's.
"""
from battlewise.core.bits cimport wide_bit

WAYS = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
_LENGTH = 2520      # of a line of sight: differences of coordinates, 1..10, divide it into whole parts

cdef Board _board


cdef const Board* the_board() noexcept nogil:
    return &_board


def width(row: int) -> int:
    """The number of hexes in a row."""
    return 12 - row % 2


def hexes() -> dict[int, list[int]]:
    """The number of each hex, with its row and column."""
    return {STRIDE * row + column: [row, column] for row in range(ROWS) for column in range(width(row))}


def sections(hexagon, side):
    """The sections that a hex lies in as a side sees them: uthuk or daqan."""
    cdef int bits = _board.section[side == "daqan"][STRIDE * hexagon[0] + hexagon[1]]
    return [name for i, name in enumerate(("left", "centre", "right")) if bits >> i & 1]


def _cube(row, column):
    x = column - (row - row % 2) // 2
    return x, -x - row, row


def _offset(cube):
    x, _, row = cube
    return row, x + (row - row % 2) // 2


def _distance(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(one[2] - other[2]))


def _differences(cube):
    x, y, z = cube
    return x - y, y - z, z - x


def _overlap(start, end, centre):
    """The part of the line that lies in a hex, from and to in parts of `_LENGTH`, or None."""
    low, high = 0, _LENGTH
    for a, b, c in zip(*map(_differences, (start, end, centre)), strict=True):
        if a == b:
            if abs(a - c) > 1:
                return None
            continue
        one, other = sorted((_LENGTH * (c - 1 - a) // (b - a), _LENGTH * (c + 1 - a) // (b - a)))
        low, high = max(low, one), min(high, other)
    return (low, high) if low < high else None


def _sides_crossed(start, end, centre):
    """Which of two nudged lines cross a hex: both if the line itself does, one if it runs along an edge."""
    part = _overlap(start, end, centre)
    if part is None:
        return ()
    twice = part[0] + part[1]       # where the part's middle lies, twice
    line = zip(*map(_differences, (start, end, centre)), strict=True)
    if all(abs(2 * _LENGTH * (a - c) + twice * (b - a)) < 2 * _LENGTH for a, b, c in line):
        return 0, 1
    turn = ((end[0] - start[0]) * (centre[2] - start[2]) - (end[2] - start[2]) * (centre[0] - start[0]))
    return (0,) if turn > 0 else (1,)


def _directions_away(start, end):
    """The one or two directions in which the line of sight leaves the target's hex."""
    towards = [b - a for a, b in zip(start, end, strict=True)]
    shares = [sum(t * w for t, w in zip(towards, way, strict=True)) for way in WAYS]
    return [i for i, share in enumerate(shares) if share == max(shares)]


cdef hexes_t _bits(numbers):
    cdef hexes_t bits = 0
    for number in numbers:
        bits |= wide_bit(number)
    return bits


def _fill_hexes(cubes):
    """Neighbours, distances, sections."""
    for number, cube in cubes.items():
        row, column = divmod(number, STRIDE)
        _board.odd_row[number] = row % 2
        for other, there in cubes.items():
            if other != number:
                for n in range(_distance(cube, there), FARTHEST + 1):
                    _board.within[n][number] |= wide_bit(other)
        for i, way in enumerate(WAYS):
            r, c = _offset([a + b for a, b in zip(cube, way, strict=True)])
            on = 0 <= r < ROWS and 0 <= c < width(r)
            _board.step[i][number] = STRIDE * r + c if on else OFF_BOARD
        centre = 3 if row % 2 else 4        # rows of 11 are cut through the middle of hexes 3 and 7
        left, middle, right = column <= 3, centre <= column <= 7, column >= centre + 4
        _board.section[1][number] = left | middle << 1 | right << 2
        _board.section[0][number] = right | middle << 1 | left << 2
        if middle:
            _board.centre |= wide_bit(number)


def _fill_lines():
    """Sight and retreat from a hex in the board's middle, by parity of its row."""
    for row in (4, 5):
        start = _cube(row, 6)
        for r in range(row - FARTHEST, row + FARTHEST + 1):
            for c in range(6 - FARTHEST, 6 + FARTHEST + 1):
                end = _cube(r, c)
                far = _distance(start, end)
                if not 0 < far <= FARTHEST:
                    continue
                i = STRIDE * (r - row) + c - 6 + OFFSET
                away = _directions_away(start, end)
                _board.away[row % 2][i][0] = away[0]
                _board.away[row % 2][i][1] = away[len(away) - 1]
                for cube in _between(start, end, far):
                    between_row, between_column = _offset(cube)
                    number = STRIDE * (between_row - row) + between_column - 6 + OFFSET
                    for side in _sides_crossed(start, end, cube):
                        _board.crossed[row % 2][i][side] |= wide_bit(number)


def _between(start, end, far):
    """The hexes nearer to both ends than these are to each other, or as near."""
    span = range(-far, far + 1)
    around = ((start[0] + x, start[1] - x - z, start[2] + z) for x in span for z in span)
    return [cube for cube in around if cube not in (start, end)
            and _distance(cube, start) <= far and _distance(cube, end) <= far]


def _fill():
    cubes = {number: _cube(*place) for number, place in hexes().items()}
    _board.on = _bits(cubes)
    _board.even = _bits(number for number in cubes if number // STRIDE % 2 == 0)
    _fill_hexes(cubes)
    _fill_lines()


def step(hexagon: list[int], way: int) -> list[int]:
    """The next hex in a direction, 0..5; it may be off the board."""
    return list(_offset([a + b for a, b in zip(_cube(*hexagon), WAYS[way], strict=True)]))


def distance(one: list[int], other: list[int]) -> int:
    """How many steps apart two hexes are."""
    return _distance(_cube(*one), _cube(*other))


def ways_back(origin: list[int], struck: list[int]) -> list[int]:
    """The one or two directions in which a unit retreats that is struck from another hex."""
    return _directions_away(_cube(*origin), _cube(*struck))


def sight_is_free(viewer: int, target: int, blocking: list[int]) -> bool:
    """Whether a line of sight is free of the blocking hexes, all given by number; for tests."""
    return in_sight(&_board, viewer, target, _bits(blocking) & ~wide_bit(viewer) & ~wide_bit(target), 0, 0)


_fill()
