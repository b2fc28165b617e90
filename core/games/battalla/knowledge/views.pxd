from battlewise.core.games.battalla.state cimport Rules, Table

cdef void clear(const Rules* r, Table* s) noexcept
cdef object describe(const Rules* r, const Table* s, int viewer, object names)
cdef object restore(const Rules* r, Table* s, object view, int viewer, object names)
cdef object square_doc(int square)
