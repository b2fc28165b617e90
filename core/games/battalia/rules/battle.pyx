"""Battles (RULES.md 4): targets, battle lines, what is won and lost."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, count_bits, take_bit
from battlewise.core.game cimport MoveList
from battlewise.core.games.battalia.rules.artefacts cimport legal_decamps, legal_uses, withdraw_hammer
from battlewise.core.games.battalia.rules.board cimport (
    go_on, has_token, heroes_at, heroes_on, is_decided, move_hero, note_progress, remove_heroes, step_from,
)
from battlewise.core.games.battalia.rules.decks cimport (
    greats_of, instances, raise_ambush, search_units, use_card,
)
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport add, add_three


# -- strength (RULES.md 4.1)

cdef inline int terrain_bonus(const Rules* r, const World* s, int seat, int square) noexcept nogil:
    """On home terrain, in the advanced game."""
    return r.advanced and seat < SEATS and s.terrain[square] == s.faction[seat]


cdef int base_strength(const Rules* r, const World* s, int seat, int square, int aim) noexcept nogil:
    """What a seat's first line has to surpass on a square."""
    cdef int place = s.shape[square]
    if aim != A_PLACE:
        return terrain_bonus(r, s, aim, square)
    if place == RUINS:
        return r.ruins_strength
    if place == SANCTUARY:
        return r.sanctuary_level
    if place == PEAK and s.owner[square] == NONE:
        return r.keeper - r.element * count_bits(s.seals[seat])
    return s.level[square] + terrain_bonus(r, s, s.owner[square], square)


cdef int total(const Rules* r, const World* s, int side) noexcept nogil:
    """A side's strength now: cards, moral bonus, home terrain, and of the defender what is attacked."""
    cdef int seat = active(r, s)
    cdef int n = s.sum[side]
    if s.cards[side] and not s.mixed[side]:
        n += s.heroes[side]
    if side == DEFENDER:
        return n + base_strength(r, s, seat, s.target, s.aim)
    return n + terrain_bonus(r, s, seat, s.target)


cdef inline int uses_of(const int* uses, int type) noexcept nogil:
    return uses[type * 4] + uses[type * 4 + 1] + uses[type * 4 + 2] + uses[type * 4 + 3]


cdef int potential(const Rules* r, const World* s, int seat) noexcept nogil:
    """An upper bound of the strength of all that an attacker can play, from tents too (ruling 32): each use
    of a title raises some unit, an amulet may triple the strongest card there is, and a card that is changed
    may become one of the Unbound, to which supplies add strength.
    """
    cdef int uses[KINDS]
    cdef int kind, i, k, titles, amulets, unbound
    cdef int n = 0, rise = 0, strongest = 0
    for kind in range(KINDS):
        uses[kind] = instances(r, s, seat, ATTACKER, kind)
    for i in range(TENTS):
        if s.tent[seat][i][0] == NONE:
            break
        for k in range(1, 3):
            if s.tent[seat][i][k] != NONE:
                uses[s.tent[seat][i][k]] += doubled(r, s, s.tent[seat][i][k])
    if s.hammer != NONE:
        uses[s.hammer * 4] -= 1
    for kind in range(KINDS):
        n += r.strength[ATTACKER][kind] * uses[kind]
        if kind < SUPPLY:
            strongest = max(strongest, r.strength[ATTACKER][kind] * doubled(r, s, kind))
        if kind < SECRET:
            rise = max(rise, r.strength[ATTACKER][kind + 4] - r.strength[ATTACKER][kind])
    titles = uses[<int>CROWN] + uses_of(uses, TITLE)
    amulets = uses_of(uses, AMULET)
    unbound = titles + amulets + uses_of(uses, SCROLL) + uses[<int>BOOK]
    for kind in range(UNBOUND, GREAT):
        unbound += uses[kind]
    if r.unbound and unbound:
        n += uses[<int>SUPPLY]
    if amulets > 1 or amulets and ray(r, s) == AMULET:   # one on another, or a wild one, gives more of them
        amulets = size_of(s.hand[seat]) + 2 * TENTS
    return n + rise * titles + amulets * max(2 * strongest, 4 * rise)


cdef inline bint has_weapon(const Rules* r, const World* s, int seat) noexcept nogil:
    """Whether there is a weapon to open a battle with; the Hammer does not count."""
    return (four(&s.hand[seat][WEAPON * 4]) + four(&s.laid[ATTACKER][WEAPON * 4]) - (s.hammer == WEAPON)
            + s.hand[seat][<int>SWORD] + s.hand[seat][<int>SHIELD]
            + s.laid[ATTACKER][<int>SWORD] + s.laid[ATTACKER][<int>SHIELD]) > 0


# -- targets (RULES.md 4.2, 4.3, 4.6, 4.7)

cdef bint can_attack(const Rules* r, const World* s, int seat, int square) noexcept nogil:
    """Whether the card itself, no hero on it, can be attacked by a seat."""
    cdef int place = s.shape[square]
    cdef int kind, element
    if place < CITY_SHAPES:
        return s.owner[square] != seat and s.owner[square] != FREE
    if place == RUINS:
        for kind in range(GREAT, GREAT + GREATS):
            if s.pool[kind]:
                return greats_of(r, s, seat) < r.greats_each
        return False
    if place == SANCTUARY:
        element = s.terrain[square]
        return not s.seals[seat] >> element & 1 and has_token(r, s, seat, r.seal_level)
    return place == PEAK and s.owner[square] != seat


cdef void legal_attacks(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    """Each target that the hand may overcome, with one hero or both."""
    cdef int seat = active(r, s)
    cdef uint64_t squares = heroes_at(s, seat)
    cdef bint armed = has_weapon(r, s, seat) if squares else False
    cdef int strength = potential(r, s, seat) if armed else 0
    cdef int square, aim
    while squares:
        square = take_bit(&squares)
        if s.owner[square] == FREE and has_token(r, s, seat, 1):
            add(out, ANNEX, square, 0)
        if not armed:
            continue
        for aim in range(r.seats):
            if aim != seat and heroes_on(s, aim, square):
                offer_attack(r, s, seat, square, aim, strength, out)
        if can_attack(r, s, seat, square):
            offer_attack(r, s, seat, square, A_PLACE, strength, out)


cdef inline void offer_attack(const Rules* r, const World* s, int seat, int square, int aim, int strength,
                              MoveList* out) noexcept nogil:
    cdef int heroes
    cdef int base = base_strength(r, s, seat, square, aim) - terrain_bonus(r, s, seat, square)
    for heroes in range(1, heroes_on(s, seat, square) + 1):
        if strength + heroes > base:
            add_three(out, ATTACK, square, aim, heroes)


cdef void attack(const Rules* r, World* s, int square, int aim, int heroes) noexcept nogil:
    withdraw_hammer(r, s)
    s.target = square
    s.aim = aim
    s.victim = aim
    if aim == A_PLACE:
        s.victim = s.owner[square] if s.owner[square] < SEATS else NONE
    s.heroes[ATTACKER] = heroes
    ask(s, LINE_PHASE, active(r, s))


cdef void annex(const Rules* r, World* s, int square) noexcept nogil:
    """Take a city without a fight that nobody could hold."""
    s.owner[square] = active(r, s)
    go_on(r, s)


# -- battle lines (RULES.md 4.3, 4.5)

cdef inline bint threshold(const Rules* r, const World* s) noexcept nogil:
    """Whether the line is long enough: the attacker must surpass, the defender be equal."""
    return total(r, s, ATTACKER) > total(r, s, DEFENDER) if s.side == ATTACKER else (
        total(r, s, DEFENDER) >= total(r, s, ATTACKER))


cdef void legal_in_line(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    """Cards are added in the order of their kinds, so that each line can be made in one way. A line that is
    long enough can stand; then it is the other side's turn. A shorter line can only pass.
    """
    cdef int seat = s.mover
    cdef int side = side_of(s)
    cdef bint opening = side == ATTACKER and not s.cards[side]
    cdef int kind
    for kind in range(0 if opening else s.last, KINDS):
        if not r.strength[side][kind] or not instances(r, s, seat, side, kind):
            continue
        if not opening or kind >> 2 == WEAPON or kind == SWORD or kind == SHIELD:
            add(out, LINE, kind, 0)
    if opening:
        if not out.n:
            add(out, PASS, 0, 0)
        return
    legal_uses(r, s, out)
    legal_decamps(s, seat, out)
    if s.mercenaries[side] and s.hand[seat][<int>SUPPLY] + s.laid[side][<int>SUPPLY]:
        add(out, BRIBE, 0, 0)
    add(out, STAND if threshold(r, s) else PASS, 0, 0)


cdef void play_line(const Rules* r, World* s, int kind, int card) noexcept nogil:
    cdef int seat = s.mover
    cdef int side = side_of(s)
    if kind == LINE:
        use_card(r, s, seat, side, card)
        s.sum[side] += r.strength[side][card]
        s.cards[side] = min(s.cards[side] + 1, <int>MOST_IN_LINE)
        s.mixed[side] |= has_faction(card) and (card & 3) != s.faction[seat]
        s.mercenaries[side] += is_unbound(card)
        s.last = 0 if s.cards[ATTACKER] == 1 and side == ATTACKER else card
    elif kind == BRIBE:
        use_card(r, s, seat, side, SUPPLY)
        s.sum[side] += 1
    elif kind == PASS:
        resolve(r, s, side == DEFENDER)
        return
    else:
        s.last = 0
        if side == ATTACKER and not s.answered:
            ask(s, RESPONSE_PHASE, s.victim)
            return
        s.side ^= 1
        resume(r, s)
        return
    if s.victim == NONE and threshold(r, s):
        resolve(r, s, True)


# -- the defender's answer (RULES.md 4.3, 4.4)

cdef uint64_t retreats(const Rules* r, const World* s, int squares) noexcept nogil:
    """Where the attacked hero can withdraw, so many squares away."""
    cdef int enemy = active(r, s)
    cdef uint64_t near = bit(s.target)
    cdef uint64_t found = near
    cdef uint64_t cities = s.city
    cdef int city
    while squares:
        near |= found
        found = step_from(r, s, s.victim, found) & ~near
        squares -= 1
    found &= ~heroes_at(s, enemy)
    if r.volcano:
        cities |= bit(r.ruins)
    while cities:
        city = take_bit(&cities)
        if s.owner[city] == enemy:
            found &= ~bit(city)
    return found


cdef void legal_in_response(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    cdef int seat = s.victim
    cdef int supplies = s.hand[seat][<int>SUPPLY]
    cdef bint horse = four(&s.hand[seat][HORSE * 4]) > 0
    cdef int heroes, n, square
    cdef uint64_t found
    for heroes in range(s.aim != A_PLACE, heroes_on(s, seat, s.target) + 1):
        add(out, FIGHT, 0, heroes)
        if ambushed(s, seat):
            add(out, FIGHT, 1, heroes)
    add(out, SURRENDER, 0, 0)
    legal_decamps(s, seat, out)
    if s.aim == A_PLACE:
        return
    for n in range(2, 4):
        found = retreats(r, s, n)
        while found:
            square = take_bit(&found)
            if supplies >= n:
                add(out, RETREAT, square, n)
            if horse:
                add(out, RETREAT, square, 1)


cdef void respond(const Rules* r, World* s, int kind, int a, int b) noexcept nogil:
    cdef int seat = s.victim
    cdef int i, _
    if kind == FIGHT:
        if a:
            raise_ambush(s, seat)
        s.answered = 1
        s.heroes[DEFENDER] = b
        s.side = DEFENDER
        resume(r, s)
    elif kind == SURRENDER:
        s.heroes[DEFENDER] = s.aim != A_PLACE
        resolve(r, s, True)
    else:
        if b == 1:
            i = 0
            while not s.hand[seat][HORSE * 4 + ((s.faction[seat] + 1 + i) & 3)]:
                i += 1
            spend(r, s, seat, HORSE * 4 + ((s.faction[seat] + 1 + i) & 3))
        else:
            for _ in range(b):
                spend(r, s, seat, SUPPLY)
        move_hero(s, seat, 0 if s.hero[seat][0] == s.target else 1, a)
        clear_battle(s)
        resume(r, s)


# -- the result (RULES.md 4.3, 4.6, 4.7)

cdef void clear_battle(World* s) noexcept nogil:
    s.target = s.victim = NONE
    s.aim = s.side = s.answered = s.last = 0
    memset(s.heroes, 0, 2)
    s.sum[0] = s.sum[1] = 0
    memset(s.cards, 0, 2)
    memset(s.mixed, 0, 2)
    memset(s.mercenaries, 0, 2)
    memset(s.laid[<int>DEFENDER], 0, KINDS)
    s.fresh[<int>DEFENDER] = s.charmed[<int>DEFENDER] = NONE


cdef void resolve(const Rules* r, World* s, bint won) noexcept nogil:
    cdef int seat = active(r, s)
    cdef int square = s.target
    cdef int aim = s.aim
    cdef int victim = s.victim
    cdef int lost = s.heroes[DEFENDER]
    if not won:
        remove_heroes(s, seat, square, s.heroes[ATTACKER])
        clear_battle(s)
        resume(r, s)
        return
    clear_battle(s)
    if victim != NONE:
        remove_heroes(s, victim, square, lost)
    if aim == A_PLACE and s.shape[square] == RUINS:
        ask(s, SPOILS_PHASE, seat)
        return
    if aim == A_PLACE and s.shape[square] == SANCTUARY:
        earn_seal(r, s, seat, s.terrain[square])
        return
    if aim == A_PLACE:
        conquer(r, s, seat, square)
    go_on(r, s)


cdef void conquer(const Rules* r, World* s, int seat, int square) noexcept nogil:
    """Take the city, or the peak. With a neutral city come its lord and a supply."""
    cdef int level = s.level[square]
    if s.shape[square] == PEAK:
        s.owner[square] = seat
        s.level[square] = r.peak_level
        return
    if s.owner[square] == NEUTRAL:
        level = TOP_LEVEL
        if left_in(s, LORD):
            gain(r, s, seat, search_units(r, s, LORD, s.terrain[square]))
            if s.pool[<int>SUPPLY]:
                s.pool[<int>SUPPLY] -= 1
                gain(r, s, seat, SUPPLY)
    s.owner[square] = FREE
    while level and not has_token(r, s, seat, level):
        level -= 1
    if level:
        s.owner[square] = seat
    s.level[square] = max(1, level)


cdef void earn_seal(const Rules* r, World* s, int seat, int element) noexcept nogil:
    """Take the seal of a sanctuary and look at the artefacts below it."""
    s.seals[seat] |= 1 << element
    note_progress(r, s)
    if s.buried[element][0] != NONE and not is_decided(r, s, seat):
        s.arg = element
        ask(s, SPOILS_PHASE, seat)
        return
    go_on(r, s)


cdef void legal_in_spoils(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    """A great artefact on offer; on the volcano one of those below the sanctuary, or none."""
    cdef int kind, i
    if not r.volcano:
        for kind in range(GREAT, GREAT + GREATS):
            if s.pool[kind]:
                add(out, TAKE_GREAT, kind, 0)
        return
    for i in range(2):
        if s.buried[s.arg][i] != NONE and greats_of(r, s, active(r, s)) < r.greats_each:
            add(out, TAKE_GREAT, s.buried[s.arg][i], 0)
    add(out, LEAVE_GREAT, 0, 0)


cdef void take_great(const Rules* r, World* s, int kind) noexcept nogil:
    """:param kind: NONE: none is taken."""
    if kind != NONE:
        gain(r, s, active(r, s), kind)
        if r.volcano:
            if s.buried[s.arg][0] == kind:
                s.buried[s.arg][0] = s.buried[s.arg][1]
            s.buried[s.arg][1] = NONE
        else:
            s.pool[kind] -= 1
    go_on(r, s)
