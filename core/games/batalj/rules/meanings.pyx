"""The targets of Event cards (RULES.md 8.2): the seats and things that they can strike."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from battlewise.core.bits cimport take_bit, take_bit32
from battlewise.core.game cimport MoveList
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add, add_three
from battlewise.core.piles cimport pile_size


cdef bint needs_target(int verb) noexcept nogil:
    return (verb == FEUD or PLACE_TRADER_EVENT <= verb <= CHOOSE_ACTIVITY or PLAGUE <= verb <= AREA_TAX
            or DECLARE_WAR <= verb <= BORROW or BLIGHT <= verb <= WITCH_TRIALS or verb == REMOVE_CARD
            or verb == LOSE_SPOILS or REPLACE_OPEN <= verb <= GIVE_UP_FIEF or verb == MANIPULATE
            or REORDER <= verb <= STEAL_MARKER or verb == CLEAR_SECTOR or verb >= REMOVE_RESERVE)


cdef void targets(const Rules* r, const Realm* s, int kind, int seat, MoveList* out) noexcept nogil:
    """List what a card that a seat plays can mean."""
    cdef int verb = r.event[kind].verb
    cdef int i
    if verb == FEUD:
        _feuds(r, s, seat, out)
    elif verb <= RETURN_TRADER:
        _trader_targets(r, s, verb, seat, out)
    elif verb == CHOOSE_ACTIVITY:
        for i in range(3 if s.forced == NONE else 0):
            add(out, TARGET_ACTIVITY, i, 0)
    elif PLAGUE <= verb <= AREA_TAX or verb == BLIGHT or verb == WITCH_TRIALS:
        for i in range(FIEFS):
            if _strikes_area(r, s, kind, i):
                add(out, TARGET_FIEF, i, 0)
    elif verb == DECLARE_WAR:
        for i in range(COUNTRIES):
            add(out, TARGET_COUNTRY, i, 0)
    elif verb == BORROW:
        for i in range(5, 25, 5):
            if not s.debt[seat]:
                add(out, TARGET_GOLD, i, 0)
    elif verb == REORDER:
        _add_orders(r, s, out)
    elif verb >= CLEAR_SECTOR:
        _war_targets(r, s, kind, out)
    elif verb == BUY_HISTORY_OF or verb == REMOVE_CARD or verb == REPLACE_OPEN:
        _card_targets(r, s, kind, seat, out)
    elif verb == BUY_FIEF_OF or verb == ENLIST or verb == ROADS:
        _fief_targets(r, s, verb, seat, out)
    else:
        _seat_targets(r, s, verb, seat, out)


cdef bint _strikes_area(const Rules* r, const Realm* s, int kind, int middle) noexcept nogil:
    """Whether a card that strikes a fief and its neighbours can do anything there."""
    cdef int verb = r.event[kind].verb
    cdef uint32_t area = r.fief[middle].area
    cdef int fief, owner
    while area:
        fief = take_bit32(&area)
        owner = s.owner[fief]
        if owner >= BANK:
            continue
        if verb == PLAGUE:
            if mortal(r, s, owner):
                return True
        elif verb == REVOLT:
            if fiefs_of(s, owner) > 1:
                return True
        elif verb == AREA_TAX:
            if r.event[kind].by == BY_CROWNS or r.fief[fief].troops:
                return True
        elif verb == WITCH_TRIALS or not s.blighted >> fief & 1:
            return True
    return False


cdef inline void _feuds(const Rules* r, const Realm* s, int seat, MoveList* out) noexcept nogil:
    """List own fiefs with a neighbour that is free or another seat's, not its last."""
    cdef int fief, other, owner
    for fief in range(FIEFS):
        for other in range(FIEFS if s.owner[fief] == seat else 0):
            owner = s.owner[other]
            if r.fief[fief].area >> other & 1 and owner != seat and (
                    owner == BANK or (owner < BANK and fiefs_of(s, owner) > 1)):
                add(out, TARGET_FEUD, fief, other)


cdef inline void _trader_targets(const Rules* r, const Realm* s, int verb, int seat,
                                 MoveList* out) noexcept nogil:
    cdef int owner, start, country
    if verb == PLACE_TRADER_EVENT:
        for country in range(COUNTRIES):
            if has_room(r, s, country):
                add(out, TARGET_COUNTRY, country, 0)
        return
    for owner in range(r.seats):
        for start in range(COUNTRIES):
            if not s.traders[owner][start]:
                continue
            if verb == RETURN_TRADER and owner != seat:
                add(out, TARGET_TRADER, owner, start)
            for country in range(COUNTRIES if verb == MOVE_TRADER_EVENT else 0):
                if country != start and has_room(r, s, country):
                    add_three(out, TARGET_MOVE, owner, start, country)


cdef inline void _card_targets(const Rules* r, const Realm* s, int kind, int seat,
                               MoveList* out) noexcept nogil:
    cdef uint64_t cards = 0, rest
    cdef int card, owner, verb = r.event[kind].verb
    if verb == REPLACE_OPEN:
        cards = s.open if s.history_deck & r.history_of[era_of(s)] else 0
        while cards:
            card = take_bit(&cards)
            rest = cards
            while rest:
                add(out, TARGET_CARDS, card, take_bit(&rest))
        return
    for owner in range(r.seats):
        if owner != seat:
            cards |= s.cards[owner]
    if verb == REMOVE_CARD:
        cards &= r.event[kind].removes
    while cards:
        card = take_bit(&cards)
        if verb == REMOVE_CARD or r.event[kind].amount * r.history[card].price <= s.gold[seat]:
            add(out, TARGET_CARD, card, 0)


cdef inline void _fief_targets(const Rules* r, const Realm* s, int verb, int seat,
                               MoveList* out) noexcept nogil:
    cdef uint32_t done = s.enlisted if verb == ENLIST else s.roads
    cdef int fief
    for fief in range(FIEFS):
        if verb == BUY_FIEF_OF:
            if (s.owner[fief] < BANK and s.owner[fief] != seat and r.fief[fief].price <= s.gold[seat]
                    and fiefs_of(s, s.owner[fief]) > 1):
                add(out, TARGET_FIEF, fief, 0)
        elif s.owner[fief] == seat and not done >> fief & 1:
            add(out, TARGET_FIEF, fief, 0)


cdef inline void _seat_targets(const Rules* r, const Realm* s, int verb, int seat,
                               MoveList* out) noexcept nogil:
    cdef int other, kind
    for other in range(r.seats):
        if verb == MANIPULATE:
            if other != s.archbishop:
                add(out, TARGET_SEAT, other, 0)
        elif other == seat:
            continue
        elif verb == DISCARD_EVENT or verb == EXCHANGE_EVENTS:
            if s.hand_size[other] or s.phase == REACTION_PHASE:      # which may have emptied it
                add(out, TARGET_SEAT, other, 0)
        elif verb == LOSE_SPOILS:
            if s.owing >> other & 1 and not s.no_spoils >> other & 1:
                add(out, TARGET_SEAT, other, 0)
        elif verb == GIVE_UP_FIEF:
            if fiefs_of(s, other) > 1:
                add(out, TARGET_SEAT, other, 0)
        elif verb == STEAL_MARKER:
            if pile_size(s.loot[other], r.markers - 1):
                add(out, TARGET_SEAT, other, 0)
        else:
            for kind in range(r.markers - 1):
                if s.loot[other][kind]:
                    add(out, TARGET_MARKER, other, kind)


cdef inline void _war_targets(const Rules* r, const Realm* s, int kind, MoveList* out) noexcept nogil:
    """List sectors, pieces of the enemy's reserve, or guns with the enemy's last, as the verb needs them."""
    cdef int verb = r.event[kind].verb
    cdef int i
    if verb == CLEAR_SECTOR or verb == REMOVE_SOLDIER:
        for i in range(RESERVE):
            if s.soldiers[ENEMY][i]:
                add(out, TARGET_SECTOR, i, 0)
    elif verb == REMOVE_RESERVE:
        add(out, TARGET_PIECE, SOLDIER, 0)
        if s.commanders[ENEMY][RESERVE]:
            add(out, TARGET_PIECE, COMMANDER, 0)
        if s.enemy_guns:
            add(out, TARGET_PIECE, CANNON, 0)
    else:
        for i in range(GUNS):
            if s.guns[i]:
                add(out, TARGET_GUN, i, 0)
        if s.enemy_guns:
            add(out, TARGET_GUN, GUNS, 0)


cdef int _fixed(const Realm* s) noexcept nogil:
    """How many turn markers keep their places: those of seats that have moved or are moving; before the first
    turn those of seats that have got the first move.
    """
    return s.drawn if s.window == REVEAL_WINDOW else min(s.place + 1, <int>s.drawn)


cdef int waiting(const Rules* r, const Realm* s, uint8_t* seats) noexcept nogil:
    """Write the seats that have still to move in this reign, ascending; returns how many. Riders have moved.
    """
    cdef int seat, i, n = 0
    cdef int fixed = 0
    for i in range(_fixed(s)):
        fixed |= 1 << s.order[i]
    for seat in range(r.seats):
        if not fixed >> seat & 1 and s.riding[seat] == ABSENT:
            seats[n] = seat
            n += 1
    return n


cdef inline void _add_orders(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    """List all orders of the seats that wait, in lexical order; three bits a seat, 7 where there is none."""
    cdef uint8_t seats[SEATS]
    cdef int n = waiting(r, s, seats)
    cdef int ways = 1, number, rest, left, i, k, bits
    for i in range(2, n + 1):
        ways *= i
    for number in range(ways if n > 1 and s.enemy == NONE else 0):
        waiting(r, s, seats)
        bits, rest, k = 0x7FFF, number, ways
        for left in range(n, 0, -1):
            k //= left
            i = rest // k
            rest %= k
            bits ^= (7 ^ seats[i]) << 3 * (n - left)
            while i < left - 1:
                seats[i] = seats[i + 1]
                i += 1
        add(out, TARGET_ORDER, bits & 255, bits >> 8)


cdef void set_order(const Rules* r, Realm* s, int bits) noexcept nogil:
    """Put the seats that wait in an order of `_add_orders`; riders follow and are passed over."""
    cdef uint8_t seats[SEATS]
    cdef int i, n = waiting(r, s, seats)
    cdef int at = _fixed(s), placed = 0
    for i in range(at):
        placed |= 1 << s.order[i]
    for i in range(n):
        s.order[at + i] = bits >> 3 * i & 7
        placed |= 1 << s.order[at + i]
    at += n
    for i in range(r.seats):
        if not placed >> i & 1:
            s.order[at] = i
            at += 1
    s.drawn = r.seats


cdef uint64_t mortal(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The cards of a seat that the plague can strike: scientists, commanders, queens, culture, philosophers.
    """
    return s.cards[seat] & (r.of_series[<int>QUEEN] | r.of_series[<int>SCIENTIST] | r.of_series[<int>CULTURE]
                            | r.of_series[<int>PHILOSOPHER] | r.leaders)
