"""The effects of cards: what they can mean, ask and do (RULES.md 6 and RULES.md 8)."""
from libc.string cimport memset

from battlewise.core.bits cimport count_bits, first_bit32, take_bit32, wide_bit
from battlewise.core.game cimport CHANCE
from battlewise.core.games.battalla.rules.field cimport *
from battlewise.core.games.battalla.state cimport *
from battlewise.core.moves cimport add


# -- which cards an effect can mean

cdef uint32_t targets(const Rules* r, const Table* s, const Effect* e, const Link* link) noexcept nogil:
    cdef uint32_t m
    cdef int seat = link.seat
    if e.whose == SELF:
        m = bit_or_none(link.source)
    elif e.whose == OTHER:
        m = bit_or_none(link.subject)
    elif e.whose == ATTACKER:
        m = bit_or_none(s.attacker)
    elif e.whose == FACING:
        m = _facing(s, e, link)
    elif e.whose == ANY:
        m = taken(s)
    else:
        m = s.cards[seat if e.whose == ALLY else 1 - seat]
    m &= taken(s) & region(s, e.where, seat, link.source)
    if e.other and e.when != DESTROYED:
        m &= ~bit_or_none(link.source)
    m = of_kinds(s, m, e.which)
    if e.half_damaged or e.verb == HEAL or e.verb == ADVANCE or e.verb == RECOIL or e.verb >= SIDESTEP:
        m = _able(r, s, e, m)
    return m


cdef inline uint32_t _facing(const Table* s, const Effect* e, const Link* link) noexcept nogil:
    """The enemy in front of the effect's card; of a destroyed card the one that was, wherever it is now."""
    if e.when == DESTROYED:
        return bit_or_none(link.subject)
    return bit_or_none(ahead(link.source, link.seat)) & s.cards[1 - link.seat] if link.source != NONE else 0


cdef uint32_t _able(const Rules* r, const Table* s, const Effect* e, uint32_t squares) noexcept nogil:
    """Those of some cards for which the verb can do anything."""
    cdef uint32_t m = squares
    cdef int square
    cdef bint able
    while m:
        square = take_bit32(&m)
        if e.half_damaged:
            able = 2 * s.at[square].damage >= hp_of(r, s, square)
        elif e.verb == HEAL:
            able = s.at[square].damage > 0
        elif e.verb == ADVANCE:
            able = (bit_or_none(ahead(square, seat_at(s, square))) & ~taken(s)) != 0
        elif e.verb == RECOIL:
            able = (bit_or_none(behind(square, seat_at(s, square))) & ~taken(s)) != 0
        else:
            able = ways(r, s, e, square) != 0
        if not able:
            squares &= ~bit(square)
    return squares


cdef uint32_t ways(const Rules* r, const Table* s, const Effect* e, int square) noexcept nogil:
    """Where a card can be moved by an effect that leaves a choice."""
    if e.verb == SWAP:
        return of_kinds(s, s.cards[seat_at(s, square)] & ~bit(square), e.which)
    return beside(r, square) & ~(taken(s) if e.verb == SIDESTEP else 0)


cdef kinds_t revivable(const Rules* r, const Table* s, const Effect* e, int seat) noexcept nogil:
    cdef kinds_t found = e.which & kinds_of(&s.discard[seat]) & r.of_type[<int>UNIT]
    if e.other and count_of(&s.discard[seat], e.kind) < 2:
        found &= ~wide_bit(e.kind)
    return found


cdef bint feasible(const Rules* r, const Table* s, int effect, int seat, int source,
                   int subject) noexcept nogil:
    """Whether an effect that is chosen now would do anything, as far as all can see."""
    cdef const Effect* e = &r.effect[effect]
    cdef Link link
    if not holds_true(r, s, &e.condition, seat, source, subject):
        return False
    if e.verb <= LAST_ON_CARDS:
        link.seat, link.source, link.subject = seat, source, subject
        return targets(r, s, e, &link) != 0
    if e.verb == SEARCH or e.verb == LOOK_DECK or e.verb == DRAW_VERB:
        return s.deck_size[seat] > 0
    if e.verb == REVIVE:
        return revivable(r, s, e, seat) != 0 and free_lanes(r, s, seat) != 0
    if e.verb == DISCARD:
        return s.hand_size[seat] >= e.amount if e.who == YOU else True
    if e.verb == FREEZE_LANE:
        return s.cards[1 - seat] != 0
    if e.verb == NEGATE:
        return (e.which >> s.answered) & 1 and s.links > 0
    return True


# -- the last effect of the chain resolves

cdef inline void _drop(Table* s) noexcept nogil:
    """Take the last effect off the chain."""
    s.links -= 1
    memset(&s.link[s.links], 0, sizeof(Link))


cdef inline void _pop(const Rules* r, Table* s, bint done) noexcept nogil:
    """The last effect is over; if it was done, what follows it comes next."""
    cdef Link link
    link = s.link[s.links - 1]
    _drop(s)
    if done:
        spend(r, s, &link)
    if done and r.effect[link.effect].then != NONE:
        push(r, s, r.effect[link.effect].then, link.seat, link.source, NONE)


cdef bint resolve(const Rules* r, Table* s) noexcept nogil:
    """Carry the effect on as far as it goes; True if a player decides next."""
    cdef Link* link = &s.link[s.links - 1]
    cdef const Effect* e = &r.effect[link.effect]
    cdef int seat = link.seat
    if not link.step and is_spent(r, s, link.effect, seat, link.source):
        _pop(r, s, False)
        return False
    if e.verb <= LAST_ON_CARDS:
        return _resolve_on_cards(r, s, link, e)
    if e.verb == DISCARD:
        return _resolve_discard(r, s, link, e)
    if e.verb == SEARCH and s.deck_size[seat]:
        _shuffle(s, seat)
        s.searched[seat] = 1
        ask(s, SEARCH_PHASE, seat)
        return True
    if e.verb == REVIVE and free_lanes(r, s, seat) and revivable(r, s, e, seat) and s.playing == NONE:
        ask(s, REVIVE_PHASE, seat)
        return True
    if e.verb == LOOK_DECK:
        return _resolve_look(r, s, e, seat)
    if e.verb == RETURN_SELF and s.stamina[seat] >= e.cost and holds(&s.discard[seat], e.kind):
        ask(s, PAY_PHASE, seat)
        return True
    if e.verb == FREEZE_LANE and s.cards[1 - seat]:
        ask(s, LANE_PHASE, seat)
        return True
    if e.verb == DRAW_VERB:
        s.draws[seat] = min(s.draws[seat] + e.amount, s.deck_size[seat])
    elif e.verb == STAMINA_VERB:
        raise_to(&s.stamina[seat], e.amount)
    elif e.verb == LOOK_HAND:
        s.known[1 - seat] = s.hand[1 - seat]
    elif e.verb == UNDO_MOVE and link.subject != NONE and not bit(link.step) & taken(s):
        shift(r, s, link.subject, link.step)
    elif e.verb == END_ATTACK:
        s.attacker = s.defender = NONE
    _pop(r, s, e.verb == DRAW_VERB or e.verb == STAMINA_VERB or e.verb == LOOK_HAND or e.verb >= UNDO_MOVE)
    if e.verb == NEGATE:
        _negate(s)
    return False


cdef void _negate(Table* s) noexcept nogil:
    """What was answered has no effect: all that it put on the chain is taken off."""
    while s.links and s.link[s.links - 1].seat == active(s):
        _drop(s)


cdef void _shuffle(Table* s, int seat) noexcept nogil:
    """Nobody knows the top of the deck any more."""
    cdef int i
    for i in range(s.top_size[seat]):
        put_in(&s.deck[seat], s.top[seat][i])
        s.top[seat][i] = 0
    s.top_size[seat] = 0


cdef bint _resolve_on_cards(const Rules* r, Table* s, Link* link, const Effect* e) noexcept nogil:
    cdef uint32_t m
    if link.step:
        m = ways(r, s, e, link.subject) if link.subject != NONE else 0
        if count_bits(m) > 1:
            ask(s, TO_PHASE, link.seat)
            return True
        if m:
            _go_to(r, s, first_bit32(m))
        else:
            _pop(r, s, False)
        return False
    m = targets(r, s, e, link)
    if not m or e.verb == ATTACH and not is_at_hand(r, s, e, link):
        _pop(r, s, False)
    elif e.each:
        _apply_to_each(r, s, e, m)
    elif count_bits(m) > 1 or e.may:
        ask(s, TARGET_PHASE, link.seat)
        return True
    else:
        _choose(r, s, first_bit32(m))
    return False


cdef void _apply_to_each(const Rules* r, Table* s, const Effect* e, uint32_t m) noexcept nogil:
    cdef Link link = s.link[s.links - 1]
    _pop(r, s, True)
    while m:
        _apply(r, s, e, &link, take_bit32(&m))


cdef void _choose(const Rules* r, Table* s, int square) noexcept nogil:
    """The card that the last effect means is chosen."""
    cdef Link link = s.link[s.links - 1]
    cdef const Effect* e = &r.effect[link.effect]
    if e.verb >= SIDESTEP:
        s.link[s.links - 1].subject = square
        s.link[s.links - 1].step = 1
        return
    _pop(r, s, True)
    _apply(r, s, e, &link, square)


cdef void _go_to(const Rules* r, Table* s, int to) noexcept nogil:
    """Where the chosen card goes, or which card it changes places with."""
    cdef Link link = s.link[s.links - 1]
    cdef const Effect* e = &r.effect[link.effect]
    _pop(r, s, True)
    if e.verb == SWAP:
        exchange_places(s, link.subject, to)
    else:
        force(r, s, link.subject, to)


cdef inline int _turns_until(const Table* s, int square) noexcept nogil:
    """For "in its next turn": 1 before its owner's turn, 2 in it."""
    return 2 if seat_at(s, square) == active(s) else 1


cdef void _apply(const Rules* r, Table* s, const Effect* e, const Link* link, int square) noexcept nogil:
    cdef Piece* p = &s.at[square]
    if not bit(square) & taken(s):
        return
    if e.verb == DAMAGE:
        hurt(r, s, square, e.amount)
    elif e.verb == HEAL:
        p.damage = p.damage - e.amount if p.damage > e.amount else 0
    elif e.verb == POISON:
        raise_to(&p.poison, e.amount)
    elif e.verb == STRENGTHEN:
        raise_to(&p.stronger, e.amount)
    elif e.verb == GROW:
        raise_to(&p.grown, e.amount)
    elif e.verb == DESTROY:
        destroy(r, s, square)
    elif e.verb == SACRIFICE:
        to_discard(r, s, square)
    elif e.verb == RETURN:
        to_hand(r, s, square)
    elif e.verb == FREEZE:
        p.frozen = _turns_until(s, square)
    elif e.verb == STUN:
        p.stunned = _turns_until(s, square)
    elif e.verb == ADVANCE:
        force(r, s, square, ahead(square, seat_at(s, square)))
    elif e.verb == RECOIL:
        force(r, s, square, behind(square, seat_at(s, square)))
    elif e.verb == COPY:
        if link.source != NONE and bit(link.source) & taken(s):
            s.at[link.source].copied = p.copied if p.copied else p.card
    elif e.verb == DOOM:
        p.flags |= DOOMED
    elif e.verb == ATTACH:
        _attach(r, s, e, link, square)


cdef void _attach(const Rules* r, Table* s, const Effect* e, const Link* link, int square) noexcept nogil:
    """The effect's own card becomes an item, from where it is: in play, in the hand, on the hero deck."""
    if e.when == HAND_ACTION:
        leave_hand(s, link.seat, e.kind)
    elif link.source != NONE:
        take_piece(r, s, link.source)
    else:
        s.heroes_out[link.seat] += 1
    attach(s, square, e.kind)


cdef bint is_at_hand(const Rules* r, const Table* s, const Effect* e, const Link* link) noexcept nogil:
    """Whether the card that an effect attaches is still where it was when the effect was used."""
    if e.when == HAND_ACTION:
        return holds(&s.hand[link.seat], e.kind)
    return link.source != NONE or (r.card[e.kind].type == HERO and top_hero(s, link.seat) == e.kind)


# -- discarding, looking

cdef int discarder(const Rules* r, const Table* s) noexcept nogil:
    """The seat that discards next for the last effect; of both the active player first."""
    cdef const Link* link = &s.link[s.links - 1]
    cdef const Effect* e = &r.effect[link.effect]
    if e.who == EACH:
        return active(s) if link.step < e.amount else 1 - active(s)
    return link.seat if e.who == YOU else 1 - link.seat


cdef bint _resolve_discard(const Rules* r, Table* s, Link* link, const Effect* e) noexcept nogil:
    cdef int total = 2 * e.amount if e.who == EACH else e.amount
    cdef int seat
    while link.step < total:
        seat = discarder(r, s)
        if s.hand_size[seat]:
            ask(s, DISCARD_PHASE, seat)
            return True
        link.step = e.amount if link.step < e.amount else total
    _pop(r, s, True)
    return False


cdef bint _resolve_look(const Rules* r, Table* s, const Effect* e, int seat) noexcept nogil:
    cdef int wanted = min(min(<int>e.amount, <int>LOOKED), <int>s.deck_size[seat])
    if s.top_size[seat] < wanted:
        ask(s, LOOK_PHASE, CHANCE)
        return True
    if wanted == LOOKED:
        ask(s, ORDER_PHASE, seat)
        return True
    _pop(r, s, True)
    return False


# -- what may be answered, and the answers

cdef void legal_for_effect(const Rules* r, const Table* s, MoveList* out) noexcept nogil:
    cdef const Link* link = &s.link[s.links - 1]
    cdef const Effect* e = &r.effect[link.effect]
    cdef int lane
    if s.phase == TARGET_PHASE:
        add_squares(out, TARGET, 0, targets(r, s, e, link))
        if e.may:
            add(out, DECLINE, 0, 0)
    elif s.phase == TO_PHASE:
        add_squares(out, TO, 0, ways(r, s, e, link.subject))
    elif s.phase == DISCARD_PHASE:
        add_kinds(out, DISCARD_CARD, kinds_of(&s.hand[s.mover]))
    elif s.phase == SEARCH_PHASE:
        add_kinds(out, FIND, kinds_of(&s.deck[s.mover]) & e.which)
        add(out, FIND_NOTHING, 0, 0)
    elif s.phase == REVIVE_PHASE:
        add_kinds(out, REVIVE_CARD, revivable(r, s, e, s.mover))
    elif s.phase == LANE_PHASE:
        for lane in range(r.lanes):
            if s.cards[1 - s.mover] & lane_mask(lane):
                add(out, IN_LANE, lane, 0)
    elif s.phase == PAY_PHASE:
        add(out, ACCEPT, 0, 0)
        add(out, DECLINE, 0, 0)
    else:
        add(out, KEEP_ORDER, 0, 0)
        if s.top[s.mover][0] != s.top[s.mover][1]:
            add(out, SWAP_ORDER, 0, 0)


cdef void begin_placing(Table* s, int seat, int kind, int zone) noexcept nogil:
    s.playing, s.playing_from, s.placer = kind, zone, seat


cdef void play_for_effect(const Rules* r, Table* s, int kind, int a, int b) noexcept nogil:
    cdef Link* link = &s.link[s.links - 1]
    cdef int seat = s.mover
    if kind == TARGET:
        _choose(r, s, b)
    elif kind == TO:
        _go_to(r, s, b)
    elif kind == DISCARD_CARD:
        leave_hand(s, seat, a)
        put_in(&s.discard[seat], a)
        link.step += 1
    elif kind == FIND:
        take_out(&s.deck[seat], a)
        s.deck_size[seat] -= 1
        put_in(&s.hand[seat], a)
        put_in(&s.known[seat], a)
        s.hand_size[seat] += 1
        _pop(r, s, True)
    elif kind == REVIVE_CARD:
        begin_placing(s, seat, a, FROM_DISCARD)
        _pop(r, s, True)
    elif kind == IN_LANE:
        _freeze(s, s.cards[1 - seat] & lane_mask(a))
        _pop(r, s, True)
    elif kind == ACCEPT:
        s.stamina[seat] -= r.effect[link.effect].cost
        a = r.effect[link.effect].kind
        take_out(&s.discard[seat], a)
        put_in(&s.hand[seat], a)
        put_in(&s.known[seat], a)
        s.hand_size[seat] += 1
        _pop(r, s, True)
    elif kind == SWAP_ORDER:
        s.top[seat][0], s.top[seat][1] = s.top[seat][1], s.top[seat][0]
        _pop(r, s, True)
    else:
        _pop(r, s, kind == KEEP_ORDER)


cdef void _freeze(Table* s, uint32_t squares) noexcept nogil:
    cdef int square
    while squares:
        square = take_bit32(&squares)
        s.at[square].frozen = _turns_until(s, square)
