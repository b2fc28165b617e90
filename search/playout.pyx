"""Playouts: games played on from a position by a quick policy."""
from libc.string cimport memcpy

from battlewise.core.chance cimport roll
from battlewise.core.game cimport CHANCE, MAX_MOVES, MAX_SEATS, MoveList, OVER, State, raise_error
from battlewise.core.rng cimport below, rng_of
from battlewise.search.network cimport correct

from battlewise.core.rng import generator


cdef move_t pick(const Contract* fn, const void* r, const void* s, int power, Rng* rng,
                 int* choices) noexcept nogil:
    """A random legal move; `choices` is set to how many there were.

    A weighted choice goes by a power of `weigh`: weights are fitted to how a search spreads its visits, and a
    player's moves are less spread than that.
    """
    cdef MoveList moves
    cdef float weight[MAX_MOVES]
    cdef float once, most = 0
    cdef int i, _
    fn.legal(r, s, &moves)
    choices[0] = moves.n
    if moves.n == 1:
        return moves.move[0]
    if not power or fn.weigh == NULL:
        return moves.move[below(rng, moves.n)]
    fn.weigh(r, s, &moves, weight)
    for i in range(moves.n):
        most = max(most, weight[i])
    for i in range(moves.n):
        once = weight[i] / most if power > 2 and most > 0 else weight[i]    # a high power may overflow
        weight[i] = once
        for _ in range(1, power):
            weight[i] *= once
    return moves.move[max(0, draw_by_weight(weight, moves.n, rng))]


cdef void playout(const Contract* fn, const void* r, void* s, const Policy* policy, Rng* rng,
                  double* value) noexcept nogil:
    """Play on from `s`, which is changed, and write the value of each seat."""
    cdef int last = fn.turn(r, s) + policy.cutoff
    cdef int choices
    cdef int mover = fn.to_move(r, s)
    while mover != OVER:
        if policy.cutoff != TO_THE_END and fn.turn(r, s) >= last:
            fn.estimate(r, s, value)
            if policy.network != NULL:
                correct(policy.network, fn, r, s, value)
            return
        if mover == CHANCE:
            roll(fn, r, s, rng)
        else:
            fn.play(r, s, pick(fn, r, s, policy.power, rng, &choices))
        mover = fn.to_move(r, s)
    fn.returns(r, s, value)


def played_out(State state not None, seed, int power=2):
    """The return of each seat after one game played on to the end; the state is left as it is.

    :param power: choose in proportion to `weigh` to this power; 0: uniformly.
    """
    cdef double value[MAX_SEATS]
    cdef State end = state.game.blank()
    bits = generator(seed, "playout")
    memcpy(end.data, state.data, state.game.fn.state_size)
    _play_out(end, rng_of(bits), power, value)
    raise_error(state.game)
    return [value[i] for i in range(state.game.fn.seats)]


def results(State state not None, moves, seed, int power):
    """What each of some moves comes to in one deal of what the seat to move cannot see, with the same luck.

    :param moves: packed, legal in every deal.
    :param power: see `played_out`.
    :returns: the seat's return after a game played on to the end from each.
    """
    cdef const Contract* fn = &state.game.fn
    cdef double value[MAX_SEATS]
    cdef State deal = state.game.blank(), end = state.game.blank()
    bits = generator(seed, "results")
    cdef Rng* rng = rng_of(bits)
    cdef int seat = fn.to_move(state.game.rules, state.data)
    found = []
    memcpy(deal.data, state.data, fn.state_size)
    fn.redeal(state.game.rules, deal.data, seat, rng)
    luck = bits.state
    for move in moves:
        bits.state = luck
        memcpy(end.data, deal.data, fn.state_size)
        fn.play(state.game.rules, end.data, <move_t>move)
        _play_out(end, rng, power, value)
        found.append(value[seat])
    raise_error(state.game)
    return found


cdef void _play_out(State state, Rng* rng, int power, double* value) noexcept:
    """Play a game on to the end from a state, which is changed, without the GIL."""
    cdef const Contract* fn = &state.game.fn
    cdef Policy policy = Policy(TO_THE_END, power, NULL)
    with nogil:
        playout(fn, state.game.rules, state.data, &policy, rng, value)


cdef void _random_games(const Contract* fn, const void* r, const void* start, void* s, long games,
                        Rng* rng, Tally* tally) noexcept nogil:
    cdef int mover, choices
    cdef long _game
    for _game in range(games):
        memcpy(s, start, fn.state_size)
        mover = fn.to_move(r, s)
        while mover != OVER:
            if mover == CHANCE:
                roll(fn, r, s, rng)
                tally.chances += 1
            else:
                fn.play(r, s, pick(fn, r, s, 0, rng, &choices))
                if choices == 1:
                    tally.forced += 1
                else:
                    tally.decisions += 1
            mover = fn.to_move(r, s)
        tally.games += 1


def random_games(State state not None, long games, seed):
    """Play uniformly random games on from a state, which is left as it is; the GIL is released.

    :returns: how many ``games``, ``decisions`` (of at least two legal moves), ``forced`` moves and
        ``chances`` were played.
    """
    cdef Tally tally = Tally(0, 0, 0, 0)
    cdef const Contract* fn = &state.game.fn
    cdef const void* r = state.game.rules
    bits = generator(seed, "random games")
    cdef Rng* rng = rng_of(bits)
    cdef State scratch = state.game.blank()
    with nogil:
        _random_games(fn, r, state.data, scratch.data, games, rng, &tally)
    raise_error(state.game)
    return {"games": tally.games, "decisions": tally.decisions, "forced": tally.forced,
            "chances": tally.chances}
