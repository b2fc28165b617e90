"""The die roll and the draws: what can happen at a chance node (RULES.md 9)."""
from battlewise.core.bits cimport take_wide
from battlewise.core.chance cimport append, game_draws, range_of
from battlewise.core.game cimport Outcomes, Source, move_t
from battlewise.core.games.battalla.state cimport *
from battlewise.core.moves cimport packed
from battlewise.core.rng cimport Rng, below


cdef int drawer(const Table* s) noexcept nogil:
    """The seat whose cards a chance node is about."""
    cdef int seat = active(s)
    if s.phase == LOOK_PHASE:
        return s.link[s.links - 1].seat
    if s.phase == LIFE_PHASE:
        return 1 - seat
    if s.phase == PENALTY_PHASE:
        return seat if s.penalty_size[seat] <= s.penalty_size[1 - seat] else 1 - seat
    return seat if s.draws[seat] else 1 - seat


cdef void source(const void* rules, const void* state, Source* out) noexcept nogil:
    cdef const Table* s = <const Table*>state
    if s.phase == ROLL_PHASE:
        range_of(out, WIN_ROLL, DIE_ROLL_STREAM, 2)
    else:
        game_draws(out, (PENALTY_STREAM_0 if s.phase == LIFE_PHASE else DECK_STREAM_0) + drawer(s),
                   list_cards, draw_card)


cdef inline move_t _outcome(const Table* s, int seat, int card) noexcept nogil:
    cdef int kind = SET_PENALTY if s.phase == PENALTY_PHASE else DRAW
    if s.phase == LOOK_PHASE:
        kind = LOOK
    elif s.phase == LIFE_PHASE:
        kind = TAKE_PENALTY
    return packed(kind, card + 1, seat, 0)


cdef void list_cards(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    """The cards of a penalty pile, the card that its owner knows to be on top, or those of the deck."""
    cdef const Table* s = <const Table*>state
    cdef int seat = drawer(s), kind, i
    cdef kinds_t kinds
    cdef double size
    if s.phase == LIFE_PHASE:
        size = s.penalty_size[seat]
        for i in range(s.penalty_size[seat]):
            if i and s.penalty[seat][i] == s.penalty[seat][i - 1]:
                out.p[out.n - 1] += 1 / size
            else:
                append(out, _outcome(s, seat, s.penalty[seat][i]), 1 / size)
        return
    if s.phase == DRAW_PHASE and s.top_size[seat]:
        append(out, _outcome(s, seat, s.top[seat][0]), 1)
        return
    kinds = kinds_of(&s.deck[seat])
    size = size_of(&s.deck[seat])
    while kinds:
        kind = take_wide(&kinds)
        append(out, _outcome(s, seat, kind), count_of(&s.deck[seat], kind) / size)


cdef move_t draw_card(const void* rules, const void* state, Rng* rng) noexcept nogil:
    """One of those that `list_cards` lists."""
    cdef const Table* s = <const Table*>state
    cdef int seat = drawer(s)
    if s.phase == LIFE_PHASE:
        return _outcome(s, seat, s.penalty[seat][below(rng, s.penalty_size[seat])])
    if s.phase == DRAW_PHASE and s.top_size[seat]:
        return _outcome(s, seat, s.top[seat][0])
    return _outcome(s, seat, nth(&s.deck[seat], below(rng, size_of(&s.deck[seat]))))
