from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.state cimport Battle, Rules

cpdef enum:                      # the traits of moves that terrain and scenario cards add
    GROUND_TO_SCORE, GROUND_FROM_SCORE, GROUND_SPOILS, GROUND_COVER, GROUND_HILL, GROUND_TO_TENT
    GROUND_OWN_TENT

cpdef enum:                      # the traits of attacks that the odds add
    ODDS_KILL, ODDS_HARM, ODDS_KILL_WORTH, ODDS_KILL_VP, ODDS_REPRISAL, ODDS_PLAY_LORE

cpdef enum:                      # the traits of advances
    ADVANCE_ADVANCE, ADVANCE_PURSUE, ADVANCE_TO_BANNER, ADVANCE_FROM_BANNER, ADVANCE_TO_SCORE
    ADVANCE_FROM_SCORE, ADVANCE_COVER, ADVANCE_CONTACT, ADVANCE_WEAK, ADVANCE_PLAY_LORE

cpdef enum:                      # the traits of the Lore Step
    STEP_TWO_TOKENS, STEP_TOKEN_AND_CARD, STEP_PLAY_LORE, STEP_TOKENS_RICH, STEP_CARDS_FULL

cdef int describe_full(const Rules* r, const Battle* s, const MoveList* moves, int decision,
                       float* x) noexcept nogil
cdef void fill_odds(Rules* r) noexcept nogil
