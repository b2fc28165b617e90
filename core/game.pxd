# The one contract between games and everything else.
#
# A game is a flat C state (no pointers, copied by memcpy), an immutable block of rules, and the
# functions below. None of them touches a Python object, so search runs without the GIL.
# Every function is given legal arguments; Python reaches them only through the checks of `State`.
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from battlewise.core.rng cimport Rng

cdef enum:
    CHANCE = -1        # to_move: a chance node
    OVER = -2          # to_move: the game has ended
    PUBLIC = -1        # a viewer who knows what everybody knows
    MAX_SEATS = 5
    MAX_MOVES = 256
    MAX_OUTCOMES = 512

# A decision or an outcome, packed (moves.pxd): what its fields mean is declared with the game's verbs.
ctypedef uint32_t move_t

cdef struct MoveList:
    int n
    move_t move[MAX_MOVES]

cdef struct Outcomes:
    int n
    move_t move[MAX_OUTCOMES]
    double p[MAX_OUTCOMES]          # sums to 1

# What chance draws from at a chance node; `core/chance` fills it in, lists the outcomes and draws one.
cdef enum Draw:
    FROM_PILE                    # a card of a pile
    FROM_SET                     # one of a set of numbers, all as likely
    FROM_RANGE                   # one of the numbers 0..size-1, all as likely
    FROM_POOL                    # what a pool of dice shows
    BY_GAME                      # what functions of the game list and draw

cdef struct Source:
    int how                      # of `Draw`
    int stream                   # the index in the game's `streams`: whose luck it is
    move_t zero                  # the outcome that number 0 is drawn; number n adds n to its first field
    int size                     # of the pile, range or pool
    int kinds                    # of the pile
    const uint8_t* pile          # how many there are of each kind
    uint64_t numbers             # the set
    void (*list)(const void* r, const void* s, Outcomes* out) noexcept nogil
    move_t (*draw)(const void* r, const void* s, Rng* rng) noexcept nogil
    uint8_t made[64]             # room for a pile that does not lie in the state

cdef struct Contract:
    size_t state_size
    int seats
    bint hidden                     # some seat may lack knowledge that another has

    # The seat that decides, or CHANCE, or OVER.
    int (*to_move)(const void* r, const void* s) noexcept nogil
    # The turn counter, from 0; never falls. Searches cut playouts off where it rises.
    int (*turn)(const void* r, const void* s) noexcept nogil
    # At a decision: every legal move, each once, at least one.
    void (*legal)(const void* r, const void* s, MoveList* out) noexcept nogil
    # At a chance node: what is drawn from.
    void (*source)(const void* r, const void* s, Source* out) noexcept nogil
    # Apply a decision or an outcome. Deterministic.
    void (*play)(const void* r, void* s, move_t move) noexcept nogil
    # The move about to be played as `viewer` sees it: equal for all that look alike to that viewer.
    move_t (*seen)(const void* r, const void* s, move_t move, int viewer) noexcept nogil
    # Deal anew all that `viewer` cannot know. A function of that viewer's view and the generator alone.
    void (*redeal)(const void* r, void* s, int viewer, Rng* rng) noexcept nogil
    # A hash of what `viewer` knows; `redeal` for the same viewer never changes it.
    uint64_t (*view_key)(const void* r, const void* s, int viewer) noexcept nogil
    # When over: the result of each seat, win 1, loss 0, shared on a tie.
    void (*returns)(const void* r, const void* s, double* out) noexcept nogil
    # At any time: the expected return of each seat, calibrated. May read the whole state.
    void (*estimate)(const void* r, const void* s, double* out) noexcept nogil
    # Prior weights of the legal moves, >= 0, not all 0; 0 = not searched. NULL: uniform.
    # Never 0 for a winning move nor for the only defence. Reads only what the mover knows.
    void (*weigh)(const void* r, const void* s, const MoveList* moves, float* out) noexcept nogil
    # The index of a move that wins by force, or is best by exact values, as far as the mover knows, or -1,
    # after a look at about so many positions. NULL: not looked for. Searches ask once a position of their
    # tree, not in playouts.
    int (*winning)(const void* r, const void* s, const MoveList* moves, int positions) noexcept nogil
    bint winning_is_certain     # whether a move that `winning` names wins whatever happens
    # NULL if the state is sound, else what is wrong with it: "field: text", with the field of the view.
    const char* (*check)(const void* r, const void* s) noexcept nogil


cdef class Game:
    cdef Contract fn
    cdef const void* rules          # unchanged after __init__; in `block`, or the subclass's own
    cdef void* block                # `allot`'s
    cdef readonly dict options
    cdef readonly object vocabulary    # of its moves (vocabulary.py)
    cdef object _form               # of its views, once it was asked for (schemas.py)
    cdef object _catalogue          # of its box, once it was asked for (catalogue.py)
    cdef object _observer           # of its positions, once it was asked for (observation.pyx)
    cdef object error               # what its own Python code raised where C code called it (python_game.pyx)

    cdef void* allot(self, size_t size) except NULL
    cdef State blank(self)


cdef inline int raise_error(Game game) except -1:
    """Raise what Python code of the game has raised since C code was called."""
    if game.error is not None:
        error, game.error = game.error, None
        raise error
    return 0


cdef class State:
    cdef readonly Game game
    cdef void* data                 # fn.state_size bytes, padding zeroed
    cdef readonly object seed
    cdef readonly bint asks         # stop at chance nodes: the caller plays or rolls the outcome
    cdef list _log                  # (actor, move, moves as seen by PUBLIC, seat 0, ...) a ply
    cdef list _drawn                # events so far, a stream
    cdef list _positions            # the bytes before each ply of the last call of `play` or `roll`
    cdef readonly bint from_start    # made by Game.new, not from a view

    cdef inline int mover(self) noexcept:
        return self.game.fn.to_move(self.game.rules, self.data)

    cdef int _mover(self) except -3
    cdef _apply(self, move_t code)
    cdef move_t _roll(self)
    cdef State _at(self, position)
    cdef int _stream(self) noexcept
    cdef _settle(self)
    cdef _at_chance(self)
    cdef _redeal(self, int viewer, bits)


cdef class Move:
    cdef readonly Game game
    cdef readonly move_t code


cdef uint64_t hash_bytes(const void* data, size_t n, uint64_t h) noexcept nogil

cdef Move new_move(Game game, move_t code)
