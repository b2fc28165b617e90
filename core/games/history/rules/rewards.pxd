from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.history.state cimport *

cdef void settle(const Rules* r, Journey* s, const uint8_t* standing) noexcept nogil
cdef void look(const Rules* r, Journey* s, int a, int b) noexcept nogil
cdef void keep(const Rules* r, Journey* s, int value) noexcept nogil
cdef void draw_relic(const Rules* r, Journey* s, int era) noexcept nogil
cdef void take_relic(const Rules* r, Journey* s, int era) noexcept nogil
cdef int winning_seat(const Rules* r, const Journey* s) noexcept nogil
cdef int losing_seat(const Rules* r, const Journey* s) noexcept nogil
cdef const uint8_t* relic_source(const Rules* r, const Journey* s) noexcept nogil
