"""Parts that views, their other half for the full game, and the board in text share."""
from libc.stdint cimport uint8_t

from battlewise.core.games.battlelore.rules.board cimport STRIDE
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.piles cimport nth_in_pile

from battlewise.core.errors import ViewError
from battlewise.core.games.battlelore.rules.board import width


cdef object hex_doc(int number):
    return list(divmod(number, STRIDE))


cdef bint in_combat(const Battle* s) noexcept:
    """Whether an attack is being resolved."""
    return s.phase < EXCHANGE_PHASE and (s.attacker != NONE or s.target != NONE)


cdef object needed(object view, object name):
    """A field that the phase needs, which the form leaves optional."""
    if name not in view:
        raise ViewError(name, "is missing")
    return view[name]


cdef int number_in(object name, object names) except -1:
    """The number of an id; of no card if it is None."""
    return NONE if name is None else names.index(name)


cdef int number_of_hex(object place, object field) except -1:
    """The number of a hex that a field of a view names."""
    row, column = place
    if row >= 9 or column >= width(row):
        raise ViewError(field, "is no hex of the board, [row, column]")
    return STRIDE * row + column


cdef int unit_on(const Battle* s, object place, object field) except -1:
    """The slot of the unit on a hex that a field of a view names."""
    cdef int hexagon = number_of_hex(place, field)
    if not s.unit_at[hexagon]:
        raise ViewError(field, "no unit is there; name the hex of one of `units`")
    return s.unit_at[hexagon] - 1


cdef int first_card(uint8_t* deck, int kinds, uint8_t* size) noexcept:
    """Take the first card that is left in a deck."""
    cdef int card = nth_in_pile(deck, kinds, 0)
    deck[card] -= 1
    size[0] -= 1
    return card
