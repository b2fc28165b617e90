"""The position as numbers (core/observation): the map in its own directions, equal for all, then the cards.

The shape of a card on the map follows from its exits and from whether it is a city.
"""
from libc.stdint cimport int64_t

from battlewise.core.games.battalia.knowledge.redeal cimport closed_cards, looks_into
from battlewise.core.games.battalia.state cimport *

from battlewise.core.observation import bits, counts, numbers, one_hot, seat_numbers

cdef enum:
    USED = KINDS - 1             # kinds of cards
    KINDS_OF_MOVES = DIE + 1
    MOST_OF_A_KIND = 255
    ARGUMENTS = 64               # types, slots, squares


# -- what is kept otherwise than it is observed

cdef int64_t day(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The day of the week, by which artefacts are in the ray."""
    return (<const World*>state).turn // (<const Rules*>r).seats % WEEK


cdef int64_t standstill(const void* r, const void* state, int seat, int i) noexcept nogil:
    """Turns since the last progress."""
    return (<const World*>state).turn - (<const World*>state).progress


cdef int64_t argument(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const World* s = <const World*>state
    return NONE if s.phase == STEAL_PHASE else s.arg


cdef int64_t robbed(const void* r, const void* state, int seat, int i) noexcept nogil:
    """Whose nation is looked into."""
    cdef const World* s = <const World*>state
    return s.arg if s.phase == STEAL_PHASE else NONE


cdef int64_t aim(const void* r, const void* state, int seat, int i) noexcept nogil:
    cdef const World* s = <const World*>state
    return s.aim if s.target != NONE else NONE


cdef void tents(const void* r, const void* state, int seat, uint8_t* out) noexcept nogil:
    """The tents one after the other with their cards: kinds plus one."""
    cdef const uint8_t* kinds = &(<const World*>state).tent[seat][0][0]
    cdef int i
    for i in range(3 * TENTS):
        out[i] = kinds[i] + 1


cdef int64_t marked(const void* r, const void* state, int seat, int i) noexcept nogil:
    """Cards of which the turn keeps track: kinds plus one, 0 for none."""
    cdef const World* s = <const World*>state
    cdef uint8_t kind = s.stolen
    if i == 1:
        kind = s.source
    elif i >= 2:
        kind = s.fresh[i - 2] if i < 4 else s.charmed[i - 4]
    return (kind + 1) & 255


cdef int64_t shown_ambush(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The card in ambush, if everybody knows it."""
    cdef const World* s = <const World*>state
    return s.ambush[seat][i] if s.shown[seat] >> i & 1 else NONE


# -- what everybody knows of what is hidden

cdef int64_t hand_size(const void* r, const void* state, int seat, int i) noexcept nogil:
    return size_of((<const World*>state).hand[seat])


cdef int64_t ambush_size(const void* r, const void* state, int seat, int i) noexcept nogil:
    return ambushed(<const World*>state, seat)


cdef void closed(const void* r, const void* state, int seat, uint8_t* out) noexcept nogil:
    """Cards of a player's hand, nation and hidden ambush that all have seen before."""
    cdef const World* s = <const World*>state
    cdef int kind
    closed_cards(s, seat, out)
    for kind in range(SECRET):
        out[kind] -= s.unseen[seat][kind]


cdef int64_t dealt(const void* r, const void* state, int seat, int rank) noexcept nogil:
    """How many units of a rank only their player has seen."""
    return four(&(<const World*>state).unseen[seat][4 * rank])


cdef int64_t never_seen(const void* r, const void* state, int seat, int kind) noexcept nogil:
    """Units of the decks, and those that only their players have seen."""
    cdef const World* s = <const World*>state
    cdef int n = s.pool[kind]
    cdef int other
    for other in range((<const Rules*>r).seats):
        n += s.unseen[other][kind]
    return n


cdef int64_t buried_size(const void* r, const void* state, int seat, int element) noexcept nogil:
    cdef const World* s = <const World*>state
    return (s.buried[element][0] != NONE) + (s.buried[element][1] != NONE)


# -- who knows what

cdef bint sees_nation(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return viewer == seat or looks_into(<const Rules*>r, <const World*>state, viewer, seat)


cdef bint not_while_robbing(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    """Who looks into a nation knows more than this tells."""
    return (<const World*>state).phase != STEAL_PHASE


cdef inline bint _has_seal(const void* state, int viewer, int element) noexcept nogil:
    return (<const World*>state).seals[viewer] >> element & 1


cdef bint knows_first(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return _has_seal(state, viewer, 0)


cdef bint knows_second(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return _has_seal(state, viewer, 1)


cdef bint knows_third(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return _has_seal(state, viewer, 2)


cdef bint knows_fourth(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return _has_seal(state, viewer, 3)


cdef list rows(const Rules* r):
    """The rows for these options."""
    squares = [square for square in range(SQUARES) if r.exist >> <int>square & 1]
    place = [[squares.index(square) if square in squares else None for square in range(SQUARES)]]
    found = [*course(r), *map_rows(r, place, len(squares)), *player_cards(r), *common_cards(r), *turn_rows(r),
             *battle_rows(place, len(squares))]
    return found + volcano_rows() if r.volcano else found


cdef list course(const Rules* r):
    cdef World* s = NULL
    return [
        one_hot("phase", <size_t>&s.phase, 1, PHASES),
        numbers("step", <size_t>&s.step, 1, MOST_COUNTED, unit=50),
        numbers("turn", <size_t>&s.turn, 2, r.turns, unit=0 if r.weeks else 200),
        one_hot("day", 0, 1, WEEK, read=<size_t>&day),
        numbers("standstill", 0, 2, r.turns, unit=7 * r.seats, read=<size_t>&standstill),
        seat_numbers("first", <size_t>&s.first, 1),
        one_hot("absent", <size_t>&s.absent, 1, FACTIONS),
        one_hot("faction", <size_t>&s.faction, 1, FACTIONS, seats=1),
        numbers("most_points", <size_t>&s.most, 1, MOST_COUNTED, unit=10, seats=1),
    ]


cdef list map_rows(const Rules* r, object place, int squares):
    cdef World* s = NULL
    each = {"count": SQUARES, "place": place, "places": squares}
    area = {"bytes": 8, "elements": SQUARES, "place": place, "places": squares}
    return [
        bits("map.city", <size_t>&s.city, **area),
        bits("map.impassable", <size_t>&s.blocked, **area),
        *[bits(f"map.exits.{way}", <size_t>&s.exits[i], **area)
          for i, way in enumerate(("north", "east", "south", "west"))],
        one_hot("map.terrain", <size_t>&s.terrain, 1, FACTIONS, **each),
        seat_numbers("map.owner", <size_t>&s.owner, 1, extra=NEUTRAL, more=2, **each),
        numbers("map.level", <size_t>&s.level, 1, MOST_COUNTED, unit=TOP_LEVEL, **each),
        counts("heroes", <size_t>&s.hero, 1, squares, HEROES, count=HEROES, seats=HEROES, value=place),
        numbers("roamed", <size_t>&s.roamed, 1, 3),
        numbers("terrain_decks", <size_t>&s.deck, 1, max(r.terrain_count[i] for i in range(SHAPES)),
                count=SHAPES * FACTIONS),
    ]


cdef list player_cards(const Rules* r):
    cdef World* s = NULL
    zone = {"bytes": 1, "high": MOST_OF_A_KIND, "unit": 3, "count": USED, "seats": KINDS}
    secret = {"bytes": 1, "high": MOST_OF_A_KIND, "unit": 3, "count": SECRET}
    return [
        numbers("hand", <size_t>&s.hand, seen_by="seat", **zone),
        numbers("nation", <size_t>&s.nation, seen_by="seat", knows=<size_t>&sees_nation, **zone),
        numbers("closed", 0, fill=<size_t>&closed, knows=<size_t>&not_while_robbing, **zone),
        numbers("shelter", <size_t>&s.shelter, **zone),
        numbers("known", <size_t>&s.known, **zone),
        numbers("hand_size", 0, 1, MOST_IN_HAND, unit=HAND, seats=1, read=<size_t>&hand_size),
        numbers("unseen", <size_t>&s.unseen, seats=SECRET, seen_by="seat", **secret),
        numbers("unseen_size", 0, 1, DEALT, count=RANKS - 1, seats=1, read=<size_t>&dealt,
                knows=<size_t>&not_while_robbing),
        counts("ambush", <size_t>&s.ambush, 1, USED, AMBUSH, count=AMBUSH, seats=AMBUSH, seen_by="seat"),
        counts("ambush.known", 0, 1, USED, AMBUSH, count=AMBUSH, seats=1, read=<size_t>&shown_ambush),
        numbers("ambush_size", 0, 1, AMBUSH, seats=1, read=<size_t>&ambush_size),
        numbers("tents", 0, 1, KINDS, count=3 * TENTS, seats=1, fill=<size_t>&tents),
        bits("seals", <size_t>&s.seals, 1, FACTIONS, seats=1),
    ]


cdef list common_cards(const Rules* r):
    cdef World* s = NULL
    zone = {"bytes": 1, "high": MOST_LAID, "unit": 3, "count": USED}
    units = {"bytes": 1, "high": MOST_OF_A_KIND, "unit": 3}
    return [
        numbers("table", <size_t>&s.table, **zone),
        numbers("laid.attacker", <size_t>&s.laid[ATTACKER], **zone),
        numbers("laid.defender", <size_t>&s.laid[DEFENDER], **zone),
        numbers("decks.start", <size_t>&s.pool, count=SECRET, seen_by="nobody", **units),
        numbers("decks.never_seen", 0, count=SECRET, read=<size_t>&never_seen,
                knows=<size_t>&not_while_robbing, **units),
        numbers("decks", <size_t>&s.pool[SECRET], count=USED - SECRET, **units),
        numbers("under", <size_t>&s.under, count=RANKS * FACTIONS, **units),
        numbers("returned", <size_t>&s.returned, count=SECRET, **units),
        counts("tops", <size_t>&s.top, 1, USED, 1, count=RANKS),
        bits("gone", <size_t>&s.gone, 2, GREATS),
    ]


cdef list turn_rows(const Rules* r):
    """The action in progress, and the cards that it is about."""
    cdef World* s = NULL
    return [
        numbers("draws", <size_t>&s.draws, 1, MOST_COUNTED, unit=HAND),
        one_hot("action", <size_t>&s.action, 1, KINDS_OF_MOVES),
        one_hot("action.of", 0, 1, ARGUMENTS, read=<size_t>&argument),
        one_hot("action.of2", <size_t>&s.arg2, 1, ARGUMENTS),
        seat_numbers("robbed", 0, 1, read=<size_t>&robbed),
        numbers("need", <size_t>&s.need, 1, MOST_COUNTED, unit=3, count=NEEDS),
        numbers("last", <size_t>&s.last, 1, MOST_COUNTED, unit=KINDS),
        one_hot("subject", <size_t>&s.subject, 1, USED),
        numbers("marked", 0, 1, KINDS, count=6, read=<size_t>&marked),
        numbers("strong", <size_t>&s.strong, 1, MOST_COUNTED, unit=2),
        one_hot("hammer", <size_t>&s.hammer, 1, TYPES),
    ]


cdef list battle_rows(object place, int squares):
    """By side: the attacker, the defender."""
    cdef World* s = NULL
    return [
        one_hot("battle.square", <size_t>&s.target, 1, squares, value=place),
        seat_numbers("battle.aim", 0, 1, read=<size_t>&aim, extra=A_PLACE, more=1),
        seat_numbers("battle.victim", <size_t>&s.victim, 1),
        one_hot("battle.side", <size_t>&s.side, 1, 2),
        numbers("battle.answered", <size_t>&s.answered, 1, 1),
        numbers("battle.heroes", <size_t>&s.heroes, 1, HEROES, count=2),
        numbers("battle.strength", <size_t>&s.sum, 2, MOST_STRENGTH, unit=10, count=2),
        numbers("battle.cards", <size_t>&s.cards, 1, MOST_IN_LINE, unit=HAND, count=2),
        numbers("battle.mixed", <size_t>&s.mixed, 1, 1, count=2),
        numbers("battle.mercenaries", <size_t>&s.mercenaries, 1, MOST_IN_LINE, unit=3, count=2),
    ]


cdef list volcano_rows():
    """The great artefacts below the sanctuaries."""
    cdef World* s = NULL
    cdef int i
    knows = (<size_t>&knows_first, <size_t>&knows_second, <size_t>&knows_third, <size_t>&knows_fourth)
    found = [numbers("buried_size", 0, 1, 2, count=FACTIONS, read=<size_t>&buried_size)]
    for i in range(FACTIONS):
        found.append(counts(f"buried[{i}]", <size_t>&s.buried[i], 1, GREATS, 1, low=GREAT, count=2,
                            seen_by="nobody", knows=knows[i]))
    return found
