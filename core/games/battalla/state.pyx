"""Piles of cards, items, and hands of which something is known."""
from battlewise.core.bits cimport count_bits, nth_bit


cdef int nth(const Pile* p, int n) noexcept nogil:
    """The kind of the n-th card of a pile, in order of kind within its single and its double cards."""
    cdef uint64_t bits
    cdef int half, ones
    for half in range(2):
        bits = p.one[half]
        ones = count_bits(bits)
        if n < ones:
            return 64 * half + nth_bit(bits, n)
        n -= ones
        bits = p.two[half]
        ones = 2 * count_bits(bits)
        if n < ones:
            return 64 * half + nth_bit(bits, n // 2)
        n -= ones
    return 0


# -- items

cdef void attach(Table* s, int square, int kind) noexcept nogil:
    """Put an item on a card, after those that it has."""
    cdef int i = s.items
    while i and s.item[i - 1].square > square:
        s.item[i] = s.item[i - 1]
        i -= 1
    s.item[i].square, s.item[i].kind = square, kind
    s.items += 1
    s.at[square].items += 1


cdef void detach(Table* s, int square) noexcept nogil:
    """A card's items go to its owner's discard pile."""
    cdef int i, left = 0
    for i in range(s.items):
        if s.item[i].square == square:
            put_in(&s.discard[seat_at(s, square)], s.item[i].kind)
        else:
            s.item[left] = s.item[i]
            left += 1
    for i in range(left, s.items):
        s.item[i].square = s.item[i].kind = 0
    s.items = left
    s.at[square].items = 0


cdef void move_items(Table* s, int one, int other) noexcept nogil:
    """The items on two squares follow their cards, which change places; one square may be empty."""
    cdef Attached item
    cdef int i, at
    for i in range(s.items):
        if s.item[i].square == one:
            s.item[i].square = other
        elif s.item[i].square == other:
            s.item[i].square = one
    for i in range(1, s.items):
        item = s.item[i]
        at = i
        while at and s.item[at - 1].square > item.square:
            s.item[at] = s.item[at - 1]
            at -= 1
        s.item[at] = item


# -- hands

cdef void show(Table* s, int seat, int kind) noexcept nogil:
    """A card of the hand is named to all: it counts among those known."""
    if not holds(&s.known[seat], kind):
        put_in(&s.known[seat], kind)


cdef void leave_hand(Table* s, int seat, int kind) noexcept nogil:
    take_out(&s.hand[seat], kind)
    s.hand_size[seat] -= 1
    if holds(&s.known[seat], kind):
        take_out(&s.known[seat], kind)
