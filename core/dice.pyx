"""Exact distributions of pools of six-sided dice."""


cdef void list_pool(int n, uint32_t kind, Outcomes* out) noexcept nogil:
    """Every multiset of n dice, 0 <= n <= MOST_POOLED, with its probability.

    An outcome is `kind` in its lowest 8 bits and the multiset above.
    """
    cdef int count[6]
    cdef int face, k, last
    cdef double p
    count[:] = [n, 0, 0, 0, 0, 0]
    out.n = 0
    while True:
        p = 1.0
        k = 0
        for face in range(6):
            for last in range(1, count[face] + 1):      # n! / (product of count!) / 6**n
                k += 1
                p *= <double>k / last / 6
        out.p[out.n] = p
        out.move[out.n] = kind
        for face in range(6):
            out.move[out.n] |= <uint32_t>count[face] << (8 + 4 * face)
        out.n += 1
        last = count[5]
        count[5] = 0
        face = 4
        while face >= 0 and count[face] == 0:
            face -= 1
        if face < 0:
            return
        count[face] -= 1
        count[face + 1] = last + 1
