"""What a foray is worth (RULES.md 5.5): exactly for one seat, nearly for more.

A lone rider has time, so only the markers matter: optimal stopping over the treasures seen. With worth H
held, S unseen and T troops among N unseen markers another marker brings S/N and costs H T/N on average.
"""
from libc.string cimport memset

from battlewise.core.games.batalj.foray cimport lay_out
from battlewise.core.games.batalj.state cimport *


cdef inline int value_of(const Rules* r, int kind) noexcept nogil:
    """A marker's worth in gold: 20 an AP."""
    return r.marker_gold[kind] + 20 * r.marker_points[kind]


cdef void solve_solo(Rules* r) noexcept nogil:
    """`solo[i]`: the expected worth that a lone rider brings home who has turned over the treasures i and no
    Imperial Troops, when he stops at the best moment. i counts kinds in a mixed base, `solo_base`.
    """
    cdef uint8_t seen[MARKERS]
    cdef int kind, i, size = 1, total = 0
    for kind in range(r.markers - 1):
        r.solo_base[kind] = size
        size *= r.marker_count[kind] + 1
    for kind in range(r.markers):
        total += r.marker_count[kind]
    i = size - 1
    while i >= 0:
        memset(seen, 0, MARKERS)
        for kind in range(r.markers - 1):
            seen[kind] = i // r.solo_base[kind] % (r.marker_count[kind] + 1)
        r.solo[i] = max(<float>worth(r, seen), _one_more(r, seen, i, total))
        i -= 1


cdef float _one_more(const Rules* r, const uint8_t* seen, int index, int total) noexcept nogil:
    """The value of turning over one more marker, if one is left on the map; it needs those above `index`."""
    cdef int kind, n = 0
    cdef float value = 0
    for kind in range(r.markers - 1):
        n += seen[kind]
    if n >= r.map_markers:
        return -1
    for kind in range(r.markers - 1):
        if seen[kind] < r.marker_count[kind]:
            value += (r.marker_count[kind] - seen[kind]) * r.solo[index + r.solo_base[kind]]
    return value / (total - n)


cdef inline int _left(const Rules* r, const Realm* s) noexcept nogil:
    """Markers face down on the map; all of them before they are laid out."""
    return lay_out(r, s) if s.phase == ORDER_PHASE or s.phase == MARKERS_PHASE else popcountll(s.face_down)


cdef inline int _solo_index(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The index of what a seat holds if nothing else has been taken out of the box, else -1."""
    cdef int kind, n = 0, index = 0
    for kind in range(r.markers):
        if s.pool[kind] + s.booty[seat][kind] != r.marker_count[kind]:
            return -1
        n += s.booty[seat][kind]
        if kind < r.markers - 1:
            index += r.solo_base[kind] * s.booty[seat][kind]
    return index if _left(r, s) == r.map_markers - n else -1


cdef float go_on_worth(const Rules* r, const Realm* s, int seat, int riders) noexcept nogil:
    """Expected worth for a rider who turns over at least one more marker and then does his best; below 0 if
    there is none. Nearly: the markers are taken to be of average worth and shared among the riders.
    """
    cdef uint8_t seen[MARKERS]
    cdef int kind, unseen = 0, turned, left = _left(r, s)
    cdef int index = _solo_index(r, s, seat)
    cdef int troops = s.pool[r.markers - 1]
    cdef float safe = 1, mean = 0, best = -1, held
    if not left:
        return -1
    if index >= 0 and riders == 1:
        for kind in range(r.markers - 1):
            seen[kind] = s.booty[seat][kind]
        for kind in range(r.markers):
            unseen += r.marker_count[kind]
        return _one_more(r, seen, index, unseen)
    for kind in range(r.markers):
        unseen += s.pool[kind]
        if kind < r.markers - 1:
            mean += s.pool[kind] * value_of(r, kind)
    held = worth(r, s.booty[seat])
    if unseen == troops:
        return 0
    mean /= unseen - troops
    for turned in range((left + riders - 1) // riders):
        safe *= <float>(unseen - troops - turned) / (unseen - turned) if unseen - turned > troops else 0
        best = max(best, safe * (held + mean * (turned + 1)))
    return best


cdef float prospect(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The expected worth, in gold, of what a seat has and will bring home from the foray."""
    cdef float held = worth(r, s.loot[seat])
    cdef float more
    cdef int other, riding = 0
    if s.riding[seat] != RIDING:
        return held
    for other in range(r.seats):
        riding += s.riding[other] == RIDING
    more = go_on_worth(r, s, seat, riding)
    if s.phase == MARKER_PHASE and s.order[s.place] == seat:
        return held + more
    return held + max(<float>worth(r, s.booty[seat]), more)
