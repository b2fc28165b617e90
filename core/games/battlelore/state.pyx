"""Changes to the state that keep it whole: a unit leaves the board, a turn ends, the game ends."""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport count_bits


cdef inline void _drop(uint32_t* mask, uint32_t below_it) noexcept nogil:
    mask[0] = (mask[0] & below_it) | ((mask[0] >> 1) & ~below_it)


cdef inline int _renumbered(int slot, int gone) noexcept nogil:
    if slot == gone:
        return NONE
    return slot - 1 if slot > gone and slot != NONE else slot


cdef void remove_unit(Battle* s, int gone) noexcept nogil:
    """Take an eliminated unit off the board; later slots move up, so that slots stay dense."""
    cdef uint32_t low = (<uint32_t>1 << gone) - 1
    cdef int n = count_bits(s.units[0] | s.units[1])
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
    _drop(&s.stunned, low)
    _drop(&s.swarmed, low)
    _drop(&s.ordered, low)
    _drop(&s.moved, low)
    _drop(&s.waiting, low)
    _drop(&s.put_off, low)
    _drop(&s.pursued, low)
    _drop(&s.charge, low)
    if s.spell_unit == gone:
        s.spell = s.spell_amount = 0
    s.attacker = _renumbered(s.attacker, gone)
    s.target = _renumbered(s.target, gone)
    s.spell_unit = _renumbered(s.spell_unit, gone)


cdef void clear_turn(Battle* s) noexcept nogil:
    """Nobody is ordered any more."""
    s.ordered = s.moved = s.waiting = s.put_off = s.pursued = s.charge = 0
    s.attacks[0] = s.attacks[1] = s.attacks[2] = 0
    s.spell = s.spell_amount = 0
    s.spell_unit = NONE


cdef void clear_combat(Battle* s) noexcept nogil:
    s.attacker = s.target = NONE
    s.target_hex = s.countering = s.countered = s.dice = s.damage = s.retreats = 0
    s.own_figures[0] = s.own_figures[1] = 0
    s.held = s.held_retreats = s.held_lore = s.held_steadfast = s.held_shelter = s.dying = 0
    clear_roll(s)


cdef void clear_roll(Battle* s) noexcept nogil:
    """What holds for one roll only."""
    s.sheltered = s.more_dice = s.lore_hurts = s.steadfast = 0


cdef void end_game(Battle* s, int result) noexcept nogil:
    """Nothing but the table remains: units, points, cards."""
    clear_turn(s)
    clear_combat(s)
    s.card = s.acting = s.last_card = NONE
    s.lore_card = NONE
    s.one_unit = s.window = s.lore_seat = s.aimed = s.lore_used = s.slain = s.draws = s.discards = 0
    s.group = s.after = s.again = 0
    s.quota[0] = s.quota[1] = s.quota[2] = 0
    s.result = result
    ask(s, OVER_PHASE, OVER)
