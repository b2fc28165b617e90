from libc.stdint cimport int64_t

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalia.state cimport *

cdef int to_move(const void* rules, const void* state) noexcept nogil
cdef int turn(const void* rules, const void* state) noexcept nogil
cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil
cdef void play(const void* rules, void* state, move_t move) noexcept nogil
cdef void returns(const void* rules, const void* state, double* out) noexcept nogil
cdef int cohort_draws(const Rules* r, const World* s, int seat) noexcept nogil
cdef int short_hand(const Rules* r, const World* s) noexcept nogil
cdef int64_t standing(const Rules* r, const World* s, int seat) noexcept nogil
