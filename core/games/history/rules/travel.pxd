from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.history.state cimport *

cdef bint sets_up(const Rules* r, const Journey* s, int* kind, int* which) noexcept nogil
cdef void set_up(const Rules* r, Journey* s, move_t outcome) noexcept nogil
cdef void start_turn(const Rules* r, Journey* s) noexcept nogil
cdef void insert_tile(const Rules* r, Journey* s, int tile) noexcept nogil
cdef void legal_in_travel(const Rules* r, const Journey* s, MoveList* out) noexcept nogil
cdef void take_token(const Rules* r, Journey* s, int given) noexcept nogil
cdef void renew_tokens(const Rules* r, Journey* s) noexcept nogil
cdef int piled_tokens(const Rules* r, const Journey* s) noexcept nogil
cdef void refill_token(const Rules* r, Journey* s, int kind) noexcept nogil
cdef void legal_in_action(const Rules* r, const Journey* s, MoveList* out) noexcept nogil
cdef void act(const Rules* r, Journey* s, move_t move) noexcept nogil
cdef bint can_tighten_up(const Rules* r, const Journey* s, int seat) noexcept nogil
cdef void tighten_up(const Rules* r, Journey* s) noexcept nogil
cdef int drawer(const Rules* r, const Journey* s) noexcept nogil
cdef void draw(const Rules* r, Journey* s, int card) noexcept nogil
