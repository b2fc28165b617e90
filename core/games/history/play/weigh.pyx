"""Prior weights of the legal moves: exp of a linear function of what a player looks at first.

Each kind of decision has its own few features (TRAITS) and weights (weigh.toml); what is left has
fixed weights. Nothing here reads a hidden card: of hands only the mover's own.
"""
from libc.math cimport expf
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport count_bits
from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED, weigh_by
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.history.play.estimate cimport mean_power, prospect
from battlewise.core.games.history.play.odds cimport (
    Odds, chance_against, chance_between, expected_size, glance, prize, strength_of,
)
from battlewise.core.games.history.rules.rewards cimport relic_source
from battlewise.core.games.history.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b

from battlewise.core.vocabulary import by_number

cpdef enum:
    TRAVELLING, ACTING, FACING, CHAINING, DEPLOYING, DEFENDING, ARMING

# The traits of each kind of decision.
TRAITS = dict(by_number({
    TRAVELLING: ("travel", ("insert", "leave", "prospect", "token", "gives")),
    ACTING: ("action", (
        "draw_two", "recall", "dismiss", "reshuffle", "tighten_up", "recalled", "dismissed", "prospect",
        "relics_there",
    )),
    FACING: ("face", ("chase", "challenge", "odds", "hero", "power", "edge", "cards", "tokens", "spoils")),
    CHAINING: ("chain", ("joins", "odds", "hero", "power")),
    DEPLOYING: ("deploy", (
        "ready", "win", "gain", "prize", "fallen", "power", "hero", "tighten_up", "units",
    )),
    DEFENDING: ("defend", ("ready", "power", "health", "hero", "tighten_up", "units")),
    ARMING: ("arm", ("none", "win", "gain", "hold")),
}))


# -- Phase 1

cdef float prospect_of_tile(const Rules* r, const Journey* s) noexcept nogil:
    """The better of the eras that the active tile leads to."""
    cdef float strength = strength_of(r, s.hand[s.mover])
    cdef float best = 0
    cdef int i, era
    for i in range(2):
        era = r.tile[s.active_tile].era[i]
        if era != s.era[s.mover]:
            best = max(best, prospect(r, s, era, strength))
    return best


cdef inline float use_of(const Rules* r, int kind) noexcept nogil:
    """What a warfare token adds, roughly."""
    cdef const TokenCard* token = &r.token[kind]
    if not r.battle_tokens >> kind & 1:
        return 1
    return (token.value[0] + token.value[1] + token.value[2] + token.assault + token.heroic_death
            + token.accuracy + token.diversion + token.relaunch)


cdef void describe_travel(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    if kind == INSERT:
        x[0] = 1
        return
    if kind == TIGHTEN:
        return
    x[1] = kind == LEAVE
    x[2] = prospect_of_tile(r, s)
    if kind == TAKE:
        x[3] = use_of(r, move_a(move))
    elif kind == EXCHANGE:
        x[3] = use_of(r, move_b(move))
        x[4] = use_of(r, move_a(move))


cdef void describe_action(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int seat
    if kind == JUMP:
        x[7] = prospect(r, s, a, strength_of(r, s.hand[s.mover]))
        for seat in range(r.seats):
            if seat != s.mover and s.era[seat] == a:
                x[8] = max(x[8], <float>relics_of(s.relics[seat]))
        return
    x[0], x[1], x[2] = kind == DRAW_TWO, kind == RECALL, kind == DISMISS
    x[3], x[4] = kind == RESHUFFLE, kind == TIGHTEN
    if kind == RECALL:
        x[5] = r.power[a] * <float>0.2
    elif kind == DISMISS:
        x[6] = r.power[a] * <float>0.2 + (r.board_cards >> a & 1)


# -- 2.2 Whom to face

cdef void describe_face(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    if kind == TIGHTEN:
        return
    cdef float strength = strength_of(r, s.hand[s.mover])
    x[0], x[1] = kind == CHASE, kind == CHALLENGE
    if kind == CHALLENGE:
        x[5] = chance_between(strength, TRIALS * mean_power(r, s.hand[a] | s.deck[a]))
        x[6] = count_bits(s.hand[a])
        x[7] = held_by(s, a)
        x[8] = prize(r, s, s.mover, s.relics[a], 2)
        return
    x[2] = chance_against(r, a, strength)
    x[3] = r.unit[a].hero
    x[4] = r.power[a] * <float>0.2


cdef void describe_chain(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int a = move_a(move)
    if move_kind(move) == ENOUGH or move_kind(move) == TIGHTEN:
        return
    x[0] = 1
    x[1] = chance_against(r, a, strength_of(r, s.hand[s.mover]))
    x[2] = r.unit[a].hero
    x[3] = r.power[a] * <float>0.2


# -- 2.3 Deployment, warfare tokens

cdef void describe_deployment(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    """What the battle comes to if nothing more is deployed."""
    cdef Journey after
    cdef Odds odds
    cdef int a = move_a(move)
    cdef int kind = move_kind(move)
    if kind == TIGHTEN:
        x[7] = 1
        return
    memcpy(&after, s, sizeof(Journey))
    if kind == DEPLOY:
        after.line[ATTACKER][after.size[ATTACKER]] = a
        after.size[ATTACKER] += 1
        x[5] = r.power[a] * <float>0.2
        x[6] = r.unit[a].hero
    glance(r, &after, &odds)
    x[0] = kind == READY
    x[1], x[2] = odds.win, odds.gain
    x[3] = odds.win * prize(r, s, s.mover, relic_source(r, s),
                            DEPLOYED + 1 - expected_size(r, &after))
    x[4] = odds.fallen
    x[8] = after.size[ATTACKER]


cdef void describe_defence(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int a = move_a(move)
    cdef int kind = move_kind(move)
    x[0], x[4] = kind == READY, kind == TIGHTEN
    x[5] = s.size[DEFENDER] + (kind == DEPLOY)
    if kind == DEPLOY:
        x[1] = r.power[a] * <float>0.2
        x[2] = r.unit[a].health
        x[3] = r.unit[a].hero


cdef void describe_arming(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    """The odds with the token; what a challenged player cannot know yet is left out."""
    cdef Journey after
    cdef Odds odds
    cdef int side = DEFENDER if s.phase == DEFEND_ARM_PHASE else ATTACKER
    x[0] = move_kind(move) == NO_ARMS
    if side == DEFENDER:
        return
    memcpy(&after, s, sizeof(Journey))
    if move_kind(move) == ARM:
        after.armed[side][move_b(move)] = move_a(move) + 1
    glance(r, &after, &odds)
    x[1], x[2], x[3] = odds.win, odds.gain, odds.hold


cdef int decision_of(int phase) noexcept nogil:
    if phase == TRAVEL_PHASE:
        return TRAVELLING
    if phase == ACTION_PHASE:
        return ACTING
    if phase == FACE_PHASE:
        return FACING
    if phase == CHAIN_PHASE:
        return CHAINING
    if phase == DEPLOY_PHASE:
        return DEPLOYING
    if phase == DEFEND_PHASE:
        return DEFENDING
    return ARMING if phase == ARM_PHASE or phase == DEFEND_ARM_PHASE else UNWEIGHED


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """The traits of each move; the kind of decision, or UNWEIGHED where weights are fixed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef int decision = decision_of(s.phase)
    cdef int i
    if decision == UNWEIGHED:
        return UNWEIGHED
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    for i in range(moves.n):
        if decision == TRAVELLING:
            describe_travel(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == ACTING:
            describe_action(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == FACING:
            describe_face(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == CHAINING:
            describe_chain(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == DEPLOYING:
            describe_deployment(r, s, moves.move[i], x + i * MOST_TRAITS)
        elif decision == DEFENDING:
            describe_defence(r, s, moves.move[i], x + i * MOST_TRAITS)
        else:
            describe_arming(r, s, moves.move[i], x + i * MOST_TRAITS)
    return decision


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    weigh_by(&(<const Rules*>rules).weights, describe_moves, fixed, rules, state, moves, out)


cdef float fixed(const void* rules, const void* state, const MoveList* moves, int i) noexcept nogil:
    """All other decisions: the better relic or prowess token, dice."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef move_t move = moves.move[i]
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    if kind == TAKE_RELIC:
        return expf(step_of(r, s, s.mover, a))
    if kind == KEEP_PROWESS:
        return expf(2 * r.prowess[a])
    return 1
