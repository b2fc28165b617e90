"""Exact values of two-seat games without chance or secrets that are too large to list.

Asks again and again whether seat 0 can get at least so much; each question is an alpha-beta search
with a null window, and what one finds out the next finds in the table (MTD: Plaat et al. 1996).
Before a move is followed all successors are looked up, for one may decide at once (enhanced
transposition cut-offs: Schaeffer and Plaat 1996). Moves are ordered by the table and by how often
they were decisive before, weighted by the work below them (history heuristic: Schaeffer 1989).
"""
from libc.math cimport nextafter
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from battlewise.core.game cimport (
    CHANCE, Contract, Game, MAX_MOVES, MAX_SEATS, MoveList, OVER, State, hash_bytes, move_t, new_move,
    raise_error,
)

from battlewise.core.errors import BattlewiseError
from battlewise.search.exact import TooLarge

cdef enum:
    DEEPEST = 512               # plies from the root
    HISTORY = 1 << 14           # places, a seat

cdef enum Trouble:
    NO_TROUBLE
    TOO_MANY_NODES
    TOO_DEEP
    HAS_CHANCE

# What is known of a position: bounds of its value to seat 0.
cdef struct Entry:
    uint64_t key
    double lower
    double upper
    move_t best
    uint32_t work               # nodes it took: the larger one is kept

cdef struct Proof:
    const Contract* fn
    const void* r
    Entry* table
    uint64_t entries            # a power of 2
    char* states                # of each depth
    uint64_t* history
    long nodes
    long most
    Trouble trouble

# A move that must be searched, on its way to be ordered.
cdef struct Candidate:
    move_t move
    uint64_t key
    uint64_t weight


cdef Entry* _find(Proof* p, uint64_t key) noexcept nogil:
    cdef Entry* pair = &p.table[key & (p.entries - 2)]
    if pair.key == key:
        return pair
    return pair + 1 if pair[1].key == key else NULL


cdef void _store(Proof* p, uint64_t key, double value, double goal, move_t best, long work) noexcept nogil:
    """Keep a bound, in the place of the pair that took less work if the position is new."""
    cdef Entry* entry = _find(p, key)
    if entry == NULL:
        entry = &p.table[key & (p.entries - 2)]
        if entry.work > work:
            entry += 1
        entry.key = key
        entry.lower = 0
        entry.upper = 1
    entry.work = min(work, <long>0x7FFFFFFF)
    entry.best = best
    if value >= goal:
        entry.lower = value
    else:
        entry.upper = value


cdef inline uint64_t* _history(Proof* p, int mover, move_t move) noexcept nogil:
    """How much work the move's decisive occurrences took; moves of equal low bits share a place."""
    return &p.history[mover * HISTORY + (move & (HISTORY - 1))]


cdef double _successors(Proof* p, void* s, void* next, double goal, const MoveList* moves, int mover,
                        move_t best, Candidate* open, int* opened) noexcept nogil:
    """Look every successor up: the value that the known ones give, and those that must be searched.

    None must be searched if a known one decides.
    """
    cdef double value = 0 if mover == 0 else 1
    cdef double result[MAX_SEATS]
    cdef double lower, upper
    cdef Entry* entry
    cdef Candidate* candidate
    cdef int i
    opened[0] = 0
    for i in range(moves.n):
        memcpy(next, s, p.fn.state_size)
        p.fn.play(p.r, next, moves.move[i])
        candidate = &open[opened[0]]
        lower, upper = 0, 1
        if p.fn.to_move(p.r, next) == OVER:
            p.fn.returns(p.r, next, result)
            lower = upper = result[0]
        else:
            candidate.key = hash_bytes(next, p.fn.state_size, 0)
            entry = _find(p, candidate.key)
            if entry != NULL:
                lower, upper = entry.lower, entry.upper
        if mover == 0 and lower >= goal or mover == 1 and upper < goal:
            opened[0] = 0
            return lower if mover == 0 else upper
        if mover == 0 and upper < goal:
            value = max(value, upper)
        elif mover == 1 and lower >= goal:
            value = min(value, lower)
        else:
            candidate.move = moves.move[i]
            candidate.weight = _history(p, mover, candidate.move)[0]
            if candidate.move == best:
                candidate.weight = <uint64_t>-1
            opened[0] += 1
    return value


cdef void _sort(Candidate* open, int n) noexcept nogil:
    cdef Candidate candidate
    cdef int i, at
    for i in range(1, n):
        candidate = open[i]
        at = i
        while at and open[at - 1].weight < candidate.weight:
            open[at] = open[at - 1]
            at -= 1
        open[at] = candidate


cdef double _prove(Proof* p, int depth, uint64_t key, double goal) noexcept nogil:
    """A lower bound of the value to seat 0 if that is at least `goal`, else an upper bound."""
    cdef MoveList moves
    cdef Candidate open[MAX_MOVES]
    cdef char* s = p.states + depth * p.fn.state_size
    cdef char* next = s + p.fn.state_size
    cdef int mover = p.fn.to_move(p.r, s)
    cdef int i, n
    cdef double value, found
    cdef long before = p.nodes
    cdef Entry* entry = _find(p, key)
    cdef move_t best = entry.best if entry != NULL else <move_t>-1
    p.nodes += 1
    if p.nodes > p.most or depth + 1 == DEEPEST or mover == CHANCE:
        p.trouble = HAS_CHANCE if mover == CHANCE else TOO_DEEP if depth + 1 == DEEPEST else TOO_MANY_NODES
        return 0
    p.fn.legal(p.r, s, &moves)
    value = _successors(p, s, next, goal, &moves, mover, best, open, &n)
    _sort(open, n)
    for i in range(n):
        memcpy(next, s, p.fn.state_size)
        p.fn.play(p.r, next, open[i].move)
        found = _prove(p, depth + 1, open[i].key, goal)
        if p.trouble != NO_TROUBLE:
            return 0
        value = max(value, found) if mover == 0 else min(value, found)
        if (value >= goal) == (mover == 0):
            best = open[i].move
            _history(p, mover, best)[0] += p.nodes - before
            break
    _store(p, key, value, goal, best, p.nodes - before)
    return value


cdef double _exact(Proof* p) noexcept nogil:
    """The value to seat 0 of the state at depth 0: ask until both bounds meet."""
    cdef double result[MAX_SEATS]
    cdef double lower = 0, upper = 1, goal = 0.5, found
    cdef uint64_t key = hash_bytes(p.states, p.fn.state_size, 0)
    if p.fn.to_move(p.r, p.states) == OVER:
        p.fn.returns(p.r, p.states, result)
        return result[0]
    while lower < upper and p.trouble == NO_TROUBLE:
        found = _prove(p, 0, key, goal)
        if found >= goal:
            lower = found
            goal = nextafter(found, 2)
        else:
            upper = found
            goal = found
    return lower


cdef class Prover:
    """Solves positions of one game; results for one position are reused for the next.

    :param entries: places in its table of positions, 32 bytes each, rounded up to a power of 2.
    """

    cdef Proof p
    cdef Game game

    def __init__(self, Game game not None, entries=1 << 21):
        cdef Proof* p = &self.p
        if game.fn.seats != 2 or game.fn.hidden:
            raise BattlewiseError(f"{game.id} is not a game of two seats without secrets")
        self.game = game
        p.fn = &game.fn
        p.r = game.rules
        p.entries = 1 << max(1, (entries - 1).bit_length())
        p.table = <Entry*>calloc(p.entries, sizeof(Entry))
        p.states = <char*>malloc((DEEPEST + 1) * game.fn.state_size)
        p.history = <uint64_t*>calloc(2 * HISTORY, sizeof(uint64_t))
        if p.table == NULL or p.states == NULL or p.history == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.p.table)
        free(self.p.states)
        free(self.p.history)

    @property
    def nodes(self):
        """How many positions it has searched so far."""
        return self.p.nodes

    def move_values(self, State state not None, long max_nodes=100_000_000):
        """At a decision, pairs of a legal move and its exact value to the seat to move.

        :param max_nodes: limit of positions to search.
        :raises TooLarge: that does not suffice, or the game is more than 512 plies deep.
        :raises BattlewiseError: the state is of another game, or there are chance nodes.
        """
        cdef MoveList moves
        cdef Proof* p = &self.p
        cdef int mover = state.mover(), i
        cdef double value
        if state.game.id != self.game.id or state.game.options != self.game.options:
            raise BattlewiseError(f"the state is not of {self.game!r}")
        pairs = []
        p.most = p.nodes + max_nodes
        p.trouble = NO_TROUBLE
        if mover >= 0:
            p.fn.legal(p.r, state.data, &moves)
        for i in range(moves.n if mover >= 0 else 0):
            memcpy(p.states, state.data, p.fn.state_size)
            p.fn.play(p.r, p.states, moves.move[i])
            with nogil:
                value = _exact(p)
            raise_error(self.game)
            self._raise_trouble(max_nodes)
            pairs.append((new_move(self.game, moves.move[i]), value if mover == 0 else 1 - value))
        return pairs

    def _raise_trouble(self, max_nodes):
        if self.p.trouble == HAS_CHANCE:
            raise BattlewiseError(f"{self.game.id} has chance nodes: use expectimax")
        if self.p.trouble == TOO_DEEP:
            raise TooLarge(f"the game is more than {DEEPEST} plies deep")
        if self.p.trouble == TOO_MANY_NODES:
            raise TooLarge(f"max_nodes: {max_nodes} positions do not suffice")
