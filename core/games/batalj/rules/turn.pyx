"""The course of the game: which decision comes when, and what a move does.

A step that ends without a decision or a draw sets a phase of `Ended`, from which `_carry_on` goes on.
"""
from battlewise.core.bits cimport bit, first_bit
from battlewise.core.game cimport CHANCE, MoveList, OVER, move_t
from battlewise.core.games.batalj.rules.activities cimport (
    act, after_income, after_purchase, begin_turn, buy_nothing, collect_fiefs, conclude_purchase, draw_on,
    give_back, legal_activities, legal_purchases, legal_traders, name_purchase, open_market, repay,
    take_event_card, trade, use_chancellor,
)
from battlewise.core.games.batalj.rules.battlefield cimport (
    battle_on, decide_in_battle, enemy_chooses, fire, legal_in_battle, strike,
)
from battlewise.core.games.batalj.rules.events cimport (
    add_events, answer_event, card_replaced, elected, event_die, event_lost, event_on, event_taken,
    forget_event, legal_for_event, marker_stolen, next_holder, open_window, pass_reaction, pass_window,
    play_event, window_on,
)
from battlewise.core.games.batalj.rules.foray cimport legal_in_foray, ride, turn_over
from battlewise.core.games.batalj.rules.forces cimport draw_enemy, legal_in_forming, put
from battlewise.core.games.batalj.rules.reign cimport (
    after_reveal, choose, cut_short, deal_on, declare, declared, end_reign, end_turn, fill_display,
    first_trader, fortune_die, legal_for_regent, legal_spoils, lose_fief, marker_drawn, mourn_on, mourner,
    mourning_die, name_enemy, next_turn, open_reign, points, repeat_reign, ride_out, settle_war, show_regent,
    spoil, spoils_drawn, spoils_on, without_trader,
)
from battlewise.core.games.batalj.rules.war cimport commit, foremost, legal_commitments
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add, add_each, move_a, move_b, move_c, move_kind


cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const Realm*>state).mover


cdef int turn(const void* rules, const void* state) noexcept nogil:
    return (<const Realm*>state).turn


cdef void begin(const Rules* r, Realm* s) noexcept nogil:
    """Set up a clear table, up to the first chance node or decision."""
    if r.mode == FORAY:
        ride_out(r, s)
    elif r.mode == BATTLE:
        deal_on(r, s)
    else:
        ask(s, LOT_PHASE, CHANCE)
    while s.phase >= PHASES:
        _carry_on(r, s)


# -- the seat that decides

cdef int asked(const Rules* r, const Realm* s) noexcept nogil:
    """The seat that decides in a phase of a campaign, outside of battle and foray."""
    cdef int seat = active(s) if s.place < s.drawn else 0
    if s.phase == WINDOW_PHASE:
        seat = next_holder(r, s, s.passed)
    elif s.phase == REACTION_PHASE:
        seat = next_holder(r, s, s.play.passed)
    elif s.phase == TARGET_PHASE or s.phase == GIVE_PHASE:
        seat = s.play.seat
    elif s.phase == WRATH_PHASE:
        seat = s.play.a
    elif s.phase == PLAGUE_PHASE:
        seat = first_bit(s.play.todo | bit(63))
    elif s.phase == SPOILS_PHASE:
        seat = foremost(r, s, s.owing)
    elif s.phase == DEFEAT_PHASE:
        seat = mourner(r, s)
    elif s.phase == REGENCY_PHASE or s.phase == ENEMY_PHASE:
        seat = s.leader
    elif s.phase == FIRST_TRADER_PHASE:
        seat = without_trader(r, s)
    return seat if seat < r.seats else 0


# -- decisions

cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    out.n = 0
    if s.phase >= COMMIT_PHASE:
        _legal_in_war(r, s, out)
    elif s.phase >= ACT_PHASE:
        _legal_in_turn(r, s, out)
    elif s.phase == WINDOW_PHASE:
        add(out, PASS, 0, 0)
        add_events(r, s, out)
    elif s.phase == DECLARE_PHASE:
        add(out, JOIN_FORAY, 0, 0)
        add(out, STAY_HOME, 0, 0)
    elif s.phase == FIRST_TRADER_PHASE:
        _add_trader_places(r, s, out)
    elif s.phase == REGENCY_PHASE or s.phase == ENEMY_PHASE:
        legal_for_regent(r, s, out)


cdef inline void _add_trader_places(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    cdef int country
    for country in range(COUNTRIES):
        if has_room(r, s, country):
            add(out, PLACE_TRADER, country, 0)


cdef inline void _add_own_fiefs(const Realm* s, MoveList* out) noexcept nogil:
    cdef int fief
    for fief in range(FIEFS):
        if s.owner[fief] == s.mover:
            add(out, GIVE_BACK, fief, 0)


cdef inline void _legal_in_turn(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    if s.phase == ACT_PHASE or s.phase == AFTER_PHASE:
        if s.phase == ACT_PHASE:
            legal_activities(r, s, out)
        else:
            add(out, END_TURN, 0, 0)
        add_each(out, USE_CARD, s.cards[s.mover] & r.chancellors)
        add_events(r, s, out)
    elif s.phase == TRADER_PHASE:
        legal_traders(r, s, out)
    elif FIEF_PHASE <= s.phase <= CHANCELLOR_PHASE:
        legal_purchases(r, s, out)
    elif s.phase == DEBT_PHASE:
        _add_own_fiefs(s, out)
    elif s.phase == REACTION_PHASE:
        add(out, PASS, 0, 0)
        add_events(r, s, out)
    elif s.mover >= 0:
        legal_for_event(r, s, out)


cdef inline void _legal_in_war(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    if s.phase == COMMIT_PHASE:
        legal_commitments(r, s, out)
    elif s.phase == FORM_PHASE:
        legal_in_forming(r, s, out)
    elif AIM_PHASE <= s.phase <= REDEPLOY_PHASE:
        legal_in_battle(s, out)
    elif s.phase == SPOILS_PHASE:
        legal_spoils(r, s, out)
    elif s.phase == DEFEAT_PHASE:
        _add_own_fiefs(s, out)
        add_events(r, s, out)
    elif s.phase >= MARKERS_PHASE:
        legal_in_foray(r, s, out)


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Realm* s = <Realm*>state
    cdef int kind = move_kind(move)
    if kind >= DIE:
        _happen(r, s, move)
    elif kind >= COMMIT_FIEF:
        _decide_in_war(r, s, move)
    else:
        _decide(r, s, move)
    while s.phase >= PHASES:
        _carry_on(r, s)


cdef inline void _decide(const Rules* r, Realm* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    if kind == PASS:
        if s.phase == WINDOW_PHASE:
            pass_window(r, s)
        else:
            pass_reaction(r, s)
    elif kind == PLAY_EVENT:
        play_event(r, s, a)
    elif kind <= KEEP_TRADERS:
        _trade(r, s, kind, a, b)
    elif kind == CHOOSE_REGENT:
        show_regent(r, s, a)
    elif kind == CHOOSE_ENEMY:
        name_enemy(s, a)
    elif kind <= STAY_HOME:
        declare(r, s, kind == JOIN_FORAY)
    elif kind <= CULTURE_TRADE:
        act(r, s, kind)
    elif kind <= BUY_CARD:
        name_purchase(s, kind, a, b)
    elif kind == BUY_NOTHING:
        buy_nothing(s)
    elif kind == USE_CARD:
        use_chancellor(s, a)
    elif kind == END_TURN:
        repay(s)
    elif kind == GIVE_BACK and s.phase == DEBT_PHASE:
        give_back(r, s, a)
    elif kind == GIVE_BACK and s.phase == DEFEAT_PHASE:
        lose_fief(r, s, a)
    else:
        answer_event(r, s, kind, a, b, move_c(move))


cdef inline void _trade(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil:
    if s.phase == FIRST_TRADER_PHASE:
        first_trader(r, s, a)
    elif s.phase == CHANCELLOR_PHASE:
        s.traders[s.mover][a] += 1
        buy_nothing(s)
    else:
        trade(r, s, kind, a, b)


cdef inline void _decide_in_war(const Rules* r, Realm* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    if kind < PUT_FIEF:
        commit(r, s, kind, a)
    elif kind <= PUT_COMMANDER:
        put(r, s, kind, a, b)
    elif kind <= NEXT_STEP:
        decide_in_battle(r, s, kind, a, b)
    elif kind <= SPOIL_GOLD:
        spoil(r, s, kind, a, b)
    else:
        ride(r, s, kind, a)


# -- outcomes

cdef inline void _happen(const Rules* r, Realm* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    if kind == DIE:
        _roll(r, s, a)
    elif kind == SEAT_LOT:
        _lot(r, s, a)
    elif kind == EVENT_DRAWN:
        take_event_card(s, move_b(move), a - 1)
        if s.phase == DEAL_PHASE:
            deal_on(r, s)
        else:
            s.draws -= 1
            draw_on(r, s)
    elif kind == EVENT_LOST:
        event_lost(r, s, a)
    elif kind == EVENT_TAKEN:
        event_taken(r, s, a - 1)
    elif kind == OPENED:
        s.open |= bit(a)
        s.history_deck &= ~bit(a)
        if s.play.kind == NONE:
            fill_display(r, s)
        else:
            card_replaced(r, s)
    elif kind == REGENT_CARD:
        show_regent(r, s, a)
    elif kind == ENEMY_CARD:
        draw_enemy(r, s, a)
    elif kind == FIEF_LOT or kind == GOLD_SUM:
        spoils_drawn(r, s, a)
    elif kind == MARKER:
        turn_over(r, s, a)
    elif kind == MARKER_LOST:
        marker_stolen(r, s, a)
    elif kind == AREA_LOT:
        enemy_chooses(r, s, a)
    else:
        s.cards[move_b(move)] |= bit(a)
        s.history_deck &= ~bit(a)
        deal_on(r, s)


cdef inline void _lot(const Rules* r, Realm* s, int seat) noexcept nogil:
    if s.phase == LOT_PHASE:
        s.archbishop = seat
        deal_on(r, s)
    elif s.phase == TIE_PHASE:
        choose(r, s, seat)
    elif s.phase == ORDER_PHASE:
        marker_drawn(r, s, seat)
    else:
        s.phase = REGENT_APPLIED
        elected(r, s, seat)


cdef inline void _roll(const Rules* r, Realm* s, int die) noexcept nogil:
    if s.phase == MARCH_DIE_PHASE:
        s.die = die
        ask(s, MARCH_PHASE, s.order[s.place])
    elif s.phase == GUN_PHASE:
        fire(r, s, die)
    elif s.phase == ATTACK_DIE_PHASE:
        strike(r, s, die)
    elif s.phase == TAX_PHASE:
        collect_fiefs(r, s, die)
    elif s.phase == EVENT_DIE_PHASE:
        event_die(r, s, die)
    elif s.phase == DEFEAT_DIE_PHASE:
        mourning_die(r, s, die)
    else:
        fortune_die(r, s, die)


# -- what comes next

cdef void _carry_on(const Rules* r, Realm* s) noexcept nogil:
    if s.phase == EVENT_DONE:
        _after_event(r, s)
    elif s.phase == WINDOW_DONE:
        _after_window(r, s)
    elif s.phase == REGENT_APPLIED:
        open_reign(r, s)
    elif s.phase == DRAWS_DONE:
        _after_draws(r, s)
    elif s.phase == COLLECTED:
        after_income(r, s)
    elif s.phase == SETTLED:
        if s.activity == NONE:
            end_turn(r, s)
        else:
            open_market(r, s)
    elif s.phase == ACTIVITY_DONE:
        s.purchases = 0
        ask(s, AFTER_PHASE, active(s))
    elif s.phase == PURCHASE_NAMED:
        open_window(r, s, PURCHASE_WINDOW, active(s))
    elif s.phase == REIGN_ENDS:
        end_reign(r, s)
    elif r.mode != CAMPAIGN and s.phase != ROUND_BEGINS:
        ask(s, OVER_PHASE, OVER)
    elif s.phase == FORAY_DONE:
        next_turn(r, s)
    elif s.phase == BATTLE_DONE:
        settle_war(r, s)
    elif r.mode == CAMPAIGN:
        open_window(r, s, WAR_WINDOW, NONE)
    else:
        battle_on(r, s)


cdef inline void _after_event(const Rules* r, Realm* s) noexcept nogil:
    cdef int back = s.play.back
    forget_event(s)
    if back == ACT_PHASE or back == AFTER_PHASE:
        ask(s, back, active(s))
    elif back == DEFEAT_PHASE:
        mourn_on(r, s)
    elif back == REGENT_PHASE:
        open_window(r, s, REVEAL_WINDOW, NONE)
    elif back == ORDER_PHASE:
        repeat_reign(r, s)
    elif back == FORTUNE_PHASE:
        cut_short(r, s)
    elif back == FIEF_PHASE or (s.window == WAR_WINDOW and not s.soldiers[ENEMY][RESERVE]):
        s.passed = 0
        s.phase = WINDOW_DONE
    else:
        window_on(r, s)


cdef inline void _after_window(const Rules* r, Realm* s) noexcept nogil:
    cdef int window = s.window
    s.window = NO_WINDOW
    if window == REVEAL_WINDOW:
        after_reveal(r, s)
    elif window == BEFORE_WINDOW:
        begin_turn(r, s)
    elif window == PURCHASE_WINDOW:
        conclude_purchase(r, s)
    elif window == WAR_WINDOW:
        battle_on(r, s)
    elif window == SPOILS_WINDOW:
        spoils_on(r, s)
    else:
        s.phase = REIGN_ENDS


cdef inline void _after_draws(const Rules* r, Realm* s) noexcept nogil:
    if s.play.kind != NONE:
        event_on(r, s)
    elif s.buying:
        after_purchase(r, s)
    elif before_forays(r, s):
        declared(r, s)
    else:
        ask(s, ACT_PHASE, active(s))


# -- the end

cdef int result_of(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The result of a seat: AP, in a foray worth in gold."""
    return points(r, s, seat) if r.mode == CAMPAIGN else worth(r, s.loot[seat])


cdef void returns(const void* rules, const void* state, double* out) noexcept nogil:
    """Battle: a shared result. One rider: its share of all treasures. Else the highest result wins."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef int result[SEATS]
    cdef int seat, best = -9999, winners = 0
    if r.mode == BATTLE:
        for seat in range(r.seats):
            out[seat] = s.victory == SWEDISH_VICTORY
        return
    if r.seats == 1:
        out[0] = <double>worth(r, s.loot[0]) / r.all_treasures
        return
    for seat in range(r.seats):
        result[seat] = result_of(r, s, seat)
        best = max(best, result[seat])
    for seat in range(r.seats):
        winners += result[seat] == best
    for seat in range(r.seats):
        out[seat] = 1.0 / winners if result[seat] == best else 0
