from battlewise.core.games.batalj.state cimport *


cdef inline const char* unless(bint sound, const char* problem) noexcept nogil:
    """What is wrong unless a condition holds; NULL if it does."""
    return NULL if sound else problem


cdef const char* check_realm(const Rules* r, const Realm* s) noexcept nogil
