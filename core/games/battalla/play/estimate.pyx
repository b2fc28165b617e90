"""The evaluation: a logistic function of differences between the seats (weights: estimate.toml)."""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport take_bit32
from battlewise.core.fitted cimport win_chances
from battlewise.core.games.battalla.rules.combat cimport may_attack_directly
from battlewise.core.games.battalla.rules.field cimport atk_of, hp_of
from battlewise.core.games.battalla.rules.turn cimport returns
from battlewise.core.games.battalla.state cimport *

# Each is seat 0's number less seat 1's, so that exchanging the seats changes every sign.
NAMES = (
    "penalty",              # penalty cards
    "penalty_late",         # less one over their number: the last ones are worth more
    "units",                # cards in play
    "atk",
    "health",               # health left
    "forward",              # rows that cards have come forward
    "striking",             # cards that can attack directly
    "threatening",          # cards in the neutral zone with nothing before them
    "hand",
    "stamina",              # the active player's, in fifths of a turn
    "heroes",               # in play
    "items",
    "fields",
    "held",                 # cards that may not move or attack
    "poison",
    "tempo",                # the turn in hand
    "first",                # 1 for the seat that went first
)


cdef void _count_cards(const Rules* r, const Table* s, int seat, double sign, double* out) noexcept nogil:
    cdef uint32_t m = s.cards[seat]
    cdef const Piece* p
    cdef int square, row
    while m:
        square = take_bit32(&m)
        p = &s.at[square]
        row = 4 - row_of(square) if seat else row_of(square)
        out[2] += sign
        out[3] += sign * atk_of(r, s, square)
        out[4] += sign * (hp_of(r, s, square) - p.damage)
        out[5] += sign * row
        if may_attack_directly(s, square):
            out[6] += sign
        elif row == 2 and not bit(ahead(square, seat)) & taken(s):
            out[7] += sign
        if r.card[p.card - 1].type == HERO:
            out[10] += sign
        out[11] += sign * ((p.item[0] > 0) + (p.item[1] > 0))
        out[13] += sign * ((p.frozen > 0) + (p.stunned > 0))
        out[14] += sign * p.poison


cdef void features(const void* rules, const void* state, double* out) noexcept nogil:
    """FEATURES numbers in the order of NAMES."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    cdef double sign
    cdef int seat, i
    for i in range(FEATURES):
        out[i] = 0.0
    for seat in range(2):
        sign = -1.0 if seat else 1.0
        _count_cards(r, s, seat, sign, out)
        if s.stage > PENALTIES:
            out[0] += sign * s.penalty_size[seat]
            out[1] -= sign / (s.penalty_size[seat] if s.penalty_size[seat] else 1)
        out[8] += sign * s.hand_size[seat]
        out[12] += sign * (s.field[seat] != 0)
    sign = -1.0 if active(s) else 1.0
    if s.stage > PENALTIES:
        out[9] = sign * (1.0 if s.stage == STARTING else s.stamina[active(s)] * 0.2)
        out[15] = 0.0 if s.stage == ENDING else sign
        out[16] = -1.0 if s.first else 1.0


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef double feature[FEATURES]
    if (<const Table*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(rules, state, feature)
    win_chances(&(<const Rules*>rules).weights, feature, out)
