from battlewise.core.games.battlelore.state cimport Battle, Rules

cdef object render(const Rules* r, const Battle* s, int viewer, object names)
