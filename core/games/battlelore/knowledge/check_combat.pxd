from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef const char* check_combat(const Rules* r, const Battle* s) noexcept nogil
