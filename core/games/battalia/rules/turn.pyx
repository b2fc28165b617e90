"""The course of the game (RULES.md 3, 5): which decision comes when, and what a move does."""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport take_bit
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalia.rules.actions cimport (
    act, complete, legal_in_action, legal_in_building, put, use_site,
)
from battlewise.core.games.battalia.rules.artefacts cimport (
    apply_use, legal_in_use, take_topmost, throw_die, use,
)
from battlewise.core.games.battalia.rules.battle cimport (
    legal_in_line, legal_in_response, legal_in_spoils, play_line, respond, take_great,
)
from battlewise.core.games.battalia.rules.board cimport count_level, end_game, points, stands_still
from battlewise.core.games.battalia.rules.decks cimport (
    can_draw, draw_card, legal_in_payment, pay_with, raise_ambush, reshuffle, reveal_top, settle,
)
from battlewise.core.games.battalia.rules.setup cimport (
    begin_turn, legal_in_start, set_up, take_city, take_faction,
)
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, add


cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const World*>state).mover


cdef int turn(const void* rules, const void* state) noexcept nogil:
    return (<const World*>state).turn


cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const World* s = <const World*>state
    cdef int phase = s.phase
    out.n = 0
    if phase == ACTION_PHASE:
        legal_in_action(r, s, out)
    elif phase == LINE_PHASE:
        legal_in_line(r, s, out)
    elif phase == COHORT_PHASE:
        legal_in_cohort(r, s, out)
    elif phase == PAY_PHASE:
        legal_in_payment(r, s, out)
    elif phase == EXITS_PHASE or phase == PUT_PHASE or phase == SITE_PHASE or phase == SUSPEND_PHASE:
        legal_in_building(r, s, out)
    elif phase == RESPONSE_PHASE:
        legal_in_response(r, s, out)
    elif phase == SPOILS_PHASE:
        legal_in_spoils(r, s, out)
    elif phase == HEROES_PHASE or phase == START_PHASE:
        legal_in_start(r, s, out)
    else:
        legal_in_use(r, s, out)


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef World* s = <World*>state
    if move_kind(move) < ABSENT:
        decide(r, s, move)
    else:
        happen(r, s, move)


cdef void decide(const Rules* r, World* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    if s.phase == LINE_PHASE:
        decide_in_line(r, s, move)
    elif kind == END_TURN:
        end_turn(r, s)
    elif s.phase == ACTION_PHASE and kind != DECAMP or kind == SUSPEND:
        act(r, s, move)
    elif kind <= TAKE_CITY:
        if kind == TAKE_HEROES:
            take_faction(r, s, a)
        else:
            take_city(r, s, a)
    elif kind <= NEITHER:
        begin_cohort(r, s, kind, a)
    elif kind == PAY:
        if pay_with(r, s, a):
            complete(r, s)
    elif kind == EXITS:
        s.arg = a
        ask(s, TERRAIN_PHASE, CHANCE)
    elif kind == PUT:
        put(r, s, a, b)
    elif kind == SITE:
        use_site(r, s, a)
    elif FIGHT <= kind <= RETREAT:
        respond(r, s, kind, a, b)
    elif kind == TAKE_GREAT or kind == LEAVE_GREAT:
        take_great(r, s, a if kind == TAKE_GREAT else NONE)
    else:
        s.roamed = 0
        apply_use(r, s, kind, a, b)


cdef void decide_in_line(const Rules* r, World* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    if kind == USE:
        use(r, s, move_a(move), 0)
    elif kind == DECAMP:
        apply_use(r, s, kind, move_a(move), 0)
    else:
        play_line(r, s, kind, move_a(move))


cdef void happen(const Rules* r, World* s, move_t outcome) noexcept nogil:
    cdef int kind = move_kind(outcome)
    cdef int a = move_a(outcome)
    if s.phase == SETUP_PHASE:
        set_up(r, s, a - 1 if kind == DEAL or kind == DRAW or kind == BURIED else a)
    elif kind == DRAW:
        draw_next(r, s, move_b(outcome), a - 1)
    elif kind == REVEAL:
        reveal_top(r, s, a)
        settle(r, s)
    elif kind == TERRAIN:
        s.subject = a
        ask(s, PUT_PHASE, active(r, s))
    elif kind == TOPMOST:
        take_topmost(r, s, a)
    else:
        throw_die(r, s, a)


# -- cohort or mulligan, ambush (RULES.md 3.1, 3.2)

cdef int cohort_draws(const Rules* r, const World* s, int seat) noexcept nogil:
    """How many cards the best cohort, or two small ones, of a hand is worth."""
    cdef int wild = 0
    cdef int best = 0
    cdef int small = 0
    cdef int faction, type, n
    for n in range(UNBOUND, KINDS):
        wild += s.hand[seat][n]
    for faction in range(FACTIONS):
        n = 0
        for type in range(TYPES):
            n += s.hand[seat][type * 4 + faction]
        small += n >= 3
        best = max(best, n)
    return max(r.cohort[min(best + wild, <int>HAND)], 2 * r.cohort[3] if small > 1 else 0)


cdef void legal_in_cohort(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    cdef int draws = cohort_draws(r, s, s.mover)
    if draws:
        add(out, COHORT, draws, 0)
    add(out, MULLIGAN, 0, 0)
    add(out, NEITHER, 0, 0)


cdef void begin_cohort(const Rules* r, World* s, int kind, int draws) noexcept nogil:
    cdef int seat = s.mover
    if kind == MULLIGAN:
        empty_hand(s, seat)
        draws = r.mulligan
    s.draws = draws if kind != NEITHER else 0
    draw_on(r, s)


cdef void draw_on(const Rules* r, World* s) noexcept nogil:
    """Draw what is due, then raise the ambush."""
    cdef int seat = active(r, s)
    if s.draws and can_draw(s, seat):
        reshuffle(s, seat)
        ask(s, DRAW_PHASE, CHANCE)
        return
    s.draws = 0
    raise_ambush(s, seat)
    ask(s, ACTION_PHASE, seat)


cdef void draw_next(const Rules* r, World* s, int seat, int kind) noexcept nogil:
    draw_card(r, s, seat, kind)
    if s.phase == FILL_PHASE:
        fill(r, s)
        return
    s.draws -= 1
    draw_on(r, s)


# -- discard, new hand (RULES.md 3.11, 3.12)

cdef void empty_hand(World* s, int seat) noexcept nogil:
    """All cards of the hand go to the shelter."""
    cdef uint64_t kinds = kinds_held(s.hand[seat])
    cdef int kind
    while kinds:
        kind = take_bit(&kinds)
        while s.hand[seat][kind]:
            leave_hand(s, seat, kind)
            s.shelter[seat][kind] += 1


cdef void end_turn(const Rules* r, World* s) noexcept nogil:
    cdef int seat = active(r, s)
    cdef int kind
    empty_hand(s, seat)
    for kind in range(KINDS):
        s.shelter[seat][kind] += s.table[kind]
    memset(s.table, 0, KINDS)
    memset(s.laid[<int>ATTACKER], 0, KINDS)
    s.hammer = s.stolen = s.fresh[<int>ATTACKER] = s.charmed[<int>ATTACKER] = NONE
    s.roamed = 0
    fill(r, s)


cdef int short_hand(const Rules* r, const World* s) noexcept nogil:
    """The seat whose hand is to be filled: the active player's, then those of defenders; NONE."""
    cdef int i, seat
    for i in range(r.seats):
        seat = (active(r, s) + i) % r.seats
        if size_of(s.hand[seat]) < HAND and can_draw(s, seat):
            return seat
    return NONE


cdef void fill(const Rules* r, World* s) noexcept nogil:
    cdef int seat = short_hand(r, s)
    if seat != NONE:
        reshuffle(s, seat)
        ask(s, FILL_PHASE, CHANCE)
        return
    s.turn += 1
    if s.turn == r.turns or stands_still(r, s):
        end_game(s)
    else:
        begin_turn(r, s)


# -- the end (RULES.md 5)

cdef int64_t standing(const Rules* r, const World* s, int seat) noexcept nogil:
    """Victory points, then cities of level 4, 3, 2, 1, then heroes on the map, as one number."""
    cdef int64_t rank = points(r, s, seat)
    cdef int level
    for level in range(TOP_LEVEL, 0, -1):
        rank = rank * 64 + count_level(s, seat, level)
    return rank * 4 + (s.hero[seat][0] != NONE) + (s.hero[seat][1] != NONE)


cdef void returns(const void* rules, const void* state, double* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef int64_t rank[SEATS]
    cdef int64_t best = -1
    cdef int seat, winners = 0
    for seat in range(r.seats):
        rank[seat] = standing(r, <const World*>state, seat)
        best = max(best, rank[seat])
    for seat in range(r.seats):
        winners += rank[seat] == best
    for seat in range(r.seats):
        out[seat] = 1.0 / winners if rank[seat] == best else 0.0
