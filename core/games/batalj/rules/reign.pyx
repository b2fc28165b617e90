"""The reigns of the campaign (RULES.md 2, 4.10, 6, 7): Regent cards, the order, spoils, the end."""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport count_bits, first_bit, take_bit
from battlewise.core.game cimport CHANCE, MoveList, OVER
from battlewise.core.games.batalj.rules.activities cimport (
    add_cards, begin_turn, clear_turn, each_turn, gain_card, repay,
)
from battlewise.core.games.batalj.rules.events cimport elect, open_window
from battlewise.core.games.batalj.rules.foray cimport begin_foray, riders
from battlewise.core.games.batalj.rules.war cimport call_to_arms, clear_field, foremost
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add, add_each


# -- 1 The set-up

cdef int dealt_next(const Rules* r, const Realm* s) noexcept nogil:
    """The next seat that lacks cards of the set-up: Militaria in a battle, else Event cards; or NONE."""
    cdef int seat
    if not (s.history_deck & r.of_series[<int>MILITARIA] if r.mode == BATTLE else s.deck_size):
        return NONE
    for seat in range(r.seats):
        if (count_bits(s.cards[seat]) if r.mode == BATTLE else s.hand_size[seat]) < r.dealt:
            return seat
    return NONE


cdef void deal_on(const Rules* r, Realm* s) noexcept nogil:
    """Deal the next card of the set-up; then ask for first traders, or for troops in a battle."""
    if dealt_next(r, s) != NONE:
        ask(s, DEAL_PHASE, CHANCE)
    elif r.mode == BATTLE:
        call_to_arms(r, s)
    else:
        _ask_first_trader(r, s)


cdef int without_trader(const Rules* r, const Realm* s) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        if not traders_of(s, seat):
            return seat
    return NONE


cdef void _ask_first_trader(const Rules* r, Realm* s) noexcept nogil:
    cdef int seat = without_trader(r, s)
    if seat == NONE:
        fill_display(r, s)
    else:
        ask(s, FIRST_TRADER_PHASE, seat)


cdef void first_trader(const Rules* r, Realm* s, int country) noexcept nogil:
    s.traders[s.mover][country] += 1
    _ask_first_trader(r, s)


# -- 2.1 A reign begins

cdef void fill_display(const Rules* r, Realm* s) noexcept nogil:
    """Fill the display to four History cards of the era, at the start of a reign and of each turn."""
    if count_bits(s.open) < SHOWN and s.history_deck & r.history_of[era_of(s)]:
        ask(s, OPEN_PHASE, CHANCE)
    elif s.drawn:
        open_window(r, s, BEFORE_WINDOW, active(s))
    elif s.reign and s.regent_deck & r.of_era[era_of(s)]:
        ask(s, REGENT_PHASE, CHANCE)
    else:
        s.phase = REGENT_APPLIED


cdef int foremost_by(const Rules* r, const Realm* s, bint troops) noexcept nogil:
    """The seats that control most troop symbols, or most crowns, as bits."""
    cdef int seat, n, best = -1, found = 0
    for seat in range(r.seats):
        n = troops_total(r, s, seat) if troops else crowns_of(r, s, seat)
        if n > best:
            best = n
            found = 0
        if n == best:
            found |= 1 << seat
    return found


cdef int equals(const Rules* r, const Realm* s) noexcept nogil:
    """The seats, as bits, of which one names the enemy or chooses the Regent card; a die decides."""
    return foremost_by(r, s, effect_of(r, s) == ELECTIVE_WAR)


cdef void show_regent(const Rules* r, Realm* s, int regent) noexcept nogil:
    s.regent = regent
    s.leader = NONE
    s.regent_deck &= ~(<uint32_t>1 << regent)
    apply_regent(r, s)


cdef void apply_regent(const Rules* r, Realm* s) noexcept nogil:
    """Apply the Regent card before the first turn (RULES.md 2.2)."""
    cdef int effect = effect_of(r, s)
    cdef int among, seat
    if effect == REGENCY or effect == ELECTIVE_WAR:
        among = equals(r, s)
        if among & (among - 1):
            ask(s, TIE_PHASE, CHANCE)
        else:
            choose(r, s, first_bit(among))
        return
    if effect == WAR:
        s.enemy = r.regent[s.regent].country
    elif effect == TAX:
        for seat in range(r.seats):
            s.gold[seat] = (s.gold[seat] + 1) // 2
    elif effect == ELECTION and elect(r, s):
        return
    s.phase = REGENT_APPLIED


cdef void choose(const Rules* r, Realm* s, int seat) noexcept nogil:
    """Ask a seat to name the enemy or to choose the Regent card; `leader` holds the seat meanwhile."""
    s.leader = seat
    if effect_of(r, s) == ELECTIVE_WAR:
        ask(s, ENEMY_PHASE, seat)
    elif s.regent_deck & r.of_era[era_of(s)]:
        ask(s, REGENCY_PHASE, seat)
    else:
        s.leader = NONE
        s.phase = REGENT_APPLIED


cdef void legal_for_regent(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    cdef int country
    if s.phase == REGENCY_PHASE:
        add_each(out, CHOOSE_REGENT, s.regent_deck & r.of_era[era_of(s)])
        return
    for country in range(COUNTRIES):
        add(out, CHOOSE_ENEMY, country, 0)


cdef void name_enemy(Realm* s, int country) noexcept nogil:
    s.enemy = country
    s.leader = NONE
    s.phase = REGENT_APPLIED


cdef void open_reign(const Rules* r, Realm* s) noexcept nogil:
    """Pay the gold of mines; then open the window for Event cards."""
    cdef int seat
    for seat in range(r.seats):
        s.gold[seat] = earn(s.gold[seat], each_turn(r, s, seat))
    open_window(r, s, REVEAL_WINDOW, NONE)


cdef void after_reveal(const Rules* r, Realm* s) noexcept nogil:
    """Start the war, or the turns of a reign at peace."""
    cdef int seat
    if s.enemy == NONE:
        next_turn(r, s)
        return
    clear_turn(s)
    for seat in range(r.seats):
        if not s.runners >> seat & 1:
            s.traders[seat][s.enemy] = 0
    call_to_arms(r, s)


# -- 2.3 The order of turns

cdef int undrawn(const Rules* r, const Realm* s) noexcept nogil:
    """Seats whose turn marker has not been drawn, as bits."""
    cdef int i, left = (1 << r.seats) - 1
    for i in range(s.drawn):
        left &= ~(1 << s.order[i])
    return left


cdef void draw_marker(const Rules* r, Realm* s) noexcept nogil:
    """Draw the next turn marker; the last one needs no draw."""
    if s.drawn == r.seats - 1:
        marker_drawn(r, s, first_bit(undrawn(r, s)))
    else:
        ask(s, ORDER_PHASE, CHANCE)


cdef void marker_drawn(const Rules* r, Realm* s, int seat) noexcept nogil:
    s.order[s.drawn] = seat
    s.drawn += 1
    if r.mode == FORAY:
        ride_out(r, s)
    else:
        next_turn(r, s)


cdef void ride_out(const Rules* r, Realm* s) noexcept nogil:
    if s.drawn < r.seats:
        draw_marker(r, s)
    else:
        begin_foray(r, s)


cdef void next_turn(const Rules* r, Realm* s) noexcept nogil:
    """Go on to the seat at `place` in the order; a seat that was on a foray has had its turn."""
    cdef bint pillage = before_forays(r, s)
    if s.turn >= r.turn_limit:
        s.phase = REIGN_ENDS
        return
    if pillage and s.drawn == r.seats:
        _declare(r, s)
        return
    while s.place < s.drawn and s.riding[s.order[s.place]] != ABSENT:
        s.place += 1
    if s.place < s.drawn and not pillage:
        fill_display(r, s)
    elif s.drawn < r.seats:
        draw_marker(r, s)
    else:
        s.place = 0
        open_window(r, s, END_WINDOW, NONE)


cdef void _declare(const Rules* r, Realm* s) noexcept nogil:
    """Ask each seat in the order whether it forays; a seat that does draws its Event cards first."""
    if s.place < r.seats:
        ask(s, DECLARE_PHASE, active(s))
        return
    s.declared = 1
    s.place = 0
    if riders(r, s):
        begin_foray(r, s)
    else:
        next_turn(r, s)


cdef void declare(const Rules* r, Realm* s, bint joins) noexcept nogil:
    if joins:
        s.riding[s.mover] = RIDING
        begin_turn(r, s)
    else:
        declared(r, s)


cdef void declared(const Rules* r, Realm* s) noexcept nogil:
    s.claimed = 0
    s.place += 1
    next_turn(r, s)


cdef void end_turn(const Rules* r, Realm* s) noexcept nogil:
    clear_turn(s)
    s.turn += 1
    s.place += 1
    next_turn(r, s)


# -- 2.4 The end of a reign

cdef void cut_short(const Rules* r, Realm* s) noexcept nogil:
    """End a reign early: the active seat ends its turn, seats that have not moved lose theirs (ruling 43)."""
    cdef bint own = s.window == NO_WINDOW
    cdef int seat = active(s), i
    cdef uint64_t left = undrawn(r, s)
    s.window = NO_WINDOW
    s.passed = 0
    for i in range(s.place, s.drawn - 1 if own else 0):
        s.order[i] = s.order[i + 1]
    if own:
        s.drawn -= 1
    while left:
        s.order[s.drawn] = take_bit(&left)
        s.drawn += 1
    if own:
        s.order[s.drawn] = seat
        s.drawn += 1
        s.place = s.drawn - 1
        repay(s)
    else:
        clear_turn(s)
        s.place = s.drawn
        next_turn(r, s)


cdef void _clear_reign(Realm* s) noexcept nogil:
    clear_turn(s)
    s.fresh_debt = 0
    memset(s.order, 0, SEATS)
    memset(s.riding, 0, SEATS)
    memset(s.more_spoils, 0, SEATS)
    memset(s.sent_fiefs, 0, sizeof(s.sent_fiefs))
    memset(s.sent_cards, 0, sizeof(s.sent_cards))
    s.drawn = s.place = s.declared = s.runners = s.no_spoils = s.owing = s.victory = s.window = s.passed = 0
    s.blighted = 0
    s.enemy = s.leader = NONE


cdef void repeat_reign(const Rules* r, Realm* s) noexcept nogil:
    """Play the reign again under the same Regent card."""
    _clear_reign(s)
    apply_regent(r, s)


cdef void end_reign(const Rules* r, Realm* s) noexcept nogil:
    """Go on to the next reign; clear the display when an era ends. After the last reign the game ends."""
    cdef int era = era_of(s)
    _clear_reign(s)
    s.turn += 1
    if s.reign == REIGNS - 1 or s.turn >= r.turn_limit:
        s.turn = min(<int>s.turn, r.turn_limit)
        s.index = 0
        fortune_on(r, s)
        return
    s.reign += 1
    s.regent = NONE
    if era_of(s) != era:
        s.open = 0
    fill_display(r, s)


# -- 4.10 Spoils and penalties

cdef void settle_war(const Rules* r, Realm* s) noexcept nogil:
    """Start the spoils after a victory, or the losses after a defeat."""
    cdef int seat, fief
    clear_field(s)
    for seat in range(r.seats):
        if s.victory == ENEMY_VICTORY or s.sent_fiefs[seat]:
            s.owing |= 1 << seat
    if s.victory == SWEDISH_VICTORY:
        s.stage = SPOILING
        open_window(r, s, SPOILS_WINDOW, NONE)
        return
    s.stage = MOURNING
    for fief in range(FIEFS):
        if r.fief[fief].start == FOREIGN + s.enemy and s.owner[fief] < BANK:
            s.owner[fief] = r.fief[fief].start
    mourn_on(r, s)


cdef uint32_t spoil_pile(const Rules* r, const Realm* s) noexcept nogil:
    """Fiefs that can be taken: the enemy's, or free ones if it has none."""
    cdef uint32_t theirs = fief_set(s, FOREIGN + s.enemy)
    return theirs if theirs else fief_set(s, BANK)


cdef void spoils_on(const Rules* r, Realm* s) noexcept nogil:
    """Ask the next seat for its spoils, the highest contribution first."""
    cdef int seat
    s.owing &= ~s.no_spoils
    seat = foremost(r, s, s.owing)
    if seat == NONE:
        _end_war(s)
    else:
        ask(s, SPOILS_PHASE, seat)


cdef void legal_spoils(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    if spoil_pile(r, s):
        add(out, SPOIL_FIEF, 0, 0)
    add_cards(r, out, SPOIL_CARD, s.open, 255)
    add(out, SPOIL_GOLD, 0, 0)


cdef void spoil(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil:
    if kind == SPOIL_CARD:
        gain_card(r, s, s.mover, a, b)
        _spoiled(r, s, s.mover)
        return
    s.index = s.mover
    s.step = 1 if kind == SPOIL_FIEF else 2
    ask(s, SPOILS_DRAW_PHASE, CHANCE)


cdef void spoils_drawn(const Rules* r, Realm* s, int a) noexcept nogil:
    cdef int seat = s.index
    if s.step == 1:
        s.owner[a] = seat
    else:
        s.gold[seat] = earn(s.gold[seat], a)
    _spoiled(r, s, seat)


cdef void _spoiled(const Rules* r, Realm* s, int seat) noexcept nogil:
    s.index = s.step = 0
    if s.more_spoils[seat]:
        s.more_spoils[seat] -= 1
    else:
        s.owing &= ~(1 << seat)
    spoils_on(r, s)


cdef int mourner(const Rules* r, const Realm* s) noexcept nogil:
    """The next seat that may lose a fief; NONE: all is lost that will be."""
    cdef int i, seat
    for i in range(r.seats):
        seat = (s.reign + i) % r.seats
        if s.owing >> seat & 1 and fiefs_of(s, seat) > 1:
            return seat
    return NONE


cdef void mourn_on(const Rules* r, Realm* s) noexcept nogil:
    """Ask the next seat for a fief to lose; throw a die first for a seat that took no part."""
    cdef int seat = mourner(r, s)
    if seat == NONE:
        s.owing = 0
        _end_war(s)
    elif s.sent_fiefs[seat] or s.step:
        ask(s, DEFEAT_PHASE, seat)
    else:
        ask(s, DEFEAT_DIE_PHASE, CHANCE)


cdef void mourning_die(const Rules* r, Realm* s, int die) noexcept nogil:
    if die <= 3:
        s.step = 1
    else:
        s.owing &= ~(1 << mourner(r, s))
    mourn_on(r, s)


cdef void lose_fief(const Rules* r, Realm* s, int fief) noexcept nogil:
    s.owner[fief] = BANK
    s.owing &= ~(1 << s.mover)
    s.step = 0
    mourn_on(r, s)


cdef void _end_war(Realm* s) noexcept nogil:
    s.stage = NO_BATTLE
    s.phase = REIGN_ENDS


# -- 7 The end of the game

cdef void fortune_on(const Rules* r, Realm* s) noexcept nogil:
    """Throw dice for History cards that pay at the end, in the order of the cards."""
    while s.index < HISTORY:
        if fortunate(r, s) != NONE:
            ask(s, FORTUNE_PHASE, CHANCE)
            return
        s.index += 1
    s.index = 0
    ask(s, OVER_PHASE, OVER)


cdef int fortunate(const Rules* r, const Realm* s) noexcept nogil:
    """The seat that owns the card `index`, if the card pays at the end; else NONE."""
    cdef int seat
    if r.history[s.index].special >= END_GOLD:
        for seat in range(r.seats):
            if s.cards[seat] >> s.index & 1:
                return seat
    return NONE


cdef void fortune_die(const Rules* r, Realm* s, int die) noexcept nogil:
    cdef const HistoryCard* card = &r.history[s.index]
    cdef int seat = fortunate(r, s)
    if card.special == END_GOLD:
        s.gold[seat] = earn(s.gold[seat], die * card.amount)
    else:
        s.fortune[seat] += die >= card.amount
    s.index += 1
    fortune_on(r, s)


cdef int series_size(const Rules* r, const Realm* s, int seat, int series) noexcept nogil:
    """Cards of a series, with Event cards that count as queens and castles."""
    cdef int n = count_bits(series_of(r, s, seat, series))
    if series == QUEEN:
        n += s.liaisons[seat]
    elif series == CASTLE:
        n += s.architects[seat]
    return n


cdef int points(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """AP of a seat if the game ended now."""
    cdef int gold = s.gold[seat] - 2 * s.debt[seat]
    cdef int kind, fief, troops = 0, total = s.fortune[seat] - s.sullied[seat]
    for kind in range(r.markers - 1):
        gold += r.marker_gold[kind] * s.loot[seat][kind]
        total += r.marker_points[kind] * s.loot[seat][kind]
    for fief in range(FIEFS):
        if s.owner[fief] == seat:
            troops += r.fief[fief].troops
    total += max(0, gold) // 20 + crowns_of(r, s, seat) // 3 + troops // 2 + traders_of(s, seat) // 3
    for kind in range(PHILOSOPHER):
        total += max(0, series_size(r, s, seat, kind) - 2)
    if traders_of(s, seat) >= 3:
        total += s.empires[seat]
    return total
