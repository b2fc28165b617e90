# Cards in play: their values, and how they come and go.
from libc.stdint cimport uint32_t

from battlewise.core.games.battalla.state cimport Condition, Effect, Link, Piece, Rules, Table, kinds_t

cdef int atk_of(const Rules* r, const Table* s, int square) noexcept nogil
cdef int hp_of(const Rules* r, const Table* s, int square) noexcept nogil
cdef int cost_of(const Rules* r, const Table* s, int seat, int kind) noexcept nogil
cdef int keywords_of(const Rules* r, const Table* s, int square) noexcept nogil
cdef bint intimidates(const Rules* r, const Table* s, int square) noexcept nogil
cdef uint32_t of_kinds(const Table* s, uint32_t squares, kinds_t kinds) noexcept nogil
cdef uint32_t region(const Table* s, int where, int seat, int source) noexcept nogil
cdef bint holds_true(const Rules* r, const Table* s, const Condition* c, int seat, int source,
                     int subject) noexcept nogil

cdef void put_piece(const Rules* r, Table* s, int seat, int square, int kind) noexcept nogil
cdef void take_piece(const Rules* r, Table* s, int square) noexcept nogil
cdef void shift(const Rules* r, Table* s, int source, int to) noexcept nogil
cdef void exchange_places(Table* s, int one, int other) noexcept nogil
cdef void force(const Rules* r, Table* s, int source, int to) noexcept nogil
cdef void replace(const Rules* r, Table* s, int square, int kind) noexcept nogil
cdef void to_discard(const Rules* r, Table* s, int square) noexcept nogil
cdef void to_hand(const Rules* r, Table* s, int square) noexcept nogil
cdef void destroy(const Rules* r, Table* s, int square) noexcept nogil
cdef void hurt(const Rules* r, Table* s, int square, int damage) noexcept nogil

cdef bint is_spent(const Rules* r, const Table* s, int effect, int seat, int source) noexcept nogil
cdef void spend(const Rules* r, Table* s, const Link* link) noexcept nogil
cdef void push(const Rules* r, Table* s, int effect, int seat, int source, int subject) noexcept nogil
cdef void trigger(const Rules* r, Table* s, int kind, int when, int seat, int source,
                  int subject) noexcept nogil
cdef void trigger_ability(const Rules* r, Table* s, int seat, int when) noexcept nogil
cdef void trigger_piece(const Rules* r, Table* s, int square, int when, int subject) noexcept nogil
