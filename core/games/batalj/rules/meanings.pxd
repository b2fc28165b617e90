from libc.stdint cimport uint64_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef bint needs_target(int verb) noexcept nogil
cdef void targets(const Rules* r, const Realm* s, int kind, int seat, MoveList* out) noexcept nogil
cdef void set_order(const Rules* r, Realm* s, int bits) noexcept nogil
cdef uint64_t mortal(const Rules* r, const Realm* s, int seat) noexcept nogil
