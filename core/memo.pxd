"""Values of a pure function, kept by the hash of what it was asked: a table that threads share without locks.

A word of each entry is checked against all others, so that an entry that another thread was writing is none
(R. Hyatt, T. Mann: A lock-less transposition-table implementation, ICGA Journal 25, 2002). Zeroed memory is
an empty table.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

cdef extern from *:
    enum: __ATOMIC_RELAXED
    uint64_t load "__atomic_load_n"(const uint64_t* at, int order) noexcept nogil
    void store "__atomic_store_n"(uint64_t* at, uint64_t word, int order) noexcept nogil

cdef enum:
    MEMO_FLOATS = 6
    MEMO_WORDS = 3

cdef struct Memo:
    uint64_t check               # of the key and the words
    uint64_t word[MEMO_WORDS]


cdef inline bint recall(const Memo* table, uint64_t mask, uint64_t key, float* values, int n) noexcept nogil:
    """Whether the table holds what belongs to a key.

    :param mask: the table's number of entries, a power of 2, less 1.
    :param values: n <= MEMO_FLOATS of them, written if so.
    """
    cdef const Memo* entry = table + (key & mask)
    cdef uint64_t word[MEMO_WORDS]
    cdef uint64_t check = load(&entry.check, __ATOMIC_RELAXED)
    cdef int i
    for i in range(MEMO_WORDS):
        word[i] = load(&entry.word[i], __ATOMIC_RELAXED)
        check ^= word[i]
    if check != key:
        return False
    memcpy(values, word, n * sizeof(float))
    return True


cdef inline void remember(Memo* table, uint64_t mask, uint64_t key, const float* values,
                          int n) noexcept nogil:
    """Put what belongs to a key in the place of what stands there."""
    cdef Memo* entry = table + (key & mask)
    cdef uint64_t word[MEMO_WORDS]
    cdef uint64_t check = key
    cdef int i
    for i in range(MEMO_WORDS):
        word[i] = 0
    memcpy(word, values, n * sizeof(float))
    for i in range(MEMO_WORDS):
        store(&entry.word[i], word[i], __ATOMIC_RELAXED)
        check ^= word[i]
    store(&entry.check, check, __ATOMIC_RELAXED)
