"""The turn of BattleLore, step by step as the rulebook has it (RULES.md 2 to 4).

Each step has a function named after it that goes on until somebody is asked or dice or cards decide;
`play` and `legal` at the end of the file dispatch on the phase, whose table is in state.pxd.
A move is 8 bits of its kind and three fields of 8 bits: for most, a unit's hex and another hex.
"""
from libc.stdint cimport uint32_t

from battlewise.core.dice cimport list_pool, roll_pool, showing
from battlewise.core.game cimport CHANCE, MoveList, Outcomes, move_t
from battlewise.core.games.battlelore.board cimport ctz, hexes_t, neighbours, popcount
from battlewise.core.games.battlelore.combat cimport (
    dice_of, legal_in_combat, play_in_combat, roller, targets,
)
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.rng cimport Rng, below


cdef inline int asked_unit(const Battle* s, uint32_t able) noexcept nogil:
    """The unit whose turn it is to be asked in the Move and the Attack Step, of those able to."""
    cdef uint32_t m = able & ~s.put_off
    return ctz(m if m else able)


cdef inline bint may_put_off(const Battle* s, uint32_t able, int slot) noexcept nogil:
    return (able & ~s.put_off & ~(<uint32_t>1 << slot)) != 0


# -- 2.1 Command Step

cdef int acting_card(const Rules* r, const Battle* s) noexcept nogil:
    """The card whose text applies: a Counterattack takes the opponent's last card's."""
    if s.card == NONE:
        return NONE
    if s.one_unit:
        return ONE_UNIT
    if not r.card[s.card].mirrors:
        return s.card
    if s.last_card == NONE or r.card[s.last_card].mirrors:
        return TWO_UNITS
    return s.last_card


cdef int quota_of(const Rules* r, const Battle* s, int group) noexcept nogil:
    """How many units a group of the acting card orders; Counterattack exchanges left and right."""
    cdef const CommandCard* text = &r.card[s.acting]
    cdef bint mirrored = text.by_section and s.acting != s.card
    return text.quota[GROUPS - 1 - group if mirrored else group]


cdef void set_quotas(const Rules* r, Battle* s) noexcept nogil:
    cdef int i
    for i in range(GROUPS):
        s.quota[i] = quota_of(r, s, i)


cdef void command_step(const Rules* r, Battle* s, int card, bint one_unit) noexcept nogil:
    s.hand[active(s)][card] -= 1
    s.hand_size[active(s)] -= 1
    s.discard[card] += 1
    s.card = card
    s.one_unit = one_unit
    s.acting = acting_card(r, s)
    if r.card[s.acting].rolls:
        ask(s, SONG_PHASE, CHANCE)
        return
    set_quotas(r, s)
    order_step(r, s)


cdef void battlelore_card(const Rules* r, Battle* s, uint32_t pool) noexcept nogil:
    """The card BattleLore: apply its dice, then shuffle the discard pile but for the card just played."""
    s.quota[0] = showing(pool, STRIKE) + showing(pool, CLEAVE) + showing(pool, PIERCE)
    s.quota[1] = showing(pool, MORALE) + showing(pool, HEROIC)
    gain(&s.lore[active(s)], 3 * showing(pool, LORE))
    s.discard[s.card] -= 1
    shuffle_discards(s)
    s.discard[s.card] += 1
    order_step(r, s)


cdef void shuffle_discards(Battle* s) noexcept nogil:
    cdef int i
    for i in range(CARDS):
        s.deck[i] += s.discard[i]
        s.deck_size += s.discard[i]
        s.discard[i] = 0


# -- 2.2 Order Step

cdef uint32_t eligible(const Rules* r, const Battle* s) noexcept nogil:
    """The units that the card's present group may order next, as a mask of slots."""
    cdef int side = active(s)
    cdef uint32_t m = (s.units[side] & ~s.ordered) >> s.after << s.after
    cdef uint32_t found = 0
    cdef uint32_t of = r.card[s.acting].of[s.group]
    cdef uint32_t bits
    cdef int slot
    if of == ANYWHERE:
        return m
    while m:
        slot = ctz(m)
        m &= m - 1
        if of <= RIGHT:
            bits = r.board.section[side][s.hex[slot]]
        elif of == NOT_WEAK:
            bits = <uint32_t>(s.figures[slot] > 1) << NOT_WEAK
        else:
            bits = card_of(r, s, slot).of
        found |= ((bits >> of) & 1) << slot
    return found


cdef void order_step(const Rules* r, Battle* s) noexcept nogil:
    """Order whole groups that leave no choice; ask for the others unit by unit in order of slots."""
    cdef uint32_t can
    while s.group < GROUPS:
        if s.quota[s.group]:
            can = eligible(r, s)
            if popcount(can) > s.quota[s.group]:
                ask(s, ORDER_PHASE, active(s))
                return
            s.ordered |= can
            s.quota[s.group] = 0
        s.group += 1
        s.after = 0
    s.group = 0
    s.waiting = s.ordered & s.poisoned
    cure(r, s)


cdef void cure(const Rules* r, Battle* s) noexcept nogil:
    """Ordered units that are poisoned: their owner may pay to remove the token."""
    if s.waiting and s.lore[active(s)] >= r.cure_lore:
        ask(s, CURE_PHASE, active(s))
        return
    s.waiting = s.ordered
    move_step(r, s)


# -- 2.3 Move Step

cdef inline hexes_t reach(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """Where a unit may move: never into or through an occupied hex."""
    cdef int steps = r.card[s.acting].extra_move if s.again else card_of(r, s, slot).movement
    cdef hexes_t free = r.board.on & ~occupied(s)
    cdef hexes_t front = r.board.within[1][s.hex[slot]] & free
    cdef hexes_t reached = front
    while steps > 1 and front:
        front = neighbours(&r.board, front) & free & ~reached
        reached |= front
        steps -= 1
    return reached


cdef uint32_t able_to_move(const Rules* r, const Battle* s) noexcept nogil:
    """The waiting units that have a free hex beside them; the others wait until somebody makes room."""
    cdef hexes_t free = r.board.on & ~occupied(s)
    cdef uint32_t m = s.waiting
    cdef uint32_t found = 0
    while m:
        if r.board.within[1][s.hex[ctz(m)]] & free:
            found |= m & -m
        m &= m - 1
    return found


cdef void move_step(const Rules* r, Battle* s) noexcept nogil:
    while True:
        if able_to_move(r, s):
            ask(s, MOVE_PHASE, active(s))
            return
        if s.again or not r.card[s.acting].extra_move or not s.ordered:
            break
        s.again = 1
        s.waiting = s.ordered
    s.again = 0
    s.waiting = 0
    grant_attacks(r, s)
    attack_step(r, s)


# -- 2.4 Attack Step

cdef void grant_attacks(const Rules* r, Battle* s) noexcept nogil:
    """One attack a unit, and what Double Shot and Darken the Skies add if it did not move."""
    cdef const CommandCard* text = &r.card[s.acting]
    cdef uint32_t unmoved = s.ordered & ~s.moved
    cdef uint32_t by_card = unmoved if text.extra_attack else 0
    cdef uint32_t by_unit = 0
    cdef uint32_t m = unmoved
    while m:
        by_unit |= <uint32_t>card_of(r, s, ctz(m)).double_shot << ctz(m)
        m &= m - 1
    s.attacks[0] = s.ordered
    s.attacks[1] = by_unit | by_card
    s.attacks[2] = by_unit & by_card
    s.charge = s.ordered if text.extra_die else 0


cdef uint32_t having_targets(const Rules* r, const Battle* s) noexcept nogil:
    """The units with attacks left that have a target now."""
    cdef uint32_t m = s.attacks[0]
    cdef uint32_t found = 0
    while m:
        if targets(r, s, ctz(m), True):
            found |= m & -m
        m &= m - 1
    return found


cdef void attack_step(const Rules* r, Battle* s) noexcept nogil:
    s.waiting = having_targets(r, s)
    if s.waiting:
        ask(s, ATTACK_PHASE, active(s))
    else:
        vp_step(r, s)


# -- 4.1 Victory Point Step

cdef void vp_step(const Rules* r, Battle* s) noexcept nogil:
    cdef int i
    clear_turn(s)
    for i in range(r.banners):
        if (hexes_of(s, active(s)) >> r.banner_hex[i]) & 1:
            gain(&s.vp[active(s)], r.banner_vp[i])
    exchange(r, s)


cdef void exchange(const Rules* r, Battle* s) noexcept nogil:
    if s.lore[active(s)] >= r.exchange_lore:
        ask(s, EXCHANGE_PHASE, active(s))
    else:
        draw_step(s)


# -- 4.2 Draw Step

cdef void draw_step(Battle* s) noexcept nogil:
    if not s.deck_size:
        shuffle_discards(s)
    ask(s, DRAW_PHASE, CHANCE)


cdef inline int drawer(const Rules* r, const Battle* s) noexcept nogil:
    """Who draws: in the set-up first one seat all his cards, then the other."""
    return s.hand_size[0] == r.starting_hand if s.phase == SETUP_PHASE else active(s)


cdef void draw(const Rules* r, Battle* s, int card) noexcept nogil:
    cdef int seat = drawer(r, s)
    s.deck[card] -= 1
    s.deck_size -= 1
    s.hand[seat][card] += 1
    s.hand_size[seat] += 1
    if s.phase == DRAW_PHASE:
        s.turn += 1
        s.last_card = s.card
        s.card = s.acting = NONE
        s.one_unit = 0
        start_turn(r, s)
    elif s.hand_size[1] == r.starting_hand:
        ask(s, COMMAND_PHASE, 0)


# -- 5 Winning the Game

cdef int winner_by_points(const Rules* r, const Battle* s) noexcept nogil:
    """1 or 2 if a seat has enough VP and more than the other, as the first player begins a turn; else 0."""
    cdef int best = 0 if s.vp[0] > s.vp[1] else 1
    if active(s) or s.vp[0] == s.vp[1] or s.vp[best] < r.victory_vp:
        return 0
    return 1 + best


cdef int result_of(const Rules* r, const Battle* s) noexcept nogil:
    """The result between two turns: 0 play on, 1 and 2 a seat wins, 3 a tie at the turn limit."""
    cdef int result = winner_by_points(r, s)
    if result or s.turn < r.turn_limit:
        return result
    return 3 if s.vp[0] == s.vp[1] else 1 if s.vp[0] > s.vp[1] else 2


cdef void start_turn(const Rules* r, Battle* s) noexcept nogil:
    cdef int result = result_of(r, s)
    if result:
        end_game(s, result)
    else:
        ask(s, COMMAND_PHASE, active(s))


# -- the contract

cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const Battle*>state).mover


cdef int turn(const void* rules, const void* state) noexcept nogil:
    return (<const Battle*>state).turn


cdef void returns(const void* rules, const void* state, double* out) noexcept nogil:
    cdef int result = (<const Battle*>state).result
    out[0] = 1.0 if result == 1 else 0.0 if result == 2 else 0.5
    out[1] = 1.0 - out[0]


cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int slot, at
    cdef uint32_t able
    out.n = 0
    if s.phase == MOVE_PHASE:
        able = able_to_move(r, s)
        slot = asked_unit(s, able)
        at = s.hex[slot]
        add_hexes(out, MOVE, at, reach(r, s, slot))
        add(out, STAY, at, 0)
        if may_put_off(s, able, slot):
            add(out, LATER, at, 0)
    elif s.phase == ATTACK_PHASE:
        slot = asked_unit(s, s.waiting)
        at = s.hex[slot]
        add_hexes(out, ATTACK, at, targets(r, s, slot, False))
        add(out, HOLD, at, 0)
        if may_put_off(s, s.waiting, slot):
            add(out, LATER, at, 0)
    elif s.phase == ORDER_PHASE:
        legal_orders(r, s, out)
    elif s.phase == COMMAND_PHASE:
        for slot in range(r.cards):
            if s.hand[active(s)][slot]:
                add(out, PLAY_CARD, slot, 0)
                add(out, PLAY_AS_ONE, slot, 0)
    elif s.phase >= POISON_PHASE and s.phase <= PURSUIT_PHASE:
        legal_in_combat(r, s, out)
    elif s.phase == CURE_PHASE:
        at = s.hex[ctz(s.waiting)]
        add(out, CURE, at, 0)
        add(out, KEEP_POISON, at, 0)
    else:
        add(out, EXCHANGE, 0, 0)
        add(out, KEEP_LORE, 0, 0)


cdef void legal_orders(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """Those units after which enough are left for the rest of the group."""
    cdef uint32_t can = eligible(r, s)
    cdef int n = popcount(can) - s.quota[s.group] + 1
    while n:
        add(out, ORDER, s.hex[ctz(can)], 0)
        can &= can - 1
        n -= 1


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Battle* s = <Battle*>state
    cdef int kind = move & 255
    cdef int a = (move >> 8) & 255
    cdef int b = (move >> 16) & 255
    if kind <= LATER and kind >= ORDER:
        play_in_main_phase(r, s, kind, s.unit_at[a] - 1, b)
    elif kind == PLAY_CARD or kind == PLAY_AS_ONE:
        command_step(r, s, a, kind == PLAY_AS_ONE)
    elif kind == DRAW:
        draw(r, s, a - 1)
    elif s.phase == SONG_PHASE:
        battlelore_card(r, s, move >> 8)
    elif kind == EXCHANGE:
        s.lore[active(s)] -= r.exchange_lore
        gain(&s.vp[active(s)], r.exchange_vp)
        exchange(r, s)
    elif kind == KEEP_LORE:
        draw_step(s)
    elif kind == HOLD and s.phase == ATTACK_PHASE:
        hold(r, s, s.unit_at[a] - 1)
    else:
        play_in_combat(r, s, move)
        if s.phase == ATTACK_PHASE:
            attack_step(r, s)


cdef void play_in_main_phase(const Rules* r, Battle* s, int kind, int slot, int b) noexcept nogil:
    cdef uint32_t bit = <uint32_t>1 << slot
    if kind == LATER:
        s.put_off |= bit
        return
    if kind == ORDER:
        s.ordered |= bit
        s.quota[s.group] -= 1
        s.after = slot + 1
        order_step(r, s)
        return
    s.waiting &= ~bit
    if kind == CURE or kind == KEEP_POISON:
        if kind == CURE:
            s.lore[active(s)] -= r.cure_lore
            s.poisoned ^= bit
        cure(r, s)
        return
    s.put_off &= ~bit
    if kind == MOVE:
        shift_to(s, slot, b)
        if not s.again:
            s.moved |= bit
        s.put_off = 0
    move_step(r, s)


cdef void hold(const Rules* r, Battle* s, int slot) noexcept nogil:
    """Give up all attacks that a unit has left."""
    cdef uint32_t others = ~(<uint32_t>1 << slot)
    s.attacks[0] &= others
    s.attacks[1] &= others
    s.attacks[2] &= others
    s.put_off &= others
    s.waiting &= others
    if not s.waiting:
        vp_step(r, s)


# -- chance

cdef int stream(const void* rules, const void* state) noexcept nogil:
    """0: the deck; 1 and 2: a seat's dice."""
    cdef const Battle* s = <const Battle*>state
    if s.phase == ROLL_PHASE:
        return 1 + side_of(s, roller(s))
    return 1 + active(s) if s.phase == SONG_PHASE else 0


cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int card
    if s.phase == ROLL_PHASE or s.phase == SONG_PHASE:
        list_pool(dice_of(r, s) if s.phase == ROLL_PHASE else SONG_DICE, ROLL, out)
        return
    out.n = 0
    for card in range(r.cards):
        if s.deck[card]:
            out.move[out.n] = DRAW | <move_t>(card + 1) << 8
            out.p[out.n] = <double>s.deck[card] / s.deck_size
            out.n += 1


cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Battle* s = <Battle*>state
    cdef move_t outcome
    cdef int k, card
    if s.phase == ROLL_PHASE or s.phase == SONG_PHASE:
        outcome = ROLL | roll_pool(rng, dice_of(r, s) if s.phase == ROLL_PHASE else SONG_DICE) << 8
    else:
        k = below(rng, s.deck_size)
        card = 0
        while k >= s.deck[card]:
            k -= s.deck[card]
            card += 1
        outcome = DRAW | <move_t>(card + 1) << 8
    play(rules, state, outcome)
    return outcome
