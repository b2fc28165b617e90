# What games share whose evaluation and priors are linear in numbers of their own, with fitted weights.
from battlewise.core.game cimport Game, MoveList

cdef enum:
    MOST_FEATURES = 64           # of `estimate`, a seat
    MOST_TRAITS = 20             # of a move, for `weigh`
    MOST_DECISIONS = 16          # kinds of decision whose moves have traits
    UNWEIGHED = 255              # a decision whose moves have none

cdef struct Weights:
    int rows                     # how many seats have features of their own; 1: of seat 0 less seat 1
    int features
    double feature[MOST_FEATURES]
    int traits[MOST_DECISIONS]
    float trait[MOST_DECISIONS][MOST_TRAITS]

# At any time: `features` numbers for each row.
ctypedef void (*features_t)(const void* r, const void* s, double* out) noexcept nogil
# At a decision: MOST_TRAITS numbers for each move; the kind of decision, or UNWEIGHED.
ctypedef int (*traits_t)(const void* r, const void* s, const MoveList* moves, float* out) noexcept nogil
# The weight of the move of an index, at a decision whose moves have no traits.
ctypedef float (*fixed_t)(const void* r, const void* s, const MoveList* moves, int index) noexcept nogil


cdef class FittedGame(Game):
    cdef Weights* weights        # in the rules of the subclass
    cdef features_t describe_state
    cdef traits_t describe_moves
    cdef readonly tuple feature_names
    cdef readonly dict trait_names

    cdef fit(self, Weights* weights, int rows, features_t describe_state, traits_t describe_moves)
    cdef take_weights(self, folders, features, traits, suffixes)


cdef read_weights(Weights* weights, folders, features, traits, suffixes)

cdef void win_chances(const Weights* weights, const double* feature, double* out) noexcept nogil

cdef void weigh_by(const Weights* weights, traits_t describe, fixed_t fixed, const void* r, const void* s,
                   const MoveList* moves, float* out) noexcept nogil
