from libc.stdint cimport uint64_t

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalia.state cimport *

cdef int total(const Rules* r, const World* s, int side) noexcept nogil
cdef int base_strength(const Rules* r, const World* s, int seat, int square, int aim) noexcept nogil
cdef void legal_attacks(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef bint can_attack(const Rules* r, const World* s, int seat, int square) noexcept nogil
cdef void legal_in_line(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void legal_in_response(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void legal_in_spoils(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef uint64_t retreats(const Rules* r, const World* s, int squares) noexcept nogil
cdef void attack(const Rules* r, World* s, int square, int aim, int heroes) noexcept nogil
cdef void annex(const Rules* r, World* s, int square) noexcept nogil
cdef void play_line(const Rules* r, World* s, int kind, int a) noexcept nogil
cdef void respond(const Rules* r, World* s, int kind, int a, int b) noexcept nogil
cdef void take_great(const Rules* r, World* s, int kind) noexcept nogil
cdef void clear_battle(World* s) noexcept nogil
