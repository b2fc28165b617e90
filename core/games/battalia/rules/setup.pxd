from libc.stdint cimport uint8_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.battalia.state cimport *

# The next step of the set-up: an outcome's kind, and whose or which.
cdef struct Step:
    int kind
    int which
    int rank

cdef void next_step(const Rules* r, const World* s, Step* out) noexcept nogil
cdef int city_of(const Rules* r, const Step* step) noexcept nogil
cdef bint may_deal(const Rules* r, const World* s, const Step* step, int kind) noexcept nogil
cdef void set_up(const Rules* r, World* s, int a) noexcept nogil
cdef void legal_in_start(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void take_faction(const Rules* r, World* s, int faction) noexcept nogil
cdef void take_city(const Rules* r, World* s, int square) noexcept nogil
cdef int start_cities_left(const Rules* r, const World* s) noexcept nogil
cdef void begin_turn(const Rules* r, World* s) noexcept nogil
