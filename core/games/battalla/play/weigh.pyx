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
from battlewise.core.games.battalla.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b

from battlewise.core.games.battalla.words import DECISIONS

# By kind of decision.
_TRAITS = {
    Decision.TURN_DECISION: (
        "pass", "pass_idle", "play_unit", "play_assist", "play_item", "play_field", "cost", "hero", "use",
        "moves", "forward", "breaks_through", "attack", "kills", "direct", "weak",
    ),
    Decision.SQUARE_DECISION: (
        "own", "atk", "kills", "damaged", "advance", "unopposed", "opposed", "free_way",
    ),
}
TRAITS = {name: _TRAITS[decision] for decision, name in enumerate(DECISIONS)}


cdef void _describe_turn(const Rules* r, const Table* s, move_t move, float* x) noexcept nogil:
    cdef int seat = active(s)
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    cdef int damage
    if kind == PASS:
        x[0] = 1
        x[1] = s.stamina[seat] == 0
    elif kind == PLAY_CARD:
        x[2 + r.card[a].type] = 1
        x[6] = cost_of(r, s, seat, a) * <float>0.33
    elif kind == SUMMON_HERO:
        x[7] = 1
    elif kind == USE:
        x[8] = 1
    elif kind == MOVE:
        x[9] = 1
        x[10] = ahead(a, seat) == b
        x[11] = (enemy_half(seat) >> b) & 1 and not (enemy_half(seat) >> a) & 1
    elif kind == ATTACK:
        damage = damage_of(r, s, a, b)
        x[12] = 1
        x[13] = damage >= hp_of(r, s, b) - s.at[b].damage
        x[15] = damage == 0
    else:
        x[14] = 1


cdef void _describe_square(const Rules* r, const Table* s, move_t move, float* x) noexcept nogil:
    """A square to summon on or to go to, or a card that is chosen."""
    cdef int square = move_b(move)
    cdef int seat = s.mover
    cdef int row
    cdef uint32_t enemies = s.cards[1 - seat] & lane_mask(lane_of(square))
    if move_kind(move) == DECLINE:
        return
    if bit(square) & taken(s):
        x[0] = seat_at(s, square) == seat
        x[1] = atk_of(r, s, square)
        x[3] = s.at[square].damage > 0
        if s.links and r.effect[s.link[s.links - 1].effect].verb == DAMAGE:
            x[2] = (r.effect[s.link[s.links - 1].effect].amount
                    >= hp_of(r, s, square) - s.at[square].damage)
        row = row_of(square)
        x[4] = (4 - row if seat_at(s, square) else row) * <float>0.25
    else:
        x[5] = enemies == 0
        x[6] = enemies != 0
        x[7] = not bit_or_none(ahead(square, seat)) & taken(s)


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
