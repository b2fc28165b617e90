# What effects do when they resolve, and what they ask.
from libc.stdint cimport uint32_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.battalla.state cimport Effect, Link, Rules, Table, kinds_t

cdef bint resolve(const Rules* r, Table* s) noexcept nogil
cdef bint feasible(const Rules* r, const Table* s, int effect, int seat, int source,
                   int subject) noexcept nogil
cdef void legal_for_effect(const Rules* r, const Table* s, MoveList* out) noexcept nogil
cdef void play_for_effect(const Rules* r, Table* s, int kind, int a, int b) noexcept nogil
cdef bint is_at_hand(const Rules* r, const Table* s, const Effect* e, const Link* link) noexcept nogil
cdef void begin_placing(Table* s, int seat, int kind, int zone) noexcept nogil
