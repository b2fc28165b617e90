from battlewise.core.game cimport MoveList

cpdef enum:                      # the decisions of a war that have traits
    COMMITTING, FORMING_UP, ATTACKING, AIMING, LOSING, REDEPLOYING

cpdef enum:                      # the other decisions that have traits; MARCHING is the only one of a foray
    MARCHING, ACTING, BUYING_FIEF, BUYING_CARD, TRADING_PLACES, WINDOWING, TARGETING, DECLARING

cpdef enum:                      # traits of commitments
    SEND_NONE, SEND_TROOPS, SEND_HOLD

cpdef enum:                      # traits of places for troops
    FORM_RESERVE, FORM_PIECES, FORM_TROOPS, FORM_NO_RESERVE

cpdef enum:                      # traits of attacks
    ATTACK_STOP, ATTACK_CHANCE, ATTACK_KILLS, ATTACK_AT_RESERVE, ATTACK_RISK, ATTACK_RESERVE

cpdef enum:                      # traits of targets of guns
    AIM_PIECES, AIM_COMMANDERS, AIM_FACED

cpdef enum:                      # traits of losses
    LOSS_RETREATING, LOSS_LEFT

cpdef enum:                      # traits of redeployment
    REDEPLOY_STOP, REDEPLOY_CARD_BACK, REDEPLOY_SOLDIER_BACK, REDEPLOY_CARD_FORWARD
    REDEPLOY_SOLDIER_FORWARD, REDEPLOY_COMMANDER, REDEPLOY_ENEMIES, REDEPLOY_COMMANDER_HOME, REDEPLOY_THIN
    REDEPLOY_FROM_RESERVE, REDEPLOY_PIECES_BACK

cpdef enum:                      # traits of marches
    MARCH_RAID, MARCH_RAID_GAIN, MARCH_RETURN, MARCH_RETURN_GAIN, MARCH_NEARER, MARCH_HOMEWARD, MARCH_STAY
    MARCH_LATE, MARCH_FAR, MARCH_RIVAL

cpdef enum:                      # traits of activities
    ACT_AGRICULTURE, ACT_TRADE, ACT_CULTURE, ACT_INCOME, ACT_UPKEEP, ACT_MARKET, ACT_EVENT, ACT_END
    ACT_CHANCELLOR
    ACT_GROWTH                   # income that one trader more can bring
    ACT_COMPLETES                # an open card that makes a series count can be paid

cpdef enum:                      # traits of fiefs to buy or to give up
    FIEF_NOTHING, FIEF_PRICE, FIEF_CROWNS, FIEF_TROOPS, FIEF_LATE

cpdef enum:                      # traits of History cards
    CARD_NOTHING, CARD_PRICE, CARD_COMPLETES, CARD_PAIR, CARD_SPECIAL

cpdef enum:                      # traits of traders
    TRADER_PLACE, TRADER_KEEP, TRADER_GAIN

cpdef enum:                      # traits of Event cards in a window
    WINDOW_PASS, WINDOW_WAR

cpdef enum:                      # traits of targets of Event cards
    TARGET_LEADER, TARGET_OWN, TARGET_VALUE

cpdef enum:                      # traits of the choice of a foray
    FORAY_STAY, FORAY_PROSPECT

cdef int describe_at_war(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil
cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil
