from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef bint battle_value(const Rules* r, const Realm* s, double* out) noexcept nogil
cdef bint battle_move_values(const Rules* r, const Realm* s, const MoveList* moves,
                             double* out) noexcept nogil
cdef int best_in_battle(const void* rules, const void* state, const MoveList* moves,
                        int positions) noexcept nogil
