from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.history.state cimport *

cdef uint64_t joinable(const Rules* r, const Journey* s, int side) noexcept nogil
cdef void begin_battle(const Rules* r, Journey* s) noexcept nogil
cdef void legal_in_face(const Rules* r, const Journey* s, MoveList* out) noexcept nogil
cdef void face(const Rules* r, Journey* s, move_t move) noexcept nogil
cdef void legal_in_chain(const Rules* r, const Journey* s, MoveList* out) noexcept nogil
cdef void join_chain(const Rules* r, Journey* s, move_t move) noexcept nogil
cdef void legal_in_deployment(const Rules* r, const Journey* s, MoveList* out) noexcept nogil
cdef void deploy(const Rules* r, Journey* s, move_t move) noexcept nogil
cdef int next_to_arm(const Journey* s, int side) noexcept nogil
cdef void legal_in_arming(const Rules* r, const Journey* s, MoveList* out) noexcept nogil
cdef void arm(const Rules* r, Journey* s, move_t move) noexcept nogil
cdef int calling(const Rules* r, const Journey* s, uint64_t* reserves, int* icon) noexcept nogil
cdef void engagement_links(const Rules* r, const Journey* s, uint8_t* links) noexcept nogil
cdef void reinforce(const Rules* r, Journey* s, int card) noexcept nogil
cdef int die_of(const Journey* s, int side) noexcept nogil
cdef int relaunches(const Rules* r, const Journey* s, int side) noexcept nogil
cdef void roll_dice(const Rules* r, Journey* s, int strong, int risky) noexcept nogil
cdef void relaunch(const Rules* r, Journey* s, bint again) noexcept nogil
cdef void reroll(const Rules* r, Journey* s, int shown) noexcept nogil
