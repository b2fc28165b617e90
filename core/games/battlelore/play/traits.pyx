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
from battlewise.core.vocabulary import by_number

# By kind of decision; traits_full.pyx adds those of the full game.
_MOVING = by_number({
    MOVE_MOVES: "moves", MOVE_TO_BANNER: "to_banner", MOVE_FROM_BANNER: "from_banner",
    MOVE_ADJACENT: "adjacent", MOVE_ADJACENT_WEAK: "adjacent_weak", MOVE_NEAR_ENEMY: "near_enemy",
    MOVE_NEAR_BANNER: "near_banner", MOVE_CROWD: "crowd", MOVE_BACKED: "backed",
    MOVE_WEAK_IN_REACH: "weak_in_reach", MOVE_LATER: "later",
})
_TRAITS = {
    Decision.COMMAND_DECISION: by_number({
        CARD_ONE_UNIT: "one_unit", CARD_ORDERED: "ordered", CARD_ENGAGED: "engaged",
        CARD_ORDERS_NOBODY: "orders_nobody", CARD_EXTRA: "extra", CARD_LORE: "lore",
    }),
    Decision.ORDER_DECISION: by_number({
        ORDER_NEAR_ENEMY: "near_enemy", ORDER_RANGED: "ranged", ORDER_HAS_TARGET: "has_target",
        ORDER_ON_BANNER: "on_banner", ORDER_NEAR_BANNER: "near_banner", ORDER_WEAK: "weak",
        ORDER_THREATENED: "threatened", ORDER_FIGURES: "figures",
    }),
    Decision.MOVE_MELEE_DECISION: _MOVING,
    Decision.MOVE_RANGED_DECISION: _MOVING,
    Decision.ATTACK_DECISION: by_number({
        ATTACK_HOLD: "hold", ATTACK_FIGURES_LEFT: "figures_left", ATTACK_WEAK_TARGET: "weak_target",
        ATTACK_ON_BANNER: "on_banner", ATTACK_COUNTERS: "counters",
        ATTACK_WEAK_ATTACKER: "weak_attacker", ATTACK_BACKED_TARGET: "backed_target",
        ATTACK_LATER: "later",
    }),
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
        x[CARD_ORDERED] = 3
        x[CARD_ENGAGED] = 1.5
    for slot in range(GROUPS):
        after.group = slot
        if after.quota[slot]:
            can = eligible(r, &after)
            x[CARD_ORDERED] += min(count_bits(can), <int>after.quota[slot])
            chosen |= can
    while chosen:
        slot = take_bit32(&chosen)
        x[CARD_ENGAGED] += (enemies & r.board.within[threat_of(&r.unit[s.type[slot]])][s.hex[slot]]) != 0
    x[CARD_ONE_UNIT] = after.one_unit
    x[CARD_ENGAGED] = min(x[CARD_ENGAGED], x[CARD_ORDERED])
    x[CARD_ORDERS_NOBODY] = x[CARD_ORDERED] == 0
    x[CARD_EXTRA] = (text.extra_attack or text.extra_move) and x[CARD_ORDERED] > 0
    x[CARD_LORE] = text.rolls


# -- Order Step

cdef void _describe_order(const Rules* r, const Battle* s, int slot, hexes_t banners,
                          float* x) noexcept nogil:
    cdef int side = active(s)
    cdef int at = s.hex[slot]
    cdef hexes_t enemies = hexes_of(s, 1 - side)
    x[ORDER_NEAR_ENEMY] = 1 - distance_to(&r.board, enemies, at) * <float>0.2
    x[ORDER_RANGED] = r.unit[s.type[slot]].ranged
    x[ORDER_HAS_TARGET] = targets(r, s, slot, True) != 0
    x[ORDER_ON_BANNER] = (banners & wide_bit(at)) != 0
    x[ORDER_NEAR_BANNER] = 1 - distance_to(&r.board, banners & ~hexes_of(s, side), at) * <float>0.2
    x[ORDER_WEAK] = s.figures[slot] == 1
    x[ORDER_THREATENED] = x[ORDER_WEAK] if enemies & r.board.within[3][at] else 0
    x[ORDER_FIGURES] = s.figures[slot] * <float>0.25


# -- Move Step

cdef void _describe_move(const Rules* r, const Battle* s, int slot, move_t move, hexes_t banners,
                         hexes_t weak, float* x) noexcept nogil:
    cdef int side = active(s)
    cdef int at = s.hex[slot]
    cdef int to = at
    cdef hexes_t enemies = hexes_of(s, 1 - side)
    cdef hexes_t friends = hexes_of(s, side) & ~wide_bit(at)
    if move_kind(move) == LATER:
        x[MOVE_LATER] = 1
        return
    if move_kind(move) == MOVE:
        to = move_b(move)
        x[MOVE_MOVES] = 1
        x[MOVE_FROM_BANNER] = (banners & wide_bit(at)) != 0
    x[MOVE_TO_BANNER] = (banners & wide_bit(to)) != 0
    x[MOVE_ADJACENT] = (enemies & r.board.within[1][to]) != 0
    x[MOVE_ADJACENT_WEAK] = (weak & r.board.within[1][to]) != 0
    x[MOVE_NEAR_ENEMY] = 1 - distance_to(&r.board, enemies, to) * <float>0.2
    x[MOVE_NEAR_BANNER] = 1 - distance_to(&r.board, banners & ~friends, to) * <float>0.2
    x[MOVE_CROWD] = count_wide(enemies & r.board.within[3][to]) * <float>0.25
    x[MOVE_BACKED] = (friends & r.board.within[1][to]) != 0
    x[MOVE_WEAK_IN_REACH] = x[MOVE_CROWD] if s.figures[slot] == 1 else 0


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
        x[ATTACK_LATER] = 1
        return
    if move_kind(move) == HOLD:
        x[ATTACK_HOLD] = 1
        x[ATTACK_WEAK_ATTACKER] = s.figures[s.unit_at[at] - 1] == 1
        return
    figures = s.figures[s.unit_at[to] - 1]
    x[ATTACK_FIGURES_LEFT] = figures * <float>0.25
    x[ATTACK_WEAK_TARGET] = figures == 1
    x[ATTACK_ON_BANNER] = (banners & wide_bit(to)) != 0
    x[ATTACK_COUNTERS] = (r.board.within[1][at] & wide_bit(to)) != 0
    x[ATTACK_BACKED_TARGET] = (hexes_of(s, 1 - side) & r.board.within[1][to]) != 0


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
