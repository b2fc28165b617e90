"""Phase 3, restoration, and the end of the game (RULES.md 2.8 and 3)."""
from libc.stdint cimport uint64_t

from battlewise.core.bits cimport bit, count_bits
from battlewise.core.game cimport CHANCE, OVER
from battlewise.core.games.history.rules.travel cimport can_tighten_up, renew_tokens, start_turn
from battlewise.core.games.history.state cimport *


SOURCES = ("elites", "heroes", "relics", "prowess", "honour")


# -- 2.8 Phase 3: Restoration

cdef int empty_era(const Rules* r, const Journey* s) noexcept nogil:
    """An era with an empty space on the main board and cards to fill it; NONE if there is none."""
    cdef int era
    for era in range(ERAS):
        if count_bits(s.open & r.of_era[era]) < SPACES and (s.era_deck | s.era_discard) & r.of_era[era]:
            return era
    return NONE


cdef int short_hand(const Rules* r, const Journey* s) noexcept nogil:
    """Who has fought, has fewer than four cards in hand and can draw; NONE if nobody."""
    cdef int seat = active(r, s)
    cdef int _i
    for _i in range(2):
        if count_bits(s.hand[seat]) < HAND and s.deck[seat] | s.discard[seat]:
            return seat
        if not challenge(s):
            return NONE
        seat = s.defender
    return NONE


cdef void restore_table(const Rules* r, Journey* s) noexcept nogil:
    """Renew empty decks and go on to the next card that is to be drawn; then the turn ends, unless Tighten up
    can still better the hand.
    """
    cdef int which
    renew_tokens(r, s)
    for which in range(ERAS):
        if not s.era_deck & r.of_era[which]:
            s.era_deck |= s.era_discard & r.of_era[which]
            s.era_discard &= ~r.of_era[which]
    which = empty_era(r, s)
    if which != NONE:
        ask(s, OPEN_PHASE, CHANCE)
        return
    which = short_hand(r, s)
    if which != NONE:
        if not s.deck[which]:
            s.deck[which] = s.discard[which]
            s.discard[which] = 0
        ask(s, HAND_PHASE, CHANCE)
        return
    s.defender = NONE
    if can_tighten_up(r, s, active(r, s)) and s.turn + 1 < r.turns:
        ask(s, CLOSE_PHASE, active(r, s))
    else:
        end_turn(r, s)


cdef void open_card(const Rules* r, Journey* s, int card) noexcept nogil:
    s.era_deck &= ~bit(card)
    s.open |= bit(card)
    restore_table(r, s)


cdef void fill_hand(const Rules* r, Journey* s, int card) noexcept nogil:
    enter_hand(s, short_hand(r, s), bit(card))
    restore_table(r, s)


cdef void end_turn(const Rules* r, Journey* s) noexcept nogil:
    cdef int seat
    s.inserted = s.acted = 0
    s.turn += 1
    if s.turn < r.turns:
        start_turn(r, s)
        return
    ask(s, OVER_PHASE, OVER)
    for seat in range(r.seats):
        s.looker[seat] = s.returned[seat] = NONE


# -- 3 End of the game

cdef uint64_t fielded(const Rules* r, const Journey* s, int seat) noexcept nogil:
    """A player's cards in a battle that is not over."""
    cdef uint64_t cards = 0
    cdef int side, i
    for side in range(2):
        if s.size[side] and seat_of(r, s, side) == seat:
            for i in range(s.size[side]):
                cards |= bit(s.line[side][i])
    return cards


cdef uint64_t army(const Rules* r, const Journey* s, int seat) noexcept nogil:
    """All cards of a player: hand, deck, discard pile, units in battle, and heroes set aside."""
    return s.hand[seat] | s.deck[seat] | s.discard[seat] | s.spent[seat] | fielded(r, s, seat)


cdef void score(const Rules* r, const Journey* s, int seat, int* out) noexcept nogil:
    """Victory points by source, in the order of SOURCES; prowess tokens that others cannot see included."""
    cdef uint64_t recruits = army(r, s, seat) & r.board_cards
    cdef int i, value
    out[0] = count_bits(recruits & ~r.heroes)
    out[1] = 3 * count_bits(recruits & r.heroes)
    out[2] = out[3] = 0
    for i in range(ERAS):
        out[2] += r.worth[min(<int>s.relics[seat][i], <int>SETS)]
    for i in range(r.seats):
        if s.won[seat][i]:
            for value in range(VALUES):
                out[3] += tokens_in(s.won[seat][i], value) * r.prowess[value]
    out[4] = s.honour[seat] * r.honour_points


cdef int points(const Rules* r, const Journey* s, int seat) noexcept nogil:
    cdef int by_source[SCORES]
    score(r, s, seat, by_source)
    return by_source[0] + by_source[1] + by_source[2] + by_source[3] + by_source[4]


cdef void standings(const Rules* r, const Journey* s, int* rank) noexcept nogil:
    """Higher is better: points, then heroes, then relics."""
    cdef int seat
    for seat in range(r.seats):
        rank[seat] = (points(r, s, seat) << 16 | count_bits(army(r, s, seat) & r.heroes) << 8
                      | relics_of(s.relics[seat]))
