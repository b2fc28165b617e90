from battlewise.core.games.battalla.state cimport Rules, Table

cdef object render(const Rules* r, const Table* s, int viewer, object names, object question)
