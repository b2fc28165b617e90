from battlewise.core.games.battalia.state cimport *

cdef void clear(const Rules* r, World* s) noexcept
cdef void in_game(const Rules* r, const World* s, int* out) noexcept nogil
cdef object describe(const Rules* r, const World* s, int viewer)
cdef int on_the_way(const World* s) noexcept nogil
