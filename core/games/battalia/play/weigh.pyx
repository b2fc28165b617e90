"""Prior weights of the legal moves: exp of a linear function of a few traits.

Each kind of decision has its own few traits (TRAITS) and weights (weigh.toml); what is left has fixed
weights. Nothing here reads a hidden card: of hands only the mover's own.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, first_bit, take_bit
from battlewise.core.fitted cimport MOST_TRAITS, UNWEIGHED, weigh_by
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.games.battalia.play.estimate cimport FAR, plain_strength, prizes, wilds, worth
from battlewise.core.games.battalia.rules.battle cimport base_strength, total
from battlewise.core.games.battalia.rules.board cimport (
    beside, empty_squares, facing, reach_of, road_ends, step_from,
)
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, move_c

# By kind of decision, in the order of `Decision`.
TRAITS = {
    "action": (
        "end", "hire", "rank", "tool", "weapon", "changer", "tent_horse", "colour", "road", "city", "level",
        "upgrade", "hero", "move", "closer", "use", "ambush", "attack", "odds", "choose",
    ),
    "put": ("joined", "open", "prize", "enemy", "towards"),
    "line": ("strength", "mixed", "change", "bribe", "stand", "pass", "tent"),
    "response": ("fight", "raise", "heroes", "surrender", "retreat", "gap", "value", "tent"),
}

cdef enum Decision:
    ACTING, PUTTING, LINING, RESPONDING


# -- actions

# What a player's moves are measured by: how far each square is from what the heroes want.
cdef struct Outlook:
    uint8_t distance[SQUARES]
    int strength                 # that an attack has now


cdef inline void mark(uint64_t squares, int d, uint8_t* distance) noexcept nogil:
    while squares:
        distance[take_bit(&squares)] = d


cdef void look_out(const Rules* r, const World* s, Outlook* out) noexcept nogil:
    """Follow the roads backwards from cities of others, ruins and the volcano."""
    cdef uint64_t before = 0
    cdef uint64_t near
    cdef int d = 0
    memset(out.distance, FAR, SQUARES)
    out.strength = plain_strength(r, s, s.mover)
    near = prizes(r, s, s.mover) | wilds(r, s, s.mover)
    while near != before and d < FAR:
        mark(near & ~before, d, out.distance)
        before = near
        near |= step_from(r, s, s.mover, near)
        d += 1


cdef void describe_action(const Rules* r, const World* s, move_t move, const Outlook* outlook,
                          float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
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
        x[14] = <int>outlook.distance[s.hero[s.mover][a]] - <int>outlook.distance[b]
    elif kind == USE or kind == DECAMP:
        x[15] = 1
    elif kind == DEPLOY:
        x[16] = 1
    elif kind == ATTACK:
        x[17] = 1
        x[10] = worth(r, s, a) if b == A_PLACE else 0
        x[18] = max(-2.0, min(2.0, (outlook.strength + move_c(move)
                                    - base_strength(r, s, s.mover, a, b)) / 4.0))
    elif kind == ANNEX:
        x[17], x[18] = 1, 2
    if kind <= HIRE_HERO:
        x[19] = move_c(move)


# -- terrain cards

cdef void describe_put(const Rules* r, const World* s, move_t move, const uint8_t* gap,
                       float* x) noexcept nogil:
    """How many roads the card joins and leaves open, whose cities it leads to, how near its roads come."""
    cdef uint64_t here = bit(move_a(move))
    cdef int exits = move_b(move)
    cdef uint64_t there
    cdef int d, square
    for d in range(4):
        if not exits >> d & 1:
            continue
        there = facing(here, d ^ 2) & r.exist
        if not there & s.built:
            x[1] += there != 0
            if there:
                x[4] = max(x[4], <float>(FAR - gap[first_bit(there)]))
            continue
        x[0] += 1
        square = first_bit(there)
        if s.shape[square] < CITY_SHAPES:
            x[2] += s.owner[square] >= SEATS
            x[3] += s.owner[square] < SEATS and s.owner[square] != s.mover


cdef void look_for_gaps(const Rules* r, const World* s, uint8_t* gap) noexcept nogil:
    """How many empty squares lie between each one and what nobody owns and no road leads to."""
    cdef uint64_t empty = empty_squares(r, s)
    cdef uint64_t before = 0
    cdef uint64_t near = road_ends(r, s, wilds(r, s, s.mover) & ~reach_of(r, s, s.mover))
    cdef int d = 0
    memset(gap, FAR, SQUARES)
    while near != before and d < FAR:
        mark(near & ~before, d, gap)
        before = near
        near |= empty & beside(near)
        d += 1


# -- battles

cdef void describe_line(const Rules* r, const World* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
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
    cdef int kind = move_kind(move)
    x[0] = kind == FIGHT
    if kind == FIGHT:
        x[1] = move_a(move)
        x[2] = move_b(move)
        x[5] = total(r, s, ATTACKER) - total(r, s, DEFENDER)
        x[6] = s.level[s.target] if s.aim == A_PLACE else 0
    x[3] = kind == SURRENDER
    x[4] = kind == RETREAT
    x[7] = kind == DECAMP


cdef int describe_moves(const void* rules, const void* state, const MoveList* moves, float* x) noexcept nogil:
    """The traits of each move; the kind of decision, or UNWEIGHED where weights are fixed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const World* s = <const World*>state
    cdef Outlook outlook
    cdef uint8_t gap[SQUARES]
    cdef int i
    memset(x, 0, moves.n * MOST_TRAITS * sizeof(float))
    if s.phase == ACTION_PHASE:
        look_out(r, s, &outlook)
        for i in range(moves.n):
            describe_action(r, s, moves.move[i], &outlook, x + i * MOST_TRAITS)
        return ACTING
    if s.phase == PUT_PHASE:
        look_for_gaps(r, s, gap)
        for i in range(moves.n):
            describe_put(r, s, moves.move[i], gap, x + i * MOST_TRAITS)
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
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    if kind == COHORT:
        return 30
    if kind == MULLIGAN:
        return <float>0.3
    if kind == ENTITLE:
        return 1 + (a >> 2)
    if kind == SUSPEND:
        return 4 if a < 4 else 1
    if kind == STANDS_FOR:
        return 5 if a == LORD else 1
    return 1


cdef void weigh(const void* rules, const void* state, const MoveList* moves, float* out) noexcept nogil:
    weigh_by(&(<const Rules*>rules).weights, describe_moves, fixed, rules, state, moves, out)
