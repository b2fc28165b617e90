from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.games.batalj.state cimport *

cdef void clear(const Rules* r, Realm* s) noexcept
cdef object describe(const Rules* r, const Realm* s, int viewer, object names)
cdef object restore(const Rules* r, Realm* s, object view, int viewer, object names)
cdef object set_doc(uint64_t cards, object ids)
cdef object counts_doc(const uint8_t* counts, object ids)
