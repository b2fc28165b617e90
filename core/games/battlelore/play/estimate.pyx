"""The evaluation: a logistic function of differences between the sides (weights: estimate.toml)."""

from battlewise.core.bits cimport count_bits, count_wide, take_bit32, wide_bit
from battlewise.core.fitted cimport win_chances
from battlewise.core.games.battlelore.rules.board cimport HORIZON, distance_to, hexes_t
from battlewise.core.games.battlelore.rules.scenario cimport vp_in_sight
from battlewise.core.games.battlelore.rules.turn cimport returns
from battlewise.core.games.battlelore.state cimport *

from battlewise.core.vocabulary import by_number

NAMES = by_number({
    X_MELEE_FIGURES: "melee_figures",
    X_RANGED_FIGURES: "ranged_figures",
    X_WHOLE_UNITS: "whole_units",
    X_WEAK_UNITS: "weak_units",
    X_VP: "vp",
    X_VP_LATE: "vp_late",
    X_FIGURES_LATE: "figures_late",
    X_LORE: "lore",
    X_HELD_IN_TURN: "held_in_turn",
    X_HELD_OUT_OF_TURN: "held_out_of_turn",
    X_NEAR_BANNERS: "near_banners",
    X_ATTACKERS: "attackers",
    X_EXPOSED: "exposed",
    X_CONTACT: "contact",
    X_BACKED: "backed",
    X_POISONED: "poisoned",
    X_TEMPO: "tempo",
    X_TEMPO_LATE: "tempo_late",
    X_UTHUK: "uthuk",
})
FULL_NAMES = by_number({
    X_LORE_CARDS - LEARNING_FEATURES: "lore_cards",
    X_FIRST - LEARNING_FEATURES: "first",
    X_FIRST_LATE - LEARNING_FEATURES: "first_late",
    X_SCENARIO_IN_TURN - LEARNING_FEATURES: "scenario_in_turn",
    X_SCENARIO_OUT_OF_TURN - LEARNING_FEATURES: "scenario_out_of_turn",
    X_AT_BANNERS - LEARNING_FEATURES: "at_banners",
    X_ARCHERS_ON_HILLS - LEARNING_FEATURES: "archers_on_hills",
})


cdef inline double _tempo(const Battle* s) noexcept nogil:
    """How much of the turn is still to come, by the step it is in."""
    if s.phase < MOVE_PHASE:
        return 1.0
    if s.phase == MOVE_PHASE:
        return 0.75
    return 0.4 if s.phase < EXCHANGE_PHASE else 0.0


cdef void _count_units(const Rules* r, const Battle* s, int side, double sign, double* out) noexcept nogil:
    cdef hexes_t own = hexes_of(s, side)
    cdef hexes_t enemies = hexes_of(s, 1 - side)
    cdef bint in_turn = active(s) == side
    cdef uint32_t m = s.units[side]
    cdef const UnitCard* card
    cdef int slot, at
    while m:
        slot = take_bit32(&m)
        card = &r.unit[s.type[slot]]
        at = s.hex[slot]
        out[X_RANGED_FIGURES if card.ranged else X_MELEE_FIGURES] += (
            sign * s.figures[slot] * (3.0 * card.muster / (4.0 * card.health)))
        if s.figures[slot] == card.health:
            out[X_WHOLE_UNITS] += sign
        if in_turn and enemies & r.board.within[threat_of(card)][at]:
            out[X_ATTACKERS] += sign
        if s.figures[slot] == 1 and not card.legend:
            out[X_WEAK_UNITS] += sign
            if enemies & r.board.within[3][at]:
                out[X_EXPOSED] += sign
        if enemies & r.board.within[1][at]:
            out[X_CONTACT] += sign * s.figures[slot]
        if own & r.board.within[1][at]:
            out[X_BACKED] += sign


cdef void _add_full(const Rules* r, const Battle* s, int side, double sign, double* out) noexcept nogil:
    """What only the full game has."""
    cdef hexes_t own = hexes_of(s, side)
    cdef uint32_t m = s.units[side]
    cdef int i, slot
    out[X_LORE_CARDS] += sign * s.lore_size[side]
    if s.first == side and s.phase > INITIATIVE_PHASE:
        out[X_FIRST] = sign
    out[X_SCENARIO_IN_TURN if active(s) == side else X_SCENARIO_OUT_OF_TURN] += sign * vp_in_sight(r, s, side)
    for i in range(s.banners):
        out[X_AT_BANNERS] += sign * count_wide(
            own & (r.board.within[2][s.banner_hex[i]] | wide_bit(s.banner_hex[i])))
    while m:
        slot = take_bit32(&m)
        if r.unit[s.type[slot]].ranged and (ground(s, HILL) >> s.hex[slot]) & 1:
            out[X_ARCHERS_ON_HILLS] += sign
        out[UNIT_FEATURES + s.type[slot]] += sign * s.figures[slot] / r.unit[s.type[slot]].health
    if s.scenario[side] != NONE:
        out[UNIT_FEATURES + r.types + side * r.scenarios[0] + s.scenario[side]] = sign


cdef void features(const void* rules, const void* state, double* out) noexcept nogil:
    """A number for each of the game's `feature_names`."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int leader = s.vp[0] if s.vp[0] > s.vp[1] else s.vp[1]
    cdef double late = (<double>leader / r.victory_vp) if leader < r.victory_vp else 1.0
    cdef double sign
    cdef int side, i, distance
    cdef hexes_t own
    for i in range(r.weights.features):
        out[i] = 0.0
    for side in range(2):
        sign = -1.0 if side else 1.0
        own = hexes_of(s, side)
        _count_units(r, s, side, sign, out)
        for i in range(s.banners):
            distance = distance_to(&r.board, own, s.banner_hex[i])
            if distance == 0:
                out[X_HELD_IN_TURN if active(s) == side else X_HELD_OUT_OF_TURN] += sign * s.banner_vp[i]
            if distance <= HORIZON:
                out[X_NEAR_BANNERS] += sign * (1.0 - 0.25 * distance)
        if r.full:
            _add_full(r, s, side, sign, out)
        out[X_POISONED] += sign * (
            count_bits(s.poisoned & s.units[side]) + 2 * count_bits(s.stunned & s.units[side]))
        out[X_VP] += sign * s.vp[side]
        out[X_LORE] += sign * s.lore[side]
    out[X_VP_LATE] = out[X_VP] * late
    out[X_FIGURES_LATE] = (out[X_MELEE_FIGURES] + out[X_RANGED_FIGURES]) * late
    out[X_TEMPO] = -_tempo(s) if active(s) else _tempo(s)
    out[X_TEMPO_LATE] = out[X_TEMPO] * late
    out[X_UTHUK] = 1.0
    if r.full:
        out[X_FIRST_LATE] = out[X_FIRST] * late


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef double feature[FEATURES]
    if (<const Battle*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(rules, state, feature)
    win_chances(&(<const Rules*>rules).weights, feature, out)
