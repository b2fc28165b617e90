from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef bint foray_values(const Rules* r, const Realm* s, double* out) noexcept nogil
cdef bint foray_move_values(const Rules* r, const Realm* s, const MoveList* moves,
                            double* out) noexcept nogil
