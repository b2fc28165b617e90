"""Prior weights of the legal moves: exp of a linear function of what a player looks at first.

The decision what to do next and the choice of a square have their own few features (TRAITS) and weights
(weigh.toml); all other decisions have fixed weights. Nothing here reads a hidden card: of hands only
the mover's own.
"""
from libc.stdint cimport uint32_t
from libc.string cimport memset

from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED, weigh_by
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalla.rules.combat cimport damage_of
from battlewise.core.games.battalla.rules.field cimport atk_of, cost_of, hp_of
from battlewise.core.games.battalla.rules.turn cimport is_in_vain
from battlewise.core.games.battalla.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b

from battlewise.core.games.battalla.words import DECISIONS
from battlewise.core.vocabulary import by_number

_TRAITS = by_number({
    TURN_DECISION: by_number({
        PASSES: "pass",
        PASSES_IDLE: "pass_idle",
        PLAYS_UNIT: "play_unit",
        PLAYS_ASSIST: "play_assist",
        PLAYS_ITEM: "play_item",
        PLAYS_FIELD: "play_field",
        COSTS: "cost",
        SUMMONS: "hero",
        USES: "use",
        MOVES_CARD: "moves",
        GOES_FORWARD: "forward",
        BREAKS_THROUGH: "breaks_through",
        ATTACKS: "attack",
        KILLS_CARD: "kills",
        STRIKES_DIRECTLY: "direct",
        IS_WEAK: "weak",
        IN_VAIN: "in_vain",
    }),
    SQUARE_DECISION: by_number({
        IS_OWN: "own",
        HAS_ATK: "atk",
        WOULD_DIE: "kills",
        IS_DAMAGED: "damaged",
        HAS_ADVANCED: "advance",
        IS_UNOPPOSED: "unopposed",
        IS_OPPOSED: "opposed",
        HAS_FREE_WAY: "free_way",
    }),
})
TRAITS = dict(zip(DECISIONS, _TRAITS, strict=True))


cdef void _describe_turn(const Rules* r, const Table* s, move_t move, float* x) noexcept nogil:
    cdef int seat = active(s)
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    cdef int damage
    if kind == PASS:
        x[PASSES] = 1
        x[PASSES_IDLE] = s.stamina[seat] == 0
    elif kind == PLAY_CARD:
        x[PLAYS_UNIT + r.card[a].type] = 1
        x[COSTS] = cost_of(r, s, seat, a) * <float>0.33
        x[IN_VAIN] = is_in_vain(r, s, seat, a)
    elif kind == SUMMON_HERO:
        x[SUMMONS] = 1
    elif kind == ATTACH_CARD:
        x[PLAYS_ITEM] = 1
    elif kind == USE:
        x[USES] = 1
    elif kind == MOVE:
        x[MOVES_CARD] = 1
        x[GOES_FORWARD] = ahead(a, seat) == b
        x[BREAKS_THROUGH] = (enemy_half(seat) >> b) & 1 and not (enemy_half(seat) >> a) & 1
    elif kind == ATTACK:
        damage = damage_of(r, s, a, b)
        x[ATTACKS] = 1
        x[KILLS_CARD] = damage >= hp_of(r, s, b) - s.at[b].damage
        x[IS_WEAK] = damage == 0
    else:
        x[STRIKES_DIRECTLY] = 1


cdef void _describe_square(const Rules* r, const Table* s, move_t move, float* x) noexcept nogil:
    """A square to summon on or to go to, or a card that is chosen."""
    cdef int square = move_b(move)
    cdef int seat = s.mover
    cdef int row
    cdef uint32_t enemies = s.cards[1 - seat] & lane_mask(lane_of(square))
    if move_kind(move) == DECLINE:
        return
    if bit(square) & taken(s):
        x[IS_OWN] = seat_at(s, square) == seat
        x[HAS_ATK] = atk_of(r, s, square)
        x[IS_DAMAGED] = s.at[square].damage > 0
        if s.links and r.effect[s.link[s.links - 1].effect].verb == DAMAGE:
            x[WOULD_DIE] = (r.effect[s.link[s.links - 1].effect].amount
                            >= hp_of(r, s, square) - s.at[square].damage)
        row = row_of(square)
        x[HAS_ADVANCED] = (4 - row if seat_at(s, square) else row) * <float>0.25
    else:
        x[IS_UNOPPOSED] = enemies == 0
        x[IS_OPPOSED] = enemies != 0
        x[HAS_FREE_WAY] = not bit_or_none(ahead(square, seat)) & taken(s)


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """The traits of each move; the kind of decision, or UNWEIGHED where weights are fixed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    cdef int i
    if s.phase != TURN_PHASE and s.phase != PLACE_PHASE and s.phase != TARGET_PHASE and s.phase != TO_PHASE:
        return UNWEIGHED
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    for i in range(moves.n):
        if s.phase == TURN_PHASE:
            _describe_turn(r, s, moves.move[i], x + i * MOST_TRAITS)
        else:
            _describe_square(r, s, moves.move[i], x + i * MOST_TRAITS)
    return TURN_DECISION if s.phase == TURN_PHASE else SQUARE_DECISION


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    weigh_by(&(<const Rules*>rules).weights, describe_moves, _fixed, rules, state, moves, out)


cdef float _fixed(const void* rules, const void* state, const MoveList* moves, int i) noexcept nogil:
    """All other decisions: the set-up, reacts, cards that are chosen."""
    cdef const Rules* r = <const Rules*>rules
    cdef move_t move = moves.move[i]
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    if kind == EXCHANGE:
        return <float>0.1 + <float>0.15 * r.card[a].cost        # a dear card cannot be played soon
    if kind == DISCARD_CARD:
        return <float>1 / (1 + r.card[a].cost)
    if kind == FIND or kind == REVIVE_CARD:
        return 1 + r.card[a].cost
    if kind == FIND_NOTHING or kind == DECLINE:
        return <float>0.05
    return 1
