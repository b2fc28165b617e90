"""Making and freeing the tables of `memo.pxd`."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free


cdef int make_memo(Memo* memo, uint64_t entries, int words) except -1:
    """An empty table.

    :param entries: a power of 2, >= MEMO_WAYS.
    :param words: of a value, >= 1.
    """
    memo.at = <uint64_t*>calloc(entries * (words + 1), sizeof(uint64_t))
    if memo.at == NULL:
        raise MemoryError()
    memo.entries, memo.words = entries, words
    return 0


cdef void free_memo(Memo* memo) noexcept:
    free(memo.at)


cdef uint64_t remembered(const Memo* memo) noexcept:
    """How many entries hold something."""
    cdef uint64_t i, used = 0
    for i in range(memo.entries):
        used += memo.at[i * (memo.words + 1)] != 0
    return used
