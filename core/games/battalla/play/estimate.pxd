# The features of the evaluation, each seat 0's number less seat 1's: exchanging the seats changes every sign.
cpdef enum:
    PENALTY                      # penalty cards
    PENALTY_LATE                 # less one over their number: the last ones are worth more
    UNITS                        # cards in play
    ATK
    HEALTH                       # health left
    FORWARD                      # rows that cards have come forward
    STRIKERS                     # cards that can attack directly
    THREATENING                  # cards in the neutral zone with nothing before them
    IN_HAND
    STAMINA_LEFT                 # the active player's, in fifths of a turn
    HEROES_IN_PLAY
    ITEMS_IN_PLAY
    FIELDS
    HELD                         # cards that may not move or attack
    POISONED
    TEMPO                        # the turn in hand
    GOES_FIRST                   # 1 for the seat that went first
    FEATURES

cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
