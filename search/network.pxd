# A learned correction of a game's estimate: a small network, read without Python and without a library.
from libc.stdint cimport uint16_t

from battlewise.core.fitted cimport features_t
from battlewise.core.game cimport Contract
from battlewise.core.observation cimport Sheet

cdef enum:
    FIRST = 32          # units of the first layer
    SECOND = 16         # of the second

# The weights stand input by input, so that a sum over inputs is a sum of rows of adjoining numbers.
cdef struct Layers:
    const Sheet* sheet          # writes the position as numbers
    features_t describe         # counts the features; NULL: the game has none
    int rows, features          # of features: see `core/fitted`
    bint observes               # whether the observation is read, too
    const float* first          # (features and observation, FIRST)
    const float* first_bias
    const float* second         # (FIRST, SECOND)
    const float* second_bias
    const float* out            # (SECOND, seats)
    const float* out_bias


# Change the values of all seats, which `estimate` gave, by what the network adds to their logarithms.
cdef void correct(const Layers* net, const Contract* fn, const void* r, const void* s,
                  double* value) noexcept nogil


cdef class Network:
    cdef Layers layers
    cdef readonly list arrays   # the weights, which `layers` points into
    cdef object game            # and the game's sheet
