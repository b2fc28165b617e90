"""Many games side by side, for learners: numbers in, arrays out, a step without the GIL."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from battlewise.core.chance cimport roll
from battlewise.core.game cimport (
    CHANCE, Contract, Game, MAX_MOVES, MAX_SEATS, MoveList, OVER, State, move_t, raise_error,
)
from battlewise.core.observation cimport Observation, observe
from battlewise.core.rng cimport Rng, rng_of

from typing import NamedTuple

import numpy

from battlewise.core.errors import BattlewiseError, IllegalMove
from battlewise.core.rng import generator

cdef enum:
    MOST_GAMES = 1_000_000


class Batch(NamedTuple):
    """What `VectorEnv` shows: arrays with a row for each game. The next step overwrites them.

    `observations`: float32 (count, size), what the seat to move knows (`Game.observation`); (count, 0) if
    they are off. `to_move`: int32 (count,), its seat. `legal`: int32 (count, 256), the numbers of its legal
    moves, then -1. `legal_counts`: int32 (count,), how many they are, 1..256. `returns`: float32
    (count, seats), the results, 0..1, of a game that ended in this step, else 0. `done`: bool (count,),
    whether it ended; the rest of the row is then of the next game.
    """

    observations: object
    to_move: object
    legal: object
    legal_counts: object
    returns: object
    done: object


# The number of each packed move: a hash table with linear probing, at most half full.
cdef struct Numbering:
    uint32_t slots              # a power of 2
    move_t* move
    int32_t* number             # -1: the slot is empty


cdef inline uint32_t _slot(const Numbering* table, move_t move) noexcept nogil:
    """The slot of a move, or the empty one where it would stand (Fibonacci hashing: Knuth, vol. 3, 6.4)."""
    cdef uint32_t at = (move * <uint32_t>0x9E3779B9 >> 7) & (table.slots - 1)
    while table.number[at] >= 0 and table.move[at] != move:
        at = (at + 1) & (table.slots - 1)
    return at


cdef class VectorEnv:
    """Games of one kind that are stepped together; a game that ends begins anew at once.

    A move is a number, the same in every position: its place in `Vocabulary.every`. Chance is drawn inside,
    by a generator of each game, from the seed and the game's index alone. Arrays that are returned belong to
    the environment. One thread at a time may use it; several environments run in parallel in threads.
    """

    cdef readonly Game rules
    cdef readonly int count
    cdef readonly object codes       # the packed moves by number, an array
    cdef readonly object batch
    cdef object _seed, _bits
    cdef const Contract* fn
    cdef const void* r
    cdef Observation observer
    cdef bint observes
    cdef Numbering table
    cdef Rng** rng
    cdef char* states
    cdef State start
    cdef move_t[::1] code
    cdef float[:, ::1] observations
    cdef int32_t[::1] to_move
    cdef int32_t[:, ::1] legal
    cdef int32_t[::1] legal_counts
    cdef float[:, ::1] returns
    cdef uint8_t[::1] done

    def __init__(self, Game rules not None, int count, seed=0, observations=True):
        """:param rules: the game.
        :param count: how many games, 1..1,000,000.
        :param seed: of all chance, an integer.
        :param observations: whether they are written; most of the time of a step goes into them.
        :raises BattlewiseError: `count` is out of its range.
        """
        if not 1 <= count <= MOST_GAMES:
            raise BattlewiseError(f"count: {count} is not in 1..{<int>MOST_GAMES}")
        self.rules, self.count, self._seed, self.observes = rules, count, seed, observations
        self.fn, self.r = &rules.fn, rules.rules
        self.observer = rules.observer
        self.start = rules.new(seed=0, chance="ask")
        self.codes = numpy.array(rules.vocabulary.every(outcomes=False), numpy.uint32)
        self.code = self.codes
        self._number_moves()
        self.rng = <Rng**>malloc(count * sizeof(Rng*))
        self.states = <char*>malloc(count * self.fn.state_size)
        if self.rng == NULL or self.states == NULL:
            raise MemoryError()
        self._make_arrays()
        self.reset()

    def __dealloc__(self):
        free(self.table.move)
        free(self.table.number)
        free(self.rng)
        free(self.states)

    cdef _number_moves(self):
        cdef Numbering* table = &self.table
        cdef int i
        cdef uint32_t at
        table.slots = 1 << (2 * len(self.codes)).bit_length()
        table.move = <move_t*>calloc(table.slots, sizeof(move_t))
        table.number = <int32_t*>malloc(table.slots * sizeof(int32_t))
        if table.move == NULL or table.number == NULL:
            raise MemoryError()
        memset(table.number, 0xFF, table.slots * sizeof(int32_t))
        for i in range(self.code.shape[0]):
            at = _slot(table, self.code[i])
            table.move[at], table.number[at] = self.code[i], i

    cdef _make_arrays(self):
        n = self.count
        size = self.observer.sheet.size if self.observes else 0
        done = numpy.zeros(n, bool)
        self.batch = Batch(
            numpy.zeros((n, size), numpy.float32), numpy.zeros(n, numpy.int32),
            numpy.full((n, MAX_MOVES), -1, numpy.int32), numpy.zeros(n, numpy.int32),
            numpy.zeros((n, self.fn.seats), numpy.float32), done,
        )
        self.observations, self.to_move, self.legal, self.legal_counts, self.returns, _ = self.batch
        self.done = done.view(numpy.uint8)

    @property
    def actions(self):
        """How many numbers of moves there are: they go from 0 to one less."""
        return len(self.codes)

    def text(self, number):
        """The move of a number as text.

        :raises IllegalMove: there is no such number.
        """
        if not 0 <= number < len(self.codes):
            raise IllegalMove(f"action: {number} is not in 0..{len(self.codes) - 1}")
        return self.rules.move_text(int(self.codes[number]))

    def reset(self, seed=None):
        """Begin all games anew.

        :param seed: of all chance from now on; None: the one before.
        :returns: the `Batch` of the first decisions.
        """
        cdef int i
        if seed is not None:
            self._seed = seed
        self._bits = [generator(self._seed, f"environment {i}") for i in range(self.count)]
        for i in range(self.count):
            self.rng[i] = rng_of(self._bits[i])
        with nogil:
            for i in range(self.count):
                self.done[i] = False
                memset(&self.returns[i, 0], 0, self.fn.seats * sizeof(float))
                self._begin(i)
                self._write(i)
        raise_error(self.rules)
        return self.batch

    def step(self, actions):
        """Play a move in each game.

        :param actions: the numbers of legal moves, an array of integers (count,).
        :returns: the `Batch` of the next decisions.
        :raises BattlewiseError: `actions` is no such array.
        :raises IllegalMove: a number is not that of a legal move; then no move was played.
        """
        given = numpy.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BattlewiseError(f"actions: is not an array of {self.count} integers")
        cdef const int64_t[::1] numbers = numpy.ascontiguousarray(given, numpy.int64)
        cdef int i, wrong = -1
        with nogil:
            for i in range(self.count):
                if not self._is_legal(i, numbers[i]):
                    wrong = i
                    break
            if wrong < 0:
                for i in range(self.count):
                    self._step(i, self.code[numbers[i]])
        if wrong >= 0:
            there_is = ", ".join(map(str, self.legal[wrong, :self.legal_counts[wrong]]))
            raise IllegalMove(f"actions[{wrong}]: {given[wrong]} is not legal; there is {there_is}")
        raise_error(self.rules)
        return self.batch

    def masks(self):
        """The legal moves as a new array of bool (count, `actions`): True where a number is legal."""
        made = numpy.zeros((self.count, len(self.codes)), bool)
        cdef uint8_t[:, ::1] mask = made.view(numpy.uint8)
        cdef int i, k
        with nogil:
            for i in range(self.count):
                for k in range(self.legal_counts[i]):
                    mask[i, self.legal[i, k]] = True
        return made

    def state(self, int index):
        """The state of one game, with what no seat knows, and without its past.

        :raises BattlewiseError: there is no such game.
        """
        if not 0 <= index < self.count:
            raise BattlewiseError(f"index: {index} is not in 0..{self.count - 1}")
        return self.rules.at((self.states + index * self.fn.state_size)[:self.fn.state_size])

    cdef inline char* _state(self, int i) noexcept nogil:
        return self.states + i * self.fn.state_size

    cdef bint _is_legal(self, int i, int64_t number) noexcept nogil:
        cdef int k
        for k in range(self.legal_counts[i]):
            if self.legal[i, k] == number:
                return True
        return False

    cdef void _begin(self, int i) noexcept nogil:
        """A game at its first decision."""
        memcpy(self._state(i), self.start.data, self.fn.state_size)
        self._draw(i)

    cdef void _draw(self, int i) noexcept nogil:
        """Chance up to the next decision or the end."""
        cdef char* s = self._state(i)
        while self.fn.to_move(self.r, s) == CHANCE:
            roll(self.fn, self.r, s, self.rng[i])

    cdef void _step(self, int i, move_t move) noexcept nogil:
        cdef char* s = self._state(i)
        cdef double value[MAX_SEATS]
        cdef int seat
        self.fn.play(self.r, s, move)
        self._draw(i)
        self.done[i] = self.fn.to_move(self.r, s) == OVER
        if self.done[i]:
            self.fn.returns(self.r, s, value)
            self._begin(i)
        for seat in range(self.fn.seats):
            self.returns[i, seat] = <float>value[seat] if self.done[i] else 0
        self._write(i)

    cdef void _write(self, int i) noexcept nogil:
        """The row of a game at a decision."""
        cdef char* s = self._state(i)
        cdef MoveList moves
        cdef int k
        self.to_move[i] = self.fn.to_move(self.r, s)
        self.fn.legal(self.r, s, &moves)
        for k in range(moves.n):
            self.legal[i, k] = self.table.number[_slot(&self.table, moves.move[k])]
        for k in range(moves.n, self.legal_counts[i]):
            self.legal[i, k] = -1
        self.legal_counts[i] = moves.n
        if self.observes:
            observe(&self.observer.sheet, self.r, s, self.to_move[i], True, &self.observations[i, 0])
