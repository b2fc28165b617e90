"""The battle itself (RULES.md 4.3 to 4.9): guns, attacks, losses, redeployment."""
from battlewise.core.bits cimport count_bits, first_bit
from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add


# -- what stands where

cdef int front_of(int army, int area) noexcept nogil:
    """The area directly in front of a sector."""
    if army == SWEDEN:
        return area + LANES if area < LANES else RESERVE
    return area - LANES if area >= LANES else RESERVE


cdef bint strikes(const Realm* s, int army, int area) noexcept nogil:
    """Whether an army can attack from an area."""
    if not pieces(s, army, area):
        return False
    if area == RESERVE:
        return held(s, 1 - army) != 0
    return pieces(s, 1 - army, front_of(army, area)) > 0


cdef int held(const Realm* s, int army) noexcept nogil:
    """The sectors where an army stands, as bits."""
    cdef int area, found = 0
    for area in range(RESERVE):
        if pieces(s, army, area):
            found |= 1 << area
    return found


cdef int strength(const Realm* s, int army, int area) noexcept nogil:
    """The highest roll with which an area's pieces hit."""
    if area == RESERVE:
        return min(2, pieces(s, army, area))
    if army == SWEDEN and s.steel and area < LANES:
        return max(<int>s.steel, pieces(s, army, area))
    return pieces(s, army, area)


# -- 4.6 Losses

cdef void lose(Realm* s, int army, int area, int losses, int retreating) noexcept nogil:
    """Take losses; `retreating` commanders go back in place of soldiers. Excess losses do nothing."""
    cdef int fallen = min(losses - retreating, <int>s.soldiers[army][area])
    s.soldiers[army][area] -= fallen
    s.commanders[army][area] -= retreating
    s.commanders[army][RESERVE] += retreating
    no_lone_commander(s, army, area)


cdef int most_retreating(const Realm* s, int army, int area, int losses) noexcept nogil:
    return min(losses, <int>s.commanders[army][area]) if area != RESERVE else 0


cdef int least_retreating(const Realm* s, int army, int area, int losses) noexcept nogil:
    """The fewest commanders worth a choice: with fewer all soldiers fall, and the commanders retreat anyway.
    """
    cdef int most = most_retreating(s, army, area, losses)
    return max(0, min(most, losses - s.soldiers[army][area]))


cdef void enemy_loses(Realm* s, int area, int losses) noexcept nogil:
    """The enemy always retreats commanders first."""
    lose(s, ENEMY, area, losses, most_retreating(s, ENEMY, area, losses))


cdef void legal_losses(const Realm* s, MoveList* out) noexcept nogil:
    cdef int n
    for n in range(least_retreating(s, SWEDEN, s.area, s.losses),
                   most_retreating(s, SWEDEN, s.area, s.losses) + 1):
        add(out, LOSE, n, 0)


cdef void suffer(const Rules* r, Realm* s, int retreating) noexcept nogil:
    lose(s, SWEDEN, s.area, s.losses, retreating)
    s.losses = 0
    s.area = NONE
    battle_on(r, s)


cdef bint _settle_losses(const Rules* r, Realm* s) noexcept nogil:
    """Settle Swedish losses, after the enemy has chosen the sector; True if a decision or a die is needed."""
    cdef int among
    if s.area == NONE:
        among = choices(r, s)
        if among & (among - 1):
            ask(s, AREA_PHASE, CHANCE)
            return True
        s.area = first_bit(among)
    if least_retreating(s, SWEDEN, s.area, s.losses) < most_retreating(s, SWEDEN, s.area, s.losses):
        ask(s, LOSS_PHASE, s.leader)
        return True
    lose(s, SWEDEN, s.area, s.losses, most_retreating(s, SWEDEN, s.area, s.losses))
    s.losses = 0
    s.area = NONE
    return False


# -- the enemy's choices

cdef int _best(const Realm* s, int among, int army, bint facing, bint soldiers, bint least) noexcept nogil:
    """The areas of a set with most (or least) of an army, there or directly in front of them."""
    cdef int area, there, n, best = -1000, found = 0
    for area in range(RESERVE):
        if among >> area & 1:
            there = front_of(ENEMY, area) if facing else area
            n = s.soldiers[army][there] + (0 if soldiers else s.commanders[army][there])
            n = -n if least else n
            if n > best:
                best = n
                found = 0
            if n == best:
                found |= 1 << area
    return found


cdef int choices(const Rules* r, const Realm* s) noexcept nogil:
    """The sectors between which the enemy chooses, as bits: where it hits, or where a piece goes."""
    cdef int among
    if s.losses:
        return _best(s, held(s, SWEDEN), SWEDEN, False, False, False)
    if s.stage == ENEMY_ADVANCE:
        among = _best(s, _reinforced(s), ENEMY, False, True, True)
    else:
        among = _led(s)
    return _best(s, among, SWEDEN, True, True, False)


cdef int _reinforced(const Realm* s) noexcept nogil:
    """The enemy's sectors that can get a soldier from the reserve."""
    cdef int area, found = 0
    for area in range(LANES, RESERVE):
        if not s.done >> area & 1 and not pieces(s, SWEDEN, area) and pieces(s, ENEMY, area) < FULL:
            found |= 1 << area
    return found


cdef int _led(const Realm* s) noexcept nogil:
    """The sectors where an enemy commander can go."""
    cdef int area, found = 0
    for area in range(RESERVE):
        if s.soldiers[ENEMY][area] and pieces(s, ENEMY, area) < FULL:
            found |= 1 << area
    return found


cdef void enemy_chooses(const Rules* r, Realm* s, int area) noexcept nogil:
    if s.losses:
        s.area = area
    elif s.stage == ENEMY_ADVANCE:
        _reinforce(s, area)
    else:
        _lead(s, area)
    battle_on(r, s)


# -- 4.3 A round

cdef void begin_round(const Rules* r, Realm* s) noexcept nogil:
    s.stage = WAR_EVENTS
    s.index = s.done = s.step = s.steel = s.tactician = s.rerolled = 0
    s.area = NONE
    s.turn += 1
    s.round += 1
    s.phase = ROUND_BEGINS
    if s.round > BATTLE_ROUNDS or s.turn >= r.turn_limit:
        s.victory = ENEMY_VICTORY
        s.phase = BATTLE_DONE


cdef void battle_on(const Rules* r, Realm* s) noexcept nogil:
    """Continue the round until a decision or a die is needed, or the battle is over."""
    while True:
        if not s.soldiers[ENEMY][RESERVE] or not s.soldiers[SWEDEN][RESERVE]:
            s.victory = ENEMY_VICTORY if s.soldiers[ENEMY][RESERVE] else SWEDISH_VICTORY
            s.phase = BATTLE_DONE
            return
        if s.losses:
            if _settle_losses(r, s):
                return
        elif s.stage < SWEDISH_ATTACKS:
            if _guns(r, s):
                return
        elif s.stage < REDEPLOYMENT:
            if _attacks(s):
                return
        elif s.stage == REDEPLOYMENT:
            if _redeploy(r, s):
                return
        elif _enemy_redeploys(r, s):
            return


# -- 4.4 Artillery

cdef int gun_strength(const Realm* s) noexcept nogil:
    """The strength of the next gun that fires; 0: there is none."""
    cdef int i, n = s.index
    if s.stage == ENEMY_GUNS:
        return 2 if n < s.enemy_guns else 0
    for i in range(GUNS):
        if n < s.guns[i]:
            return i + 1
        n -= s.guns[i]
    return 0


cdef bint _guns(const Rules* r, Realm* s) noexcept nogil:
    if s.stage == WAR_EVENTS:
        s.stage = SWEDISH_GUNS
    if gun_strength(s) and held(s, ENEMY if s.stage == SWEDISH_GUNS else SWEDEN):
        ask(s, GUN_PHASE, CHANCE)
        return True
    s.index = 0
    s.stage += 1
    return False


cdef void fire(const Rules* r, Realm* s, int die) noexcept nogil:
    cdef bint hit = die <= gun_strength(s)
    cdef int among = held(s, ENEMY)
    if s.stage == ENEMY_GUNS:
        s.losses = hit
        s.index += 1
    elif hit:
        s.rerolled = 0
        s.index += 1
        if among & (among - 1):
            ask(s, AIM_PHASE, s.leader)
            return
        enemy_loses(s, first_bit(among), 1)
    else:
        s.rerolled = die if s.tactician and not s.rerolled else 0
        s.index += not s.rerolled
    battle_on(r, s)


cdef void aim(const Rules* r, Realm* s, int area) noexcept nogil:
    enemy_loses(s, area, s.losses if s.losses else 1)
    s.losses = 0
    battle_on(r, s)


# -- 4.5 Attacks

cdef bint _attacks(Realm* s) noexcept nogil:
    """Ask for the leader's next attack, or throw for the enemy, which attacks wherever it can."""
    cdef int area
    if s.stage == SWEDISH_ATTACKS:
        for area in range(AREAS):
            if not s.done >> area & 1 and strikes(s, SWEDEN, area):
                ask(s, ATTACK_PHASE, s.leader)
                return True
        _end_attacks(s)
        return False
    while s.index < AREAS and not strikes(s, ENEMY, s.index):
        s.index += 1
    if s.index < AREAS:
        ask(s, ATTACK_DIE_PHASE, CHANCE)
        return True
    s.stage = REDEPLOYMENT
    s.step = 1
    s.index = 0
    return False


cdef inline void _end_attacks(Realm* s) noexcept nogil:
    s.stage = ENEMY_ATTACKS
    s.done = s.index = 0


cdef void legal_attacks(const Realm* s, MoveList* out) noexcept nogil:
    cdef int area
    for area in range(AREAS):
        if not s.done >> area & 1 and strikes(s, SWEDEN, area):
            add(out, ATTACK, area, 0)
    add(out, ATTACK_NO_MORE, 0, 0)


cdef void legal_aims(const Realm* s, MoveList* out) noexcept nogil:
    cdef int area
    for area in range(RESERVE):
        if pieces(s, ENEMY, area):
            add(out, AIM, area, 0)


cdef void attack(const Rules* r, Realm* s, int kind, int area) noexcept nogil:
    if kind == ATTACK_NO_MORE:
        _end_attacks(s)
        battle_on(r, s)
        return
    s.index = area
    s.area = NONE if area == RESERVE else front_of(SWEDEN, area)
    s.done |= 1 << area
    ask(s, ATTACK_DIE_PHASE, CHANCE)


cdef void fall_back(Realm* s, int army, int area, int die) noexcept nogil:
    """Move one soldier after a 5 and two after a 6 back to the reserve, unless a commander leads them."""
    cdef int n = min(die - 4, <int>s.soldiers[army][area])
    if area != RESERVE and n > 0 and not s.commanders[army][area]:
        s.soldiers[army][area] -= n
        s.soldiers[army][RESERVE] += n


cdef void strike(const Rules* r, Realm* s, int die) noexcept nogil:
    """Apply the die of an attack. With a superior tactician a failed Swedish die is thrown once more; the
    leader decides about it where soldiers could fall back.
    """
    if (s.stage == SWEDISH_ATTACKS and s.tactician and not s.rerolled
            and die > strength(s, SWEDEN, s.index)):
        s.rerolled = die
        if s.index != RESERVE and not s.commanders[SWEDEN][s.index]:
            ask(s, REROLL_PHASE, s.leader)
    elif s.stage == SWEDISH_ATTACKS:
        _strike_enemy(r, s, die)
    else:
        _strike_sweden(r, s, die)


cdef void answer_roll(const Rules* r, Realm* s, bint again) noexcept nogil:
    if again:
        ask(s, ATTACK_DIE_PHASE, CHANCE)
    else:
        _strike_enemy(r, s, s.rerolled)


cdef inline void _strike_enemy(const Rules* r, Realm* s, int die) noexcept nogil:
    cdef int among = held(s, ENEMY) if s.index == RESERVE else 1 << s.area
    if die > strength(s, SWEDEN, s.index):
        fall_back(s, SWEDEN, s.index, die)
    elif among & (among - 1):
        s.losses = die
    else:
        enemy_loses(s, first_bit(among), die)
    s.rerolled = 0
    s.index = 0
    s.area = NONE
    if s.losses:
        ask(s, AIM_PHASE, s.leader)
    else:
        battle_on(r, s)


cdef inline void _strike_sweden(const Rules* r, Realm* s, int die) noexcept nogil:
    cdef int area = s.index
    s.index += 1
    if die <= strength(s, ENEMY, area):
        s.losses = die
        s.area = NONE if area == RESERVE else front_of(ENEMY, area)
    else:
        fall_back(s, ENEMY, area, die)
    battle_on(r, s)


# -- 4.7 Swedish redeployment, in five steps

cdef bint _redeploy(const Rules* r, Realm* s) noexcept nogil:
    cdef MoveList moves
    while s.step <= 5:
        moves.n = 0
        legal_redeployment(s, &moves)
        if moves.n > 1:
            ask(s, REDEPLOY_PHASE, s.leader)
            return True
        _next_step(s)
    s.stage = ENEMY_ADVANCE
    s.step = 0
    _enemy_advances(s)
    return False


cdef inline void _next_step(Realm* s) noexcept nogil:
    s.step += 1
    s.done = s.index = 0


cdef inline bint _empty(const Realm* s, int area) noexcept nogil:
    return not pieces(s, SWEDEN, area) and not pieces(s, ENEMY, area)


cdef void legal_redeployment(const Realm* s, MoveList* out) noexcept nogil:
    if s.step == 1:
        _legal_backward(s, out)
    elif s.step == 2:
        _legal_soldiers_back(s, out)
    elif s.step == 3:
        _legal_forward(s, out)
    elif s.step == 4:
        _legal_soldiers_forward(s, out)
    else:
        _legal_commanders(s, out)
    add(out, NEXT_STEP, 0, 0)


cdef inline void _legal_backward(const Realm* s, MoveList* out) noexcept nogil:
    cdef int area
    for area in range(RESERVE):
        if has_card(s, area) and not s.done >> area & 1:
            if area < LANES or (_empty(s, area - LANES) and not has_card(s, area - LANES)):
                add(out, CARD_BACK, area, 0)


cdef inline void _legal_soldiers_back(const Realm* s, MoveList* out) noexcept nogil:
    """List the sectors from left to right, so that each result has one order of moves."""
    cdef int area
    for area in range(s.index, RESERVE):
        if s.soldiers[SWEDEN][area] > (s.commanders[SWEDEN][area] > 0):
            add(out, SOLDIER_BACK, area, 0)


cdef inline void _legal_forward(const Realm* s, MoveList* out) noexcept nogil:
    cdef int area
    for area in range(LANES):
        if has_card(s, area):
            if (pieces(s, SWEDEN, area) and _empty(s, area + LANES) and not has_card(s, area + LANES)
                    and not s.done >> area & 1):
                add(out, CARD_FORWARD, area, area + LANES)
        elif s.spare and _empty(s, area):
            add(out, CARD_FORWARD, RESERVE, area)


cdef inline void _legal_soldiers_forward(const Realm* s, MoveList* out) noexcept nogil:
    cdef int area
    for area in range(s.index, LANES):
        if s.soldiers[SWEDEN][RESERVE] > 1 and has_card(s, area) and pieces(s, SWEDEN, area) < FULL:
            add(out, SOLDIER_FORWARD, area, 0)


cdef inline void _legal_commanders(const Realm* s, MoveList* out) noexcept nogil:
    """List moves of commanders, until as many were made as there are commanders."""
    cdef int start, area, total = 0
    for area in range(AREAS):
        total += s.commanders[SWEDEN][area]
    for start in range(AREAS if s.index < total else 0):
        for area in range(AREAS if s.commanders[SWEDEN][start] else 0):
            if area != start and (area == RESERVE or (s.soldiers[SWEDEN][area]
                                                      and pieces(s, SWEDEN, area) < FULL)):
                add(out, COMMANDER_TO, start, area)


cdef inline void _carry(Realm* s, int army, int start, int area) noexcept nogil:
    """Move all pieces of an area to another one."""
    s.soldiers[army][area] += s.soldiers[army][start]
    s.commanders[army][area] += s.commanders[army][start]
    s.soldiers[army][start] = s.commanders[army][start] = 0


cdef void redeploy(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil:
    if kind == CARD_BACK:
        b = a - LANES if a >= LANES else <int>RESERVE
        _move_card(s, a, b)
    elif kind == CARD_FORWARD:
        _move_card(s, a, b)
    elif kind == SOLDIER_BACK:
        s.soldiers[SWEDEN][a] -= 1
        s.soldiers[SWEDEN][RESERVE] += 1
        s.index = a
    elif kind == SOLDIER_FORWARD:
        s.soldiers[SWEDEN][RESERVE] -= 1
        s.soldiers[SWEDEN][a] += 1
        s.index = a
    elif kind == COMMANDER_TO:
        s.commanders[SWEDEN][a] -= 1
        s.commanders[SWEDEN][b] += 1
        s.index += 1
    else:
        _next_step(s)
    battle_on(r, s)


cdef void _move_card(Realm* s, int start, int area) noexcept nogil:
    """Move a Province card with all its pieces; from the reserve it comes alone."""
    if start == RESERVE:
        s.spare -= 1
    else:
        s.card &= ~(1 << start)
        _carry(s, SWEDEN, start, area)
    if area == RESERVE:
        s.spare += 1
    else:
        s.card |= 1 << area
        s.done |= 1 << area


# -- 4.8 The enemy's redeployment

cdef void _enemy_advances(Realm* s) noexcept nogil:
    """Advance into Swedish sectors without pieces; a Province card that lies there goes to the reserve."""
    cdef int area
    for area in range(LANES):
        if pieces(s, ENEMY, area + LANES) and _empty(s, area):
            _carry(s, ENEMY, area + LANES, area)
            if has_card(s, area):
                s.card &= ~(1 << area)
                s.spare += 1


cdef bint _enemy_redeploys(const Rules* r, Realm* s) noexcept nogil:
    """Place soldiers, then commanders, one by one; True if a die is needed or the round is over."""
    cdef int among = choices(r, s) if s.stage == ENEMY_ADVANCE or s.index else 0
    if s.stage == ENEMY_ADVANCE:
        if s.soldiers[ENEMY][RESERVE] == 1 or not among:
            _gather_commanders(s)
            return False
        if count_bits(_reinforced(s)) < s.soldiers[ENEMY][RESERVE]:
            among &= -among             # each of them gets one
    elif not among:
        begin_round(r, s)
        return True
    if among & (among - 1):
        ask(s, AREA_PHASE, CHANCE)
        return True
    if s.stage == ENEMY_ADVANCE:
        _reinforce(s, first_bit(among))
    else:
        _lead(s, first_bit(among))
    return False


cdef inline void _reinforce(Realm* s, int area) noexcept nogil:
    if has_card(s, area):
        s.card &= ~(1 << area)
        s.spare += 1
    s.soldiers[ENEMY][RESERVE] -= 1
    s.soldiers[ENEMY][area] += 1
    s.done |= 1 << area


cdef inline void _gather_commanders(Realm* s) noexcept nogil:
    """Take all commanders back, to place each anew where it faces most Swedish soldiers."""
    cdef int area
    for area in range(RESERVE):
        s.commanders[ENEMY][RESERVE] += s.commanders[ENEMY][area]
        s.commanders[ENEMY][area] = 0
    s.index = s.commanders[ENEMY][RESERVE]
    s.done = 0
    s.stage = ENEMY_COMMAND


cdef inline void _lead(Realm* s, int area) noexcept nogil:
    s.commanders[ENEMY][RESERVE] -= 1
    s.commanders[ENEMY][area] += 1
    s.index -= 1


# -- the leader's decisions

cdef void legal_in_battle(const Realm* s, MoveList* out) noexcept nogil:
    if s.phase == AIM_PHASE:
        legal_aims(s, out)
    elif s.phase == ATTACK_PHASE:
        legal_attacks(s, out)
    elif s.phase == REROLL_PHASE:
        add(out, ROLL_AGAIN, 0, 0)
        add(out, LET_STAND, 0, 0)
    elif s.phase == LOSS_PHASE:
        legal_losses(s, out)
    elif s.phase == REDEPLOY_PHASE:
        legal_redeployment(s, out)


cdef void decide_in_battle(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil:
    if kind == AIM:
        aim(r, s, a)
    elif kind <= ATTACK_NO_MORE:
        attack(r, s, kind, a)
    elif kind <= LET_STAND:
        answer_roll(r, s, kind == ROLL_AGAIN)
    elif kind == LOSE:
        suffer(r, s, a)
    else:
        redeploy(r, s, kind, a, b)


# -- 8.4 What Event cards do on the battlefield

cdef void clear_sector(Realm* s, int area) noexcept nogil:
    s.soldiers[ENEMY][area] = 0
    no_lone_commander(s, ENEMY, area)


cdef void remove_soldier(Realm* s, int area) noexcept nogil:
    s.soldiers[ENEMY][area] -= 1
    no_lone_commander(s, ENEMY, area)


cdef void rout(Realm* s, int more) noexcept nogil:
    """Add soldiers to the enemy's reserve, and move Swedes in enemy sectors back to theirs (Poltava)."""
    cdef int area
    s.soldiers[ENEMY][RESERVE] += more
    for area in range(LANES, RESERVE):
        _carry(s, SWEDEN, area, RESERVE)
        if has_card(s, area):
            s.card &= ~(1 << area)
            s.spare += 1
