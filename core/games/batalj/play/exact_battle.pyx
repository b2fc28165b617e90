"""Exact values of battles (RULES.md 4.11): Sweden's chance to win with best play, where few pieces are left.

Every position that can follow is played out by the rules of the battlefield; values are remembered
(core/memo.pxd).
"""
from libc.math cimport exp
from libc.string cimport memcmp, memcpy, memset

from battlewise.core.bits cimport count_bits
from battlewise.core.game cimport MAX_MOVES, MoveList, move_t
from battlewise.core.games.batalj.rules.battlefield cimport (
    battle_on, choices, decide_in_battle, enemy_chooses, fire, legal_in_battle, strike, strikes,
)
from battlewise.core.games.batalj.state cimport *
from battlewise.core.memo cimport recall, remember
from battlewise.core.moves cimport move_kind, move_a, move_b
from battlewise.core.rng cimport mix

cdef enum:
    MOST_FIELDS = 5_000          # the limit of positions that may follow, for values inside a search
    ROOT_POSITIONS = 400         # the limit of positions of the search: more would overflow the memo
    FIELDS_A_POSITION = 250      # the limit of positions that may follow, for each position of the search
    FIELD_WORDS = 7              # they hold the fields from `soldiers` to `victory`

# The fields that change in a battle, kept to take a move back.
cdef struct Field:
    uint64_t word[FIELD_WORDS]
    uint16_t turn
    uint8_t phase, step, stage, round


cdef inline size_t _begins(const Realm* s) noexcept nogil:
    """The offset of the kept words in a state."""
    return <const char*>s.soldiers - <const char*>s


cdef inline void _keep(const Realm* s, Field* field) noexcept nogil:
    field.turn, field.phase, field.step, field.stage, field.round = s.turn, s.phase, s.step, s.stage, s.round
    memcpy(field.word, <const char*>s + _begins(s), sizeof(field.word))


cdef inline void _take_back(Realm* s, const Field* field) noexcept nogil:
    s.turn, s.phase, s.step, s.stage, s.round = field.turn, field.phase, field.step, field.stage, field.round
    memcpy(<char*>s + _begins(s), field.word, sizeof(field.word))


cdef inline uint64_t _key(const Realm* s) noexcept nogil:
    cdef uint64_t word[FIELD_WORDS]
    cdef uint64_t key = mix(BATTLE, s.phase | s.step << 8 | s.stage << 16 | <uint64_t>s.round << 24)
    cdef uint64_t other = 0
    cdef int i
    memcpy(word, <const char*>s + _begins(s), sizeof(word))
    for i in range(3):               # two chains, for speed
        key = mix(key, word[i])
        other = mix(other, word[i + 3])
    return mix(mix(key, word[6]), other)


# -- what happens

cdef inline uint64_t _lane(const Realm* s, int lane) noexcept nogil:
    """What stands in a lane, as a number."""
    cdef int army, far = lane + LANES
    cdef uint64_t found = (s.card >> lane & 9) | (s.done >> lane & 9) << 1
    for army in range(2):
        found = (found << 16 | s.soldiers[army][lane] << 11 | s.commanders[army][lane] << 8
                 | s.soldiers[army][far] << 3 | s.commanders[army][far])
    return found


cdef inline uint8_t _exchanged(uint8_t bits, int one, int other) noexcept nogil:
    cdef uint8_t differ = (bits >> one ^ bits >> other) & 1
    return bits ^ (differ << one | differ << other)


cdef void _swap(Realm* s, int one, int other) noexcept nogil:
    """Exchange what stands in two areas."""
    cdef int army
    s.card = _exchanged(s.card, one, other)
    s.done = _exchanged(s.done, one, other)
    for army in range(2):
        s.soldiers[army][one], s.soldiers[army][other] = s.soldiers[army][other], s.soldiers[army][one]
        s.commanders[army][one], s.commanders[army][other] = (
            s.commanders[army][other], s.commanders[army][one])


cdef void _sort_lanes(Realm* s) noexcept nogil:
    """Sort the lanes, because their order does not matter. Lanes where a Swedish commander can be attacked
    stay: when the leader decides about a retreat, the dice of the lanes further right are still to be thrown.
    That a commander may later stand in another lane is neglected: it changes values by less than 1e-4.
    """
    cdef int i, lane
    for i in range(LANES - 1):
        for lane in range(LANES - 1 - i):
            if s.commanders[SWEDEN][lane] or s.commanders[SWEDEN][lane + 1]:
                continue
            if _lane(s, lane) < _lane(s, lane + 1):
                _swap(s, lane, lane + 1)
                _swap(s, lane + LANES, lane + 1 + LANES)


cdef inline void _forget_the_idle(Realm* s) noexcept nogil:
    """Forget which areas have attacked if they could not attack again in the round anyway."""
    cdef int area
    for area in range(AREAS):
        if not strikes(s, SWEDEN, area):
            s.done &= ~(1 << area)


cdef inline void _go_on(const Rules* r, Realm* s) noexcept nogil:
    while s.phase == ROUND_BEGINS:
        battle_on(r, s)
    if s.phase == ATTACK_PHASE:
        _forget_the_idle(s)
    if s.phase <= ATTACK_PHASE or (s.phase == REDEPLOY_PHASE and not s.index):
        _sort_lanes(s)


cdef inline void _decide(const Rules* r, Realm* s, move_t move) noexcept nogil:
    decide_in_battle(r, s, move_kind(move), move_a(move), move_b(move))
    _go_on(r, s)


# -- values

cdef double _value(const Rules* r, Realm* s) noexcept nogil:
    """Sweden's chance to win. The state is the same afterwards."""
    cdef uint64_t key, bits
    cdef double value
    if s.phase == BATTLE_DONE:
        return s.victory == SWEDISH_VICTORY
    if s.phase == GUN_PHASE or s.phase == ATTACK_DIE_PHASE:
        return _thrown(r, s)
    key = _key(s)
    if recall(&r.memo, key, &bits):
        memcpy(&value, &bits, sizeof(value))
        return value
    value = _drawn_by_lot(r, s) if s.phase == AREA_PHASE else _decided(r, s)
    memcpy(&bits, &value, sizeof(value))
    remember(&r.memo, key, &bits)
    return value


cdef double _thrown(const Rules* r, Realm* s) noexcept nogil:
    """The value averaged over all dice. Neighbouring dice with the same result are worked out once."""
    cdef Field before, last, after
    cdef double total = 0, value = 0
    cdef int die
    memset(&last, 0, sizeof(last))
    memset(&after, 0, sizeof(after))
    _keep(s, &before)
    for die in range(1, 7):
        if before.phase == GUN_PHASE:
            fire(r, s, die)
        else:
            strike(r, s, die)
        _go_on(r, s)
        _keep(s, &after)
        if die == 1 or memcmp(&after, &last, sizeof(Field)):
            value = _value(r, s)
            last = after
        total += value
        _take_back(s, &before)
    return total / 6


cdef double _drawn_by_lot(const Rules* r, Realm* s) noexcept nogil:
    cdef Field before
    cdef double total = 0
    cdef int area, among = choices(r, s)
    _keep(s, &before)
    for area in range(RESERVE):
        if among >> area & 1:
            enemy_chooses(r, s, area)
            _go_on(r, s)
            total += _value(r, s)
            _take_back(s, &before)
    return total / count_bits(among)


cdef double _decided(const Rules* r, Realm* s) noexcept nogil:
    cdef Field before
    cdef MoveList moves
    cdef double best = -1
    cdef int i
    moves.n = 0
    legal_in_battle(s, &moves)
    _keep(s, &before)
    for i in range(moves.n):
        _decide(r, s, moves.move[i])
        best = max(best, _value(r, s))
        _take_back(s, &before)
    return best


# -- what others call

cdef inline int _rounds_left(const Rules* r, const Realm* s) noexcept nogil:
    """How many rounds can still begin."""
    return min(BATTLE_ROUNDS - s.round, r.turn_limit - 1 - s.turn)


cdef bint _few(const Rules* r, const Realm* s, int most) noexcept nogil:
    """Whether about `most` positions or fewer can follow. The estimate is fitted to 200 random endgames and
    is wrong by a factor of 2, seldom 3.
    """
    cdef double size = 0.83
    cdef int area
    if s.stage < SWEDISH_GUNS or s.stage > ENEMY_COMMAND:
        return False
    for area in range(AREAS):
        size += 0.80 * s.soldiers[SWEDEN][area] + 0.72 * s.soldiers[ENEMY][area]
        size += 0.65 * s.commanders[SWEDEN][area] + 0.34 * s.commanders[ENEMY][area]
    size += 0.90 * (count_bits(s.card) + s.spare) + 0.23 * (s.guns[0] + s.guns[1] + s.guns[2] + s.enemy_guns)
    return size < 20 and exp(size) * (_rounds_left(r, s) + 0.6) <= most


cdef void _begin(const Rules* r, const Realm* s, Realm* copy) noexcept nogil:
    """Make a copy to work on; its round and turn depend only on the number of rounds left."""
    copy[0] = s[0]
    copy.turn = r.turn_limit - 1 - _rounds_left(r, s)
    copy.round = BATTLE_ROUNDS - _rounds_left(r, s)


cdef bint battle_value(const Rules* r, const Realm* s, double* out) noexcept nogil:
    """Sweden's exact chance to win a battle; False where it is not worked out."""
    cdef Realm copy
    if not _few(r, s, MOST_FIELDS):
        return False
    _begin(r, s, &copy)
    _go_on(r, &copy)
    out[0] = _value(r, &copy)
    return True


cdef bint battle_move_values(const Rules* r, const Realm* s, const MoveList* moves,
                             double* out) noexcept nogil:
    """Sweden's exact chance to win after each of the leader's moves; False where it is not worked out."""
    return _move_values(r, s, moves, MOST_FIELDS, out)


cdef bint _move_values(const Rules* r, const Realm* s, const MoveList* moves, int most,
                       double* out) noexcept nogil:
    cdef Realm copy
    cdef Field before
    cdef int i
    if not _few(r, s, most):
        return False
    _begin(r, s, &copy)
    _keep(&copy, &before)
    for i in range(moves.n):
        _decide(r, &copy, moves.move[i])
        out[i] = _value(r, &copy)
        _take_back(&copy, &before)
    return True


cdef int best_in_battle(const void* rules, const void* state, const MoveList* moves,
                        int positions) noexcept nogil:
    """The index of the best of the leader's moves; -1 where more than `positions` positions are needed."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Realm* s = <const Realm*>state
    cdef double value[MAX_MOVES]
    cdef int i, best = 0
    if not _move_values(r, s, moves, min(positions, <int>ROOT_POSITIONS) * FIELDS_A_POSITION, value):
        return -1
    for i in range(1, moves.n):
        if value[i] > value[best]:
            best = i
    return best
