from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalia.state cimport *

cdef void legal_uses(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void legal_decamps(const World* s, int seat, MoveList* out) noexcept nogil
cdef void legal_in_use(const Rules* r, const World* s, MoveList* out) noexcept nogil
cdef void use(const Rules* r, World* s, int which, int as_type) noexcept nogil
cdef void apply_use(const Rules* r, World* s, int kind, int a, int b) noexcept nogil
cdef void throw_die(const Rules* r, World* s, int face) noexcept nogil
cdef void take_topmost(const Rules* r, World* s, int kind) noexcept nogil
cdef void withdraw_hammer(const Rules* r, World* s) noexcept nogil
