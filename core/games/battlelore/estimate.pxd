from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef void features(const Rules* r, const Battle* s, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
