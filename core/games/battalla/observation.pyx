"""The position as numbers (core/observation). The observer's own rows come first: for seat 1 the rows turn.

The table of kinds is that of all cards, whatever the decks are, so that what is learned with some decks can
be used with others.
"""
from libc.stdint cimport int64_t

from battlewise.core.bits cimport take_bit32
from battlewise.core.games.battalla.rules.field cimport atk_of, hp_of
from battlewise.core.games.battalla.state cimport *

from battlewise.core.observation import bits, counts, numbers, one_hot, piles, seat_numbers

cdef enum:
    FLAG_BITS = 7
    VERBS = HIT_HARDER + 1
    MOST_STEPS = 255             # cards discarded; a square
    SETS = 128                   # elements of one binary digit of a pile


# -- what is kept otherwise than it is observed

cdef int64_t winner(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The seat that has won, 2 for a tie."""
    return (<const Table*>state).result - 1


cdef void cards_at(const void* r, const void* state, int seat, uint8_t* out) noexcept nogil:
    """The kinds, plus one, of a seat's cards by square."""
    cdef const Table* s = <const Table*>state
    cdef uint32_t squares = s.cards[seat]
    cdef int square
    while squares:
        square = take_bit32(&squares)
        out[square] = s.at[square].card


cdef void atk_at(const void* r, const void* state, int seat, uint8_t* out) noexcept nogil:
    cdef const Table* s = <const Table*>state
    cdef uint32_t squares = s.cards[seat]
    cdef int square
    while squares:
        square = take_bit32(&squares)
        out[square] = min(atk_of(<const Rules*>r, s, square), <int>MOST_COUNTED)


cdef void hp_at(const void* r, const void* state, int seat, uint8_t* out) noexcept nogil:
    """The health that is left."""
    cdef const Table* s = <const Table*>state
    cdef uint32_t squares = s.cards[seat]
    cdef int square
    while squares:
        square = take_bit32(&squares)
        out[square] = max(0, min(hp_of(<const Rules*>r, s, square) - s.at[square].damage, <int>MOST_COUNTED))


cdef int64_t flagged(const void* r, const void* state, int seat, int flag) noexcept nogil:
    """The squares of the cards with a flag."""
    cdef const Table* s = <const Table*>state
    cdef uint32_t squares = taken(s)
    cdef uint32_t found = 0
    cdef int square
    while squares:
        square = take_bit32(&squares)
        found |= <uint32_t>(s.at[square].flags >> flag & 1) << square
    return found


cdef int64_t penalty(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return s.penalty[seat][i] if i < s.penalty_size[seat] else NONE


cdef int64_t top(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return s.top[seat][i] if i < s.top_size[seat] else NONE


cdef int64_t next_card(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The top card of a deck and one, 0 if nobody knows it."""
    cdef const Table* s = <const Table*>state
    return s.top[seat][0] + 1 if s.top_size[seat] else 0


cdef inline const Link* last_link(const Table* s) noexcept nogil:
    """The effect that is resolved next."""
    return &s.link[s.links - 1]


cdef int64_t effect_number(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return last_link(s).effect + 1 if s.links else 0


cdef int64_t effect_verb(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return (<const Rules*>r).effect[last_link(s).effect].verb if s.links else NONE


cdef int64_t effect_seat(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return last_link(s).seat if s.links else NONE


cdef int64_t effect_step(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return last_link(s).step if s.links else 0


cdef int64_t source_square(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return last_link(s).source if s.links else NONE


cdef int64_t subject_square(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return last_link(s).subject if s.links else NONE


# -- who knows what

cdef bint has_searched(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return viewer == seat and (<const Table*>state).searched[seat]


cdef object _numbered(const Rules* r, int types):
    """The kinds of some types of cards, by their numbers; None for others. How many there are."""
    cdef int kind, n = 0
    table = []
    for kind in range(KINDS):
        if kind < r.kinds and types >> r.card[kind].type & 1:
            table.append(n)
            n += 1
        else:
            table.append(None)
    return table, n


cdef list rows(const Rules* r):
    """The rows for these options."""
    board = [[None] * SQUARES for _ in range(2)]
    row_of = [[None] * SQUARES for _ in range(2)]
    for seat in range(2):
        for square in range(SQUARES):
            row = ROWS - 1 - square // LANES if seat else square // LANES
            if square % LANES < r.lanes:
                board[seat][square] = row * r.lanes + square % LANES
                row_of[seat][square] = row
    return [*course(r), *piece_rows(r, board, row_of), *pile_rows(r), *pending_rows(r, board)]


cdef list course(const Rules* r):
    cdef Table* s = NULL
    return [
        one_hot("phase", <size_t>&s.phase, 1, PHASES),
        one_hot("stage", <size_t>&s.stage, 1, STAGES),
        numbers("turn", <size_t>&s.turn, 1, r.turn_limit),
        seat_numbers("first", <size_t>&s.first, 1),
        seat_numbers("roll_winner", <size_t>&s.winner, 1),
        seat_numbers("winner", 0, 1, read=<size_t>&winner, extra=2, more=1),
        numbers("moves", <size_t>&s.moves, 1, MOST_COUNTED, unit=5),
        numbers("heroes_summoned", <size_t>&s.heroes_summoned, 1, 1),
        numbers("stamina", <size_t>&s.stamina, 1, MOST_COUNTED, unit=STAMINA, seats=1),
        numbers("searched", <size_t>&s.searched, 1, 1, seats=1),
        numbers("lost", <size_t>&s.lost, 1, 1, seats=1),
        numbers("exchanged", <size_t>&s.exchanged, 1, HAND, seats=1),
        numbers("draws", <size_t>&s.draws, 1, LARGEST, unit=HAND, seats=1),
    ]


cdef list piece_rows(const Rules* r, object board, object row_of):
    """The cards in play: their kinds by row, and what they are and have by square."""
    cdef Table* s = NULL
    cdef int squares = ROWS * r.lanes
    kind, kinds = _numbered(r, 1 << UNIT | 1 << HERO)
    found = [n for n in range(r.kinds) if r.attachable >> <int>n & 1]
    item = [found.index(n) if n in found else None for n in range(KINDS)]
    pieces = {"bytes": 1, "count": SQUARES, "step": sizeof(Piece), "place": board, "places": squares}
    values = {"bytes": 1, "count": SQUARES, "seats": 1, "place": board, "places": squares}
    seven = [[None if at[i % 32] is None else i // 32 * squares + at[i % 32] if i % 32 < SQUARES else None
              for i in range(32 * FLAG_BITS)] for at in [one + [None, None] for one in board]]
    return [
        counts("cards.kinds", 0, 1, kinds, r.lanes, count=SQUARES, seats=1, fill=<size_t>&cards_at,
               value=[[None, *kind]], place=row_of, places=ROWS),
        numbers("cards.card", 0, high=r.kinds, fill=<size_t>&cards_at, **values),
        numbers("cards.atk", 0, high=MOST_COUNTED, unit=10, fill=<size_t>&atk_at, **values),
        numbers("cards.hp", 0, high=MOST_COUNTED, unit=10, fill=<size_t>&hp_at, **values),
        numbers("cards.damage", <size_t>&s.at[0].damage, high=MOST_COUNTED, unit=10, **pieces),
        numbers("cards.poison", <size_t>&s.at[0].poison, high=MOST_COUNTED, unit=5, **pieces),
        numbers("cards.grown", <size_t>&s.at[0].grown, high=MOST_COUNTED, unit=5, **pieces),
        numbers("cards.stronger", <size_t>&s.at[0].stronger, high=MOST_COUNTED, unit=5, **pieces),
        numbers("cards.copied", <size_t>&s.at[0].copied, high=r.kinds, **pieces),
        numbers("cards.frozen", <size_t>&s.at[0].frozen, high=2, **pieces),
        numbers("cards.stunned", <size_t>&s.at[0].stunned, high=2, **pieces),
        bits("cards.flags", 0, 4, 32 * FLAG_BITS, count=FLAG_BITS, read=<size_t>&flagged, place=seven,
             places=FLAG_BITS * squares),
        counts("cards.items", <size_t>&s.item[0].kind, 1, len(found), ITEMS, count=ITEMS,
               step=sizeof(Attached), used=<size_t>&s.items, value=[item], where=<size_t>&s.item[0].square,
               where_step=sizeof(Attached), place=board, places=squares),
    ]


cdef list pile_rows(const Rules* r):
    """Hands, decks and what else each seat has beside the board; the kinds are those of main decks."""
    cdef Table* s = NULL
    main, kinds = _numbered(r, 1 << UNIT | 1 << ASSIST | 1 << ITEM | 1 << FIELD)
    hero, heroes = _numbered(r, 1 << HERO)
    field, fields = _numbered(r, 1 << FIELD)
    once, onces = _numbered(r, 1 << ASSIST | 1 << FIELD | 1 << HERO)
    pile = {"bytes": 8, "kinds": SETS, "planes": 2, "count": 4, "seats": sizeof(Pile), "place": [main],
            "places": kinds}
    return [
        piles("hand", <size_t>&s.hand, seen_by="seat", **pile),
        piles("known", <size_t>&s.known, **pile),
        piles("deck", <size_t>&s.deck, seen_by="nobody", knows=<size_t>&has_searched, **pile),
        piles("discard", <size_t>&s.discard, **pile),
        counts("penalty", 0, 1, kinds, MOST_PENALTY, count=MOST_PENALTY, seats=1, read=<size_t>&penalty,
               value=[main], seen_by="nobody", knows=<size_t>&has_searched),
        counts("top", 0, 1, kinds, LOOKED, count=LOOKED, seats=1, read=<size_t>&top, value=[main],
               seen_by="seat"),
        numbers("top.next", 0, 1, r.kinds, seats=1, read=<size_t>&next_card, seen_by="seat"),
        numbers("hand_size", <size_t>&s.hand_size, 1, LARGEST, unit=HAND, seats=1),
        numbers("deck_size", <size_t>&s.deck_size, 1, LARGEST, seats=1),
        numbers("penalty_size", <size_t>&s.penalty_size, 1, MOST_PENALTY, seats=1),
        numbers("top_size", <size_t>&s.top_size, 1, LOOKED, seats=1),
        one_hot("heroes", <size_t>&s.hero, 1, heroes, count=HEROES, seats=HEROES, value=[hero]),
        numbers("heroes_out", <size_t>&s.heroes_out, 1, HEROES, seats=1),
        one_hot("field", <size_t>&s.field, 1, fields, seats=1, value=[[None, *field]]),
        bits("used", <size_t>&s.used, 8, KINDS, count=2, seats=16, place=[once], places=onces),
    ]


cdef list pending_rows(const Rules* r, object board):
    """What is being placed, answered or resolved."""
    cdef Table* s = NULL
    cdef int squares = ROWS * r.lanes
    assist, assists = _numbered(r, 1 << ASSIST)
    at_square = {"value": board}
    links = {"count": LINKS, "step": sizeof(Link), "used": <size_t>&s.links}
    places = [[*at, squares, squares + 1] for at in board]       # then the top hero and the field zone
    return [
        seat_numbers("placer", <size_t>&s.placer, 1),
        one_hot("placing", <size_t>&s.playing, 1, r.kinds),
        one_hot("placing.from", <size_t>&s.playing_from, 1, FROM_DISCARD + 1),
        numbers("hero_due", <size_t>&s.hero_due, 1, 1),
        numbers("window", <size_t>&s.window, 1, 1),
        one_hot("answered", <size_t>&s.answered, 1, r.kinds),
        one_hot("resolving", <size_t>&s.resolving, 1, assists, seats=1, value=[[None, *assist]]),
        one_hot("attacker", <size_t>&s.attacker, 1, squares, **at_square),
        one_hot("defender", <size_t>&s.defender, 1, squares, **at_square),
        bits("todo", <size_t>&s.todo, 4, 32, place=places, places=squares + 2),
        # the effects that wait, and the one that is resolved next
        numbers("chain.length", <size_t>&s.links, 1, LINKS, unit=4),
        counts("chain.effects", <size_t>&s.link[0].effect, 1, r.effects, LINKS, **links),
        counts("chain.sources", <size_t>&s.link[0].source, 1, squares, LINKS, value=board, **links),
        counts("chain.subjects", <size_t>&s.link[0].subject, 1, squares, LINKS, value=board, **links),
        numbers("chain.next", 0, 1, EFFECTS, read=<size_t>&effect_number),
        one_hot("chain.next.verb", 0, 1, VERBS, read=<size_t>&effect_verb),
        seat_numbers("chain.next.seat", 0, 1, read=<size_t>&effect_seat),
        numbers("chain.next.step", 0, 1, MOST_STEPS, unit=5, read=<size_t>&effect_step),
        one_hot("chain.next.source", 0, 1, squares, read=<size_t>&source_square, **at_square),
        one_hot("chain.next.subject", 0, 1, squares, read=<size_t>&subject_square, **at_square),
    ]
