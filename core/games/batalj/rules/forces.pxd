from libc.stdint cimport uint32_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef void form(const Rules* r, Realm* s) noexcept nogil
cdef void legal_in_forming(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void put(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil
cdef uint32_t enemy_pile(const Rules* r, const Realm* s) noexcept nogil
cdef void draw_enemy(const Rules* r, Realm* s, int card) noexcept nogil
