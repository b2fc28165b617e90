from battlewise.core.game cimport Source

cdef void source(const void* rules, const void* state, Source* out) noexcept nogil
