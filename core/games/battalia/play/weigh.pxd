from battlewise.core.game cimport MoveList

cpdef enum:                      # the kinds of decisions that have traits
    ACTING, PUTTING, LINING, RESPONDING

cpdef enum:                      # the traits of actions
    ACT_END, ACT_HIRE, ACT_RANK, ACT_TOOL, ACT_WEAPON, ACT_CHANGER, ACT_TENT_HORSE, ACT_COLOUR, ACT_ROAD
    ACT_CITY, ACT_LEVEL, ACT_UPGRADE, ACT_HERO, ACT_MOVE, ACT_CLOSER, ACT_USE, ACT_AMBUSH, ACT_ATTACK
    ACT_ODDS, ACT_CHOOSE

cpdef enum:                      # the traits of places for terrain cards
    PUT_JOINED, PUT_OPEN, PUT_PRIZE, PUT_ENEMY, PUT_TOWARDS

cpdef enum:                      # the traits of moves in a battle line
    LINE_STRENGTH, LINE_MIXED, LINE_CHANGE, LINE_BRIBE, LINE_STAND, LINE_PASS, LINE_TENT

cpdef enum:                      # the traits of answers to an attack
    REPLY_FIGHT, REPLY_RAISE, REPLY_HEROES, REPLY_SURRENDER, REPLY_RETREAT, REPLY_GAP, REPLY_VALUE
    REPLY_TENT

cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil
