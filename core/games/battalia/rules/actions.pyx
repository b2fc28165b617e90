"""The actions of a turn (RULES.md 3.3 to 3.6, 3.9, 3.10): hiring, creating, building, moving, ambush."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport bit, first_bit, take_bit
from battlewise.core.game cimport MAX_MOVES, MoveList, move_t
from battlewise.core.games.battalia.rules.artefacts cimport legal_decamps, legal_uses, take_topmost, use
from battlewise.core.games.battalia.rules.battle cimport annex, attack, legal_attacks
from battlewise.core.games.battalia.rules.board cimport (
    can_build, can_raise, cities_of, go_on, has_token, impassable, legal_places, move_hero,
    put_card, reach_of, ride_from, roam_from, native, step_from,
)
from battlewise.core.games.battalia.rules.decks cimport (
    Purse, affords, count_purse, deck_size, deploy, find_card, has_choice, pay, settle, use_card,
)
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, move_c, add, add_three


cdef uint64_t upgrade_sites(const Rules* r, const World* s, int seat, int level) noexcept nogil:
    """A player's cities that can be raised to a level."""
    cdef uint64_t cities, found = 0
    cdef int city
    if not can_raise(r, s, seat, level):
        return 0
    cities = cities_of(s, seat)
    while cities:
        city = take_bit(&cities)
        if s.level[city] == level - 1:
            found |= bit(city)
    return found


cdef uint64_t sites(const Rules* r, const World* s) noexcept nogil:
    """Where the action in progress, an upgrade or a new hero, can take place."""
    if s.action == UPGRADE:
        return upgrade_sites(r, s, active(r, s), s.arg)
    return cities_of(s, active(r, s))


# -- what is possible

cdef void legal_in_action(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    cdef int seat = active(r, s)
    cdef Purse purse
    count_purse(r, s, seat, ATTACKER, &purse)
    legal_cards(r, s, &purse, out)
    legal_building(r, s, seat, &purse, out)
    legal_travel(r, s, seat, &purse, out)
    legal_uses(r, s, out)
    legal_decamps(s, seat, out)
    legal_ambush(r, s, seat, out)
    legal_attacks(r, s, out)
    add(out, END_TURN, 0, 0)


cdef void offer(const Rules* r, const World* s, const Purse* purse, int kind, int a, int b,
                MoveList* out) noexcept nogil:
    """An action that can be paid for, and once more if the cards may be chosen."""
    cdef uint64_t cost = cost_of(r, kind, 0 if kind == HIRE_HERO else a)
    if affords(purse, cost):
        add(out, kind, a, b)
        if has_choice(s, active(r, s), ATTACKER, purse, cost):
            add_three(out, kind, a, b, 1)


cdef void legal_cards(const Rules* r, const World* s, const Purse* purse, MoveList* out) noexcept nogil:
    """Units and artefacts; of artefacts with matching symbols the faction is chosen."""
    cdef int type, faction
    for type in range(RANKS):
        if s.top[type] != NONE:
            offer(r, s, purse, HIRE, type, 0, out)
    for type in range(TOOL, TYPES):
        if not four(&s.pool[type * 4]):
            continue
        if type != match(r, s):
            offer(r, s, purse, CREATE, type, 0, out)
            continue
        for faction in range(FACTIONS):
            if s.pool[type * 4 + faction]:
                offer(r, s, purse, CREATE, type, faction + 1, out)


cdef void legal_building(const Rules* r, const World* s, int seat, const Purse* purse,
                         MoveList* out) noexcept nogil:
    cdef uint64_t reach = 0
    cdef bint looked = False
    cdef int shape, level
    for shape in range(CITY_SHAPES, SHAPES):
        if not affords(purse, cost_of(r, BUILD_ROAD, shape)):
            continue
        if not looked:
            reach = reach_of(r, s, seat)
            looked = True
        if can_build(r, s, seat, shape, reach):
            offer(r, s, purse, BUILD_ROAD, shape, 0, out)
    for level in range(1, TOP_LEVEL + 1):
        if not affords(purse, cost_of(r, UPGRADE, level)):
            continue
        if level > 1 and upgrade_sites(r, s, seat, level):
            offer(r, s, purse, UPGRADE, level, only_square(upgrade_sites(r, s, seat, level)), out)
        if not affords(purse, cost_of(r, BUILD_CITY, level)) or not has_token(r, s, seat, level):
            continue
        if not looked:
            reach = reach_of(r, s, seat)
            looked = True
        for shape in range(CITY_SHAPES):
            if can_build(r, s, seat, shape, reach):
                offer(r, s, purse, BUILD_CITY, level, 0, out)
                break


cdef inline int only_square(uint64_t squares) noexcept nogil:
    """The square of one; NONE of several."""
    return NONE if squares & (squares - 1) else first_bit(squares)


cdef void add_moves(const World* s, MoveList* out, int kind, int hero, uint64_t squares) noexcept nogil:
    """Journeys of one of the mover's heroes."""
    while squares:
        add_three(out, kind, s.mover * HEROES + hero, take_bit(&squares), s.hero[s.mover][hero])


cdef void legal_travel(const Rules* r, const World* s, int seat, const Purse* purse,
                       MoveList* out) noexcept nogil:
    """Hire a hero; a supply moves one a square, a horse up to three; home terrain may cost nothing."""
    cdef bint horse = find_card(r, s, seat, ATTACKER, HORSE) != NONE
    cdef int i, square
    cdef uint64_t found
    if s.hero[seat][1] == NONE and cities_of(s, seat):
        offer(r, s, purse, HIRE_HERO, seat * HEROES + (s.hero[seat][0] != NONE), 0, out)
    for i in range(HEROES):
        square = s.hero[seat][i]
        if square == NONE:
            continue
        if r.advanced and not s.roamed >> i & 1 and not (
                i and square == s.hero[seat][0] and not s.roamed & 1):
            add_moves(s, out, ROAM, i, roam_from(r, s, seat, bit(square)) & ~bit(square))
        if i and square == s.hero[seat][0]:
            continue
        if purse.have[4]:
            found = step_from(r, s, seat, bit(square))
            if r.advanced:
                found &= ~native(s, seat)
            add_moves(s, out, TRAVEL, i, found)
        if horse:
            add_moves(s, out, RIDE, i, ride_from(r, s, seat, square))


cdef void legal_ambush(const Rules* r, const World* s, int seat, MoveList* out) noexcept nogil:
    """A card of the hand, for the price of another. The list of moves keeps room for what comes after; no
    hand that play leads to fills it.
    """
    cdef uint64_t kinds
    if s.ambush[seat][AMBUSH - 1] != NONE or size_of(s.hand[seat]) < 2:
        return
    if deck_size(r, s, seat) <= LEAST_DECK:
        return
    kinds = kinds_held(s.hand[seat])
    while kinds and out.n < MAX_MOVES - 16:
        add(out, DEPLOY, take_bit(&kinds), 0)


cdef void legal_in_building(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    """What is still to be chosen of a city, a road, an upgrade, a hero or an ambush."""
    cdef int seat = active(r, s)
    cdef int i
    cdef uint64_t reach
    if s.phase == EXITS_PHASE:
        reach = reach_of(r, s, seat)
        for i in range(CITY_SHAPES):
            if can_build(r, s, seat, i, reach):
                add(out, EXITS, i, 0)
    elif s.phase == PUT_PHASE:
        legal_places(r, s, out)
    elif s.phase == SITE_PHASE:
        reach = sites(r, s)
        while reach:
            add(out, SITE, take_bit(&reach), 0)
    else:
        for i in range(KINDS):
            if s.hand[seat][i]:
                add(out, SUSPEND, i, 0)


# -- what it does

cdef void act(const Rules* r, World* s, move_t move) noexcept nogil:
    """Play a decision of `legal_in_action` other than the end of the turn, or pay the price of an ambush."""
    cdef int seat = active(r, s)
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    s.roamed = s.roamed if kind == ROAM else 0
    if kind <= HIRE_HERO:
        begin(r, s, kind, a, b, move_c(move))
    elif kind <= RIDE:
        travel(r, s, seat, kind, a % HEROES, b)
    elif kind == USE:
        use(r, s, a, b)
    elif kind == DEPLOY:
        s.hand[seat][a] -= 1
        deploy(s, seat, a, False)
        memset(s.known[seat], 0, KINDS)
        ask(s, SUSPEND_PHASE, seat)
    elif kind == SUSPEND:
        leave_hand(s, seat, a)
        if is_great(a):
            s.gone |= 1 << (a - GREAT)
        resume(r, s)
    elif kind == ATTACK:
        attack(r, s, a, b, move_c(move))
    else:
        annex(r, s, a)


cdef void begin(const Rules* r, World* s, int kind, int a, int b, bint choose) noexcept nogil:
    cdef uint8_t need[NEEDS]
    cdef uint64_t cost
    if kind == HIRE_HERO:
        a = 0
    cost = cost_of(r, kind, a)
    memcpy(need, &cost, NEEDS)
    s.action = kind
    s.arg = a
    s.arg2 = b if kind == CREATE else 0
    if choose:
        memcpy(s.need, need, NEEDS)
        s.last = 0
        ask(s, PAY_PHASE, active(r, s))
    else:
        pay(r, s, need)
        complete(r, s)


cdef void complete(const Rules* r, World* s) noexcept nogil:
    """The action in progress is paid for."""
    cdef uint64_t where
    if s.action == HIRE:
        hire(r, s)
    elif s.action == CREATE:
        if s.arg2:
            take_topmost(r, s, s.arg * 4 + s.arg2 - 1)
            s.arg2 = 0
        else:
            ask(s, TOPMOST_PHASE, CHANCE)
    elif s.action == BUILD_ROAD:
        s.action = NONE
        ask(s, TERRAIN_PHASE, CHANCE)
    elif s.action == BUILD_CITY:
        s.action = NONE
        s.arg2 = s.arg
        s.arg = 0
        ask(s, EXITS_PHASE, active(r, s))
    else:
        where = sites(r, s)
        if where & (where - 1):
            ask(s, SITE_PHASE, active(r, s))
        else:
            use_site(r, s, first_bit(where))


cdef void hire(const Rules* r, World* s) noexcept nogil:
    """Take the topmost unit, and a supply with it; none comes with the Unbound."""
    cdef int kind = s.top[s.arg]
    s.top[s.arg] = NONE
    s.table[kind] += 1
    if not is_unbound(kind) and s.pool[<int>SUPPLY]:
        s.pool[<int>SUPPLY] -= 1
        s.table[<int>SUPPLY] += 1
    s.action = NONE
    s.arg = 0
    settle(r, s)


cdef void use_site(const Rules* r, World* s, int square) noexcept nogil:
    cdef int seat = active(r, s)
    if s.action == UPGRADE:
        s.level[square] += 1
    else:
        move_hero(s, seat, 1, square)
    go_on(r, s)


cdef void put(const Rules* r, World* s, int square, int exits) noexcept nogil:
    """Lay the road or city; squares that nothing fits any more become impassable."""
    s.deck[s.arg][s.subject] -= 1
    s.progress = s.turn
    put_card(s, square, s.arg, exits, s.subject)
    if s.arg < CITY_SHAPES:
        s.owner[square] = active(r, s)
        s.level[square] = s.arg2
    s.blocked |= impassable(r, s)
    go_on(r, s)


cdef void travel(const Rules* r, World* s, int seat, int kind, int hero, int square) noexcept nogil:
    if kind == TRAVEL:
        use_card(r, s, seat, ATTACKER, SUPPLY)
    elif kind == RIDE:
        use_card(r, s, seat, ATTACKER, find_card(r, s, seat, ATTACKER, HORSE))
    else:
        s.roamed |= 1 << hero
    move_hero(s, seat, hero, square)
    resume(r, s)
