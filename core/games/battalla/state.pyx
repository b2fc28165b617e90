"""Piles of cards, and hands of which something is known."""
from battlewise.core.bits cimport count_bits, first_bit


cdef int nth(const Pile* p, int n) noexcept nogil:
    """The kind of the n-th card of a pile, in order of kind within its single and its double cards."""
    cdef uint64_t bits
    cdef int half, ones
    for half in range(2):
        bits = p.one[half]
        ones = count_bits(bits)
        if n < ones:
            while n:
                bits &= bits - 1
                n -= 1
            return 64 * half + first_bit(bits)
        n -= ones
        bits = p.two[half]
        ones = 2 * count_bits(bits)
        if n < ones:
            while n > 1:
                bits &= bits - 1
                n -= 2
            return 64 * half + first_bit(bits)
        n -= ones
    return 0


cdef void show(Table* s, int seat, int kind) noexcept nogil:
    """A card of the hand is named to all: it counts among those known."""
    if not holds(&s.known[seat], kind):
        put_in(&s.known[seat], kind)


cdef void leave_hand(Table* s, int seat, int kind) noexcept nogil:
    take_out(&s.hand[seat], kind)
    s.hand_size[seat] -= 1
    if holds(&s.known[seat], kind):
        take_out(&s.known[seat], kind)
