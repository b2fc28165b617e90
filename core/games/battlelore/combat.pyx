"""Combat in detail (RULES.md 3): from the declaration of an attack to the advance."""
from libc.stdint cimport uint32_t, uint64_t

from battlewise.core.dice cimport showing
from battlewise.core.game cimport CHANCE, MoveList, move_t
from battlewise.core.games.battlelore.board cimport (
    OFF_BOARD, OFFSET, adjacent, ctzll, hex_bit, hexes_t, in_sight,
)
from battlewise.core.games.battlelore.state cimport *


# -- 3.1 Declare Attack

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
    gain(&s.lore[side], showing(s.dice, LORE))
    s.dice = 0
    s.retreats = 0
    if not s.countering and s.target != NONE and adjacent(&r.board, s.hex[s.attacker], s.hex[s.target]):
        ask(s, COUNTER_PHASE, 1 - side)
    else:
        advance(r, s)


# -- 3.9 Advance, and what abilities do after the combat

cdef void advance(const Rules* r, Battle* s) noexcept nogil:
    """The attacking unit may advance into the hex that its attack emptied, unless Frenzy then ends it."""
    cdef bint vacated = s.target == NONE or s.hex[s.target] != s.target_hex
    if (vacated and s.attacker != NONE and s.figures[s.attacker] > s.own_figures[0]
            and adjacent(&r.board, s.hex[s.attacker], s.target_hex)):
        s.target = NONE
        ask(s, ADVANCE_PHASE, active(s))
    else:
        end_combat(r, s)


cdef void end_combat(const Rules* r, Battle* s) noexcept nogil:
    """Frenzy's own figures; then back to the Attack Step, which goes on where the combat was called from."""
    if s.own_figures[0] and s.attacker != NONE:
        suffer(r, s, s.attacker, s.own_figures[0])
    if s.phase != OVER_PHASE and s.own_figures[1] and s.target != NONE:
        suffer(r, s, s.target, s.own_figures[1])
    if s.phase == OVER_PHASE:
        return
    s.own_figures[0] = s.own_figures[1] = 0
    s.attacker = s.target = NONE
    s.target_hex = s.countering = 0
    s.phase = ATTACK_PHASE


cdef bint may_pursue(const Rules* r, const Battle* s) noexcept nogil:
    return card_of(r, s, s.attacker).pursue and not (s.pursued >> s.attacker) & 1


cdef void pursue(const Rules* r, Battle* s, int to) noexcept nogil:
    """Pursue 1: one hex, which ends the combat, then one additional attack at once."""
    cdef int slot = s.attacker
    s.pursued |= <uint32_t>1 << slot
    shift_to(s, slot, to)
    end_combat(r, s)
    if targets(r, s, slot, True):
        s.attacker = slot
        ask(s, PURSUIT_PHASE, active(s))


# -- the decisions of a combat

cdef void legal_in_combat(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """From POISON_PHASE to PURSUIT_PHASE."""
    cdef int at = s.hex[s.attacker]
    if s.phase == COUNTER_PHASE:
        add(out, COUNTER, 0, 0)
        add(out, NO_COUNTER, 0, 0)
    elif s.phase == ADVANCE_PHASE:
        legal_advances(r, s, out)
    elif s.phase == PURSUIT_PHASE:
        add_hexes(out, ATTACK, at, targets(r, s, s.attacker, False))
        add(out, HOLD, at, 0)
    else:
        legal_in_roll(r, s, out)


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


cdef void play_in_combat(const Rules* r, Battle* s, move_t move) noexcept nogil:
    """A decision or roll of a combat; afterwards the phase is ATTACK_PHASE if the combat is over."""
    cdef int kind = move & 255
    cdef int a = (move >> 8) & 255
    cdef int b = (move >> 16) & 255
    cdef int way[2]
    if kind == ATTACK:
        declare_attack(r, s, s.unit_at[a] - 1, s.unit_at[b] - 1)
    elif kind == ROLL:
        combat_roll(r, s, move >> 8)
    elif kind == COMMIT:
        commit(r, s, a, b)
    elif kind == COUNTER:
        s.countering = 1
        ask(s, ROLL_PHASE, CHANCE)
    elif kind == NO_COUNTER:
        advance(r, s)
    elif kind == RETREAT:
        directions_away(r, s, way)
        retreat(r, s, way[0] if beyond(r, a, way[0]) == b else way[1])
        gain_lore(r, s)
    elif kind == PURSUE:
        pursue(r, s, b)
    else:
        if kind == ADVANCE:
            shift_to(s, s.attacker, b)
        end_combat(r, s)
