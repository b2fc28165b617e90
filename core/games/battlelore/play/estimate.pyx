"""The evaluation: a logistic function of differences between the sides (weights: estimate.toml)."""

from battlewise.core.bits cimport count_bits, count_wide, take_bit32, wide_bit
from battlewise.core.fitted cimport win_chances
from battlewise.core.games.battlelore.rules.board cimport HORIZON, distance_to, hexes_t
from battlewise.core.games.battlelore.rules.scenario cimport vp_in_sight
from battlewise.core.games.battlelore.rules.turn cimport returns
from battlewise.core.games.battlelore.state cimport *

# Each is seat 0's number less seat 1's, so that exchanging the sides changes every sign.
NAMES = (
    "melee_figures",        # figures of melee units, as many as their share of 4 muster points
    "ranged_figures",
    "whole_units",          # units that have lost no figure
    "weak_units",
    "vp",
    "vp_late",              # VP times the leader's share of the way to victory
    "figures_late",         # figures times the same share
    "lore",                 # tokens
    "held_in_turn",         # VP in sight, of banners of the active player, who scores next
    "held_out_of_turn",     # VP of banners held by the other, who must first survive a turn
    "near_banners",         # for each banner the nearest unit, 1 on it, less by a quarter a hex
    "attackers",            # the active player's units that can move and attack
    "exposed",              # weak units that an enemy can move to and attack
    "contact",              # figures adjacent to an enemy
    "backed",               # units with a friend adjacent, who may support them
    "poisoned",             # tokens: poison 1, stun 2
    "tempo",                # the turn in hand, worth less with each step gone
    "tempo_late",           # the same times the leader's share of the way to victory
    "uthuk",                # 1: what the Uthuk's units and the first turn are worth by themselves
)
# In the full game besides; after them the figures of each unit type, as parts of a whole unit, and each
# scenario card: 1 for that of seat 0, -1 for that of seat 1.
FULL_NAMES = (
    "lore_cards",
    "first",                # the first player, who takes the first turn and at whose turns the game is won
    "first_late",           # the same times the leader's share of the way to victory
    "scenario_in_turn",     # VP in sight of the active player's scenario card
    "scenario_out_of_turn",
    "at_banners",           # for each banner the units within 2 hexes
    "archers_on_hills",
)


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
        out[1 if card.ranged else 0] += sign * s.figures[slot] * (3.0 * card.muster / (4.0 * card.health))
        if s.figures[slot] == card.health:
            out[2] += sign
        if in_turn and enemies & r.board.within[threat_of(card)][at]:
            out[11] += sign
        if s.figures[slot] == 1 and not card.legend:
            out[3] += sign
            if enemies & r.board.within[3][at]:
                out[12] += sign
        if enemies & r.board.within[1][at]:
            out[13] += sign * s.figures[slot]
        if own & r.board.within[1][at]:
            out[14] += sign


cdef void _add_full(const Rules* r, const Battle* s, int side, double sign, double* out) noexcept nogil:
    """What only the full game has."""
    cdef hexes_t own = hexes_of(s, side)
    cdef uint32_t m = s.units[side]
    cdef int i, slot
    out[19] += sign * s.lore_size[side]
    if s.first == side and s.phase > INITIATIVE_PHASE:
        out[20] = sign
    out[22 if active(s) == side else 23] += sign * vp_in_sight(r, s, side)
    for i in range(s.banners):
        out[24] += sign * count_wide(own & (r.board.within[2][s.banner_hex[i]] | wide_bit(s.banner_hex[i])))
    while m:
        slot = take_bit32(&m)
        if r.unit[s.type[slot]].ranged and (ground(s, HILL) >> s.hex[slot]) & 1:
            out[25] += sign
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
                out[8 if active(s) == side else 9] += sign * s.banner_vp[i]
            if distance <= HORIZON:
                out[10] += sign * (1.0 - 0.25 * distance)
        if r.full:
            _add_full(r, s, side, sign, out)
        out[15] += sign * (count_bits(s.poisoned & s.units[side]) + 2 * count_bits(s.stunned & s.units[side]))
        out[4] += sign * s.vp[side]
        out[7] += sign * s.lore[side]
    out[5] = out[4] * late
    out[6] = (out[0] + out[1]) * late
    out[16] = -_tempo(s) if active(s) else _tempo(s)
    out[17] = out[16] * late
    out[18] = 1.0
    if r.full:
        out[21] = out[20] * late


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef double feature[FEATURES]
    if (<const Battle*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(rules, state, feature)
    win_chances(&(<const Rules*>rules).weights, feature, out)
