"""Games whose `estimate` and `weigh` are linear in numbers of their own, with weights fitted to games."""
from libc.math cimport exp, expf

from battlewise.core.game cimport MAX_MOVES, MAX_SEATS, MoveList, State

from battlewise.core import data


cdef class FittedGame(Game):
    """A game that describes states by features and moves by traits; their weights are TOML beside it.

    A subclass says in `fit` who counts them, and in `take_weights` how they are called.
    """

    evaluates = True

    cdef fit(self, Weights* weights, int rows, features_t describe_state, traits_t describe_moves):
        """Say where the weights stand in the rules, how many rows of features there are, and who counts."""
        self.weights = weights
        weights.rows = rows
        self.describe_state, self.describe_moves = describe_state, describe_moves

    cdef take_weights(self, folders, features, traits, suffixes):
        """Read the weights, given their names, which are kept to tell what the numbers are; see
        `read_weights`.
        """
        self.feature_names, self.trait_names = features, traits
        read_weights(self.weights, folders, features, traits, suffixes)

    def features(self, State state not None):
        """What `estimate` reads, for fitting its weights: a number for each of `feature_names`, of seat 0
        less seat 1, or such a list for each seat.
        """
        cdef double out[MAX_SEATS * MOST_FEATURES]
        cdef int n = self.weights.features
        self.describe_state(self.rules, state.data, out)
        rows = [[out[row * n + i] for i in range(n)] for row in range(self.weights.rows)]
        return rows if self.weights.rows > 1 else rows[0]

    def traits(self, State state not None):
        """What `weigh` reads, for fitting its weights: the kind of decision (None where weights are
        fixed) and for each legal move a number for each of the kind's `trait_names`.
        """
        cdef MoveList moves
        cdef float x[MAX_MOVES * MOST_TRAITS]
        self.fn.legal(self.rules, state.data, &moves)
        cdef int decision = self.describe_moves(self.rules, state.data, &moves, x)
        if decision == UNWEIGHED:
            return None, []
        width = self.weights.traits[decision]
        rows = [[x[i * MOST_TRAITS + k] for k in range(width)] for i in range(moves.n)]
        return list(self.trait_names)[decision], rows

    def named_weights(self):
        """The weights by name, as ``estimate.NAME`` for a feature, ``DECISION.TRAIT`` for a trait."""
        cdef int kind, i
        found = {}
        for name, (kind, i) in self._places().items():
            found[name] = self.weights.feature[i] if kind < 0 else self.weights.trait[kind][i]
        return found

    def _places(self):
        """Where the weight of each name stands: -1 for features or the kind of decision, and the index."""
        found = {f"estimate.{name}": (-1, i) for i, name in enumerate(self.feature_names)}
        for kind, (decision, traits) in enumerate(self.trait_names.items()):
            found.update({f"{decision}.{name}": (kind, i) for i, name in enumerate(traits)})
        return found

    def put_weights(self, weights):
        """Replace weights, given by the names of `named_weights`, in this object and all its states.

        For tuning alone: nothing may search a state of this game meanwhile.

        :raises KeyError: for a name that is none of them.
        """
        cdef int kind, i
        places = self._places()
        for name, weight in weights.items():
            kind, i = places[name]
            if kind < 0:
                self.weights.feature[i] = weight
            else:
                self.weights.trait[kind][i] = weight


cdef read_weights(Weights* weights, folders, features, traits, suffixes):
    """Read the weights of features and, by kind of decision, of traits, given by their names.

    :param folders: where to look for ``estimate.toml`` and ``weigh.toml``.
    :param suffixes: of the two files' names, in this order.
    :raises DataError: naming file, record and key.
    """
    of_features, of_traits = data.weights(folders, suffixes, features, traits)
    weights.features = len(features)
    for i, weight in enumerate(of_features):
        weights.feature[i] = weight
    for i, row in enumerate(of_traits):
        weights.traits[i] = len(row)
        for k, weight in enumerate(row):
            weights.trait[i][k] = weight


cdef void win_chances(const Weights* weights, const double* feature, double* out) noexcept nogil:
    """The chance of each seat to win: a logistic function of one row, or a softmax over all rows."""
    cdef double best = -1e300, total = 0
    cdef int row, i
    for row in range(weights.rows):
        out[row] = 0
        for i in range(weights.features):
            out[row] += weights.feature[i] * feature[row * weights.features + i]
        best = max(best, out[row])
    if weights.rows == 1:
        out[0] = 1 / (1 + exp(-out[0]))
        out[1] = 1 - out[0]
        return
    for row in range(weights.rows):
        out[row] = exp(out[row] - best)
        total += out[row]
    for row in range(weights.rows):
        out[row] /= total


cdef inline float _product(const float* weight, const float* trait) noexcept nogil:
    """In four sums side by side, for speed; what a kind of decision has no trait for weighs 0."""
    cdef float part[4]
    cdef int i, k
    for k in range(4):
        part[k] = 0
    for i in range(0, MOST_TRAITS, 4):
        for k in range(4):
            part[k] += weight[i + k] * trait[i + k]
    return part[0] + part[1] + (part[2] + part[3])


cdef void weigh_by(const Weights* weights, traits_t describe, fixed_t fixed, const void* r, const void* s,
                   const MoveList* moves, float* out) noexcept nogil:
    """The weight of each move: exp of a linear function of its traits, or fixed; 1 where `fixed` is NULL."""
    cdef float trait[MAX_MOVES * MOST_TRAITS]
    cdef int i
    cdef int decision = describe(r, s, moves, trait)
    for i in range(moves.n):
        if decision == UNWEIGHED:
            out[i] = fixed(r, s, moves, i) if fixed != NULL else 1
            continue
        out[i] = expf(_product(weights.trait[decision], trait + i * MOST_TRAITS))
