"""Parts of views that games share."""
from battlewise.core.bits cimport take_bit

cdef enum:
    NONE = 255                   # as in the states of games: no card, no square, no seat


cdef object pile_doc(const uint8_t* pile, object names):
    """A pile as an object of names and counts, without those of which there are none."""
    return {name: pile[i] for i, name in enumerate(names) if pile[i]}


cdef object set_doc(uint64_t cards, object names):
    """A set of cards, of which there is one each, as such an object."""
    found = {}
    while cards:
        found[names[take_bit(&cards)]] = 1
    return found


cdef object name_of(object names, int number):
    """The name of a number, None for NONE."""
    return None if number == NONE else names[number]


cdef object number_of(int number):
    """A number such as a seat's, None for NONE."""
    return None if number == NONE else number
