# The course of the game, as functions of the contract, and what setting up a state needs of it.
from libc.stdint cimport uint32_t

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalla.state cimport Rules, Table

cdef int to_move(const void* rules, const void* state) noexcept nogil
cdef int turn(const void* rules, const void* state) noexcept nogil
cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil
cdef void play(const void* rules, void* state, move_t move) noexcept nogil
cdef void returns(const void* rules, const void* state, double* out) noexcept nogil

cdef void go_on(const Rules* r, Table* s) noexcept nogil
cdef bint is_in_vain(const Rules* r, const Table* s, int seat, int kind) noexcept nogil
cdef int result_of(const Table* s) noexcept nogil
cdef uint32_t steps(const Rules* r, const Table* s, int square) noexcept nogil
cdef uint32_t places(const Rules* r, const Table* s, int seat, int kind, int zone) noexcept nogil
