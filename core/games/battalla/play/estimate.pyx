"""The evaluation: a logistic function of differences between the seats (weights: estimate.toml)."""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport take_bit32
from battlewise.core.fitted cimport win_chances
from battlewise.core.games.battalla.rules.combat cimport may_attack_directly
from battlewise.core.games.battalla.rules.field cimport atk_of, hp_of
from battlewise.core.games.battalla.rules.turn cimport returns
from battlewise.core.games.battalla.state cimport *

from battlewise.core.vocabulary import by_number

NAMES = by_number({
    PENALTY: "penalty",
    PENALTY_LATE: "penalty_late",
    UNITS: "units",
    ATK: "atk",
    HEALTH: "health",
    FORWARD: "forward",
    STRIKERS: "striking",
    THREATENING: "threatening",
    IN_HAND: "hand",
    STAMINA_LEFT: "stamina",
    HEROES_IN_PLAY: "heroes",
    ITEMS_IN_PLAY: "items",
    FIELDS: "fields",
    HELD: "held",
    POISONED: "poison",
    TEMPO: "tempo",
    GOES_FIRST: "first",
})


cdef void _count_cards(const Rules* r, const Table* s, int seat, double sign, double* out) noexcept nogil:
    cdef uint32_t m = s.cards[seat]
    cdef const Piece* p
    cdef int square, row
    while m:
        square = take_bit32(&m)
        p = &s.at[square]
        row = 4 - row_of(square) if seat else row_of(square)
        out[UNITS] += sign
        out[ATK] += sign * atk_of(r, s, square)
        out[HEALTH] += sign * (hp_of(r, s, square) - p.damage)
        out[FORWARD] += sign * row
        if may_attack_directly(s, square):
            out[STRIKERS] += sign
        elif row == 2 and not bit(ahead(square, seat)) & taken(s):
            out[THREATENING] += sign
        if r.card[p.card - 1].type == HERO:
            out[HEROES_IN_PLAY] += sign
        out[ITEMS_IN_PLAY] += sign * p.items
        out[HELD] += sign * ((p.frozen > 0) + (p.stunned > 0))
        out[POISONED] += sign * p.poison


cdef void features(const void* rules, const void* state, double* out) noexcept nogil:
    """FEATURES numbers, by feature."""
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
            out[PENALTY] += sign * s.penalty_size[seat]
            out[PENALTY_LATE] -= sign / (s.penalty_size[seat] if s.penalty_size[seat] else 1)
        out[IN_HAND] += sign * s.hand_size[seat]
        out[FIELDS] += sign * (s.field[seat] != 0)
    sign = -1.0 if active(s) else 1.0
    if s.stage > PENALTIES:
        out[STAMINA_LEFT] = sign * (1.0 if s.stage == STARTING else s.stamina[active(s)] * 0.2)
        out[TEMPO] = 0.0 if s.stage == ENDING else sign
        out[GOES_FIRST] = -1.0 if s.first else 1.0


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef double feature[FEATURES]
    if (<const Table*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(rules, state, feature)
    win_chances(&(<const Rules*>rules).weights, feature, out)
