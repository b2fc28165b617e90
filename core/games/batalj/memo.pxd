# What has been worked out once about exact values: a table of fixed size, shared by all threads without
# locks.
#
# An entry holds a value and its key xor the value, so that one half-written by another thread is not found
# (Hyatt and Mann 2002). What is not found is worked out anew and comes out the same: what the table holds
# changes how long an answer takes, never the answer.
from libc.stdint cimport uint64_t

cdef extern from *:
    uint64_t _load "__atomic_load_n"(const uint64_t*, int) noexcept nogil
    void _store "__atomic_store_n"(uint64_t*, uint64_t, int) noexcept nogil
    const int _RELAXED "__ATOMIC_RELAXED"

cdef enum:
    MEMO_WAYS = 4                # places where an entry may stand, side by side
    MEMO_SIZE = 1 << 20          # entries, 16 MB

cdef struct Entry:
    uint64_t check
    uint64_t value


cdef inline Entry* _ways(Entry* memo, uint64_t key) noexcept nogil:
    return memo + (key & (MEMO_SIZE - MEMO_WAYS))


cdef inline bint recall(Entry* memo, uint64_t key, uint64_t* value) noexcept nogil:
    """Find a value by its key, which is not 0."""
    cdef Entry* entry = _ways(memo, key)
    cdef int i
    for i in range(MEMO_WAYS):
        value[0] = _load(&entry[i].value, _RELAXED)
        if _load(&entry[i].check, _RELAXED) ^ value[0] == key:
            return True
    return False


cdef inline void note(Entry* memo, uint64_t key, uint64_t value) noexcept nogil:
    """Keep a value in a free place, or in that of another one."""
    cdef Entry* entry = _ways(memo, key)
    cdef int i = 0
    while i < MEMO_WAYS and (_load(&entry[i].check, _RELAXED) or _load(&entry[i].value, _RELAXED)):
        i += 1
    if i == MEMO_WAYS:
        i = key >> 62
    _store(&entry[i].value, value, _RELAXED)
    _store(&entry[i].check, key ^ value, _RELAXED)
