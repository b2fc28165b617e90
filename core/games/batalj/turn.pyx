"""The course of the game: which decision comes when, and what a move does."""
from battlewise.core.game cimport CHANCE, MoveList, OVER, move_t
from battlewise.core.games.batalj.battlefield cimport (
    aim, attack, battle_on, draw_enemy, enemy_chooses, fire, legal_aims, legal_attacks, legal_in_forming,
    legal_losses, legal_redeployment, put, redeploy, strike, suffer,
)
from battlewise.core.games.batalj.foray cimport begin_foray, legal_in_foray, ride, turn_over
from battlewise.core.games.batalj.state cimport *
from battlewise.core.games.batalj.war cimport call_to_arms, commit, legal_commitments


cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const Realm*>state).mover


cdef int turn(const void* rules, const void* state) noexcept nogil:
    return (<const Realm*>state).turn


# -- the start of each mode

cdef void begin(const Rules* r, Realm* s) noexcept nogil:
    """From a clear table to the first chance node or decision."""
    if r.mode == FORAY:
        draw_markers(r, s)
    else:
        ask(s, DEAL_PHASE, CHANCE)


cdef void draw_markers(const Rules* r, Realm* s) noexcept nogil:
    """The turn markers that are left, one by one; the last one is no draw."""
    cdef int seat
    if s.drawn == r.seats - 1:
        for seat in range(r.seats):
            if undrawn(r, s) >> seat & 1:
                s.order[s.drawn] = seat
        s.drawn += 1
    if s.drawn < r.seats:
        ask(s, ORDER_PHASE, CHANCE)
    else:
        begin_foray(r, s)


cdef int undrawn(const Rules* r, const Realm* s) noexcept nogil:
    """Seats whose turn marker has not been drawn, as bits."""
    cdef int i, left = (1 << r.seats) - 1
    for i in range(s.drawn):
        left &= ~(1 << s.order[i])
    return left


cdef int dealt_next(const Rules* r, const Realm* s) noexcept nogil:
    """Battle: the next seat that lacks a Militaria card; NONE: all have theirs."""
    cdef int seat
    for seat in range(r.seats):
        if popcountll(s.cards[seat]) < r.dealt:
            return seat
    return NONE


# -- decisions

cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    out.n = 0
    if s.phase >= COMMIT_PHASE:
        _legal_in_war(r, s, out)


cdef inline void _legal_in_war(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    if s.phase == COMMIT_PHASE:
        legal_commitments(r, s, out)
    elif s.phase == FORM_PHASE:
        legal_in_forming(r, s, out)
    elif s.phase == AIM_PHASE:
        legal_aims(s, out)
    elif s.phase == ATTACK_PHASE:
        legal_attacks(s, out)
    elif s.phase == LOSS_PHASE:
        legal_losses(s, out)
    elif s.phase == REDEPLOY_PHASE:
        legal_redeployment(s, out)
    else:
        legal_in_foray(r, s, out)


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Realm* s = <Realm*>state
    cdef int kind = move & 255
    if kind >= DIE:
        _happen(r, s, move)
    else:
        _decide(r, s, move)
    while s.phase >= PHASES:
        _carry_on(r, s)


cdef inline void _decide(const Rules* r, Realm* s, move_t move) noexcept nogil:
    cdef int kind = move & 255
    cdef int a = move >> 8 & 255
    cdef int b = move >> 16 & 255
    if kind < PUT_FIEF:
        commit(r, s, kind, a)
    elif kind <= PUT_COMMANDER:
        put(r, s, kind, a, b)
    elif kind == AIM:
        aim(r, s, a)
    elif kind <= ATTACK_NO_MORE:
        attack(r, s, kind, a)
    elif kind == LOSE:
        suffer(r, s, a)
    elif kind <= NEXT_STEP:
        redeploy(r, s, kind, a, b)
    else:
        ride(r, s, kind, a)


# -- outcomes

cdef inline void _happen(const Rules* r, Realm* s, move_t move) noexcept nogil:
    cdef int kind = move & 255
    cdef int a = move >> 8 & 255
    if kind == DIE:
        _roll(r, s, a)
    elif kind == SEAT_LOT:
        s.order[s.drawn] = a
        s.drawn += 1
        draw_markers(r, s)
    elif kind == MARKER:
        turn_over(r, s, a)
    elif kind == AREA_LOT:
        enemy_chooses(r, s, a)
    elif kind == ENEMY_CARD:
        draw_enemy(r, s, a)
    elif kind == DEALT:
        s.cards[move >> 16 & 255] |= bit(a)
        s.history_deck &= ~bit(a)
        if dealt_next(r, s) == NONE:
            call_to_arms(r, s)


cdef inline void _roll(const Rules* r, Realm* s, int die) noexcept nogil:
    if s.phase == MARCH_DIE_PHASE:
        s.die = die
        ask(s, MARCH_PHASE, s.order[s.place])
    elif s.phase == GUN_PHASE:
        fire(r, s, die)
    elif s.phase == ATTACK_DIE_PHASE:
        strike(r, s, die)


# -- what comes next

cdef void _carry_on(const Rules* r, Realm* s) noexcept nogil:
    if s.phase == ROUND_BEGINS:
        battle_on(r, s)
    else:
        ask(s, OVER_PHASE, OVER)


cdef void returns(const void* rules, const void* state, double* out) noexcept nogil:
    """Battle: all share what comes of it. Foray: of one seat the share of all treasures, of more the most."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef int seat, best = -1, winners = 0
    if r.mode == BATTLE:
        for seat in range(r.seats):
            out[seat] = s.victory == 1
        return
    if r.seats == 1:
        out[0] = <double>worth(r, s.loot[0]) / r.all_treasures
        return
    for seat in range(r.seats):
        if worth(r, s.loot[seat]) > best:
            best = worth(r, s.loot[seat])
            winners = 0
        winners += worth(r, s.loot[seat]) == best
    for seat in range(r.seats):
        out[seat] = 1.0 / winners if worth(r, s.loot[seat]) == best else 0
