# Random streams: numpy's generators, used without the GIL through their C interface.
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "numpy/random/bitgen.h":
    ctypedef struct bitgen_t:
        void* state
        uint64_t (*next_uint64)(void*) noexcept nogil
        uint32_t (*next_uint32)(void*) noexcept nogil
        double (*next_double)(void*) noexcept nogil
        uint64_t (*next_raw)(void*) noexcept nogil

ctypedef bitgen_t Rng


cdef Rng* rng_of(object bit_generator) except NULL


cdef inline uint32_t below(Rng* rng, uint32_t n) noexcept nogil:
    """A uniform integer in [0, n), n >= 1 (multiply and reject: Lemire 2019, arXiv:1805.10941)."""
    cdef uint64_t product = <uint64_t>rng.next_uint32(rng.state) * n
    cdef uint32_t threshold
    if <uint32_t>product < n:
        threshold = (-n) % n
        while <uint32_t>product < threshold:
            product = <uint64_t>rng.next_uint32(rng.state) * n
    return <uint32_t>(product >> 32)


cdef inline double uniform(Rng* rng) noexcept nogil:
    """A uniform real in [0, 1)."""
    return rng.next_double(rng.state)


cdef inline uint64_t mix(uint64_t h, uint64_t word) noexcept nogil:
    """Fold one word into a 64-bit hash (finaliser of SplitMix64: Steele et al. 2014)."""
    h = (h ^ word) + <uint64_t>0x9E3779B97F4A7C15
    h = (h ^ (h >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    h = (h ^ (h >> 27)) * <uint64_t>0x94D049BB133111EB
    return h ^ (h >> 31)
