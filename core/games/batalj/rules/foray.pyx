"""Pillage: the foray into northern Germany (RULES.md 5)."""
from battlewise.core.bits cimport count_bits
from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add
from battlewise.core.piles cimport pile_size


# -- 5.1 The markers are laid out, the riders start

cdef int lay_out(const Rules* r, const Realm* s) noexcept nogil:
    """How many markers come to the map."""
    return min(r.map_markers, pile_size(s.pool, r.markers))


cdef void begin_foray(const Rules* r, Realm* s) noexcept nogil:
    """Begin a foray of the riders in `riding`. All turn markers have been drawn."""
    s.place = 0
    if lay_out(r, s) == r.cities:
        s.face_down = (1 << r.cities) - 1
    _prepare(r, s)


cdef void _prepare(const Rules* r, Realm* s) noexcept nogil:
    """Ask for the next marker of the treasurer, then for the next rider's start, then for the first die."""
    cdef int i
    if count_bits(s.face_down) < lay_out(r, s):
        ask(s, MARKERS_PHASE, s.order[0])
        return
    for i in range(s.drawn):
        if s.riding[s.order[i]] == RIDING and s.at[s.order[i]] == NONE:
            s.place = i
            ask(s, START_PHASE, s.order[i])
            return
    s.place = 0
    _ride_on(r, s)


cdef void _ride_on(const Rules* r, Realm* s) noexcept nogil:
    """Throw for the rider at `place` or the next one in the order; after the last round all riders are lost.
    """
    cdef int seat
    while riders(r, s):
        if s.marches == FORAY_ROUNDS or s.turn >= r.turn_limit:
            for seat in range(r.seats):
                if s.riding[seat] == RIDING:
                    _slay(r, s, seat)
        elif s.riding[s.order[s.place]] == RIDING:
            ask(s, MARCH_DIE_PHASE, CHANCE)
            return
        else:
            next_place(s)
    _end_foray(r, s)


cdef int riders(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat, n = 0
    for seat in range(r.seats):
        n += s.riding[seat] == RIDING
    return n


cdef void next_place(Realm* s) noexcept nogil:
    s.place += 1
    if s.place == s.drawn:
        s.place = 0
        s.marches += 1


cdef void _end_foray(const Rules* r, Realm* s) noexcept nogil:
    """Mix the markers that are left in the box."""
    cdef int kind
    for kind in range(r.markers):
        s.pool[kind] += s.box[kind]
        s.box[kind] = 0
    s.face_down = s.die = s.marches = s.place = 0
    s.phase = FORAY_DONE


cdef void _slay(const Rules* r, Realm* s, int seat) noexcept nogil:
    """Remove a rider; its booty goes back to the box."""
    cdef int kind
    for kind in range(r.markers):
        s.box[kind] += s.booty[seat][kind]
        s.booty[seat][kind] = 0
    _leave_map(s, seat, SLAIN)


cdef inline void _leave_map(Realm* s, int seat, int status) noexcept nogil:
    s.riding[seat] = status
    s.at[seat] = NONE
    s.start &= ~(1 << seat)


# -- 5.2 Riding

cdef void legal_in_foray(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    cdef int city, missing
    if s.phase == MARKERS_PHASE:
        missing = lay_out(r, s) - count_bits(s.face_down)
        for city in range(r.cities - missing + 1):
            if not s.face_down >> city:
                add(out, PUT_MARKER, city, 0)
    elif s.phase == START_PHASE:
        add(out, START_AT, 0, 0)
        add(out, START_AT, 1, 0)
    else:
        _legal_marches(r, s, out)


cdef inline bint _taken(const Rules* r, const Realm* s, int space, int rider) noexcept nogil:
    """Whether another rider stands there; start cities have room for all."""
    cdef int seat
    if space < 2:
        return False
    for seat in range(r.seats):
        if seat != rider and s.at[seat] == space:
            return True
    return False


cdef bint hides_marker(const Rules* r, const Realm* s, int space) noexcept nogil:
    return 2 <= space < 2 + r.cities and s.face_down >> (space - 2) & 1


cdef void _legal_marches(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    """List marches as far as the die or less, also none; a marker may be turned over at the end."""
    cdef int seat = s.mover
    cdef const uint8_t* steps = r.distance[s.at[seat]]
    cdef int space
    for space in range(r.spaces):
        if steps[space] <= s.die and not _taken(r, s, space, seat):
            add(out, MARCH, space, 0)
            if hides_marker(r, s, space):
                add(out, RAID, space, 0)


cdef void ride(const Rules* r, Realm* s, int kind, int a) noexcept nogil:
    """Play a decision of the foray."""
    cdef int seat = s.mover
    if kind == PUT_MARKER:
        s.face_down |= 1 << a
        _prepare(r, s)
    elif kind == START_AT:
        s.at[seat] = a
        s.start |= 1 << seat
        _prepare(r, s)
    elif kind == RAID:
        s.at[seat] = a
        s.start &= ~(1 << seat)
        s.die = 0
        ask(s, MARKER_PHASE, CHANCE)
    else:
        _march(r, s, seat, a)
        _end_march(r, s)


cdef inline void _march(const Rules* r, Realm* s, int seat, int space) noexcept nogil:
    """Move a rider. One that comes to a start city has returned, unless it has not left that city yet."""
    cdef int kind
    if space < 2 and not (s.at[seat] == space and s.start >> seat & 1):
        for kind in range(r.markers):
            s.loot[seat][kind] += s.booty[seat][kind]
            s.booty[seat][kind] = 0
        _leave_map(s, seat, HOME)
    elif space != s.at[seat]:
        s.at[seat] = space
        s.start &= ~(1 << seat)


cdef inline void _end_march(const Rules* r, Realm* s) noexcept nogil:
    s.die = 0
    s.turn += 1
    next_place(s)
    _ride_on(r, s)


cdef void turn_over(const Rules* r, Realm* s, int kind) noexcept nogil:
    """Show the marker of the rider's city; Imperial Troops slay the rider."""
    cdef int seat = s.order[s.place]
    s.pool[kind] -= 1
    s.face_down &= ~(1 << (s.at[seat] - 2))
    if kind == r.markers - 1:
        s.box[kind] += 1
        _slay(r, s, seat)
    else:
        s.booty[seat][kind] += 1
    _end_march(r, s)
