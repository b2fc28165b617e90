from battlewise.core.games.history.state cimport *

cdef void restore_table(const Rules* r, Journey* s) noexcept nogil
cdef int empty_era(const Rules* r, const Journey* s) noexcept nogil
cdef int short_hand(const Rules* r, const Journey* s) noexcept nogil
cdef void open_card(const Rules* r, Journey* s, int card) noexcept nogil
cdef void fill_hand(const Rules* r, Journey* s, int card) noexcept nogil
cdef int points(const Rules* r, const Journey* s, int seat) noexcept nogil
cdef void score(const Rules* r, const Journey* s, int seat, int* out) noexcept nogil
cdef uint64_t fielded(const Rules* r, const Journey* s, int seat) noexcept nogil
cdef void end_turn(const Rules* r, Journey* s) noexcept nogil
cdef void standings(const Rules* r, const Journey* s, int* rank) noexcept nogil
