"""Lore in detail: when lore cards can be played, on what, and what they do (RULES.md 7).

A window opens on public facts alone: the player has a lore card in hand, has played none this turn, and can
pay for a card of the window that could have an effect and of which not all copies are discarded.
"""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport count_bits, take_bit32, take_wide, wide_bit
from battlewise.core.dice cimport showing
from battlewise.core.game cimport MoveList
from battlewise.core.games.battlelore.rules.board cimport adjacent, hexes_t, neighbours
from battlewise.core.games.battlelore.rules.scenario cimport score_elimination
from battlewise.core.games.battlelore.rules.terrain cimport driven_back, impassable, on_ground
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport add


cdef int roller(const Battle* s) noexcept nogil:
    """The unit whose dice are rolled: the attacking unit, or the target in its counter."""
    return s.target if s.countering else s.attacker


cdef int struck(const Battle* s) noexcept nogil:
    """The unit that the dice are rolled against."""
    return s.attacker if s.countering else s.target


cdef bint shoots(const Rules* r, const Battle* s) noexcept nogil:
    """Whether the combat roll is of a ranged attack, which any attack from afar is.

    An attacker that a counter has pushed away meanwhile has still attacked from where it stood.
    """
    cdef int slot = roller(s)
    cdef int origin = s.held - 1 if s.held else s.hex[slot]
    return card_of(r, s, slot).ranged or (
        not s.countering and not adjacent(&r.board, origin, s.target_hex))


cdef void count_elimination(const Rules* r, Battle* s, int slot) noexcept nogil:
    """A unit is about to be eliminated by its opponent: the scenario's VP."""
    cdef int winner = 1 - side_of(s, slot)
    cdef bint from_afar = s.attacker != NONE and s.target != NONE and roller(s) != slot and shoots(r, s)
    if r.full:
        score_elimination(r, s, winner, slot, from_afar)
        s.slain |= 1 << winner


cdef bint lose_figures(const Rules* r, Battle* s, int slot, int n, bint by_enemy) noexcept nogil:
    """Remove n figures; whether that eliminated the unit. The last unit's loss ends the game."""
    cdef int side = side_of(s, slot)
    if s.figures[slot] > n:
        s.figures[slot] -= n
        return False
    if by_enemy:
        count_elimination(r, s, slot)
    remove_unit(s, slot)
    if not s.units[side]:
        end_game(s, 2 - side)
    return True


# -- 7.2 Timing

cdef int window_seat(const Battle* s, int window) noexcept nogil:
    """The seat that may play a lore card in a window."""
    if window == ENEMY_LORE_WINDOW:
        return 1 - s.lore_seat
    if window == ENEMY_ATTACK_START_WINDOW:
        return 1 - active(s)
    if window == BEFORE_ROLL_WINDOW or window == ENEMY_FALLS_WINDOW:
        return active(s) ^ s.countering
    if window == AFTER_ENEMY_ROLL_WINDOW or window == FRIEND_FALLS_WINDOW:
        return 1 - (active(s) ^ s.countering)
    return active(s)


cdef bint _has_effect(const Rules* r, const Battle* s, int seat, const LoreCard* card) noexcept nogil:
    """Whether a card could do anything now; a public fact."""
    cdef int slot
    if card.effect == EXTRA_DICE_EFFECT or card.effect == LORE_DAMAGE_EFFECT:
        return card.ranged if shoots(r, s) else card.melee
    if card.effect == IGNORE_RETREATS_EFFECT:
        slot = roller(s)
        return is_of(r, s, struck(s), card.of) and (
            showing(s.dice, MORALE) or (card_of(r, s, slot).retreats
                                        and showing(s.dice, card_of(r, s, slot).face)))
    if card.effect == LONGER_MOVE_EFFECT:
        return _of_group(r, s, s.ordered & ~s.moved & ~s.stunned, card.of, 0) != 0
    if card.effect == FEAST_EFFECT:
        slot = roller(s)
        return slot != NONE and s.figures[slot] < card_of(r, s, slot).health
    if card.effect == OVERRUN_EFFECT:
        return (s.attacker != NONE and not card_of(r, s, s.attacker).ranged
                and not (s.stunned >> s.attacker) & 1
                and not impassable(r, s, s.attacker) & wide_bit(s.target_hex)
                and not s.unit_at[s.target_hex])
    if card.effect == SWARM_EFFECT and count_bits(s.swarmed) >= r.most_swarms:
        return False
    return not takes_aim(card) or aims(r, s, seat, card, NONE) != 0


cdef inline bint _affordable(const Rules* r, const Battle* s, int seat, int card, int window) noexcept nogil:
    cdef const LoreCard* text = &r.lore[seat][card]
    return ((text.windows >> window) & 1 and text.cost <= s.lore[seat]
            and _has_effect(r, s, seat, text))


cdef bint may_play(const Rules* r, const Battle* s, int window) noexcept nogil:
    """Whether a window opens."""
    cdef int seat = window_seat(s, window)
    cdef int card
    if not s.lore_size[seat] or (s.lore_used >> seat) & 1:
        return False
    for card in range(r.lore_cards[seat]):
        if (s.lore_discard[seat][card] < r.lore[seat][card].count
                and _affordable(r, s, seat, card, window)):
            return True
    return False


cdef bint open_window(const Rules* r, Battle* s, int window) noexcept nogil:
    """Ask for a lore card if a window opens; whether it does."""
    if not s.lore_size[window_seat(s, window)] or not may_play(r, s, window):
        return False
    s.window = window
    ask(s, WINDOW_PHASE, window_seat(s, window))
    return True


cdef void add_cards(const Rules* r, const Battle* s, int window, MoveList* out) noexcept nogil:
    """The cards that the player has in hand for a window."""
    cdef int seat = window_seat(s, window)
    cdef int card
    if (s.lore_used >> seat) & 1:
        return
    for card in range(r.lore_cards[seat]):
        if s.lore_hand[seat][card] and _affordable(r, s, seat, card, window):
            add(out, PLAY_LORE, card, seat)


cdef void spend(const Rules* r, Battle* s, int seat, int card) noexcept nogil:
    """Spend Lore Tokens, and put the card on the discard pile."""
    s.lore[seat] -= r.lore[seat][card].cost
    s.lore_hand[seat][card] -= 1
    s.lore_size[seat] -= 1
    s.lore_discard[seat][card] += 1
    s.lore_used |= 1 << seat


# -- 7.3 Effects: on what

cdef bint takes_two_aims(const LoreCard* card) noexcept nogil:
    """Whether the player of a card chooses a unit, then another unit or a hex."""
    return (card.effect == PORTAL_EFFECT or card.effect == SACRIFICE_EFFECT
            or card.effect == HOWL_EFFECT)


cdef bint takes_aim(const LoreCard* card) noexcept nogil:
    """Whether a card's player chooses units or hexes."""
    return (card.effect == PORTAL_EFFECT or card.effect == BAR_ATTACKS_EFFECT or card.effect == ORDER_EFFECT
            or card.effect == MEND_EFFECT or card.effect == SWARM_EFFECT or card.effect == SACRIFICE_EFFECT
            or card.effect == HOWL_EFFECT or card.effect == VENOM_EFFECT or card.effect == HASTE_EFFECT)


cdef hexes_t _where(const Battle* s, uint32_t units) noexcept nogil:
    cdef hexes_t found = 0
    while units:
        found |= wide_bit(s.hex[take_bit32(&units)])
    return found


cdef uint32_t _of_group(const Rules* r, const Battle* s, uint32_t units, int group,
                        int most_muster) noexcept nogil:
    """Those units that are of a group and cost at most so many muster points (0: any)."""
    cdef uint32_t found = 0
    cdef int slot
    while units:
        slot = take_bit32(&units)
        if is_of(r, s, slot, group) and (
                not most_muster or card_of(r, s, slot).muster <= most_muster):
            found |= <uint32_t>1 << slot
    return found


cdef hexes_t _portals(const Rules* r, const Battle* s, int slot) noexcept nogil:
    """The free hexes beside another friendly unit that a unit could stand on."""
    cdef hexes_t friends = hexes_of(s, side_of(s, slot)) & ~wide_bit(s.hex[slot])
    return neighbours(&r.board, friends) & r.board.on & ~occupied(s) & ~impassable(r, s, slot)


cdef hexes_t _beside(const Rules* r, const Battle* s, hexes_t units, hexes_t others) noexcept nogil:
    return units & neighbours(&r.board, others)


cdef hexes_t _can_be_poisoned(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """Enemy units that are not poisoned, and those beside them."""
    cdef uint32_t clean = s.units[1 - seat] & ~s.poisoned
    cdef hexes_t found = _where(s, clean)
    return hexes_of(s, 1 - seat) & (found | neighbours(&r.board, found))


cdef hexes_t aims(const Rules* r, const Battle* s, int seat, const LoreCard* card, int first) noexcept nogil:
    """What a card's player may choose, as hexes; `first` is the unit chosen first, or NONE."""
    cdef uint32_t units
    cdef int slot
    cdef hexes_t found = 0
    cdef hexes_t enemies = hexes_of(s, 1 - seat)
    if card.effect == PORTAL_EFFECT:
        if first != NONE:
            return _portals(r, s, first)
        units = s.ordered & ~s.stunned & ~s.moved
        while units:
            slot = take_bit32(&units)
            if not card_of(r, s, slot).legend and _portals(r, s, slot):
                found |= wide_bit(s.hex[slot])
        return found
    if card.effect == BAR_ATTACKS_EFFECT:
        return _beside(r, s, _where(s, _of_group(r, s, s.attacks[0], card.of, 0)), hexes_of(s, seat))
    if card.effect == ORDER_EFFECT:
        return _where(s, _of_group(r, s, s.units[seat] & ~s.ordered, card.of, card.most_muster))
    if card.effect == MEND_EFFECT:
        units = s.units[seat]
        while units:
            slot = take_bit32(&units)
            if s.figures[slot] < card_of(r, s, slot).health:
                found |= wide_bit(s.hex[slot])
        return found | _where(s, s.units[seat] & (s.poisoned | s.stunned))
    if card.effect == SWARM_EFFECT:
        units = s.units[1 - seat] & ~s.swarmed
        while units:
            slot = take_bit32(&units)
            if r.board.within[card.amount][s.hex[slot]] & hexes_of(s, seat):
                found |= wide_bit(s.hex[slot])
        return found
    if card.effect == SACRIFICE_EFFECT:
        if first != NONE:
            return _where(s, _of_group(r, s, s.units[seat], card.of, 0)) & ~wide_bit(s.hex[first])
        units = _of_group(r, s, s.units[seat], card.of, 0)
        return 0 if not units else _where(s, s.attacks[0] & ~(units if count_bits(units) == 1 else 0))
    if card.effect == HOWL_EFFECT:
        if first != NONE:
            return enemies & r.board.within[1][s.hex[first]]
        return _beside(r, s, hexes_of(s, seat), enemies)
    if card.effect == VENOM_EFFECT:
        return _can_be_poisoned(r, s, seat)
    return _where(s, s.ordered & ~s.moved & ~s.stunned)       # HASTE_EFFECT


cdef void legal_aims(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    cdef const LoreCard* card = &r.lore[s.lore_seat][s.lore_card]
    cdef int first = s.aimed - 1 if s.aimed and takes_two_aims(card) else NONE
    cdef hexes_t found = aims(r, s, s.lore_seat, card, first)
    cdef int hexagon, slot
    while found:
        hexagon = take_wide(&found)
        if card.effect != MEND_EFFECT:
            add(out, AIM, hexagon, 0)
            continue
        slot = s.unit_at[hexagon] - 1
        if s.figures[slot] < card_of(r, s, slot).health:
            add(out, MEND, hexagon, WOUND)
        if (s.poisoned >> slot) & 1:
            add(out, MEND, hexagon, POISON)
        if (s.stunned >> slot) & 1:
            add(out, MEND, hexagon, STUN)
    if card.effect == BAR_ATTACKS_EFFECT and s.aimed:
        add(out, ENOUGH, 0, 0)


# -- 7.3 Effects: what they do

cdef bint aim(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil:
    """A choice of the card's player; whether it was the last, so that the card is done."""
    cdef const LoreCard* card = &r.lore[s.lore_seat][s.lore_card]
    cdef int slot = s.unit_at[a] - 1
    cdef int first = s.aimed - 1
    if kind == ENOUGH:
        return True
    if kind == MEND:
        _mend(s, slot, b)
        return True
    if card.effect == BAR_ATTACKS_EFFECT:
        lose_attacks(s, <uint32_t>1 << slot)
        s.aimed += 1
        return s.aimed == card.amount or not aims(r, s, s.lore_seat, card, NONE)
    if takes_two_aims(card) and not s.aimed:
        s.aimed = slot + 1
        return False
    if card.effect == PORTAL_EFFECT:
        shift_to(s, first, a)
        s.moved |= <uint32_t>1 << first
    elif card.effect == ORDER_EFFECT:
        s.ordered |= <uint32_t>1 << slot
        if card.dice:
            _cast(s, card.effect, slot, card.dice)
        s.aimed = slot + 1
    elif card.effect == SACRIFICE_EFFECT:
        _cast(s, card.effect, first, card.dice)
        lose_figures(r, s, slot, 1, False)
    elif card.effect == HOWL_EFFECT:
        _howl(r, s, first, slot, card.amount)
    elif card.effect == VENOM_EFFECT:
        s.poisoned |= <uint32_t>1 << slot
        _poison_all(s, neighbours(&r.board, wide_bit(a)) & hexes_of(s, side_of(s, slot)))
    elif card.effect == SWARM_EFFECT:
        s.swarmed |= <uint32_t>1 << slot
    else:
        _cast(s, card.effect, slot, card.amount)
    return True


cdef inline void _cast(Battle* s, int effect, int slot, int amount) noexcept nogil:
    """Put a card into force for the turn."""
    s.spell = effect + 1
    s.spell_unit = slot
    s.spell_amount = amount


cdef void _mend(Battle* s, int slot, int token) noexcept nogil:
    if token == WOUND:
        s.figures[slot] += 1
    elif token == POISON:
        s.poisoned &= ~(<uint32_t>1 << slot)
    else:
        s.stunned &= ~(<uint32_t>1 << slot)


cdef void _poison_all(Battle* s, hexes_t hexes) noexcept nogil:
    while hexes:
        s.poisoned |= <uint32_t>1 << (s.unit_at[take_wide(&hexes)] - 1)


cdef void _howl(const Rules* r, Battle* s, int howler, int slot, int retreats) noexcept nogil:
    """Drive an adjacent enemy back; a building ignores one damage of that."""
    cdef int way = 0
    cdef int damage
    while r.board.step[way][s.hex[howler]] != s.hex[slot]:
        way += 1
    damage = driven_back(r, s, slot, way, retreats)
    if damage and on_ground(r, s, slot, BUILDING):
        damage -= 1
    if damage:
        lose_figures(r, s, slot, damage, True)


cdef void take_effect(const Rules* r, Battle* s) noexcept nogil:
    """Cards without a choice that do not change the course of the combat."""
    cdef const LoreCard* card = &r.lore[s.lore_seat][s.lore_card]
    cdef int slot
    if card.effect == EXTRA_DICE_EFFECT:
        s.more_dice = card.amount
    elif card.effect == LORE_DAMAGE_EFFECT:
        s.lore_hurts = 1
    elif card.effect == IGNORE_RETREATS_EFFECT:
        s.steadfast = 1
    elif card.effect == LONGER_MOVE_EFFECT:
        _cast(s, card.effect, NONE, card.amount)
    elif card.effect == FEAST_EFFECT:
        slot = roller(s)
        s.figures[slot] = min(<int>card_of(r, s, slot).health,
                              s.figures[slot] + (card.amount if card_of(r, s, slot).legend else 1))
