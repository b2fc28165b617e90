# Packed moves, decisions and outcomes alike: the kind in the lowest byte, then three fields of a byte each.
#
# What the fields mean is declared with the game's verbs (vocabulary.py). A kind whose fields do not fit into
# bytes, such as a pool of dice, uses the upper 24 bits as it needs (`move_rest`).
from libc.stdint cimport uint64_t

from battlewise.core.bits cimport take_bit
from battlewise.core.game cimport MoveList, move_t


cdef inline move_t packed(int kind, int a, int b, int c) noexcept nogil:
    return <move_t>kind | <move_t>a << 8 | <move_t>b << 16 | <move_t>c << 24


cdef inline move_t packed_rest(int kind, unsigned int rest) noexcept nogil:
    """A move whose upper 24 bits are one field."""
    return <move_t>kind | <move_t>rest << 8


cdef inline int move_kind(move_t move) noexcept nogil:
    return move & 255


cdef inline int move_a(move_t move) noexcept nogil:
    return move >> 8 & 255


cdef inline int move_b(move_t move) noexcept nogil:
    return move >> 16 & 255


cdef inline int move_c(move_t move) noexcept nogil:
    return move >> 24


cdef inline unsigned int move_rest(move_t move) noexcept nogil:
    """The upper 24 bits."""
    return move >> 8


cdef inline move_t with_a(move_t move, int a) noexcept nogil:
    """The move with another first field: 0 or NONE where a viewer does not see it."""
    return (move & <move_t>0xFFFF00FF) | <move_t>a << 8


cdef inline void add(MoveList* out, int kind, int a, int b) noexcept nogil:
    """Append a move without a third field."""
    out.move[out.n] = packed(kind, a, b, 0)
    out.n += 1


cdef inline void add_three(MoveList* out, int kind, int a, int b, int c) noexcept nogil:
    """Append a move of three fields."""
    out.move[out.n] = packed(kind, a, b, c)
    out.n += 1


cdef inline void add_each(MoveList* out, int kind, uint64_t numbers) noexcept nogil:
    """Append a move for each number of a set, which is its first field."""
    while numbers:
        add(out, kind, take_bit(&numbers), 0)
