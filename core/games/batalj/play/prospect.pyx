"""What a foray is worth (RULES.md 5.5): exactly for a lone rider, nearly for more; the chances of a race.

A lone rider has time, so only the markers matter: optimal stopping over those that are left. With worth H
held, S unseen and T troops among N unseen markers, another marker brings S/N and costs H T/N on average.
"""
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport count_bits
from battlewise.core.game cimport hash_bytes
from battlewise.core.games.batalj.rules.foray cimport lay_out, riders
from battlewise.core.games.batalj.state cimport *
from battlewise.core.memo cimport recall, remember
from battlewise.core.piles cimport pile_size

# A rider that turns over markers until it stops. Padding is 0.
cdef struct Hunt:
    uint8_t pool[MARKERS]        # unseen, by kind
    uint16_t left                # markers that the rider may still turn over
    uint16_t held                # worth of the booty, in gold


# -- optimal stopping

cdef double _best(const Rules* r, const Hunt* x) noexcept nogil:
    """The expected worth that is brought home with best play. S falls and H rises with each treasure, so
    S <= H T holds for good once it holds, and it is best to stop there.
    """
    cdef int kind, unseen = 0
    cdef uint64_t key, bits
    cdef double value
    for kind in range(r.markers - 1):
        unseen += x.pool[kind] * value_of(r, kind)
    if not x.left or unseen <= x.held * x.pool[r.markers - 1]:
        return x.held
    key = hash_bytes(x, sizeof(Hunt), CAMPAIGN)
    if not recall(&r.memo, key, &bits):
        value = _one_more(r, x)
        memcpy(&bits, &value, sizeof(bits))
        remember(&r.memo, key, &bits)
        return value
    memcpy(&value, &bits, sizeof(bits))
    return value


cdef double _one_more(const Rules* r, const Hunt* x) noexcept nogil:
    """The same if the rider turns over another marker first."""
    cdef Hunt after
    cdef int kind
    cdef double value = 0
    for kind in range(r.markers - 1):
        if x.pool[kind]:
            after = x[0]
            after.pool[kind] -= 1
            after.left -= 1
            after.held += value_of(r, kind)
            value += x.pool[kind] * _best(r, &after)
    return value / pile_size(x.pool, r.markers)


cdef inline int _left(const Rules* r, const Realm* s) noexcept nogil:
    """Markers face down on the map; all of them before they are laid out."""
    return lay_out(r, s) if s.phase == ORDER_PHASE or s.phase == MARKERS_PHASE else count_bits(s.face_down)


cdef float go_on_worth(const Rules* r, const Realm* s, int seat, int riding) noexcept nogil:
    """The expected worth for a rider that turns over at least one more marker and then plays best; below 0 if
    there is no marker. Each of several riders is taken to have its share of the markers to itself.
    """
    cdef Hunt x
    memset(&x, 0, sizeof(x))
    memcpy(x.pool, s.pool, sizeof(x.pool))
    x.left = (_left(r, s) + riding - 1) // riding
    x.held = worth(r, s.booty[seat])
    return _one_more(r, &x) if x.left else -1


cdef float prospect(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The expected worth, in gold, of what a seat has and will bring home from the foray."""
    cdef float held = worth(r, s.loot[seat])
    cdef float more
    if s.riding[seat] != RIDING:
        return held
    more = go_on_worth(r, s, seat, riders(r, s))
    if s.phase == MARKER_PHASE and s.order[s.place] == seat:
        return held + more
    return held + max(<float>worth(r, s.booty[seat]), more)


# -- the way home

cdef int marches_left(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """How many marches a rider has left, if all riders march in turn until the foray is over."""
    cdef int riding = max(1, riders(r, s))
    cdef int rounds = FORAY_ROUNDS - s.marches
    cdef int i, before = 0
    for i in range(s.drawn):
        if s.order[i] == seat:
            rounds -= i < s.place
            break
        before += s.riding[s.order[i]] == RIDING
    for i in range(min(s.place, s.drawn)):      # riders that have marched come after the others
        before -= s.riding[s.order[i]] == RIDING
    if before < 0:
        before += riding
    return max(0, min(rounds, (r.turn_limit - s.turn - before + riding - 1) // riding))


cdef double in_time(int steps, int marches) noexcept nogil:
    """The chance that so many dice show so many steps in all."""
    cdef double chance = 0
    cdef int die
    if steps <= marches:
        return 1
    if steps > 6 * marches:
        return 0
    for die in range(1, 7):
        chance += in_time(steps - die, marches - 1) / 6
    return chance


# -- the race

cdef enum:
    TOP = 360                    # gold; more counts as much
    RAIDS = 4                    # that are looked ahead


cdef int _odds(const Rules* r, const Realm* s, int* value, double* odds) noexcept nogil:
    """Write worth and probability of each kind of treasure for the next marker; returns the kinds left."""
    cdef int kind, n = 0
    cdef int unseen = pile_size(s.pool, r.markers)
    for kind in range(r.markers - 1):
        if s.pool[kind]:
            value[n] = value_of(r, kind)
            odds[n] = <double>s.pool[kind] / unseen
            n += 1
    return n


cdef void _outlast(int start, int raids, int n, const int* value, const double* odds,
                   double* win) noexcept nogil:
    """Multiply `win[x]` by the chance that a rider with `start` gold in all never gets more than x. The rider
    raids until it has more, at most `raids` times. Each marker is taken to be drawn from all that are left.
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
    """Multiply `win[x]` by 1 if x is more than another seat brought home, by 0 if less; equals share."""
    cdef int x
    for x in range(min(most, <int>TOP)):
        win[x] = 0
    win[min(most, TOP - 1)] *= 0.5


cdef inline double _raided(int n, const int* value, const double* odds, const double* later,
                           int held) noexcept nogil:
    """The chance to win of a rider that raids: `later`, averaged over the marker that is turned over."""
    cdef double chance = 0
    cdef int k
    for k in range(n):
        chance += odds[k] * later[min(TOP - 1, held + value[k])]
    return chance


cdef inline int _most_raids(const Rules* r, const Realm* s, int seat, int share) noexcept nogil:
    """The most raids of a rider: its share of the markers, with one march left to come home."""
    return max(0, min(share, marches_left(r, s, seat) - 1))


cdef void race(const Rules* r, const Realm* s, int seat, double* stop, double* on) noexcept nogil:
    """The approximate chance of a seat to win a foray if it brings home what it has (`stop`), and if it raids
    once more and then plays best (`on`; 0 if it cannot raid). Distances do not count.
    """
    cdef double win[TOP]
    cdef double later[TOP]
    cdef double odds[MARKERS]
    cdef int value[MARKERS]
    cdef int n = _odds(r, s, value, odds)
    cdef int riding = max(1, riders(r, s))
    cdef int share = min(<int>RAIDS, (_left(r, s) + riding - 1) // riding)
    cdef int other, x, _raid, mine = min(TOP - 1, worth(r, s.loot[seat]) + worth(r, s.booty[seat]))
    for x in range(TOP):
        win[x] = 1
    for other in range(r.seats):
        if other != seat and s.riding[other] == RIDING:
            x = min(TOP - 1, worth(r, s.loot[other]) + worth(r, s.booty[other]))
            _outlast(x, _most_raids(r, s, other, share), n, value, odds, win)
        elif other != seat:
            _beat(worth(r, s.loot[other]), win)
    stop[0] = win[mine]
    on[0] = 0
    memcpy(later, win, sizeof(win))
    for _raid in range(_most_raids(r, s, seat, share) if s.riding[seat] == RIDING else 0):
        on[0] = _raided(n, value, odds, later, mine)
        for x in range(mine, TOP):       # what comes later is still that of one raid less
            later[x] = max(win[x], _raided(n, value, odds, later, x))
