# Playouts: games played on from a position by a quick policy.
from battlewise.core.game cimport Contract, move_t
from battlewise.core.rng cimport Rng

cdef enum:
    TO_THE_END = -1     # cutoff: no estimate, the game's result


cdef struct Policy:
    int cutoff          # turns after which the estimate is read, or TO_THE_END
    bint weighted       # choose in proportion to `weigh`, not uniformly


cdef struct Tally:
    unsigned long long games
    unsigned long long decisions    # of at least two legal moves
    unsigned long long forced       # of one legal move
    unsigned long long chances


cdef move_t pick(const Contract* fn, const void* r, const void* s, bint weighted, Rng* rng,
                 int* choices) noexcept nogil

cdef void playout(const Contract* fn, const void* r, void* s, const Policy* policy, Rng* rng,
                  double* value) noexcept nogil
