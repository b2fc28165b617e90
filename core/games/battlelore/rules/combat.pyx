"""Combat in detail (RULES.md 3): from the declaration of an attack to the advance.

The eleven steps of a combat have a function each. Where a player is asked, or dice decide, the
function ends with `ask`, and `play_in_combat` or `resume_combat` goes on with the next step.
"""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport take_wide, wide_bit
from battlewise.core.dice cimport showing
from battlewise.core.game cimport CHANCE, MoveList, move_t
from battlewise.core.games.battlelore.rules.board cimport (
    FARTHEST, OFF_BOARD, OFFSET, adjacent, hexes_t, in_sight,
)
from battlewise.core.games.battlelore.rules.lore cimport (
    add_cards, lose_figures, open_window, roller, shoots, struck,
)
from battlewise.core.games.battlelore.rules.terrain cimport (
    blocking_sight, driven_back, has_rule, impassable, on_ground, pursuit, rule_for, scenario_of,
)
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, move_rest, add


# -- 3.1 Declare Attack

cdef hexes_t targets(const Rules* r, const Battle* s, int slot, bint any_will_do) noexcept nogil:
    """The enemy units that a unit may attack; with `any_will_do` one of them if there is any."""
    cdef const UnitCard* card = card_of(r, s, slot)
    cdef int at = s.hex[slot]
    cdef hexes_t enemies = hexes_of(s, 1 - side_of(s, slot))
    cdef hexes_t found = enemies & r.board.within[1][at]
    cdef hexes_t far, units, terrain
    cdef int reach = card.reach
    cdef int ignored = 0
    cdef int there
    if (s.stunned >> slot) & 1:
        return 0
    if any_will_do and found:
        return found
    if card.ranged:
        if r.full and rule_for(r, s, slot, FAR_SIGHT):
            reach = min(reach + scenario_of(r, s, side_of(s, slot)).rule_amount, FARTHEST)
            ignored = 1
        far = enemies & r.board.within[reach][at] & ~found
    elif r.full and may_volley(r, s, slot):
        far = enemies & volley_range(r, s, slot)
    else:
        return found
    if not far:
        return found
    units = occupied(s)
    terrain = blocking_sight(s) if r.full else 0
    if r.full and on_ground(r, s, slot, HILL):
        units = 0
    while far:
        there = take_wide(&far)
        if in_sight(&r.board, at, there, units, terrain, ignored):
            found |= wide_bit(there)
            if any_will_do:
                return found
    return found


cdef bint may_volley(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """Barrow Mounds of the Gatesmen: a ranged attack instead of the normal one."""
    cdef const ScenarioCard* card = scenario_of(r, s, side_of(s, slot))
    return (card != NULL and card.rule == VOLLEY and s.type[slot] == card.rule_type
            and on_ground(r, s, slot, HILL) and not (s.moved >> slot) & 1)


cdef hexes_t volley_range(const Rules* r, const Battle* s, int slot) noexcept nogil:
    cdef const ScenarioCard* card = scenario_of(r, s, side_of(s, slot))
    cdef int at = s.hex[slot]
    return r.board.within[card.rule_high][at] & ~r.board.within[card.rule_low - 1][at]


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
    before_roll(r, s)


cdef void before_roll(const Rules* r, Battle* s) noexcept nogil:
    if not open_window(r, s, BEFORE_ROLL_WINDOW):
        ask(s, ROLL_PHASE, CHANCE)


# -- 3.2 Perform Combat Roll

cdef bint in_forest(const Rules* r, const Battle* s) noexcept nogil:
    """Whether a forest limits the dice: the roller's own, or that of the unit struck."""
    cdef int slot = roller(s)
    if card_of(r, s, slot).flying:
        return False
    if (ground(s, FOREST) >> s.hex[slot]) & 1:
        return not has_rule(r, s, side_of(s, slot), FULL_DICE)
    return on_ground(r, s, struck(s), FOREST)


cdef bint flanked(const Rules* r, const Battle* s) noexcept nogil:
    """Whether a friend with Flanking, but not the roller itself, is adjacent to the unit struck."""
    cdef int slot = roller(s)
    cdef hexes_t m = (hexes_of(s, side_of(s, slot)) & r.board.within[1][s.hex[struck(s)]]
                      & ~wide_bit(s.hex[slot]))
    while m:
        if card_of(r, s, s.unit_at[take_wide(&m)] - 1).flanking:
            return True
    return False


cdef int dice_of(const Rules* r, const Battle* s) noexcept nogil:
    """Combat value, at most two in a forest, then modifiers; 1 to MOST_DICE dice."""
    cdef int slot = roller(s)
    cdef const UnitCard* card = card_of(r, s, slot)
    cdef int n = card.combat
    if r.full:
        if not card.ranged and shoots(r, s):
            n = scenario_of(r, s, side_of(s, slot)).rule_dice
        if n > 2 and in_forest(r, s):
            n = 2
        n += s.more_dice + flanked(r, s) - ((s.swarmed >> slot) & 1)
        if card_of(r, s, struck(s)).flying and not shoots(r, s):
            n -= 1
        if (not s.countering and s.spell_unit == slot
                and (s.spell == ORDER_EFFECT + 1 or s.spell == SACRIFICE_EFFECT + 1)):
            n += s.spell_amount
    if card.rage:
        n += card.health - s.figures[slot]
    if not s.countering:
        n += (s.charge >> slot) & 1
    return max(1, min(n, MOST_DICE))


cdef int most_committed(const Rules* r, const Battle* s) noexcept nogil:
    """How many dice can have been committed by now, those included that count for one roll only."""
    if s.phase <= ABILITY_PHASE or s.window == AFTER_ENEMY_ROLL_WINDOW:
        return dice_of(r, s)
    return MOST_DICE if r.full or r.card[s.acting].extra_die else dice_of(r, s)


cdef int rolled(const Battle* s) noexcept nogil:
    cdef int face
    cdef int n = 0
    for face in range(6):
        n += showing(s.dice, face)
    return n


cdef void combat_roll(const Rules* r, Battle* s, uint32_t pool) noexcept nogil:
    s.dice += pool
    if rolled(s) == dice_of(r, s) and not open_window(r, s, AFTER_ENEMY_ROLL_WINDOW):
        lore_damage(r, s)


# -- 3.3 Dice abilities: results are committed before any takes effect

cdef void lore_damage(const Rules* r, Battle* s) noexcept nogil:
    """Lore results against a poisoned unit, or by Rune Blade."""
    if showing(s.dice, LORE) and (s.lore_hurts or (s.poisoned >> struck(s)) & 1):
        ask(s, POISON_PHASE, side_of(s, roller(s)))
    else:
        dice_ability(r, s)


cdef bint ability_counts(const Rules* r, const Battle* s) noexcept nogil:
    """Whether a committed die would do anything."""
    cdef const UnitCard* card = card_of(r, s, roller(s))
    cdef int slot = struck(s)
    if card.poison:
        return not (s.poisoned >> slot) & 1
    if card.stun:
        return not (s.stunned >> slot) & 1
    if card.if_damaged:
        return s.damage > 0 or s.figures[slot] < card_of(r, s, slot).health or results(r, s) > 0
    return True


cdef void dice_ability(const Rules* r, Battle* s) noexcept nogil:
    cdef const UnitCard* card = card_of(r, s, roller(s))
    if card.face != NONE and showing(s.dice, card.face) and ability_counts(r, s):
        ask(s, ABILITY_PHASE, side_of(s, roller(s)))
    else:
        suffer(r, s)


cdef void commit(const Rules* r, Battle* s, int k, int face) noexcept nogil:
    """Commit k results; they lose their normal effect."""
    cdef const UnitCard* card = card_of(r, s, roller(s))
    cdef uint32_t bit = <uint32_t>1 << struck(s)
    s.dice -= <uint32_t>k << (4 * face)
    if s.phase == POISON_PHASE:
        s.damage += k
        dice_ability(r, s)
        return
    s.damage += k * card.damage
    s.retreats += k * card.retreats
    s.own_figures[s.countering] += k * card.own_figures
    if k and card.poison:
        s.poisoned |= bit
    if k and card.stun:
        s.stunned |= bit
        lose_attacks(s, bit)
    suffer(r, s)


# -- 3.4 Resolve Dice Results, 3.5 Damage

cdef int results(const Rules* r, const Battle* s) noexcept nogil:
    """The damage of the dice that are not committed."""
    cdef int slot = roller(s)
    cdef int n
    if shoots(r, s):
        return showing(s.dice, PIERCE)
    n = showing(s.dice, STRIKE)
    if s.figures[slot] > 1 or card_of(r, s, slot).legend or (r.full and rule_for(r, s, slot, FULL_CLEAVE)):
        n += showing(s.dice, CLEAVE)
    return n


cdef int less_shelter(const Rules* r, Battle* s, int n) noexcept nogil:
    """A unit in a building ignores one damage of a roll."""
    if n and r.full and not s.sheltered and on_ground(r, s, struck(s), BUILDING):
        s.sheltered = 1
        return n - 1
    return n


cdef void spend_dice(Battle* s) noexcept nogil:
    """Dice that were for this attack only."""
    if s.countering:
        return
    s.charge &= ~(<uint32_t>1 << s.attacker)
    if s.spell_unit == s.attacker and (s.spell == ORDER_EFFECT + 1 or s.spell == SACRIFICE_EFFECT + 1):
        s.spell = s.spell_amount = 0
        s.spell_unit = NONE


cdef void suffer(const Rules* r, Battle* s) noexcept nogil:
    """Damage first, then retreats."""
    cdef int slot = struck(s)
    cdef int n = less_shelter(r, s, s.damage + results(r, s))
    s.retreats += showing(s.dice, MORALE)
    s.damage = 0
    spend_dice(s)
    if n < s.figures[slot]:
        s.figures[slot] -= n
        counter_first(r, s)
        return
    s.damage = n
    if falls_with_a_counter(r, s) and open_window(r, s, FRIEND_FALLS_WINDOW):
        return
    fall(r, s)


cdef void fall(const Rules* r, Battle* s) noexcept nogil:
    """The unit struck is eliminated by the damage on it."""
    cdef int n = s.damage
    s.damage = 0
    end_roll(r, s, lose_figures(r, s, struck(s), n, True))


# -- 3.6 Retreat, 3.7 Support

cdef bint may_counter(const Rules* r, const Battle* s) noexcept nogil:
    """Whether the target may counter now, if it has not yet."""
    return (not s.countering and not s.countered and s.target != NONE and s.attacker != NONE
            and not (s.stunned >> s.target) & 1 and not card_of(r, s, s.attacker).vigilant
            and adjacent(&r.board, s.hex[s.attacker], s.hex[s.target]))


cdef bint may_counter_first(const Rules* r, const Battle* s) noexcept nogil:
    """Ferocity: before the target's own retreats."""
    return s.retreats and not s.held and may_counter(r, s) and card_of(r, s, s.target).ferocity


cdef void counter_first(const Rules* r, Battle* s) noexcept nogil:
    if may_counter_first(r, s):
        ask(s, COUNTER_PHASE, side_of(s, s.target))
    else:
        ignore_retreats(r, s)


cdef void ignore_retreats(const Rules* r, Battle* s) noexcept nogil:
    """Shield Wall; then Immovable, which its player may use or not."""
    if s.steadfast:
        s.retreats = 0
    if s.retreats and card_of(r, s, struck(s)).immovable:
        ask(s, IGNORE_PHASE, side_of(s, struck(s)))
    else:
        choose_way(r, s)


cdef void choose_way(const Rules* r, Battle* s) noexcept nogil:
    cdef int way[2]
    if not s.retreats:
        end_roll(r, s, False)
        return
    directions_away(r, s, way)
    if way[0] != way[1] and (beyond(r, s.hex[struck(s)], way[0]) != OFF_BOARD
                             or beyond(r, s.hex[struck(s)], way[1]) != OFF_BOARD):
        ask(s, RETREAT_PHASE, active(s) ^ s.countering)
        return
    retreat(r, s, way[0])


cdef void directions_away(const Rules* r, const Battle* s, int* way) noexcept nogil:
    """The one or two directions of a retreat; one is given twice."""
    cdef int origin = s.held - 1 if s.held and not s.countering else s.hex[roller(s)]
    cdef int i = s.hex[struck(s)] - origin + OFFSET
    way[0] = r.board.away[r.board.odd_row[origin]][i][0]
    way[1] = r.board.away[r.board.odd_row[origin]][i][1]


cdef int beyond(const Rules* r, int hexagon, int way) noexcept nogil:
    return r.board.step[way][hexagon]


cdef void retreat(const Rules* r, Battle* s, int way) noexcept nogil:
    """Hex by hex; what cannot be retreated is damage."""
    cdef int slot = struck(s)
    cdef int n = less_shelter(r, s, driven_back(r, s, slot, way, s.retreats))
    s.retreats = 0
    end_roll(r, s, n and lose_figures(r, s, slot, n, True))


# -- 3.8 Gain lore, Counter

cdef void end_roll(const Rules* r, Battle* s, bint fell) noexcept nogil:
    """Lore results; and what the unit that has eliminated another may feed on."""
    cdef int side = active(s) ^ s.countering
    if s.phase == OVER_PHASE:
        return
    gain(&s.lore[side], showing(s.dice, LORE))
    s.dice = 0
    s.retreats = 0
    clear_roll(s)
    if not (fell and open_window(r, s, ENEMY_FALLS_WINDOW)):
        counter(r, s)


cdef void counter(const Rules* r, Battle* s) noexcept nogil:
    """A target that is still there and adjacent may counter."""
    if s.countering and s.held:
        go_on_after_counter(r, s)
    elif may_counter(r, s):
        ask(s, COUNTER_PHASE, side_of(s, s.target))
    else:
        advance(r, s)


cdef void begin_counter(const Rules* r, Battle* s) noexcept nogil:
    """With the attack's own retreats still to come it is held until the counter is done."""
    if s.retreats:
        hold_attack(s)
    s.countering = 1
    before_roll(r, s)


cdef void hold_attack(Battle* s) noexcept nogil:
    s.held = s.hex[s.attacker] + 1
    s.held_retreats = s.retreats
    s.held_lore = showing(s.dice, LORE)
    s.dice = 0
    s.retreats = 0
    s.damage = 0
    s.held_steadfast = s.steadfast
    s.held_shelter = s.sheltered
    clear_roll(s)


cdef bint falls_with_a_counter(const Rules* r, const Battle* s) noexcept nogil:
    """Whether a unit that is being eliminated could counter: by an attack from beside, in its hex."""
    return s.hex[struck(s)] == s.target_hex and not s.held and may_counter(r, s)


cdef void last_stand(const Rules* r, Battle* s) noexcept nogil:
    """Unstoppable: a counter with the last figure before the unit is removed."""
    s.retreats = 0
    hold_attack(s)
    s.figures[s.target] = 1
    s.dying = 1
    s.countering = 1
    before_roll(r, s)


cdef void go_on_after_counter(const Rules* r, Battle* s) noexcept nogil:
    """The attack that was held: the target retreats now, or is removed."""
    cdef bint fell
    s.countering = 0
    s.countered = 1
    s.dice = <uint32_t>s.held_lore << (4 * LORE)
    s.retreats = s.held_retreats
    s.steadfast = s.held_steadfast
    s.sheltered = s.held_shelter
    if s.dying:
        s.dying = 0
        fell = s.target != NONE and lose_figures(r, s, s.target, s.figures[s.target], True)
        release(s)
        end_roll(r, s, fell)
        return
    if s.target == NONE:
        s.retreats = 0
        release(s)
        end_roll(r, s, False)
        return
    ignore_retreats(r, s)


cdef void release(Battle* s) noexcept nogil:
    s.held = s.held_retreats = s.held_lore = s.held_steadfast = s.held_shelter = 0


# -- 3.9 Advance, and what abilities do after the combat

cdef bint may_advance(const Rules* r, const Battle* s) noexcept nogil:
    """Whether the attacking unit could move into the hex that its attack emptied."""
    return (s.attacker != NONE and not (s.stunned >> s.attacker) & 1
            and (r.board.within[1][s.hex[s.attacker]] >> s.target_hex) & 1
            and not s.unit_at[s.target_hex]
            and not (impassable(r, s, s.attacker) >> s.target_hex) & 1)


cdef void advance(const Rules* r, Battle* s) noexcept nogil:
    """The attacking unit may advance, unless Frenzy then ends it."""
    cdef bint vacated = s.target == NONE or s.hex[s.target] != s.target_hex
    release(s)
    s.countered = 0
    if vacated and s.own_figures[1] and s.target != NONE:
        lose_figures(r, s, s.target, s.own_figures[1], False)
    if s.phase == OVER_PHASE:
        return
    if vacated and may_advance(r, s) and s.figures[s.attacker] > s.own_figures[0]:
        s.target = NONE
        s.countering = s.own_figures[1] = 0
        ask(s, ADVANCE_PHASE, active(s))
    else:
        end_combat(r, s)


cdef void end_combat(const Rules* r, Battle* s) noexcept nogil:
    """Frenzy's own figures; then back to the Attack Step, which goes on where the combat was called from."""
    if s.own_figures[0] and s.attacker != NONE:
        lose_figures(r, s, s.attacker, s.own_figures[0], False)
    if (s.phase != OVER_PHASE and s.own_figures[1] and s.target != NONE
            and s.hex[s.target] == s.target_hex):
        lose_figures(r, s, s.target, s.own_figures[1], False)
    if s.phase == OVER_PHASE:
        return
    clear_combat(s)
    s.phase = ATTACK_PHASE


cdef bint may_pursue(const Rules* r, const Battle* s) noexcept nogil:
    return card_of(r, s, s.attacker).pursue and not (s.pursued >> s.attacker) & 1


cdef void pursue(const Rules* r, Battle* s, int to) noexcept nogil:
    """Pursue: so many hexes, which end the combat, then one additional attack at once."""
    s.pursued |= <uint32_t>1 << s.attacker
    attack_from(r, s, to)


cdef void attack_from(const Rules* r, Battle* s, int to) noexcept nogil:
    cdef int slot = s.attacker
    shift_to(s, slot, to)
    end_combat(r, s)
    if s.phase != OVER_PHASE and targets(r, s, slot, True):
        s.attacker = slot
        ask(s, PURSUIT_PHASE, active(s))


# -- the decisions of a combat

cdef void legal_in_combat(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """From POISON_PHASE to PURSUIT_PHASE."""
    cdef int at
    if s.phase == COUNTER_PHASE:
        add(out, COUNTER, 0, 0)
        add(out, NO_COUNTER, 0, 0)
    elif s.phase == IGNORE_PHASE:
        add(out, IGNORE_RETREAT, 0, 0)
        add(out, TAKE_RETREAT, 0, 0)
    elif s.phase == ADVANCE_PHASE:
        legal_advances(r, s, out)
    elif s.phase == PURSUIT_PHASE:
        at = s.hex[s.attacker]
        add_hexes(out, ATTACK, at, targets(r, s, s.attacker, False))
        add(out, HOLD, at, 0)
    else:
        legal_in_roll(r, s, out)


cdef void legal_in_roll(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    cdef const UnitCard* card
    cdef int face
    cdef int at = s.hex[struck(s)]
    cdef int way[2]
    cdef int k, most
    if s.phase == RETREAT_PHASE:
        directions_away(r, s, way)
        add(out, RETREAT, at, beyond(r, at, way[0]))
        add(out, RETREAT, at, beyond(r, at, way[1]))
        return
    card = card_of(r, s, roller(s))
    face = LORE if s.phase == POISON_PHASE else card.face
    most = showing(s.dice, face)
    if s.phase == ABILITY_PHASE and (card.poison or card.stun):
        most = 1
    for k in range(most + 1):
        add(out, COMMIT, k, face)


cdef void legal_advances(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    cdef int at = s.hex[s.attacker]
    add(out, ADVANCE, at, s.target_hex)
    if may_pursue(r, s):
        add_hexes(out, PURSUE, at, pursuit(
            r, s, s.attacker, s.target_hex if r.through_vacated_hex else NONE,
            card_of(r, s, s.attacker).pursue))
    add(out, REMAIN, 0, 0)
    if r.full:
        add_cards(r, s, TARGET_GONE_WINDOW, out)


cdef void play_in_combat(const Rules* r, Battle* s, move_t move) noexcept nogil:
    """A decision or roll of a combat; afterwards the phase is ATTACK_PHASE if the combat is over."""
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    cdef int way[2]
    if kind == ATTACK:
        declare_attack(r, s, s.unit_at[a] - 1, s.unit_at[b] - 1)
    elif kind == ROLL:
        combat_roll(r, s, move_rest(move))
    elif kind == COMMIT:
        commit(r, s, a, b)
    elif kind == COUNTER:
        begin_counter(r, s)
    elif kind == NO_COUNTER:
        if s.retreats:
            ignore_retreats(r, s)
        else:
            advance(r, s)
    elif kind == IGNORE_RETREAT or kind == TAKE_RETREAT:
        if kind == IGNORE_RETREAT:
            s.retreats -= min(<int>s.retreats, <int>card_of(r, s, struck(s)).immovable)
        choose_way(r, s)
    elif kind == RETREAT:
        directions_away(r, s, way)
        retreat(r, s, way[0] if beyond(r, a, way[0]) == b else way[1])
    elif kind == PURSUE:
        pursue(r, s, b)
    else:
        if kind == ADVANCE:
            shift_to(s, s.attacker, b)
        end_combat(r, s)


cdef void resume_combat(const Rules* r, Battle* s, int effect) noexcept nogil:
    """Go on after a lore window of a combat; `effect` of the card that was played, or NONE."""
    cdef int window = s.window
    s.window = NO_WINDOW
    if window == BEFORE_ROLL_WINDOW:
        ask(s, ROLL_PHASE, CHANCE)
    elif window == AFTER_ENEMY_ROLL_WINDOW:
        lore_damage(r, s)
    elif window == ENEMY_FALLS_WINDOW:
        counter(r, s)
    elif window == FRIEND_FALLS_WINDOW:
        if effect == COUNTER_EFFECT:
            last_stand(r, s)
        else:
            fall(r, s)
    elif effect == OVERRUN_EFFECT:
        attack_from(r, s, s.target_hex)
    else:
        ask(s, ADVANCE_PHASE, active(s))
