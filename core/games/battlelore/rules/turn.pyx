"""The Main Phase, step by step as the rulebook has it (RULES.md 2), and the functions of the whole game.

Each step has a function named after it that runs until a player decides, or dice or cards do; `play` and
`legal` at the end of the file dispatch on the phase, whose table is in state.pxd.
"""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport count_bits, first_bit, take_bit32
from battlewise.core.dice cimport showing
from battlewise.core.game cimport CHANCE, MoveList, move_t
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.rules.combat cimport (
    legal_in_combat, play_in_combat, resume_combat, targets,
)
from battlewise.core.games.battlelore.rules.lore cimport (
    add_cards, aim, aims, legal_aims, may_play, open_window, spend, take_effect, takes_aim,
)
from battlewise.core.games.battlelore.rules.muster cimport legal_in_muster, play_in_muster
from battlewise.core.games.battlelore.rules.scenario cimport legal_in_building, play_in_building
from battlewise.core.games.battlelore.rules.terrain cimport has_rule, impassable, reach, rule_for
from battlewise.core.games.battlelore.rules.upkeep cimport (
    discard_lore, draw, draw_lore, draw_step, exchange, lore_step, shuffle_discards, vp_step,
)
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, move_rest, add


cdef inline int asked_unit(const Battle* s, uint32_t able) noexcept nogil:
    """The unit whose turn it is to be asked in the Move and the Attack Step, of those able to."""
    cdef uint32_t m = able & ~s.put_off
    return first_bit(m if m else able)


cdef inline bint may_put_off(const Battle* s, uint32_t able, int slot) noexcept nogil:
    return (able & ~s.put_off & ~(<uint32_t>1 << slot)) != 0


# -- 2.1 Command Step

cdef int acting_card(const Rules* r, const Battle* s) noexcept nogil:
    """The card whose text applies: a Counterattack takes the opponent's last card's."""
    if s.card == NONE:
        return NONE
    if s.one_unit:
        return ONE_UNIT
    if not r.card[s.card].copies_mirrored:
        return s.card
    if s.last_card == NONE or r.card[s.last_card].copies_mirrored:
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
        slot = take_bit32(&m)
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
            if count_bits(can) > s.quota[s.group]:
                ask(s, ORDER_PHASE, active(s))
                return
            s.ordered |= can
            s.quota[s.group] = 0
        s.group += 1
        s.after = 0
    s.group = 0
    if r.full and extra_orders(r, s):
        ask(s, EXTRA_ORDER_PHASE, active(s))
    else:
        begin_cures(r, s)


cdef uint32_t extra_orders(const Rules* r, const Battle* s) noexcept nogil:
    """The units one of which a scenario card lets be ordered besides."""
    cdef uint32_t m = s.units[active(s)] & ~s.ordered
    cdef uint32_t found = 0
    cdef int slot
    if not has_rule(r, s, active(s), EXTRA_ORDER):
        return 0
    while m:
        slot = take_bit32(&m)
        found |= <uint32_t>rule_for(r, s, slot, EXTRA_ORDER) << slot
    return found


cdef void begin_cures(const Rules* r, Battle* s) noexcept nogil:
    s.waiting = s.ordered & (s.poisoned | s.stunned | s.swarmed)
    cure(r, s)


cdef void cure(const Rules* r, Battle* s) noexcept nogil:
    """Ordered units with tokens: their owner may pay to remove them, one by one."""
    if s.waiting and s.lore[active(s)] >= r.cure_lore:
        ask(s, CURE_PHASE, active(s))
        return
    s.waiting = 0
    if not open_window(r, s, AFTER_ORDERS_WINDOW):
        begin_moves(r, s)


cdef uint32_t meant(const Rules* r, const Battle* s) noexcept nogil:
    """The ordered units of a kind that the card names: what it grants besides is for them alone."""
    cdef const CommandCard* text = &r.card[s.acting]
    cdef uint32_t m = s.ordered
    cdef uint32_t found = 0
    cdef int i, slot
    while m:
        slot = take_bit32(&m)
        for i in range(GROUPS):
            if text.quota[i] and (text.of[i] <= ANYWHERE or text.of[i] == NOT_WEAK
                                  or is_of(r, s, slot, text.of[i])):
                found |= <uint32_t>1 << slot
    return found


# -- 2.3 Move Step

cdef void begin_moves(const Rules* r, Battle* s) noexcept nogil:
    s.waiting = s.ordered & ~s.stunned & ~s.moved
    move_step(r, s)


cdef uint32_t able_to_move(const Rules* r, const Battle* s) noexcept nogil:
    """The waiting units that can move at all; the others wait until somebody makes room."""
    cdef hexes_t free = r.board.on & ~occupied(s)
    cdef uint32_t m = s.waiting
    cdef uint32_t found = 0
    cdef int slot
    while m:
        slot = take_bit32(&m)
        if r.board.within[1][s.hex[slot]] & free & ~impassable(r, s, slot) or (
                r.full and reach(r, s, slot)):
            found |= <uint32_t>1 << slot
    return found


cdef void move_step(const Rules* r, Battle* s) noexcept nogil:
    while True:
        if able_to_move(r, s):
            ask(s, MOVE_PHASE, active(s))
            return
        if s.again or not r.card[s.acting].extra_move or not s.ordered:
            break
        s.again = 1
        s.waiting = meant(r, s) & ~s.stunned
    s.again = 0
    s.waiting = 0
    grant_attacks(r, s)
    begin_attacks(r, s)


# -- 2.4 Attack Step

cdef void grant_attacks(const Rules* r, Battle* s) noexcept nogil:
    """One attack a unit, and what Double Shot and Darken the Skies add if it did not move."""
    cdef const CommandCard* text = &r.card[s.acting]
    cdef uint32_t unmoved = s.ordered & ~s.moved
    cdef uint32_t by_card = unmoved & meant(r, s) if text.extra_attack else 0
    cdef uint32_t by_unit = 0
    cdef uint32_t m = unmoved
    cdef int slot
    while m:
        slot = take_bit32(&m)
        by_unit |= <uint32_t>card_of(r, s, slot).double_shot << slot
    s.attacks[0] = s.ordered & ~s.stunned
    s.attacks[1] = (by_unit | by_card) & ~s.stunned
    s.attacks[2] = by_unit & by_card & ~s.stunned
    s.charge = meant(r, s) if text.extra_die else 0


cdef void begin_attacks(const Rules* r, Battle* s) noexcept nogil:
    """The start of the Attack Step: the active player's lore card, then the opponent's."""
    if not open_window(r, s, ATTACK_START_WINDOW) and not open_window(r, s, ENEMY_ATTACK_START_WINDOW):
        attack_step(r, s)


cdef uint32_t having_targets(const Rules* r, const Battle* s) noexcept nogil:
    """The units with attacks left that have a target now."""
    cdef uint32_t m = s.attacks[0]
    cdef uint32_t found = 0
    cdef int slot
    while m:
        slot = take_bit32(&m)
        if targets(r, s, slot, True):
            found |= <uint32_t>1 << slot
    return found


cdef void attack_step(const Rules* r, Battle* s) noexcept nogil:
    s.waiting = having_targets(r, s)
    if s.waiting:
        ask(s, ATTACK_PHASE, active(s))
    else:
        vp_step(r, s)


# -- 7 Lore cards in the course of the turn

cdef void play_lore(const Rules* r, Battle* s, int card) noexcept nogil:
    """Pay for a card and show it; the opponent may cancel it."""
    if s.phase == ATTACK_PHASE:
        s.window = ATTACK_STEP_WINDOW
        s.waiting = s.put_off = 0
    elif s.phase == ADVANCE_PHASE:
        s.window = TARGET_GONE_WINDOW
    elif s.phase == LORE_PHASE:
        s.window = LORE_STEP_WINDOW
    s.lore_seat = s.mover
    s.lore_card = card
    spend(r, s, s.lore_seat, card)
    if may_play(r, s, ENEMY_LORE_WINDOW):
        ask(s, CANCEL_PHASE, 1 - s.lore_seat)
    else:
        resolve_lore(r, s)


cdef void resolve_lore(const Rules* r, Battle* s) noexcept nogil:
    cdef const LoreCard* card = &r.lore[s.lore_seat][s.lore_card]
    if takes_aim(card):
        if aims(r, s, s.lore_seat, card, NONE):
            ask(s, AIM_PHASE, s.lore_seat)
            return
    else:
        take_effect(r, s)
    lore_done(r, s, card.effect)


cdef void lore_done(const Rules* r, Battle* s, int effect) noexcept nogil:
    """Go on where the window opened.

    :param effect: of the card that was played; NONE: no card, or it was cancelled.
    """
    cdef int window = s.window
    cdef uint32_t chosen = 0
    if s.phase == OVER_PHASE:
        return
    if effect == ORDER_EFFECT and s.aimed:
        chosen = <uint32_t>1 << (s.aimed - 1)
    s.lore_card = NONE
    s.lore_seat = s.aimed = 0
    if window == AFTER_ORDERS_WINDOW:
        s.window = 0
        s.waiting = chosen & (s.poisoned | s.stunned | s.swarmed)
        if s.waiting and s.lore[active(s)] >= r.cure_lore:
            cure(r, s)
        else:
            begin_moves(r, s)
    elif window == ATTACK_START_WINDOW:
        s.window = 0
        if not open_window(r, s, ENEMY_ATTACK_START_WINDOW):
            attack_step(r, s)
    elif window == ENEMY_ATTACK_START_WINDOW or window == ATTACK_STEP_WINDOW:
        s.window = 0
        attack_step(r, s)
    elif window == LORE_STEP_WINDOW:
        s.window = 0
        ask(s, LORE_PHASE, active(s))
    else:
        s.phase = WINDOW_PHASE
        resume_combat(r, s, effect)
        if s.phase == ATTACK_PHASE:
            attack_step(r, s)


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
        if r.full:
            add_cards(r, s, ATTACK_STEP_WINDOW, out)
    elif s.phase == ORDER_PHASE:
        legal_orders(r, s, out)
    elif s.phase == COMMAND_PHASE:
        for slot in range(r.cards):
            if s.hand[active(s)][slot]:
                add(out, PLAY_CARD, slot, 0)
                add(out, PLAY_AS_ONE, slot, 0)
    elif s.phase >= POISON_PHASE and s.phase <= PURSUIT_PHASE:
        legal_in_combat(r, s, out)
    else:
        legal_besides(r, s, out)


cdef void legal_besides(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """Lore cards, tokens, the Upkeep Phase and the set-up."""
    cdef int card
    if s.phase == WINDOW_PHASE or s.phase == CANCEL_PHASE:
        add_cards(r, s, s.window if s.phase == WINDOW_PHASE else ENEMY_LORE_WINDOW, out)
        add(out, NO_LORE, 0, 0)
    elif s.phase == AIM_PHASE:
        legal_aims(r, s, out)
    elif s.phase == EXCHANGE_PHASE:
        add(out, EXCHANGE, 0, 0)
        add(out, KEEP_LORE, 0, 0)
    elif s.phase == CURE_PHASE or s.phase == EXTRA_ORDER_PHASE:
        legal_after_orders(r, s, out)
    elif s.phase == LORE_PHASE:
        add(out, TWO_TOKENS, 0, 0)
        add(out, TOKEN_AND_CARD, 0, 0)
        add(out, TWO_CARDS, 0, 0)
        add_cards(r, s, LORE_STEP_WINDOW, out)
    elif s.phase == LORE_DISCARD_PHASE:
        for card in range(r.lore_cards[active(s)]):
            if s.lore_hand[active(s)][card]:
                add(out, DISCARD_LORE, card, active(s))
    elif s.phase <= FORD_PHASE:
        legal_in_building(r, s, out)
    else:
        legal_in_muster(r, s, out)


cdef void legal_after_orders(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """Tokens that can be paid for, or the unit that a scenario card orders besides."""
    cdef uint32_t m
    cdef int slot, at
    if s.phase == EXTRA_ORDER_PHASE:
        m = extra_orders(r, s)
        while m:
            add(out, ORDER, s.hex[take_bit32(&m)], 0)
        add(out, NO_MORE_ORDERS, 0, 0)
        return
    slot = first_bit(s.waiting)
    at = s.hex[slot]
    if (s.poisoned >> slot) & 1:
        add(out, CURE, at, 0)
    if (s.stunned >> slot) & 1:
        add(out, UNSTUN, at, 0)
    if (s.swarmed >> slot) & 1:
        add(out, UNSWARM, at, 0)
    add(out, KEEP_TOKENS if ((s.stunned | s.swarmed) >> slot) & 1 else KEEP_POISON, at, 0)


cdef void legal_orders(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """Those units after which enough are left for the rest of the group."""
    cdef uint32_t can = eligible(r, s)
    cdef int n = count_bits(can) - s.quota[s.group] + 1
    while n:
        add(out, ORDER, s.hex[take_bit32(&can)], 0)
        n -= 1


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Battle* s = <Battle*>state
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    if kind <= LATER and kind >= ORDER:
        play_in_main_phase(r, s, kind, s.unit_at[a] - 1, b)
    elif kind == PLAY_CARD or kind == PLAY_AS_ONE:
        command_step(r, s, a, kind == PLAY_AS_ONE)
    elif kind == DRAW:
        draw(r, s, a - 1)
    elif s.phase == SONG_PHASE:
        battlelore_card(r, s, move_rest(move))
    elif kind == HOLD and s.phase == ATTACK_PHASE:
        hold(r, s, s.unit_at[a] - 1)
    elif kind <= REMAIN or kind == ROLL or kind == IGNORE_RETREAT or kind == TAKE_RETREAT:
        play_in_combat(r, s, move)
        if s.phase == ATTACK_PHASE:
            attack_step(r, s)
    elif kind >= DEAL_SCENARIO and kind <= PLACE_FORD:
        play_in_building(r, s, kind, a, b)
    elif kind >= TAKE_ARMY:
        play_in_muster(r, s, kind, a, b)
    else:
        play_besides(r, s, kind, a, b)


cdef void play_besides(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil:
    """Lore cards, and what is done with lore in the Upkeep Phase."""
    if kind == EXCHANGE:
        s.lore[active(s)] -= r.exchange_lore
        gain(&s.vp[active(s)], r.exchange_vp)
        exchange(r, s)
    elif kind == KEEP_LORE:
        draw_step(s)
    elif kind == PLAY_LORE:
        if s.phase == CANCEL_PHASE:
            spend(r, s, s.mover, a)
            lore_done(r, s, NONE)
        else:
            play_lore(r, s, a)
    elif kind == NO_LORE:
        if s.phase == CANCEL_PHASE:
            resolve_lore(r, s)
        else:
            lore_done(r, s, NONE)
    elif kind == AIM or kind == MEND or kind == ENOUGH:
        if aim(r, s, kind, a, b):
            lore_done(r, s, r.lore[s.lore_seat][s.lore_card].effect if s.phase != OVER_PHASE else NONE)
    elif kind == DRAW_LORE:
        draw_lore(r, s, a - 1)
    elif kind == DISCARD_LORE:
        discard_lore(r, s, a)
    elif kind == UNSTUN or kind == UNSWARM or kind == KEEP_TOKENS:
        cure_unit(r, s, kind, s.unit_at[a] - 1)
    elif kind == NO_MORE_ORDERS:
        begin_cures(r, s)
    else:
        lore_step(r, s, kind)


cdef void cure_unit(const Rules* r, Battle* s, int kind, int slot) noexcept nogil:
    """A token is paid for; a unit with no other is done."""
    cdef uint32_t bit = <uint32_t>1 << slot
    if kind == CURE:
        s.poisoned ^= bit
    elif kind == UNSTUN:
        s.stunned ^= bit
    elif kind == UNSWARM:
        s.swarmed ^= bit
    if kind == KEEP_POISON or kind == KEEP_TOKENS:
        s.waiting &= ~bit
    else:
        s.lore[active(s)] -= r.cure_lore
        s.waiting &= ~bit | s.poisoned | s.stunned | s.swarmed
    cure(r, s)


cdef void play_in_main_phase(const Rules* r, Battle* s, int kind, int slot, int b) noexcept nogil:
    cdef uint32_t bit = <uint32_t>1 << slot
    if kind == LATER:
        s.put_off |= bit
        return
    if kind == ORDER:
        s.ordered |= bit
        if s.phase == EXTRA_ORDER_PHASE:
            begin_cures(r, s)
            return
        s.quota[s.group] -= 1
        s.after = slot + 1
        order_step(r, s)
        return
    if kind == CURE or kind == KEEP_POISON:
        cure_unit(r, s, kind, slot)
        return
    s.waiting &= ~bit
    s.put_off &= ~bit
    if kind == MOVE:
        shift_to(s, slot, b)
        if not s.again:
            s.moved |= bit
        s.put_off = 0
    move_step(r, s)


cdef void hold(const Rules* r, Battle* s, int slot) noexcept nogil:
    """Give up all attacks that a unit has left."""
    cdef uint32_t bit = <uint32_t>1 << slot
    lose_attacks(s, bit)
    s.put_off &= ~bit
    s.waiting &= ~bit
    if not s.waiting:
        vp_step(r, s)
