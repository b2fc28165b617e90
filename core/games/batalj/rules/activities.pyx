"""A turn of the campaign (RULES.md 3): income, the activities, purchases, upkeep, loans."""
from libc.stdint cimport uint32_t, uint64_t

from battlewise.core.bits cimport bit, count_bits, take_bit
from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.batalj.state cimport *
from battlewise.core.moves cimport add


# -- 3.1 The turn begins

cdef int draws_of(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """How many Event cards a seat draws in its turn."""
    cdef uint64_t cards = s.cards[seat]
    cdef int card, n = 1
    while cards:
        card = take_bit(&cards)
        if r.history[card].special == DRAWS:
            n = max(n, <int>r.history[card].amount)
    return n


cdef void begin_turn(const Rules* r, Realm* s) noexcept nogil:
    """Collect for the Archbishop, then draw Event cards."""
    cdef int seat = active(s)
    cdef int other
    if s.archbishop == seat:
        if not s.silenced:
            s.claimed = 1
            for other in range(r.seats):
                if other != seat:
                    s.gold[seat] = earn(s.gold[seat], pay(s, other, 1))
        s.silenced = 0
    s.draws = draws_of(r, s, seat)
    draw_on(r, s)


cdef void draw_on(const Rules* r, Realm* s) noexcept nogil:
    """Draw the next Event card; make a new deck of the discard pile if it is empty."""
    cdef int kind
    if s.draws and not s.deck_size:
        for kind in range(r.events):
            s.deck[kind] = s.discard[kind]
            s.deck_size += s.discard[kind]
            s.discard[kind] = 0
    if s.draws and s.deck_size:
        ask(s, DRAW_PHASE, CHANCE)
    else:
        s.draws = 0
        s.phase = DRAWS_DONE


cdef void take_event_card(Realm* s, int seat, int kind) noexcept nogil:
    s.deck[kind] -= 1
    s.deck_size -= 1
    s.hand[seat][kind] += 1
    s.hand_size[seat] += 1


# -- 3.2 Income

cdef int each_turn(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """The gold that mines bring before the first turn."""
    cdef uint64_t cards = s.cards[seat] & r.of_series[<int>RESOURCE]
    cdef int card, gold = 0
    while cards:
        card = take_bit(&cards)
        if r.history[card].special == INCOME or (r.history[card].special == PEACE_INCOME and s.enemy == NONE):
            gold += r.history[card].amount
    return gold


cdef int bonus_of(const Rules* r, const Realm* s, int seat, int special) noexcept nogil:
    """The sum of what a seat's cards of a kind add for each fief or trader."""
    cdef uint64_t cards = s.cards[seat] & r.of_series[<int>RESOURCE]
    cdef int card, n = 0
    while cards:
        card = take_bit(&cards)
        if r.history[card].special == special:
            n += r.history[card].amount
    return n


cdef int fief_income(const Rules* r, const Realm* s, int seat, bint farming, int die) noexcept nogil:
    """The income of all fiefs. `die`: the gold of each fief in place of its crowns; 0 without an extra tax.
    """
    cdef int effect = effect_of(r, s)
    cdef int each = bonus_of(r, s, seat, PER_FIEF)
    cdef int fief, gold = 0, roads = 0
    for fief in range(FIEFS):
        if s.owner[fief] == seat:
            if s.blighted >> fief & 1 or (s.bad_harvest and r.fief[fief].crowns == 3):
                continue
            roads += s.roads >> fief & ~(s.fresh_roads >> fief) & 1
            gold += (die if die else r.fief[fief].crowns) + each
    if effect == FAMINE and not die:
        gold = (gold + 1) // 2
    elif effect == GOOD_HARVEST:
        gold *= 2
    if farming:
        gold += r.road_income * roads + 2 * count_bits(series_of(r, s, seat, CASTLE))
    return gold


cdef int trade_income(const Rules* r, const Realm* s, int seat, bint trading) noexcept nogil:
    cdef int effect = effect_of(r, s)
    cdef int country, gold = 0
    for country in range(COUNTRIES):
        gold += r.income[min(<int>s.traders[seat][country], 5)]
    gold += traders_of(s, seat) * (bonus_of(r, s, seat, PER_TRADER) + (2 if effect == DEMAND_IMPORTS else 0))
    gold += s.trade_bonus
    if trading:
        gold += 2 * count_bits(series_of(r, s, seat, QUEEN))
    if effect == BLOCKADE and not s.runners >> seat & 1:
        gold = (gold + 1) // 2
    return gold


# -- 3.3 Activities

cdef void legal_activities(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    cdef int open = 7 & ~s.acted if s.forced == NONE else 1 << s.forced
    if open & 1:
        add(out, AGRICULTURE, 0, 0)
    if open & 2:
        add(out, TRADE, 0, 0)
    if open & 4:
        add(out, CULTURE_FIEFS, 0, 0)
        add(out, CULTURE_TRADE, 0, 0)


cdef void act(const Rules* r, Realm* s, int kind) noexcept nogil:
    """Begin the chosen activity."""
    s.activity = FARMING if kind == AGRICULTURE else TRADING if kind == TRADE else STUDYING
    s.acted |= 1 << s.activity
    s.forced = NONE
    s.claimed = 0
    s.made = 0
    if kind == TRADE:
        ask(s, TRADER_PHASE, active(s))
    elif kind == CULTURE_TRADE:
        collect_trade(r, s)
    elif s.peasant_tax:
        ask(s, TAX_PHASE, CHANCE)
    else:
        collect_fiefs(r, s, 0)


cdef void collect_trade(const Rules* r, Realm* s) noexcept nogil:
    cdef int seat = active(s)
    s.gold[seat] = earn(s.gold[seat], trade_income(r, s, seat, s.activity == TRADING))
    s.trade_bonus = 0
    s.phase = COLLECTED


cdef void collect_fiefs(const Rules* r, Realm* s, int die) noexcept nogil:
    cdef int seat = active(s)
    s.gold[seat] = earn(s.gold[seat], fief_income(r, s, seat, s.activity == FARMING, die))
    s.peasant_tax = 0
    s.phase = COLLECTED


cdef void legal_traders(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    """List moves that place a trader, move one, or do neither."""
    cdef int country, start
    for country in range(COUNTRIES):
        if has_room(r, s, country):
            add(out, PLACE_TRADER, country, 0)
            for start in range(COUNTRIES):
                if start != country and s.traders[s.mover][start]:
                    add(out, MOVE_TRADER, start, country)
    add(out, KEEP_TRADERS, 0, 0)


cdef void trade(const Rules* r, Realm* s, int kind, int a, int b) noexcept nogil:
    cdef int seat = active(s)
    if kind == PLACE_TRADER:
        s.traders[seat][a] += 1
    elif kind == MOVE_TRADER:
        s.traders[seat][a] -= 1
        s.traders[seat][b] += 1
    collect_trade(r, s)


# -- 3.4 Upkeep

cdef int upkeep(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """1 gold for each troop symbol printed on the own fiefs."""
    cdef int fief, n = 0
    for fief in range(FIEFS):
        if s.owner[fief] == seat:
            n += r.fief[fief].troops
    return n


cdef void settle(Realm* s, int sum) noexcept nogil:
    """Make the active seat pay; for what is missing it gives fiefs back, never its last one."""
    s.owed = sum - pay(s, active(s), sum)
    settle_on(s)


cdef void settle_on(Realm* s) noexcept nogil:
    if s.owed and fiefs_of(s, active(s)) > 1:
        ask(s, DEBT_PHASE, active(s))
        return
    s.owed = 0
    s.phase = SETTLED


cdef void give_back(const Rules* r, Realm* s, int fief) noexcept nogil:
    s.owner[fief] = BANK
    s.owed -= min(<int>s.owed, <int>r.fief[fief].price)
    settle_on(s)


cdef void after_income(const Rules* r, Realm* s) noexcept nogil:
    """Offer a fief after agriculture, without upkeep; collect upkeep first after other activities."""
    if s.activity == FARMING:
        ask(s, FIEF_PHASE, active(s))
        skip_empty_market(r, s)
    else:
        settle(s, 0 if s.no_upkeep else upkeep(r, s, active(s)))


cdef void repay(Realm* s) noexcept nogil:
    """Repay twice a loan of an earlier turn, at the end of the turn (ruling 24)."""
    cdef int seat = active(s)
    cdef int due = 0
    s.activity = NONE
    if s.fresh_debt >> seat & 1:
        s.fresh_debt &= ~(1 << seat)
    else:
        due = 2 * s.debt[seat]
        s.debt[seat] = 0
    settle(s, due)


# -- 3.5 Purchases

cdef int price_of_fief(const Rules* r, const Realm* s, int fief) noexcept nogil:
    return max(0, r.fief[fief].price - s.discount * r.fief[fief].crowns)


cdef uint64_t on_sale(const Rules* r, const Realm* s) noexcept nogil:
    """History cards that can be bought now."""
    if effect_of(r, s) == FLOURISHING_CULTURE and s.phase == HISTORY_PHASE:
        return s.open | (s.history_deck & r.history_of[era_of(s)])
    return s.open


cdef void add_cards(const Rules* r, MoveList* out, int kind, uint64_t cards, int most) noexcept nogil:
    """List cards up to a price; a philosopher as a culture card or as a scientist."""
    cdef int card
    while cards:
        card = take_bit(&cards)
        if r.history[card].price <= most:
            add(out, kind, card, 0)
            if r.history[card].series == PHILOSOPHER:
                add(out, kind, card, 1)


cdef void legal_purchases(const Rules* r, const Realm* s, MoveList* out) noexcept nogil:
    """List purchases at a market or with a chancellor, who brings one card more after a scientist."""
    cdef int seat = active(s)
    cdef int fief
    if s.phase != HISTORY_PHASE and not s.purchases:
        for fief in range(FIEFS):
            if (s.owner[fief] == BANK and not s.barred_fiefs >> fief & 1
                    and price_of_fief(r, s, fief) <= s.gold[seat]):
                add(out, BUY_FIEF, fief, 0)
    if s.phase != FIEF_PHASE:
        add_cards(r, out, BUY_CARD, on_sale(r, s) & ~s.barred_cards, s.gold[seat])
    if s.phase == CHANCELLOR_PHASE and not s.purchases:
        for fief in range(COUNTRIES):
            if has_room(r, s, fief):
                add(out, PLACE_TRADER, fief, 0)
    add(out, BUY_NOTHING, 0, 0)


cdef void skip_empty_market(const Rules* r, Realm* s) noexcept nogil:
    """Skip the decision if nothing can be bought."""
    cdef MoveList moves
    moves.n = 0
    legal_purchases(r, s, &moves)
    if moves.n == 1:
        buy_nothing(s)


cdef void buy_nothing(Realm* s) noexcept nogil:
    if s.phase == CHANCELLOR_PHASE:
        s.purchases = 0
        ask(s, s.home, active(s))
        s.home = 0
    else:
        s.phase = ACTIVITY_DONE


cdef void name_purchase(Realm* s, int kind, int a, int b) noexcept nogil:
    """Name a purchase, to which the others may object."""
    s.buying = s.phase
    s.bought = kind == BUY_CARD
    s.item, s.role, s.extra = a, b, 0
    s.phase = PURCHASE_NAMED


cdef void forget_purchase(Realm* s) noexcept nogil:
    s.bought = s.item = NONE
    s.role = s.extra = 0


cdef void bar_purchase(Realm* s) noexcept nogil:
    """Bar what was named from purchases in this turn."""
    if s.bought:
        s.barred_cards |= bit(s.item)
    else:
        s.barred_fiefs |= <uint32_t>1 << s.item
    forget_purchase(s)


cdef void conclude_purchase(const Rules* r, Realm* s) noexcept nogil:
    """Conclude a purchase, or offer another one if it was undone or has become too dear."""
    cdef int seat = active(s)
    cdef int price
    if s.bought != NONE:
        price = r.history[s.item].price if s.bought else price_of_fief(r, s, s.item)
        if price + s.extra > s.gold[seat]:
            bar_purchase(s)
    if s.bought == NONE:
        ask(s, s.buying, seat)
        s.buying = 0
        skip_empty_market(r, s)
        return
    s.gold[seat] -= price + s.extra
    if s.bought:
        _receive_card(r, s, seat)
    else:
        s.owner[s.item] = seat
        s.discount = 0
        forget_purchase(s)
        s.phase = DRAWS_DONE


cdef void gain_card(const Rules* r, Realm* s, int seat, int card, int role) noexcept nogil:
    """Give a card of the display or deck to a seat. `role`: 1 makes a philosopher a scientist."""
    s.open &= ~bit(card)
    s.history_deck &= ~bit(card)
    s.cards[seat] |= bit(card)
    if role:
        s.scientists |= 1 << r.history[card].number


cdef void _receive_card(const Rules* r, Realm* s, int seat) noexcept nogil:
    """Take the card bought: a scientist allows one more card, a culture card brings an Event card."""
    cdef int card = s.item, role = s.role
    cdef bint sage = r.history[card].series == PHILOSOPHER
    gain_card(r, s, seat, card, role)
    forget_purchase(s)
    s.made += 1
    if s.purchases:
        s.purchases -= 1
    if (role or r.history[card].series == SCIENTIST) and s.made + s.purchases < 3:
        s.purchases += 1
    if r.history[card].series == CULTURE or (sage and not role):
        s.draws = 1
    draw_on(r, s)


cdef void after_purchase(const Rules* r, Realm* s) noexcept nogil:
    """Continue after a purchase and the Event cards that it brings."""
    if s.purchases:
        ask(s, s.buying, active(s))
        skip_empty_market(r, s)
    elif s.buying == CHANCELLOR_PHASE:
        ask(s, s.home, active(s))
        s.home = 0
    else:
        s.phase = ACTIVITY_DONE
    s.buying = 0


cdef void open_market(const Rules* r, Realm* s) noexcept nogil:
    """Offer History cards after upkeep, in culture and science."""
    if s.activity == STUDYING:
        s.purchases = 1 + s.extra_purchases
        s.extra_purchases = 0
        ask(s, HISTORY_PHASE, active(s))
        skip_empty_market(r, s)
    else:
        s.phase = ACTIVITY_DONE


cdef void use_chancellor(Realm* s, int card) noexcept nogil:
    """Remove the card for a fief, a History card or a trader at once."""
    s.cards[active(s)] &= ~bit(card)
    s.home = s.phase
    s.made = 0
    ask(s, CHANCELLOR_PHASE, active(s))


cdef void clear_turn(Realm* s) noexcept nogil:
    s.acted = s.claimed = s.discount = s.trade_bonus = s.peasant_tax = s.extra_purchases = 0
    s.no_upkeep = s.bad_harvest = s.purchases = s.made = s.owed = s.home = s.buying = s.activity = 0
    s.forced = NONE
    s.barred_fiefs = 0
    s.barred_cards = 0
    s.fresh_roads = 0
    s.draws = 0
    forget_purchase(s)
