"""Positions as numbers, seen from a seat: what a game declares, and the interpreter that writes them."""
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport first_bit, take_bit

from array import array
from typing import NamedTuple

SEEN_BY = ("everybody", "seat", "nobody")


class Item(NamedTuple):
    """A part of an observation.

    `name`: what it tells, a field of the state in the game's words. `shape`: of its numbers; the first axis
    is the seats, from the observer on, if `by_seat`. `low`, `high`: the range of the raw numbers. `unit`: how
    much of a raw number less `low` is written as 1. `encoding`: ``number``, ``one-hot``, ``bits`` or ``seat``
    (one-hot, counted from the observer on); all but numbers are zeros and ones. `offset`, `size`: its place.
    `seen_by`: who knows it, ``everybody``, its ``seat`` or ``nobody``; what not everybody knows may come to
    be known, as a card that is shown.
    """

    name: str
    shape: tuple
    by_seat: bool
    low: int
    high: int
    unit: int
    encoding: str
    offset: int
    size: int
    seen_by: str


# -- what a game declares: addresses are bytes into the state, such as `<size_t>&(<Table*>0).score`

def numbers(name, at, bytes, high, *, low=0, unit=0, count=1, step=0, seats=0, **rest):
    """Numbers that are written as parts of their range.

    :param name: what the item is called.
    :param at: where the state keeps the first one.
    :param bytes: of one number; it is signed if `low` is negative.
    :param high: the most that it can be.
    :param low: the least.
    :param unit: what is written as 1; 0: the whole range.
    :param count: how many there are.
    :param step: bytes from one to the next; 0: they adjoin.
    :param seats: bytes from one seat's to the next seat's; 0: they are not kept by seat.
    :param rest: of all rows: `read`, the address of a `read_t` that gives the numbers, or words of bits,
        instead of `at`; `fill`, of a `fill_t` that gives them as bytes, all at once; `place`, for each
        observer the position of each element, None for none; `places`, how many positions there are; `where`,
        bytes into the state to a byte for each element, of which `place` gives the position, and `where_step`
        from one such byte to the next; `used`, to a byte that says how many elements are in use; `of_seats`:
        the elements are seats; `seen_by`, and `knows`, the address of a `knows_t` that says more exactly who
        knows a seat's block. A table of one observer serves them all.
    """
    return dict(name=name, at=at, bytes=bytes, low=low, high=high, unit=unit or high - low, count=count,
                step=step or bytes, seats=seats, kept=AS_ARRAY, encoding=SCALED, width=1, **rest)


def one_hot(name, at, bytes, kinds, *, low=0, value=None, **rest):
    """Numbers of which each is one of `kinds` from `low` on, or nothing if it is another.

    :param value: for each observer, what each number is counted as; None for nothing.
    :param rest: as for `numbers`.
    """
    row = numbers(name, at, bytes, low + kinds - 1, low=low, unit=1, **rest)
    return {**row, "encoding": ONE_HOT, "width": kinds, "value": value}


def counts(name, at, bytes, kinds, most, *, unit=1, place=None, **rest):
    """How many elements there are of each of `kinds`, in all or at each of several positions.

    :param most: of one kind, at one position.
    :param rest: as for `one_hot`.
    """
    row = one_hot(name, at, bytes, kinds, **rest)
    if place is None:
        place, row["places"] = [[0] * row["count"]], 1
    return {**row, "place": place, "high": row["low"] + most, "unit": unit, "counts": True}


def piles(name, at, bytes, kinds, planes, *, place, **rest):
    """How many cards there are of each kind, in binary: words of the lowest bits, then of the next ones.

    :param kinds: how many elements the words of one bit have.
    :param planes: how many bits a number has.
    :param rest: as for `numbers`.
    """
    row = bits(name, at, bytes, kinds * planes, place=[table * planes for table in place], **rest)
    return {**row, "digit": kinds, "high": (1 << planes) - 1, "unit": (1 << planes) - 1, "counts": True}


def bits(name, at, bytes, elements, **rest):
    """A set: the bits of a word, or of `count` words.

    :param elements: of how many numbers, from 0 on.
    :param rest: as for `numbers`.
    """
    return {**numbers(name, at, bytes, 1, **rest), "kept": AS_BITS, "elements": elements}


def digits(name, at, bytes, elements, digit, high, **rest):
    """Numbers of `digit` bits that one word packs.

    :param elements: how many.
    :param rest: as for `numbers`.
    """
    return {**numbers(name, at, bytes, high, **rest), "kept": AS_DIGITS, "elements": elements, "digit": digit}


def seat_numbers(name, at, bytes, *, extra=0, more=0, **rest):
    """Numbers of seats, or of `more` other things from the number `extra` on; else nothing.

    :param rest: as for `numbers`.
    """
    row = numbers(name, at, bytes, extra + more - 1 if more else 0, unit=1, **rest)
    return {**row, "encoding": SEAT, "width": more, "extra": extra}


def _mover():
    """Who decides; after the seats stand chance and the end of the game."""
    return {**seat_numbers("to_move", 0, 1, extra=SEATS_END, more=2), "kept": MOVER}


# -- the table

cdef class Observation:
    """The rows of a game, for its options, and the items that describe them."""

    def __init__(self, seats, to_move, rows):
        """:param to_move: the address of the contract's function.
        :param rows: what `numbers` and the other functions of this module return.
        """
        cdef int i
        rows = [_mover(), *rows]
        self.sheet.seats, self.sheet.rows = seats, len(rows)
        self.sheet.to_move = <mover_t><size_t>to_move
        self.tables = []
        self.sheet.row = <Row*>calloc(len(rows), sizeof(Row))
        if self.sheet.row == NULL:
            raise MemoryError()
        items = []
        for i, spec in enumerate(rows):
            items.append(self._lay(&self.sheet.row[i], spec))
        self.items = tuple(items)
        if self.sheet.size > MOST_NUMBERS:
            raise ValueError(f"{self.sheet.size} numbers are more than {<int>MOST_NUMBERS}")

    def __dealloc__(self):
        free(self.sheet.row)

    cdef _lay(self, Row* row, object spec):
        """Fill in a row; its item."""
        seats = self.sheet.seats
        by_seat = spec["seats"] > 0
        elements = spec.get("elements", spec["count"])
        positions = spec.get("places", elements)
        width = spec["width"] + (seats if spec["encoding"] == SEAT else 0)
        high = max(spec["high"], seats - 1) if spec["encoding"] == SEAT else spec["high"]
        seen_by = spec.get("seen_by", "everybody")
        row.kept, row.encoding = spec["kept"], spec["encoding"]
        row.width, row.elements = width, elements
        row.count, row.at, row.bytes, row.step = spec["count"], spec["at"], spec["bytes"], spec["step"]
        row.blocks, row.by_seat = by_seat, spec["seats"]
        row.digit, row.extra, row.low = spec.get("digit", 0), spec.get("extra", 0), spec["low"]
        row.is_signed, row.scale = row.low < 0, 1.0 / spec["unit"]
        row.skips = row.encoding == SCALED and row.low == 0 and row.bytes == 1 and "read" not in spec
        row.read, row.fill = <read_t><size_t>spec.get("read", 0), <fill_t><size_t>spec.get("fill", 0)
        knows = (0, <size_t>&_own, <size_t>&_none)[SEEN_BY.index(seen_by)]
        row.knows = <knows_t><size_t>spec.get("knows", knows)
        row.is_list, row.used = "used" in spec, spec.get("used", 0)
        row.axis = IN_ORDER
        if "place" in spec:
            row.place, row.places = self._table(spec["place"]), len(spec["place"][0])
            row.axis = WHERE if "where" in spec else PLACED
            row.where, row.where_step = spec.get("where", 0), spec.get("where_step", 1)
        elif spec.get("of_seats"):
            row.axis = OF_SEATS
        if spec.get("value"):
            row.value, row.values = self._table(spec["value"]), len(spec["value"][0])
        row.offset, row.block = self.sheet.size, positions * width
        self.sheet.size += row.block * (seats if by_seat else 1)
        shape = (seats,) * by_seat + (positions,) * (positions > 1) + (width,) * (width > 1)
        encoding = ("number" if "counts" in spec else "bits" if row.kept == AS_BITS
                    else ("number", "one-hot", "seat")[row.encoding])
        return Item(spec["name"], shape or (1,), by_seat, spec["low"], high, spec["unit"], encoding,
                    row.offset, self.sheet.size - row.offset, seen_by)

    cdef const int16_t* _table(self, object by_observer) except NULL:
        """A table as C reads it: for each observer as many numbers, -1 for None."""
        if len(by_observer) == 1:
            by_observer = [*by_observer] * self.sheet.seats
        numbers = array("h", [-1 if n is None else n for table in by_observer for n in table])
        kept = numbers.tobytes()
        self.tables.append(kept)
        return <const int16_t*>PyBytes_AS_STRING(kept)


cdef bint _own(const void* r, const void* s, int viewer, int seat) noexcept nogil:
    return viewer == seat


cdef bint _none(const void* r, const void* s, int viewer, int seat) noexcept nogil:
    return False


# -- the interpreter

cdef struct Pen:
    const Sheet* sheet
    const void* r
    const void* s
    int seat                     # the observer
    uint16_t* index
    float* value
    int n


cdef int observe_sparse(const Sheet* sheet, const void* r, const void* s, int seat, bint known,
                        uint16_t* index, float* value) noexcept nogil:
    """How many numbers are not 0, and which.

    :param known: whether to leave out what the seat does not know.
    """
    cdef Pen pen
    cdef const Row* row
    cdef int i, k, owner
    pen.sheet, pen.r, pen.s, pen.seat, pen.index, pen.value, pen.n = sheet, r, s, seat, index, value, 0
    for i in range(sheet.rows):
        row = &sheet.row[i]
        if not row.blocks:
            if not (known and row.knows != NULL and not row.knows(r, s, seat, -1)):
                _write_block(&pen, row, -1, row.offset)
            continue
        for k in range(sheet.seats):
            owner = seat + k if seat + k < sheet.seats else seat + k - sheet.seats
            if not (known and row.knows != NULL and not row.knows(r, s, seat, owner)):
                _write_block(&pen, row, owner, row.offset + k * row.block)
    return pen.n


cdef void observe(const Sheet* sheet, const void* r, const void* s, int seat, bint known,
                  float* out) noexcept nogil:
    cdef uint16_t index[MOST_NUMBERS]
    cdef float value[MOST_NUMBERS]
    cdef int n = observe_sparse(sheet, r, s, seat, known, index, value)
    cdef int i
    memset(out, 0, sheet.size * sizeof(float))
    for i in range(n):
        out[index[i]] += value[i]


cdef inline uint64_t _word(const char* at, size_t bytes) noexcept nogil:
    """A number without a sign, of 1, 2, 4 or 8 bytes."""
    cdef uint16_t two
    cdef uint32_t four
    cdef uint64_t eight
    if bytes == 1:
        return (<const uint8_t*>at)[0]
    if bytes == 2:
        memcpy(&two, at, 2)
        return two
    if bytes == 4:
        memcpy(&four, at, 4)
        return four
    memcpy(&eight, at, 8)
    return eight


cdef inline int64_t _signed(uint64_t word, size_t bytes) noexcept nogil:
    if bytes == 1:
        return <int8_t>word
    if bytes == 2:
        return <int16_t>word
    return <int32_t>word if bytes == 4 else <int64_t>word


cdef void _write_block(Pen* pen, const Row* row, int owner, int offset) noexcept nogil:
    """The numbers of one seat, or of a row that is not kept by seat."""
    cdef const char* at = <const char*>pen.s + row.at + (owner * row.by_seat if owner >= 0 else 0)
    cdef uint64_t word
    cdef int i, k
    cdef int count = row.count
    cdef uint8_t made[MOST_FILLED]
    if row.fill != NULL:
        memset(made, 0, count)
        row.fill(pen.r, pen.s, owner, made)
        at = <const char*>made
    if row.is_list:
        count = min(count, <int>(<const uint8_t*>pen.s + row.used)[0])
    if row.kept == AS_BITS:
        for i in range(count):
            word = _number(pen, row, owner, at, i)
            while word:
                k = 8 * <int>row.bytes * i + take_bit(&word)
                if k < row.elements:
                    _write(pen, row, k, 1 << k // row.digit if row.digit else 1, offset)
    elif row.kept == AS_DIGITS:
        word = _number(pen, row, owner, at, 0)
        for i in range(row.elements):
            _write(pen, row, i, word & ((<uint64_t>1 << row.digit) - 1), offset)
            word >>= row.digit
    elif row.kept == MOVER:
        i = pen.sheet.to_move(pen.r, pen.s)
        _write(pen, row, 0, i if i >= 0 else row.extra - 1 - i, offset)
    else:
        i = 0
        while row.skips and row.step == 1 and i + 8 <= count:   # eight at a time: most are 0
            word = _word(at + i, 8)
            while word:
                k = first_bit(word) >> 3
                _write(pen, row, i + k, word >> 8 * k & 255, offset)
                word &= ~(<uint64_t>255 << 8 * k)
            i += 8
        while i < count:
            if not row.skips or at[i * row.step]:
                _write(pen, row, i, _number(pen, row, owner, at, i), offset)
            i += 1


cdef inline int64_t _number(const Pen* pen, const Row* row, int owner, const char* at, int i) noexcept nogil:
    """Number i of a block, as the state keeps it or a function of the game makes it."""
    cdef uint64_t word
    if row.read != NULL:
        return row.read(pen.r, pen.s, owner, i)
    word = _word(at + i * row.step, row.bytes)
    return _signed(word, row.bytes) if row.is_signed else <int64_t>word


cdef inline void _write(Pen* pen, const Row* row, int element, int64_t number, int offset) noexcept nogil:
    """One number of a row, at its position."""
    cdef int position = element
    cdef int at
    if row.encoding == SCALED and number == row.low:
        return
    if row.axis == WHERE:
        at = (<const uint8_t*>pen.s + row.where)[element * row.where_step]
        position = row.place[pen.seat * row.places + at] if at < row.places else -1
    elif row.axis == PLACED:
        position = row.place[pen.seat * row.places + element] if element < row.places else -1
    elif row.axis == OF_SEATS:
        position = _from(pen, element)
    if row.values:
        number = row.value[pen.seat * row.values + number] if 0 <= number < row.values else -1
    if position < 0:
        return
    at = offset + position * row.width
    if row.encoding == SCALED:
        pen.value[pen.n] = (number - row.low) * row.scale
    else:
        if row.encoding == ONE_HOT:
            number -= row.low
        elif 0 <= number < pen.sheet.seats:
            number = _from(pen, number)
        else:
            number = number - row.extra + pen.sheet.seats if number >= row.extra else -1
        if not 0 <= number < row.width:
            return
        at += number
        pen.value[pen.n] = row.scale
    pen.index[pen.n] = at
    pen.n += 1


cdef inline int _from(const Pen* pen, int seat) noexcept nogil:
    """A seat counted from the observer on."""
    return seat - pen.seat if seat >= pen.seat else seat - pen.seat + pen.sheet.seats
