from battlewise.core.games.battalia.state cimport *

cdef const char* check(const void* rules, const void* state) noexcept nogil
cdef int mover_of(const Rules* r, const World* s) noexcept nogil
cdef const char* check_square(const Rules* r, const World* s, int square) noexcept nogil
cdef const char* check_one(const Rules* r, const World* s, int seat) noexcept nogil
