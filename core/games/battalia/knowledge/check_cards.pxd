from battlewise.core.games.battalia.state cimport *

cdef const char* check_cards(const Rules* r, const World* s) noexcept nogil
cdef bint lies_open(const Rules* r, const World* s, int kind) noexcept nogil
cdef const char* check_player(const Rules* r, const World* s, int seat) noexcept nogil
cdef const char* check_zones(const World* s, int seat) noexcept nogil
