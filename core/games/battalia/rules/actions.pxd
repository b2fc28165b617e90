from libc.stdint cimport uint64_t

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalia.state cimport *

cdef uint64_t upgrade_sites(const Rules* r, const World* s, int seat, int level) noexcept nogil
cdef uint64_t sites(const Rules* r, const World* s) noexcept nogil
cdef void legal_in_action(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void legal_in_building(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void act(const Rules* r, World* s, move_t move) noexcept nogil
cdef void complete(const Rules* r, World* s) noexcept nogil
cdef void put(const Rules* r, World* s, int square, int exits) noexcept nogil
cdef void use_site(const Rules* r, World* s, int square) noexcept nogil
