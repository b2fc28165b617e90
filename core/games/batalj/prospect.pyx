"""What a foray is worth (RULES.md 5.5): exactly for one seat, nearly for more; the chances of a race.

A lone rider has time, so only the markers matter: optimal stopping over the treasures seen. With worth H
held, S unseen and T troops among N unseen markers another marker brings S/N and costs H T/N on average.
"""
from libc.string cimport memcpy, memset

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


# -- the race

cdef enum:
    TOP = 360                    # gold; more counts as much
    RAIDS = 4                    # that are looked ahead


cdef int _odds(const Rules* r, const Realm* s, int* value, double* odds) noexcept nogil:
    """What treasures are worth and how likely the next marker is one of them; how many kinds are left."""
    cdef int kind, unseen = 0, n = 0
    for kind in range(r.markers):
        unseen += s.pool[kind]
    for kind in range(r.markers - 1):
        if s.pool[kind]:
            value[n] = value_of(r, kind)
            odds[n] = <double>s.pool[kind] / unseen
            n += 1
    return n


cdef void _outlast(int start, int raids, int n, const int* value, const double* odds,
                   double* win) noexcept nogil:
    """Multiply `win[x]` by the chance that a rider who has `start` gold in all never has more than x, raiding
    until he has, so often at most; every marker is taken to be drawn from all that are left now.
    """
    cdef double at[2][TOP]
    cdef double change[TOP + 1]  # of the chance to have more than x, from x - 1 to x
    cdef double more = 0
    cdef int x, y, k, raid
    memset(at, 0, sizeof(at))
    memset(change, 0, sizeof(change))
    at[0][start] = 1
    change[0] += 1
    change[start] -= 1
    for raid in range(raids):
        memset(at[1 - raid % 2], 0, sizeof(at[0]))
        for x in range(start, TOP):
            for k in range(n if at[raid % 2][x] > 0 else 0):
                y = min(TOP - 1, x + value[k])
                at[1 - raid % 2][y] += at[raid % 2][x] * odds[k]
                change[x] += at[raid % 2][x] * odds[k]
                change[y] -= at[raid % 2][x] * odds[k]
    for x in range(TOP):
        more += change[x]
        win[x] *= 1 - more


cdef inline void _beat(int most, double* win) noexcept nogil:
    """Multiply `win[x]` by whether x is more than what another has brought home; equals share."""
    cdef int x
    for x in range(min(most, <int>TOP)):
        win[x] = 0
    win[min(most, TOP - 1)] *= 0.5


cdef void race(const Rules* r, const Realm* s, int seat, double* stop, double* on) noexcept nogil:
    """Nearly: the chance of a seat to win a foray if it brings home what it has, and if it raids once more
    and then does its best (0: it cannot). How far the markers are does not count.
    """
    cdef double win[TOP]
    cdef double later[TOP]
    cdef double odds[MARKERS]
    cdef int value[MARKERS]
    cdef int n = _odds(r, s, value, odds)
    cdef int left = _left(r, s), riding = 0
    cdef int other, x, k, raids, _raid, mine = min(TOP - 1, worth(r, s.loot[seat]) + worth(r, s.booty[seat]))
    for other in range(r.seats):
        riding += s.riding[other] == RIDING
    raids = min(<int>RAIDS, (left + max(1, riding) - 1) // max(1, riding))
    for x in range(TOP):
        win[x] = 1
    for other in range(r.seats):
        if other != seat and s.riding[other] == RIDING:
            x = min(TOP - 1, worth(r, s.loot[other]) + worth(r, s.booty[other]))
            _outlast(x, raids, n, value, odds, win)
        elif other != seat:
            _beat(worth(r, s.loot[other]), win)
    stop[0] = win[mine]
    on[0] = 0
    memcpy(later, win, sizeof(win))
    for _raid in range(raids if s.riding[seat] == RIDING else 0):
        for x in range(mine, TOP):       # what comes later is still that of one raid less
            on[0] = 0
            for k in range(n):
                on[0] += odds[k] * later[min(TOP - 1, x + value[k])]
            later[x] = max(win[x], on[0])
    if raids and s.riding[seat] == RIDING:
        on[0] = 0
        for k in range(n):
            on[0] += odds[k] * later[min(TOP - 1, mine + value[k])]
