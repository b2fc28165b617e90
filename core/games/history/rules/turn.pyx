"""The course of the game (RULES.md 2): which decision comes when, and what a move does."""
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.history.rules.encounter cimport (
    arm, begin_battle, deploy, face, join_chain, legal_in_arming, legal_in_chain, legal_in_deployment,
    legal_in_face, reinforce, relaunch, reroll, roll_dice,
)
from battlewise.core.games.history.rules.restoration cimport end_turn, fill_hand, open_card, standings
from battlewise.core.games.history.rules.rewards cimport draw_relic, keep, look, take_relic
from battlewise.core.games.history.rules.travel cimport (
    act, can_tighten_up, draw, insert_tile, legal_in_action, legal_in_travel, refill_token, set_up,
    start_turn, take_token, tighten_up,
)
from battlewise.core.games.history.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, add


cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const Journey*>state).mover


cdef int turn(const void* rules, const void* state) noexcept nogil:
    return (<const Journey*>state).turn


cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef int i
    out.n = 0
    if s.phase == TRAVEL_PHASE:
        legal_in_travel(r, s, out)
    elif s.phase == ACTION_PHASE:
        legal_in_action(r, s, out)
    elif s.phase == FACE_PHASE:
        legal_in_face(r, s, out)
    elif s.phase == CHAIN_PHASE:
        legal_in_chain(r, s, out)
    elif s.phase == DEPLOY_PHASE or s.phase == DEFEND_PHASE:
        legal_in_deployment(r, s, out)
    elif s.phase == ARM_PHASE or s.phase == DEFEND_ARM_PHASE:
        legal_in_arming(r, s, out)
    elif s.phase == RELAUNCH_PHASE:
        add(out, REROLL, 0, 0)
        add(out, KEEP_DICE, 0, 0)
    elif s.phase == KEEP_PHASE:
        for i in range(VALUES):
            if tokens_in(s.looked, i):
                add(out, KEEP_PROWESS, i, 0)
    elif s.phase == RELIC_CHOICE_PHASE:
        for i in range(ERAS):
            if s.offered[i]:
                add(out, TAKE_RELIC, i, 0)
    elif s.phase == CLOSE_PHASE:
        add(out, END_TURN, 0, 0)
        if can_tighten_up(r, s, s.mover):
            add(out, TIGHTEN, 0, 0)


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Journey* s = <Journey*>state
    if move_kind(move) < TILE:
        decide(r, s, move)
    else:
        happen(r, s, move)


cdef void decide(const Rules* r, Journey* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    if kind == INSERT:
        start_turn(r, s)
    elif kind <= LEAVE:
        leave_gears(r, s, kind, a)
    elif kind < TIGHTEN:
        act(r, s, move)
    elif kind == TIGHTEN:
        tighten_up(r, s)
    elif kind == JUMP:
        s.era[s.mover] = a
        begin_battle(r, s)
    elif kind <= CHALLENGE:
        face(r, s, move)
    elif kind <= ENOUGH:
        join_chain(r, s, move)
    elif kind <= READY:
        deploy(r, s, move)
    elif kind <= NO_ARMS:
        arm(r, s, move)
    elif kind <= KEEP_DICE:
        relaunch(r, s, kind == REROLL)
    elif kind == TAKE_RELIC:
        take_relic(r, s, a)
    elif kind == KEEP_PROWESS:
        keep(r, s, a)
    else:
        end_turn(r, s)


cdef inline void leave_gears(const Rules* r, Journey* s, int kind, int given) noexcept nogil:
    """No more tiles: the warfare token, then the actions."""
    if kind == LEAVE:
        ask(s, ACTION_PHASE, s.mover)
    else:
        take_token(r, s, given if kind == EXCHANGE else NONE)


cdef void happen(const Rules* r, Journey* s, move_t outcome) noexcept nogil:
    cdef int kind = move_kind(outcome)
    cdef int a = move_a(outcome)
    cdef int b = move_b(outcome)
    if s.phase == SETUP_PHASE:
        set_up(r, s, outcome)
    elif kind == TILE:
        insert_tile(r, s, a)
    elif kind == WARFARE:
        refill_token(r, s, a)
    elif kind == DRAW and s.phase == DRAW_PHASE:
        draw(r, s, a - 1)
    elif kind == DRAW:
        fill_hand(r, s, a - 1)
    elif kind == REINFORCE:
        reinforce(r, s, a)
    elif kind == ROLL:
        roll_dice(r, s, a, b)
    elif kind == REROLLED:
        reroll(r, s, a)
    elif kind == LOOK:
        look(r, s, a - 1, b)
    elif kind == DRAW_RELIC:
        draw_relic(r, s, a)
    else:
        open_card(r, s, a)


cdef void returns(const void* rules, const void* state, double* out) noexcept nogil:
    """Most points win; then most heroes, most relics; then the victory is shared (3)."""
    cdef const Rules* r = <const Rules*>rules
    cdef int rank[SEATS]
    cdef int seat, best = 0, winners = 0
    standings(r, <const Journey*>state, rank)
    for seat in range(r.seats):
        best = max(best, rank[seat])
    for seat in range(r.seats):
        winners += rank[seat] == best
    for seat in range(r.seats):
        out[seat] = 1.0 / winners if rank[seat] == best else 0.0
