"""Parts that views, their other half for the full game, and the board in text share."""
from libc.stdint cimport uint8_t

from battlewise.core.games.battlelore.rules.board cimport STRIDE
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.piles cimport nth_in_pile

from battlewise.core.games.battlelore.rules.board import width


cdef object hex_doc(int number):
    return list(divmod(number, STRIDE))


cdef bint in_combat(const Battle* s) noexcept:
    """Whether an attack is being resolved."""
    return s.phase < EXCHANGE_PHASE and (s.attacker != NONE or s.target != NONE)


cdef object numbers_of(object fields, object name, int length, int most, object default):
    items = fields.items(name, length, default=default)
    if len(items) != length or any(type(n) is not int or not 0 <= n <= most for n in items):
        raise fields.fail(name, f"is not {length} whole numbers in 0..{most}")
    return list(items)


cdef int number_of_hex(object fields, object name) except -1:
    items = fields.items(name, 2)
    if len(items) == 2 and all(type(n) is int for n in items):
        row, column = items
        if 0 <= row < 9 and 0 <= column < width(row):
            return STRIDE * row + column
    raise fields.fail(name, "is no hex of the board, [row, column]")


cdef int first_card(uint8_t* deck, int kinds, uint8_t* size) noexcept:
    """Take the first card that is left in a deck."""
    cdef int card = nth_in_pile(deck, kinds, 0)
    deck[card] -= 1
    size[0] -= 1
    return card
