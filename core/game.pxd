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

# A decision or an outcome, packed: what the bits mean is each game's own affair.
ctypedef uint32_t move_t

cdef struct MoveList:
    int n
    move_t move[MAX_MOVES]

cdef struct Outcomes:
    int n
    move_t move[MAX_OUTCOMES]
    double p[MAX_OUTCOMES]          # sums to 1

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
    # At a chance node: every possible outcome, each once, with its probability.
    void (*outcomes)(const void* r, const void* s, Outcomes* out) noexcept nogil
    # At a chance node: sample one outcome as `outcomes` weighs them, play it, return it.
    move_t (*roll)(const void* r, void* s, Rng* rng) noexcept nogil
    # At a chance node: the index of its stream in the game's `streams`.
    int (*stream)(const void* r, const void* s) noexcept nogil
    # Apply a decision or an outcome. Deterministic.
    void (*play)(const void* r, void* s, move_t move) noexcept nogil
    # The move about to be played as `viewer` sees it: equal for all that he cannot tell apart.
    move_t (*seen)(const void* r, const void* s, move_t move, int viewer) noexcept nogil
    # Deal anew all that `viewer` cannot know. A function of his view and the generator alone.
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
    # NULL if the state is sound, else what is wrong with it.
    const char* (*check)(const void* r, const void* s) noexcept nogil


cdef class Game:
    cdef Contract fn
    cdef const void* rules          # unchanged after __init__; in `block`, or the subclass's own
    cdef void* block                # `allot`'s
    cdef readonly dict options

    cdef void* allot(self, size_t size) except NULL
    cdef State blank(self)


cdef class State:
    cdef readonly Game game
    cdef void* data                 # fn.state_size bytes, padding zeroed
    cdef readonly object seed
    cdef readonly bint asks         # stop at chance nodes: the caller plays or rolls the outcome
    cdef list _log                  # (actor, move, moves as seen by PUBLIC, seat 0, ...) a ply
    cdef list _drawn                # events so far, a stream
    cdef readonly bint from_start    # made by Game.new, not from a view

    cdef inline int mover(self) noexcept:
        return self.game.fn.to_move(self.game.rules, self.data)

    cdef _apply(self, move_t code)
    cdef _settle(self)
    cdef _at_chance(self)
    cdef _redeal(self, int viewer, bits)


cdef class Move:
    cdef readonly Game game
    cdef readonly move_t code


cdef uint64_t hash_bytes(const void* data, size_t n, uint64_t h) noexcept nogil

cdef Move new_move(Game game, move_t code)
