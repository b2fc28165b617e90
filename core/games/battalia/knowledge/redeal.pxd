from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.game cimport move_t
from battlewise.core.games.battalia.state cimport *
from battlewise.core.rng cimport Rng

cdef bint looks_into(const Rules* r, const World* s, int viewer, int seat) noexcept nogil
cdef void show_nation(World* s, int seat) noexcept nogil
cdef void closed_cards(const World* s, int seat, uint8_t* out) noexcept nogil
cdef move_t seen(const void* rules, const void* state, move_t move, int viewer) noexcept nogil
cdef void redeal(const void* rules, void* state, int viewer, Rng* rng) noexcept nogil
cdef uint64_t view_key(const void* rules, const void* state, int viewer) noexcept nogil
