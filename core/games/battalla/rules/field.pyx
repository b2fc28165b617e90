"""Cards in play: values, coming and going, what this triggers (RULES.md 2 and RULES.md 6)."""
from libc.string cimport memset

from battlewise.core.bits cimport take_bit32
from battlewise.core.games.battalla.state cimport *


# -- standing effects

cdef uint32_t region(const Table* s, int where, int seat, int source) noexcept nogil:
    """The squares a word such as "in this row" means, for the owner of a card on `source`."""
    if where == ANYWHERE:
        return ~<uint32_t>0
    if where == HOME:
        return (home_row(0) & s.cards[0]) | (home_row(1) & s.cards[1])
    if where == NEUTRAL:
        return row_mask(2)
    if where == ENEMY_HALF:
        return enemy_half(seat)
    if source == NONE:
        return 0
    if where == ROW:
        return row_mask(row_of(source))
    if where == LANE:
        return lane_mask(lane_of(source))
    if where == LANE_OR_ROW:
        return row_mask(row_of(source)) | lane_mask(lane_of(source))
    if where == BEHIND:
        return lane_mask(lane_of(source)) & (~(2 * bit(source) - 1) if seat else bit(source) - 1)
    return 0 if ahead(source, seat) == NONE else row_mask(row_of(ahead(source, seat)))


cdef uint32_t of_kinds(const Table* s, uint32_t squares, kinds_t kinds) noexcept nogil:
    """Those squares whose card is one of some kinds."""
    cdef uint32_t m = squares
    cdef int square
    while m:
        square = take_bit32(&m)
        if not (kinds >> (s.at[square].card - 1)) & 1:
            squares &= ~bit(square)
    return squares


cdef int _standing(const Rules* r, const Table* s, int kind, int verb, int square, int source) noexcept nogil:
    """How much a card's standing effects of a verb give the card on `square`, of the same seat."""
    cdef int seat = seat_at(s, square)
    cdef const Card* card = &r.card[kind]
    cdef const Effect* e
    cdef int total = 0, i
    for i in range(card.first, card.first + card.effects):
        e = &r.effect[i]
        if (e.verb == verb and e.when == ALWAYS and not (e.other and source == square)
                and (region(s, e.where, seat, source) >> square) & 1
                and (e.which >> (s.at[square].card - 1)) & 1
                and holds_true(r, s, &e.condition, seat, source, NONE)):
            total += e.amount
    return total


cdef int _given(const Rules* r, const Table* s, int verb, int square) noexcept nogil:
    """What all standing effects of a verb give the card on a square; an inner loop as in `_sweep`."""
    cdef int seat = seat_at(s, square)
    cdef uint32_t m = s.auras & s.cards[seat]
    cdef int total = 0, source
    while m:
        source = take_bit32(&m)
        total += _standing(r, s, s.at[source].card - 1, verb, square, source)
    if s.field[seat]:
        total += _standing(r, s, s.field[seat] - 1, verb, square, NONE)
    return total


cdef int atk_of(const Rules* r, const Table* s, int square) noexcept nogil:
    cdef const Piece* p = &s.at[square]
    cdef int total = r.card[(p.copied if p.copied else p.card) - 1].atk + p.grown + p.stronger
    cdef int i
    for i in range(s.items if p.items else 0):
        if s.item[i].square == square:
            total += r.card[s.item[i].kind].given_atk
    return total + _given(r, s, SHARPEN, square)


cdef int hp_of(const Rules* r, const Table* s, int square) noexcept nogil:
    """Health without damage."""
    cdef const Piece* p = &s.at[square]
    cdef int total = r.card[(p.copied if p.copied else p.card) - 1].hp
    cdef int i
    for i in range(s.items if p.items else 0):
        if s.item[i].square == square:
            total += r.card[s.item[i].kind].given_hp
    return total + _given(r, s, TOUGHEN, square)


cdef int keywords_of(const Rules* r, const Table* s, int square) noexcept nogil:
    """Bits of `Keyword`: those of the card and those its items give."""
    cdef const Piece* p = &s.at[square]
    cdef int found = r.card[p.card - 1].keywords
    cdef int i
    for i in range(s.items if p.items else 0):
        if s.item[i].square == square:
            found |= r.card[s.item[i].kind].given_keywords
    return found


cdef bint intimidates(const Rules* r, const Table* s, int square) noexcept nogil:
    return keywords_of(r, s, square) & INTIMIDATE or _given(r, s, INTIMIDATE_VERB, square) > 0


cdef int _cheaper(const Rules* r, const Table* s, int seat, int holder, int source, int kind) noexcept nogil:
    cdef const Effect* e
    cdef int total = 0, i
    for i in range(r.card[holder].first, r.card[holder].first + r.card[holder].effects):
        e = &r.effect[i]
        if e.verb == CHEAPEN and e.when == ALWAYS and (e.which >> kind) & 1 and (
                holds_true(r, s, &e.condition, seat, source, NONE)):
            total += e.amount
    return total


cdef int cost_of(const Rules* r, const Table* s, int seat, int kind) noexcept nogil:
    """The stamina to play a card: what makes it cheaper leaves at least 1."""
    cdef int cost = r.card[kind].cost
    cdef int less = 0, source
    cdef uint32_t m = s.auras & s.cards[seat]
    if cost <= 1:
        return cost
    while m:
        source = take_bit32(&m)
        less += _cheaper(r, s, seat, s.at[source].card - 1, source, kind)
    if s.field[seat]:
        less += _cheaper(r, s, seat, s.field[seat] - 1, NONE, kind)
    return cost - less if less < cost else 1


# -- conditions

cdef bint holds_true(const Rules* r, const Table* s, const Condition* c, int seat, int source,
                     int subject) noexcept nogil:
    if c.what == NO_CONDITION:
        return True
    if c.what == TARGET_DAMAGED:
        return subject != NONE and s.at[subject].damage > 0
    if c.what == TARGET_AT_HOME:
        return subject != NONE and (region(s, HOME, seat, source) >> subject) & 1
    if c.what == AT_HOME:
        return source != NONE and (home_row(seat) >> source) & 1
    if c.what == HAS_FIELD:
        return s.field[seat] != 0
    if c.what == DISCARDS:
        return size_of(&s.discard[seat]) >= c.count
    if c.what == ALL_DISCARDS:
        return size_of(&s.discard[0]) + size_of(&s.discard[1]) >= c.count
    if c.what == MOVES:
        return s.moves >= c.count
    if c.what == ENEMY_UNIT_LOST:
        return s.lost[1 - seat] != 0
    return _counted(r, s, c, seat, source)


cdef bint _counted(const Rules* r, const Table* s, const Condition* c, int seat, int source) noexcept nogil:
    """Conditions on the cards that a seat has in play; items count on both sides."""
    cdef uint32_t m = taken(s) if c.what == ITEM_IN_PLAY else s.cards[seat]
    cdef int n = 0, square
    if c.what == CONTROLS:
        m &= region(s, c.where, seat, source)
    while m:
        square = take_bit32(&m)
        if c.what == CONTROLS:
            n += (c.which >> (s.at[square].card - 1)) & 1
        elif c.what == NO_HERO:
            n += r.card[s.at[square].card - 1].type == HERO
        else:
            n += s.at[square].items != 0
    return n == 0 if c.what == NO_HERO else n >= c.count


# -- effects that wait

cdef bint is_spent(const Rules* r, const Table* s, int effect, int seat, int source) noexcept nogil:
    """Whether an effect that comes by itself was done this turn, and may be only once."""
    cdef const Effect* e = &r.effect[effect]
    if not e.once or e.when == ACTION or e.when == DISCARD_ACTION:
        return False
    return was_used(s, seat, e.kind) if source == NONE else s.at[source].flags & TRIGGERED != 0


cdef void spend(const Rules* r, Table* s, const Link* link) noexcept nogil:
    """An effect is done: its 1/turn is used, of a card in play by that card alone."""
    cdef const Effect* e = &r.effect[link.effect]
    if not e.once or e.when == ACTION or e.when == DISCARD_ACTION:
        return
    if link.source != NONE:
        s.at[link.source].flags |= TRIGGERED
    elif r.card[e.kind].type != UNIT and r.card[e.kind].type != ITEM:
        mark_used(s, link.seat, e.kind)


cdef bint _may_trigger(const Rules* r, const Table* s, int effect, int seat, int source,
                       int subject) noexcept nogil:
    return (holds_true(r, s, &r.effect[effect].condition, seat, source, subject)
            and not is_spent(r, s, effect, seat, source))


cdef void push(const Rules* r, Table* s, int effect, int seat, int source, int subject) noexcept nogil:
    """Add an effect to the chain; at most LINKS wait, what comes then has no effect."""
    cdef Link* link
    if s.links == LINKS:
        return
    link = &s.link[s.links]
    s.links += 1
    link.effect, link.seat, link.source, link.subject, link.step = effect, seat, source, subject, 0


cdef inline void _trigger_some(const Rules* r, Table* s, int first, int n, int when, int seat, int source,
                               int subject) noexcept nogil:
    """Those of n effects that are of this time go on the chain, so that the first resolves first."""
    cdef int i
    for i in range(first + n - 1, first - 1, -1):
        if r.effect[i].when == when and not r.effect[i].follows and (
                _may_trigger(r, s, i, seat, source, subject)):
            push(r, s, i, seat, source, subject)


cdef void trigger(const Rules* r, Table* s, int kind, int when, int seat, int source,
                  int subject) noexcept nogil:
    """The effects of a card at a time."""
    cdef const Card* card = &r.card[kind]
    if (card.has >> when) & 1:
        _trigger_some(r, s, card.first, card.effects, when, seat, source, subject)


cdef void trigger_piece(const Rules* r, Table* s, int square, int when, int subject) noexcept nogil:
    """The effects of a card in play and of its items."""
    cdef int seat = seat_at(s, square)
    cdef const Card* card
    cdef int i
    for i in range(s.items if s.at[square].items else 0):
        card = &r.card[s.item[i].kind]
        if s.item[i].square == square and (card.given_has >> when) & 1:
            _trigger_some(r, s, card.given_first, card.given, when, seat, square, subject)
    trigger(r, s, s.at[square].card - 1, when, seat, square, subject)


cdef void trigger_ability(const Rules* r, Table* s, int seat, int when) noexcept nogil:
    """The effects of the hero on top of the hero deck."""
    cdef int hero = top_hero(s, seat)
    if hero != NONE and (r.card[hero].ability_has >> when) & 1:
        _trigger_some(r, s, r.card[hero].ability_first, r.card[hero].abilities, when, seat, NONE, NONE)


# -- coming and going

cdef void _refer(const Rules* r, Table* s, int square, int to) noexcept nogil:
    """Whatever speaks of the card on a square speaks of another square, or of nothing."""
    cdef int i
    if s.attacker == square:
        s.attacker = to
    if s.defender == square and s.stage != MOVED:
        s.defender = to
    for i in range(s.links):
        if s.link[i].source == square and r.effect[s.link[i].effect].when != DESTROYED:
            s.link[i].source = to
        if s.link[i].subject == square:
            s.link[i].subject = to


cdef inline void _mark_aura(const Rules* r, Table* s, int square, int kind) noexcept nogil:
    if (r.card[kind].has >> ALWAYS) & 1:
        s.auras |= bit(square)


cdef void put_piece(const Rules* r, Table* s, int seat, int square, int kind) noexcept nogil:
    """A card enters play on a free square."""
    s.cards[seat] |= bit(square)
    s.at[square].card = kind + 1
    s.at[square].flags = FRESH
    _mark_aura(r, s, square, kind)


cdef void take_piece(const Rules* r, Table* s, int square) noexcept nogil:
    """A card leaves play; its items go to its owner's discard pile."""
    cdef int seat = seat_at(s, square)
    if s.at[square].items:
        detach(s, square)
    memset(&s.at[square], 0, sizeof(Piece))
    s.cards[seat] &= ~bit(square)
    s.auras &= ~bit(square)
    s.todo &= ~bit(square)
    _refer(r, s, square, NONE)


cdef inline void _flip_bits(uint32_t* mask, int source, int to) noexcept nogil:
    if (mask[0] >> source) & 1:
        mask[0] ^= bit(source) | bit(to)


cdef void shift(const Rules* r, Table* s, int source, int to) noexcept nogil:
    """A card goes to a free square."""
    if s.at[source].items:
        move_items(s, source, to)
    s.at[to] = s.at[source]
    memset(&s.at[source], 0, sizeof(Piece))
    _flip_bits(&s.cards[0], source, to)
    _flip_bits(&s.cards[1], source, to)
    _flip_bits(&s.auras, source, to)
    _flip_bits(&s.todo, source, to)
    _refer(r, s, source, to)


cdef void exchange_places(Table* s, int one, int other) noexcept nogil:
    """Two cards of one seat change places."""
    cdef Piece p = s.at[one]
    cdef uint32_t both = bit(one) | bit(other)
    move_items(s, one, other)
    s.at[one] = s.at[other]
    s.at[other] = p
    if (s.auras & both) != both and s.auras & both:
        s.auras ^= both


cdef void force(const Rules* r, Table* s, int source, int to) noexcept nogil:
    """An effect moves a card; on an occupied square it is destroyed (RULES.md 2.5)."""
    if bit(to) & taken(s):
        destroy(r, s, source)
    else:
        shift(r, s, source, to)


cdef void replace(const Rules* r, Table* s, int square, int kind) noexcept nogil:
    """Put a card in the place of another, which goes to the discard pile (RULES.md 7).

    Permanent counters stay: damage, poison, atk gained for good, time on the field, actions; what ends with a
    turn and items do not (ruling 25).
    """
    cdef Piece* p = &s.at[square]
    put_in(&s.discard[seat_at(s, square)], p.card - 1)
    if p.items:
        detach(s, square)
    p.card = kind + 1
    p.copied = p.stronger = p.frozen = p.stunned = 0
    p.flags &= HAS_MOVED | HAS_ATTACKED | FRESH
    s.auras &= ~bit(square)
    _mark_aura(r, s, square, kind)


cdef void to_discard(const Rules* r, Table* s, int square) noexcept nogil:
    put_in(&s.discard[seat_at(s, square)], s.at[square].card - 1)
    take_piece(r, s, square)


cdef void to_hand(const Rules* r, Table* s, int square) noexcept nogil:
    """A unit goes back to its owner's hand, where all know it."""
    cdef int seat = seat_at(s, square)
    put_in(&s.hand[seat], s.at[square].card - 1)
    put_in(&s.known[seat], s.at[square].card - 1)
    s.hand_size[seat] += 1
    take_piece(r, s, square)


cdef void destroy(const Rules* r, Table* s, int square) noexcept nogil:
    cdef int seat = seat_at(s, square)
    cdef int kind = s.at[square].card - 1
    cdef int facing = ahead(square, seat)
    if not bit_or_none(facing) & s.cards[1 - seat]:
        facing = NONE
    if r.card[kind].type == UNIT:
        s.lost[seat] = 1
    to_discard(r, s, square)
    trigger_ability(r, s, seat, ALLY_DESTROYED)
    trigger_ability(r, s, 1 - seat, ENEMY_DESTROYED)
    trigger(r, s, kind, DESTROYED, seat, square, facing)


cdef void hurt(const Rules* r, Table* s, int square, int damage) noexcept nogil:
    if damage > 0:
        raise_to(&s.at[square].damage, damage)
        trigger_piece(r, s, square, DAMAGED, NONE)
