"""What the full game adds to the traits of moves: terrain, scenario cards, odds of an attack, lore."""
from libc.string cimport memcpy

from battlewise.core.bits cimport wide_bit
from battlewise.core.fitted cimport MOST_TRAITS
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battlelore.play.traits cimport (
    ATTACK_TRAITS, MOVE_TRAITS, ORDER_TRAITS, banners_of,
)
from battlewise.core.games.battlelore.rules.board cimport hexes_t
from battlewise.core.games.battlelore.rules.combat cimport dice_of, may_counter
from battlewise.core.games.battlelore.rules.lore cimport shoots
from battlewise.core.games.battlelore.rules.scenario cimport kept_free, scoring_hexes, vp_of_elimination
from battlewise.core.games.battlelore.rules.terrain cimport on_ground, rule_for
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b

from battlewise.core.games.battlelore.play.traits import TRAITS
from battlewise.core.games.battlelore.words import DECISIONS, EFFECTS
from battlewise.core.vocabulary import by_number

_GROUND = by_number({
    GROUND_TO_SCORE: "to_score", GROUND_FROM_SCORE: "from_score", GROUND_SPOILS: "spoils",
    GROUND_COVER: "cover", GROUND_HILL: "hill", GROUND_TO_TENT: "to_tent", GROUND_OWN_TENT: "own_tent",
})
_ODDS = by_number({
    ODDS_KILL: "kill", ODDS_HARM: "harm", ODDS_KILL_WORTH: "kill_worth", ODDS_KILL_VP: "kill_vp",
    ODDS_REPRISAL: "reprisal", ODDS_PLAY_LORE: "play_lore",
})
_TRAITS = {
    Decision.COMMAND_DECISION: TRAITS["command"],
    Decision.ORDER_DECISION: (*TRAITS["order"], "on_score"),
    Decision.MOVE_MELEE_DECISION: (*TRAITS["move_melee"], *_GROUND),
    Decision.MOVE_RANGED_DECISION: (*TRAITS["move_ranged"], *_GROUND),
    Decision.ATTACK_DECISION: (*TRAITS["attack"], *_ODDS),
    Decision.ADVANCE_DECISION: by_number({
        ADVANCE_ADVANCE: "advance", ADVANCE_PURSUE: "pursue", ADVANCE_TO_BANNER: "to_banner",
        ADVANCE_FROM_BANNER: "from_banner", ADVANCE_TO_SCORE: "to_score",
        ADVANCE_FROM_SCORE: "from_score", ADVANCE_COVER: "cover", ADVANCE_CONTACT: "contact",
        ADVANCE_WEAK: "weak", ADVANCE_PLAY_LORE: "play_lore",
    }),
    Decision.LORE_PLAY_DECISION: (*EFFECTS, "left"),
    Decision.LORE_STEP_DECISION: by_number({
        STEP_TWO_TOKENS: "two_tokens", STEP_TOKEN_AND_CARD: "token_and_card",
        STEP_PLAY_LORE: "play_lore", STEP_TOKENS_RICH: "tokens_rich", STEP_CARDS_FULL: "cards_full",
    }),
}
FULL_TRAITS = {name: _TRAITS[decision] for decision, name in enumerate(DECISIONS)}


# -- Move Step

cdef void _add_ground(const Rules* r, const Battle* s, int slot, move_t move, hexes_t scoring,
                      hexes_t spoiling, float* x) noexcept nogil:
    cdef int side = side_of(s, slot)
    cdef hexes_t to = wide_bit(move_b(move))
    if move_kind(move) != MOVE:
        return
    x[GROUND_TO_SCORE] = (scoring & to) != 0
    x[GROUND_FROM_SCORE] = (scoring & wide_bit(s.hex[slot])) != 0
    x[GROUND_SPOILS] = (spoiling & to) != 0
    if not card_of(r, s, slot).flying:
        x[GROUND_COVER] = ((ground(s, FOREST) | ground(s, BUILDING)) & to) != 0
    x[GROUND_HILL] = (ground(s, HILL) & to) != 0
    x[GROUND_TO_TENT] = s.tent[1 - side] != NONE and to == wide_bit(s.tent[1 - side])
    x[GROUND_OWN_TENT] = s.tent[side] != NONE and to == wide_bit(s.tent[side])


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
    x[ODDS_KILL] = odds[needed]
    for i in range(1 + shelter, needed + 1):
        x[ODDS_HARM] += odds[i]
    x[ODDS_KILL_WORTH] = odds[needed] * card_of(r, s, target).muster * <float>0.125
    x[ODDS_KILL_VP] = odds[needed] * vp_of_elimination(r, s, side_of(s, slot), target, shoots(r, s))
    if may_counter(r, s):
        s.countering = 1
        odds = r.at_least[dice_of(r, s)][_hurting_faces(r, s, target, slot)]
        shelter = on_ground(r, s, slot, BUILDING)
        for i in range(1 + shelter, s.figures[slot] + shelter + 1):
            x[ODDS_REPRISAL] += (1 - x[ODDS_KILL]) * odds[i]


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
        x[i * MOST_TRAITS + ODDS_PLAY_LORE] = move_kind(move) == PLAY_LORE


cdef void _describe_advance(const Rules* r, const Battle* s, move_t move, hexes_t scoring, hexes_t banners,
                            float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int at = s.hex[s.attacker]
    cdef int to = s.target_hex if kind == ADVANCE else move_b(move)
    if kind == PLAY_LORE:
        x[ADVANCE_PLAY_LORE] = 1
    if kind != ADVANCE and kind != PURSUE:
        return
    x[ADVANCE_ADVANCE] = kind == ADVANCE
    x[ADVANCE_PURSUE] = kind == PURSUE
    x[ADVANCE_TO_BANNER] = (banners & wide_bit(to)) != 0
    x[ADVANCE_FROM_BANNER] = (banners & wide_bit(at)) != 0
    x[ADVANCE_TO_SCORE] = (scoring & wide_bit(to)) != 0
    x[ADVANCE_FROM_SCORE] = (scoring & wide_bit(at)) != 0
    x[ADVANCE_COVER] = ((ground(s, FOREST) | ground(s, BUILDING)) & wide_bit(to)) != 0
    x[ADVANCE_CONTACT] = (hexes_of(s, 1 - side_of(s, s.attacker)) & r.board.within[1][to]) != 0
    x[ADVANCE_WEAK] = s.figures[s.attacker] == 1


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
    x[STEP_TWO_TOKENS] = kind == TWO_TOKENS
    x[STEP_TOKEN_AND_CARD] = kind == TOKEN_AND_CARD
    x[STEP_PLAY_LORE] = kind == PLAY_LORE
    x[STEP_TOKENS_RICH] = taken * min(<int>s.lore[s.mover], 10) * <float>0.1
    x[STEP_CARDS_FULL] = taken * s.lore_size[s.mover] * <float>0.25


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
