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

from battlewise.core.vocabulary import by_number

# By kind of decision.
TRAITS = dict(by_number({
    ACTING: ("action", by_number({
        ACT_END: "end", ACT_HIRE: "hire", ACT_RANK: "rank", ACT_TOOL: "tool", ACT_WEAPON: "weapon",
        ACT_CHANGER: "changer", ACT_TENT_HORSE: "tent_horse", ACT_COLOUR: "colour", ACT_ROAD: "road",
        ACT_CITY: "city", ACT_LEVEL: "level", ACT_UPGRADE: "upgrade", ACT_HERO: "hero", ACT_MOVE: "move",
        ACT_CLOSER: "closer", ACT_USE: "use", ACT_AMBUSH: "ambush", ACT_ATTACK: "attack", ACT_ODDS: "odds",
        ACT_CHOOSE: "choose",
    })),
    PUTTING: ("put", by_number({
        PUT_JOINED: "joined", PUT_OPEN: "open", PUT_PRIZE: "prize", PUT_ENEMY: "enemy",
        PUT_TOWARDS: "towards",
    })),
    LINING: ("line", by_number({
        LINE_STRENGTH: "strength", LINE_MIXED: "mixed", LINE_CHANGE: "change", LINE_BRIBE: "bribe",
        LINE_STAND: "stand", LINE_PASS: "pass", LINE_TENT: "tent",
    })),
    RESPONDING: ("response", by_number({
        REPLY_FIGHT: "fight", REPLY_RAISE: "raise", REPLY_HEROES: "heroes", REPLY_SURRENDER: "surrender",
        REPLY_RETREAT: "retreat", REPLY_GAP: "gap", REPLY_VALUE: "value", REPLY_TENT: "tent",
    })),
}))


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
        x[ACT_END] = 1
    elif kind == HIRE:
        x[ACT_HIRE], x[ACT_RANK] = 1, a + 1
        x[ACT_COLOUR] = s.top[a] < SUPPLY and (s.top[a] & 3) == own
    elif kind == CREATE:
        x[ACT_TOOL if a == TOOL else ACT_WEAPON if a == WEAPON else ACT_TENT_HORSE if a >= TENT
          else ACT_CHANGER] = 1
        x[ACT_COLOUR] = b == own + 1
    elif kind == BUILD_ROAD:
        x[ACT_ROAD] = 1
    elif kind == BUILD_CITY:
        x[ACT_CITY], x[ACT_LEVEL] = 1, a
    elif kind == UPGRADE:
        x[ACT_UPGRADE], x[ACT_LEVEL] = 1, a
    elif kind == HIRE_HERO:
        x[ACT_HERO] = 1
    elif TRAVEL <= kind <= RIDE:
        x[ACT_MOVE] = 1
        x[ACT_CLOSER] = <int>outlook.distance[s.hero[s.mover][a % HEROES]] - <int>outlook.distance[b]
    elif kind == USE or kind == DECAMP:
        x[ACT_USE] = 1
    elif kind == DEPLOY:
        x[ACT_AMBUSH] = 1
    elif kind == ATTACK:
        x[ACT_ATTACK] = 1
        x[ACT_LEVEL] = worth(r, s, a) if b == A_PLACE else 0
        x[ACT_ODDS] = max(-2.0, min(2.0, (outlook.strength + move_c(move)
                                          - base_strength(r, s, s.mover, a, b)) / 4.0))
    elif kind == ANNEX:
        x[ACT_ATTACK], x[ACT_ODDS] = 1, 2
    if kind <= HIRE_HERO:
        x[ACT_CHOOSE] = move_c(move)


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
            x[PUT_OPEN] += there != 0
            if there:
                x[PUT_TOWARDS] = max(x[PUT_TOWARDS], <float>(FAR - gap[first_bit(there)]))
            continue
        x[PUT_JOINED] += 1
        square = first_bit(there)
        if s.shape[square] < CITY_SHAPES:
            x[PUT_PRIZE] += s.owner[square] >= SEATS
            x[PUT_ENEMY] += s.owner[square] < SEATS and s.owner[square] != s.mover


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
        x[LINE_STRENGTH] = r.strength[side][a]
        x[LINE_MIXED] = (has_faction(a) and (a & 3) != s.faction[s.mover] and s.heroes[side]
                         and not s.mixed[side])
    elif kind == USE:
        x[LINE_CHANGE] = 1
    elif kind == DECAMP:
        x[LINE_TENT] = 1
    elif kind == BRIBE:
        x[LINE_BRIBE] = 1
    else:
        x[LINE_STAND if kind == STAND else LINE_PASS] = 1


cdef void describe_response(const Rules* r, const World* s, move_t move, float* x) noexcept nogil:
    cdef int kind = move_kind(move)
    x[REPLY_FIGHT] = kind == FIGHT
    if kind == FIGHT:
        x[REPLY_RAISE] = move_a(move)
        x[REPLY_HEROES] = move_b(move)
        x[REPLY_GAP] = total(r, s, ATTACKER) - total(r, s, DEFENDER)
        x[REPLY_VALUE] = s.level[s.target] if s.aim == A_PLACE else 0
    x[REPLY_SURRENDER] = kind == SURRENDER
    x[REPLY_RETREAT] = kind == RETREAT
    x[REPLY_TENT] = kind == DECAMP


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
