"""What the full game adds to the traits of moves: terrain, scenario cards, odds of an attack, lore."""
from libc.string cimport memcpy

from battlewise.core.bits cimport wide_bit
from battlewise.core.fitted cimport MOST_TRAITS
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battlelore.play.traits cimport banners_of
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.rules.combat cimport dice_of, may_counter
from battlewise.core.games.battlelore.rules.lore cimport shoots
from battlewise.core.games.battlelore.rules.scenario cimport kept_free, scoring_hexes, vp_of_elimination
from battlewise.core.games.battlelore.rules.terrain cimport on_ground, rule_for
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b

from battlewise.core.games.battlelore.play.traits import TRAITS
from battlewise.core.games.battlelore.words import DECISIONS, EFFECTS

_GROUND = ("to_score", "from_score", "spoils", "cover", "hill", "to_tent", "own_tent")
_TRAITS = {
    Decision.COMMAND_DECISION: TRAITS["command"],
    Decision.ORDER_DECISION: (*TRAITS["order"], "on_score"),
    Decision.MOVE_MELEE_DECISION: (*TRAITS["move_melee"], *_GROUND),
    Decision.MOVE_RANGED_DECISION: (*TRAITS["move_ranged"], *_GROUND),
    Decision.ATTACK_DECISION: (
        *TRAITS["attack"], "kill", "harm", "kill_worth", "kill_vp", "reprisal", "play_lore",
    ),
    Decision.ADVANCE_DECISION: (
        "advance", "pursue", "to_banner", "from_banner", "to_score", "from_score", "cover", "contact", "weak",
        "play_lore",
    ),
    Decision.LORE_PLAY_DECISION: (*EFFECTS, "left"),
    Decision.LORE_STEP_DECISION: ("two_tokens", "token_and_card", "play_lore", "tokens_rich", "cards_full"),
}
FULL_TRAITS = {name: _TRAITS[decision] for decision, name in enumerate(DECISIONS)}
cdef enum:
    ORDER_TRAITS = 8             # of the learning scenario, before those that are added here
    MOVE_TRAITS = 11
    ATTACK_TRAITS = 8


# -- Move Step

cdef void _add_ground(const Rules* r, const Battle* s, int slot, move_t move, hexes_t scoring,
                      hexes_t spoiling, float* x) noexcept nogil:
    cdef int side = side_of(s, slot)
    cdef hexes_t to = wide_bit(move_b(move))
    if move_kind(move) != MOVE:
        return
    x[0] = (scoring & to) != 0
    x[1] = (scoring & wide_bit(s.hex[slot])) != 0
    x[2] = (spoiling & to) != 0
    if not card_of(r, s, slot).flying:
        x[3] = ((ground(s, FOREST) | ground(s, BUILDING)) & to) != 0
    x[4] = (ground(s, HILL) & to) != 0
    x[5] = s.tent[1 - side] != NONE and to == wide_bit(s.tent[1 - side])
    x[6] = s.tent[side] != NONE and to == wide_bit(s.tent[side])


# -- Attack Step

cdef void fill_odds(Rules* r) noexcept nogil:
    """The binomial distribution of hits, die by die: so many of the six faces of each die are hits."""
    cdef int n, faces, hits
    cdef float p
    for faces in range(MOST_FACES + 1):
        p = faces / <float>6
        r.at_least[0][faces][0] = 1
        for n in range(1, MOST_DICE + 1):
            r.at_least[n][faces][0] = 1
            for hits in range(1, MOST_HITS + 1):
                r.at_least[n][faces][hits] = (p * r.at_least[n - 1][faces][hits - 1]
                                              + (1 - p) * r.at_least[n - 1][faces][hits])


cdef int _hurting_faces(const Rules* r, const Battle* s, int slot, int target) noexcept nogil:
    """How many faces of a die damage the unit struck, dice abilities and poison counted."""
    cdef const UnitCard* card = card_of(r, s, slot)
    cdef int n = 1
    if not shoots(r, s) and (s.figures[slot] > 1 or card.legend or rule_for(r, s, slot, FULL_CLEAVE)):
        n = 2
    if card.damage and (not card.if_damaged or s.figures[target] < card_of(r, s, target).health):
        n += 1
    return n + ((s.poisoned >> target) & 1)


cdef void _add_odds(const Rules* r, Battle* s, int slot, int target, float* x) noexcept nogil:
    """The odds of the combat roll, exact but for what is decided in its course; `s` a copy to work on."""
    cdef const float* odds
    cdef int i, needed
    cdef int shelter = on_ground(r, s, target, BUILDING)
    s.attacker = slot
    s.target = target
    s.target_hex = s.hex[target]
    s.countering = 0
    odds = r.at_least[dice_of(r, s)][_hurting_faces(r, s, slot, target)]
    needed = s.figures[target] + shelter
    x[0] = odds[needed]
    for i in range(1 + shelter, needed + 1):
        x[1] += odds[i]
    x[2] = odds[needed] * card_of(r, s, target).muster * <float>0.125
    x[3] = odds[needed] * vp_of_elimination(r, s, side_of(s, slot), target, shoots(r, s))
    if may_counter(r, s):
        s.countering = 1
        odds = r.at_least[dice_of(r, s)][_hurting_faces(r, s, target, slot)]
        shelter = on_ground(r, s, slot, BUILDING)
        for i in range(1 + shelter, s.figures[slot] + shelter + 1):
            x[4] += (1 - x[0]) * odds[i]


cdef void _add_attacks(const Rules* r, const Battle* s, const MoveList* moves, float* x) noexcept nogil:
    cdef Battle copy
    cdef move_t move
    cdef int i
    memcpy(&copy, s, sizeof(Battle))
    for i in range(moves.n):
        move = moves.move[i]
        if move_kind(move) == ATTACK:
            _add_odds(r, &copy, s.unit_at[move_a(move)] - 1, s.unit_at[move_b(move)] - 1,
                      x + i * MOST_TRAITS)
        x[i * MOST_TRAITS + 5] = move_kind(move) == PLAY_LORE


cdef void _describe_advance(const Rules* r, const Battle* s, move_t move, hexes_t scoring, hexes_t banners,
                            float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int at = s.hex[s.attacker]
    cdef int to = s.target_hex if kind == ADVANCE else move_b(move)
    if kind == PLAY_LORE:
        x[9] = 1
    if kind != ADVANCE and kind != PURSUE:
        return
    x[0] = kind == ADVANCE
    x[1] = kind == PURSUE
    x[2] = (banners & wide_bit(to)) != 0
    x[3] = (banners & wide_bit(at)) != 0
    x[4] = (scoring & wide_bit(to)) != 0
    x[5] = (scoring & wide_bit(at)) != 0
    x[6] = ((ground(s, FOREST) | ground(s, BUILDING)) & wide_bit(to)) != 0
    x[7] = (hexes_of(s, 1 - side_of(s, s.attacker)) & r.board.within[1][to]) != 0
    x[8] = s.figures[s.attacker] == 1


# -- Lore

cdef void _describe_lore_play(const Rules* r, const Battle* s, move_t move, float* x) noexcept nogil:
    cdef const LoreCard* card
    if move_kind(move) != PLAY_LORE:
        return
    card = &r.lore[s.mover][move_a(move)]
    x[card.effect] = 1
    x[HASTE_EFFECT + 1] = (s.lore[s.mover] - card.cost) * <float>0.1


cdef void _describe_lore_step(const Battle* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int taken = 2 if kind == TWO_TOKENS else kind == TOKEN_AND_CARD
    x[0] = kind == TWO_TOKENS
    x[1] = kind == TOKEN_AND_CARD
    x[2] = kind == PLAY_LORE
    x[3] = taken * min(<int>s.lore[s.mover], 10) * <float>0.1
    x[4] = taken * s.lore_size[s.mover] * <float>0.25


cdef int describe_full(const Rules* r, const Battle* s, const MoveList* moves, int decision,
                       float* x) noexcept nogil:
    """Add to the traits of the learning scenario; the kind of decision, which may be the full game's own."""
    cdef hexes_t scoring, spoiling
    cdef int i, slot
    cdef int side = active(s)
    if decision == COMMAND_DECISION:
        return decision
    if decision == ORDER_DECISION:
        for i in range(moves.n):
            slot = s.unit_at[move_a(moves.move[i])] - 1
            x[i * MOST_TRAITS + ORDER_TRAITS] = (scoring_hexes(r, s, slot) & wide_bit(s.hex[slot])) != 0
    elif decision == MOVE_MELEE_DECISION or decision == MOVE_RANGED_DECISION:
        slot = s.unit_at[move_a(moves.move[0])] - 1
        scoring = scoring_hexes(r, s, slot)
        spoiling = kept_free(r, s, 1 - side)
        for i in range(moves.n):
            _add_ground(r, s, slot, moves.move[i], scoring, spoiling, x + i * MOST_TRAITS + MOVE_TRAITS)
    elif decision == ATTACK_DECISION:
        _add_attacks(r, s, moves, x + ATTACK_TRAITS)
    elif s.phase == ADVANCE_PHASE:
        scoring = scoring_hexes(r, s, s.attacker)
        for i in range(moves.n):
            _describe_advance(r, s, moves.move[i], scoring, banners_of(s), x + i * MOST_TRAITS)
        return ADVANCE_DECISION
    elif s.phase == WINDOW_PHASE or s.phase == CANCEL_PHASE:
        for i in range(moves.n):
            _describe_lore_play(r, s, moves.move[i], x + i * MOST_TRAITS)
        return LORE_PLAY_DECISION
    elif s.phase == LORE_PHASE:
        for i in range(moves.n):
            _describe_lore_step(s, moves.move[i], x + i * MOST_TRAITS)
        return LORE_STEP_DECISION
    return decision
