"""The position as numbers (core/observation): what the state keeps, in its order."""
from libc.stdint cimport int64_t

from battlewise.core.bits cimport count_bits
from battlewise.core.games.history.state cimport *

from battlewise.core.observation import bits, digits, numbers, one_hot, seat_numbers

cdef enum:
    MOST_POINTS = 15             # of a pouch's tokens of one value
    MOST_HONOUR = 40
    MOST_CALLS = 3 * SLOTS


# -- what everybody knows of what is hidden

cdef int64_t owned(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The cards of a hand and its deck together."""
    cdef const Journey* s = <const Journey*>state
    return s.hand[seat] | s.deck[seat]


cdef int64_t hand_size(const void* r, const void* state, int seat, int i) noexcept nogil:
    return count_bits((<const Journey*>state).hand[seat])


cdef int64_t won_size(const void* r, const void* state, int seat, int owner) noexcept nogil:
    return pouch_size((<const Journey*>state).won[seat][owner])


cdef int64_t won(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The tokens of each owner and value that a seat has won."""
    return tokens_in((<const Journey*>state).won[seat][i / VALUES], i % VALUES)


# -- what is kept otherwise than it is observed

cdef int64_t attacker_place(const void* r, const void* state, int seat, int i) noexcept nogil:
    """How far a unit stands before the back of the board, 0 if there is none."""
    return SLOTS - i if i < (<const Journey*>state).size[ATTACKER] else 0


cdef int64_t defender_place(const void* r, const void* state, int seat, int i) noexcept nogil:
    return SLOTS - i if i < (<const Journey*>state).size[DEFENDER] else 0


# -- who knows what

cdef bint winner_knows(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return viewer == seat or (<const Journey*>state).phase == OVER_PHASE


cdef bint at_the_end(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return (<const Journey*>state).phase == OVER_PHASE


cdef bint mover_knows(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return viewer == (<const Journey*>state).mover


cdef bint looker_knows(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return viewer == (<const Journey*>state).looker[seat]


cdef list rows(const Rules* r):
    """The rows for these options."""
    cdef Journey* s = NULL
    cdef int seats = r.seats
    cdef int most_tokens = max(r.token[i].count for i in range(r.kinds))
    card = {"bytes": 8, "elements": r.units}
    heroes = [i for i in range(r.units) if r.heroes >> i & 1]
    hero = [heroes.index(i) if i in heroes else None for i in range(r.units)]
    in_line = {"count": SLOTS, "place": [list(range(r.units))], "places": r.units}
    token_count = {"bytes": 1, "high": most_tokens, "count": r.kinds}
    relic_count = {"bytes": 1, "high": r.relics, "count": ERAS}
    won_places = [[(i // VALUES + seats - seat) % seats * VALUES + i % VALUES for i in range(seats * VALUES)]
                  for seat in range(seats)]
    return [
        one_hot("phase", <size_t>&s.phase, 1, PHASES),
        numbers("turn", <size_t>&s.turn, 2, r.turns),
        seat_numbers("first", <size_t>&s.first, 1),
        numbers("draws", <size_t>&s.draws, 1, 4),
        one_hot("after", <size_t>&s.after, 1, PHASES),
        # the gears
        bits("gears.pile", <size_t>&s.tiles, 4, r.tiles),
        one_hot("gears.pending", <size_t>&s.pending_tile, 1, r.tiles),
        one_hot("gears.active", <size_t>&s.active_tile, 1, r.tiles),
        one_hot("gears.wheel", <size_t>&s.wheel, 1, 4),
        numbers("gears.inserted", <size_t>&s.inserted, 1, 3),
        bits("gears.done", <size_t>&s.acted, 1, 2),
        # the main board
        bits("board.open", <size_t>&s.open, **card),
        bits("board.deck", <size_t>&s.era_deck, **card),
        bits("board.discard", <size_t>&s.era_discard, **card),
        one_hot("warfare.open", <size_t>&s.open_token, 1, r.kinds, count=SPACES),
        numbers("warfare.pile", <size_t>&s.token_pile, **token_count),
        numbers("warfare.discard", <size_t>&s.token_discard, **token_count),
        numbers("relics.deck", <size_t>&s.relic_deck, **relic_count),
        numbers("relics.discard", <size_t>&s.relic_discard, **relic_count),
        numbers("offered", <size_t>&s.offered, **relic_count),
        # the players
        bits("hand", <size_t>&s.hand, seats=8, seen_by="seat", **card),
        bits("known", <size_t>&s.known, seats=8, **card),
        bits("hand_and_deck", 0, seats=8, read=<size_t>&owned, **card),
        numbers("hand_size", 0, 1, r.units, unit=HAND, seats=1, read=<size_t>&hand_size),
        bits("discard", <size_t>&s.discard, seats=8, **card),
        bits("spent", <size_t>&s.spent, seats=8, place=[hero], places=len(heroes), **card),
        one_hot("era", <size_t>&s.era, 1, ERAS, seats=1),
        numbers("tokens", <size_t>&s.held, seats=KINDS, **token_count),
        numbers("relics", <size_t>&s.relics, seats=ERAS, **relic_count),
        numbers("honour", <size_t>&s.honour, 1, MOST_HONOUR, unit=10, seats=1),
        digits("home", <size_t>&s.home, 2, VALUES, 4, MOST_POINTS, unit=2, seats=2, seen_by="nobody",
               knows=<size_t>&at_the_end),
        numbers("won_size", 0, 1, 8, seats=1, count=seats, of_seats=True, read=<size_t>&won_size),
        numbers("won", 0, 1, MOST_POINTS, unit=2, seats=1, count=seats * VALUES, read=<size_t>&won,
                place=won_places, seen_by="seat", knows=<size_t>&winner_knows),
        digits("looked", <size_t>&s.looked, 2, VALUES, 4, 2, seen_by="nobody", knows=<size_t>&mover_knows),
        seat_numbers("looker", <size_t>&s.looker, 1, seats=1),
        one_hot("returned", <size_t>&s.returned, 1, VALUES, seats=1, seen_by="nobody",
                knows=<size_t>&looker_knows),
        # the battle
        seat_numbers("defender", <size_t>&s.defender, 1, extra=BOARD, more=1),
        one_hot("winner", <size_t>&s.winner, 1, NOBODY + 1),
        numbers("deployed", <size_t>&s.deployed, 1, SLOTS),
        numbers("size", <size_t>&s.size, 1, SLOTS, count=2),
        numbers("attackers", 0, 1, SLOTS, where=<size_t>&s.line[ATTACKER], read=<size_t>&attacker_place,
                **in_line),
        numbers("defenders", 0, 1, SLOTS, where=<size_t>&s.line[DEFENDER], read=<size_t>&defender_place,
                **in_line),
        one_hot("attackers.token", <size_t>&s.armed[ATTACKER], 1, r.kinds, low=1, count=SLOTS),
        one_hot("defenders.token", <size_t>&s.armed[DEFENDER], 1, r.kinds, low=1, count=SHIELD),
        bits("links", <size_t>&s.links, 1, 16, count=2),
        numbers("calls", <size_t>&s.calls, 1, MOST_CALLS, unit=3, count=2),
        one_hot("dice", <size_t>&s.die, 1, 6, count=2),
        numbers("rerolls", <size_t>&s.rerolls, 1, SLOTS, count=2),
        one_hot("roller", <size_t>&s.roller, 1, 2),
    ]
