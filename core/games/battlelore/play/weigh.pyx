"""Prior weights of the legal moves: exp of a linear function of their traits.

Each kind of decision has its own few traits (traits.pyx, traits_full.pyx) and weights of them (weigh.toml,
weigh_full.toml); what is left has fixed weights.
"""
from libc.string cimport memset

from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED, weigh_by
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battlelore.play.traits cimport describe
from battlewise.core.games.battlelore.play.traits_full cimport describe_full
from battlewise.core.games.battlelore.rules.lore cimport roller
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport move_kind, move_a


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """The traits of each move; the kind of decision, or UNWEIGHED where weights are fixed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int decision
    if s.phase < COMMAND_PHASE:
        return UNWEIGHED
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    decision = describe(r, s, moves, x)
    return describe_full(r, s, moves, decision, x) if r.full else decision


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    weigh_by(&(<const Rules*>rules).weights, describe_moves, _fixed, rules, state, moves, out)


cdef float _fixed(const void* rules, const void* state, const MoveList* moves, int i) noexcept nogil:
    """All other decisions: the set-up, lore, those within a combat."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef move_t move = moves.move[i]
    cdef int kind = move_kind(move)
    if kind == COMMIT:
        if s.phase == ABILITY_PHASE and (
                r.unit[s.type[roller(s)]].poison or r.unit[s.type[roller(s)]].stun):
            return move_a(move) & 1          # a bite that is not made gains nothing
        return <float>(1 - 0.02 * move_a(move))   # where all are equal, keep dice: they gain lore
    if kind == CHOOSE_SCENARIO:
        return r.scenario[s.mover][move_a(move)].prior
    if kind == DEPLOY_BY_PLAN:
        return r.plan[move_a(move)].prior[s.mover]
    if (kind == MUSTER or kind == DEPLOY) and move_kind(moves.move[0]) != kind:
        return 0                            # army cards and plans are enough for a search
    if kind == NO_COUNTER or kind == KEEP_LORE or kind == NO_MORE_ORDERS or kind == ENOUGH:
        return <float>0.05
    if (kind == REMAIN or kind == ADVANCE or kind == KEEP_POISON or kind == HOLD or kind == KEEP_TOKENS
            or kind == TAKE_RETREAT or kind == TWO_CARDS):
        return <float>0.3
    return 1
