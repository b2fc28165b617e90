"""Event cards (RULES.md 8): windows, reactions, effects."""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from battlewise.core.bits cimport bit, first_bit
from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.batalj.rules.activities cimport bar_purchase, draw_on, upkeep
from battlewise.core.games.batalj.rules.battlefield cimport clear_sector, remove_soldier, rout
from battlewise.core.games.batalj.rules.meanings cimport mortal, needs_target, set_order, targets
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add, add_each


# -- 8.1 Windows: every seat that holds Event cards is asked in turn, whatever they are

cdef int time_at(const Realm* s, int phase) noexcept nogil:
    """The time, a bit of `When`, at which a card is played in a phase and the open window; 0: in none."""
    if phase == ACT_PHASE:
        return OWN
    if phase == AFTER_PHASE:
        return AFTER
    if phase == DEFEAT_PHASE:
        return DEFEAT
    if phase == REACTION_PHASE:
        return REACTION
    if phase != WINDOW_PHASE:
        return 0
    if s.window == REVEAL_WINDOW:
        return REVEAL
    if s.window == BEFORE_WINDOW:
        return BEFORE
    if s.window == PURCHASE_WINDOW:
        return PURCHASE
    if s.window == WAR_WINDOW:
        return AT_WAR
    return SPOILS if s.window == SPOILS_WINDOW else END if s.window == END_WINDOW else 0


cdef void open_window(const Rules* r, Realm* s, int window, int but) noexcept nogil:
    """Ask all seats except `but`; NONE: all."""
    s.window = window
    s.passed = 0 if but == NONE else 1 << but
    window_on(r, s)


cdef int next_holder(const Rules* r, const Realm* s, int passed) noexcept nogil:
    """The next seat with Event cards that has not passed; NONE: there is none. A rider that was slain is not
    asked in the reign (ruling 47).
    """
    cdef int i, seat
    for i in range(r.seats):
        seat = (s.reign + i) % r.seats
        if not passed >> seat & 1 and s.hand_size[seat] and s.riding[seat] != SLAIN:
            return seat
    return NONE


cdef void window_on(const Rules* r, Realm* s) noexcept nogil:
    cdef int seat = next_holder(r, s, s.passed)
    if seat == NONE:
        s.passed = 0
        s.phase = WINDOW_DONE
    else:
        ask(s, WINDOW_PHASE, seat)


cdef void pass_window(const Rules* r, Realm* s) noexcept nogil:
    s.passed |= 1 << s.mover
    window_on(r, s)


# -- 8.2 What can be played

cdef void add_events(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    """The mover's cards that can be played now."""
    cdef int when = time_at(s, s.phase)
    cdef uint64_t word                   # eight kinds at a time: a hand has few of all
    cdef int first, kind
    for first in range(0, EVENTS if s.hand_size[s.mover] else 0, 8):
        memcpy(&word, &s.hand[s.mover][first], 8)
        while word:
            kind = first + (first_bit(word) >> 3)
            word &= ~(<uint64_t>255 << (first_bit(word) & 56))
            if r.event[kind].when & when and playable(r, s, kind):
                add(out, PLAY_EVENT, kind, 0)


cdef bint playable(const Rules* r, const Realm* s, int kind) noexcept nogil:
    """Whether a card of the mover would do anything, as far as all can see."""
    cdef MoveList means
    cdef int seat = s.mover
    cdef int verb = r.event[kind].verb
    if needs_target(verb):
        if verb == EXCHANGE_EVENTS and s.hand_size[seat] < 2 or verb == DECLARE_WAR and s.gold[seat] < (
                r.event[kind].amount):
            return False
        means.n = 0
        targets(r, s, kind, seat, &means)
        return means.n > 0
    if verb == RUN_BLOCKADE:
        return (s.enemy != NONE or effect_of(r, s) == BLOCKADE) and not s.runners >> seat & 1
    if verb == MOVE_FIRST:
        return s.enemy == NONE and s.drawn < r.seats
    if verb == GOLD and r.event[kind].castle:
        return series_of(r, s, seat, CASTLE) != 0
    if verb == SUPPLIES or verb == REVERSE:
        return s.stage == NO_BATTLE or s.soldiers[ENEMY][RESERVE] + s.soldiers[SWEDEN][RESERVE] < 60
    if verb == TACTICIAN or verb == STEEL:
        return not (s.tactician if verb == TACTICIAN else s.steel)
    if verb == COURT_INTRIGUE:
        return s.gold[seat] >= r.event[kind].amount
    return _fits_office(r, s, seat, verb)


cdef bint _fits_office(const Rules* r, const Realm* s, int seat, int verb) noexcept nogil:
    if verb == ANOTHER_MOVE:
        return s.acted != 7
    if verb == ASSASSINATE:
        return s.archbishop != NONE and s.archbishop != seat
    if verb == SILENCE:
        return s.archbishop != NONE and not s.silenced
    if verb == AUTHORITY:
        return s.claimed == 1 and s.archbishop == seat
    if verb == PRICE_RISE:
        return s.bought == 1 and not s.extra
    if verb == MORE_SPOILS:
        return s.owing >> seat & 1
    if verb == TAKE_EVENT:
        return s.play.taker == NONE and not stays(r.event[s.play.kind].verb)
    return True


# -- 8.3 Playing a card, reactions

cdef void play_event(const Rules* r, Realm* s, int kind) noexcept nogil:
    cdef int seat = s.mover
    leave_hand(s, seat, kind)
    if s.phase == REACTION_PHASE:
        s.discard[kind] += 1
        s.play.passed |= 1 << seat
        if r.event[kind].verb == CANCEL:
            s.play.cancelled = 1
            _finish(r, s)
        else:
            s.play.taker = seat
            _ask_reaction(r, s)
        return
    s.play.kind = kind
    s.play.seat = seat
    s.play.back = s.phase
    if needs_target(r.event[kind].verb):
        ask(s, TARGET_PHASE, seat)
    else:
        open_reactions(r, s)


cdef void leave_hand(Realm* s, int seat, int kind) noexcept nogil:
    s.hand[seat][kind] -= 1
    s.hand_size[seat] -= 1


cdef void open_reactions(const Rules* r, Realm* s) noexcept nogil:
    s.play.passed = 1 << s.play.seat
    _ask_reaction(r, s)


cdef void _ask_reaction(const Rules* r, Realm* s) noexcept nogil:
    cdef int seat = next_holder(r, s, s.play.passed)
    if seat == NONE:
        _take_effect(r, s)
    else:
        ask(s, REACTION_PHASE, seat)


cdef void pass_reaction(const Rules* r, Realm* s) noexcept nogil:
    s.play.passed |= 1 << s.mover
    _ask_reaction(r, s)


cdef bint stays(int verb) noexcept nogil:
    """Whether a card stays in play, in front of a player or on a fief."""
    return KEEP_EMPIRE <= verb <= ASSASSINATE or verb == ENLIST or verb == ROADS


cdef void _finish(const Rules* r, Realm* s) noexcept nogil:
    """Put the card where it belongs; `turn._carry_on` goes on from where it was played."""
    cdef int kind = s.play.kind
    if stays(r.event[kind].verb) and not s.play.cancelled:
        s.kept[kind] += 1
    elif s.play.taker != NONE:
        s.hand[s.play.taker][kind] += 1
        s.hand_size[s.play.taker] += 1
    else:
        s.discard[kind] += 1
    s.phase = EVENT_DONE


cdef void forget_event(Realm* s) noexcept nogil:
    s.play.kind = s.play.taker = NONE
    s.play.seat = s.play.a = s.play.b = s.play.c = s.play.back = s.play.passed = s.play.cancelled = 0
    s.play.left = 0
    s.play.todo = 0


# -- 8.4 Effects

cdef void _take_effect(const Rules* r, Realm* s) noexcept nogil:
    """Apply the card. Effects that need dice, draws or answers go on in `event_on`."""
    cdef const EventCard* card = &r.event[s.play.kind]
    cdef int verb = card.verb
    s.play.passed = 0
    s.mover = CHANCE
    if verb >= KEEP_FIEF or verb == SUPPLIES:
        _war_effect(r, s, card)
    elif verb <= CHOOSE_ACTIVITY and verb != FEUD:
        _turn_effect(r, s, card)
    elif KEEP_EMPIRE <= verb <= ROADS and verb != REORDER:
        _office_effect(r, s, card)
    elif verb == AREA_TAX or verb == WAR_TAX or verb == GOLD or verb == HALVE_GOLD or verb == BORROW:
        _gold_effect(r, s, card)
    elif verb == FEUD or PLAGUE <= verb <= REVOLT or verb == WITCH_TRIALS or verb == GIVE_UP_FIEF or (
            verb == DISCARD_EVENT or verb == COURT_INTRIGUE or verb == DRAW_EVENTS or verb == REPLACE_OPEN
            or EXCHANGE_EVENTS <= verb <= STEAL_MARKER):
        _long_effect(r, s, card)
        return
    else:
        _reign_effect(r, s, card)
    _finish_or_wait(r, s)


cdef inline void _finish_or_wait(const Rules* r, Realm* s) noexcept nogil:
    if s.phase != ELECTION_PHASE or s.play.left != 255:
        _finish(r, s)


cdef void _turn_effect(const Rules* r, Realm* s, const EventCard* card) noexcept nogil:
    """Apply verbs that change a turn, or move traders and cards."""
    cdef int seat = s.play.seat, verb = card.verb
    cdef int a = s.play.a, b = s.play.b
    if verb == FIEF_DISCOUNT:
        s.discount += card.amount
    elif verb == TRADE_BONUS:
        s.trade_bonus += card.amount
    elif verb == PEASANT_TAX:
        s.peasant_tax = 1
    elif verb == EXTRA_PURCHASE:
        s.extra_purchases = 1
    elif verb == PLACE_TRADER_EVENT:
        s.traders[seat][a] += 1
    elif verb == MOVE_TRADER_EVENT:
        s.traders[a][b] -= 1
        s.traders[a][s.play.c] += 1
    elif verb == RETURN_TRADER:
        s.traders[a][b] -= 1
    elif verb == BUY_HISTORY_OF:
        _buy_from(s, _owner_of_card(r, s, a), card.amount * r.history[a].price)
        s.cards[_owner_of_card(r, s, a)] &= ~bit(a)
        s.cards[seat] |= bit(a)
    elif verb == BUY_FIEF_OF:
        _buy_from(s, s.owner[a], r.fief[a].price)
        s.owner[a] = seat
    elif verb == CHOOSE_ACTIVITY:
        s.forced = a


cdef inline int _owner_of_card(const Rules* r, const Realm* s, int card) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        if s.cards[seat] >> card & 1:
            return seat
    return 0


cdef inline void _buy_from(Realm* s, int owner, int price) noexcept nogil:
    s.gold[owner] = earn(s.gold[owner], pay(s, s.play.seat, price))


cdef void _gold_effect(const Rules* r, Realm* s, const EventCard* card) noexcept nogil:
    cdef int seat = s.play.seat, verb = card.verb
    cdef int other, fief
    if verb == BORROW:
        s.debt[seat] = s.play.a
        s.fresh_debt |= 1 << seat
        s.gold[seat] = earn(s.gold[seat], s.play.a)
        return
    for other in range(r.seats):
        if verb == WAR_TAX:
            pay(s, other, upkeep(r, s, other))
        elif verb == GOLD:
            s.gold[other] = earn(s.gold[other], <int>card.own if other == seat else <int>card.others)
        elif verb == HALVE_GOLD:
            s.gold[other] = (s.gold[other] + 1) // 2
    for fief in range(FIEFS if verb == AREA_TAX else 0):
        if r.fief[s.play.a].area >> fief & 1 and s.owner[fief] < BANK:
            pay(s, s.owner[fief], r.fief[fief].crowns if card.by == BY_CROWNS else r.fief[fief].troops)


cdef void _office_effect(const Rules* r, Realm* s, const EventCard* card) noexcept nogil:
    """Apply verbs of cards that are kept, and of the Archbishop."""
    cdef int seat = s.play.seat, verb = card.verb
    cdef int other
    if verb == KEEP_EMPIRE:
        s.empires[seat] += 1
    elif verb == KEEP_LIAISON:
        s.liaisons[seat] += 1
    elif verb == KEEP_ARCHITECT:
        s.architects[seat] += 1
    elif verb == ASSASSINATE:
        if s.archbishop != NONE:
            s.sullied[s.archbishop] += 1
        s.archbishop = NONE
        s.silenced = 0
    elif verb == ELECT:
        if elect(r, s):
            s.play.left = 255
    elif verb == MANIPULATE:
        s.archbishop = s.play.a
        s.silenced = 0
    elif verb == SILENCE:
        s.silenced = 1
    elif verb == AUTHORITY:
        s.claimed = 2
        for other in range(r.seats):
            if other != seat:
                s.gold[seat] = earn(s.gold[seat], pay(s, other, card.amount - 1))
    elif verb == ENLIST:
        s.enlisted |= <uint32_t>1 << s.play.a
    elif verb == ROADS:
        s.roads |= <uint32_t>1 << s.play.a
        if s.play.back == ACT_PHASE or s.play.back == AFTER_PHASE:
            s.fresh_roads |= <uint32_t>1 << s.play.a


cdef bint elect(const Rules* r, Realm* s) noexcept nogil:
    """Move the office to the left, or draw lots for a vacant one; True if the lot is still to be drawn."""
    s.silenced = 0
    if s.archbishop == NONE:
        ask(s, ELECTION_PHASE, CHANCE)
        return True
    s.archbishop = (s.archbishop + 1) % r.seats
    return False


cdef void _reign_effect(const Rules* r, Realm* s, const EventCard* card) noexcept nogil:
    """Apply verbs that change the reign; some continue at another place in it (`play.back`)."""
    cdef int seat = s.play.seat, verb = card.verb
    if verb == RUN_BLOCKADE:
        s.runners |= 1 << seat
    elif verb == REPEAT_REIGN:
        s.play.back = ORDER_PHASE
    elif verb == END_REIGN:
        s.play.back = FORTUNE_PHASE
    elif verb == DECLARE_WAR:
        pay(s, seat, card.amount)
        s.enemy = s.play.a
        s.runners = 0
        s.play.back = REGENT_PHASE
    elif verb == BAD_HARVEST:
        s.bad_harvest = 1
    elif verb == BLIGHT:
        s.blighted |= r.fief[s.play.a].area
    elif verb == UNDO_PURCHASE:
        bar_purchase(s)
        s.play.back = FIEF_PHASE
    elif verb == PRICE_RISE:
        s.extra = card.amount
    elif verb == REMOVE_CARD:
        s.cards[_owner_of_card(r, s, s.play.a)] &= ~bit(s.play.a)
    elif verb == MOVE_FIRST:
        _move_first(s, seat)
    elif verb == LOSE_SPOILS:
        s.no_spoils |= 1 << s.play.a
    elif verb == MORE_SPOILS:
        s.more_spoils[seat] += 1
    elif verb == ANOTHER_MOVE:
        s.play.back = ACT_PHASE
    elif verb == REORDER:
        set_order(r, s, s.play.a | s.play.b << 8)


cdef void _move_first(Realm* s, int seat) noexcept nogil:
    """Put a seat first in the order before the markers are drawn; of two such cards the later one counts."""
    cdef int i, at = s.drawn
    for i in range(s.drawn):
        if s.order[i] == seat:
            at = i
    if at == s.drawn:
        s.drawn += 1
    while at:
        s.order[at] = s.order[at - 1]
        at -= 1
    s.order[0] = seat


cdef void _war_effect(const Rules* r, Realm* s, const EventCard* card) noexcept nogil:
    cdef int verb = card.verb
    cdef int a = s.play.a
    if verb == KEEP_FIEF:
        s.owing &= ~(1 << s.play.seat)
        s.step = 0
    elif verb == SUPPLIES:
        if s.stage == NO_BATTLE:
            s.no_upkeep = 1
        else:
            s.soldiers[SWEDEN][RESERVE] += card.amount
    elif verb == CLEAR_SECTOR:
        clear_sector(s, a)
    elif verb == TACTICIAN:
        s.tactician = 1
    elif verb == REVERSE:
        rout(s, card.amount)
    elif verb == STEEL:
        s.steel = card.amount
    elif verb == REMOVE_SOLDIER:
        remove_soldier(s, a)
    elif verb == REMOVE_RESERVE and a == SOLDIER:
        s.soldiers[ENEMY][RESERVE] -= 1
    elif verb == REMOVE_RESERVE and a == COMMANDER:
        s.commanders[ENEMY][RESERVE] -= 1
    elif verb == REMOVE_RESERVE or a == GUNS:
        s.enemy_guns -= 1
    else:
        s.guns[a] -= 1


# -- effects that throw dice, draw, or ask others

cdef void _long_effect(const Rules* r, Realm* s, const EventCard* card) noexcept nogil:
    cdef int verb = card.verb
    cdef int fief
    if verb == FEUD or verb == REVOLT or verb == COURT_INTRIGUE:
        if verb == COURT_INTRIGUE:
            pay(s, s.play.seat, card.amount)
        ask(s, EVENT_DIE_PHASE, CHANCE)
        return
    if verb == DRAW_EVENTS:
        s.draws = card.amount
        draw_on(r, s)
        return
    if verb == PLAGUE:
        for fief in range(FIEFS):
            if r.fief[s.play.a].area >> fief & 1 and s.owner[fief] < BANK:
                s.play.todo |= 1 << s.owner[fief]
    elif verb == WITCH_TRIALS:
        s.play.todo = r.fief[s.play.a].area
    elif verb == EXCHANGE_EVENTS:
        s.play.left = min(<int>card.amount, <int>s.hand_size[s.play.a])
    elif verb == DISCARD_EVENT:
        s.play.left = s.hand_size[s.play.a] > 0          # a reaction may have emptied the hand
    elif verb == REPLACE_OPEN:
        s.open &= ~(bit(s.play.a) | bit(s.play.b))
        s.play.left = 2
    else:
        s.play.left = 1
    if verb == RETURN_MARKER:
        s.loot[s.play.a][s.play.b] -= 1
        s.pool[s.play.b] += 1
        s.play.left = 0
    event_on(r, s)


cdef void event_on(const Rules* r, Realm* s) noexcept nogil:
    """Continue with the next step of a card's effect, or end it."""
    cdef int verb = r.event[s.play.kind].verb
    cdef int seat
    while s.play.todo:
        seat = first_bit(s.play.todo)
        if verb == WITCH_TRIALS:
            seat = s.owner[seat]
            if seat < BANK and s.hand_size[seat]:
                ask(s, DISCARD_PHASE, CHANCE)
                return
        elif mortal(r, s, seat):
            ask(s, PLAGUE_PHASE, seat)
            return
        s.play.todo &= s.play.todo - 1
    if verb == REPLACE_OPEN and not s.history_deck & r.history_of[era_of(s)]:
        s.play.left = 0
    if not s.play.left:
        _finish(r, s)
    elif verb == REPLACE_OPEN:
        ask(s, OPEN_PHASE, CHANCE)
    elif verb == GIVE_UP_FIEF:
        ask(s, WRATH_PHASE, s.play.a)
    elif verb == DISCARD_EVENT:
        ask(s, DISCARD_PHASE, CHANCE)
    elif verb == EXCHANGE_EVENTS and s.play.left == 255:
        ask(s, GIVE_PHASE, s.play.seat)
    else:
        ask(s, STEAL_PHASE, CHANCE)


cdef int victim(const Realm* s) noexcept nogil:
    """The seat from which an Event card or a marker is drawn."""
    return s.owner[first_bit(s.play.todo)] if s.play.todo else s.play.a


cdef void event_die(const Rules* r, Realm* s, int die) noexcept nogil:
    cdef const EventCard* card = &r.event[s.play.kind]
    if card.verb == FEUD and not s.play.c:
        s.play.c = die
        return
    if card.verb == FEUD:
        if (s.play.c + _measure(r, s, card.by, s.play.a) > die + _measure(r, s, card.by, s.play.b)):
            s.owner[s.play.b] = s.play.seat
    elif card.verb == REVOLT:
        _revolt(r, s, card.by, die)
    elif die >= 5:
        s.acted = 0
        s.play.back = ACT_PHASE
    _finish(r, s)


cdef inline int _measure(const Rules* r, const Realm* s, int by, int fief) noexcept nogil:
    return r.fief[fief].crowns if by == BY_CROWNS else troops_in(r, s, fief)


cdef void _revolt(const Rules* r, Realm* s, int by, int die) noexcept nogil:
    """Take fiefs of the area: after a 4 those with at most 1 symbol, after a 5 with at most 2, after a 6 all.
    No seat loses its last fief: of several it keeps the dearest (ruling 20).
    """
    cdef int fief, price
    cdef int most = -1 if die < 4 else 99 if die == 6 else die - 3
    for price in range(100):
        for fief in range(FIEFS):
            if (r.fief[fief].price == price and r.fief[s.play.a].area >> fief & 1 and s.owner[fief] < BANK
                    and fiefs_of(s, s.owner[fief]) > 1 and _measure(r, s, by, fief) <= most):
                s.owner[fief] = BANK


cdef void card_replaced(const Rules* r, Realm* s) noexcept nogil:
    """Continue after a card has come to the display in place of one that was removed."""
    s.play.left -= 1
    event_on(r, s)


cdef void event_lost(const Rules* r, Realm* s, int kind) noexcept nogil:
    leave_hand(s, victim(s), kind)
    s.discard[kind] += 1
    if s.play.todo:
        s.play.todo &= s.play.todo - 1
    else:
        s.play.left = 0
    event_on(r, s)


cdef void event_taken(const Rules* r, Realm* s, int kind) noexcept nogil:
    leave_hand(s, s.play.a, kind)
    s.hand[s.play.seat][kind] += 1
    s.hand_size[s.play.seat] += 1
    s.play.left -= 1
    if not s.play.left:
        s.play.left = 255
    event_on(r, s)


cdef void marker_stolen(const Rules* r, Realm* s, int kind) noexcept nogil:
    s.loot[s.play.a][kind] -= 1
    s.loot[s.play.seat][kind] += 1
    s.play.left = 0
    event_on(r, s)


cdef void legal_for_event(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    """List the choices of the seat that is struck or gives."""
    cdef int i
    if s.phase == TARGET_PHASE:
        targets(r, s, s.play.kind, s.mover, out)
    elif s.phase == PLAGUE_PHASE:
        add_each(out, DISCARD_CARD, mortal(r, s, s.mover))
    elif s.phase == WRATH_PHASE:
        for i in range(FIEFS):
            if s.owner[i] == s.mover:
                add(out, GIVE_BACK, i, 0)
    else:
        for i in range(r.events):
            if s.hand[s.mover][i]:
                add(out, GIVE_EVENT, i, 0)


cdef void answer_event(const Rules* r, Realm* s, int kind, int a, int b, int c) noexcept nogil:
    if TARGET_FIEF <= kind <= TARGET_MARKER:
        s.play.a, s.play.b, s.play.c = a, b, c
        open_reactions(r, s)
        return
    if kind == DISCARD_CARD:
        s.cards[s.mover] &= ~bit(a)
        s.play.todo &= s.play.todo - 1
    elif kind == GIVE_BACK:
        s.owner[a] = BANK
        s.play.left = 0
    else:
        leave_hand(s, s.mover, a)
        s.hand[s.play.a][a] += 1
        s.hand_size[s.play.a] += 1
        s.play.left = 0
    event_on(r, s)


cdef void elected(const Rules* r, Realm* s, int seat) noexcept nogil:
    """Give a vacant office to the seat drawn by lot, for an Event card or a Regent card."""
    s.archbishop = seat
    if s.play.kind != NONE:
        s.play.left = 0
        _finish(r, s)
