from battlewise.core.games.battlelore.state cimport SCENARIOS, UNIT_TYPES

# What `features` counts: seat 0's number less seat 1's, so that exchanging the sides changes every sign.
cpdef enum:
    X_MELEE_FIGURES           # figures of melee units, as many as their share of 4 muster points
    X_RANGED_FIGURES
    X_WHOLE_UNITS             # units that have lost no figure
    X_WEAK_UNITS
    X_VP
    X_VP_LATE                 # VP times the leader's share of the way to victory
    X_FIGURES_LATE            # figures times the same share
    X_LORE                    # tokens
    X_HELD_IN_TURN            # VP in sight, of banners of the active player, who scores next
    X_HELD_OUT_OF_TURN        # VP of banners held by the other, who must first survive a turn
    X_NEAR_BANNERS            # for each banner the nearest unit, 1 on it, less by a quarter a hex
    X_ATTACKERS               # the active player's units that can move and attack
    X_EXPOSED                 # weak units that an enemy can move to and attack
    X_CONTACT                 # figures adjacent to an enemy
    X_BACKED                  # units with a friend adjacent, who may support them
    X_POISONED                # tokens: poison 1, stun 2
    X_TEMPO                   # the turn in hand, worth less with each step gone
    X_TEMPO_LATE              # the same times the leader's share of the way to victory
    X_UTHUK                   # 1: what the Uthuk's units and the first turn are worth by themselves
    LEARNING_FEATURES

# In the full game besides; after them the figures of each unit type, as parts of a whole unit, and each
# scenario card: 1 for that of seat 0, -1 for that of seat 1.
cpdef enum:
    X_LORE_CARDS = LEARNING_FEATURES
    X_FIRST                   # the first player, who takes the first turn and at whose turns the game is won
    X_FIRST_LATE              # the same times the leader's share of the way to victory
    X_SCENARIO_IN_TURN        # VP in sight of the active player's scenario card
    X_SCENARIO_OUT_OF_TURN
    X_AT_BANNERS              # for each banner the units within 2 hexes
    X_ARCHERS_ON_HILLS
    UNIT_FEATURES
    FEATURES = UNIT_FEATURES + UNIT_TYPES + 2 * SCENARIOS

cdef void features(const void* rules, const void* state, double* out) noexcept nogil
cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil
