"""Prior weights of the legal moves: exp of a linear function of what a player looks at first.

Each kind of decision has its own few traits (TRAITS) and weights (weigh.toml); what is left has fixed
weights. Nothing here reads a hidden card: of hands only the mover's own.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED, weigh_by
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalia.battle cimport can_attack, total
from battlewise.core.games.battalia.board cimport facing
from battlewise.core.games.battalia.estimate cimport prizes
from battlewise.core.games.battalia.state cimport *

# By kind of decision, in the order of `Decision`.
TRAITS = {
    "action": (
        "end", "hire", "rank", "tool", "weapon", "changer", "tent_horse", "colour", "road", "city", "level",
        "upgrade", "hero", "move", "prize", "use", "tent", "ambush", "attack", "choose",
    ),
    "put": ("joined", "open", "prize", "enemy"),
    "line": ("strength", "mixed", "change", "bribe", "stand", "pass", "tent"),
    "response": ("fight", "raise", "heroes", "surrender", "retreat", "gap", "value"),
}

cdef enum Decision:
    ACTING, PUTTING, LINING, RESPONDING


# -- actions

cdef void describe_action(const World* s, move_t move, uint64_t wanted, float* x) noexcept nogil:
    cdef int kind = move & 255
    cdef int a = (move >> 8) & 255
    cdef int b = (move >> 16) & 255
    cdef int own = s.faction[s.mover]
    if kind == END_TURN:
        x[0] = 1
    elif kind == HIRE:
        x[1], x[2] = 1, a + 1
        x[7] = s.top[a] < SUPPLY and (s.top[a] & 3) == own
    elif kind == CREATE:
        x[3 if a == TOOL else 4 if a == WEAPON else 6 if a >= TENT else 5] = 1
        x[7] = b == own + 1
    elif kind == BUILD_ROAD:
        x[8] = 1
    elif kind == BUILD_CITY:
        x[9], x[10] = 1, a
    elif kind == UPGRADE:
        x[11], x[10] = 1, a
    elif kind == HIRE_HERO:
        x[12] = 1
    elif TRAVEL <= kind <= RIDE:
        x[13] = 1
        x[14] = wanted >> b & 1
    elif kind == USE:
        x[16 if a == TENT or a == PAVILION else 15] = 1
    elif kind == DECAMP:
        x[16] = 1
    elif kind == DEPLOY:
        x[17] = 1
    elif kind == ATTACK or kind == ANNEX:
        x[18] = 1
    if kind <= HIRE_HERO:
        x[19] = move >> 24


cdef uint64_t wanted_squares(const Rules* r, const World* s) noexcept nogil:
    """Where a hero finds something to attack."""
    cdef uint64_t found = prizes(r, s, s.mover)
    cdef int i
    if not r.volcano:
        return found | (bit(r.ruins) if can_attack(r, s, s.mover, r.ruins) else 0)
    for i in range(FACTIONS):
        if can_attack(r, s, s.mover, r.sanctuary[i]):
            found |= bit(r.sanctuary[i])
    return found


# -- terrain cards

cdef void describe_put(const Rules* r, const World* s, move_t move, float* x) noexcept nogil:
    """How many roads the card joins and leaves open, and whose cities it leads to."""
    cdef uint64_t here = bit((move >> 8) & 255)
    cdef int exits = (move >> 16) & 255
    cdef uint64_t there
    cdef int d, square
    for d in range(4):
        if not exits >> d & 1:
            continue
        there = facing(here, d ^ 2) & r.exist
        if not there & s.built:
            x[1] += there != 0
            continue
        x[0] += 1
        square = ctzll(there)
        if s.shape[square] < CITY_SHAPES:
            x[2] += s.owner[square] >= SEATS
            x[3] += s.owner[square] < SEATS and s.owner[square] != s.mover


# -- battles

cdef void describe_line(const Rules* r, const World* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
    cdef int a = (move >> 8) & 255
    cdef int side = side_of(s)
    if kind == LINE:
        x[0] = r.strength[side][a]
        x[1] = has_faction(a) and (a & 3) != s.faction[s.mover] and s.heroes[side] and not s.mixed[side]
    elif kind == USE:
        x[2] = 1
    elif kind == DECAMP:
        x[6] = 1
    elif kind == BRIBE:
        x[3] = 1
    else:
        x[4 if kind == STAND else 5] = 1


cdef void describe_response(const Rules* r, const World* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move & 255
    x[0] = kind == FIGHT
    if kind == FIGHT:
        x[1] = (move >> 8) & 255
        x[2] = (move >> 16) & 255
        x[5] = total(r, s, ATTACKER) - total(r, s, DEFENDER)
        x[6] = s.level[s.target] if s.aim == A_PLACE else 0
    x[3] = kind == SURRENDER
    x[4] = kind == RETREAT


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """The traits of each move; the kind of decision, or UNWEIGHED where weights are fixed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const World* s = <const World*>state
    cdef uint64_t wanted
    cdef int i
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    if s.phase == ACTION_PHASE:
        wanted = wanted_squares(r, s)
        for i in range(moves.n):
            describe_action(s, moves.move[i], wanted, x + i * MOST_TRAITS)
        return ACTING
    if s.phase == PUT_PHASE:
        for i in range(moves.n):
            describe_put(r, s, moves.move[i], x + i * MOST_TRAITS)
        return PUTTING
    if s.phase == LINE_PHASE:
        for i in range(moves.n):
            describe_line(r, s, moves.move[i], x + i * MOST_TRAITS)
        return LINING
    if s.phase == RESPONSE_PHASE:
        for i in range(moves.n):
            describe_response(r, s, moves.move[i], x + i * MOST_TRAITS)
        return RESPONDING
    return UNWEIGHED


cdef float fixed(const void* rules, const void* state, const MoveList* moves, int i) noexcept nogil:
    """All other decisions: cohorts first, higher ranks upgraded, supplies suspended or tools doubled last."""
    cdef move_t move = moves.move[i]
    cdef int kind = move & 255
    cdef int a = (move >> 8) & 255
    if kind == COHORT:
        return 30
    if kind == MULLIGAN:
        return <float>0.1
    if kind == ENTITLE:
        return 1 + (a >> 2)
    if kind == SUSPEND:
        return 4 if a < 4 else 1
    if kind == STANDS_FOR:
        return 5 if a == LORD else 1
    return 1


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    weigh_by(&(<const Rules*>rules).weights, describe_moves, fixed, rules, state, moves, out)
