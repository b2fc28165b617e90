# Decks, hands and bags as counts: how many there are of each kind of card or piece, a byte a kind.
#
# A shuffled deck has no order until someone knows one: a game keeps a known top or bottom beside the pile.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from battlewise.core.rng cimport Rng, below


cdef inline int pile_size(const uint8_t* pile, int kinds) noexcept nogil:
    """How many there are of all kinds; eight counts are added up at a time, in lanes of 16 bits."""
    cdef uint64_t word, total = 0
    cdef uint64_t lanes = 0x00FF00FF00FF00FF
    cdef int i = 0
    cdef int size = 0
    while i + 8 <= kinds:
        memcpy(&word, pile + i, 8)
        total += (word & lanes) + (word >> 8 & lanes)
        i += 8
    while i < kinds:
        size += pile[i]
        i += 1
    return size + <int>((total * <uint64_t>0x0001000100010001) >> 48)


cdef inline int nth_in_pile(const uint8_t* pile, int kinds, int k) noexcept nogil:
    """The kind of the k-th card, from 0, in order of kinds: by eights first, whose counts a product adds up.

    No eight neighbouring counts may add up to more than 255.
    """
    cdef uint64_t word
    cdef int n, i = 0
    while i + 8 <= kinds:
        memcpy(&word, pile + i, 8)
        n = word * <uint64_t>0x0101010101010101 >> 56
        if k < n:
            break
        k -= n
        i += 8
    while k >= pile[i]:
        k -= pile[i]
        i += 1
    return i


cdef inline int draw_from_pile(const uint8_t* pile, int kinds, int size, Rng* rng) noexcept nogil:
    """The kind of a random card of a pile of `size` cards; it stays there."""
    return nth_in_pile(pile, kinds, below(rng, size))


cdef inline int take_from_pile(uint8_t* pile, int kinds, int size, Rng* rng) noexcept nogil:
    """Take a random card out of a pile of `size` cards; its kind."""
    cdef int kind = draw_from_pile(pile, kinds, size, rng)
    pile[kind] -= 1
    return kind
