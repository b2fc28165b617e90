"""The evaluation: a softmax over the seats of a linear function of each (weights: estimate.toml)."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport bit, count_bits, take_bit
from battlewise.core.fitted cimport win_chances
from battlewise.core.games.battalia.knowledge.redeal cimport closed_cards
from battlewise.core.games.battalia.rules.battle cimport base_strength, can_attack, total
from battlewise.core.games.battalia.rules.board cimport (
    beside, empty_squares, facing, heroes_at, points, reach_of, road_ends, step_from, upgrade_gain,
)
from battlewise.core.games.battalia.rules.turn cimport returns
from battlewise.core.games.battalia.state cimport *

from battlewise.core.vocabulary import by_number

NAMES = by_number({
    OF_POINTS: "points", OF_POINTS_LATE: "points_late", OF_FOURS: "fours", OF_FOURS_LATE: "fours_late",
    OF_CITIES: "cities", OF_FRIMEN: "frimen", OF_CHIEFS: "chiefs", OF_PRIESTS: "priests", OF_LORDS: "lords",
    OF_SUPPLIES: "supplies", OF_TOOLS: "tools", OF_WEAPONS: "weapons", OF_CHANGERS: "changers",
    OF_HORSES: "horses", OF_GREATS: "greats", OF_COLOUR: "colour", OF_HEROES: "heroes",
    OF_TARGETS: "targets", OF_DANGER: "danger", OF_BUILD: "build", OF_HAND: "hand", OF_TURN: "turn",
    OF_FRONTIER: "frontier", OF_LINKED: "linked", OF_CARDS: "cards", OF_RANK: "rank", OF_QUEST: "quest",
    OF_RAID: "raid", OF_BRIDGE: "bridge", OF_STRIKE: "strike", OF_STOCKED: "stocked",
    OF_SUPPLIED: "supplied", OF_TOOLED: "tooled", OF_ARMED: "armed",
})


ctypedef double row_t[FEATURES]


# What is counted once for all seats.
cdef struct Overview:
    uint64_t near[SEATS]         # where heroes stand or are one step away
    int cities[SEATS][TOP_LEVEL + 1]     # by level
    int points[SEATS]
    double late                  # how near the end is, 0 to 1


cdef void look_over(const Rules* r, const World* s, Overview* o) noexcept nogil:
    cdef uint64_t cities = s.city
    cdef int square, seat
    memset(o, 0, sizeof(Overview))
    while cities:
        square = take_bit(&cities)
        seat = s.owner[square]
        if seat < SEATS:
            o.cities[seat][s.level[square]] += 1
    for seat in range(r.seats):
        o.near[seat] = heroes_at(s, seat)
        o.near[seat] |= step_from(r, s, seat, o.near[seat])
        o.points[seat] = points(r, s, seat)
    o.late = lateness(r, s, o)


cdef double lateness(const Rules* r, const World* s, const Overview* o) noexcept nogil:
    """How near the end is, by squares, cities of the highest level, points and turns: the nearest of them."""
    cdef int seat
    cdef double late = <double>s.turn / r.turns
    if not r.volcano:
        late = max(late, <double>count_bits(s.built | s.blocked) / r.squares)
    for seat in range(r.seats):
        late = max(late, <double>o.cities[seat][TOP_LEVEL] / r.great_cities)
        if r.points:
            late = max(late, <double>o.points[seat] / r.points)
    return min(late, 1.0)


cdef uint64_t prizes(const Rules* r, const World* s, int seat) noexcept nogil:
    """The squares of cities, or of the peak, that others or nobody owns."""
    cdef uint64_t cities = s.city | (bit(r.ruins) if r.volcano else 0)
    cdef uint64_t found = 0
    cdef int city
    while cities:
        city = take_bit(&cities)
        if s.owner[city] != seat:
            found |= bit(city)
    return found


cdef int worth(const Rules* r, const World* s, int square) noexcept nogil:
    """What a place is worth in levels: a great artefact, or a seal with one, as much as three."""
    if s.shape[square] == PEAK:
        return r.peak_level
    return 3 if s.shape[square] >= CITY_SHAPES else s.level[square]


cdef uint64_t wilds(const Rules* r, const World* s, int seat) noexcept nogil:
    """Where a player can win what belongs to nobody: neutral cities, ruins, sanctuaries, the peak."""
    cdef uint64_t cities = s.city
    cdef uint64_t found = 0
    cdef int i, city
    if can_attack(r, s, seat, r.ruins) and s.owner[r.ruins] == NONE:
        found |= bit(r.ruins)
    if r.volcano:
        for i in range(FACTIONS):
            if can_attack(r, s, seat, r.sanctuary[i]):
                found |= bit(r.sanctuary[i])
    while cities:
        city = take_bit(&cities)
        if SEATS <= s.owner[city] < NONE:
            found |= bit(city)
    return found


cdef double nearest(const Rules* r, const World* s, int seat, int square, uint64_t wanted) noexcept nogil:
    """The best of some squares for a hero, by worth / (1 + squares to it)."""
    cdef uint64_t near = bit(square)
    cdef uint64_t before = 0
    cdef uint64_t found
    cdef double best = 0
    cdef int d = 1
    while near != before and d <= FAR and wanted:
        found = near & wanted
        while found:
            best = max(best, <double>worth(r, s, take_bit(&found)) / d)
        wanted &= ~near
        before = near
        near |= step_from(r, s, seat, near)
        d += 1
    return best


cdef double bridges(const Rules* r, const World* s, uint64_t reach, uint64_t wanted) noexcept nogil:
    """Of what no road leads to yet, worth / (1 + roads to build)."""
    cdef uint64_t empty = empty_squares(r, s)
    cdef uint64_t near = road_ends(r, s, reach)
    cdef uint64_t before = 0
    cdef uint64_t found
    cdef double found_worth = 0
    cdef int d = 2
    wanted &= ~reach
    while near != before and d <= FAR and wanted:
        found = (facing(near, NORTH) & s.exits[0] | facing(near, EAST) & s.exits[1]
                 | facing(near, SOUTH) & s.exits[2] | facing(near, WEST) & s.exits[3]) & wanted
        wanted &= ~found
        while found:
            found_worth += <double>worth(r, s, take_bit(&found)) / d
        before = near
        near |= empty & beside(near)
        d += 1
    return found_worth


cdef int plain_strength(const Rules* r, const World* s, int seat) noexcept nogil:
    """The strength of a hand that can open a battle, unchanged; 0 without a weapon."""
    cdef int weapons = four(&s.hand[seat][WEAPON * 4]) + s.hand[seat][<int>SWORD] + s.hand[seat][<int>SHIELD]
    cdef bint may = seat == active(r, s)
    cdef int kind, n = 0
    if may:
        weapons += four(&s.laid[ATTACKER][WEAPON * 4])
    if not weapons:
        return 0
    for kind in range(KINDS):
        if s.hand[seat][kind] or may and s.laid[ATTACKER][kind]:
            n += r.strength[ATTACKER][kind] * (
                s.hand[seat][kind] * doubled(r, s, kind) + (s.laid[ATTACKER][kind] if may else 0))
    return n


cdef int strike(const Rules* r, const World* s, int seat) noexcept nogil:
    cdef int strength = plain_strength(r, s, seat)
    cdef int i, square, best = 0
    if not strength:
        return 0
    for i in range(HEROES):
        square = s.hero[seat][i]
        if square != NONE and can_attack(r, s, seat, square) and strength > base_strength(
                r, s, seat, square, A_PLACE):
            best = max(best, worth(r, s, square))
    return best


cdef int levels_of(const World* s, uint64_t squares) noexcept nogil:
    cdef int n = 0
    while squares:
        n += s.level[take_bit(&squares)]
    return n


cdef void count_cards(const Rules* r, const World* s, int seat, uint8_t* all_cards) noexcept nogil:
    """A player's deck by kind, wherever its cards are."""
    cdef int kind, i, k
    closed_cards(s, seat, all_cards)
    for kind in range(KINDS):
        all_cards[kind] += s.shelter[seat][kind]
    if s.first != NONE and seat == active(r, s):
        for kind in range(KINDS):
            all_cards[kind] += s.table[kind]
    for i in range(TENTS):
        for k in range(3):
            if s.tent[seat][i][k] != NONE:
                all_cards[s.tent[seat][i][k]] += 1
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE and s.shown[seat] >> i & 1:
            all_cards[s.ambush[seat][i]] += 1


cdef void describe_deck(const Rules* r, const World* s, int seat, double* x) noexcept nogil:
    cdef uint8_t deck[KINDS]
    cdef uint32_t word, factions = 0     # a byte each
    cdef int kind, rank, faction, n, best = 0, coloured = 0
    count_cards(r, s, seat, deck)
    for rank in range(RANKS):
        x[OF_FRIMEN + rank] = four(&deck[rank * 4]) + deck[UNBOUND + rank]
    x[OF_SUPPLIES] = deck[<int>SUPPLY]
    x[OF_TOOLS] = four(&deck[TOOL * 4])
    x[OF_WEAPONS] = four(&deck[WEAPON * 4]) + deck[<int>SWORD] + deck[<int>SHIELD]
    x[OF_CHANGERS] = (four(&deck[AMULET * 4]) + four(&deck[TITLE * 4]) + four(&deck[SCROLL * 4])
                      + deck[<int>CROWN] + deck[<int>BOOK])
    x[OF_HORSES] = four(&deck[HORSE * 4])
    for kind in range(GREAT, GREAT + GREATS):
        x[OF_GREATS] += deck[kind]
    for kind in range(TYPES):
        memcpy(&word, &deck[kind * 4], 4)
        factions += word
    for faction in range(FACTIONS):
        n = factions >> 8 * faction & 255
        best = max(best, n)
        coloured += n
    x[OF_COLOUR] = <double>best / coloured if coloured else 0
    x[OF_CARDS] = size_of(deck)
    x[OF_RANK] = (x[OF_FRIMEN] + 2 * x[OF_CHIEFS] + 3 * x[OF_PRIESTS] + 4 * x[OF_LORDS]) / max(
        1.0, x[OF_CARDS])
    x[OF_STOCKED] = min(16.0, x[OF_CARDS])
    x[OF_SUPPLIED] = min(2.0, x[OF_SUPPLIES])
    x[OF_TOOLED] = min(2.0, x[OF_TOOLS])
    x[OF_ARMED] = min(2.0, x[OF_WEAPONS])


cdef double under_way(const Rules* r, const World* s, int seat) noexcept nogil:
    """Levels that a seat will gain or lose by what it has begun: a city, an upgrade, an attack."""
    cdef double chance
    cdef int ours, theirs
    if s.target == NONE:
        if seat != active(r, s):
            return 0
        if s.phase == EXITS_PHASE or s.phase == TERRAIN_PHASE or s.phase == PUT_PHASE:
            return s.arg2
        if s.phase == PAY_PHASE and s.action == BUILD_CITY:
            return s.arg
        return (s.phase == PAY_PHASE or s.phase == SITE_PHASE) and s.action == UPGRADE
    if s.aim != A_PLACE or s.shape[s.target] >= CITY_SHAPES and s.shape[s.target] != PEAK:
        return 0
    ours, theirs = total(r, s, ATTACKER), total(r, s, DEFENDER)
    if s.victim == NONE:
        chance = min(0.9, (ours + 1.0) / (theirs + 2.0))
    else:
        chance = 0.6 if ours > theirs else 0.4 if s.side == ATTACKER else 0.2
    if seat == active(r, s):
        return chance * s.level[s.target]
    return -chance * s.level[s.target] if seat == s.victim else 0


cdef void describe_seat(const Rules* r, const World* s, int seat, const Overview* o,
                        double* x) noexcept nogil:
    cdef uint64_t reach = reach_of(r, s, seat)
    cdef uint64_t foreign = prizes(r, s, seat)
    cdef uint64_t theirs = 0
    cdef uint64_t wanted
    cdef int other
    x[OF_POINTS] = o.points[seat]
    if s.first != NONE:
        x[OF_POINTS] += under_way(r, s, seat)
    x[OF_POINTS_LATE] = x[OF_POINTS] * o.late
    x[OF_FOURS] = o.cities[seat][TOP_LEVEL]
    x[OF_FOURS_LATE] = x[OF_FOURS] * o.late
    for other in range(1, TOP_LEVEL + 1):
        x[OF_CITIES] += o.cities[seat][other]
    describe_deck(r, s, seat, x)
    x[OF_HEROES] = (s.hero[seat][0] != NONE) + (s.hero[seat][1] != NONE)
    for other in range(r.seats):
        if other != seat:
            theirs |= o.near[other]
    x[OF_TARGETS] = levels_of(s, foreign & o.near[seat])
    x[OF_DANGER] = levels_of(s, s.city & ~foreign & theirs)
    x[OF_BUILD] = upgrade_gain(r, s, seat)
    x[OF_HAND] = size_of(s.hand[seat]) - HAND
    x[OF_TURN] = s.first != NONE and seat == active(r, s)
    x[OF_FRONTIER] = count_bits(road_ends(r, s, reach))
    x[OF_LINKED] = levels_of(s, foreign & reach)
    if s.first == NONE:
        return
    wanted = wilds(r, s, seat)
    for other in range(HEROES):
        if s.hero[seat][other] != NONE:
            x[OF_QUEST] += nearest(r, s, seat, s.hero[seat][other], wanted)
            x[OF_RAID] += nearest(r, s, seat, s.hero[seat][other], foreign & ~wanted)
    x[OF_BRIDGE] = bridges(r, s, reach, wanted)
    x[OF_STRIKE] = strike(r, s, seat) if s.target == NONE else 0


cdef void features(const void* rules, const void* state, double* out) noexcept nogil:
    """For each seat FEATURES numbers."""
    cdef const Rules* r = <const Rules*>rules
    cdef const World* s = <const World*>state
    cdef row_t* of_seat = <row_t*>out
    cdef Overview overview
    cdef int seat
    look_over(r, s, &overview)
    memset(out, 0, r.seats * FEATURES * sizeof(double))
    for seat in range(r.seats):
        describe_seat(r, s, seat, &overview, of_seat[seat])


cdef void estimate(const void* rules, const void* state, double* out) noexcept nogil:
    """The chance of each seat to win; the result itself when over."""
    cdef double x[SEATS * FEATURES]
    if (<const World*>state).phase == OVER_PHASE:
        returns(rules, state, out)
        return
    features(rules, state, x)
    win_chances(&(<const Rules*>rules).weights, x, out)
