"""Pig, the dice game, for two (RULES.md): the plainest example of chance."""
from libc.math cimport exp, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from battlewise.core.chance cimport die_of
from battlewise.core.game cimport CHANCE, Game, MoveList, OVER, Source, State, move_t
from battlewise.core.moves cimport move_a
from battlewise.core.rng cimport mix

from battlewise.core.catalogue import Catalogue, Die, Face, seats_and_phases
from battlewise.core.changes import change
from battlewise.core.fields import Number
from battlewise.core.observation import numbers, seat_numbers
from battlewise.core.options import Option
from battlewise.core.schemas import each, flag, number, part
from battlewise.core.views import Fields
from battlewise.core.vocabulary import Verb, Vocabulary

cdef enum:
    FACES = 6
    MOST_ABOVE = FACES - 1      # by how much a winner's score can pass the goal

cpdef enum Kind:
    ROLL
    HOLD
    DIE                 # an outcome: the face is its first field

cdef struct Rules:
    int goal
    int turn_limit

cdef struct Table:
    int score[2]
    int total           # of the turn so far
    int turns           # turns that ended; seat 0 has the even ones
    int rolling         # the die is in the air


# 1. The turn

cdef int to_move(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    if s.score[0] >= r.goal or s.score[1] >= r.goal or s.turns == r.turn_limit:
        return OVER
    return CHANCE if s.rolling else s.turns & 1


cdef int turn(const void* r, const void* state) noexcept nogil:
    return (<const Table*>state).turns


cdef void legal(const void* r, const void* state, MoveList* out) noexcept nogil:
    """Roll; hold, once there is something to hold."""
    out.move[0] = ROLL
    out.move[1] = HOLD
    out.n = 2 if (<const Table*>state).total else 1


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    """Holding and a one end the turn; a total that reaches the goal wins at once."""
    cdef const Rules* r = <const Rules*>rules
    cdef Table* s = <Table*>state
    cdef int player = s.turns & 1
    cdef int face = move_a(move)
    s.rolling = move == ROLL
    if s.rolling:
        return
    if face > 1:
        s.total += face
        if s.score[player] + s.total < r.goal:
            return
    elif face == 1:
        s.total = 0
    s.score[player] += s.total
    s.total = 0
    s.turns += 1


# 2. The die

cdef void source(const void* r, const void* state, Source* out) noexcept nogil:
    """A die, of the luck of the player who rolls it."""
    die_of(out, DIE, (<const Table*>state).turns & 1)


# 3. The end

cdef void returns(const void* r, const void* state, double* out) noexcept nogil:
    """The higher score wins; at the turn limit the scores may be equal, which is a tie."""
    cdef const Table* s = <const Table*>state
    out[0] = 0.5 if s.score[0] == s.score[1] else s.score[0] > s.score[1]
    out[1] = 1 - out[0]


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """A logistic function of who needs fewer points, most of the turn's total counted as scored.

    The three numbers are fitted to the exact values of the game to 100, weighted by visits; the
    root of the mean squared error is 0.02.
    """
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    cdef int player = s.turns & 1
    cdef double own, other
    if to_move(rules, state) == OVER:
        returns(rules, state, out)
        return
    own = r.goal - s.score[player] - 0.85 * s.total
    other = r.goal - s.score[1 - player]
    out[player] = 1 / (1 + exp(-0.4 * (other - own + 1) / sqrt(other + own)))
    out[1 - player] = 1 - out[player]


# 4. Knowledge: there are no secrets

cdef uint64_t view_key(const void* r, const void* state, int viewer) noexcept nogil:
    """Leaves the number of turns out: it matters only to the turn limit, which sane play never meets."""
    cdef const Table* s = <const Table*>state
    cdef uint64_t key = <uint64_t>s.score[0] << 32 | <uint64_t>s.score[1] << 16 | <uint64_t>s.total
    return mix(0, key << 2 | (s.turns & 1) << 1 | s.rolling)


cdef int64_t player(const void* r, const void* state, int seat, int i) noexcept nogil:
    return (<const Table*>state).turns & 1


cdef const char* check(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    cdef int last = 1 - (s.turns & 1)
    cdef bint over = to_move(rules, state) == OVER
    if not (0 <= s.score[0] <= r.goal + MOST_ABOVE and 0 <= s.score[1] <= r.goal + MOST_ABOVE):
        return "scores: must be from 0 to the goal and what a last roll can add"
    if not 0 <= s.turns <= r.turn_limit or s.rolling & ~1:
        return "turn: must be from 0 to the turn limit"
    if s.score[1 - last] >= r.goal:
        return "scores: only the player of the last turn can have won"
    if over and (s.total or s.rolling):
        return "total: must be 0, and rolling false, as the game is over"
    if not over and not 0 <= s.total < r.goal - s.score[1 - last] or s.total == 1:
        return "total: must be 0, or from 2 to less than the player needs"
    return NULL


# 5. As Python sees it

cdef class Pig(Game):
    """Pig: roll on and risk the turn's points, or hold them; the first to reach the goal wins."""

    id = "pig"
    title = "Pig"
    seat_names = ("first", "second")
    prompts = {None: "Roll the die, or hold the turn's points?"}
    streams = ("dice 0", "dice 1")
    evaluates = True
    OPTIONS = (
        Option("goal", 100, "How many points win.", low=10, high=200),
        Option("turn_limit", 1000, "After how many turns of both players together the higher score wins.",
               low=2, high=10_000),
    )

    cdef Rules own

    def __init__(self, **options):
        super().__init__(**options)
        self.vocabulary = Vocabulary(Kind, {
            ROLL: Verb("roll", "roll"),
            HOLD: Verb("hold", "hold"),
            DIE: Verb("die", "die {face}", Number("face", 1, FACES), words="the die shows {face}"),
        }, outcomes=(DIE,), meanings={"face": "What the die shows."})
        self.own.goal = self.options["goal"]
        self.own.turn_limit = self.options["turn_limit"]
        self.rules = &self.own
        self.fn.state_size = sizeof(Table)
        self.fn.seats = 2
        self.fn.to_move = to_move
        self.fn.turn = turn
        self.fn.legal = legal
        self.fn.source = source
        self.fn.play = play
        self.fn.view_key = view_key
        self.fn.returns = returns
        self.fn.estimate = estimate
        self.fn.check = check

    def start(self, State state not None):
        memset(state.data, 0, sizeof(Table))

    def form(self):
        score = number(0, self.own.goal + MOST_ABOVE)
        return {
            "scores": part(each(score, 2), "The points of each seat."),
            "player": part(number(0, 1), "Whose turn it is."),
            "total": part(number(0, self.own.goal - 1), "The points of the turn so far.", 0),
            "rolling": part(flag, "Whether the die is being rolled.", False),
            "turn": part(number(0, self.own.turn_limit), "How many turns ended.",
                         inferred="it is the player's first"),
        }

    def box(self):
        faces = [
            Face(id=str(face), sides=1, text=f"{face} points" if face > 1 else "the turn's points are lost")
            for face in range(1, FACES + 1)
        ]
        die = Die(id="die", name="die", faces=faces)
        return Catalogue(**seats_and_phases(self.seat_names, self.prompts), dice=[die])

    def scene(self, view):
        from battlewise.core.games.pig.scene import scene
        return scene(self.catalogue(), self.options["goal"], view)

    def describe(self, State state not None, int viewer):
        """The table; `form` says what the fields mean."""
        cdef Table* s = <Table*>state.data
        return {"scores": [s.score[0], s.score[1]], "player": s.turns & 1, "total": s.total,
                "rolling": bool(s.rolling), "turn": s.turns}

    def restore(self, State state not None, view, int viewer):
        """``scores`` and ``player`` are required; the turn is the player's first if left out."""
        fields = Fields(view)
        cdef Table* s = <Table*>state.data
        scores = Fields({f"scores[{i}]": score for i, score in enumerate(fields.items("scores", 2))})
        player = fields.integer("player", 0, 1)
        for seat in range(2):
            s.score[seat] = scores.integer(f"scores[{seat}]", 0, self.own.goal + MOST_ABOVE)
        s.total = fields.integer("total", 0, self.own.goal - 1, default=0)
        s.rolling = fields.flag("rolling")
        s.turns = fields.integer("turn", 0, self.own.turn_limit, default=player)
        if s.turns & 1 != player:
            parity = "odd" if player else "even"
            raise fields.fail("turn", f"must be {parity}: the first player has the even turns")
        fields.close()

    def render(self, State state not None, int viewer):
        cdef Table* s = <Table*>state.data
        lines = [f"{name}: {s.score[seat]}" for seat, name in enumerate(self.seat_names)]
        return "\n".join([*lines, f"{self.seat_names[s.turns & 1]} has rolled {s.total} this turn"])

    def changes(self, before, after, actor, move):
        """``total``: what a roll adds to the turn's points; ``scores``: what holding scores; ``lost``: the
        points of a turn that are lost."""
        seat = before["player"]
        name = self.seat_names[seat]
        scored = after["scores"][seat] - before["scores"][seat]
        if scored:
            return [change("scores", f"{name} scores {scored}: {after['scores'][seat]} in all",
                           seat=seat, amount=scored)]
        if after["turn"] > before["turn"]:
            return [change("lost", f"{name} loses the turn's {before['total']} points",
                           seat=seat, amount=before["total"])]
        more = after["total"] - before["total"]
        return [change("total", f"{after['total']} points this turn", seat=seat, amount=more)] if more else []

    def observed(self):
        cdef Table* s = NULL
        goal = self.own.goal
        return [
            numbers("scores", <size_t>&s.score, 4, goal + MOST_ABOVE, unit=goal, seats=4),
            seat_numbers("player", 0, 4, read=<size_t>&player),
            numbers("total", <size_t>&s.total, 4, goal),
            numbers("rolling", <size_t>&s.rolling, 4, 1),
            numbers("turn", <size_t>&s.turns, 4, self.own.turn_limit),
        ]

    def minimal_views(self):
        return {
            "decision": {"seat": 0, "scores": [40, 52], "player": 0, "total": 11},
            "die": {"seat": 0, "scores": [40, 52], "player": 1, "total": 6, "rolling": True},
        }
