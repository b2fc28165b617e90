from battlewise.core.games.batalj.state cimport *

cdef float go_on_worth(const Rules* r, const Realm* s, int seat, int riders) noexcept nogil
cdef float prospect(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef void race(const Rules* r, const Realm* s, int seat, double* stop, double* on) noexcept nogil
cdef int marches_left(const Rules* r, const Realm* s, int seat) noexcept nogil
cdef double in_time(int steps, int marches) noexcept nogil
