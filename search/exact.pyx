"""Exact values of games of perfect information, chance included, by listing every position.

Positions are identified by 64-bit hashes: with n of them the chance that two are confused is below
n * n / 2**65. For games without chance that are too large to list there is `prover`.
"""
from libc.stdint cimport UINT32_MAX, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

from battlewise.core.chance cimport list_outcomes
from battlewise.core.game cimport (
    CHANCE, Contract, Game, MAX_OUTCOMES, MAX_SEATS, MoveList, OVER, Outcomes, PUBLIC, State, hash_bytes,
    move_t, new_move, raise_error,
)

from battlewise.core.errors import BattlewiseError

cdef enum:
    MOST_SWEEPS = 100_000

cdef double TOLERANCE = 1e-13

_ENDLESS = "the values do not settle: best play can go on for ever"


class TooLarge(BattlewiseError):
    """The position has more successors than the caller allows."""


cdef struct Edge:
    uint32_t to
    move_t move
    double p                    # at a chance node

cdef struct Node:
    uint64_t key
    uint64_t edge               # its first
    uint32_t edges
    int mover

cdef struct Graph:
    const Contract* fn
    const void* r
    bint by_view                # positions of equal view_key are one
    uint32_t most
    uint32_t nodes
    Node* node
    char* state                 # of each node
    double* value               # of each node to each seat
    uint64_t edges
    uint64_t edge_room
    Edge* edge
    uint64_t slots              # of the hash table, a power of 2
    uint32_t* slot              # node + 1, or 0
    uint32_t* order             # the nodes, part after part, each part after all it leads to
    uint32_t parts
    uint32_t* part_end


cdef inline char* _state(const Graph* g, uint32_t node) noexcept nogil:
    return g.state + node * g.fn.state_size


cdef inline double* _value(const Graph* g, uint32_t node) noexcept nogil:
    return g.value + <size_t>node * g.fn.seats


cdef uint64_t _key(const Graph* g, const void* s) noexcept nogil:
    if g.by_view:
        return g.fn.view_key(g.r, s, PUBLIC)
    return hash_bytes(s, g.fn.state_size, 0)


cdef uint64_t _slot_of(const Graph* g, uint64_t key) noexcept nogil:
    """Where the key stands in the hash table, or the empty place where it belongs."""
    cdef uint64_t at = key & (g.slots - 1)
    while g.slot[at] and g.node[g.slot[at] - 1].key != key:
        at = (at + 1) & (g.slots - 1)
    return at


cdef bint _reach(Graph* g, const void* s, uint32_t* index) noexcept nogil:
    """The node of a position, added if it is new; False if there are too many."""
    cdef uint64_t key = _key(g, s)
    cdef uint64_t at = _slot_of(g, key)
    cdef Node* node
    if not g.slot[at]:
        if g.nodes == g.most:
            return False
        node = &g.node[g.nodes]
        node.key = key
        node.edges = 0
        node.mover = g.fn.to_move(g.r, s)
        memcpy(_state(g, g.nodes), s, g.fn.state_size)
        if node.mover == OVER:
            g.fn.returns(g.r, s, _value(g, g.nodes))
        g.nodes += 1
        g.slot[at] = g.nodes
    index[0] = g.slot[at] - 1
    return True


cdef bint _room_for_edges(Graph* g) noexcept nogil:
    if g.edges + MAX_OUTCOMES <= g.edge_room:
        return True
    cdef void* larger = realloc(g.edge, 2 * g.edge_room * sizeof(Edge))
    if larger == NULL:
        return False
    g.edge = <Edge*>larger
    g.edge_room *= 2
    return True


cdef bint _expand(Graph* g, uint32_t index, void* next) noexcept nogil:
    """Add the edges of a node and the positions they lead to; `next` has room for one state."""
    cdef MoveList moves
    cdef Outcomes outcomes
    cdef Node* node = &g.node[index]
    cdef bint chance = node.mover == CHANCE
    cdef Edge* edge
    cdef int i, n
    node.edge = g.edges
    if node.mover == OVER:
        return True
    if not _room_for_edges(g):
        return False
    if chance:
        list_outcomes(g.fn, g.r, _state(g, index), &outcomes)
    else:
        g.fn.legal(g.r, _state(g, index), &moves)
    n = outcomes.n if chance else moves.n
    for i in range(n):
        edge = &g.edge[g.edges]
        edge.move = outcomes.move[i] if chance else moves.move[i]
        edge.p = outcomes.p[i] if chance else 1
        memcpy(next, _state(g, index), g.fn.state_size)
        g.fn.play(g.r, next, edge.move)
        if not _reach(g, next, &edge.to):
            return False
        g.edges += 1
    node.edges = n
    return True


cdef bint _build(Graph* g, const void* start, void* next) noexcept nogil:
    cdef uint32_t index = 0
    if not _reach(g, start, &index):
        return False
    index = 0
    while index < g.nodes:
        if not _expand(g, index, next):
            return False
        index += 1
    return True


cdef void _order(Graph* g, uint32_t* scratch) noexcept nogil:
    """Split the nodes into strongly connected parts (Tarjan 1972, without recursion).

    :param scratch: five numbers a node, all 0.
    """
    cdef uint32_t* found = scratch              # when it was found; 0: not yet, UINT32_MAX: in a part
    cdef uint32_t* low = scratch + g.nodes      # the earliest found that it leads back to
    cdef uint32_t* done = low + g.nodes         # how many of its edges were followed
    cdef uint32_t* path = done + g.nodes        # the nodes being followed
    cdef uint32_t* open = path + g.nodes        # the nodes found that are in no part yet
    cdef uint32_t depth = 1, opened = 1, count = 1, placed = 0, v, w
    path[0] = open[0] = 0
    found[0] = low[0] = 1
    while depth:
        v = path[depth - 1]
        if done[v] < g.node[v].edges:
            w = g.edge[g.node[v].edge + done[v]].to
            done[v] += 1
            if not found[w]:
                count += 1
                found[w] = low[w] = count
                path[depth] = open[opened] = w
                depth += 1
                opened += 1
            else:
                low[v] = min(low[v], found[w])
            continue
        depth -= 1
        if depth:
            low[path[depth - 1]] = min(low[path[depth - 1]], low[v])
        if low[v] != found[v]:
            continue
        w = v + 1
        while w != v:
            opened -= 1
            w = open[opened]
            found[w] = UINT32_MAX
            g.order[placed] = w
            placed += 1
        g.part_end[g.parts] = placed
        g.parts += 1


cdef Edge* _best(const Graph* g, uint32_t index) noexcept nogil:
    """The first of the edges that are best for the seat to move."""
    cdef const Node* node = &g.node[index]
    cdef Edge* best = &g.edge[node.edge]
    cdef uint32_t i
    for i in range(1, node.edges):
        if _value(g, g.edge[node.edge + i].to)[node.mover] > _value(g, best.to)[node.mover]:
            best = &g.edge[node.edge + i]
    return best


cdef double _back_up(Graph* g, uint32_t index) noexcept nogil:
    """Set a node's values from its successors'; by how much they changed."""
    cdef const Node* node = &g.node[index]
    cdef double* value = _value(g, index)
    cdef double fresh[MAX_SEATS]
    cdef double change = 0
    cdef const Edge* edge
    cdef uint32_t i
    cdef int seat
    if node.mover == OVER:
        return 0
    if node.mover >= 0:
        memcpy(fresh, _value(g, _best(g, index).to), g.fn.seats * sizeof(double))
    else:
        for seat in range(g.fn.seats):
            fresh[seat] = 0
        for i in range(node.edges):
            edge = &g.edge[node.edge + i]
            for seat in range(g.fn.seats):
                fresh[seat] += edge.p * _value(g, edge.to)[seat]
    for seat in range(g.fn.seats):
        change = max(change, abs(fresh[seat] - value[seat]))
        value[seat] = fresh[seat]
    return change


cdef bint _solve(Graph* g) noexcept nogil:
    """Sweep over each part until its values stand still; False if they never do."""
    cdef uint32_t part, i
    cdef uint32_t start = 0
    cdef double change
    cdef int sweeps
    for part in range(g.parts):
        change = 1
        sweeps = 0
        while change > TOLERANCE:
            change = 0
            for i in range(start, g.part_end[part]):
                change = max(change, _back_up(g, g.order[i]))
            sweeps += 1
            if sweeps == MOST_SWEEPS:
                return False
        start = g.part_end[part]
    return True


cdef void _pass_on(Graph* g, uint32_t index, double mass, double* coming) noexcept nogil:
    cdef const Node* node = &g.node[index]
    cdef uint32_t i
    if node.mover >= 0:
        coming[_best(g, index).to] += mass
        return
    for i in range(node.edges):
        coming[g.edge[node.edge + i].to] += mass * g.edge[node.edge + i].p


cdef bint _visit(Graph* g, double* coming, double* visits) noexcept nogil:
    """Let one game flow through the graph, part after part, until none is left; False if it stays."""
    cdef uint32_t part, start, i, index
    cdef double mass, most
    cdef int sweeps
    coming[0] = 1
    for part in range(g.parts, 0, -1):
        start = g.part_end[part - 2] if part > 1 else 0
        most = 1
        sweeps = 0
        while most > TOLERANCE:
            most = 0
            sweeps += 1
            if sweeps == MOST_SWEEPS:
                return False
            for i in range(g.part_end[part - 1], start, -1):
                index = g.order[i - 1]
                mass = coming[index]
                coming[index] = 0
                visits[index] += mass
                most = max(most, mass)
                if mass > 0:
                    _pass_on(g, index, mass, coming)
    return True


cdef class Solution:
    """The exact values of every position that can be reached from one, with best play of all seats."""

    cdef Graph g
    cdef Game game
    cdef double* visited

    def __init__(self, State state not None, max_nodes, by_view):
        if state.game.fn.hidden:
            raise BattlewiseError(f"{state.game.id} hides information: a position has no value of its own")
        if type(max_nodes) is not int or not 0 < max_nodes < 1 << 31:
            raise BattlewiseError(f"max_nodes: {max_nodes!r} is not a whole number in 1..{(1 << 31) - 1}")
        self.game = state.game
        self.g.by_view = by_view
        self.g.most = max_nodes
        self._allocate()
        self._fill(state)

    def _allocate(self):
        cdef Graph* g = &self.g
        g.fn = &self.game.fn
        g.r = self.game.rules
        g.edge_room = 1 << 16
        g.slots = 2
        while g.slots < 2 * <uint64_t>g.most:
            g.slots *= 2
        g.node = <Node*>malloc(g.most * sizeof(Node))
        g.state = <char*>malloc(g.most * g.fn.state_size)
        g.value = <double*>calloc(g.most * <size_t>g.fn.seats, sizeof(double))
        g.edge = <Edge*>malloc(g.edge_room * sizeof(Edge))
        g.slot = <uint32_t*>calloc(g.slots, sizeof(uint32_t))
        if g.node == NULL or g.state == NULL or g.value == NULL or g.edge == NULL or g.slot == NULL:
            raise MemoryError()

    def _fill(self, State start not None):
        cdef Graph* g = &self.g
        cdef bint built, solved
        cdef void* next = malloc(g.fn.state_size)
        if next == NULL:
            raise MemoryError()
        with nogil:
            built = _build(g, start.data, next)
        free(next)
        raise_error(self.game)
        if not built:
            raise TooLarge(f"max_nodes: there are more than {g.most} positions")
        g.order = <uint32_t*>malloc(g.nodes * sizeof(uint32_t))
        g.part_end = <uint32_t*>malloc(g.nodes * sizeof(uint32_t))
        cdef uint32_t* scratch = <uint32_t*>calloc(g.nodes, 5 * sizeof(uint32_t))
        if g.order == NULL or g.part_end == NULL or scratch == NULL:
            free(scratch)
            raise MemoryError()
        with nogil:
            _order(g, scratch)
            free(scratch)
            solved = _solve(g)
        if not solved:
            raise BattlewiseError(_ENDLESS)

    def __dealloc__(self):
        free(self.g.node)
        free(self.g.state)
        free(self.g.value)
        free(self.g.edge)
        free(self.g.slot)
        free(self.g.order)
        free(self.g.part_end)
        free(self.visited)

    def __len__(self):
        """The number of positions, chance nodes among them."""
        return self.g.nodes

    def value(self, State state not None):
        """The expected return of each seat.

        :raises BattlewiseError: the position cannot be reached from the one that was solved.
        """
        return self._values(self._index(state))

    def action_values(self, State state not None):
        """At a decision, pairs of a legal move and its expected return to the seat to move.

        :raises BattlewiseError: as `value`.
        """
        cdef Edge* edge
        cdef uint32_t i, index = self._index(state)
        cdef int mover = self.g.node[index].mover
        pairs = []
        for i in range(self.g.node[index].edges if mover >= 0 else 0):
            edge = &self.g.edge[self.g.node[index].edge + i]
            pairs.append((new_move(self.game, edge.move), _value(&self.g, edge.to)[mover]))
        return pairs

    def visits(self, State state not None):
        """How often a game with best play is expected to come to this position.

        :raises BattlewiseError: as `value`.
        """
        self._count_visits()
        return self.visited[self._index(state)]

    def decisions(self, double least):
        """Pairs of a position with a choice of moves and its expected visits, at least `least`."""
        cdef uint32_t index
        cdef State state
        self._count_visits()
        for index in range(self.g.nodes):
            if self.visited[index] < least or self.g.node[index].mover < 0:
                continue
            if self.g.node[index].edges > 1:
                state = self.game.blank()
                memcpy(state.data, _state(&self.g, index), self.g.fn.state_size)
                state.seed = 0
                state.asks = True
                yield state, self.visited[index]

    def _count_visits(self):
        cdef double* coming
        cdef bint ended
        if self.visited != NULL:
            return
        self.visited = <double*>calloc(self.g.nodes, sizeof(double))
        coming = <double*>calloc(self.g.nodes, sizeof(double))
        if self.visited == NULL or coming == NULL:
            free(coming)
            raise MemoryError()
        with nogil:
            ended = _visit(&self.g, coming, self.visited)
            free(coming)
        if not ended:
            raise BattlewiseError(_ENDLESS)

    def _index(self, State state not None):
        cdef uint32_t found = 0
        if state.game.id == self.game.id and state.game.options == self.game.options:
            found = self.g.slot[_slot_of(&self.g, _key(&self.g, state.data))]
        if not found:
            raise BattlewiseError("the position cannot be reached from the one that was solved")
        return found - 1

    def _values(self, uint32_t index):
        return [_value(&self.g, index)[seat] for seat in range(self.g.fn.seats)]


def expectimax(state, max_nodes=1_000_000):
    """The expected return of each seat when every seat plays best for itself (max^n).

    For games of perfect information, with or without chance, of any number of seats.

    :param state: where to begin.
    :param max_nodes: limit of positions, counting equal ones once.
    :raises TooLarge: there are more.
    """
    return Solution(state, max_nodes, by_view=False).value(state)


def value_iteration(state, max_nodes=4_000_000):
    """A Solution of a game in which play can come back to an earlier position, by value iteration.

    Positions are the same if a spectator's `view_key` is: a counter that the game leaves out of the
    key has no influence. Parts of the game that cannot be left again are solved before those that
    lead to them (topological value iteration: Dai and Goldsmith 2007). Values are within 1e-12 if
    every way of playing ends with probability one; endless play is worth nothing to anybody.

    :param state: where to begin.
    :param max_nodes: limit of positions, including chance nodes.
    :raises TooLarge: there are more.
    """
    return Solution(state, max_nodes, by_view=True)
