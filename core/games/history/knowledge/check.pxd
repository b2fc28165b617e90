cdef const char* check(const void* rules, const void* state) noexcept nogil
