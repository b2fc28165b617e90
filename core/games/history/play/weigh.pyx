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

# By kind of decision.
TRAITS = dict(by_number({
    TRAVELLING: ("travel", by_number({
        TRAVEL_INSERT: "insert", TRAVEL_LEAVE: "leave", TRAVEL_PROSPECT: "prospect",
        TRAVEL_TOKEN: "token", TRAVEL_GIVES: "gives",
    })),
    ACTING: ("action", by_number({
        ACT_DRAW_TWO: "draw_two", ACT_RECALL: "recall", ACT_DISMISS: "dismiss",
        ACT_RESHUFFLE: "reshuffle", ACT_TIGHTEN_UP: "tighten_up", ACT_RECALLED: "recalled",
        ACT_DISMISSED: "dismissed", ACT_PROSPECT: "prospect", ACT_RELICS_THERE: "relics_there",
    })),
    FACING: ("face", by_number({
        FACE_CHASE: "chase", FACE_CHALLENGE: "challenge", FACE_ODDS: "odds", FACE_HERO: "hero",
        FACE_MERIT: "merit", FACE_EDGE: "edge", FACE_CARDS: "cards", FACE_TOKENS: "tokens",
        FACE_SPOILS: "spoils",
    })),
    CHAINING: ("chain", by_number({
        CHAIN_JOINS: "joins", CHAIN_ODDS: "odds", CHAIN_HERO: "hero", CHAIN_POWER: "power",
    })),
    DEPLOYING: ("deploy", by_number({
        DEPLOY_READY: "ready", DEPLOY_WIN: "win", DEPLOY_GAIN: "gain", DEPLOY_PRIZE: "prize",
        DEPLOY_FALLEN: "fallen", DEPLOY_POWER: "power", DEPLOY_HERO: "hero",
        DEPLOY_TIGHTEN_UP: "tighten_up", DEPLOY_UNITS: "units",
    })),
    DEFENDING: ("defend", by_number({
        DEFEND_READY: "ready", DEFEND_POWER: "power", DEFEND_HEALTH: "health", DEFEND_HERO: "hero",
        DEFEND_TIGHTEN_UP: "tighten_up", DEFEND_UNITS: "units",
    })),
    ARMING: ("arm", by_number({
        ARM_NONE: "none", ARM_WIN: "win", ARM_GAIN: "gain", ARM_HOLD: "hold",
    })),
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
        x[TRAVEL_INSERT] = 1
        return
    if kind == TIGHTEN:
        return
    x[TRAVEL_LEAVE] = kind == LEAVE
    x[TRAVEL_PROSPECT] = prospect_of_tile(r, s)
    if kind == TAKE:
        x[TRAVEL_TOKEN] = use_of(r, move_a(move))
    elif kind == EXCHANGE:
        x[TRAVEL_TOKEN] = use_of(r, move_b(move))
        x[TRAVEL_GIVES] = use_of(r, move_a(move))


cdef void describe_action(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int seat
    if kind == JUMP:
        x[ACT_PROSPECT] = prospect(r, s, a, strength_of(r, s.hand[s.mover]))
        for seat in range(r.seats):
            if seat != s.mover and s.era[seat] == a:
                x[ACT_RELICS_THERE] = max(x[ACT_RELICS_THERE], <float>relics_of(s.relics[seat]))
        return
    x[ACT_DRAW_TWO], x[ACT_RECALL], x[ACT_DISMISS] = kind == DRAW_TWO, kind == RECALL, kind == DISMISS
    x[ACT_RESHUFFLE], x[ACT_TIGHTEN_UP] = kind == RESHUFFLE, kind == TIGHTEN
    if kind == RECALL:
        x[ACT_RECALLED] = r.merit[a] * <float>0.2
    elif kind == DISMISS:
        x[ACT_DISMISSED] = r.merit[a] * <float>0.2 + (r.board_cards >> a & 1)


# -- 2.2 Whom to face

cdef void describe_face(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    if kind == TIGHTEN:
        return
    cdef float strength = strength_of(r, s.hand[s.mover])
    x[FACE_CHASE], x[FACE_CHALLENGE] = kind == CHASE, kind == CHALLENGE
    if kind == CHALLENGE:
        x[FACE_EDGE] = chance_between(strength, TRIALS * mean_power(r, s.hand[a] | s.deck[a]))
        x[FACE_CARDS] = count_bits(s.hand[a])
        x[FACE_TOKENS] = held_by(s, a)
        x[FACE_SPOILS] = prize(r, s, s.mover, s.relics[a], 2)
        return
    x[FACE_ODDS] = chance_against(r, a, strength)
    x[FACE_HERO] = r.unit[a].hero
    x[FACE_MERIT] = r.merit[a] * <float>0.2


cdef void describe_chain(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int a = move_a(move)
    if move_kind(move) == ENOUGH or move_kind(move) == TIGHTEN:
        return
    x[CHAIN_JOINS] = 1
    x[CHAIN_ODDS] = chance_against(r, a, strength_of(r, s.hand[s.mover]))
    x[CHAIN_HERO] = r.unit[a].hero
    x[CHAIN_POWER] = r.power[a] * <float>0.2


# -- 2.3 Deployment, warfare tokens

cdef void describe_deployment(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    """What the battle comes to if nothing more is deployed."""
    cdef Journey after
    cdef Odds odds
    cdef int a = move_a(move)
    cdef int kind = move_kind(move)
    if kind == TIGHTEN:
        x[DEPLOY_TIGHTEN_UP] = 1
        return
    memcpy(&after, s, sizeof(Journey))
    if kind == DEPLOY:
        after.line[ATTACKER][after.size[ATTACKER]] = a
        after.size[ATTACKER] += 1
        x[DEPLOY_POWER] = r.power[a] * <float>0.2
        x[DEPLOY_HERO] = r.unit[a].hero
    glance(r, &after, &odds)
    x[DEPLOY_READY] = kind == READY
    x[DEPLOY_WIN], x[DEPLOY_GAIN] = odds.win, odds.gain
    x[DEPLOY_PRIZE] = odds.win * prize(
        r, s, s.mover, relic_source(r, s), DEPLOYED + 1 - expected_size(r, &after))
    x[DEPLOY_FALLEN] = odds.fallen
    x[DEPLOY_UNITS] = after.size[ATTACKER]


cdef void describe_defence(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    cdef int a = move_a(move)
    cdef int kind = move_kind(move)
    x[DEFEND_READY], x[DEFEND_TIGHTEN_UP] = kind == READY, kind == TIGHTEN
    x[DEFEND_UNITS] = s.size[DEFENDER] + (kind == DEPLOY)
    if kind == DEPLOY:
        x[DEFEND_POWER] = r.power[a] * <float>0.2
        x[DEFEND_HEALTH] = r.unit[a].health
        x[DEFEND_HERO] = r.unit[a].hero


cdef void describe_arming(const Rules* r, const Journey* s, move_t move, float* x) noexcept nogil:
    """The odds with the token; what a challenged player cannot know yet is left out."""
    cdef Journey after
    cdef Odds odds
    cdef int side = DEFENDER if s.phase == DEFEND_ARM_PHASE else ATTACKER
    x[ARM_NONE] = move_kind(move) == NO_ARMS
    if side == DEFENDER:
        return
    memcpy(&after, s, sizeof(Journey))
    if move_kind(move) == ARM:
        after.armed[side][move_b(move)] = move_a(move) + 1
    glance(r, &after, &odds)
    x[ARM_WIN], x[ARM_GAIN], x[ARM_HOLD] = odds.win, odds.gain, odds.hold


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
