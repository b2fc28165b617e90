"""What a player looks at first in a move, by kind of decision: the traits that `weigh` weighs.

Nothing here reads a hidden card: of hands only the mover's own.
"""
from libc.string cimport memcpy

from battlewise.core.bits cimport count_bits, count_wide, take_bit32, wide_bit
from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battlelore.rules.board cimport distance_to, hexes_t
from battlewise.core.games.battlelore.rules.combat cimport targets
from battlewise.core.games.battlelore.rules.turn cimport acting_card, eligible, set_quotas
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b

from battlewise.core.games.battlelore.words import DECISIONS

# By kind of decision; traits_full.pyx adds those of the full game.
_MOVING = (
    "moves", "to_banner", "from_banner", "adjacent", "adjacent_weak", "near_enemy", "near_banner", "crowd",
    "backed", "weak_in_reach", "later",
)
_TRAITS = {
    Decision.COMMAND_DECISION: ("one_unit", "ordered", "engaged", "orders_nobody", "extra", "lore"),
    Decision.ORDER_DECISION: (
        "near_enemy", "ranged", "has_target", "on_banner", "near_banner", "weak", "threatened", "figures",
    ),
    Decision.MOVE_MELEE_DECISION: _MOVING,
    Decision.MOVE_RANGED_DECISION: _MOVING,
    Decision.ATTACK_DECISION: (
        "hold", "figures_left", "weak_target", "on_banner", "counters", "weak_attacker", "backed_target",
        "later",
    ),
}
TRAITS = {DECISIONS[decision]: _TRAITS[decision] for decision in sorted(_TRAITS)}


cdef hexes_t _figures_at(const Battle* s, int side, int most) noexcept nogil:
    """The hexes of a side's units of at most so many figures."""
    cdef hexes_t found = 0
    cdef uint32_t m = s.units[side]
    cdef int slot
    while m:
        slot = take_bit32(&m)
        if s.figures[slot] <= most:
            found |= wide_bit(s.hex[slot])
    return found


cdef hexes_t banners_of(const Battle* s) noexcept nogil:
    cdef hexes_t found = 0
    cdef int i
    for i in range(s.banners):
        found |= wide_bit(s.banner_hex[i])
    return found


# -- Command Step

cdef void _describe_card(const Rules* r, const Battle* s, move_t move, float* x) noexcept nogil:
    """Plays the card on a copy as far as the Order Step: how many it orders, how many of them can fight."""
    cdef Battle after
    cdef const CommandCard* text
    cdef uint32_t chosen = 0, can
    cdef int side = active(s)
    cdef int slot
    cdef hexes_t enemies = hexes_of(s, 1 - side)
    memcpy(&after, s, sizeof(Battle))
    after.card = move_a(move)
    after.one_unit = move_kind(move) == PLAY_AS_ONE
    after.acting = acting_card(r, &after)
    text = &r.card[after.acting]
    set_quotas(r, &after)
    if text.rolls:
        x[1] = 3
        x[2] = 1.5
    for slot in range(GROUPS):
        after.group = slot
        if after.quota[slot]:
            can = eligible(r, &after)
            x[1] += min(count_bits(can), <int>after.quota[slot])
            chosen |= can
    while chosen:
        slot = take_bit32(&chosen)
        x[2] += (enemies & r.board.within[threat_of(&r.unit[s.type[slot]])][s.hex[slot]]) != 0
    x[0] = after.one_unit
    x[2] = min(x[2], x[1])
    x[3] = x[1] == 0
    x[4] = (text.extra_attack or text.extra_move) and x[1] > 0
    x[5] = text.rolls


# -- Order Step

cdef void _describe_order(const Rules* r, const Battle* s, int slot, hexes_t banners,
                          float* x) noexcept nogil:
    cdef int side = active(s)
    cdef int at = s.hex[slot]
    cdef hexes_t enemies = hexes_of(s, 1 - side)
    x[0] = 1 - distance_to(&r.board, enemies, at) * <float>0.2
    x[1] = r.unit[s.type[slot]].ranged
    x[2] = targets(r, s, slot, True) != 0
    x[3] = (banners & wide_bit(at)) != 0
    x[4] = 1 - distance_to(&r.board, banners & ~hexes_of(s, side), at) * <float>0.2
    x[5] = s.figures[slot] == 1
    x[6] = x[5] if enemies & r.board.within[3][at] else 0
    x[7] = s.figures[slot] * <float>0.25


# -- Move Step

cdef void _describe_move(const Rules* r, const Battle* s, int slot, move_t move, hexes_t banners,
                         hexes_t weak, float* x) noexcept nogil:
    cdef int side = active(s)
    cdef int at = s.hex[slot]
    cdef int to = at
    cdef hexes_t enemies = hexes_of(s, 1 - side)
    cdef hexes_t friends = hexes_of(s, side) & ~wide_bit(at)
    if move_kind(move) == LATER:
        x[10] = 1
        return
    if move_kind(move) == MOVE:
        to = move_b(move)
        x[0] = 1
        x[2] = (banners & wide_bit(at)) != 0
    x[1] = (banners & wide_bit(to)) != 0
    x[3] = (enemies & r.board.within[1][to]) != 0
    x[4] = (weak & r.board.within[1][to]) != 0
    x[5] = 1 - distance_to(&r.board, enemies, to) * <float>0.2
    x[6] = 1 - distance_to(&r.board, banners & ~friends, to) * <float>0.2
    x[7] = count_wide(enemies & r.board.within[3][to]) * <float>0.25
    x[8] = (friends & r.board.within[1][to]) != 0
    x[9] = x[7] if s.figures[slot] == 1 else 0


# -- Attack Step

cdef void _describe_attack(const Rules* r, const Battle* s, move_t move, hexes_t banners,
                           float* x) noexcept nogil:
    cdef int side = active(s)
    cdef int at = move_a(move)
    cdef int to = move_b(move)
    cdef int figures
    if move_kind(move) == PLAY_LORE:
        return
    if move_kind(move) == LATER:
        x[7] = 1
        return
    if move_kind(move) == HOLD:
        x[0] = 1
        x[5] = s.figures[s.unit_at[at] - 1] == 1
        return
    figures = s.figures[s.unit_at[to] - 1]
    x[1] = figures * <float>0.25
    x[2] = figures == 1
    x[3] = (banners & wide_bit(to)) != 0
    x[4] = (r.board.within[1][at] & wide_bit(to)) != 0
    x[6] = (hexes_of(s, 1 - side) & r.board.within[1][to]) != 0


cdef int describe(const Rules* r, const Battle* s, const MoveList* moves, float* x) noexcept nogil:
    """Write the traits of each move where they are not 0; the kind of decision, or UNWEIGHED."""
    cdef hexes_t banners, weak
    cdef int i, slot
    cdef int side = active(s)
    if s.phase == COMMAND_PHASE:
        for i in range(moves.n):
            _describe_card(r, s, moves.move[i], x + i * MOST_TRAITS)
        return COMMAND_DECISION
    if s.phase != ORDER_PHASE and s.phase != MOVE_PHASE and s.phase != ATTACK_PHASE:
        return UNWEIGHED
    banners = banners_of(s)
    slot = s.unit_at[move_a(moves.move[0])] - 1
    if s.phase == ORDER_PHASE:
        for i in range(moves.n):
            _describe_order(r, s, s.unit_at[move_a(moves.move[i])] - 1, banners, x + i * MOST_TRAITS)
        return ORDER_DECISION
    if s.phase == MOVE_PHASE:
        weak = _figures_at(s, 1 - side, 1)
        for i in range(moves.n):
            _describe_move(r, s, slot, moves.move[i], banners, weak, x + i * MOST_TRAITS)
        return MOVE_RANGED_DECISION if r.unit[s.type[slot]].ranged else MOVE_MELEE_DECISION
    for i in range(moves.n):
        _describe_attack(r, s, moves.move[i], banners, x + i * MOST_TRAITS)
    return ATTACK_DECISION
