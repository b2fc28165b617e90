from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef int lay_out(const Rules* r, const Realm* s) noexcept nogil
cdef int riders(const Rules* r, const Realm* s) noexcept nogil
cdef bint hides_marker(const Rules* r, const Realm* s, int space) noexcept nogil
cdef void begin_foray(const Rules* r, Realm* s) noexcept nogil
cdef void legal_in_foray(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void ride(const Rules* r, Realm* s, int kind, int a) noexcept nogil
cdef void turn_over(const Rules* r, Realm* s, int kind) noexcept nogil
