"""Values of a pure function, kept by the hash of what it was asked: a table that threads share without locks.

The words of an entry are checked against its key, so that one half-written by another thread is not found
(R. Hyatt, T. Mann: A lock-less transposition-table implementation, ICGA Journal 25, 2002). What is not found
is worked out anew and comes out the same: what the table holds changes how long an answer takes, never the
answer.
"""
from libc.stdint cimport uint64_t

cdef extern from *:
    uint64_t _load "__atomic_load_n"(const uint64_t*, int) noexcept nogil
    void _store "__atomic_store_n"(uint64_t*, uint64_t, int) noexcept nogil
    const int _RELAXED "__ATOMIC_RELAXED"

cdef enum:
    MEMO_WAYS = 4                # places where an entry may stand, side by side

cdef struct Memo:
    uint64_t* at                 # of each entry the key xor the value's words, then these
    uint64_t entries             # a power of 2
    int words                    # of a value

cdef int make_memo(Memo* memo, uint64_t entries, int words) except -1
cdef void free_memo(Memo* memo) noexcept
cdef uint64_t remembered(const Memo* memo) noexcept


cdef inline uint64_t* _ways(const Memo* memo, uint64_t key) noexcept nogil:
    return memo.at + (key & (memo.entries - MEMO_WAYS)) * (memo.words + 1)


cdef inline bint recall(const Memo* memo, uint64_t key, uint64_t* value) noexcept nogil:
    """Find a value by its key, which is not 0; without it `value` is any words."""
    cdef const uint64_t* entry = _ways(memo, key)
    cdef uint64_t check
    cdef int _way, i
    for _way in range(MEMO_WAYS):
        check = _load(entry, _RELAXED)
        for i in range(memo.words):
            value[i] = _load(entry + 1 + i, _RELAXED)
            check ^= value[i]
        if check == key:
            return True
        entry += memo.words + 1
    return False


cdef inline void remember(const Memo* memo, uint64_t key, const uint64_t* value) noexcept nogil:
    """Keep a value in a free place, or in that of another one."""
    cdef uint64_t* entry = _ways(memo, key)
    cdef int way = 0, step = memo.words + 1, i
    while way < MEMO_WAYS and _load(entry + way * step, _RELAXED):
        way += 1
    entry += (way if way < MEMO_WAYS else <int>(key >> 62)) * step
    for i in range(memo.words):
        _store(entry + 1 + i, value[i], _RELAXED)
        key ^= value[i]
    _store(entry, key, _RELAXED)
