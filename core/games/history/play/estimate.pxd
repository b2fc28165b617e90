from battlewise.core.games.history.state cimport *

# What `features` counts for each seat.
cpdef enum:
    X_POINTS         # victory points that it has, and those in sight in the battle in progress
    X_POINTS_LATE    # times the share of the game that is over
    X_POINTS_LAST    # by the turns, of all players, that are left
    X_TURNS          # turns whose battle is still to come
    X_TEMPO          # its turn, before the battle
    X_RECRUITS       # points of units that the battle in progress will bring, on average
    X_PRIZE          # points of relics, the same
    X_GLORY          # points of prowess and honour tokens, the same
    X_RISK           # points of relics that it will lose, the same
    X_ARMY           # merit of its recruits but heroes set aside, times turns left
    X_QUALITY        # merit of the cards of its army on average, times turns left
    X_HAND           # power of its hand as it will be at the end of the turn, if it has turns left
    X_TOKENS         # warfare tokens, if it has turns left
    X_SETS           # points that the better of two relics brings, if it has turns left
    X_EXPOSED        # points of relics that others can win from it in their next turn
    X_ORDER          # its place in the round, 0 to 1
    FEATURES

cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef float prospect(const Rules* r, const Journey* s, int era, float strength) noexcept nogil
cdef double mean_power(const Rules* r, uint64_t cards) noexcept nogil
