from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef const char* check(const void* rules, const void* state) noexcept nogil

cdef const char* check_unit(const Rules* r, const Battle* s, int slot) noexcept nogil
