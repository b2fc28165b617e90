from battlewise.core.game cimport MoveList
from battlewise.core.games.battalla.state cimport Rules, Table

# The traits of what to do next.
cpdef enum:
    PASSES, PASSES_IDLE
    PLAYS_UNIT, PLAYS_ASSIST, PLAYS_ITEM, PLAYS_FIELD
    COSTS, SUMMONS, USES, MOVES_CARD, GOES_FORWARD, BREAKS_THROUGH, ATTACKS, KILLS_CARD, STRIKES_DIRECTLY
    IS_WEAK, IN_VAIN
    TURN_TRAITS

# The traits of the choice of a square.
cpdef enum:
    IS_OWN, HAS_ATK, WOULD_DIE, IS_DAMAGED, HAS_ADVANCED, IS_UNOPPOSED, IS_OPPOSED, HAS_FREE_WAY
    SQUARE_TRAITS

cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil
cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
