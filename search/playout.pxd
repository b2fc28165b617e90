# Playouts: games played on from a position by a quick policy.
from battlewise.core.game cimport Contract, move_t
from battlewise.core.rng cimport Rng, uniform
from battlewise.search.network cimport Layers

cdef enum:
    TO_THE_END = -1     # cutoff: no estimate, the game's result


cdef struct Policy:
    int cutoff          # turns after which the estimate is read, or TO_THE_END
    int power           # choose in proportion to `weigh` to this power; 0: uniformly
    const Layers* network   # corrects the estimate; NULL: it is read as it is


cdef struct Tally:
    unsigned long long games
    unsigned long long decisions    # of at least two legal moves
    unsigned long long forced       # of one legal move
    unsigned long long chances


cdef inline int draw_by_weight(const float* weight, int n, Rng* rng) noexcept nogil:
    """An index, drawn in proportion to its weight; -1 if no weight is above 0."""
    cdef float left = 0
    cdef int i, last = -1
    for i in range(n):
        left += weight[i]
    left *= <float>uniform(rng)
    for i in range(n):
        left -= weight[i]
        if weight[i] > 0:
            last = i
        if left < 0:
            break
    return last


cdef move_t pick(const Contract* fn, const void* r, const void* s, int power, Rng* rng,
                 int* choices) noexcept nogil

cdef void playout(const Contract* fn, const void* r, void* s, const Policy* policy, Rng* rng,
                  double* value) noexcept nogil
