# Wins by one's own decisions alone, before chance or anybody else decides.
from battlewise.core.game cimport Contract, move_t
from battlewise.core.rng cimport Rng

cdef enum:
    LONGEST = 16        # decisions of a way to win


cdef struct Win:
    int length              # decisions, forced ones included; 0: none was found
    move_t move[LONGEST]


cdef void find_win(const Contract* fn, const void* r, const void* s, int positions, Rng* rng, void* room,
                   Win* win) noexcept nogil
