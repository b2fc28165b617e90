from battlewise.core.game cimport MoveList
from battlewise.core.games.history.state cimport *

cpdef enum:                      # the kinds of decisions that have traits
    TRAVELLING, ACTING, FACING, CHAINING, DEPLOYING, DEFENDING, ARMING

cpdef enum:                      # the traits of the gears and the token
    TRAVEL_INSERT, TRAVEL_LEAVE, TRAVEL_PROSPECT, TRAVEL_TOKEN, TRAVEL_GIVES

cpdef enum:                      # the traits of actions and jumps
    ACT_DRAW_TWO, ACT_RECALL, ACT_DISMISS, ACT_RESHUFFLE, ACT_TIGHTEN_UP, ACT_RECALLED, ACT_DISMISSED
    ACT_PROSPECT, ACT_RELICS_THERE

cpdef enum:                      # the traits of whom to face
    FACE_CHASE, FACE_CHALLENGE, FACE_ODDS, FACE_HERO, FACE_MERIT, FACE_EDGE, FACE_CARDS, FACE_TOKENS
    FACE_SPOILS

cpdef enum:                      # the traits of further cards
    CHAIN_JOINS, CHAIN_ODDS, CHAIN_HERO, CHAIN_POWER

cpdef enum:                      # the traits of the attacker's units
    DEPLOY_READY, DEPLOY_WIN, DEPLOY_GAIN, DEPLOY_PRIZE, DEPLOY_FALLEN, DEPLOY_POWER, DEPLOY_HERO
    DEPLOY_TIGHTEN_UP, DEPLOY_UNITS

cpdef enum:                      # the traits of a challenged player's units
    DEFEND_READY, DEFEND_POWER, DEFEND_HEALTH, DEFEND_HERO, DEFEND_TIGHTEN_UP, DEFEND_UNITS

cpdef enum:                      # the traits of warfare tokens
    ARM_NONE, ARM_WIN, ARM_GAIN, ARM_HOLD

cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil
cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
