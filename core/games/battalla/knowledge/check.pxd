from battlewise.core.games.battalla.state cimport Rules, Table

cdef const char* check(const void* rules, const void* state) noexcept nogil
cdef const char* check_numbers(const Rules* r, const Table* s) noexcept nogil
cdef const char* check_combat(const Rules* r, const Table* s) noexcept nogil
cdef const char* check_waiting(const Rules* r, const Table* s, int i) noexcept nogil
