"""Dice, draws and lots: what can happen at a chance node (RULES.md 12)."""
from libc.stdint cimport uint8_t

from battlewise.core.dice cimport list_pool, roll_pool, showing
from battlewise.core.game cimport MoveList, Outcomes, move_t
from battlewise.core.games.battlelore.board cimport popcount
from battlewise.core.games.battlelore.combat cimport dice_of
from battlewise.core.games.battlelore.lore cimport roller
from battlewise.core.games.battlelore.muster cimport deals_lore, next_dealt
from battlewise.core.games.battlelore.scenario cimport legal_in_building
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.games.battlelore.turn cimport play
from battlewise.core.rng cimport Rng, below


cdef int stream(const void* rules, const void* state) noexcept nogil:
    """0: the deck; 1, 2: a seat's dice; 3, 4: its lore deck; 5, 6: its scenario cards; 7: the lot."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    if s.phase == ROLL_PHASE:
        return 1 + side_of(s, roller(s))
    if s.phase == SONG_PHASE:
        return 1 + active(s)
    if s.phase == LORE_DRAW_PHASE:
        return 3 + active(s)
    if s.phase == OFFER_PHASE:
        return 5 if popcount(s.offered[0]) < 3 else 6
    if s.phase == INITIATIVE_PHASE:
        return 7
    if s.phase == SETUP_PHASE and deals_lore(r, s):
        return 3 + next_dealt(r, s)
    return 0


cdef inline int dice_now(const Rules* r, const Battle* s) noexcept nogil:
    """How many dice this chance node rolls."""
    cdef int n, face
    if s.phase == SONG_PHASE:
        return SONG_DICE
    n = dice_of(r, s)
    for face in range(6):
        n -= showing(s.dice, face)
    return min(n, DICE_AT_ONCE)


cdef inline bint of_lore(const Rules* r, const Battle* s) noexcept nogil:
    """Whether a card is drawn from a lore deck."""
    return s.phase == LORE_DRAW_PHASE or (s.phase == SETUP_PHASE and deals_lore(r, s))


cdef void outcomes(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef MoveList dealt
    cdef int card, seat
    if s.phase == ROLL_PHASE or s.phase == SONG_PHASE:
        list_pool(dice_now(r, s), ROLL, out)
        return
    out.n = 0
    if s.phase == OFFER_PHASE or s.phase == INITIATIVE_PHASE:
        dealt.n = 0
        legal_in_building(r, s, &dealt)
        for card in range(dealt.n):
            out.move[card] = dealt.move[card]
            out.p[card] = 1.0 / dealt.n
        out.n = dealt.n
        return
    if of_lore(r, s):
        seat = next_dealt(r, s) if s.phase == SETUP_PHASE else active(s)
        list_cards(s.lore_deck[seat], s.lore_deck_size[seat], LORE_CARDS, DRAW_LORE | <move_t>seat << 16, out)
    else:
        list_cards(s.deck, s.deck_size, CARDS, DRAW, out)


cdef void list_cards(const uint8_t* deck, int size, int kinds, move_t move, Outcomes* out) noexcept nogil:
    cdef int card
    for card in range(kinds):
        if deck[card]:
            out.move[out.n] = move | <move_t>(card + 1) << 8
            out.p[out.n] = <double>deck[card] / size
            out.n += 1


cdef inline int drawn(const uint8_t* deck, int size, Rng* rng) noexcept nogil:
    """A random card of a deck that is not empty."""
    cdef int k = below(rng, size)
    cdef int card = 0
    while k >= deck[card]:
        k -= deck[card]
        card += 1
    return card


cdef move_t roll(const void* rules, void* state, Rng* rng) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Battle* s = <Battle*>state
    cdef MoveList dealt
    cdef move_t outcome
    cdef int seat
    if s.phase == ROLL_PHASE or s.phase == SONG_PHASE:
        outcome = ROLL | roll_pool(rng, dice_now(r, s)) << 8
    elif s.phase == OFFER_PHASE or s.phase == INITIATIVE_PHASE:
        dealt.n = 0
        legal_in_building(r, s, &dealt)
        outcome = dealt.move[below(rng, dealt.n)]
    elif of_lore(r, s):
        seat = next_dealt(r, s) if s.phase == SETUP_PHASE else active(s)
        outcome = DRAW_LORE | <move_t>seat << 16 | <move_t>(
            drawn(s.lore_deck[seat], s.lore_deck_size[seat], rng) + 1) << 8
    else:
        outcome = DRAW | <move_t>(drawn(s.deck, s.deck_size, rng) + 1) << 8
    play(rules, state, outcome)
    return outcome
