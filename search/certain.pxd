# Wins by one's own decisions alone, before others decide.
from battlewise.core.game cimport Contract, MoveList
from battlewise.core.rng cimport Rng

cdef enum:
    LONGEST = 16            # decisions of a way to win, forced ones included
    ROOM = 2 * LONGEST + 1  # states that `certain_win` needs to work with


cdef int certain_win(const Contract* fn, const void* r, const void* s, const MoveList* moves, int positions,
                     Rng* rng, void* room) noexcept nogil
