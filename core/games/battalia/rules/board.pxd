from libc.stdint cimport uint64_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.battalia.state cimport *

cdef uint64_t facing(uint64_t squares, int direction) noexcept nogil
cdef uint64_t beside(uint64_t squares) noexcept nogil
cdef uint64_t empty_squares(const Rules* r, const World* s) noexcept nogil
cdef uint64_t road_ends(const Rules* r, const World* s, uint64_t squares) noexcept nogil
cdef int rotations(int shape, int* out) noexcept nogil
cdef uint64_t places(const Rules* r, const World* s, int seat, int shape, int exits,
                     uint64_t reach) noexcept nogil
cdef bint can_build(const Rules* r, const World* s, int seat, int shape, uint64_t reach) noexcept nogil
cdef void legal_places(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void put_card(World* s, int square, int shape, int exits, int terrain) noexcept nogil
cdef int exits_of(const World* s, int square) noexcept nogil
cdef uint64_t impassable(const Rules* r, const World* s) noexcept nogil
cdef bint is_full(const Rules* r, const World* s) noexcept nogil
cdef int cards_left(const World* s, int shape) noexcept nogil

cdef uint64_t cities_of(const World* s, int seat) noexcept nogil
cdef uint64_t reach_of(const Rules* r, const World* s, int seat) noexcept nogil
cdef uint64_t step_from(const Rules* r, const World* s, int seat, uint64_t squares) noexcept nogil
cdef uint64_t native(const World* s, int seat) noexcept nogil
cdef uint64_t roam_from(const Rules* r, const World* s, int seat, uint64_t squares) noexcept nogil
cdef uint64_t ride_from(const Rules* r, const World* s, int seat, int square) noexcept nogil
cdef uint64_t flight_from(const Rules* r, const World* s, int seat, int square) noexcept nogil
cdef uint64_t heroes_at(const World* s, int seat) noexcept nogil
cdef int heroes_on(const World* s, int seat, int square) noexcept nogil
cdef void move_hero(World* s, int seat, int hero, int square) noexcept nogil
cdef void remove_heroes(World* s, int seat, int square, int n) noexcept nogil

cdef bint has_token(const Rules* r, const World* s, int seat, int level) noexcept nogil
cdef bint can_raise(const Rules* r, const World* s, int seat, int level) noexcept nogil
cdef int points(const Rules* r, const World* s, int seat) noexcept nogil
cdef int count_level(const World* s, int seat, int level) noexcept nogil

cdef void note_progress(const Rules* r, World* s) noexcept nogil
cdef bint stands_still(const Rules* r, const World* s) noexcept nogil
cdef bint is_decided(const Rules* r, const World* s, int seat) noexcept nogil
cdef void end_game(World* s) noexcept nogil
cdef void go_on(const Rules* r, World* s) noexcept nogil
cdef int upgrade_gain(const Rules* r, const World* s, int seat) noexcept nogil
