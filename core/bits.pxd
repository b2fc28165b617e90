# Sets of small numbers as bits of a word. `wide_t` has 128 bits; the other functions take 64.
from libc.stdint cimport uint32_t, uint64_t

from battlewise.core.rng cimport Rng, below

cdef extern from *:
    """
    typedef unsigned __int128 wide_t;
    """
    ctypedef unsigned long long wide_t
    int _lowest "__builtin_ctzll"(uint64_t) noexcept nogil
    int _lowest32 "__builtin_ctz"(uint32_t) noexcept nogil
    int _ones "__builtin_popcountll"(uint64_t) noexcept nogil


cdef inline uint64_t bit(int number) noexcept nogil:
    """The set of one number, 0 <= number < 64."""
    return <uint64_t>1 << number


cdef inline int first_bit(uint64_t bits) noexcept nogil:
    """The lowest number of a set that is not empty."""
    return _lowest(bits)


cdef inline int count_bits(uint64_t bits) noexcept nogil:
    return _ones(bits)


cdef inline int take_bit(uint64_t* bits) noexcept nogil:
    """Take the lowest number out of a set that is not empty."""
    cdef int number = _lowest(bits[0])
    bits[0] &= bits[0] - 1
    return number


cdef inline int first_bit32(uint32_t bits) noexcept nogil:
    """The lowest number of a set in 32 bits that is not empty; cheaper than `first_bit`."""
    return _lowest32(bits)


cdef inline int take_bit32(uint32_t* bits) noexcept nogil:
    """Take the lowest number out of a set in 32 bits that is not empty."""
    cdef int number = _lowest32(bits[0])
    bits[0] &= bits[0] - 1
    return number


cdef inline int nth_bit(uint64_t bits, int k) noexcept nogil:
    """The k-th number of a set, from 0; the set has more than k."""
    while k:
        bits &= bits - 1
        k -= 1
    return _lowest(bits)


cdef inline int random_bit(uint64_t bits, Rng* rng) noexcept nogil:
    """A random number of a set that is not empty."""
    return nth_bit(bits, below(rng, _ones(bits)))


cdef inline wide_t wide_bit(int number) noexcept nogil:
    """The set of one number, 0 <= number < 128."""
    return <wide_t>1 << number


cdef inline int first_wide(wide_t bits) noexcept nogil:
    """The lowest number of a wide set that is not empty."""
    return _lowest(<uint64_t>bits) if <uint64_t>bits else 64 + _lowest(<uint64_t>(bits >> 64))


cdef inline int count_wide(wide_t bits) noexcept nogil:
    return _ones(<uint64_t>bits) + _ones(<uint64_t>(bits >> 64))


cdef inline int take_wide(wide_t* bits) noexcept nogil:
    """Take the lowest number out of a wide set that is not empty."""
    cdef int number = first_wide(bits[0])
    bits[0] &= bits[0] - 1
    return number
