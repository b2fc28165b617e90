"""Exact values of forays (RULES.md 5.6): one rider or two, where few positions can follow.

A position is one in which a rider is about to throw; the die, the march and the marker turned over lie
between one position and the next. Each rider does what is best for itself (max^n). Values are remembered
(core/memo.pxd).
"""
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport count_bits
from battlewise.core.game cimport MoveList, hash_bytes
from battlewise.core.games.batalj.rules.foray cimport ride
from battlewise.core.games.batalj.state cimport *
from battlewise.core.memo cimport recall, remember
from battlewise.core.moves cimport move_kind, move_a
from battlewise.core.piles cimport pile_size

cdef enum:
    MOST_MARKERS = 6             # on the map
    MOST_WORK = 16_000_000       # an upper bound of the positions that may follow, times spaces squared

# A foray of the riders that may still win it, in the order of turns. Padding is 0.
cdef struct Ride:
    uint8_t at[2]                # NONE: rides no more
    uint8_t waits[2]             # has not left its start city
    uint16_t held[2]             # worth of the booty, in gold
    uint16_t banked[2]           # worth of what the rider has at home
    uint8_t seats                # 1: nobody is second
    uint8_t mover
    uint8_t rounds               # left, this one included
    uint8_t rivals               # seats that ride no more and have the most of all such seats
    uint16_t marches             # left, of all riders together
    uint16_t most                # what those rivals have
    uint16_t face_down
    uint8_t pool[MARKERS]

# The value of a position for the first rider and the second.
cdef struct Pair:
    float of[2]


# -- what a state is

cdef bint _ride_of(const Rules* r, const Realm* s, Ride* x, int* seat) noexcept nogil:
    """The foray of a state in which one or two seats ride; False if it is another state."""
    cdef int i, n = 0
    memset(x, 0, sizeof(Ride))
    for i in range(s.drawn):
        if s.riding[s.order[i]] == RIDING:
            if n == 2:
                return False
            seat[n] = s.order[i]
            x.mover = n if i == s.place else x.mover
            n += 1
    if not n:
        return False
    x.seats = n
    x.at[1] = NONE
    for i in range(n):
        x.at[i] = 0 if s.phase == START_PHASE else s.at[seat[i]]
        x.waits[i] = s.start >> seat[i] & 1
        x.held[i] = worth(r, s.booty[seat[i]])
        x.banked[i] = worth(r, s.loot[seat[i]])
    for i in range(r.seats):
        if s.riding[i] != RIDING:
            _add_rival(x, worth(r, s.loot[i]))
    x.rounds = FORAY_ROUNDS - s.marches
    x.marches = r.turn_limit - s.turn
    x.face_down = s.face_down
    memcpy(x.pool, s.pool, sizeof(x.pool))
    _bound(x)
    return True


cdef inline void _add_rival(Ride* x, int gold) noexcept nogil:
    if not x.rivals or gold > x.most:
        x.most = gold
        x.rivals = 0
    x.rivals += gold == x.most


cdef inline void _bound(Ride* x) noexcept nogil:
    """No more marches are left than the rounds have."""
    cdef int most = x.rounds
    if x.at[0] != NONE and x.at[1] != NONE:
        most = 2 * most - x.mover
    x.marches = min(<int>x.marches, most)


cdef bint _few(const Rules* r, const Ride* x) noexcept nogil:
    """Whether the positions that can follow stay within MOST_WORK.

    After each number of marches there are at most as many positions as the tree has leaves, and at most as
    many as there are places for the riders times ways to share out the markers turned over. The limit allows
    six markers and eight spaces with five marches to go, or two or three marches on the whole map.
    """
    cdef int left = count_bits(x.face_down), kinds = 0, riders = (x.at[0] != NONE) + (x.at[1] != NONE)
    cdef int kind, march
    cdef double places = r.spaces if riders == 1 else r.spaces * r.spaces
    cdef double tree = 1, shares = 1, more = 1, total = 0
    for kind in range(r.markers - 1):
        kinds += x.pool[kind] > 0
    for march in range(x.marches):
        total += min(tree, places * shares)
        if total * r.spaces * r.spaces > MOST_WORK:
            return False
        tree *= r.spaces + left * (kinds + 1)
        if march < left:             # which markers are turned over, what they are, whose they are
            more *= <double>(left - march) * (riders * kinds + march) / ((march + 1) * (march + 1))
            shares += more
    return True


# -- the rules, in short

cdef inline void _pass_on(Ride* x) noexcept nogil:
    """Go on to the next rider after a march."""
    x.marches -= 1
    if x.mover == 0 and x.at[1] != NONE:
        x.mover = 1
    else:
        x.rounds -= 1
        x.mover = x.at[0] == NONE
    _bound(x)


cdef inline void _leave(Ride* x, int me) noexcept nogil:
    x.at[me] = NONE
    x.waits[me] = x.held[me] = 0


cdef inline void _go(Ride* x, int space) noexcept nogil:
    """March without raiding."""
    cdef int me = x.mover
    if space < 2 and not (x.at[me] == space and x.waits[me]):
        x.banked[me] += x.held[me]
        _leave(x, me)
    elif space != x.at[me]:
        x.at[me] = space
        x.waits[me] = 0
    _pass_on(x)


cdef Pair _result(const Rules* r, const Ride* x) noexcept nogil:
    """The result when nobody rides any more: shares in the win, or a lone rider's share of all treasures."""
    cdef Pair value
    cdef int best = max(<int>x.banked[0], <int>x.banked[1])
    cdef int i, winners
    if r.seats == 1:
        value.of[0] = <float>x.banked[0] / r.all_treasures
        value.of[1] = 0
        return value
    best = max(best, <int>x.most)
    winners = x.rivals if x.most == best else 0
    for i in range(x.seats):
        winners += x.banked[i] == best
    for i in range(2):
        value.of[i] = <float>1 / winners if i < x.seats and x.banked[i] == best else 0
    return value


# -- values

cdef Pair _about_to_throw(const Rules* r, const Ride* x) noexcept nogil:
    cdef Pair value
    cdef uint64_t key, bits
    if not x.marches or (x.at[0] == NONE and x.at[1] == NONE):
        return _result(r, x)
    key = hash_bytes(x, sizeof(Ride), FORAY)
    if not recall(&r.memo, key, &bits):
        value = _thrown(r, x, 0)
        memcpy(&bits, &value, sizeof(bits))
        remember(&r.memo, key, &bits)
        return value
    memcpy(&value, &bits, sizeof(bits))
    return value


cdef Pair _raid(const Rules* r, const Ride* x, int space) noexcept nogil:
    """The value of turning over the marker of a city, averaged over what it may be."""
    cdef Ride after
    cdef Pair total, value
    cdef int kind, me = x.mover
    cdef int unseen = pile_size(x.pool, r.markers)
    total.of[0] = total.of[1] = 0
    for kind in range(r.markers):
        if not x.pool[kind]:
            continue
        after = x[0]
        after.pool[kind] -= 1
        after.face_down &= ~(1 << (space - 2))
        after.at[me] = space
        after.waits[me] = 0
        if kind == r.markers - 1:
            _leave(&after, me)
        else:
            after.held[me] += value_of(r, kind)
        _pass_on(&after)
        value = _about_to_throw(r, &after)
        total.of[0] += value.of[0] * x.pool[kind] / unseen
        total.of[1] += value.of[1] * x.pool[kind] / unseen
    return total


cdef Pair _march(const Rules* r, const Ride* x, int space) noexcept nogil:
    cdef Ride after = x[0]
    _go(&after, space)
    return _about_to_throw(r, &after)


cdef inline void _choose(int me, const Pair* value, Pair* best) noexcept nogil:
    if value.of[me] > best.of[me]:
        best[0] = value[0]


cdef Pair _thrown(const Rules* r, const Ride* x, int die) noexcept nogil:
    """The value with a die that was thrown; 0: averaged over all dice."""
    cdef Pair best[7]            # by steps
    cdef Pair value
    cdef const uint8_t* steps = r.distance[x.at[x.mover]]
    cdef int reach = die if die else 6
    cdef int space, n, me = x.mover
    for n in range(7):
        best[n].of[0] = best[n].of[1] = -1
    for space in range(r.spaces):
        n = steps[space]
        if n > reach or (space > 1 and x.at[1 - me] == space):
            continue
        value = _march(r, x, space)
        _choose(me, &value, &best[n])
        if 2 <= space < 2 + r.cities and x.face_down >> (space - 2) & 1:
            value = _raid(r, x, space)
            _choose(me, &value, &best[n])
    value.of[0] = value.of[1] = 0
    for n in range(1, reach + 1):
        if best[n].of[me] <= best[n - 1].of[me]:
            best[n] = best[n - 1]
        value.of[0] += best[n].of[0] / 6
        value.of[1] += best[n].of[1] / 6
    return best[die] if die else value


cdef Pair _starting(const Rules* r, const Realm* s, const int* seat) noexcept nogil:
    """The value before the riders have chosen where they start."""
    cdef Realm after
    cdef Ride x
    cdef Pair value, best
    cdef int city, _seat[2]
    if s.phase != START_PHASE:
        _ride_of(r, s, &x, _seat)
        return _about_to_throw(r, &x)
    best.of[0] = best.of[1] = -1
    for city in range(2):
        after = s[0]
        ride(r, &after, START_AT, city)
        value = _starting(r, &after, seat)
        _choose(s.mover != seat[0], &value, &best)
    return best


# -- what others call

cdef bint _known(const Rules* r, const Realm* s, Ride* x, int* seat) noexcept nogil:
    """Whether the value of a state is worked out here."""
    if s.phase < START_PHASE or s.phase > MARKER_PHASE or count_bits(s.face_down) > MOST_MARKERS:
        return False
    return _ride_of(r, s, x, seat) and _few(r, x)


cdef bint foray_values(const Rules* r, const Realm* s, double* out) noexcept nogil:
    """The exact return of each seat of a foray if all play best; False where it is not worked out."""
    cdef Ride x
    cdef Pair value
    cdef int seat[2]
    cdef int i
    if not _known(r, s, &x, seat):
        return False
    if s.phase == START_PHASE:
        value = _starting(r, s, seat)
    elif s.phase == MARCH_DIE_PHASE:
        value = _about_to_throw(r, &x)
    elif s.phase == MARCH_PHASE:
        value = _thrown(r, &x, s.die)
    else:
        value = _raid(r, &x, x.at[x.mover])
    # What the riders do not win goes to the best rivals at home; rounding may leave less than nothing.
    for i in range(r.seats):
        out[i] = 0
        if x.rivals and s.riding[i] != RIDING and worth(r, s.loot[i]) == x.most:
            out[i] = max(0.0, 1.0 - value.of[0] - value.of[1]) / x.rivals
    for i in range(x.seats):
        out[seat[i]] = value.of[i]
    return True


cdef bint foray_move_values(const Rules* r, const Realm* s, const MoveList* moves,
                            double* out) noexcept nogil:
    """The exact return of the mover in a foray for each of its moves; False where it is not worked out."""
    cdef Realm after
    cdef Ride x
    cdef Pair value
    cdef int seat[2]
    cdef int i, space
    if (s.phase != START_PHASE and s.phase != MARCH_PHASE) or not _known(r, s, &x, seat):
        return False
    for i in range(moves.n):
        space = move_a(moves.move[i])
        if s.phase == START_PHASE:
            after = s[0]
            ride(r, &after, START_AT, space)
            value = _starting(r, &after, seat)
            out[i] = value.of[s.mover != seat[0]]
        else:
            value = _raid(r, &x, space) if move_kind(moves.move[i]) == RAID else _march(r, &x, space)
            out[i] = value.of[x.mover]
    return True
