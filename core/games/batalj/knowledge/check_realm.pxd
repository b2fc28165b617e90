from battlewise.core.games.batalj.state cimport *

cdef const char* check_realm(const Rules* r, const Realm* s) noexcept nogil
