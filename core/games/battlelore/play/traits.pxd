from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.state cimport Battle, Rules

cpdef enum:                      # the traits of command cards
    CARD_ONE_UNIT, CARD_ORDERED, CARD_ENGAGED, CARD_ORDERS_NOBODY, CARD_EXTRA, CARD_LORE

cpdef enum:                      # the traits of orders
    ORDER_NEAR_ENEMY, ORDER_RANGED, ORDER_HAS_TARGET, ORDER_ON_BANNER, ORDER_NEAR_BANNER, ORDER_WEAK
    ORDER_THREATENED, ORDER_FIGURES, ORDER_TRAITS

cpdef enum:                      # the traits of moves
    MOVE_MOVES, MOVE_TO_BANNER, MOVE_FROM_BANNER, MOVE_ADJACENT, MOVE_ADJACENT_WEAK, MOVE_NEAR_ENEMY
    MOVE_NEAR_BANNER, MOVE_CROWD, MOVE_BACKED, MOVE_WEAK_IN_REACH, MOVE_LATER, MOVE_TRAITS

cpdef enum:                      # the traits of attacks
    ATTACK_HOLD, ATTACK_FIGURES_LEFT, ATTACK_WEAK_TARGET, ATTACK_ON_BANNER, ATTACK_COUNTERS
    ATTACK_WEAK_ATTACKER, ATTACK_BACKED_TARGET, ATTACK_LATER, ATTACK_TRAITS

cdef int describe(const Rules* r, const Battle* s, const MoveList* moves, float* x) noexcept nogil
cdef hexes_t banners_of(const Battle* s) noexcept nogil
