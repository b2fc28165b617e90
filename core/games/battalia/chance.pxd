from libc.stdint cimport uint8_t

from battlewise.core.game cimport Outcomes, move_t
from battlewise.core.games.battalia.state cimport KINDS, Rules, World
from battlewise.core.rng cimport Rng

# What is drawn from at a chance node: numbers `from_` to `to`, each as often as it is counted.
cdef struct Source:
    int kind                     # of outcome
    int stream
    int seat                     # who draws; for a hidden outcome what stands in the third byte
    int veiled                   # 1: the number is told plus one, so that 0 can stand for an unseen card
    int to
    uint8_t count[KINDS]

cdef void find_source(const Rules* r, const World* s, Source* out) noexcept nogil
cdef int stream(const void* rules, const void* state) noexcept nogil
cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil
cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil
