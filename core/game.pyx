"""Games, states and moves as Python sees them, with every check between Python and the C core."""
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from battlewise.core.chance cimport list_outcomes, sample
from battlewise.core.observation cimport Observation, observe
from battlewise.core.rng cimport Rng, mix, rng_of

import re
from secrets import randbits

from battlewise.core import table
from battlewise.core.errors import (
    BattlewiseError, IllegalMove, RecordError, StaleState, ViewError, WrongSeat, short,
)
from battlewise.core.options import resolve
from battlewise.core.rng import event_generator, generator
from battlewise.core.views import first_difference

CHANCE_NODE = CHANCE
GAME_OVER = OVER
_ENVELOPE = ("game", "options", "seat", "to_move")
_FIELD = re.compile(r"(?:([\w.\[\]]+): )?(.*)")      # a problem that `check` finds may name its field first


cdef uint64_t hash_bytes(const void* data, size_t n, uint64_t h) noexcept nogil:
    """A 64-bit hash of n bytes. Four words at a time, each in a chain of its own, for speed: a step of a
    chain turns no two words into the same, and what it leaves in the high bits the next one brings down.
    """
    cdef const uint8_t* byte = <const uint8_t*>data
    cdef uint64_t word
    cdef uint64_t lane[4]
    cdef uint64_t four[4]
    cdef size_t i = 0
    cdef int k
    for k in range(4):
        lane[k] = h + k
    while i + 32 <= n:
        memcpy(four, byte + i, 32)
        for k in range(4):
            lane[k] ^= four[k]
            lane[k] = (lane[k] << 29 | lane[k] >> 35) * <uint64_t>0x9E3779B97F4A7C15
        i += 32
    for k in range(4):
        h = mix(h, lane[k])
    while i + 8 <= n:
        memcpy(&word, byte + i, 8)
        h = mix(h, word)
        i += 8
    if i < n:
        word = 0
        memcpy(&word, byte + i, n - i)
        h = mix(h, word)
    return mix(h, n)


# What a game without hidden information and without chance need not write.

cdef move_t _seen_as_it_is(const void* r, const void* s, move_t move, int viewer) noexcept nogil:
    return move


cdef void _redeal_nothing(const void* r, void* s, int viewer, Rng* rng) noexcept nogil:
    pass


cdef void _no_source(const void* r, const void* s, Source* out) noexcept nogil:
    pass


cdef class Move:
    """A decision or an outcome of a game. Immutable; equal moves of one kind of game are equal."""

    def __init__(self):
        raise TypeError("moves come from State.legal(), State.outcomes() and Game.move()")

    @property
    def text(self):
        """The move in the game's notation, such as ``d4`` or ``attack 5.3``."""
        return self.game.move_text(self.code)

    @property
    def doc(self):
        """The move as a JSON object: ``kind`` and its fields."""
        return self.game.move_doc(self.code)

    @property
    def touches(self):
        """The ids of the things on the table that the move is about, in the order of a person's clicks."""
        return self.game.vocabulary.touches(self.code)

    def __eq__(self, other):
        return (isinstance(other, Move) and (<Move>other).code == self.code
                and (<Move>other).game.id == self.game.id)

    def __hash__(self):
        return hash((self.game.id, self.code))

    def __repr__(self):
        return f"<{self.game.id} move {self.text!r}>"


cdef Move new_move(Game game, move_t code):
    cdef Move move = Move.__new__(Move)
    move.game = game
    move.code = code
    return move


cdef class Game:
    """The rules of one game with its options fixed; makes states, views and notation.

    A subclass sets `fn` and `rules` and gives the class attributes ``id``, ``title``, ``version`` (of its
    rules), ``OPTIONS``, ``streams``, ``seat_names``, ``prompts``, in ``__init__`` its `vocabulary`, and the
    methods ``form``, ``box``, ``describe``, ``restore``, ``render``, ``minimal_views``, ``facts`` and
    ``changes``; ``scene`` draws it.
    """

    id = ""
    title = ""
    version = 1
    OPTIONS = ()
    streams = ()
    seat_names = ()
    prompts = {}            # by the phase of a view: what the seat to move is asked, with names of `facts`
    allied = False          # whether all seats win or lose together
    one_place = ()          # kinds of ids for a place and for what stands there
    evaluates = False       # whether `estimate` and `weigh` know more than an even share
    # If it does: where playouts end, each from how many iterations of a search on. Many iterations average
    # out the noise of longer playouts.
    horizons = ((0, "reply"), (4000, "rounds"))
    corrected_horizons = None   # the same where a network corrects the estimate; None: as without one
    second_looks = ((0, 0),)    # how many playouts look at the best move again, from how many iterations on
    large_search = 4000     # from so many iterations on, a search takes the network of large searches
    playout_power = 2       # of `weigh`, by which playouts choose
    keeps_trees = False     # whether the next search of a seat in a game begins with what its last one found
    # Whether a search may list all of it: small, and `view_key` holds all that a seat ever saw and did.
    tabular = False

    def __cinit__(self, *args, **kwargs):
        memset(&self.fn, 0, sizeof(Contract))
        self.fn.seen = _seen_as_it_is
        self.fn.redeal = _redeal_nothing
        self.fn.source = _no_source

    def __init__(self, **options):
        """:raises OptionError: for an option that does not exist or a value it cannot have."""
        self.options = resolve(self.OPTIONS, options)

    def __dealloc__(self):
        free(self.block)

    def __repr__(self):
        return f"game({', '.join([repr(self.id)] + [f'{k}={v!r}' for k, v in self.options.items()])})"

    @property
    def seats(self):
        """The number of seats."""
        return self.fn.seats

    @property
    def hidden(self):
        """Whether a seat may lack knowledge that another seat has."""
        return bool(self.fn.hidden)

    cdef void* allot(self, size_t size) except NULL:
        """A zeroed block for the rules, which lives as long as the game."""
        free(self.block)
        self.block = calloc(1, size)
        if self.block == NULL:
            raise MemoryError()
        self.rules = self.block
        return self.block

    cdef State blank(self):
        cdef State state = State.__new__(State)
        state.game = self
        state.data = calloc(1, self.fn.state_size)
        if state.data == NULL:
            raise MemoryError()
        state._log = []
        state._drawn = [0] * len(self.streams)
        state._positions = []
        return state

    # -- what a subclass gives

    def start(self, State state not None):
        """Write the position before the first chance node or decision into a blank state."""
        raise NotImplementedError

    def form(self):
        """The game's own fields of a view: their `core.schemas.Part` by name, for these options."""
        raise NotImplementedError

    def box(self):
        """What lies in the box, for these options (`core.catalogue.Catalogue`)."""
        raise NotImplementedError

    def describe(self, State state not None, int viewer):
        """The game's own fields of a view, JSON-able, complete for `viewer`."""
        raise NotImplementedError

    def restore(self, State state not None, view, int viewer):
        """Write into a blank state the position that the game's own fields of a view describe.

        The view is of the game's `form`, without counts of 0. What the viewer cannot know is set to anything
        legal; the caller re-deals it.

        :raises ViewError: naming the field that is missing, malformed or contradictory.
        """
        raise NotImplementedError

    def render(self, State state not None, int viewer):
        """The position in text, as `viewer` sees it."""
        raise NotImplementedError

    def facts(self, view):
        """What the words of moves and prompts take from a view.

        :returns: the names of elements by their ids (`Move.touches`), such as ``unit:5.3``, and other facts
            by the names that templates use.
        """
        return {}

    def changes(self, before, after, actor, move):
        """What a move did between two views of one seat, as that seat can tell.

        :param before: the view before the move.
        :param after: the view after it.
        :param actor: the seat that moved, or ``"chance"``.
        :param move: the move's document as the seat saw it.
        :returns: a list of `core.changes.change`: what the move's own words do not tell.
        """
        return []

    def why_not(self, view, thing):
        """Why no legal move of a view's seat, whose decision it is, touches a thing.

        :param thing: the id of a card of the own hand, or of what lies open on the table.
        :returns: `core.explain.Reason`s, each with the rule that forbids it; empty if none is known.
        """
        return ()

    def why_not_move(self, view, doc):
        """Why a move of a legal kind is not legal, if it is for how its things go together.

        :param doc: its document.
        """
        return ()

    def observed(self):
        """What `State.observe` writes after who is to move: a list of rows of `core.observation`."""
        raise NotImplementedError

    def minimal_views(self):
        """For each kind of phase, the shortest view a front end can write by hand."""
        raise NotImplementedError

    def shown_options(self, int viewer):
        """The options as a view names them: all, unless one of them is a secret."""
        return self.options

    # -- what every game has

    @property
    def view_form(self):
        """The form of all views of the game, for these options (`core.schemas.Form`)."""
        if self._form is None:
            # Not at the top: a command that needs no views starts faster without what this imports.
            from battlewise.core.schemas import view_form
            self._form = view_form(self.id, self.title, self.seats, self.OPTIONS, self.form())
        return self._form

    @property
    def observer(self):
        """What writes positions as numbers (`core.observation.Observation`); C code reads its `sheet`."""
        if self._observer is None:
            self._observer = Observation(self.fn.seats, <size_t>self.fn.to_move, self.observed())
        return self._observer

    @property
    def observation(self):
        """What `State.observe` writes, for these options: a tuple of `core.observation.Item`."""
        return self.observer.items

    @property
    def observation_size(self):
        """How many numbers `State.observe` writes."""
        return (<Observation>self.observer).sheet.size

    def catalogue(self):
        """What lies in the box, for these options (`core.catalogue.Catalogue`); do not change it."""
        if self._catalogue is None:
            self._catalogue = self.box()
        return self._catalogue

    @property
    def glossary(self):
        """What cards and pieces do, in words, by their names in texts; do not change it."""
        return self.catalogue().glossary

    def scene(self, view):
        """What lies where on the table (`core.scene.Scene`): a function of a view and the catalogue alone.

        Nothing, unless a game draws itself.
        """
        from battlewise.core.scene import Scene
        return Scene(self.title)

    def svg(self, view, layout="wide", marks=None, style=True):
        """The picture of a whole view, as `State.view` gives it (`core.scene.picture`)."""
        from battlewise.core.scene import picture
        return picture(self.scene(view), layout, marks, style)

    def prompt(self, view):
        """The question that a view's seat to move has to answer, in words."""
        mover = view["to_move"]
        if mover == "over":
            return "The game is over."
        if mover == "chance":
            return "Luck decides."
        question = self.prompts.get(view.get("phase"), "Choose a move.")
        return f"{self.seat_names[mover]}: {question.format_map(self.facts(view))}"

    def move_text(self, code):
        """The notation of a packed move, also of one as a seat sees it."""
        return self.vocabulary.text(code)

    def move_doc(self, code):
        """A packed move as a JSON object, also of one as a seat sees it."""
        return self.vocabulary.doc(code)

    def new(self, seed=None, chance="roll"):
        """A game before its first decision.

        :param seed: any integer, of which all luck is a function; drawn at random when None.
        :param chance: ``"roll"``: chance nodes resolve themselves; ``"ask"``: the state stops at
            them until `play` is given an outcome or `roll` is called.
        """
        cdef State state = self.blank()
        state.seed = _seed(seed)
        state.asks = _asks(chance)
        state.from_start = True
        self.start(state)
        state._settle()
        return state

    def from_view(self, view, seed=None, chance="roll"):
        """A state with this view; what its seat cannot see is dealt at random.

        Optional fields may be left out; whatever is given must be true of the result. A view of a
        chance node gives a state at that node; `chance` is as in `new`.

        :raises ViewError: naming the first field that is missing, malformed or contradictory.
        """
        if isinstance(view, dict) and "seat" in view:
            _viewer(self, view["seat"])
        view = self.view_form.read(view)
        cdef int viewer = _viewer(self, view["seat"])
        for name, expected in (("game", self.id), ("options", self.shown_options(viewer))):
            if name in view and view[name] != expected:
                raise ViewError(name, f"{view[name]!r} is not this game's {expected!r}")
        cdef State state = self.blank()
        state.seed = _seed(seed)
        state.asks = _asks(chance)
        self.restore(state, {k: v for k, v in view.items() if k not in _ENVELOPE}, viewer)
        problem = state.check()
        if problem is not None:
            raise ViewError(*_FIELD.match(problem).groups(""))
        state._redeal(viewer, generator(state.seed, "view"))
        difference = first_difference(view, state.view(view["seat"]))
        if difference is not None:
            raise ViewError(*difference)
        return state

    def at(self, position):
        """A state at a position, without its past: to search from on another machine.

        :param position: what `State.data_bytes` gave, of this version of the rules.
        :raises BattlewiseError: if it is not a sound position of this game.
        """
        cdef State state = self.blank()
        if not isinstance(position, bytes) or len(position) != self.fn.state_size:
            raise BattlewiseError(f"position: is not {self.fn.state_size} bytes of a {self.id} state")
        state.asks = True
        memcpy(state.data, <const char*>position, self.fn.state_size)
        problem = state.check()
        if problem is not None:
            raise BattlewiseError(f"position: {problem}")
        return state

    def advance(self, view, move, shown=None):
        """The next view of a seat, after a move or an outcome as the seat saw it (`core.table.step`)."""
        return table.step(self, view, move, shown).after

    def outcomes(self, view):
        """What can happen at a view's chance node, with probabilities (`core.table.outcomes`)."""
        return table.outcomes(self, view)

    def move(self, notation, State state not None):
        """The legal move or possible outcome that a text, an object or a Move names.

        :raises IllegalMove: if there is none; the message lists what there is, but not the outcomes
            of a game with hidden cards: which are left would tell what the hands hold.
        """
        options = state.outcomes() if state.mover() == CHANCE else state.legal()
        if isinstance(notation, Move):
            codes = {(<Move>notation).code} if (<Move>notation).game.id == self.id else set()
        else:
            codes = set(self.vocabulary.codes(notation))
        for option in options:
            if option.code in codes:
                return option
        texts = [option.text for option in options]
        shown = ", ".join(texts[:40]) + (f" and {len(texts) - 40} more" if len(texts) > 40 else "")
        given = notation.text if isinstance(notation, Move) else notation
        there_is = shown or "nothing: the game is over"
        if state.mover() == CHANCE and self.fn.hidden:
            there_is = "no such outcome here"
        raise IllegalMove(f"{short(given)} is not possible here; there is {there_is}")

    def replay(self, record):
        """The state a record leads to.

        :raises RecordError: naming the ply that is not legal, or what does not fit this game.
        """
        for name, expected in (("game", self.id), ("version", self.version), ("options", self.options)):
            if not isinstance(record, dict) or record.get(name) != expected:
                raise RecordError(f"{name}: the record is not of this game's {expected!r}")
        if not isinstance(record.get("moves"), list):
            raise RecordError("moves: is not a list")
        cdef State state = self.new(record.get("seed"), chance="ask")
        for ply, notation in enumerate(record["moves"]):
            try:
                state.play(self.move(notation, state))
            except IllegalMove as error:
                raise RecordError(f"moves[{ply}]: {error}") from None
        return state


cdef class State:
    """A position of a game, with the luck still to come when it was made with a seed."""

    def __init__(self):
        raise TypeError("states come from Game.new() and Game.from_view()")

    def __dealloc__(self):
        free(self.data)

    def __repr__(self):
        return f"<{self.game.id} state, ply {self.ply}, to move {self.to_move}>"

    @property
    def to_move(self):
        """The seat that decides, or CHANCE_NODE, or GAME_OVER."""
        return self._mover()

    cdef int _mover(self) except -3:
        """Who moves, if the game can say it."""
        cdef int mover = self.mover()
        raise_error(self.game)
        return mover

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self._mover() == OVER

    @property
    def is_chance(self):
        """Whether the next thing to happen is an outcome."""
        return self._mover() == CHANCE

    @property
    def turn(self):
        """The turn counter, from 0."""
        cdef int turn = self.game.fn.turn(self.game.rules, self.data)
        raise_error(self.game)
        return turn

    @property
    def ply(self):
        """How many decisions and outcomes were played since this state was made."""
        return len(self._log)

    @property
    def stream(self):
        """At a chance node, the name of its stream of luck.

        :raises BattlewiseError: elsewhere.
        """
        self._at_chance()
        return self.game.streams[self._stream()]

    def legal(self):
        """The legal moves of the seat to move, each once; empty at chance nodes and when over."""
        cdef MoveList moves
        if self._mover() < 0:
            return []
        self.game.fn.legal(self.game.rules, self.data, &moves)
        raise_error(self.game)
        return [new_move(self.game, moves.move[i]) for i in range(moves.n)]

    def outcomes(self):
        """At a chance node, its possible outcomes; empty elsewhere."""
        return [move for move, _ in self.chances()]

    def chances(self):
        """At a chance node, pairs of an outcome and its probability; empty elsewhere."""
        cdef Outcomes outcomes
        if self._mover() != CHANCE:
            return []
        list_outcomes(&self.game.fn, self.game.rules, self.data, &outcomes)
        raise_error(self.game)
        return [(new_move(self.game, outcomes.move[i]), outcomes.p[i]) for i in range(outcomes.n)]

    def play(self, move, seat=None, ply=None):
        """Play a decision, or an outcome at a chance node.

        :param move: a Move, its text or its JSON object.
        :param seat: who plays it, if the caller wants that checked.
        :param ply: the ply the caller saw, if it wants that checked.
        :raises IllegalMove: the move is not possible here.
        :raises WrongSeat: `seat` is not to move.
        :raises StaleState: the state is not at `ply`.
        """
        if ply is not None and ply != self.ply:
            raise StaleState(f"ply: the state is at {self.ply}, not at {ply}")
        if seat is not None and seat != self.mover():
            raise WrongSeat(f"seat: {seat!r} is not to move")
        code = self.game.move(move, self).code
        self._positions = []
        self._apply(code)
        self._settle()

    def roll(self):
        """At a chance node, sample its outcome from this state's luck, play it and return it."""
        self._at_chance()
        self._positions = []
        return new_move(self.game, self._roll())

    cdef move_t _roll(self):
        cdef int stream = self._stream()
        bits = event_generator(self.seed, self.game.streams[stream], self._drawn[stream])
        cdef move_t outcome = sample(&self.game.fn, self.game.rules, self.data, rng_of(bits))
        raise_error(self.game)
        self._apply(outcome)
        return outcome

    cdef _apply(self, move_t code):
        cdef const void* r = self.game.rules
        cdef int viewer
        # An outcome that was fed uses up its stream's luck too: a replayed game goes on as it would have.
        if self.mover() == CHANCE:
            self._drawn[self._stream()] += 1
        seen = [self.game.fn.seen(r, self.data, code, viewer) for viewer in range(PUBLIC, self.game.fn.seats)]
        raise_error(self.game)
        self._log.append((self.mover(), code, tuple(seen)))
        self._positions.append(self.data_bytes())
        self.game.fn.play(r, self.data, code)
        raise_error(self.game)

    cdef int _stream(self) noexcept:
        """The stream of a chance node, an index."""
        cdef Source source
        self.game.fn.source(self.game.rules, self.data, &source)
        return source.stream

    cdef _settle(self):
        while not self.asks and self._mover() == CHANCE:
            self._roll()

    cdef _at_chance(self):
        if self.mover() != CHANCE:
            raise BattlewiseError("this is not a chance node")

    def returns(self):
        """The result of each seat: win 1, loss 0, shared on a tie.

        :raises BattlewiseError: the game is not over.
        """
        cdef double value[MAX_SEATS]
        if self._mover() != OVER:
            raise BattlewiseError("the game is not over")
        self.game.fn.returns(self.game.rules, self.data, value)
        raise_error(self.game)
        return [value[i] for i in range(self.game.fn.seats)]

    def estimate(self):
        """The expected return of each seat, by the game's evaluation of the whole state."""
        cdef double value[MAX_SEATS]
        self.game.fn.estimate(self.game.rules, self.data, value)
        raise_error(self.game)
        return [value[i] for i in range(self.game.fn.seats)]

    def weigh(self):
        """The prior weight of each legal move, in their order; all 1 where the game has none."""
        cdef MoveList moves
        cdef float weight[MAX_MOVES]
        if self.mover() < 0:
            return []
        self.game.fn.legal(self.game.rules, self.data, &moves)
        if self.game.fn.weigh == NULL:
            return [1.0] * moves.n
        self.game.fn.weigh(self.game.rules, self.data, &moves, weight)
        raise_error(self.game)
        return [weight[i] for i in range(moves.n)]

    def winning(self, positions=400):
        """A legal move that wins by force, or is best by exact values, as far as the seat to move knows; None
        if none is found.

        :param positions: about how many positions to look at.
        """
        cdef MoveList moves
        cdef int i = -1
        positions = max(1, min(positions, 1_000_000))
        if self.mover() >= 0 and self.game.fn.winning != NULL:
            self.game.fn.legal(self.game.rules, self.data, &moves)
            i = self.game.fn.winning(self.game.rules, self.data, &moves, positions)
        return new_move(self.game, moves.move[i]) if i >= 0 else None

    def copy(self, seed=None):
        """An independent state with the same position and log.

        :param seed: of its luck to come; None: the same luck.
        """
        cdef State other = self.game.blank()
        memcpy(other.data, self.data, self.game.fn.state_size)
        other.seed = self.seed if seed is None else _seed(seed)
        other.asks = self.asks
        other.from_start = self.from_start
        other._log = self._log[:]
        other._drawn = self._drawn[:]
        other._positions = self._positions[:]
        return other

    cdef State _at(self, position):
        """A bare state with a position that was kept."""
        cdef State other = self.game.blank()
        memcpy(other.data, <const char*>position, self.game.fn.state_size)
        return other

    def view(self, seat):
        """All that a seat may know, and nothing else, as a JSON object.

        :param seat: the seat's number, or None for what a spectator may know.
        """
        cdef int viewer = _viewer(self.game, seat)
        cdef int mover = self.mover()
        view = {"game": self.game.id, "options": dict(self.game.shown_options(viewer)), "seat": seat,
                "to_move": "chance" if mover == CHANCE else "over" if mover == OVER else mover}
        view.update(self.game.describe(self, viewer))
        return view

    def view_key(self, seat):
        """A 64-bit hash of what a seat (or, for None, a spectator) knows."""
        return self.game.fn.view_key(self.game.rules, self.data, _viewer(self.game, seat))

    def observe(self, seat, known=False):
        """The position as numbers, as `Game.observation` describes them: a numpy array of 32-bit floats.

        What is kept by seat begins with the observing seat and goes on in seating order.

        :param seat: the observing seat's number.
        :param known: whether what the seat does not know is 0. If not, the hidden parts are written as they
            stand in this state: for a search, which deals them itself.
        """
        cdef int viewer = _viewer(self.game, seat)
        if viewer == PUBLIC:
            raise ViewError("seat", "null is no seat: a position is observed from a seat")
        cdef Observation observer = self.game.observer
        import numpy        # here: commands that observe nothing start faster without
        out = numpy.empty(observer.sheet.size, numpy.float32)
        cdef float[::1] numbers = out
        observe(&observer.sheet, self.game.rules, self.data, viewer, known, &numbers[0])
        return out

    def redealt(self, seat, seed):
        """A copy in which all that a seat cannot know is dealt anew, a function of view and seed."""
        cdef State other = self.copy()
        other.seed = _seed(seed)
        other._redeal(_viewer(self.game, seat), generator(other.seed, "redeal"))
        return other

    cdef _redeal(self, int viewer, bits):
        self.game.fn.redeal(self.game.rules, self.data, viewer, rng_of(bits))
        raise_error(self.game)

    def check(self):
        """None if the state is sound, else what is wrong with it; a field that is to blame stands first."""
        cdef const char* problem = self.game.fn.check(self.game.rules, self.data)
        raise_error(self.game)
        return None if problem == NULL else problem.decode()

    def data_bytes(self):
        """The raw C state, which `Game.at` reads."""
        return (<const char*>self.data)[:self.game.fn.state_size]

    def render(self, seat=None):
        """The position in text, as a seat (or, for None, a spectator) sees it."""
        return self.game.render(self, _viewer(self.game, seat))

    def log(self, seat=None, since=0):
        """What happened so far, or since that many plies, as a seat (or, for None, a spectator) saw it.

        Pairs of the actor (a seat or CHANCE_NODE) and the move, hidden parts left out.
        """
        cdef int viewer = _viewer(self.game, seat)
        return [(actor, new_move(self.game, seen[viewer + 1])) for actor, _, seen in self._log[since:]]

    def seen(self, Move move not None, seat=None):
        """A legal move or possible outcome as a seat (or a spectator, for None) sees it when it is made."""
        cdef int viewer = _viewer(self.game, seat)
        return new_move(self.game, self.game.fn.seen(self.game.rules, self.data, move.code, viewer))

    def seen_as(self, codes, seat=None):
        """The legal move or possible outcome that a seat (or a spectator, for None) sees as one of some.

        :param codes: a set of packed moves as the seat sees them.
        :returns: the first such move; None if there is none.
        """
        cdef int viewer = _viewer(self.game, seat)
        cdef MoveList moves
        cdef Outcomes outcomes
        cdef int i
        if self.mover() == CHANCE:
            list_outcomes(&self.game.fn, self.game.rules, self.data, &outcomes)
            for i in range(outcomes.n):
                if self.game.fn.seen(self.game.rules, self.data, outcomes.move[i], viewer) in codes:
                    return new_move(self.game, outcomes.move[i])
        elif self.mover() >= 0:
            self.game.fn.legal(self.game.rules, self.data, &moves)
            for i in range(moves.n):
                if self.game.fn.seen(self.game.rules, self.data, moves.move[i], viewer) in codes:
                    return new_move(self.game, moves.move[i])
        return None

    def words(self, moves, seat=None):
        """Legal moves or outcomes in words for a player who knows the rulebook and sees the table.

        :param moves: a list of Move.
        :param seat: as whom it is seen; None: a spectator.
        :returns: a list of texts; unlike `Move.text` they name what lies on the table, and cannot be read
            back.
        """
        facts = self.game.facts(self.view(seat))
        return [self.game.vocabulary.words(self.seen(move, seat).code, facts) for move in moves]

    def prompt(self, seat=None):
        """The question that the seat to move has to answer, in words, as a seat (or a spectator) sees it."""
        return self.game.prompt(self.view(seat))

    def changes(self, seat=None, words=True):
        """What the last call of `play` or `roll` did, with the luck that followed, as a seat saw it.

        :param seat: the seat, or None for a spectator.
        :param words: whether the moves are put into words, which takes longer than all else.
        :returns: a list with an object a ply: ``actor`` (a seat or ``"chance"``), ``move`` (its document),
            ``text`` (the move in words), ``changes`` (objects with ``what`` happened, its data and ``text``).
        """
        cdef int viewer = _viewer(self.game, seat)
        steps = []
        states = [self._at(position) for position in self._positions] + [self]
        first = len(self._log) - len(self._positions)
        after = (<State>states[0]).view(seat)
        for i, (mover, _, seen) in enumerate(self._log[first:]):
            before, after = after, (<State>states[i + 1]).view(seat)
            actor = "chance" if mover == CHANCE else mover
            code = seen[viewer + 1]
            doc = self.game.move_doc(code)
            text = {"text": self.game.vocabulary.words(code, self.game.facts(before))} if words else {}
            steps.append({"actor": actor, "move": doc, **text,
                          "changes": self.game.changes(before, after, actor, doc)})
        return steps

    def _repr_svg_(self):
        """The spectator's picture, for notebooks."""
        return self.game.svg(self.view(None))

    def record(self):
        """Everything needed to replay the game: decisions and outcomes in order.

        :raises RecordError: the state was made from a view, so its beginning is not known.
        """
        if not self.from_start:
            raise RecordError("a state made from a view has no record")
        return {"game": self.game.id, "version": self.game.version, "options": dict(self.game.options),
                "seed": self.seed, "moves": [self.game.move_text(code) for _, code, _ in self._log]}


cdef int _viewer(Game game, seat) except? -2:
    if seat is None:
        return PUBLIC
    if type(seat) is not int or not 0 <= seat < game.fn.seats:
        raise ViewError("seat", f"{short(seat)} is none of 0..{game.fn.seats - 1}, or null for a spectator")
    return seat


def _asks(chance):
    if chance not in ("roll", "ask"):
        raise BattlewiseError(f"chance: {chance!r} is neither 'roll' nor 'ask'")
    return chance == "ask"


def _seed(seed):
    if seed is None:
        return randbits(63)
    if type(seed) is not int:
        raise BattlewiseError(f"seed: {short(seed)} is not a whole number")
    return seed
