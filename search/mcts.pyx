"""Information-set Monte Carlo tree search.

Each iteration deals the hidden cards anew, walks down one tree of what the searching seat sees,
adds a node, plays on to the cut-off and adds the returns up along the path (Cowling, Powley &
Whitehouse 2012, single observer). Moves are chosen by PUCT (Silver et al. 2017) with each seat
maximising its own return (max^n); where a seat's moves differ from deal to deal, counts of
availability take the place of the parent's visits. The GIL is released throughout.
"""
from libc.math cimport sqrt
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from battlewise.core.chance cimport roll
from battlewise.core.game cimport CHANCE, Game, MAX_MOVES, MoveList, OVER, State, new_move, raise_error
from battlewise.core.rng cimport rng_of
from battlewise.search.certain cimport ROOM, certain_win
from battlewise.search.network cimport Network
from battlewise.search.playout cimport TO_THE_END, draw_by_weight, playout

from battlewise.core.rng import generator

cdef enum:
    _MOST_NODES = 1 << 23       # 400 MB, of which only what is used is ever touched
    ROOT_EFFORT = 400           # positions to look at for a move that wins by force
    TREE_EFFORT = 40
    CERTAIN = 1 << 20           # prior weight of a move of the searching seat that wins whatever happens

_CUTOFF = {"end": TO_THE_END, "leaf": 0, "turn": 1, "reply": 2, "rounds": 4, "four_rounds": 8}
NODE_BYTES = sizeof(Node)


cdef class StopFlag:
    """Lets another thread end a search early; the search returns its results so far."""

    def set(self):
        """Stop the search within a few iterations."""
        self.raised = 1

    def is_set(self):
        """Whether the flag is set."""
        return self.raised != 0


cdef double _now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + t.tv_nsec * 1e-9


cdef uint32_t _add(Tree* t, uint32_t parent, uint32_t after, move_t move, float prior) noexcept nogil:
    """Append a child behind the sibling `after` (NONE: as the first); NONE if the arena is full."""
    if t.used == t.capacity:
        return NONE
    cdef uint32_t index = t.used
    cdef Node* node = &t.nodes[index]
    t.used += 1
    node.total = 0
    node.squares = 0
    node.move = move
    node.child = NONE
    node.sibling = NONE
    node.visits = 0
    node.available = 0
    node.met = 0
    node.prior = prior
    if after == NONE:
        t.nodes[parent].child = index
    else:
        t.nodes[after].sibling = index
    return index


cdef uint32_t _roll(Tree* t, uint32_t parent, void* s) noexcept nogil:
    """Let chance decide and follow its child, added if it is new; NONE if the arena is full.

    Outcomes after which the searching seat knows the same, such as different dice of equal effect,
    share a child.
    """
    cdef uint32_t last = NONE
    cdef uint32_t child = t.nodes[parent].child
    cdef uint32_t key
    cdef move_t outcome
    if t.fn.hidden:
        memcpy(t.before, s, t.fn.state_size)
    outcome = roll(t.fn, t.r, s, t.rng)
    key = <uint32_t>t.fn.view_key(t.r, s, t.viewer)
    while child != NONE:
        if t.nodes[child].key == key:
            return child
        last = child
        child = t.nodes[child].sibling
    if t.fn.hidden:
        outcome = t.fn.seen(t.r, t.before, outcome, t.viewer)
    child = _add(t, parent, last, outcome, 0)
    if child != NONE:
        t.nodes[child].key = key
    return child


cdef bint _match(Tree* t, uint32_t parent, const void* s, MoveList* moves, int mover,
                 uint32_t* child) noexcept nogil:
    """Find the child of each legal move, adding those that are new; False if the arena is full.

    Moves that look alike to the searching seat share a child: it stands at the first of them, NONE at
    the others. Children stand in the order of the legal moves they were made from, so that one walk
    along the siblings meets them all unless the deals differ.
    """
    cdef float weight[MAX_MOVES]
    cdef bint weighed = False
    cdef bint veiled = mover != t.viewer and t.fn.hidden
    cdef move_t seen
    cdef uint32_t last = NONE
    cdef uint32_t now = <uint32_t>(t.iterations + 1)
    cdef uint32_t made = t.used
    cdef uint32_t at = t.nodes[parent].child
    cdef bint fresh = at == NONE
    cdef int i
    t.alike = False
    for i in range(moves.n):
        seen = t.fn.seen(t.r, s, moves.move[i], t.viewer) if veiled else moves.move[i]
        if (veiled or not fresh) and (at == NONE or t.nodes[at].move != seen):
            at = t.nodes[parent].child
            last = NONE
            while at != NONE and t.nodes[at].move != seen:
                last = at
                at = t.nodes[at].sibling
        if at == NONE:
            if not weighed:
                _prior(t, s, moves, mover, parent == ROOT, weight)
                weighed = True
            at = _add(t, parent, last, seen, weight[i])
            if at == NONE:
                return False
        elif veiled and t.nodes[at].met == now:
            if at >= made:
                t.nodes[at].prior += weight[i]
            child[i] = NONE
            t.alike = True
            continue
        t.nodes[at].met = now
        child[i] = at
        last = at
        at = t.nodes[at].sibling
    return True


cdef void _prior(Tree* t, const void* s, const MoveList* moves, int mover, bint is_root,
                 float* weight) noexcept nogil:
    """The weights of `weigh`; if the move that wins is known, no other move has any."""
    cdef bint certain = is_root
    cdef int i, won = -1
    if is_root:
        won = certain_win(t.fn, t.r, s, moves, ROOT_EFFORT, t.rng, t.way)
    if won < 0 and t.fn.winning != NULL:
        won = t.fn.winning(t.r, s, moves, ROOT_EFFORT if is_root else TREE_EFFORT)
        certain = t.fn.winning_is_certain and mover == t.viewer
    if won < 0:
        _weigh(t, s, moves, weight)
        return
    for i in range(moves.n):
        weight[i] = (CERTAIN if certain else 1) * (i == won)


cdef void _weigh(Tree* t, const void* s, const MoveList* moves, float* weight) noexcept nogil:
    cdef int i
    if t.fn.weigh != NULL:
        t.fn.weigh(t.r, s, moves, weight)
    else:
        for i in range(moves.n):
            weight[i] = 1


cdef int _select(Tree* t, const uint32_t* child, int n, bint varying) noexcept nogil:
    """The index of the child to follow, by PUCT; priors count relative to what is available."""
    cdef double weight = 0, value = 0, score, mean, best = -1e300
    cdef double root, unvisited
    cdef long visits = 0
    cdef int i, chosen = 0
    cdef Node* node
    for i in range(n):
        if child[i] == NONE:
            continue
        node = &t.nodes[child[i]]
        weight += node.prior
        visits += node.visits
        value += node.total
        if varying:
            node.available += 1
    unvisited = (value / visits if visits else 0.5) - t.first_play
    root = sqrt(<double>visits + 1)
    for i in range(n):
        node = &t.nodes[child[i]]
        if child[i] == NONE or node.prior == 0:
            continue
        mean = node.total / node.visits if node.visits else unvisited
        if varying:
            root = sqrt(<double>node.available)
        score = mean + t.exploration * node.prior / weight * root / (1 + node.visits)
        if score > best:
            best = score
            chosen = i
    return chosen


cdef int _among_alike(Tree* t, const void* s, const MoveList* moves, int chosen) noexcept nogil:
    """A legal move, drawn by its prior weight, among those that look to the searching seat like one."""
    cdef float weight[MAX_MOVES]
    cdef move_t seen = t.fn.seen(t.r, s, moves.move[chosen], t.viewer)
    cdef int i
    _weigh(t, s, moves, weight)
    for i in range(moves.n):
        if t.fn.seen(t.r, s, moves.move[i], t.viewer) != seen:
            weight[i] = 0
    i = draw_by_weight(weight, moves.n, t.rng)
    return i if i >= 0 else chosen


cdef void _iterate(Tree* t) noexcept nogil:
    """One iteration: deal, descend, add, play on, back up."""
    cdef uint32_t path[MAX_DEPTH]
    cdef int seat[MAX_DEPTH]
    cdef uint32_t child[MAX_MOVES]
    cdef MoveList moves
    cdef double value[MAX_SEATS]
    cdef int depth = 0, mover, i
    cdef uint32_t node = ROOT
    cdef void* s = t.state
    cdef bint varying, certain = False
    _deal(t)
    while True:
        mover = t.fn.to_move(t.r, s)
        if mover == OVER or depth == MAX_DEPTH or (depth and not t.nodes[node].visits):
            break
        if mover == CHANCE:
            node = _roll(t, node, s)
            mover = t.viewer
        else:
            t.fn.legal(t.r, s, &moves)
            varying = t.fn.hidden and mover != t.viewer
            if moves.n == 1 and not varying:
                t.fn.play(t.r, s, moves.move[0])
                continue
            if not _match(t, node, s, &moves, mover, child):
                break
            i = _select(t, child, moves.n, varying)
            node = child[i]
            if varying and t.alike:
                i = _among_alike(t, s, &moves, i)
            t.fn.play(t.r, s, moves.move[i])
        if node == NONE:
            break
        path[depth] = node
        seat[depth] = mover
        depth += 1
        certain = t.nodes[node].prior == CERTAIN
        if certain:
            break
    if certain:
        for i in range(t.fn.seats):
            value[i] = i == t.viewer
    else:
        playout(t.fn, t.r, s, &t.policy, t.rng, value)
    for i in range(t.fn.seats):
        t.sums[i] += value[i]
    for i in range(depth):
        t.nodes[path[i]].visits += 1
        t.nodes[path[i]].total += value[seat[i]]
        t.nodes[path[i]].squares += value[seat[i]] * value[seat[i]]


cdef uint32_t _child(const Tree* t, uint32_t parent, void* s, move_t played) noexcept nogil:
    """Play a decision or an outcome, and follow its child; NONE if the tree does not know it.

    A forced move of the searching seat has no child: the parent is followed.
    """
    cdef int mover = t.fn.to_move(t.r, s)
    cdef bint varying = t.fn.hidden and mover != t.viewer
    cdef uint32_t child = t.nodes[parent].child
    cdef uint32_t key
    cdef move_t seen
    cdef MoveList moves
    if mover == CHANCE:
        t.fn.play(t.r, s, played)
        key = <uint32_t>t.fn.view_key(t.r, s, t.viewer)
        while child != NONE and t.nodes[child].key != key:
            child = t.nodes[child].sibling
        return child
    t.fn.legal(t.r, s, &moves)
    seen = t.fn.seen(t.r, s, played, t.viewer) if varying else played
    t.fn.play(t.r, s, played)
    if moves.n == 1 and not varying:
        return parent
    while child != NONE and t.nodes[child].move != seen:
        child = t.nodes[child].sibling
    return child


cdef void _copy_below(Tree* t, const Tree* old, uint32_t top) noexcept nogil:
    """Copy what an earlier tree holds below a node to below the root, breadth first."""
    cdef uint32_t at = ROOT, last, child, copied
    t.nodes[ROOT].met = top         # of a copy whose children are not copied yet: the index of its original
    while at < t.used:
        child = old.nodes[t.nodes[at].met].child
        t.nodes[at].met = 0
        last = NONE
        while child != NONE:
            copied = _add(t, at, last, old.nodes[child].move, old.nodes[child].prior)
            last = copied
            t.nodes[copied] = old.nodes[child]
            t.nodes[copied].child = NONE
            t.nodes[copied].sibling = NONE
            t.nodes[copied].met = child
            child = old.nodes[child].sibling
        at += 1


cdef void _deal(Tree* t) noexcept nogil:
    """Put the world of this iteration into the scratch state."""
    cdef size_t size = t.fn.state_size
    if t.fixed_worlds:
        memcpy(t.state, <char*>t.worlds + size * <size_t>(t.iterations % t.fixed_worlds), size)
    else:
        memcpy(t.state, t.root, size)
        t.fn.redeal(t.r, t.state, t.viewer, t.rng)


cdef void _grow(Tree* t, long iterations, double deadline, StopFlag stop) noexcept nogil:
    """Iterate until a limit is reached; clock and flag are looked at every eight iterations."""
    while t.iterations < iterations:
        if (t.iterations & 7) == 0 and t.iterations:
            if stop.raised or (deadline > 0 and _now() >= deadline):
                return
        _iterate(t)
        t.iterations += 1


cdef class Search:
    """One tree over a decision of a state, kept apart from the state it was made from."""

    cdef Tree tree
    cdef State root
    cdef object bits
    cdef Network network
    cdef Search before      # what the tree begins with, until it is allocated
    cdef uint32_t top       # the node of `before` that stands for the root

    def __init__(self, State state not None, settings, seed, Network network=None):
        """:param state: at a decision; what its seat cannot see is not looked at.
        :param settings: a :class:`battlewise.search.settings.Settings`.
        :param seed: any integer.
        :param network: corrects the estimate where playouts stop; None: it is read as it is.
        """
        cdef Tree* t = &self.tree
        cdef size_t size = state.game.fn.state_size
        cdef int world
        self.root = state.copy()
        self.bits = generator(seed, "search")
        t.fn = &self.root.game.fn
        t.r = self.root.game.rules
        t.root = self.root.data
        t.viewer = t.fn.to_move(t.r, t.root)
        t.rng = rng_of(self.bits)
        t.fixed_worlds = settings.worlds
        t.exploration = settings.exploration
        t.first_play = settings.first_play
        t.policy.cutoff = _CUTOFF[settings.cutoff]
        t.policy.power = state.game.playout_power if settings.playout == "weighted" else 0
        self.network = network
        t.policy.network = NULL if network is None else &network.layers
        t.worlds = malloc(size * max(1, t.fixed_worlds))
        t.state = malloc(size)
        t.before = malloc(size)
        t.way = malloc(size * ROOM)
        if t.worlds == NULL or t.state == NULL or t.before == NULL or t.way == NULL:
            raise MemoryError()
        for world in range(t.fixed_worlds):
            memcpy(<char*>t.worlds + size * <size_t>world, t.root, size)
            t.fn.redeal(t.r, <char*>t.worlds + size * <size_t>world, t.viewer, t.rng)

    def __dealloc__(self):
        free(self.tree.worlds)
        free(self.tree.state)
        free(self.tree.before)
        free(self.tree.way)
        free(self.tree.nodes)

    def begin_with(self, Search before not None):
        """Begin with what an earlier search of the seat has found out about this position.

        The earlier search must be of this game and an earlier decision of it, and its tree must have met all
        that the seat has seen since. If not, or if the seat has a certain win here, the tree begins empty.
        """
        cdef Tree* t = &self.tree
        cdef Tree* old = &before.tree
        cdef list log = self.root._log
        cdef size_t since = len(before.root._log)
        cdef uint32_t node = ROOT
        if (before.root.game is not self.root.game or old.viewer != t.viewer or old.nodes == NULL
                or since >= <size_t>len(log) or log[:since] != before.root._log):
            return
        memcpy(t.state, old.root, t.fn.state_size)
        for _, move, _ in log[since:]:
            node = _child(old, node, t.state, move)
            if node == NONE:
                return
        if (t.fn.view_key(t.r, t.state, t.viewer) == t.fn.view_key(t.r, t.root, t.viewer)
                and not self._has_certain_win()):
            self.before, self.top = before, node

    cdef bint _has_certain_win(self) noexcept:
        cdef Tree* t = &self.tree
        cdef MoveList moves
        cdef float weight[MAX_MOVES]
        cdef int i
        _deal(t)
        t.fn.legal(t.r, t.state, &moves)
        _prior(t, t.state, &moves, t.viewer, True, weight)
        for i in range(moves.n):
            if weight[i] == CERTAIN:
                return True
        return False

    def run(self, iterations, milliseconds, StopFlag stop not None):
        """Grow the tree, without the GIL, to the given limits (None: no such limit).

        Called again, with the same number of iterations, it goes on as if it had not been interrupted.

        :raises MemoryError: if the nodes cannot be allocated.
        """
        cdef Tree* t = &self.tree
        cdef long most = iterations if iterations is not None else 1 << 62
        cdef double deadline = _now() + milliseconds / 1000 if milliseconds is not None else 0
        if t.nodes == NULL:
            self._allocate(most)
        with nogil:
            _grow(t, most, deadline, stop)
        raise_error(self.root.game)

    cdef _allocate(self, long most):
        cdef Tree* t = &self.tree
        cdef long known = 0 if self.before is None else self.before.tree.used
        t.capacity = min(_MOST_NODES, known + min(most + 2, _MOST_NODES // MAX_MOVES) * MAX_MOVES)
        t.nodes = <Node*>malloc(t.capacity * sizeof(Node))
        if t.nodes == NULL:
            raise MemoryError()
        _add(t, ROOT, NONE, 0, 0)
        t.nodes[ROOT].child = NONE
        if self.before is not None:
            _copy_below(t, &self.before.tree, self.top)
            self.before = None

    @property
    def iterations(self):
        """Iterations done."""
        return self.tree.iterations

    @property
    def nodes(self):
        """Nodes in the tree."""
        return self.tree.used

    @property
    def sums(self):
        """The sum over all iterations of each seat's return."""
        return [self.tree.sums[i] for i in range(self.tree.fn.seats)]

    def root_moves(self):
        """Of each move at the root: packed move, visits, sum of returns, of squares, prior weight."""
        cdef Node* node
        rows = []
        for child in self._indices(ROOT):
            node = &self.tree.nodes[<uint32_t>child]
            rows.append((node.move, node.visits, node.total, node.squares, node.prior))
        return rows

    def line(self, code):
        """The most visited way on from a root move, as the searching seat sees it: packed moves."""
        codes = []
        cdef uint32_t node = ROOT
        found = [child for child in self._indices(ROOT) if self.tree.nodes[child].move == code]
        while found and self.tree.nodes[found[0]].visits > 1:
            node = found[0]
            codes.append(self.tree.nodes[node].move)
            found = sorted(self._indices(node), key=lambda child: -self.tree.nodes[child].visits)
        return codes

    def _indices(self, uint32_t parent):
        cdef uint32_t child = self.tree.nodes[parent].child
        indices = []
        while child != NONE:
            indices.append(child)
            child = self.tree.nodes[child].sibling
        return indices


def as_move(Game game not None, code):
    """A packed move of the tree as a Move."""
    return new_move(game, code)
