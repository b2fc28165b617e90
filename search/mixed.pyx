"""Mixed strategies for a small game with hidden information: counterfactual regret minimisation over it.

In such a game a best response reads a pure strategy, and how the others have played tells what they hold.
So the game is listed from its start, with the information sets of all seats, and swept again and again:
regret matching plus, seats in turn, later sweeps weighing more (CFR+: Tammelin et al. 2015, "Solving
heads-up limit Texas hold'em"). The average strategy converges to an equilibrium in games for two of which
the returns add up to a constant. It is the same for every decision of the game, whatever was dealt, and
nothing in it is drawn.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from battlewise.core.chance cimport list_outcomes
from battlewise.core.game cimport (
    CHANCE, Contract, MAX_MOVES, MAX_SEATS, MoveList, OVER, Outcomes, State, move_t, raise_error,
)
from battlewise.search.mcts cimport StopFlag

from time import monotonic

from battlewise.core.errors import BattlewiseError

cdef enum:
    MOST_NODES = 1 << 20
    SLOTS = 1 << 18         # of the index of information sets, a power of 2
    MOST_SETS = SLOTS // 2
    DEEPEST = 256           # plies
    SWEEP = 10              # iterations that a sweep counts as; in Leduc poker it takes 100 microseconds


# A position with its whole past. Its moves or outcomes lead to the nodes `edges[first]`, ...
cdef struct Node:
    int32_t actor           # a seat, CHANCE or OVER
    uint32_t n              # moves or outcomes
    uint32_t first          # its first edge; when over, its returns
    uint32_t at             # at a decision: its information set


# A move at an information set.
cdef struct Option:
    double regret           # how much better than the strategy it would have been, summed up, at least 0
    double change           # what this sweep adds to that
    double p                # its probability in this sweep
    double chosen           # the weighted sum of those: the average strategy
    move_t move


cdef struct InfoSet:
    uint64_t key
    uint32_t first          # its first option
    uint32_t n              # the number of its options
    int32_t seat
    double reach            # how likely its seat plays so as to come here, in this sweep


cdef struct Listing:
    const Contract* fn
    const void* r
    char* states            # scratch: the states above each other on the way down
    Node* nodes
    uint32_t used_nodes
    uint32_t* edges         # the node each edge leads to
    double* chances         # of each edge of a chance node
    uint32_t used_edges
    double* returns         # of each seat where the game is over
    uint32_t used_returns
    uint32_t* index         # 1 + the information set in each slot; 0: none
    InfoSet* sets
    uint32_t used_sets
    Option* options
    uint32_t used_options
    int viewer              # the seat that searches
    uint32_t target         # the information set it searches
    double weight           # of this sweep
    long sweeps
    double values[MAX_SEATS]    # the weighted sum of what the searched decision is worth to each seat
    double weights[MAX_SEATS]   # the sum of those weights
    double worth[MAX_MOVES]     # the same of each of its moves, to its seat


# -- the listing

cdef uint32_t _set(Listing* t, uint64_t key, int seat, const MoveList* moves) noexcept nogil:
    """The number of a seat's information set, added if it is new; MOST_SETS if there is no more room."""
    cdef uint32_t slot = (key + <uint64_t>seat * <uint64_t>0x9E3779B97F4A7C15) >> 17 & (SLOTS - 1)
    cdef InfoSet* found
    cdef int i
    while t.index[slot]:
        found = &t.sets[t.index[slot] - 1]
        if found.key == key and found.seat == seat:
            return t.index[slot] - 1
        slot = (slot + 1) & (SLOTS - 1)
    if t.used_sets == MOST_SETS or t.used_options + moves.n > MOST_NODES:
        return MOST_SETS
    found = &t.sets[t.used_sets]
    found.key, found.seat, found.n, found.first = key, seat, moves.n, t.used_options
    for i in range(moves.n):
        t.options[found.first + i].move = moves.move[i]
    t.used_options += moves.n
    t.used_sets += 1
    t.index[slot] = t.used_sets
    return t.used_sets - 1


cdef int _list(Listing* t, char* s, int ply) noexcept nogil:
    """List the game from `s` on, a state of the row of scratch states; its node, or -1 without room."""
    cdef MoveList moves
    cdef Outcomes outcomes
    cdef char* after = s + t.fn.state_size
    cdef uint32_t number = t.used_nodes
    cdef Node* node = &t.nodes[number]
    cdef int i, child
    if number == MOST_NODES or ply == DEEPEST:
        return -1
    t.used_nodes += 1
    node.actor = t.fn.to_move(t.r, s)
    if node.actor == OVER:
        node.first = t.used_returns
        t.fn.returns(t.r, s, &t.returns[t.used_returns])
        t.used_returns += t.fn.seats
        return number
    if node.actor == CHANCE:
        list_outcomes(t.fn, t.r, s, &outcomes)
        node.n = outcomes.n
    else:
        t.fn.legal(t.r, s, &moves)
        node.n = moves.n
        node.at = _set(t, t.fn.view_key(t.r, s, node.actor), node.actor, &moves)
        if node.at == MOST_SETS:
            return -1
    node.first = t.used_edges
    if node.first + node.n > MOST_NODES:
        return -1
    t.used_edges += node.n
    for i in range(<int>node.n):
        if node.actor == CHANCE:
            t.chances[node.first + i] = outcomes.p[i]
        memcpy(after, s, t.fn.state_size)
        t.fn.play(t.r, after, outcomes.move[i] if node.actor == CHANCE else moves.move[i])
        child = _list(t, after, ply + 1)
        if child < 0:
            return -1
        t.edges[node.first + i] = child
    return number


# -- sweeps

cdef void _match_regrets(Listing* t) noexcept nogil:
    """The probabilities of all moves: in proportion to regrets, or even if there are none."""
    cdef double total
    cdef Option* option
    cdef uint32_t k, i
    for k in range(t.used_sets):
        option = &t.options[t.sets[k].first]
        total = 0
        for i in range(t.sets[k].n):
            total += option[i].regret
        for i in range(t.sets[k].n):
            option[i].p = option[i].regret / total if total > 0 else 1.0 / t.sets[k].n


cdef void _learn(Listing* t, int seat) noexcept nogil:
    """What a sweep for a seat adds to its regrets and its average strategy."""
    cdef Option* option
    cdef uint32_t k, i
    for k in range(t.used_sets):
        if t.sets[k].seat != seat:
            continue
        for i in range(t.sets[k].n):
            option = &t.options[t.sets[k].first + i]
            option.regret = max(0, option.regret + option.change)
            option.change = 0
            option.chosen += t.weight * t.sets[k].reach * option.p


cdef double _sweep(Listing* t, uint32_t number, int seat, double own, double others) noexcept nogil:
    """What a position is worth to a seat.

    :param own: how likely the seat plays so as to come here.
    :param others: the same of chance and all other seats.
    """
    cdef double value[MAX_MOVES]
    cdef double mean = 0, weight
    cdef const Node* node = &t.nodes[number]
    cdef Option* option
    cdef int i
    if node.actor == OVER:
        return t.returns[node.first + seat]
    if node.actor == CHANCE:
        for i in range(<int>node.n):
            mean += t.chances[node.first + i] * _sweep(t, t.edges[node.first + i], seat, own,
                                                       others * t.chances[node.first + i])
        return mean
    option = &t.options[t.sets[node.at].first]
    if node.actor != seat:
        for i in range(<int>node.n):
            if option[i].p > 0:
                mean += option[i].p * _sweep(t, t.edges[node.first + i], seat, own, others * option[i].p)
    else:
        t.sets[node.at].reach = own
        for i in range(<int>node.n):
            value[i] = _sweep(t, t.edges[node.first + i], seat, own * option[i].p, others)
            mean += option[i].p * value[i]
        for i in range(<int>node.n):
            option[i].change += others * (value[i] - mean)
    if node.at == t.target:
        weight = t.weight * others * (1 if seat == t.viewer else own)
        t.values[seat] += weight * mean
        t.weights[seat] += weight
        if seat == t.viewer:
            for i in range(<int>node.n):
                t.worth[i] += weight * value[i]
    return mean


cdef void _iterate(Listing* t) noexcept nogil:
    """A sweep for each seat in turn."""
    cdef int seat
    t.sweeps += 1
    t.weight = t.sweeps
    for seat in range(t.fn.seats):
        _match_regrets(t)
        _sweep(t, 0, seat, 1, 1)
        _learn(t, seat)


cdef class MixedSearch:
    """The listing of a whole game, for a decision in it; used as a `Search` is."""

    cdef Listing listing
    cdef State root
    cdef readonly long iterations       # done; a sweep counts as ten

    def __init__(self, State state not None):
        """:param state: at a decision of a game with ``tabular``; what its seat cannot see is not looked at.
        :raises BattlewiseError: the game has more than a million positions, or `state` is not one of them.
        :raises MemoryError: if the listing cannot be allocated.
        """
        cdef Listing* t = &self.listing
        cdef State begin = state.game.new(seed=0, chance="ask")
        cdef MoveList moves
        self.root = state.copy()
        t.fn = &self.root.game.fn
        t.r = self.root.game.rules
        t.states = <char*>malloc((DEEPEST + 2) * t.fn.state_size)
        t.nodes = <Node*>calloc(MOST_NODES, sizeof(Node))
        t.edges = <uint32_t*>malloc(MOST_NODES * sizeof(uint32_t))
        t.chances = <double*>malloc(MOST_NODES * sizeof(double))
        t.returns = <double*>malloc(MOST_NODES * MAX_SEATS * sizeof(double))
        t.index = <uint32_t*>calloc(SLOTS, sizeof(uint32_t))
        t.sets = <InfoSet*>calloc(MOST_SETS, sizeof(InfoSet))
        t.options = <Option*>calloc(MOST_NODES, sizeof(Option))
        if (t.states == NULL or t.nodes == NULL or t.edges == NULL or t.chances == NULL or t.returns == NULL
                or t.index == NULL or t.sets == NULL or t.options == NULL):
            raise MemoryError()
        memcpy(t.states, begin.data, t.fn.state_size)
        listed = _list(t, t.states, 0)
        raise_error(self.root.game)
        if listed < 0:
            raise BattlewiseError(f"{self.root.game.id}: has too many positions to be listed")
        t.viewer = t.fn.to_move(t.r, self.root.data)
        t.fn.legal(t.r, self.root.data, &moves)
        sets = t.used_sets
        t.target = _set(t, t.fn.view_key(t.r, self.root.data, t.viewer), t.viewer, &moves)
        if t.target >= <uint32_t>sets:
            raise BattlewiseError(f"{self.root.game.id}: the game does not come to this position")

    def __dealloc__(self):
        cdef Listing* t = &self.listing
        free(t.states)
        free(t.nodes)
        free(t.edges)
        free(t.chances)
        free(t.returns)
        free(t.index)
        free(t.sets)
        free(t.options)

    def run(self, iterations, milliseconds, StopFlag stop not None):
        """Sweep, without the GIL, to the given limits (None: no such limit).

        Called again, with the same number of iterations, it goes on as if it had not been interrupted.
        """
        cdef Listing* t = &self.listing
        deadline = None if milliseconds is None else monotonic() + milliseconds / 1000
        while not stop.raised and (iterations is None or t.sweeps * SWEEP < iterations):
            with nogil:
                _iterate(t)
            if deadline is not None and monotonic() >= deadline:
                break
        done = t.sweeps * SWEEP
        self.iterations = done if iterations is None else min(done, iterations)

    @property
    def nodes(self):
        """Positions of the game, each with its whole past."""
        return self.listing.used_nodes

    @property
    def sums(self):
        """What the searched decision is worth to each seat, times the iterations."""
        cdef Listing* t = &self.listing
        return [
            self.iterations * (t.values[seat] / t.weights[seat] if t.weights[seat] else 1.0 / t.fn.seats)
            for seat in range(t.fn.seats)
        ]

    def root_moves(self):
        """Of each searched move: packed move, visits, sum of returns, sum of squares, prior weight.

        Each move counts as visited by all iterations. The squares are those of means: nothing is drawn.
        """
        cdef Listing* t = &self.listing
        cdef InfoSet* at = &t.sets[t.target]
        rows = []
        visits = self.iterations if t.weights[t.viewer] else 0
        for i in range(at.n):
            value = t.worth[i] / t.weights[t.viewer] if visits else 0.0
            rows.append((t.options[at.first + i].move, visits, visits * value, visits * value * value, 1.0))
        return rows

    def strategy(self):
        """The average strategy at the searched decision: the probability of each packed move."""
        return self._strategy(self.listing.target)

    def strategies(self):
        """The average strategies of the whole game, the same whatever decision is searched.

        :returns: by seat and `State.view_key` of its information sets, the probability of each packed move.
        """
        cdef Listing* t = &self.listing
        return {(t.sets[k].seat, t.sets[k].key): self._strategy(k) for k in range(t.used_sets)}

    cdef _strategy(self, uint32_t number):
        cdef Listing* t = &self.listing
        cdef InfoSet* at = &t.sets[number]
        weights = {t.options[at.first + i].move: t.options[at.first + i].chosen for i in range(at.n)}
        total = sum(weights.values())
        return {move: weight / total if total else 1 / len(weights) for move, weight in weights.items()}

    def line(self, code):
        """A mixed strategy has no principal line: the move itself."""
        return [code]
