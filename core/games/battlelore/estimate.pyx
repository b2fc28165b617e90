"""The evaluation: a logistic function of a few differences between the sides (weights: estimate.toml)."""
from libc.math cimport exp

from battlewise.core.games.battlelore.board cimport popcount
from battlewise.core.games.battlelore.state cimport Battle, FEATURES, OVER_PHASE, Rules, hexes_of, side_of
from battlewise.core.games.battlelore.turn cimport returns

NAMES = ("melee_figures", "ranged_figures", "units", "vp", "lore", "banners", "poisoned", "to_move")


cdef void features(const Rules* r, const Battle* s, double* out) noexcept nogil:
    """FEATURES numbers in the order of NAMES, seat 0's less seat 1's.

    Exchanging the sides changes all signs and nothing else.
    """
    cdef int n = popcount(s.units[0] | s.units[1])
    cdef int slot, i
    cdef double sign
    for i in range(FEATURES):
        out[i] = 0.0
    for slot in range(n):
        sign = -1.0 if side_of(s, slot) else 1.0
        out[1 if r.unit[s.type[slot]].ranged else 0] += sign * s.figures[slot]
    out[2] = popcount(s.units[0]) - popcount(s.units[1])
    out[3] = <double>s.vp[0] - <double>s.vp[1]
    out[4] = <double>s.lore[0] - <double>s.lore[1]
    for i in range(r.banners):
        out[5] += <int>((hexes_of(s, 0) >> r.banner_hex[i]) & 1)
        out[5] -= <int>((hexes_of(s, 1) >> r.banner_hex[i]) & 1)
    out[6] = popcount(s.poisoned & s.units[0]) - popcount(s.poisoned & s.units[1])
    out[7] = -1.0 if s.turn & 1 else 1.0


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef const Rules* r = <const Rules*>rules
    cdef double feature[FEATURES]
    cdef double total = 0.0
    cdef int i
    if (<const Battle*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(r, <const Battle*>state, feature)
    for i in range(FEATURES):
        total += r.weight[i] * feature[i]
    out[0] = 1.0 / (1.0 + exp(-total))
    out[1] = 1.0 - out[0]
