"""One ply of lookahead on a game's `estimate`, with chance averaged out."""
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from battlewise.core.chance cimport list_outcomes, roll
from battlewise.core.game cimport CHANCE, Contract, MAX_SEATS, MoveList, OVER, Outcomes, State, raise_error
from battlewise.core.rng cimport Rng, rng_of

from battlewise.core.rng import generator

cdef enum:
    LISTED = 2          # chance nodes in a row that are averaged exactly; later ones are sampled


cdef double _value(const Contract* fn, const void* r, void* s, void* spare, int seat, int depth,
                   Rng* rng) noexcept nogil:
    """Expected estimate for `seat` once chance has settled; `spare` holds a state for each depth."""
    cdef double value[MAX_SEATS]
    cdef Outcomes outcomes
    cdef double expected = 0
    cdef void* rest = <char*>spare + fn.state_size
    cdef int i
    while fn.to_move(r, s) == CHANCE:
        if depth == LISTED:
            roll(fn, r, s, rng)
            continue
        list_outcomes(fn, r, s, &outcomes)
        for i in range(outcomes.n):
            memcpy(spare, s, fn.state_size)
            fn.play(r, spare, outcomes.move[i])
            expected += outcomes.p[i] * _value(fn, r, spare, rest, seat, depth + 1, rng)
        return expected
    if fn.to_move(r, s) == OVER:
        fn.returns(r, s, value)
    else:
        fn.estimate(r, s, value)
    return value[seat]


cdef void _add_values(const Contract* fn, const void* r, const void* world, void* spare,
                      const MoveList* moves, int seat, Rng* rng, double* total) noexcept nogil:
    cdef int i
    for i in range(moves.n):
        memcpy(spare, world, fn.state_size)
        fn.play(r, spare, moves.move[i])
        total[i] += _value(fn, r, spare, <char*>spare + fn.state_size, seat, 0, rng)


def one_ply(State state not None, int worlds, seed):
    """The value of each legal move to the seat to move: the mean estimate right after it.

    :param state: at a decision; what its seat cannot see has no influence.
    :param worlds: over how many deals of the hidden cards to average, >= 1; games without hidden
        cards need one.
    :returns: a float for each legal move, in their order.
    """
    cdef const Contract* fn = &state.game.fn
    cdef const void* r = state.game.rules
    cdef MoveList moves
    cdef double total[256]
    cdef int i, _world, seat = state._mover()
    if seat < 0 or worlds < 1:
        raise ValueError("one_ply needs a decision and at least one world")
    bits = generator(seed, "one ply")
    cdef Rng* rng = rng_of(bits)
    cdef char* scratch = <char*>malloc(fn.state_size * (LISTED + 2))
    if scratch == NULL:
        raise MemoryError()
    with nogil:
        fn.legal(r, state.data, &moves)
        for i in range(moves.n):
            total[i] = 0
        for _world in range(worlds):
            memcpy(scratch, state.data, fn.state_size)
            fn.redeal(r, scratch, seat, rng)
            _add_values(fn, r, scratch, scratch + fn.state_size, &moves, seat, rng, total)
    free(scratch)
    raise_error(state.game)
    return [total[i] / worlds for i in range(moves.n)]
