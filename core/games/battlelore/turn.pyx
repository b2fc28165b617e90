"""The turn of BattleLore, step by step as the rulebook has it (RULES.md 2 to 4).

Each step has a function named after it that goes on until somebody is asked or dice or cards decide;
`play` and `legal` at the end of the file dispatch on the phase, whose table is in state.pxd.
A move is 8 bits of its kind and three fields of 8 bits: for most, a unit's hex and another hex.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from battlewise.core.dice cimport list_pool, roll_pool, showing
from battlewise.core.game cimport CHANCE, MoveList, OVER, Outcomes, move_t
from battlewise.core.games.battlelore.board cimport (
    OFF_BOARD, OFFSET, adjacent, ctz, ctzll, hex_bit, hexes_t, in_sight, neighbours, popcount,
)
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.rng cimport Rng, below


# -- shared: units on the board

cdef inline int active(const Battle* s) noexcept nogil:
    return s.turn & 1


cdef int side_of(const Battle* s, int slot) noexcept nogil:
    return (s.units[1] >> slot) & 1


cdef inline const UnitCard* card_of(const Rules* r, const Battle* s, int slot) noexcept nogil:
    return &r.unit[s.type[slot]]


cdef inline hexes_t occupied(const Battle* s) noexcept nogil:
    return (<hexes_t>(s.occupied[0][0] | s.occupied[1][0])
            | (<hexes_t>(s.occupied[0][1] | s.occupied[1][1]) << 64))


cdef inline void _flip(Battle* s, int side, int hexagon) noexcept nogil:
    s.occupied[side][hexagon >> 6] ^= <uint64_t>1 << (hexagon & 63)


cdef void place(Battle* s, int slot, int hexagon) noexcept nogil:
    """Put a unit that is not on the board on a hex."""
    _flip(s, side_of(s, slot), hexagon)
    s.hex[slot] = hexagon
    s.unit_at[hexagon] = slot + 1


cdef inline void shift_to(Battle* s, int slot, int hexagon) noexcept nogil:
    """Move a unit to a free hex."""
    _flip(s, side_of(s, slot), s.hex[slot])
    s.unit_at[s.hex[slot]] = 0
    place(s, slot, hexagon)


cdef inline void _drop(uint32_t* mask, uint32_t below_it) noexcept nogil:
    mask[0] = (mask[0] & below_it) | ((mask[0] >> 1) & ~below_it)


cdef inline int _renumbered(int slot, int gone) noexcept nogil:
    if slot == gone:
        return NONE
    return slot - 1 if slot > gone and slot != NONE else slot


cdef void remove_unit(Battle* s, int gone) noexcept nogil:
    """Take an eliminated unit off the board; later slots move up, so that slots stay dense."""
    cdef uint32_t low = (<uint32_t>1 << gone) - 1
    cdef int n = popcount(s.units[0] | s.units[1])
    cdef int i
    _flip(s, side_of(s, gone), s.hex[gone])
    s.unit_at[s.hex[gone]] = 0
    for i in range(gone, n - 1):
        s.type[i] = s.type[i + 1]
        s.hex[i] = s.hex[i + 1]
        s.figures[i] = s.figures[i + 1]
        s.unit_at[s.hex[i]] = i + 1
    s.type[n - 1] = s.hex[n - 1] = s.figures[n - 1] = 0
    for i in range(2):
        _drop(&s.units[i], low)
    for i in range(3):
        _drop(&s.attacks[i], low)
    _drop(&s.poisoned, low)
    _drop(&s.ordered, low)
    _drop(&s.moved, low)
    _drop(&s.waiting, low)
    _drop(&s.put_off, low)
    _drop(&s.pursued, low)
    _drop(&s.charge, low)
    s.attacker = _renumbered(s.attacker, gone)
    s.target = _renumbered(s.target, gone)


cdef inline void ask(Battle* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.mover = seat


cdef inline int asked_unit(const Battle* s) noexcept nogil:
    """The unit whose turn it is to be asked in the Move and the Attack Step."""
    cdef uint32_t m = s.waiting & ~s.put_off
    return ctz(m if m else s.waiting)


cdef inline bint may_put_off(const Battle* s, int slot) noexcept nogil:
    return (s.waiting & ~s.put_off & ~(<uint32_t>1 << slot)) != 0


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


cdef void set_quotas(const Rules* r, Battle* s) noexcept nogil:
    """How many units each group of the acting card orders; Counterattack exchanges left and right."""
    cdef const CommandCard* text = &r.card[s.acting]
    cdef bint mirrored = text.by_section and s.acting != s.card
    cdef int i
    for i in range(GROUPS):
        s.quota[i] = text.quota[GROUPS - 1 - i if mirrored else i]


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
    cdef int i
    s.quota[0] = showing(pool, STRIKE) + showing(pool, CLEAVE) + showing(pool, PIERCE)
    s.quota[1] = showing(pool, MORALE) + showing(pool, HEROIC)
    s.lore[active(s)] += 3 * showing(pool, LORE)
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


cdef void move_step(const Rules* r, Battle* s) noexcept nogil:
    cdef hexes_t free = r.board.on & ~occupied(s)
    cdef int slot
    while True:
        while s.waiting:
            slot = asked_unit(s)
            if r.board.within[1][s.hex[slot]] & free or may_put_off(s, slot):
                ask(s, MOVE_PHASE, active(s))
                return
            s.waiting &= ~(<uint32_t>1 << slot)
        s.put_off = 0
        if s.again or not r.card[s.acting].extra_move or not s.ordered:
            break
        s.again = 1
        s.waiting = s.ordered
    s.again = 0
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


cdef hexes_t targets(const Rules* r, const Battle* s, int slot, bint any_will_do) noexcept nogil:
    """The enemy units that a unit may attack; with `any_will_do` one of them if there is any."""
    cdef const UnitCard* card = card_of(r, s, slot)
    cdef int at = s.hex[slot]
    cdef hexes_t enemies = hexes_of(s, 1 - side_of(s, slot))
    cdef hexes_t found = enemies & r.board.within[1][at]
    cdef hexes_t far, blocking, target
    cdef int there
    if not card.ranged or (any_will_do and found):
        return found
    far = enemies & r.board.within[card.reach][at] & ~found
    if not far:
        return found
    blocking = occupied(s)
    while far:
        target = far & -far
        far ^= target
        there = ctzll(<uint64_t>target) if <uint64_t>target else 64 + ctzll(<uint64_t>(target >> 64))
        if in_sight(&r.board, at, there, blocking):
            found |= target
            if any_will_do:
                return found
    return found


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


# -- 3.1 Declare Attack

cdef void declare_attack(const Rules* r, Battle* s, int slot, int target) noexcept nogil:
    cdef uint32_t bit = <uint32_t>1 << slot
    if s.phase == ATTACK_PHASE:
        if s.attacks[2] & bit:
            s.attacks[2] ^= bit
        elif s.attacks[1] & bit:
            s.attacks[1] ^= bit
        else:
            s.attacks[0] ^= bit
    s.waiting = s.put_off = 0
    s.attacker = slot
    s.target = target
    s.target_hex = s.hex[target]
    ask(s, ROLL_PHASE, CHANCE)


cdef int roller(const Battle* s) noexcept nogil:
    """The unit whose dice are rolled: the attacking unit, or the target in its counter."""
    return s.target if s.countering else s.attacker


cdef int struck(const Battle* s) noexcept nogil:
    """The unit that the dice are rolled against."""
    return s.attacker if s.countering else s.target


# -- 3.2 Perform Combat Roll

cdef int dice_of(const Rules* r, const Battle* s) noexcept nogil:
    """Combat value, Rage's missing figures and the die of Cavalry Charge, at most MOST_DICE."""
    cdef int slot = roller(s)
    cdef const UnitCard* card = card_of(r, s, slot)
    cdef int n = card.combat
    if card.rage:
        n += card.health - s.figures[slot]
    if not s.countering:
        n += (s.charge >> slot) & 1
    return n if n < MOST_DICE else MOST_DICE


cdef void combat_roll(const Rules* r, Battle* s, uint32_t pool) noexcept nogil:
    s.dice = pool
    if not s.countering:
        s.charge &= ~(<uint32_t>1 << s.attacker)
    if showing(pool, LORE) and (s.poisoned >> struck(s)) & 1:
        ask(s, POISON_PHASE, side_of(s, roller(s)))
    else:
        dice_ability(r, s)


# -- 3.3 Dice abilities: results are committed before any takes effect

cdef void dice_ability(const Rules* r, Battle* s) noexcept nogil:
    cdef const UnitCard* card = card_of(r, s, roller(s))
    if (card.face != NONE and showing(s.dice, card.face)
            and not (card.poison and (s.poisoned >> struck(s)) & 1)):
        ask(s, ABILITY_PHASE, side_of(s, roller(s)))
    else:
        resolve_results(r, s)


cdef void commit(const Rules* r, Battle* s, int k, int face) noexcept nogil:
    """Commit k results; they lose their normal effect."""
    cdef const UnitCard* card = card_of(r, s, roller(s))
    s.dice -= <uint32_t>k << (4 * face)
    if s.phase == POISON_PHASE:
        s.damage += k
        dice_ability(r, s)
        return
    s.damage += k * card.damage
    s.retreats += k * card.retreats
    s.own_figures[s.countering] += k * card.own_figures
    if k and card.poison:
        s.poisoned |= <uint32_t>1 << struck(s)
    resolve_results(r, s)


# -- 3.4 Resolve Dice Results, 3.5 Damage

cdef void resolve_results(const Rules* r, Battle* s) noexcept nogil:
    """Damage first, then retreats."""
    cdef int slot = roller(s)
    cdef int n = s.damage
    cdef int way[2]
    if card_of(r, s, slot).ranged:
        n += showing(s.dice, PIERCE)
    else:
        n += showing(s.dice, STRIKE)
        if s.figures[slot] > 1:
            n += showing(s.dice, CLEAVE)
    s.retreats += showing(s.dice, MORALE)
    s.damage = 0
    if n and suffer(r, s, struck(s), n):
        gain_lore(r, s)
        return
    if s.retreats:
        directions_away(r, s, way)
        if way[0] != way[1] and (beyond(r, s.hex[struck(s)], way[0]) != OFF_BOARD
                                 or beyond(r, s.hex[struck(s)], way[1]) != OFF_BOARD):
            ask(s, RETREAT_PHASE, side_of(s, slot))
            return
        retreat(r, s, way[0])
    gain_lore(r, s)


cdef bint suffer(const Rules* r, Battle* s, int slot, int n) noexcept nogil:
    """Remove n figures; whether that eliminated the unit. The last unit's loss ends the game."""
    cdef int side = side_of(s, slot)
    if s.figures[slot] > n:
        s.figures[slot] -= n
        return False
    remove_unit(s, slot)
    if not s.units[side]:
        end_game(s, 2 - side)
    return True


# -- 3.6 Retreat, 3.7 Support

cdef void directions_away(const Rules* r, const Battle* s, int* way) noexcept nogil:
    """The one or two directions of a retreat; one is given twice."""
    cdef int origin = s.hex[roller(s)]
    cdef int i = s.hex[struck(s)] - origin + OFFSET
    way[0] = r.board.away[r.board.odd_row[origin]][i][0]
    way[1] = r.board.away[r.board.odd_row[origin]][i][1]


cdef int beyond(const Rules* r, int hexagon, int way) noexcept nogil:
    return r.board.step[way][hexagon]


cdef void retreat(const Rules* r, Battle* s, int way) noexcept nogil:
    """Hex by hex; a friend ahead is support, an enemy or the board's edge turns the rest into damage."""
    cdef int slot = struck(s)
    cdef int ahead
    while s.retreats:
        ahead = beyond(r, s.hex[slot], way)
        if ahead == OFF_BOARD or (s.unit_at[ahead] and side_of(s, s.unit_at[ahead] - 1) != side_of(s, slot)):
            suffer(r, s, slot, s.retreats)
            return
        if s.unit_at[ahead]:
            return
        shift_to(s, slot, ahead)
        s.retreats -= 1


cdef void gain_lore(const Rules* r, Battle* s) noexcept nogil:
    """Lore results, then 3.8 Counter: asked of a target that is still there and adjacent."""
    if s.phase == OVER_PHASE:
        return
    cdef int side = active(s) ^ s.countering
    s.lore[side] += showing(s.dice, LORE)
    s.dice = 0
    s.retreats = 0
    if not s.countering and s.target != NONE and adjacent(&r.board, s.hex[s.attacker], s.hex[s.target]):
        ask(s, COUNTER_PHASE, 1 - side)
    else:
        end_combat(r, s)


# -- 3.9 Advance, and what abilities do after the combat

cdef void end_combat(const Rules* r, Battle* s) noexcept nogil:
    """Frenzy's own figures; then the attacking unit may advance into the hex that its attack emptied."""
    cdef bint vacated = s.target == NONE or s.hex[s.target] != s.target_hex
    if s.own_figures[0] and s.attacker != NONE:
        suffer(r, s, s.attacker, s.own_figures[0])
    if s.phase != OVER_PHASE and s.own_figures[1] and s.target != NONE:
        suffer(r, s, s.target, s.own_figures[1])
    if s.phase == OVER_PHASE:
        return
    s.own_figures[0] = s.own_figures[1] = 0
    s.countering = 0
    s.target = NONE
    if vacated and s.attacker != NONE and adjacent(&r.board, s.hex[s.attacker], s.target_hex):
        ask(s, ADVANCE_PHASE, active(s))
    else:
        leave_combat(r, s)


cdef void leave_combat(const Rules* r, Battle* s) noexcept nogil:
    s.attacker = s.target = NONE
    s.target_hex = 0
    attack_step(r, s)


cdef bint may_pursue(const Rules* r, const Battle* s) noexcept nogil:
    return card_of(r, s, s.attacker).pursue and not (s.pursued >> s.attacker) & 1


cdef void pursue(const Rules* r, Battle* s, int to) noexcept nogil:
    """Pursue 1: one hex, then one additional attack at once."""
    s.pursued |= <uint32_t>1 << s.attacker
    shift_to(s, s.attacker, to)
    s.target_hex = 0
    if targets(r, s, s.attacker, True):
        ask(s, PURSUIT_PHASE, active(s))
    else:
        leave_combat(r, s)


# -- 4.1 Victory Point Step

cdef void clear_turn(Battle* s) noexcept nogil:
    s.ordered = s.moved = s.waiting = s.put_off = s.pursued = s.charge = 0
    s.attacks[0] = s.attacks[1] = s.attacks[2] = 0


cdef void vp_step(const Rules* r, Battle* s) noexcept nogil:
    cdef int i
    clear_turn(s)
    for i in range(r.banners):
        if (hexes_of(s, active(s)) >> r.banner_hex[i]) & 1:
            s.vp[active(s)] += r.banner_vp[i]
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


cdef void end_game(Battle* s, int result) noexcept nogil:
    """Nothing but the table remains: units, points, cards."""
    clear_turn(s)
    s.dice = 0
    s.card = s.acting = s.last_card = NONE
    s.attacker = s.target = NONE
    s.one_unit = s.target_hex = s.countering = s.damage = s.retreats = 0
    s.own_figures[0] = s.own_figures[1] = 0
    s.result = result
    ask(s, OVER_PHASE, OVER)


# -- the contract

cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const Battle*>state).mover


cdef int turn(const void* rules, const void* state) noexcept nogil:
    return (<const Battle*>state).turn


cdef void returns(const void* rules, const void* state, double* out) noexcept nogil:
    cdef int result = (<const Battle*>state).result
    out[0] = 1.0 if result == 1 else 0.0 if result == 2 else 0.5
    out[1] = 1.0 - out[0]


cdef inline void add(MoveList* out, int kind, int a, int b) noexcept nogil:
    out.move[out.n] = <move_t>kind | <move_t>a << 8 | <move_t>b << 16
    out.n += 1


cdef inline void add_hexes(MoveList* out, int kind, int a, hexes_t hexes) noexcept nogil:
    """One move for each hex of a set, as its second field."""
    cdef uint64_t half = <uint64_t>hexes
    while half:
        add(out, kind, a, ctzll(half))
        half &= half - 1
    half = <uint64_t>(hexes >> 64)
    while half:
        add(out, kind, a, 64 + ctzll(half))
        half &= half - 1


cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int slot, at
    out.n = 0
    if s.phase == MOVE_PHASE:
        slot = asked_unit(s)
        at = s.hex[slot]
        add_hexes(out, MOVE, at, reach(r, s, slot))
        add(out, STAY, at, 0)
        if may_put_off(s, slot):
            add(out, LATER, at, 0)
    elif s.phase == ATTACK_PHASE:
        slot = asked_unit(s)
        at = s.hex[slot]
        add_hexes(out, ATTACK, at, targets(r, s, slot, False))
        add(out, HOLD, at, 0)
        if may_put_off(s, slot):
            add(out, LATER, at, 0)
    elif s.phase == ORDER_PHASE:
        legal_orders(r, s, out)
    elif s.phase == COMMAND_PHASE:
        for slot in range(r.cards):
            if s.hand[active(s)][slot]:
                add(out, PLAY_CARD, slot, 0)
                add(out, PLAY_AS_ONE, slot, 0)
    elif s.phase == POISON_PHASE or s.phase == ABILITY_PHASE or s.phase == RETREAT_PHASE:
        legal_in_roll(r, s, out)
    elif s.phase == PURSUIT_PHASE:
        at = s.hex[s.attacker]
        add_hexes(out, ATTACK, at, targets(r, s, s.attacker, False))
        add(out, HOLD, at, 0)
    elif s.phase == ADVANCE_PHASE:
        legal_advances(r, s, out)
    elif s.phase == CURE_PHASE:
        at = s.hex[ctz(s.waiting)]
        add(out, CURE, at, 0)
        add(out, KEEP_POISON, at, 0)
    else:
        add(out, COUNTER if s.phase == COUNTER_PHASE else EXCHANGE, 0, 0)
        add(out, NO_COUNTER if s.phase == COUNTER_PHASE else KEEP_LORE, 0, 0)


cdef void legal_orders(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """Those units after which enough are left for the rest of the group."""
    cdef uint32_t can = eligible(r, s)
    cdef int n = popcount(can) - s.quota[s.group] + 1
    while n:
        add(out, ORDER, s.hex[ctz(can)], 0)
        can &= can - 1
        n -= 1


cdef void legal_in_roll(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    cdef const UnitCard* card = card_of(r, s, roller(s))
    cdef int face = LORE if s.phase == POISON_PHASE else card.face
    cdef int at = s.hex[struck(s)]
    cdef int way[2]
    cdef int k, most
    if s.phase == RETREAT_PHASE:
        directions_away(r, s, way)
        add(out, RETREAT, at, beyond(r, at, way[0]))
        add(out, RETREAT, at, beyond(r, at, way[1]))
        return
    most = showing(s.dice, face)
    if s.phase == ABILITY_PHASE and card.poison:
        most = 1
    for k in range(most + 1):
        add(out, COMMIT, k, face)


cdef void legal_advances(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    cdef int at = s.hex[s.attacker]
    add(out, ADVANCE, at, s.target_hex)
    if may_pursue(r, s):
        add_hexes(out, PURSUE, at, hex_bit(s.target_hex) if r.through_vacated_hex
                  else r.board.within[1][at] & r.board.on & ~occupied(s))
    add(out, REMAIN, 0, 0)


cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Battle* s = <Battle*>state
    cdef int kind = move & 255
    cdef int a = (move >> 8) & 255
    cdef int b = (move >> 16) & 255
    if kind <= LATER and kind >= ORDER:
        play_in_main_phase(r, s, kind, s.unit_at[a] - 1, b)
    elif kind == ATTACK:
        declare_attack(r, s, s.unit_at[a] - 1, s.unit_at[b] - 1)
    elif kind == ROLL and s.phase == ROLL_PHASE:
        combat_roll(r, s, move >> 8)
    elif kind == PLAY_CARD or kind == PLAY_AS_ONE:
        command_step(r, s, a, kind == PLAY_AS_ONE)
    elif kind == DRAW:
        draw(r, s, a - 1)
    elif kind == ROLL:
        battlelore_card(r, s, move >> 8)
    elif kind == EXCHANGE:
        s.lore[active(s)] -= r.exchange_lore
        s.vp[active(s)] += r.exchange_vp
        exchange(r, s)
    elif kind == KEEP_LORE:
        draw_step(s)
    else:
        play_in_combat(r, s, kind, a, b)


cdef void play_in_main_phase(const Rules* r, Battle* s, int kind, int slot, int b) noexcept nogil:
    cdef uint32_t bit = <uint32_t>1 << slot
    if kind == LATER:
        s.put_off |= bit
        if s.phase == MOVE_PHASE:
            move_step(r, s)
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
        s.moved |= bit
        s.put_off = 0
    move_step(r, s)


cdef void hold(const Rules* r, Battle* s, int slot) noexcept nogil:
    """Give up all attacks that a unit has left, or in a pursuit the additional one."""
    cdef uint32_t others = ~(<uint32_t>1 << slot)
    if s.phase == PURSUIT_PHASE:
        leave_combat(r, s)
        return
    s.attacks[0] &= others
    s.attacks[1] &= others
    s.attacks[2] &= others
    s.put_off &= others
    s.waiting &= others
    if not s.waiting:
        vp_step(r, s)


cdef void play_in_combat(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil:
    cdef int way[2]
    if kind == HOLD:
        hold(r, s, s.unit_at[a] - 1)
    elif kind == COMMIT:
        commit(r, s, a, b)
    elif kind == COUNTER:
        s.countering = 1
        ask(s, ROLL_PHASE, CHANCE)
    elif kind == NO_COUNTER:
        end_combat(r, s)
    elif kind == RETREAT:
        directions_away(r, s, way)
        retreat(r, s, way[0] if beyond(r, a, way[0]) == b else way[1])
        gain_lore(r, s)
    elif kind == PURSUE:
        pursue(r, s, b)
    else:
        if kind == ADVANCE:
            shift_to(s, s.attacker, b)
        leave_combat(r, s)


# -- chance

cdef int pool_size(const Rules* r, const Battle* s) noexcept nogil:
    return dice_of(r, s) if s.phase == ROLL_PHASE else 4


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
        list_pool(pool_size(r, s), ROLL, out)
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
        outcome = ROLL | roll_pool(rng, pool_size(r, s)) << 8
    else:
        k = below(rng, s.deck_size)
        card = 0
        while k >= s.deck[card]:
            k -= s.deck[card]
            card += 1
        outcome = DRAW | <move_t>(card + 1) << 8
    play(rules, state, outcome)
    return outcome
