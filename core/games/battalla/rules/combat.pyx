"""Combat in its eight steps, reacts, and direct attacks (RULES.md 3, RULES.md 4 and RULES.md 5)."""
from libc.stdint cimport uint32_t
from libc.string cimport memset

from battlewise.core.bits cimport take_bit32, take_wide, wide_bit
from battlewise.core.games.battalla.rules.effects cimport feasible
from battlewise.core.games.battalla.rules.field cimport *
from battlewise.core.games.battalla.state cimport *


# -- 3.1 Declaration

cdef bint is_ready(const Rules* r, const Table* s, int square) noexcept nogil:
    """Whether a card may still attack this turn, stamina aside."""
    cdef const Piece* p = &s.at[square]
    if p.flags & HAS_ATTACKED or p.stunned == 1:
        return False
    if not p.flags & FRESH or (not HEROES_WAIT and r.card[p.card - 1].type == HERO):
        return True
    return keywords_of(r, s, square) & SURPRISE != 0


cdef bint has_target(const Table* s, int square) noexcept nogil:
    cdef int seat = seat_at(s, square)
    return (bit_or_none(ahead(square, seat)) & s.cards[1 - seat]) != 0


cdef void declare_attack(const Rules* r, Table* s, int square) noexcept nogil:
    """Steps 1 and 2: the effects of both cards go on the chain."""
    cdef int seat = seat_at(s, square)
    s.stamina[seat] -= 1
    s.at[square].flags |= HAS_ATTACKED
    s.attacker = square
    s.defender = ahead(square, seat)
    s.stage = STRIKING
    s.window = 1
    if DEFENDER_FIRST:
        trigger_piece(r, s, s.defender, ATTACKED, square)
    trigger_piece(r, s, square, ATTACKING, s.defender)
    if not DEFENDER_FIRST:
        trigger_piece(r, s, s.defender, ATTACKED, square)


# -- 3.3 and 4 Response

cdef inline int _window(const Table* s) noexcept nogil:
    """The time of reacts that answer what the active player has done."""
    if s.stage == PLAYED_CARD:
        return ENEMY_PLAYS
    if s.stage == USED_EFFECT:
        return ENEMY_USES
    if s.stage == MOVED:
        return ENEMY_MOVES
    return ALLY_ATTACKED if s.stage == STRIKING else ENEMY_STRIKES


cdef inline int _subject(const Table* s) noexcept nogil:
    """The card that a react is about: the one attacked; else the one that moved, attacks or was played."""
    return s.defender if s.stage == STRIKING else s.attacker


cdef bint _would_do(const Rules* r, const Table* s, int effect, int seat, int source) noexcept nogil:
    """Whether a react would do something; nothing here is hidden."""
    return not is_spent(r, s, effect, seat, source) and feasible(r, s, effect, seat, source, _subject(s))


cdef bint _usable(const Rules* r, const Table* s, int kind, int seat) noexcept nogil:
    """Whether a react of the hand could be paid for and would do something."""
    return (cost_of(r, s, seat, kind) <= s.stamina[seat]
            and _would_do(r, s, r.card[kind].react[_window(s) - FIRST_REACT], seat, NONE))


cdef int _guard(const Rules* r, const Table* s, int place, int seat) noexcept nogil:
    """The react that a card in play, the top hero or the field card can use now, or NONE."""
    cdef int at = _window(s) - FIRST_REACT
    cdef int effect = NONE
    if place < SQUARES:
        effect = r.card[s.at[place].card - 1].react[at]
    elif place == ZONE and s.field[seat]:
        effect = r.card[s.field[seat] - 1].react[at]
    elif place == TOP and top_hero(s, seat) != NONE:
        effect = r.card[top_hero(s, seat)].ability_react[at]
    if effect == NONE or r.effect[effect].cost > s.stamina[seat] or not _would_do(
            r, s, effect, seat, place if place < SQUARES else NONE):
        return NONE
    return effect


cdef uint32_t guards(const Rules* r, const Table* s) noexcept nogil:
    """The places whose cards can react: squares, the top of the hero deck, the field zone."""
    cdef int seat = 1 - active(s)
    cdef uint32_t places = s.cards[seat] | bit(TOP) | bit(ZONE)
    cdef uint32_t found = 0
    cdef int place
    if not r.guards[_window(s) - FIRST_REACT]:
        return 0
    while places:
        place = take_bit32(&places)
        if _guard(r, s, place, seat) != NONE:
            found |= bit(place)
    return found


cdef bint may_react(const Rules* r, const Table* s) noexcept nogil:
    """Whether the opponent has a card to react with, or may hold one, as far as all know (RULES.md 4)."""
    cdef int seat = 1 - active(s)
    cdef kinds_t kinds = r.reacts[_window(s) - FIRST_REACT]
    cdef int kind
    if guards(r, s):
        return True
    if not s.hand_size[seat] or not kinds:
        return False
    if size_of(&s.known[seat]) == s.hand_size[seat]:
        kinds &= kinds_of(&s.known[seat])
    elif r.open_lists:
        kinds &= kinds_of(&r.list[seat])
    while kinds:
        kind = take_wide(&kinds)
        if (count_of(&s.discard[seat], kind) < (count_of(&r.list[seat], kind) if r.open_lists else COPIES)
                and _usable(r, s, kind, seat)):
            return True
    return False


cdef kinds_t reacts_in_hand(const Rules* r, const Table* s) noexcept nogil:
    cdef int seat = 1 - active(s)
    cdef kinds_t kinds = r.reacts[_window(s) - FIRST_REACT] & kinds_of(&s.hand[seat])
    cdef kinds_t found = 0
    cdef int kind
    while kinds:
        kind = take_wide(&kinds)
        if _usable(r, s, kind, seat):
            found |= wide_bit(kind)
    return found


cdef void react(const Rules* r, Table* s, int kind) noexcept nogil:
    """Pay for a card of the hand; its effect comes last on the chain."""
    cdef int seat = 1 - active(s)
    s.stamina[seat] -= cost_of(r, s, seat, kind)
    leave_hand(s, seat, kind)
    s.resolving[seat] = kind + 1
    _answer(r, s, r.card[kind].react[_window(s) - FIRST_REACT], seat, NONE)


cdef void react_with(const Rules* r, Table* s, int place) noexcept nogil:
    """Pay for the react of a card in play, of the top hero or the field card."""
    cdef int seat = 1 - active(s)
    cdef int effect = _guard(r, s, place, seat)
    s.stamina[seat] -= r.effect[effect].cost
    _answer(r, s, effect, seat, place if place < SQUARES else NONE)


cdef void _answer(const Rules* r, Table* s, int effect, int seat, int source) noexcept nogil:
    push(r, s, effect, seat, source, _subject(s))
    if r.effect[effect].verb == UNDO_MOVE:
        s.link[s.links - 1].step = s.defender


# -- 3.5 to 3.8 Damage, its effects, health, the end

cdef int damage_of(const Rules* r, const Table* s, int attacker, int defender) noexcept nogil:
    """What an attack deals, without what an ability adds once a turn."""
    cdef int damage = atk_of(r, s, attacker)
    if (r.card[s.at[attacker].card - 1].type == UNIT and intimidates(r, s, defender)
            and not keywords_of(r, s, attacker) & FEARLESS):
        damage -= 1
    return damage if damage > 0 else 0


cdef int _harder(const Rules* r, Table* s, int seat) noexcept nogil:
    """What the top hero adds to an attack on a damaged card; used up."""
    cdef int hero = top_hero(s, seat)
    cdef int i
    if hero == NONE or not (r.card[hero].ability_has >> ALWAYS) & 1:
        return 0
    for i in range(r.card[hero].ability_first, r.card[hero].ability_first + r.card[hero].abilities):
        if r.effect[i].verb == HIT_HARDER and not (r.effect[i].once and was_used(s, seat, hero)):
            if r.effect[i].once:
                mark_used(s, seat, hero)
            return r.effect[i].amount
    return 0


cdef void calculate_damage(const Rules* r, Table* s) noexcept nogil:
    """Steps 5 and 6; an attack whose defender has gone from before the attacker is over."""
    cdef int seat = active(s)
    cdef int damage
    if s.attacker == NONE or s.defender == NONE or ahead(s.attacker, seat) != s.defender:
        end_battle(s)
        return
    damage = damage_of(r, s, s.attacker, s.defender)
    if s.at[s.defender].damage:
        damage += _harder(r, s, seat)
    s.stage = BATTLE
    if DEFENDER_FIRST:
        hurt(r, s, s.defender, damage)
        trigger_piece(r, s, s.defender, BATTLING, s.attacker)
    trigger_piece(r, s, s.attacker, BATTLING, s.defender)
    if not DEFENDER_FIRST:
        hurt(r, s, s.defender, damage)
        trigger_piece(r, s, s.defender, BATTLING, s.attacker)


cdef inline bint _is_dead(const Rules* r, const Table* s, int square) noexcept nogil:
    return square != NONE and s.at[square].damage >= hp_of(r, s, square)


cdef void check_health(const Rules* r, Table* s) noexcept nogil:
    """Step 7, of defender and attacker; then what an attack causes when it is over."""
    cdef int attacker = s.attacker
    cdef int defender = s.defender
    cdef bint killed = _is_dead(r, s, defender)
    cdef bint fallen = _is_dead(r, s, attacker)
    s.stage = AFTER_BATTLE
    if killed:
        destroy(r, s, defender)
    if fallen:
        destroy(r, s, attacker)
    elif killed and attacker != NONE:
        trigger_piece(r, s, attacker, KILLS, NONE)
    elif attacker != NONE and defender != NONE:
        trigger_piece(r, s, defender, AFTER_ATTACKED, attacker)


cdef void end_battle(Table* s) noexcept nogil:
    s.attacker = s.defender = s.answered = NONE
    s.stage = ACTING


# -- 5 Attacking directly

cdef bint may_attack_directly(const Table* s, int square) noexcept nogil:
    return (enemy_half(seat_at(s, square)) >> square) & 1


cdef void declare_direct_attack(const Rules* r, Table* s, int square) noexcept nogil:
    s.stamina[seat_at(s, square)] -= 1
    s.at[square].flags |= HAS_ATTACKED
    s.attacker = square
    s.stage = STRIKING_DIRECTLY
    s.window = 1
    trigger_piece(r, s, square, ATTACKING, NONE)


cdef void take_penalty(const Rules* r, Table* s, int kind) noexcept nogil:
    """The defender draws a penalty card; the last one loses the game. Then the attacker goes home."""
    cdef int loser = 1 - active(s)
    cdef int i = 0
    while s.penalty[loser][i] != kind:
        i += 1
    s.penalty_size[loser] -= 1
    while i < s.penalty_size[loser]:
        s.penalty[loser][i] = s.penalty[loser][i + 1]
        i += 1
    s.penalty[loser][i] = 0
    put_in(&s.hand[loser], kind)
    s.hand_size[loser] += 1
    if s.penalty_size[loser]:
        _go_home(r, s, s.attacker)
    else:
        end_game(s, 2 - loser)


cdef void _go_home(const Rules* r, Table* s, int square) noexcept nogil:
    """A unit returns to the hand, a hero to its summoning row, where it is destroyed if a card is there."""
    cdef int seat = seat_at(s, square)
    cdef int kind = s.at[square].card - 1
    cdef int to = lane_of(square) + (LANES * 4 if seat else 0)
    end_battle(s)
    if r.card[kind].type == UNIT:
        to_hand(r, s, square)
        trigger(r, s, kind, DIRECT, seat, NONE, NONE)
    elif bit(to) & taken(s):
        destroy(r, s, square)
        trigger(r, s, kind, DIRECT, seat, NONE, NONE)
    else:
        shift(r, s, square, to)
        trigger(r, s, kind, DIRECT, seat, to, NONE)


cdef void end_game(Table* s, int result) noexcept nogil:
    """Nothing but the table remains: cards, piles, stamina. 1, 2: seat 0, 1 wins; 3: a tie."""
    memset(s.link, 0, sizeof(s.link))
    s.links = s.window = s.todo = s.hero_due = 0
    s.stage = ACTING
    s.attacker = s.defender = s.answered = s.playing = NONE
    s.playing_from = s.placer = 0
    s.draws[0] = s.draws[1] = 0
    s.result = result
    ask(s, OVER_PHASE, OVER)
