# Information-set Monte Carlo tree search: one tree of what the searching seat sees.
from libc.stdint cimport uint32_t

from battlewise.core.game cimport Contract, MAX_SEATS, move_t
from battlewise.core.rng cimport Rng
from battlewise.search.playout cimport Policy

cdef enum:
    ROOT = 0
    NONE = 0            # no child, no sibling: the root is neither
    MAX_DEPTH = 256     # below this a playout takes over


# One edge of the tree and the node it leads to: 48 bytes.
cdef struct Node:
    double total        # sum of returns to the seat that moves at the parent
    double squares      # sum of their squares
    move_t move         # the move or outcome, as the searching seat sees it
    uint32_t key        # of an outcome: what the searching seat knows after it, hashed
    uint32_t child      # its first child
    uint32_t sibling    # the next child of its parent
    uint32_t visits
    uint32_t available  # times it was legal when its parent was visited
    uint32_t met        # the last iteration in which it was legal, counted from 1
    float prior


cdef struct Tree:
    const Contract* fn
    const void* r
    const void* root    # the state searched from, hidden parts as they came
    void* worlds        # the fixed deals, one state after another
    void* state         # scratch: the state of the iteration
    void* before        # scratch: the state before an outcome
    void* way           # scratch: the states of a way to win
    Node* nodes
    uint32_t used
    uint32_t capacity
    int viewer
    int fixed_worlds
    bint alike          # whether moves of the decision at hand look alike to the searching seat
    double exploration
    double first_play
    Policy policy
    Rng* rng
    double sums[MAX_SEATS]      # returns of all iterations, a seat
    long iterations


cdef class StopFlag:
    cdef volatile int raised
