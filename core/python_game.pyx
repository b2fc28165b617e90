"""Games written in Python: the contract's functions call the methods of a `PythonGame`.

They are slow, for each call takes the GIL and makes a few Python objects, and complete: search, service and
tools take such a game like any other. What its methods raise is kept, the position counts as over, and the
method of `State` or of a search that C code returns to raises it.
"""
from cpython.buffer cimport PyBUF_READ, PyBUF_WRITE
from cpython.memoryview cimport PyMemoryView_FromMemory
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.chance cimport append, game_draws
from battlewise.core.game cimport (
    CHANCE, Game, MAX_MOVES, MAX_OUTCOMES, MAX_SEATS, MoveList, OVER, Outcomes, PUBLIC, Source, State,
    hash_bytes, move_t,
)
from battlewise.core.moves cimport move_a, move_b, move_c, move_kind
from battlewise.core.rng cimport Rng, uniform

import random
import textwrap
from typing import NamedTuple

import numpy

from battlewise.core.catalogue import Catalogue, seats_and_phases
from battlewise.core.errors import ViewError
from battlewise.core.slots import Slots

cdef enum:
    MOST_BYTES = 8192           # of a position
    WIDTH = 80                  # of a text for a terminal

cdef struct Rules:
    void* game                  # the `PythonGame` that owns this block
    size_t size
    uint8_t known[MAX_SEATS + 1][MOST_BYTES]    # a mask for PUBLIC and each seat


class Packed(NamedTuple):
    """A move as Python code reads it: its kind, and its three fields as they are packed (`core.fields`)."""

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0


cdef object _unpacked(move_t move):
    return Packed(move_kind(move), move_a(move), move_b(move), move_c(move))


cdef move_t _packed(move) except? 0:
    cdef move_t code = 0
    cdef int place = 0
    for number in move:
        if not 0 <= number < 256 or place > 24:
            raise ValueError(f"{move!r} is not a kind and up to three numbers from 0 to 255")
        code |= <move_t>number << place
        place += 8
    return code


cdef object _table(const void* r, const void* s, bint writable=False):
    """A position as Python code reads it; it is not to be kept beyond the call."""
    cdef const Rules* rules = <const Rules*>r
    memory = PyMemoryView_FromMemory(<char*>s, rules.size, PyBUF_WRITE if writable else PyBUF_READ)
    return numpy.frombuffer(memory, (<object>rules.game)._dtype)[0]


cdef inline bint _failed(const void* r):
    """Whether a method has raised something that nobody was given yet."""
    return (<Game>(<const Rules*>r).game).error is not None


cdef inline void _keep(const void* r, error):
    (<Game>(<const Rules*>r).game).error = error


# -- the contract

cdef int _to_move(const void* r, const void* s) noexcept nogil:
    with gil:
        try:
            return OVER if _failed(r) else (<object>(<const Rules*>r).game).to_move(_table(r, s))
        except BaseException as error:
            _keep(r, error)
            return OVER


cdef int _turn(const void* r, const void* s) noexcept nogil:
    with gil:
        try:
            return 0 if _failed(r) else (<object>(<const Rules*>r).game).turn(_table(r, s))
        except BaseException as error:
            _keep(r, error)
            return 0


cdef void _legal(const void* r, const void* s, MoveList* out) noexcept nogil:
    with gil:
        out.n = 0
        try:
            if not _failed(r):
                for move in (<object>(<const Rules*>r).game).legal(_table(r, s)):
                    if out.n == MAX_MOVES:
                        raise ValueError(f"legal: there are more than {<int>MAX_MOVES} moves")
                    out.move[out.n] = _packed(move)
                    out.n += 1
                if not out.n:
                    raise ValueError("legal: there is no move")
        except BaseException as error:
            _keep(r, error)
        if not out.n:
            out.move[0] = 0
            out.n = 1


cdef void _source(const void* r, const void* s, Source* out) noexcept nogil:
    cdef int stream = 0
    with gil:
        try:
            if not _failed(r):
                game = <object>(<const Rules*>r).game
                stream = game.streams.index(game.stream(_table(r, s)))
        except BaseException as error:
            _keep(r, error)
    game_draws(out, stream, _list, _draw)


cdef void _list(const void* r, const void* s, Outcomes* out) noexcept nogil:
    cdef double total = 0
    with gil:
        out.n = 0
        try:
            if not _failed(r):
                for move, p in (<object>(<const Rules*>r).game).chances(_table(r, s)):
                    if out.n == MAX_OUTCOMES:
                        raise ValueError(f"chances: there are more than {<int>MAX_OUTCOMES} outcomes")
                    append(out, _packed(move), p)
                    total += p
                if not 1 - 1e-9 < total < 1 + 1e-9:
                    raise ValueError(f"chances: the probabilities add up to {total}, not to 1")
        except BaseException as error:
            _keep(r, error)
            out.n = 0
        if not out.n:
            append(out, 0, 1)


cdef move_t _draw(const void* r, const void* s, Rng* rng) noexcept nogil:
    cdef Outcomes outcomes
    cdef double left = uniform(rng)
    cdef int i
    _list(r, s, &outcomes)
    for i in range(outcomes.n):
        left -= outcomes.p[i]
        if left < 0:
            return outcomes.move[i]
    return outcomes.move[outcomes.n - 1]


cdef void _play(const void* r, void* s, move_t move) noexcept nogil:
    with gil:
        try:
            if not _failed(r):
                (<object>(<const Rules*>r).game).play(_table(r, s, True), _unpacked(move))
        except BaseException as error:
            _keep(r, error)


cdef move_t _seen(const void* r, const void* s, move_t move, int viewer) noexcept nogil:
    with gil:
        try:
            if not _failed(r):
                game = <object>(<const Rules*>r).game
                return _packed(game.seen(_table(r, s), _unpacked(move), None if viewer < 0 else viewer))
        except BaseException as error:
            _keep(r, error)
        return move


cdef void _redeal(const void* r, void* s, int viewer, Rng* rng) noexcept nogil:
    cdef uint64_t seed
    _forget(<const Rules*>r, <uint8_t*>s, viewer)
    seed = rng.next_uint64(rng.state)
    with gil:
        try:
            if not _failed(r):
                _deal(r, s, viewer, seed)
        except BaseException as error:
            _keep(r, error)


cdef _deal(const void* r, void* s, int viewer, seed):
    game = <object>(<const Rules*>r).game
    game.deal(_table(r, s, True), None if viewer < 0 else viewer, random.Random(seed))


cdef void _forget(const Rules* rules, uint8_t* s, int viewer) noexcept nogil:
    """Set all that a viewer does not know to 0."""
    cdef size_t i
    for i in range(rules.size):
        s[i] &= rules.known[viewer + 1][i]


cdef uint64_t _view_key(const void* r, const void* s, int viewer) noexcept nogil:
    cdef uint8_t known[MOST_BYTES]
    cdef const Rules* rules = <const Rules*>r
    memcpy(known, s, rules.size)
    _forget(rules, known, viewer)
    return hash_bytes(known, rules.size, 0)


cdef void _returns(const void* r, const void* s, double* out) noexcept nogil:
    with gil:
        _write_shares(r, s, out, "returns")


cdef void _estimate(const void* r, const void* s, double* out) noexcept nogil:
    with gil:
        _write_shares(r, s, out, "estimate")


cdef _write_shares(const void* r, const void* s, double* out, str name):
    """What a method says each seat gets; an even share where it fails."""
    cdef int i, seats = (<Game>(<const Rules*>r).game).fn.seats
    for i in range(seats):
        out[i] = 1.0 / seats
    try:
        if not _failed(r):
            shares = list(getattr(<object>(<const Rules*>r).game, name)(_table(r, s)))
            if len(shares) != seats or not all(0 <= share <= 1 for share in shares):
                raise ValueError(f"{name}: {shares!r} is not a number in 0..1 for each of {seats} seats")
            for i in range(seats):
                out[i] = shares[i]
    except BaseException as error:
        _keep(r, error)


cdef void _weigh(const void* r, const void* s, const MoveList* moves, float* out) noexcept nogil:
    cdef int i
    with gil:
        for i in range(moves.n):
            out[i] = 1
        try:
            if not _failed(r):
                unpacked = [_unpacked(moves.move[i]) for i in range(moves.n)]
                weights = list((<object>(<const Rules*>r).game).weigh(_table(r, s), unpacked))
                if len(weights) != moves.n or min(weights) < 0 or not max(weights) > 0:
                    raise ValueError(f"weigh: {weights!r} are not {moves.n} numbers from 0 on, one above 0")
                for i in range(moves.n):
                    out[i] = weights[i]
        except BaseException as error:
            _keep(r, error)


cdef const char* _check(const void* r, const void* s) noexcept nogil:
    with gil:
        try:
            if _failed(r):
                return NULL
            game = <object>(<const Rules*>r).game
            found = game._problem(_table(r, s))
            if found is None:
                return NULL
            game._found = found.encode()        # it lives as long as the pointer is read
            return <const char*>game._found
        except BaseException as error:
            _keep(r, error)
            return NULL


# -- the class

class PythonGame(Game):
    """The rules of a game written in Python, for prototypes.

    A subclass gives the class attributes of every `Game` (``id``, ``title``, ``seat_names``, ``prompts``,
    ``streams``, ``OPTIONS``) and the methods of this class. ``table`` is a position: a record of 32-bit
    numbers by the names of the slots, such as ``table.score[seat]``. Only `set_up`, `play` and `deal` may
    change it, and no method may keep it. A move is a tuple of its kind and up to three numbers (`Packed`).
    """

    streams = ("luck",)

    def __init__(self, **options):
        super().__init__(**options)
        self.kept = Slots(self.slots(), len(self.seat_names))
        if not 1 <= self.kept.seats <= MAX_SEATS:
            raise TypeError(f"seat_names: there are {self.kept.seats} seats, not 1 to {<int>MAX_SEATS}")
        if self.kept.dtype.itemsize > MOST_BYTES:
            raise TypeError(f"slots: they need {self.kept.dtype.itemsize} bytes, more than {<int>MOST_BYTES}")
        if self.kept.hidden and type(self).deal is PythonGame.deal:
            raise TypeError(f"{type(self).__name__}: what not everybody sees needs a method `deal`")
        self._dtype = self.kept.dtype
        _fill_in(self, self.words(), self.kept, type(self).weigh is not PythonGame.weigh,
                 type(self).seen is not PythonGame.seen)

    # What a subclass gives

    def words(self):
        """The moves and outcomes: a `core.vocabulary.Vocabulary`."""
        raise NotImplementedError

    def slots(self):
        """What a position keeps: a list of `core.slots.Slot`."""
        raise NotImplementedError

    def set_up(self, table):
        """Write the position before the first decision or outcome; all numbers are 0."""

    def to_move(self, table):
        """The seat that decides, or CHANCE_NODE, or GAME_OVER."""
        raise NotImplementedError

    def turn(self, table):
        """The turn counter, from 0; it never falls. By default the slot ``turn``."""
        return table.turn

    def legal(self, table):
        """At a decision: every legal move, each once."""
        raise NotImplementedError

    def chances(self, table):
        """At a chance node: pairs of an outcome and its probability, which add up to 1."""
        return []

    def stream(self, table):
        """At a chance node: whose luck it is, one of `streams`."""
        return self.streams[0]

    def play(self, table, move):
        """Apply a legal move or an outcome. Deterministic."""
        raise NotImplementedError

    def returns(self, table):
        """When over: the result of each seat, win 1, loss 0, shared on a tie."""
        raise NotImplementedError

    def estimate(self, table):
        """At any time: the expected return of each seat. Set ``evaluates`` if it knows more than this one.

        By default an even share until the game is over.
        """
        if self.to_move(table) == OVER:
            return self.returns(table)
        return [1 / self.seats] * self.seats

    def weigh(self, table, moves):
        """Prior weights of the legal moves, 0 or more; 0 is for a move that is never right.

        :param moves: a list of `Packed`. It may read what the seat to move knows, and nothing else.
        """
        raise NotImplementedError

    def seen(self, table, move, viewer):
        """The move about to be played, as a viewer sees it: the same for all that look alike to that viewer.

        :param viewer: a seat, or None for a spectator.
        """
        return move

    def deal(self, table, viewer, rng):
        """Write at random what a viewer does not know. It is all 0 before.

        :param viewer: a seat, or None for a spectator.
        :param rng: a `random.Random`.
        :raises ValueError: ``field: text``, if nothing agrees with what the viewer knows.
        """
        raise NotImplementedError

    def problem(self, table):
        """What contradicts itself in a position of which each number is in its range: ``field: text``, with
        the field of the view; None if there is nothing."""
        return

    # What comes from that

    def _problem(self, table):
        """What is wrong with a position."""
        found = self.kept.problem(table) or self.problem(table)
        if found is None and self.to_move(table) not in (*range(CHANCE, self.seats), OVER):
            return f"to_move: is {self.to_move(table)}, which is no seat"
        return found

    def start(self, State state not None):
        memset(state.data, 0, self._dtype.itemsize)
        self.set_up(_table((<Game>self).rules, state.data, True))

    def form(self):
        return self.kept.form()

    def box(self):
        return Catalogue(**seats_and_phases(self.seat_names, self.prompts or {None: "Choose a move."}))

    def describe(self, State state not None, int viewer):
        return self.kept.describe(_table((<Game>self).rules, state.data), viewer)

    def restore(self, State state not None, view, int viewer):
        cdef const void* r = (<Game>self).rules
        self.kept.restore(_table(r, state.data, True), view, viewer)
        if self.kept.hidden:
            try:
                _deal(r, state.data, viewer, 0)
            except ValueError as error:
                field, colon, text = str(error).partition(": ")
                raise ViewError(*((field, text) if colon else ("", field))) from None

    def render(self, State state not None, int viewer):
        lines = self.kept.lines(self.describe(state, viewer), self.seat_names)
        return "\n".join(part for line in lines for part in textwrap.wrap(line, WIDTH))

    def observed(self):
        return self.kept.rows()

    def minimal_views(self):
        """By default the whole view of the first decision."""
        state = self.new(seed=0)
        return {"decision": state.view(state.to_move)}

    def scene(self, view):
        """By default the numbers in words, and the things that moves touch."""
        from battlewise.core.scene.plain import scene
        return scene(self.title, self.catalogue(), self.kept, view)


cdef _fill_in(Game game, vocabulary, kept, bint weighs, bint veils):
    """The contract's functions, and what they read."""
    cdef Rules* rules = <Rules*>game.allot(sizeof(Rules))
    cdef int viewer
    game.vocabulary = vocabulary
    rules.game, rules.size = <void*>game, kept.dtype.itemsize
    for viewer in range(PUBLIC, kept.seats):
        mask = kept.known(viewer)
        memcpy(rules.known[viewer + 1], <const char*>mask, rules.size)
    game.fn.state_size, game.fn.seats, game.fn.hidden = rules.size, kept.seats, kept.hidden
    game.fn.to_move = _to_move
    game.fn.turn = _turn
    game.fn.legal = _legal
    game.fn.source = _source
    game.fn.play = _play
    game.fn.view_key = _view_key
    game.fn.returns = _returns
    game.fn.estimate = _estimate
    game.fn.check = _check
    if veils:
        game.fn.seen = _seen
    if kept.hidden:
        game.fn.redeal = _redeal
    if weighs:
        game.fn.weigh = _weigh
