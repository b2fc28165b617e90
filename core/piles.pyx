"""Decks, hands and bags as JSON objects of names and counts, without those of which there are none."""
from battlewise.core.bits cimport take_bit


cdef object pile_doc(const uint8_t* pile, object names):
    return {name: pile[i] for i, name in enumerate(names) if pile[i]}


cdef object set_doc(uint64_t cards, object names):
    """Of a set of cards of which there is one each."""
    found = {}
    while cards:
        found[names[take_bit(&cards)]] = 1
    return found
