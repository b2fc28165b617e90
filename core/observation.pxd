# Positions as numbers: an interpreter over a table of where the flat state of a game keeps what.
#
# A game declares rows (`observation.pyx`: `numbers`, `one_hot`, `bits` ...); nothing here knows a game. What
# is kept by seat comes with the block of the observing seat first, then the others in seating order, and
# numbers of seats are counted from the observer on.
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t

# The number of element i of a seat's block, for what the state does not keep as it is observed; seat -1: the
# row is not kept by seat.
ctypedef int64_t (*read_t)(const void* r, const void* s, int seat, int i) noexcept nogil
# All numbers of a seat's block at once, a byte each; `out` comes filled with 0.
ctypedef void (*fill_t)(const void* r, const void* s, int seat, uint8_t* out) noexcept nogil
# Whether a viewer knows a seat's block.
ctypedef bint (*knows_t)(const void* r, const void* s, int viewer, int seat) noexcept nogil

ctypedef int (*mover_t)(const void* r, const void* s) noexcept nogil

cdef enum:
    MOST_NUMBERS = 8192          # of an observation
    MOST_FILLED = 256            # of a block that a function fills
    SEATS_END = 8                # more than any seat

cdef enum Kept:
    AS_ARRAY                     # `count` numbers of `bytes`, `step` apart
    AS_BITS                      # sets: the numbers of elements are 0 and 1
    AS_DIGITS                    # one word, of numbers of `digit` bits
    MOVER                        # who decides, as the contract says

cdef enum Encoding:
    SCALED, ONE_HOT, SEAT

cdef enum Axis:                  # at which position an element stands
    IN_ORDER
    PLACED                       # where a table says, a different one for each observer
    WHERE                        # the same, of a number that the state keeps for each element
    OF_SEATS                     # counted from the observer on

cdef struct Row:
    int kept, encoding, axis
    size_t at, where, used       # bytes into the state
    size_t bytes, step, by_seat  # by_seat: between the blocks of two seats
    size_t where_step
    read_t read
    fill_t fill
    knows_t knows                # NULL: everybody knows it
    const int16_t* place         # by observer, then number: the position, -1 for none
    const int16_t* value         # the same, of the numbers themselves
    int places, values           # how many numbers such a table has for each observer
    int count, elements, digit   # digit: bits of a packed number; of sets: elements of each binary digit
    bint is_signed, is_list
    bint skips                   # bytes that are 0 write nothing
    bint blocks                  # one for each seat
    int offset, block, width     # in the observation; width: of an element
    int64_t low, extra
    float scale

cdef struct Sheet:
    int seats, size, rows
    mover_t to_move
    Row* row

cdef class Observation:
    cdef Sheet sheet
    cdef readonly tuple items
    cdef list tables             # keeps the tables of the rows alive

    cdef _lay(self, Row* row, object spec)
    cdef const int16_t* _table(self, object by_observer) except NULL


# The numbers that are not 0, in no order of indices; `index` and `value` have room for MOST_NUMBERS. An index
# of counts may come several times: its values add up.
cdef int observe_sparse(const Sheet* sheet, const void* r, const void* s, int seat, bint known,
                        uint16_t* index, float* value) noexcept nogil

# All numbers.
cdef void observe(const Sheet* sheet, const void* r, const void* s, int seat, bint known,
                  float* out) noexcept nogil
