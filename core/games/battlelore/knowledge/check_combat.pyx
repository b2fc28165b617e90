"""What must be true of an attack that is being resolved (RULES.md 3 and RULES.md 12)."""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport count_bits
from battlewise.core.dice cimport showing
from battlewise.core.games.battlelore.rules.board cimport OFF_BOARD, adjacent
from battlewise.core.games.battlelore.rules.combat cimport (
    beyond, dice_of, directions_away, falls_with_a_counter, may_advance, may_counter, may_counter_first,
    most_committed, targets,
)
from battlewise.core.games.battlelore.rules.lore cimport roller, struck
from battlewise.core.games.battlelore.state cimport *


cdef inline bint _in_window(const Battle* s, int window) noexcept nogil:
    return s.window == window and (s.phase == WINDOW_PHASE or s.phase == CANCEL_PHASE or s.phase == AIM_PHASE)


cdef const char* check_combat(const Rules* r, const Battle* s) noexcept nogil:
    cdef int n = count_bits(s.units[0] | s.units[1])
    cdef int side = active(s)
    if s.attacker != NONE and (s.attacker >= n or side_of(s, s.attacker) != side):
        return "combat.attacker: must be the hex of a unit of the active player"
    if s.target != NONE and (s.target >= n or side_of(s, s.target) == side):
        return "combat.target: must be the hex of a unit that is not the active player's"
    if s.target_hex >= HEXES or not (r.board.on >> s.target_hex) & 1:
        return "combat.target_hex: the target's hex is off the board"
    if s.attacker != NONE and not (s.ordered >> s.attacker) & 1:
        return "combat.attacker: must be the hex of an ordered unit"
    if s.waiting or s.put_off:
        return "units.waiting: must be false, as put_off, during a combat"
    if s.phase == ADVANCE_PHASE or s.phase == PURSUIT_PHASE or _in_window(s, TARGET_GONE_WINDOW):
        return check_advance(r, s)
    if _in_window(s, ENEMY_FALLS_WINDOW):
        return check_slain(r, s)
    if s.attacker == NONE:
        return check_orphan(r, s)
    if s.target == NONE or s.target_hex != s.hex[s.target]:
        return "combat.target_hex: must be the hex of `target`; leave it out"
    if s.held:
        return check_held(r, s)
    if s.countered or s.dying or s.held_retreats or s.held_lore or s.held_steadfast or s.held_shelter:
        return "combat.held: no attack waits for a counter; leave it out, and `countered` false"
    if s.phase == COUNTER_PHASE and s.countering:
        return "combat.countering: must be false, as a counter cannot be countered"
    if (s.stunned >> s.attacker) & 1 and not s.countering:
        return "combat.attacker: must be the hex of a unit that is not stunned"
    if not s.countering and s.phase != COUNTER_PHASE and not can_be_attacked(r, s):
        return ("combat.target: cannot be attacked; a target is adjacent, or within range and sight of a "
                "ranged attacker")
    if s.countering and not adjacent(&r.board, s.hex[s.attacker], s.hex[s.target]):
        return "combat.target: the target is not adjacent, so it cannot counter"
    if s.countering and ((s.stunned >> s.target) & 1 or card_of(r, s, s.attacker).vigilant):
        return "combat.target: cannot counter, as it is stunned, not adjacent, or the attacker vigilant"
    return check_results(r, s)


cdef inline bint can_be_attacked(const Rules* r, const Battle* s) noexcept nogil:
    return (targets(r, s, s.attacker, False) >> s.hex[s.target]) & 1


cdef const char* check_advance(const Rules* r, const Battle* s) noexcept nogil:
    """The attack has been resolved."""
    if s.attacker == NONE or s.target != NONE or s.dice or s.damage or s.retreats or s.countering or (
            s.own_figures[1] or s.held or s.countered or no_roll(s)):
        return ("combat.damage: the combat is over: leave out target, dice, damage, retreats and what holds "
                "for a roll")
    if s.phase == PURSUIT_PHASE:
        if s.own_figures[0] or s.target_hex or (not r.full and not (s.pursued >> s.attacker) & 1):
            return ("combat.attacker: has not pursued; set `pursued` of the unit, and no own_figures or "
                    "target_hex")
        if not targets(r, s, s.attacker, True):
            return "combat.attacker: must have an enemy to attack in addition"
        return NULL
    if (s.own_figures[0] >= s.figures[s.attacker]
            or s.own_figures[0] > MOST_DICE * card_of(r, s, s.attacker).own_figures):
        return ("combat.own_figures: the attacker does not lose so many figures; at most what its dice "
                "ability costs it")
    if not may_advance(r, s):
        return "combat.vacated: must be a free hex beside the attacker that it can enter"
    return NULL


cdef inline bint no_roll(const Battle* s) noexcept nogil:
    """Whether something is left that holds for one roll only."""
    return s.sheltered or s.more_dice or s.lore_hurts or s.steadfast


cdef const char* check_slain(const Rules* r, const Battle* s) noexcept nogil:
    """A unit has been eliminated by the roller's, which is still there."""
    if s.dice or s.damage or s.retreats or no_roll(s):
        return ("combat.dice: the roll has been resolved: leave out dice, damage, retreats and what holds "
                "for a roll")
    if roller(s) == NONE or struck(s) != NONE:
        return ("window.timing: no unit has been eliminated: the roller must be there, and the unit struck "
                "be null")
    if s.countering and (s.target_hex != s.hex[s.target] or s.countered or (s.dying and not s.held)):
        return "combat.target_hex: must be the hex of `target`; leave it out"
    if not s.countering and s.held:
        if s.held - 1 >= HEXES or not (r.board.on >> (s.held - 1)) & 1:
            return "combat.held.from: the attacker's hex is off the board"
        if not s.countered or s.dying:
            return "combat.countered: must be true, and held.dying false, once the counter is over"
    if not s.countering and not s.held and (s.held_retreats or s.held_lore or s.held_steadfast
                                            or s.held_shelter or s.dying):
        return "combat.held: no attack waits for a counter; leave it out, and `countered` false"
    if s.countering:
        return check_waiting(r, s)
    return check_own_figures(r, s)


cdef const char* check_own_figures(const Rules* r, const Battle* s) noexcept nogil:
    cdef int i, slot
    for i in range(2):
        slot = s.target if i else s.attacker
        if s.own_figures[i] > 30 or (
                slot != NONE and s.own_figures[i] > MOST_DICE * card_of(r, s, slot).own_figures):
            return ("combat.own_figures: a unit loses figures that it did not commit; at most what its dice "
                    "ability costs it")
    return NULL


cdef const char* check_waiting(const Rules* r, const Battle* s) noexcept nogil:
    """An attack that waits while its target counters."""
    if not s.held:
        if s.held_retreats or s.held_lore or s.held_steadfast or s.held_shelter or s.dying:
            return "combat.held: no attack waits for a counter; leave it out, and `countered` false"
        return check_own_figures(r, s)
    if s.held - 1 >= HEXES or not adjacent(&r.board, s.held - 1, s.target_hex):
        return "combat.held.from: the attacker's hex is not beside the target's"
    if s.dying:
        if s.held_retreats or s.figures[s.target] != 1:
            return ("combat.held.dying: a unit that is being eliminated has one figure left and does not "
                    "retreat")
    elif not card_of(r, s, s.target).ferocity or not 0 < s.held_retreats <= 3 * MOST_DICE:
        return ("combat.held: the attack does not wait for a counter: the target must have Ferocity and "
                "retreats to come")
    if s.held_lore > MOST_DICE:
        return "combat.held.lore: there are more results than a unit has dice"
    return check_own_figures(r, s)


cdef const char* check_orphan(const Rules* r, const Battle* s) noexcept nogil:
    """The attacker fell to a counter before the target's own retreats."""
    if s.phase != IGNORE_PHASE or s.countering or not s.held or s.target == NONE or s.dying:
        return "combat.attacker: must be the hex of the unit that attacks"
    if s.target_hex != s.hex[s.target]:
        return "combat.target_hex: must be the hex of `target`; leave it out"
    return check_resumed(r, s)


cdef const char* check_resumed(const Rules* r, const Battle* s) noexcept nogil:
    """The target's retreats after its counter."""
    cdef const char* problem = check_waiting(r, s)
    if problem != NULL:
        return problem
    if not s.countered or s.dying:
        return "combat.countered: must be true once the counter has been made"
    if s.phase != IGNORE_PHASE or s.steadfast or s.damage or not 0 < s.retreats <= s.held_retreats or (
            s.dice != <uint32_t>s.held_lore << (4 * LORE) or not card_of(r, s, s.target).immovable):
        return ("combat.retreats: the retreat leaves no choice: 1 to those of `held`, for a unit with "
                "Immovable")
    return NULL


cdef const char* check_held(const Rules* r, const Battle* s) noexcept nogil:
    """The target counters first, or has done so and now retreats."""
    cdef const char* problem
    if not s.countering:
        return check_resumed(r, s)
    problem = check_waiting(r, s)
    if problem != NULL:
        return problem
    if s.countered or not adjacent(&r.board, s.hex[s.attacker], s.hex[s.target]) or (
            s.held - 1 != s.hex[s.attacker] or (s.stunned >> s.target) & 1
            or card_of(r, s, s.attacker).vigilant):
        return "combat.target: cannot counter, as it is stunned, not adjacent, or the attacker vigilant"
    return check_results(r, s)


cdef const char* check_results(const Rules* r, const Battle* s) noexcept nogil:
    """The dice on the table and what they have caused so far."""
    cdef const UnitCard* card = card_of(r, s, roller(s))
    cdef int face
    cdef int shown = 0
    cdef int committed = most_committed(r, s)
    cdef bint before = s.phase == ROLL_PHASE or _in_window(s, BEFORE_ROLL_WINDOW)
    for face in range(6):
        shown += showing(s.dice, face)
    committed -= shown
    if (committed < 0
            or (s.damage > committed * max(1, <int>card.damage) and not _in_window(s, FRIEND_FALLS_WINDOW))
            or s.retreats > showing(s.dice, MORALE) + committed * max(1, <int>card.retreats)):
        return "combat.dice: there are more results than the unit has dice, with damage and retreats"
    if (s.damage and not _in_window(s, FRIEND_FALLS_WINDOW) and not s.lore_hurts
            and not (s.poisoned >> struck(s)) & 1):
        return "combat.damage: must be 0 before the ability, unless the unit struck is poisoned"
    if (s.own_figures[0] > MOST_DICE * card_of(r, s, s.attacker).own_figures
            or s.own_figures[1] > MOST_DICE * card_of(r, s, s.target).own_figures):
        return ("combat.own_figures: a unit loses figures that it did not commit; at most what its dice "
                "ability costs it")
    if s.own_figures[s.countering] and (before or s.phase == POISON_PHASE or s.phase == ABILITY_PHASE
                                        or _in_window(s, AFTER_ENEMY_ROLL_WINDOW)):
        return "combat.own_figures: must be 0 before its dice are committed"
    if not s.countering and s.own_figures[1]:
        return "combat.own_figures: must end with 0, as the target has not countered yet"
    if s.more_dice > 5 or (s.steadfast and before):
        return "combat.more_dice: must be 5 at most, and steadfast false before the roll"
    if before:
        if s.damage or s.retreats or s.sheltered or (s.dice and (
                _in_window(s, BEFORE_ROLL_WINDOW) or shown >= dice_of(r, s) or shown % DICE_AT_ONCE)):
            return "combat.dice: the results are not those of this phase: damage and retreats come after it"
        return NULL
    if _in_window(s, AFTER_ENEMY_ROLL_WINDOW):
        if committed or s.damage or s.retreats or s.sheltered:
            return "combat.dice: must be as many results as the unit has dice, none used yet"
        return NULL
    if _in_window(s, FRIEND_FALLS_WINDOW):
        if s.countering or s.damage < s.figures[s.target] or not falls_with_a_counter(r, s):
            return "combat.damage: must be as much as the target has figures, and the target able to counter"
        return NULL
    return check_choice(r, s, card)


cdef const char* check_choice(const Rules* r, const Battle* s, const UnitCard* card) noexcept nogil:
    """The decisions after a roll."""
    cdef int at = s.hex[struck(s)]
    cdef int way[2]
    if s.phase == POISON_PHASE:
        if s.damage or not showing(s.dice, LORE) or (not s.lore_hurts and not (s.poisoned >> struck(s)) & 1):
            return "combat.dice: must have lore, and the unit struck be poisoned"
    elif s.phase == ABILITY_PHASE:
        if (card.face == NONE or not showing(s.dice, card.face)
                or (card.poison and (s.poisoned >> struck(s)) & 1)
                or (card.stun and (s.stunned >> struck(s)) & 1)):
            return ("combat.dice: must have the face of the ability of the unit, whose token the other does "
                    "not have yet")
    elif s.phase == RETREAT_PHASE:
        directions_away(r, s, way)
        if not s.retreats or s.damage or way[0] == way[1] or s.steadfast or (
                beyond(r, at, way[0]) == OFF_BOARD and beyond(r, at, way[1]) == OFF_BOARD):
            return ("combat.retreats: the retreat leaves no choice: 1 or more, no damage, and two ways "
                    "that are not both off the board")
        return NULL
    elif s.phase == IGNORE_PHASE:
        if not s.retreats or s.damage or s.steadfast or not card_of(r, s, struck(s)).immovable:
            return "combat.retreats: must be 1 or more, without damage, against a unit with Immovable"
        return NULL
    elif s.phase == COUNTER_PHASE:
        if not may_counter(r, s):
            return "combat.target: the target is not adjacent, so it cannot counter"
        if s.retreats and not may_counter_first(r, s):
            return "combat.retreats: must be 0, as the target retreats before it counters"
        if s.damage or (not s.retreats and (s.dice or no_roll(s))):
            return "combat.dice: the results are not those of this phase: damage and retreats come after it"
        return NULL
    if s.retreats or s.sheltered:
        return "combat.retreats: must be 0 before the dice are committed"
    return NULL
