from libc.stdint cimport uint32_t, uint64_t

from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *

cdef void call_to_arms(const Rules* r, Realm* s) noexcept nogil
cdef int committer(const Rules* r, const Realm* s) noexcept nogil
cdef int picks(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef uint64_t fit_cards(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef int price_of(const Rules* r, uint32_t fiefs) noexcept nogil
cdef void legal_commitments(const Rules* r, const Realm* s, MoveList* out) noexcept nogil
cdef void commit(const Rules* r, Realm* s, int kind, int a) noexcept nogil
cdef int contribution(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef int foremost(const Rules* r, const Realm* s, int among) noexcept nogil
cdef void clear_field(Realm* s) noexcept nogil
cdef bint last_word(const Rules* r, const Realm* s) noexcept nogil
