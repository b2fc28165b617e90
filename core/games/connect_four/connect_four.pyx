"""Connect Four on the usual board of seven columns and six rows (RULES.md).

Perfect information and no chance: the plainest example of the contract. docs/adding_a_game.md walks
through this file.

Bitboards: square (column, row) is bit ``7 * column + row``, row 0 at the bottom; the seventh bit of
each column stays empty, so that shifted lines never wrap into the next column.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit
from battlewise.core.bits cimport count_bits
from battlewise.core.game cimport Game, MoveList, OVER, State, hash_bytes, move_t
from battlewise.core.moves cimport move_a, packed

from battlewise.core.catalogue import Catalogue, Space, Thing, seats_and_phases
from battlewise.core.fields import Number
from battlewise.core.observation import bits
from battlewise.core.schemas import each, part, text
from battlewise.core.views import Fields
from battlewise.core.vocabulary import Verb, Vocabulary

NAMES = "abcdefg"           # of the columns

cdef enum:
    COLUMNS = 7
    ROWS = 6
    SQUARES = 42

cpdef enum Kind:
    DROP

cdef uint64_t BOTTOM = 0x0040810204081      # row 0 of every column
cdef uint64_t TOP = BOTTOM << (ROWS - 1)

cdef struct Board:
    uint64_t mover          # stones of the seat to move
    uint64_t both           # stones of both seats
    int plies               # stones on the board
    int won                 # the last stone made a line


cdef inline bint _has_line(uint64_t stones) noexcept nogil:
    cdef uint64_t pair
    pair = stones & (stones >> 7)
    if pair & (pair >> 14):
        return True
    pair = stones & (stones >> 1)
    if pair & (pair >> 2):
        return True
    pair = stones & (stones >> 6)
    if pair & (pair >> 12):
        return True
    pair = stones & (stones >> 8)
    return (pair & (pair >> 16)) != 0


cdef int to_move(const void* r, const void* state) noexcept nogil:
    cdef const Board* s = <const Board*>state
    return OVER if s.won or s.plies == SQUARES else s.plies & 1


cdef int turn(const void* r, const void* state) noexcept nogil:
    return (<const Board*>state).plies


cdef void legal(const void* r, const void* state, MoveList* out) noexcept nogil:
    """A column that is not full."""
    cdef uint64_t free_columns = ~(<const Board*>state).both & TOP
    cdef int column
    cdef int n = 0
    for column in range(COLUMNS):
        out.move[n] = packed(DROP, column, 0, 0)
        n += (free_columns >> (7 * column + ROWS - 1)) & 1
    out.n = n


cdef void play(const void* r, void* state, move_t move) noexcept nogil:
    cdef Board* s = <Board*>state
    cdef int column = move_a(move)
    cdef uint64_t own = s.mover
    cdef uint64_t squares = <uint64_t>0x3F << (7 * column)
    cdef uint64_t stone = (s.both + (<uint64_t>1 << (7 * column))) & ~s.both & squares
    s.mover = s.both ^ own
    s.both |= stone
    s.won = _has_line(own | stone)
    s.plies += 1


cdef uint64_t view_key(const void* r, const void* state, int viewer) noexcept nogil:
    return hash_bytes(state, sizeof(Board), 0)


cdef void returns(const void* r, const void* state, double* out) noexcept nogil:
    cdef const Board* s = <const Board*>state
    out[0] = 0.5
    out[1] = 0.5
    if s.won:
        out[s.plies & 1] = 0.0
        out[1 - (s.plies & 1)] = 1.0


cdef void estimate(const void* r, const void* state, double* out) noexcept nogil:
    """The result when over; before that 0.5, for random playouts do better than counting lines."""
    returns(r, state, out)


cdef const char* check(const void* r, const void* state) noexcept nogil:
    cdef const Board* s = <const Board*>state
    cdef uint64_t other = s.both ^ s.mover
    cdef uint64_t column
    cdef int c
    if s.mover & ~s.both:
        return "board: a stone is not on the board"
    if count_bits(s.both) != s.plies or count_bits(other) - count_bits(s.mover) != (s.plies & 1):
        return "board: the stones do not add up to the plies"
    for c in range(COLUMNS):
        column = (s.both >> (7 * c)) & 0x7F
        if column & (column + 1) or column > 0x3F:
            return "board: a stone floats above an empty square; a column is filled from below"
    if _has_line(s.mover):
        return "board: the seat to move already has a line, so the game ended before"
    if s.won != _has_line(other):
        return "board: the winner is not marked"
    return NULL


cdef int64_t _stones(const void* r, const void* state, int seat, int word) noexcept nogil:
    """The stones of a seat."""
    cdef const Board* s = <const Board*>state
    return s.mover if s.plies & 1 == seat else s.both ^ s.mover


class Column(Number):
    """A column: a number in documents, a letter in texts."""

    def __init__(self, name):
        super().__init__(name, 0, COLUMNS - 1, element="column")

    def text(self, value):
        return NAMES[value]


cdef class ConnectFour(Game):
    """Connect Four: four in a line, across, up or diagonally, wins; a full board is a tie."""

    id = "connect_four"
    title = "Connect Four"
    seat_names = ("x", "o")
    prompts = {None: "Drop a stone into which column?"}

    def __init__(self, **options):
        super().__init__(**options)
        drop = Verb("drop", "{column}", Column("column"), words="column {column}")
        self.vocabulary = Vocabulary(Kind, {DROP: drop}, meanings={"column": "Which column, from the left."})
        self.fn.state_size = sizeof(Board)
        self.fn.seats = 2
        self.fn.to_move = to_move
        self.fn.turn = turn
        self.fn.legal = legal
        self.fn.play = play
        self.fn.view_key = view_key
        self.fn.returns = returns
        self.fn.estimate = estimate
        self.fn.check = check

    def start(self, State state not None):
        memset(state.data, 0, sizeof(Board))

    def form(self):
        row = text(COLUMNS, COLUMNS)
        return {"board": part(
            each(row, ROWS), "The rows from the top; x: a stone of seat 0, o: of seat 1, .: an empty space.")}

    def box(self):
        columns = [
            Space(id=f"column:{name}", name=f"column {name}", kind="column", place=(i, ROWS / 2),
                  neighbours=[f"column:{other}" for other in NAMES if abs(ord(name) - ord(other)) == 1])
            for i, name in enumerate(NAMES)
        ]
        stones = [
            Thing(id=f"stone:{name}", name=f"stone of {name}", kind="stone", text="",
                  count=ROWS * COLUMNS // 2)
            for name in self.seat_names
        ]
        return Catalogue(**seats_and_phases(self.seat_names, self.prompts), spaces=columns, pieces=stones)

    def scene(self, view):
        from battlewise.core.games.connect_four.scene import scene
        return scene(self.catalogue(), view)

    def describe(self, State state not None, int viewer):
        """The board; which stones are whose, `form` says."""
        return {"board": self._rows(state)}

    def restore(self, State state not None, view, int viewer):
        """``board`` is required; whose turn it is follows from the number of stones."""
        fields = Fields(view)
        rows = fields.items("board", ROWS)
        fields.close()
        if len(rows) != ROWS:
            raise fields.fail("board", f"has {len(rows)} rows, not {ROWS}")
        cdef Board* s = <Board*>state.data
        cdef uint64_t stones[2]
        stones[0] = stones[1] = 0
        for i, row in enumerate(rows):
            if not isinstance(row, str) or len(row) != COLUMNS or set(row) - set(".xo"):
                raise fields.fail(f"board[{i}]", f"is not {COLUMNS} of '.', 'x' and 'o'")
            for column, square in enumerate(row):
                if square != ".":
                    stones["xo".index(square)] |= <uint64_t>1 << (7 * column + ROWS - 1 - i)
        s.both = stones[0] | stones[1]
        s.plies = count_bits(s.both)
        if count_bits(stones[0]) - count_bits(stones[1]) != (s.plies & 1):
            raise fields.fail("board", "x moves first: there must be as many x as o, or one more")
        s.mover = stones[s.plies & 1]
        s.won = _has_line(s.both ^ s.mover)

    def render(self, State state not None, int viewer):
        return "\n".join(self._rows(state) + [NAMES])

    def observed(self):
        """The squares of each seat's stones, column after column, each from the bottom."""
        place = [ROWS * (i // 7) + i % 7 if i % 7 < ROWS else None for i in range(7 * COLUMNS)]
        return [bits("stones", 0, 8, 7 * COLUMNS, seats=1, read=<size_t>&_stones, place=[place],
                     places=SQUARES)]

    def minimal_views(self):
        return {"drop": {"seat": 0, "board": ["......."] * 4 + ["...o...", "...x..."]}}

    def _rows(self, State state not None):
        cdef Board* s = <Board*>state.data
        cdef uint64_t seat0 = s.mover if s.plies % 2 == 0 else s.both ^ s.mover
        rows = []
        for row in reversed(range(ROWS)):
            squares = [7 * column + row for column in range(COLUMNS)]
            rows.append("".join(
                "." if not s.both >> bit & 1 else "x" if seat0 >> bit & 1 else "o" for bit in squares
            ))
        return rows
