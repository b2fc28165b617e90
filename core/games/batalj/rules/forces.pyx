"""The forces of a war (RULES.md 4.2): what the seats have sent is placed, the enemy's cards are drawn."""
from battlewise.core.bits cimport first_bit, take_bit
from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.batalj.rules.battlefield cimport begin_round, has_card, no_lone_commander, pieces
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add


# -- the Swedish army

cdef void form(const Rules* r, Realm* s) noexcept nogil:
    """Make pieces of what the seats have sent, for the war leader to place."""
    cdef uint64_t sent
    cdef int card, seat
    s.unplaced = 0
    s.stage = FORMING
    for seat in range(r.seats):
        s.unplaced |= s.sent_fiefs[seat]
        sent = s.sent_cards[seat]
        while sent:
            card = take_bit(&sent)
            if r.history[card].strength:
                s.guns[r.history[card].strength - 1] += 1
            elif r.history[card].commander:
                s.unplaced_commanders += 1
            else:
                s.unplaced_soldiers += 1
    _form_on(r, s)


cdef void _form_on(const Rules* r, Realm* s) noexcept nogil:
    if s.unplaced or s.unplaced_soldiers or s.unplaced_commanders:
        ask(s, FORM_PHASE, s.leader)
        return
    if not s.soldiers[SWEDEN][RESERVE]:
        _man_reserve(s)
    s.index = 0
    s.stage = ENEMY_FORMING
    if enemy_pile(r, s):
        ask(s, ENEMY_CARD_PHASE, CHANCE)
    else:
        begin_round(r, s)


cdef void _man_reserve(Realm* s) noexcept nogil:
    """Move a soldier to the empty reserve from the sector with most of them (ruling 4)."""
    cdef int lane, best = 0
    for lane in range(1, LANES):
        if s.soldiers[SWEDEN][lane] > s.soldiers[SWEDEN][best]:
            best = lane
    s.soldiers[SWEDEN][best] -= 1
    s.soldiers[SWEDEN][RESERVE] += 1
    no_lone_commander(s, SWEDEN, best)


cdef void legal_in_forming(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    """List places for the next fief, then for the next soldier, then commander, never left of the last one.
    """
    cdef int area
    if s.unplaced:
        for area in range(LANES if s.spare or s.unplaced & (s.unplaced - 1) else 0):
            if not has_card(s, area):
                add(out, PUT_FIEF, first_bit(s.unplaced), area)
        add(out, PUT_FIEF, first_bit(s.unplaced), RESERVE)
        return
    for area in range(s.index, LANES):
        if has_card(s, area) and pieces(s, SWEDEN, area) < FULL:
            if s.unplaced_soldiers:
                add(out, PUT_SOLDIER, area, 0)
            elif s.soldiers[SWEDEN][area]:
                add(out, PUT_COMMANDER, area, 0)
    add(out, PUT_SOLDIER if s.unplaced_soldiers else PUT_COMMANDER, RESERVE, 0)


cdef void put(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil:
    cdef int troops
    if kind == PUT_FIEF:
        s.unplaced &= s.unplaced - 1
        troops = troops_in(r, s, a)
        if b == RESERVE:
            s.spare += 1
        else:
            s.card |= 1 << b
            s.soldiers[SWEDEN][b] = min(troops, <int>FULL)
            troops -= s.soldiers[SWEDEN][b]
        s.soldiers[SWEDEN][RESERVE] += troops
    elif kind == PUT_SOLDIER:
        s.unplaced_soldiers -= 1
        s.soldiers[SWEDEN][a] += 1
        s.index = a if s.unplaced_soldiers else 0
    else:
        s.unplaced_commanders -= 1
        s.commanders[SWEDEN][a] += 1
        s.index = a if s.unplaced_commanders else 0
    _form_on(r, s)


# -- the enemy

cdef inline int _place_of(int cards, int i) noexcept nogil:
    """The area of the i-th of the enemy's cards: one in each sector, the rest in the reserve. Of two or three
    cards one lies in the reserve. With three the enemy's left flank, opposite Sweden's right, stays empty.
    """
    if cards == 2:
        return RESERVE if i else LANES + 1
    return LANES + i if i < min(LANES, cards - 1) else RESERVE


cdef uint32_t enemy_pile(const Rules* r, const Realm* s) noexcept nogil:
    """The Regent cards that the next enemy is drawn from: of the era, then of the following ones."""
    cdef uint32_t left = s.regent_deck & ~s.enemy_cards
    cdef int i
    if r.mode == BATTLE:
        return left
    for i in range(ERAS):
        if left & r.of_era[(era_of(s) + i) % ERAS]:
            return left & r.of_era[(era_of(s) + i) % ERAS]
    return 0


cdef void draw_enemy(const Rules* r, Realm* s, int card) noexcept nogil:
    cdef int cards = r.seats + 1
    cdef int area = _place_of(cards, s.index)
    cdef const RegentCard* regent = &r.regent[card]
    cdef int stay = regent.soldiers if area == RESERVE else min(<int>regent.soldiers, FULL - regent.commander)
    s.enemy_cards |= <uint32_t>1 << card
    s.soldiers[ENEMY][area] += stay
    s.soldiers[ENEMY][RESERVE] += regent.soldiers - stay
    s.commanders[ENEMY][area] += regent.commander
    s.enemy_guns += regent.cannon
    s.index += 1
    if s.index < cards and enemy_pile(r, s):
        return
    begin_round(r, s)
