"""A learned correction of a game's `estimate`, read where playouts stop.

Its inputs are the game's features, or its observation (`core/observation`), or both, from the seat to move
on; two layers of rectified units follow. What comes out for each seat is added to the logarithm
of the seat's estimate, and the sums are made chances again (softmax). Sums run in a fixed order, so that the
result is the same on every machine.
"""
from libc.math cimport exp
from libc.stdint cimport uint16_t
from libc.string cimport memcpy

from battlewise.core.fitted cimport FittedGame, MOST_FEATURES
from battlewise.core.game cimport Game, MAX_SEATS, State
from battlewise.core.observation cimport MOST_NUMBERS, Observation, observe_sparse

cdef double _LEAST = 1e-6       # of an estimate whose logarithm is taken


cdef int _observer(const Contract* fn, const void* r, const void* s) noexcept nogil:
    """The seat that inputs are seen from: the one to move, seat 0 where chance is."""
    return max(0, fn.to_move(r, s))


cdef void _oriented(const Layers* net, const void* r, const void* s, int seat,
                    double* feature) noexcept nogil:
    """The features of all seats, from a seat on; a single row is of this seat less the other."""
    cdef double counted[MAX_SEATS * MOST_FEATURES]
    cdef int row, i
    net.describe(r, s, counted)
    for row in range(net.rows):
        memcpy(feature + row * net.features, counted + (row + seat) % net.rows * net.features,
               net.features * sizeof(double))
    if net.rows == 1 and seat:
        for i in range(net.features):
            feature[i] = -feature[i]


cdef void _logarithms(const Layers* net, const void* r, const void* s, int seat, float* out) noexcept nogil:
    """What the network adds, for each seat from `seat` on."""
    cdef double feature[MAX_SEATS * MOST_FEATURES]
    cdef uint16_t index[MAX_SEATS * MOST_FEATURES + MOST_NUMBERS]
    cdef float value[MAX_SEATS * MOST_FEATURES + MOST_NUMBERS]
    cdef float first[FIRST]
    cdef float second[SECOND]
    cdef float x
    cdef int seats = net.sheet.seats
    cdef int counted = net.rows * net.features
    cdef int n = counted
    cdef int i, k
    cdef const float* row
    if counted:
        _oriented(net, r, s, seat, feature)
        for i in range(counted):
            index[i] = i
            value[i] = <float>feature[i]
    if net.observes:
        n += observe_sparse(net.sheet, r, s, seat, False, index + counted, value + counted)
        for i in range(counted, n):
            index[i] += counted
    for k in range(FIRST):
        first[k] = net.first_bias[k]
    for i in range(n):
        x = value[i]
        row = net.first + index[i] * FIRST
        for k in range(FIRST):
            first[k] += x * row[k]
    for k in range(SECOND):
        second[k] = net.second_bias[k]
    for i in range(FIRST):
        x = first[i] if first[i] > 0 else 0
        row = net.second + i * SECOND
        for k in range(SECOND):
            second[k] += x * row[k]
    for k in range(seats):
        out[k] = net.out_bias[k]
    for i in range(SECOND):
        x = second[i] if second[i] > 0 else 0
        for k in range(seats):
            out[k] += x * net.out[i * seats + k]


cdef void correct(const Layers* net, const Contract* fn, const void* r, const void* s,
                  double* value) noexcept nogil:
    cdef float added[MAX_SEATS]
    cdef double total = 0
    cdef int seat = _observer(fn, r, s)
    cdef int i
    _logarithms(net, r, s, seat, added)
    for i in range(fn.seats):
        value[i] = max(value[i], _LEAST) * exp(added[(i - seat + fn.seats) % fn.seats])
        total += value[i]
    for i in range(fn.seats):
        value[i] /= total


cdef class Network:
    """The weights of one game, for its options."""

    def __init__(self, Game game not None, arrays):
        """:param arrays: weights and biases of the layers, in turn: numpy arrays of the shapes of `shapes`.
        :raises ValueError: if a shape is another.
        """
        cdef Layers* net = &self.layers
        cdef const float* pointer[6]
        cdef const float[::1] flat
        cdef int i
        import numpy        # here: commands that search nothing start faster without
        self.game = game
        net.sheet = &(<Observation>game.observer).sheet
        if isinstance(game, FittedGame):
            net.describe = (<FittedGame>game).describe_state
            net.rows, net.features = (<FittedGame>game).weights.rows, (<FittedGame>game).weights.features
        self.arrays = [numpy.ascontiguousarray(array, numpy.float32) for array in arrays]
        found = [array.shape for array in self.arrays]
        net.observes = found[0][0] > net.rows * net.features
        if found != shapes(game, net.observes):
            raise ValueError(f"the weights of {game!r} have the shapes {found}, not {shapes(game)}")
        for i, array in enumerate(self.arrays):
            flat = array.reshape(-1)
            pointer[i] = &flat[0]
        net.first, net.first_bias, net.second, net.second_bias, net.out, net.out_bias = (
            pointer[0], pointer[1], pointer[2], pointer[3], pointer[4], pointer[5])

    def values(self, State state not None):
        """The expected return of each seat: the corrected estimate of a state."""
        cdef double value[MAX_SEATS]
        state.game.fn.estimate(state.game.rules, state.data, value)
        correct(&self.layers, &state.game.fn, state.game.rules, state.data, value)
        return [value[i] for i in range(state.game.fn.seats)]


def shapes(Game game not None, bint observes=True):
    """The shapes of a network's weights for a game: a list of six tuples.

    :param observes: whether it reads the observation; if not, it reads the features alone.
    """
    counted = 0
    if isinstance(game, FittedGame):
        counted = (<FittedGame>game).weights.rows * (<FittedGame>game).weights.features
    inputs, seats = counted + (game.observation_size if observes else 0), game.seats
    return [(inputs, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND, seats), (seats,)]


def inputs(State state not None):
    """What a network reads of a state, and the estimate that it corrects, both from the seat to move on.

    :returns: a numpy array of 32-bit floats, and one with a number for each seat.
    """
    cdef int seat = _observer(&state.game.fn, state.game.rules, state.data)
    cdef Layers net
    cdef double feature[MAX_SEATS * MOST_FEATURES]
    import numpy
    counted = []
    if isinstance(state.game, FittedGame):
        net.describe = (<FittedGame>state.game).describe_state
        net.rows = (<FittedGame>state.game).weights.rows
        net.features = (<FittedGame>state.game).weights.features
        _oriented(&net, state.game.rules, state.data, seat, feature)
        counted = [feature[i] for i in range(net.rows * net.features)]
    numbers = numpy.concatenate([numpy.array(counted, numpy.float32), state.observe(seat)])
    return numbers, numpy.roll(numpy.array(state.estimate(), numpy.float32), -seat)
