"""The map (RULES.md 3.6, 3.9): where cards may lie, which roads join, where heroes can go, what counts.

Sets of squares are masks, bit row * 7 + column, so that a rule is tested on all squares at once.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, count_bits, take_bit
from battlewise.core.games.battalia.rules.decks cimport settle
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport add

cdef uint64_t WHOLE = (<uint64_t>1 << SQUARES) - 1
cdef uint64_t WEST_EDGE = 0x0040810204081     # column 0: bits 0, 7, 14, ...
cdef uint64_t EAST_EDGE = 0x1020408102040     # column 6

# Exits of the shapes before they are turned, by `Shape`.
cdef int[9] SHAPE_EXITS
SHAPE_EXITS[:] = [1, 5, 3, 7, 15, 5, 3, 7, 15]


cdef uint64_t facing(uint64_t squares, int direction) noexcept nogil:
    """The squares whose neighbour in a direction is one of some squares."""
    if direction == NORTH:
        return squares << SIDE & WHOLE
    if direction == EAST:
        return (squares & ~WEST_EDGE) >> 1
    if direction == SOUTH:
        return squares >> SIDE
    return (squares & ~EAST_EDGE) << 1


cdef uint64_t beside(uint64_t squares) noexcept nogil:
    return facing(squares, NORTH) | facing(squares, EAST) | facing(squares, SOUTH) | facing(squares, WEST)


cdef inline uint64_t towards(const World* s, uint64_t squares, int direction) noexcept nogil:
    """The squares whose neighbour in a direction is one of some squares and has a road to them."""
    return facing(squares & s.exits[direction ^ 2], direction)


cdef uint64_t empty_squares(const Rules* r, const World* s) noexcept nogil:
    """The squares on which a card may still come to lie."""
    return r.exist & ~(s.built | s.blocked)


cdef uint64_t road_ends(const Rules* r, const World* s, uint64_t squares) noexcept nogil:
    """The empty squares to which a road from one of some squares leads."""
    cdef uint64_t found = 0
    cdef int d
    for d in range(4):
        found |= towards(s, squares, d)
    return found & empty_squares(r, s)


# -- building (RULES.md 3.6)

cdef int rotations(int shape, int* out) noexcept nogil:
    """The sets of exits that a shape has, turned in every way; how many differ."""
    cdef int exits = SHAPE_EXITS[shape]
    cdef int n = 0
    while n < 4 and (not n or exits != out[0]):
        out[n] = exits
        n += 1
        exits = (exits << 1 | exits >> 3) & 15
    return n


cdef inline uint64_t fitting(const World* s, int exits) noexcept nogil:
    """The squares on whose four sides a card with these exits agrees with the cards that lie there."""
    cdef uint64_t found = WHOLE
    cdef int d
    for d in range(4):
        if exits >> d & 1:
            found &= ~facing(s.built & ~s.exits[d ^ 2], d)
        else:
            found &= ~facing(s.exits[d ^ 2], d)
    return found


cdef inline uint64_t barred_to_cities(const Rules* r, const World* s) noexcept nogil:
    """The squares beside a city, or beside the ruins."""
    return beside(s.city if r.volcano else s.city | bit(r.ruins))


cdef uint64_t places(const Rules* r, const World* s, int seat, int shape, int exits,
                     uint64_t reach) noexcept nogil:
    """Where a player may put a terrain card turned so.

    :param reach: what the player's cities are joined to (`reach_of`); 0 without a city.
    """
    cdef uint64_t found = empty_squares(r, s) & beside(s.built) & fitting(s, exits)
    cdef uint64_t joined = 0
    cdef int d
    if shape < CITY_SHAPES:
        found &= ~barred_to_cities(r, s)
    if reach:
        for d in range(4):
            if exits >> d & 1:
                joined |= towards(s, reach, d)
        found &= joined
    return found


cdef int cards_left(const World* s, int shape) noexcept nogil:
    return four(s.deck[shape])


cdef bint can_build(const Rules* r, const World* s, int seat, int shape, uint64_t reach) noexcept nogil:
    """Whether a card of a shape is left and lies somewhere in some turn."""
    cdef int turned[4]
    cdef int i
    if not cards_left(s, shape):
        return False
    for i in range(rotations(shape, turned)):
        if places(r, s, seat, shape, turned[i], reach):
            return True
    return False


cdef void legal_places(const Rules* r, const World* s, MoveList* out) noexcept nogil:
    cdef int seat = active(r, s)
    cdef uint64_t reach = reach_of(r, s, seat)
    cdef uint64_t found
    cdef int turned[4]
    cdef int i
    for i in range(rotations(s.arg, turned)):
        found = places(r, s, seat, s.arg, turned[i], reach)
        while found:
            add(out, PUT, take_bit(&found), turned[i])


cdef void put_card(World* s, int square, int shape, int exits, int terrain) noexcept nogil:
    """Lay a card. The caller takes it out of its deck."""
    cdef int d
    s.built |= bit(square)
    if shape < CITY_SHAPES:
        s.city |= bit(square)
    for d in range(4):
        if exits >> d & 1:
            s.exits[d] |= bit(square)
    s.shape[square] = shape
    s.terrain[square] = terrain


cdef int exits_of(const World* s, int square) noexcept nogil:
    return ((s.exits[0] >> square & 1) | (s.exits[1] >> square & 1) << 1 | (s.exits[2] >> square & 1) << 2
            | (s.exits[3] >> square & 1) << 3)


cdef uint64_t impassable(const Rules* r, const World* s) noexcept nogil:
    """The empty squares that no city or road card left can fill, for any player (ruling 4)."""
    cdef uint64_t empty = r.exist & ~s.built
    cdef uint64_t barred = barred_to_cities(r, s)
    cdef uint64_t found
    cdef int turned[4]
    cdef int shape, i
    for shape in range(SHAPES):
        if not empty:
            return 0
        if not cards_left(s, shape):
            continue
        for i in range(rotations(shape, turned)):
            found = fitting(s, turned[i])
            empty &= ~(found & ~barred if shape < CITY_SHAPES else found)
    return empty


cdef bint is_full(const Rules* r, const World* s) noexcept nogil:
    return not empty_squares(r, s)


# -- cities and roads

cdef uint64_t cities_of(const World* s, int seat) noexcept nogil:
    cdef uint64_t cities = s.city
    cdef uint64_t found = 0
    cdef int city
    while cities:
        city = take_bit(&cities)
        if s.owner[city] == seat:
            found |= bit(city)
    return found


cdef uint64_t reach_of(const Rules* r, const World* s, int seat) noexcept nogil:
    """The cards that are joined by roads to a city of a player."""
    cdef uint64_t reach = cities_of(s, seat)
    cdef uint64_t before = 0
    cdef int d
    while reach != before:
        before = reach
        for d in range(4):
            reach |= s.exits[d] & towards(s, reach, d)
    return reach


# -- heroes (RULES.md 3.9)

cdef uint64_t step_from(const Rules* r, const World* s, int seat, uint64_t squares) noexcept nogil:
    """One square along a road from any of some squares; a gate of the peak opens for its seal."""
    cdef uint64_t peak = bit(r.ruins) if r.volcano else 0
    cdef uint64_t found = 0
    cdef int d, element
    for d in range(4):
        found |= s.exits[d] & towards(s, squares & ~peak, d)
    if not peak:
        return found
    found &= ~peak
    for element in range(FACTIONS):
        if s.seals[seat] >> element & 1:
            d = r.gate[element]
            found |= peak & s.exits[d] & towards(s, squares, d)
            found |= s.exits[d ^ 2] & towards(s, squares & peak, d ^ 2)
    return found


cdef uint64_t native(const World* s, int seat) noexcept nogil:
    """The squares of a player's home terrain."""
    cdef uint64_t built = s.built
    cdef uint64_t found = 0
    cdef int square
    while built:
        square = take_bit(&built)
        if s.terrain[square] == s.faction[seat]:
            found |= bit(square)
    return found


cdef uint64_t roam_from(const Rules* r, const World* s, int seat, uint64_t squares) noexcept nogil:
    """What heroes reach from some squares by entering home terrain only, the squares themselves too."""
    cdef uint64_t home = native(s, seat)
    cdef uint64_t before = 0
    while squares != before:
        before = squares
        squares |= step_from(r, s, seat, squares) & home
    return squares


cdef uint64_t ride_from(const Rules* r, const World* s, int seat, int square) noexcept nogil:
    """Where a horse carries a hero; home terrain costs nothing in the advanced game."""
    cdef uint64_t found = bit(square)
    cdef int _
    for _ in range(r.ride):
        if r.advanced:
            found = roam_from(r, s, seat, found)
        found |= step_from(r, s, seat, found)
    if r.advanced:
        found = roam_from(r, s, seat, found)
    return found & ~bit(square)


cdef uint64_t flight_from(const Rules* r, const World* s, int seat, int square) noexcept nogil:
    """Any card; onto the peak with a seal only (ruling 30)."""
    if r.volcano and not s.seals[seat]:
        return s.built & ~(bit(square) | bit(r.ruins))
    return s.built & ~bit(square)


cdef uint64_t heroes_at(const World* s, int seat) noexcept nogil:
    """The squares where a player has heroes."""
    cdef uint64_t found = 0
    cdef int i
    for i in range(HEROES):
        if s.hero[seat][i] != NONE:
            found |= bit(s.hero[seat][i])
    return found


cdef int heroes_on(const World* s, int seat, int square) noexcept nogil:
    return (s.hero[seat][0] == square) + (s.hero[seat][1] == square)


cdef inline void order_heroes(World* s, int seat) noexcept nogil:
    """The two figures are alike: the one on the lower square comes first."""
    cdef uint8_t first = s.hero[seat][0]
    if first > s.hero[seat][1]:
        s.hero[seat][0] = s.hero[seat][1]
        s.hero[seat][1] = first
        s.roamed = (s.roamed & 1) << 1 | s.roamed >> 1


cdef void move_hero(World* s, int seat, int hero, int square) noexcept nogil:
    """Put a figure on a square, or, with NONE, off the map."""
    s.hero[seat][hero] = square
    order_heroes(s, seat)


cdef void remove_heroes(World* s, int seat, int square, int n) noexcept nogil:
    """Disband so many of a player's heroes on a square."""
    while n and s.hero[seat][1] == square:
        s.hero[seat][1] = NONE
        n -= 1
    if n and s.hero[seat][0] == square:
        s.hero[seat][0] = s.hero[seat][1]
        s.hero[seat][1] = NONE


# -- level tokens, victory points (RULES.md 3.6, 5)

cdef int count_level(const World* s, int seat, int level) noexcept nogil:
    """A player's cities of a level."""
    cdef uint64_t cities = cities_of(s, seat)
    cdef int n = 0
    while cities:
        n += s.level[take_bit(&cities)] == level
    return n


cdef inline int tokens_left(const Rules* r, const World* s, int seat, bint high) noexcept nogil:
    """Pieces that show a lower or a higher level on their faces (ruling 7)."""
    cdef uint64_t cities = cities_of(s, seat)
    cdef int n = r.tokens[high] - (0 if high else count_bits(s.seals[seat]))
    while cities:
        n -= (s.level[take_bit(&cities)] > 2) == high
    return n


cdef bint has_token(const Rules* r, const World* s, int seat, int level) noexcept nogil:
    return tokens_left(r, s, seat, level > 2) > 0


cdef bint can_raise(const Rules* r, const World* s, int seat, int level) noexcept nogil:
    """Whether a city can get this level: the piece is turned over, or exchanged."""
    return level != 3 or has_token(r, s, seat, level)


cdef int points(const Rules* r, const World* s, int seat) noexcept nogil:
    """Levels of cities, seals, the peak."""
    cdef uint64_t cities = s.city
    cdef int n = r.seal_points * count_bits(s.seals[seat])
    cdef int city
    while cities:
        city = take_bit(&cities)
        if s.owner[city] == seat:
            n += s.level[city]
    if r.volcano and s.owner[r.ruins] == seat:
        n += s.level[r.ruins]
    return n


cdef int upgrade_gain(const Rules* r, const World* s, int seat) noexcept nogil:
    """The most levels that the units of a player's hand are worth in new cities and upgrades. Each rank
    counts for itself; places for cities are not looked at.
    """
    cdef int level, units, n = 0
    for level in range(1, TOP_LEVEL + 1):
        units = four(&s.hand[seat][(level - 1) * 4]) + s.hand[seat][UNBOUND + level - 1]
        if level == 1:
            units += 2 * four(&s.hand[seat][TOOL * 4])
        n += level * (units // r.city_units)
        if units % r.city_units >= r.upgrade_units and level > 1 and count_level(s, seat, level - 1):
            n += 1
    return n


# -- the end (RULES.md 5)

cdef bint is_decided(const Rules* r, const World* s, int seat) noexcept nogil:
    """Whether a player has ended the game, or the map is full."""
    if is_full(r, s) and not r.volcano:
        return True
    if r.points and points(r, s, seat) >= r.points:
        return True
    return count_level(s, seat, TOP_LEVEL) >= r.great_cities


cdef void note_progress(const Rules* r, World* s) noexcept nogil:
    """Record the players' points: more than a player has ever had are progress (ruling 48)."""
    cdef int seat, n
    for seat in range(r.seats):
        n = points(r, s, seat)
        if n > s.most[seat]:
            s.most[seat] = n
            s.progress = s.turn


cdef bint stands_still(const Rules* r, const World* s) noexcept nogil:
    """Whether as many whole turns as end the game have passed without progress."""
    return r.still_turns and s.turn - s.progress > r.still_turns


cdef void end_game(World* s) noexcept nogil:
    """End the game: nothing is pending any more."""
    memset(s.laid, 0, sizeof(s.laid))
    s.hammer = s.stolen = s.action = s.subject = s.source = s.fresh[0] = s.fresh[1] = NONE
    s.charmed[0] = s.charmed[1] = NONE
    s.arg = s.arg2 = s.last = s.strong = s.draws = s.roamed = 0
    ask(s, OVER_PHASE, OVER)


cdef void go_on(const Rules* r, World* s) noexcept nogil:
    """Go on after an action that may have ended the game."""
    s.action = s.subject = NONE
    s.arg = s.arg2 = 0
    note_progress(r, s)
    if is_decided(r, s, active(r, s)):
        end_game(s)
    else:
        settle(r, s)
