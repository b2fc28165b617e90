"""Draws, lots and dice: what can happen at a chance node (RULES.md 5)."""
from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.bits cimport first_bit
from battlewise.core.chance cimport append, draw_of, game_draws, lot_of, range_of
from battlewise.core.game cimport Outcomes, Source, move_t
from battlewise.core.games.history.rules.encounter cimport calling, die_of
from battlewise.core.games.history.rules.restoration cimport empty_era, short_hand
from battlewise.core.games.history.rules.rewards cimport losing_seat, relic_source
from battlewise.core.games.history.rules.travel cimport drawer, sets_up
from battlewise.core.games.history.state cimport *
from battlewise.core.moves cimport packed
from battlewise.core.piles cimport pile_size, nth_in_pile
from battlewise.core.rng cimport Rng, below

STREAMS = (
    "lot", "gears", "warfare", "relics", "prowess", "era I", "era II", "era III", "era IV",
    *(f"deck {seat}" for seat in range(SEATS)), *(f"dice {seat}" for seat in range(SEATS)),
)

cdef enum Stream:
    LOT, GEARS, WARFARE_PILE, RELIC_DECK, PROWESS, ERA_DECK
    DECK = ERA_DECK + ERAS
    DICE = DECK + SEATS


cdef void source(const void* rules, const void* state, Source* out) noexcept nogil:
    """By phase, and in the set-up by what is next."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef int kind = FIRST, which = 0
    if s.phase == SETUP_PHASE:
        sets_up(r, s, &kind, &which)
        find_pile(r, s, kind, which, out)
    elif s.phase == INSERT_PHASE:
        find_pile(r, s, TILE, 0, out)
    elif s.phase == WARFARE_PHASE:
        find_pile(r, s, WARFARE, 0, out)
    elif s.phase == DRAW_PHASE:
        find_pile(r, s, DRAW, drawer(r, s), out)
    elif s.phase == HAND_PHASE:
        find_pile(r, s, DRAW, short_hand(r, s), out)
    elif s.phase == OPEN_PHASE:
        find_pile(r, s, OPEN, empty_era(r, s), out)
    elif s.phase == RELIC_PHASE:
        find_pile(r, s, DRAW_RELIC, 0, out)
    elif s.phase == REINFORCE_PHASE:
        find_reserve(r, s, out)
    else:
        game_draws(out, PROWESS if s.phase == PROWESS_PHASE else DICE + active(r, s), list_rolls, draw_roll)


cdef inline void find_pile(const Rules* r, const Journey* s, int kind, int which, Source* out) noexcept nogil:
    """The pile of an outcome's kind; `which`: the seat or era whose it is."""
    cdef uint64_t cards
    cdef const uint8_t* relics
    if kind == TILE:
        lot_of(out, kind, GEARS, s.tiles)
    elif kind == WARFARE:
        draw_of(out, kind, WARFARE_PILE, s.token_pile, r.kinds, pile_size(s.token_pile, r.kinds))
    elif kind == DRAW:
        lot_of(out, packed(kind, 1, which, 0), DECK + which, s.deck[which])
    elif kind == OPEN:
        cards = s.era_deck & r.of_era[which]
        lot_of(out, kind, ERA_DECK + which, cards & ~r.heroes if s.phase == SETUP_PHASE else cards)
    elif kind == DRAW_RELIC:
        relics = relic_source(r, s)
        draw_of(out, kind, RELIC_DECK, relics, ERAS, pile_size(relics, ERAS))
    else:
        range_of(out, FIRST, LOT, r.seats)


cdef inline void find_reserve(const Rules* r, const Journey* s, Source* out) noexcept nogil:
    """The cards that a reinforcement comes from: a player's deck, or an era's."""
    cdef uint64_t cards = 0
    cdef int icon = 0
    cdef int seat = seat_of(r, s, calling(r, s, &cards, &icon))
    lot_of(out, REINFORCE, DECK + seat if seat != BOARD else ERA_DECK + r.unit[first_bit(cards)].era, cards)


cdef inline move_t looked_at(int a, int b, int seat) noexcept nogil:
    """The outcome that a winner looks at two prowess tokens; 0 stands for unseen ones."""
    return packed(LOOK, a + 1, b, seat)


cdef void list_rolls(const void* rules, const void* state, Outcomes* out) noexcept nogil:
    """Dice, and the two prowess tokens that a winner looks at."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    if s.phase == PROWESS_PHASE:
        list_looks(r, s, out)
    else:
        list_dice(r, s, out)


cdef void list_dice(const Rules* r, const Journey* s, Outcomes* out) noexcept nogil:
    """Faces that are alike are one outcome: 4 x 6 of both dice, in place of 36."""
    cdef const Die* strong = &r.die[0]
    cdef const Die* risky = &r.die[1]
    cdef int i, k
    if s.phase == REROLL_PHASE:
        risky = &r.die[die_of(s, s.roller)]
        for i in range(risky.faces):
            append(out, packed(REROLLED, i, die_of(s, s.roller), 0), risky.weight[i] / 6.0)
        return
    for i in range(strong.faces):
        for k in range(risky.faces):
            append(out, packed(ROLL, i, k, 0), strong.weight[i] * risky.weight[k] / 36.0)


cdef void list_looks(const Rules* r, const Journey* s, Outcomes* out) noexcept nogil:
    cdef pouch_t pouch = s.home[losing_seat(r, s)]
    cdef int n = pouch_size(pouch)
    cdef int winner = seat_of(r, s, s.winner)
    cdef int a, b, ways
    for a in range(VALUES):
        for b in range(a, VALUES):
            ways = tokens_in(pouch, a) * (tokens_in(pouch, b) - 1 if a == b else 2 * tokens_in(pouch, b))
            if ways > 0:
                append(out, looked_at(a, b, winner), <double>ways / (n * (n - 1)))


cdef move_t draw_roll(const void* rules, const void* state, Rng* rng) noexcept nogil:
    """One of those that `list_rolls` lists."""
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef pouch_t pouch
    cdef int i, k
    if s.phase == DICE_PHASE:
        i = thrown(&r.die[0], rng)
        return packed(ROLL, i, thrown(&r.die[1], rng), 0)
    if s.phase == REROLL_PHASE:
        k = die_of(s, s.roller)
        return packed(REROLLED, thrown(&r.die[k], rng), k, 0)
    pouch = s.home[losing_seat(r, s)]
    i = random_token(pouch, rng)
    k = random_token(pouch - a_token(i), rng)
    return looked_at(min(i, k), max(i, k), seat_of(r, s, s.winner))


cdef inline int thrown(const Die* die, Rng* rng) noexcept nogil:
    return nth_in_pile(die.weight, die.faces, below(rng, 6))
