from battlewise.core.games.battalia.state cimport *

cdef const char* check_cards(const Rules* r, const World* s) noexcept nogil
cdef bint lies_open(const Rules* r, const World* s, int kind) noexcept nogil
