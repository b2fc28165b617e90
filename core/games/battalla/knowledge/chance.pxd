from battlewise.core.game cimport Source
from battlewise.core.games.battalla.state cimport Table

cdef void source(const void* rules, const void* state, Source* out) noexcept nogil
cdef int drawer(const Table* s) noexcept nogil
