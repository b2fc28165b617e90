from battlewise.core.games.battalla.state cimport Rules, Table

cdef void features(const Rules* r, const Table* s, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
