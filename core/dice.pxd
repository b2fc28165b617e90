# Pools of six-sided dice. What a pool shows is a multiset of faces: 4 bits a face, face 0 lowest.
from libc.stdint cimport uint32_t

from battlewise.core.game cimport Outcomes
from battlewise.core.rng cimport Rng, below

cdef enum:
    MOST_POOLED = 5


cdef inline uint32_t roll_pool(Rng* rng, int n) noexcept nogil:
    """Roll n dice, 0 <= n <= MOST_POOLED, with one exactly uniform number."""
    cdef uint32_t ways = 1
    cdef uint32_t pool = 0
    cdef int _die
    for _die in range(n):
        ways *= 6
    cdef uint32_t rolled = below(rng, ways)
    for _die in range(n):
        pool += <uint32_t>1 << (4 * (rolled % 6))
        rolled //= 6
    return pool


cdef inline int showing(uint32_t pool, int face) noexcept nogil:
    """How many dice show a face."""
    return (pool >> (4 * face)) & 15


cdef void list_pool(int n, uint32_t kind, Outcomes* out) noexcept nogil
