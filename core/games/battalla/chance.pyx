"""The die roll and the draws: what can happen at a chance node (RULES.md 9)."""
from battlewise.core.game cimport Outcomes, move_t
from battlewise.core.games.battalla.state cimport *
from battlewise.core.games.battalla.turn cimport play
from battlewise.core.rng cimport Rng, below


cdef int drawer(const Table* s) noexcept nogil:
    """Whose cards a chance node is about."""
    cdef int seat = active(s)
    if s.phase == LOOK_PHASE:
        return s.link[s.links - 1].seat
    if s.phase == LIFE_PHASE:
        return 1 - seat
    if s.phase == PENALTY_PHASE:
        return seat if s.penalty_size[seat] <= s.penalty_size[1 - seat] else 1 - seat
    return seat if s.draws[seat] else 1 - seat


cdef int stream(const void* rules, const void* state) noexcept nogil:
    """0: the die roll; 1, 2: a seat's deck; 3, 4: its penalty pile."""
    cdef const Table* s = <const Table*>state
    if s.phase == ROLL_PHASE:
        return 0
    return (3 if s.phase == LIFE_PHASE else 1) + drawer(s)


cdef inline int _kind(const Table* s) noexcept nogil:
    if s.phase == LOOK_PHASE:
        return LOOK
    if s.phase == LIFE_PHASE:
        return TAKE_PENALTY
    return SET_PENALTY if s.phase == PENALTY_PHASE else DRAW


cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    cdef const Table* s = <const Table*>state
    cdef int seat, kind, i
    cdef kinds_t kinds
    cdef double size
    out.n = 0
    if s.phase == ROLL_PHASE:
        for seat in range(2):
            _add(out, packed(WIN_ROLL, 0, seat), 0.5)
        return
    seat = drawer(s)
    if s.phase == LIFE_PHASE:
        size = s.penalty_size[seat]
        for i in range(s.penalty_size[seat]):
            if i and s.penalty[seat][i] == s.penalty[seat][i - 1]:
                out.p[out.n - 1] += 1 / size
            else:
                _add(out, packed(TAKE_PENALTY, s.penalty[seat][i] + 1, seat), 1 / size)
        return
    if s.phase == DRAW_PHASE and s.top_size[seat]:
        _add(out, packed(DRAW, s.top[seat][0] + 1, seat), 1)
        return
    kinds = kinds_of(&s.deck[seat])
    size = size_of(&s.deck[seat])
    while kinds:
        kind = next_kind(&kinds)
        _add(out, packed(_kind(s), kind + 1, seat), count_of(&s.deck[seat], kind) / size)


cdef inline void _add(Outcomes* out, move_t move, double p) noexcept nogil:
    out.move[out.n] = move
    out.p[out.n] = p
    out.n += 1


cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil:
    cdef Table* s = <Table*>state
    cdef move_t outcome
    cdef int seat
    if s.phase == ROLL_PHASE:
        outcome = packed(WIN_ROLL, 0, below(rng, 2))
    else:
        seat = drawer(s)
        if s.phase == LIFE_PHASE:
            outcome = packed(TAKE_PENALTY, s.penalty[seat][below(rng, s.penalty_size[seat])] + 1, seat)
        elif s.phase == DRAW_PHASE and s.top_size[seat]:
            outcome = packed(DRAW, s.top[seat][0] + 1, seat)
        else:
            outcome = packed(_kind(s), nth(&s.deck[seat], below(rng, size_of(&s.deck[seat]))) + 1, seat)
    play(rules, state, outcome)
    return outcome
