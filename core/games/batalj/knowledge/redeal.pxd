from libc.stdint cimport uint64_t

from battlewise.core.game cimport move_t
from battlewise.core.games.batalj.state cimport *
from battlewise.core.rng cimport Rng

cdef bint secret(const Rules* r, const Realm* s) noexcept nogil
cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil
cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil
cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil
