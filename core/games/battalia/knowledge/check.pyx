"""What must be true of every state, from play and from views (RULES.md 6)."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, count_bits
from battlewise.core.game cimport CHANCE, MoveList, OVER, Source
from battlewise.core.games.battalia.knowledge.chance cimport source
from battlewise.core.games.battalia.knowledge.check_cards cimport (
    check_cards, check_player, check_zones, lies_open,
)
from battlewise.core.games.battalia.rules.actions cimport sites
from battlewise.core.games.battalia.rules.battle cimport can_attack, total
from battlewise.core.games.battalia.rules.board cimport (
    can_build, exits_of, facing, has_token, heroes_on, impassable, is_decided, points, reach_of, rotations,
    stands_still,
)
from battlewise.core.games.battalia.rules.decks cimport can_draw, greats_of, hidden_top, next_need
from battlewise.core.games.battalia.rules.setup cimport Step, next_step, start_cities_left
from battlewise.core.games.battalia.rules.turn cimport legal, short_hand
from battlewise.core.games.battalia.state cimport *


cdef const char* check(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const World* s = <const World*>state
    cdef const char* problem = check_course(r, s)
    if problem == NULL:
        problem = check_map(r, s)
    if problem == NULL:
        problem = check_terrain_decks(r, s)
    if problem == NULL:
        problem = check_pieces(r, s)
    if problem == NULL:
        problem = check_battle(r, s)
    if problem == NULL:
        problem = check_cards(r, s)
    if problem == NULL:
        problem = check_setup(r, s) if s.phase <= START_PHASE else check_phase(r, s)
    if problem == NULL and is_chance(s.phase):
        problem = unless(has_outcome(r, s), "phase: there is nothing that could happen")
    return problem


cdef bint has_outcome(const Rules* r, const World* s) noexcept nogil:
    cdef Source found
    source(r, s, &found)
    return found.size > 0


cdef inline const char* unless(bint sound, const char* problem) noexcept nogil:
    if sound:
        return NULL
    return problem


# -- where in the game

cdef inline bint is_chance(int phase) noexcept nogil:
    return (phase == SETUP_PHASE or phase == DRAW_PHASE or phase == TERRAIN_PHASE or phase == DIE_PHASE
            or phase == TOPMOST_PHASE or phase == REVEAL_PHASE or phase == FILL_PHASE)


cdef inline int chosen(const Rules* r, const World* s) noexcept nogil:
    """How many seats have a faction."""
    cdef int seat, n = 0
    for seat in range(r.seats):
        n += s.faction[seat] != NONE
    return n


cdef int mover_of(const Rules* r, const World* s) noexcept nogil:
    """Who is to move, by phase."""
    if is_chance(s.phase):
        return CHANCE
    if s.phase == OVER_PHASE:
        return OVER
    if s.phase == HEROES_PHASE:
        return (s.first + chosen(r, s)) % r.seats
    if s.phase == START_PHASE:
        return (s.first + 2 * r.seats * r.each - 1 - (r.starts - start_cities_left(r, s))) % r.seats
    return s.victim if s.phase == RESPONSE_PHASE else actor(r, s)


cdef const char* check_course(const Rules* r, const World* s) noexcept nogil:
    cdef const char* problem
    cdef int seat
    if s.phase >= PHASES or s.turn > r.turns or (s.turn == r.turns and s.phase != OVER_PHASE):
        return "phase: there is no such phase or turn"
    if s.first != NONE and s.first >= r.seats or (s.first == NONE) != (s.phase == SETUP_PHASE):
        return "first: there is no such first player"
    if s.progress > s.turn or s.phase != OVER_PHASE and stands_still(r, s):
        return "progress: there was progress in a later turn, or too long ago for the game to go on"
    if s.turn and s.phase <= START_PHASE:
        return "turn: the set-up comes before the first turn"
    if s.absent != NONE and s.absent >= FACTIONS or (s.absent != NONE) != (
            r.seats == 2 and (s.phase != SETUP_PHASE or s.step > 0)):
        return "absent: with two players a faction is absent, and only then"
    for seat in range(SEATS):
        problem = check_faction(r, s, seat)
        if problem != NULL:
            return problem
    if s.victim != NONE and s.victim >= r.seats:
        return "battle.against: there is no such defender"
    if s.mover != mover_of(r, s) or s.mover >= r.seats:
        return "phase: the wrong seat is to move"
    return NULL


cdef const char* check_faction(const Rules* r, const World* s, int seat) noexcept nogil:
    cdef int other
    if s.faction[seat] == NONE:
        return unless(seat >= r.seats or s.phase <= HEROES_PHASE,
                      "players.faction: must be the faction that the player leads")
    if seat >= r.seats or s.faction[seat] >= FACTIONS or s.faction[seat] == s.absent:
        return "players.faction: must be a faction that is in the game, and not `absent`"
    if s.phase == SETUP_PHASE or s.phase == HEROES_PHASE and (
            (seat - s.first + r.seats) % r.seats >= chosen(r, s)):
        return "players.faction: must be null: the player has not chosen yet"
    for other in range(seat):
        if s.faction[other] == s.faction[seat]:
            return "players.faction: must be another: a player before in the list leads this faction"
    return NULL


cdef const char* check_one(const Rules* r, const World* s, int seat) noexcept nogil:
    """What must be true of one player, whatever the others have."""
    cdef const char* problem = check_faction(r, s, seat)
    if problem == NULL:
        problem = check_heroes(r, s, seat)
    if problem == NULL:
        problem = check_zones(s, seat)
    return problem if problem != NULL else check_player(r, s, seat)


# -- the map

cdef const char* check_map(const Rules* r, const World* s) noexcept nogil:
    cdef const char* problem
    cdef int square, shape, d
    if s.built & ~r.exist or s.blocked & (s.built | ~r.exist):
        return "map: a card must lie on a square of the board that is not impassable"
    for square in range(SQUARES):
        shape = s.shape[square]
        if (shape != NONE) != (s.built >> square & 1) or (shape < CITY_SHAPES) != (s.city >> square & 1):
            return "map: a square with a card must be built, and one with a city card must be a city"
        if shape == NONE:
            if s.terrain[square] != NONE or s.owner[square] != NONE or s.level[square] or exits_of(s, square):
                return "map: a square without a card has something on it"
            continue
        problem = check_square(r, s, square)
        if problem != NULL:
            return problem
    for d in range(4):
        if s.exits[d] & facing(s.built & ~s.exits[d ^ 2], d):
            return "map: a road ends at the side of a card without one; roads go on, or end at a free square"
    return check_neighbours(r, s)


cdef const char* check_square(const Rules* r, const World* s, int square) noexcept nogil:
    """The card on a square by itself."""
    cdef int shape = s.shape[square]
    cdef int turned[4]
    cdef int i
    cdef bint found = False
    if shape > PEAK:
        return "map.card: there is no such terrain card"
    if shape >= SHAPES:
        if exits_of(s, square) != 15:
            return "map.exits: a card of the middle has roads to all four sides"
        if shape != SANCTUARY and s.terrain[square] != NONE:
            return "map.terrain: must be null: of the middle only sanctuaries have a terrain"
        return check_owner(r, s, square)
    for i in range(rotations(shape, turned)):
        found |= turned[i] == exits_of(s, square)
    if not found:
        return "map.exits: the card has no roads to these sides, however it is turned"
    if s.terrain[square] >= FACTIONS or s.terrain[square] == s.absent:
        return "map.terrain: must be a terrain, not that of the faction that is not in the game"
    return check_owner(r, s, square)


cdef const char* check_owner(const Rules* r, const World* s, int square) noexcept nogil:
    cdef int owner = s.owner[square]
    cdef int level = s.level[square]
    if s.shape[square] == PEAK:
        if (owner == NONE) != (level == 0) or owner != NONE and (owner >= r.seats or level != r.peak_level):
            return "map.level: the peak has a ruler and its printed level, or null and level 0"
        if owner != NONE and not s.seals[owner]:
            return "map.owner: the peak is ruled by a player who has a seal, or by null"
    elif s.shape[square] >= CITY_SHAPES:
        if owner != NONE or level:
            return "map.owner: only cities and the peak have an owner and a level"
    elif owner == NEUTRAL:
        if level != r.neutral_level:
            return "map.level: must be that of the option neutral_level, as the city is neutral"
    elif owner == FREE:
        if level != 1:
            return "map.level: must be 1, as the city is free"
    elif owner >= r.seats:
        return "map.owner: must be a seat, neutral or free, as the card is a city"
    elif not 0 < level <= TOP_LEVEL:
        return "map.level: must be 1 to 4, as the city is a player's"
    return NULL


cdef const char* check_neighbours(const Rules* r, const World* s) noexcept nogil:
    """Cities stand apart; of the middle cards each lies where the game puts it."""
    cdef uint64_t cities = s.city if r.volcano else s.city | bit(r.ruins)
    cdef int square, d, shape
    for d in range(4):
        if cities & facing(cities, d):
            return "map: a city is beside another, or beside the ruins"
    for square in range(SQUARES):
        shape = s.shape[square]
        if not r.volcano:
            if (shape == RUINS) != (square == r.ruins) or SANCTUARY <= shape <= PEAK:
                return "map: the ruins lie in the middle, and no volcano"
            continue
        if (shape == PEAK) != (square == r.ruins) or shape == RUINS:
            return "map: the peak lies in the middle, and no ruins"
        if (SANCTUARY <= shape <= PEAK) != (
                abs(square // SIDE - r.ruins // SIDE) <= 1 and abs(square % SIDE - r.ruins % SIDE) <= 1):
            return "map: must have the nine cards of the volcano in the middle, and none elsewhere"
        if shape == SANCTUARY and (s.terrain[square] >= FACTIONS
                                   or r.sanctuary[s.terrain[square]] != square):
            return "map: each sanctuary lies at the corner of its terrain"
        if shape == CROSSROADS and not (
                square % SIDE == r.ruins % SIDE or square // SIDE == r.ruins // SIDE):
            return "map: a sanctuary lies at each corner of the volcano"
    if s.phase != SETUP_PHASE and impassable(r, s) != s.blocked:
        return "impassable: a square is impassable if nothing fits it, and only then"
    return NULL


cdef const char* check_terrain_decks(const Rules* r, const World* s) noexcept nogil:
    """Built cards come out of the decks; only cities put aside in the set-up are missing otherwise."""
    cdef int shape, terrain, square, n, aside
    cdef int missing = 0
    cdef int most = 0 if r.seats == 4 else (r.starts + r.neutrals) // r.seats
    if s.phase == SETUP_PHASE and s.step < (r.seats == 2) + r.starts + r.neutrals:
        most = 0
    cdef uint8_t used[SHAPES][FACTIONS]
    memset(used, 0, sizeof(used))
    for square in range(SQUARES):
        if s.shape[square] < SHAPES:
            used[s.shape[square]][s.terrain[square]] += 1
    for shape in range(SHAPES):
        for terrain in range(FACTIONS):
            n = r.terrain_count[shape] if terrain != s.absent else 0
            aside = n - used[shape][terrain] - s.deck[shape][terrain]
            if aside < 0:
                return "terrain_decks: has, with the map, more cards of a shape and terrain than the game"
            missing += aside
            if aside and shape != CITY_CROSS:
                return "terrain_decks: must have, with the map, all terrain cards but the cities put aside"
    if missing > most:
        return "terrain_decks: must have, with the map, all terrain cards but the cities put aside"
    return NULL


cdef const char* check_pieces(const Rules* r, const World* s) noexcept nogil:
    """Heroes stand on cards; seals and level tokens are as many as there can be."""
    cdef const char* problem
    cdef int seat, i
    for seat in range(SEATS):
        problem = check_heroes(r, s, seat)
        if problem != NULL:
            return problem
    if s.roamed > 3 or s.roamed and not (r.advanced and s.phase == ACTION_PHASE):
        return "roamed: heroes roam in the advanced game only, in the phase action"
    for i in range(HEROES):
        if s.roamed >> i & 1 and s.hero[active(r, s)][i] == NONE:
            return "roamed: a hero has roamed that is not there"
    return NULL


cdef const char* check_heroes(const Rules* r, const World* s, int seat) noexcept nogil:
    """Heroes, seals, points and cities of a player."""
    cdef int i
    for i in range(HEROES):
        if s.hero[seat][i] != NONE and (seat >= r.seats or s.hero[seat][i] >= SQUARES
                                        or not s.built >> s.hero[seat][i] & 1 or s.phase <= START_PHASE):
            return ("players.heroes: a hero must stand on a card, and not before the starting cities "
                    "are chosen")
        if r.volcano and s.hero[seat][i] == r.ruins and not s.seals[seat]:
            return "players.seals: must name a faction: a hero of the player is on the peak"
    if s.hero[seat][0] > s.hero[seat][1]:
        return "players.heroes: of two heroes the one on the lower square is named first"
    if s.seals[seat] >> FACTIONS or s.seals[seat] and (not r.volcano or seat >= r.seats
                                                       or s.phase <= START_PHASE):
        return "players.seals: must be empty before the first turn, when no sanctuary is overcome"
    if s.most[seat] and s.phase <= START_PHASE:
        return "players.most_points: must be 0 before the first turn"
    if s.phase > START_PHASE and seat < r.seats and s.most[seat] < points(r, s, seat):
        return "players.most_points: must be no less than the points that the player has now"
    if r.points and s.most[seat] >= r.points and s.phase != OVER_PHASE:
        return ("players.points: the player has cities, seals or `most_points` for as many points as end "
                "the game, so the phase must be over")
    if seat < r.seats and (overspent(r, s, seat, 1) or overspent(r, s, seat, 3)):
        return "map: a player has more level tokens than there are"
    return NULL


cdef bint overspent(const Rules* r, const World* s, int seat, int level) noexcept nogil:
    cdef int square
    cdef int n = count_bits(s.seals[seat]) if level == 1 else 0
    for square in range(SQUARES):
        if s.shape[square] < CITY_SHAPES and s.owner[square] == seat:
            n += s.level[square] == level or s.level[square] == level + 1
    return n > r.tokens[level == 3]


# -- battles

cdef const char* check_battle(const Rules* r, const World* s) noexcept nogil:
    cdef int seat = active(r, s)
    cdef bint may = LINE_PHASE <= s.phase <= RESPONSE_PHASE or TITLE_PHASE <= s.phase <= REVEAL_PHASE
    cdef int side, i
    if s.target == NONE:
        if s.phase == LINE_PHASE or s.phase == RESPONSE_PHASE or (
                s.victim != NONE or s.aim or s.side or s.answered):
            return "battle: nobody fights"
        for side in range(2):
            if s.heroes[side] or s.sum[side] or s.cards[side] or s.mixed[side] or s.mercenaries[side]:
                return "battle: nobody fights"
        for i in range(KINDS):
            if s.laid[DEFENDER][i]:
                return "battle.cards: a defender's cards lie there without a battle"
        return NULL
    if not may or s.target >= SQUARES or s.shape[s.target] == NONE:
        return "battle.square: a battle is fought on a square, in its phases"
    if s.aim == A_PLACE:
        if not can_attack(r, s, seat, s.target) or s.victim != (
                s.owner[s.target] if s.owner[s.target] < SEATS else NONE):
            return "battle.square: must be a city, place or hero that the active player can attack"
    elif s.aim >= r.seats or s.aim == seat or s.victim != s.aim or not heroes_on(s, s.aim, s.target):
        return "battle.against: there is no such hero to attack"
    return check_line(r, s, seat)


cdef const char* check_line(const Rules* r, const World* s, int seat) noexcept nogil:
    cdef int side
    if not 0 < s.heroes[ATTACKER] <= heroes_on(s, seat, s.target):
        return "battle.heroes: the attacker has no such heroes there"
    if s.answered > 1 or s.side > DEFENDER or s.side == DEFENDER and not s.answered:
        return "battle.heroes: the defender has not answered"
    if s.victim == NONE and (s.answered or s.side or total(r, s, ATTACKER) > total(r, s, DEFENDER)):
        return "battle.against: nobody defends"
    if s.answered:
        if s.heroes[DEFENDER] > heroes_on(s, s.victim, s.target) or (
                s.aim != A_PLACE and not s.heroes[DEFENDER]):
            return "battle.heroes: the defender has no such heroes there"
    elif s.heroes[DEFENDER] or s.cards[DEFENDER]:
        return "battle.cards: the defender has not answered"
    if (s.answered or s.phase != LINE_PHASE) and not s.cards[ATTACKER]:
        return "battle.cards: the attacker has opened with nothing"
    if s.phase == RESPONSE_PHASE and (s.answered or total(r, s, ATTACKER) <= total(r, s, DEFENDER)):
        return "battle.cards: there is nothing to answer yet"
    for side in range(2):
        if s.sum[side] > MOST_STRENGTH or s.cards[side] > MOST_IN_LINE or s.mixed[side] > 1 or (
                s.mercenaries[side] > s.cards[side]) or s.mercenaries[side] and not r.unbound or (
                not s.cards[side] and (s.sum[side] or s.mixed[side])):
            return "battle.cards: strength, mixed and mercenaries must be 0 or false if the line has no cards"
    return NULL


# -- phases

cdef const char* check_setup(const Rules* r, const World* s) noexcept nogil:
    """Steps of the set-up after the next one have not been done."""
    cdef Step step
    cdef int i, square, n, taken
    next_step(r, s, &step)
    for i in range(SQUARES):
        if s.shape[i] < CITY_SHAPES and s.owner[i] != NEUTRAL and s.level[i] != 1:
            return "map: a starting city is of level 1"
    taken = r.starts + r.neutrals
    if s.phase == SETUP_PHASE:
        taken = step.which if step.kind == START_CITY else r.starts + step.which if (
            step.kind == NEUTRAL_CITY) else 0 if step.kind == ABSENT else taken
    for i in range(r.starts + r.neutrals):
        square = r.start[i] if i < r.starts else r.neutral[i - r.starts]
        if (s.shape[square] == CITY_CROSS) != (i < taken):
            return "map: a city of the set-up is missing, or there too early"
        if i < taken and (s.owner[square] == NEUTRAL) != (i >= r.starts):
            return "map: a city of the set-up has another owner"
        if i < r.starts and i < taken and s.phase != START_PHASE and s.owner[square] != FREE:
            return "map: a city was chosen too early"
        for n in range(i // r.seats * r.seats, i if i < taken else 0):
            if s.terrain[square] == s.terrain[r.start[n] if n < r.starts else r.neutral[n - r.starts]]:
                return "map: cities that are dealt together have different terrains"
    n = 0
    for i in range(SQUARES):
        n += s.shape[i] < SHAPES
    if n != taken or s.step and s.phase != SETUP_PHASE or s.blocked and s.phase == SETUP_PHASE:
        return "map: something was built before the first turn"
    if check_dealt(r, s) != NULL:
        return check_dealt(r, s)
    return check_start(r, s) if s.phase == START_PHASE else NULL


cdef inline int due(int steps, int most) noexcept nogil:
    return max(0, min(steps, most))


cdef const char* check_dealt(const Rules* r, const World* s) noexcept nogil:
    """The cards that have been dealt are those of the steps done; those steps are in `setup.next_step`."""
    cdef int greats = 2 * FACTIONS if r.volcano else r.offered
    cdef int first = (r.seats == 2) + r.starts + r.neutrals
    cdef int steps = s.step - first if s.phase == SETUP_PHASE else 255
    cdef int i, n = 0
    if s.phase == SETUP_PHASE and s.step > first + greats + (DEALT + HAND) * r.seats + RANKS:
        return "step: the set-up has no such step"
    for i in range(GREATS):
        n += s.pool[GREAT + i]
    if n != (0 if r.volcano else due(steps, greats)) or s.gone:
        return "offered: there are more or fewer great artefacts on offer than are due"
    for i in range(2 * FACTIONS):
        if (s.buried[i >> 1][i & 1] != NONE) != (r.volcano and i < steps):
            return "sanctuaries: there are more or fewer buried artefacts than are due"
    steps -= greats
    for i in range(RANKS):
        if (s.top[i] != NONE) != (i < steps - DEALT * r.seats) or four(&s.under[i * 4]):
            return "tops: the decks of units are not as they are in the set-up"
    for i in range(r.seats):
        if check_start_deck(s, i, due(steps - DEALT * i, DEALT),
                            due(steps - DEALT * r.seats - RANKS - HAND * i, HAND)):
            return "players.cards: must be 5 supplies, and `unseen` the units dealt so far"
    return NULL


cdef bint check_start_deck(const World* s, int seat, int dealt, int drawn) noexcept nogil:
    """Whether something is wrong with it."""
    return (size_of(s.hand[seat]) + size_of(s.nation[seat]) != DEALT + dealt
            or s.hand[seat][<int>SUPPLY] + s.nation[seat][<int>SUPPLY] != DEALT
            or four(s.unseen[seat]) != min(dealt, 3) or four(&s.unseen[seat][4]) != (dealt > 3)
            or four(&s.unseen[seat][8]) != (dealt > 4) or size_of(s.hand[seat]) != drawn
            or size_of(s.known[seat]) or size_of(s.shelter[seat]) or ambushed(s, seat)
            or s.tent[seat][0][0] != NONE)


cdef const char* check_start(const Rules* r, const World* s) noexcept nogil:
    """Each player has as many starting cities as are due."""
    cdef int taken = r.starts - start_cities_left(r, s)
    cdef int seat, i, n, theirs
    if taken == r.starts:
        return "map: all starting cities are taken"
    for seat in range(r.seats):
        n = 0
        for i in range(r.starts):
            n += s.owner[r.start[i]] == seat
        theirs = (taken + (seat - s.first + r.seats) % r.seats) // r.seats
        if n != theirs:
            return "map: a player has more or fewer starting cities than are due"
    return NULL


cdef const char* check_phase(const Rules* r, const World* s) noexcept nogil:
    cdef const char* problem = NULL
    cdef MoveList moves
    if (s.phase == OVER_PHASE) != (s.turn == r.turns or decided(r, s) or stands_still(r, s)):
        return "phase: the game is over when it has been decided, and only then"
    if s.phase == PAY_PHASE or EXITS_PHASE <= s.phase <= SITE_PHASE:
        problem = check_action(r, s)
    elif TITLE_PHASE <= s.phase <= STATION_PHASE and s.phase != REVEAL_PHASE or (
            HORN_PHASE <= s.phase <= WINGS_PHASE):
        problem = check_use(r, s)
    elif s.phase == SPOILS_PHASE:
        problem = check_spoils(r, s, active(r, s))
    elif s.phase == SUSPEND_PHASE and not ambushed(s, active(r, s)):
        return "ambush: no card has been laid in ambush"
    elif s.arg or s.arg2 or s.strong or s.action != NONE or s.subject != NONE or s.source != NONE:
        return "pending: something is pending outside its phase"
    if problem == NULL:
        problem = check_draws(r, s)
    if problem != NULL or s.mover < 0:
        return problem
    legal(r, s, &moves)
    return unless(moves.n > 0, "phase: there is no decision to make")


cdef bint decided(const Rules* r, const World* s) noexcept nogil:
    """Whether somebody has ended the game."""
    cdef int seat
    for seat in range(r.seats):
        if is_decided(r, s, seat):
            return True
    return False


cdef const char* check_spoils(const Rules* r, const World* s, int seat) noexcept nogil:
    """A hero has won where great artefacts are."""
    if r.volcano:
        if s.arg >= FACTIONS or not s.seals[seat] >> s.arg & 1 or s.buried[s.arg][0] == NONE or (
                not heroes_on(s, seat, r.sanctuary[s.arg])):
            return "pending: nothing lies below that sanctuary for this player"
    elif not heroes_on(s, seat, r.ruins) or greats_of(r, s, seat) >= r.greats_each:
        return "players.heroes: the player cannot have won a great artefact in the ruins"
    return unless(not s.arg2 and not s.strong and s.action == NONE and s.subject == NONE and s.source == NONE,
                  "pending: something is pending outside its phase")


cdef const char* check_draws(const Rules* r, const World* s) noexcept nogil:
    if s.phase == DRAW_PHASE:
        if not 0 < s.draws <= 2 * HAND or not size_of(s.nation[active(r, s)]):
            return "draws: there is nothing to draw"
    elif s.draws:
        return "draws: cards are to be drawn outside their phase"
    if s.phase == FILL_PHASE and (short_hand(r, s) == NONE or not size_of(s.nation[short_hand(r, s)])):
        return "players.hand_size: no hand is to be filled"
    if (s.phase == REVEAL_PHASE) != (hidden_top(s) != NONE) and s.phase != OVER_PHASE:
        return "tops: the topmost unit of each deck lies open, except while it is revealed"
    if s.last >= KINDS or s.last and s.phase not in (PAY_PHASE, STATION_PHASE, HORN_PHASE, LINE_PHASE):
        return "pending.next_from: cards are in order in some phases only"
    return NULL


cdef const char* check_action(const Rules* r, const World* s) noexcept nogil:
    """A purchase that is under way can be finished."""
    cdef int seat = active(r, s)
    cdef uint64_t whole
    cdef int i
    if s.strong or s.source != NONE or s.subject != NONE and s.phase != PUT_PHASE:
        return "pending: something is pending outside its phase"
    if s.phase == EXITS_PHASE:
        return unless(0 < s.arg2 <= TOP_LEVEL and not s.arg and s.action == NONE
                      and has_token(r, s, seat, s.arg2), "pending.level: there is no such level to build")
    if s.phase == TERRAIN_PHASE or s.phase == PUT_PHASE:
        return check_put(r, s, seat)
    if s.phase == SITE_PHASE:
        if s.action == UPGRADE:
            return unless(2 <= s.arg <= TOP_LEVEL and not s.arg2, "pending.level: there is no such upgrade")
        return unless(s.action == HIRE_HERO and not s.arg and not s.arg2 and s.hero[seat][1] == NONE,
                      "pending.action: no hero can come")
    if not payable(r, s, seat):
        return "pending.action: there is no such action to pay for"
    whole = cost_of(r, s.action, s.arg)
    for i in range(NEEDS):
        if s.need[i] > (whole >> 8 * i & 255):
            return "pending.need: more is to be paid than the action costs"
    return unless(next_need(s) < NEEDS, "pending.need: the payment is finished")


cdef bint payable(const Rules* r, const World* s, int seat) noexcept nogil:
    """Whether an action that is being paid for can take place."""
    cdef int shape
    if s.action == HIRE:
        return s.arg < RANKS and not s.arg2 and s.top[s.arg] != NONE
    if s.action == CREATE:
        if s.arg < TOOL or s.arg >= TYPES or s.arg2 > FACTIONS:
            return False
        if s.arg != match(r, s):
            return not s.arg2 and four(&s.pool[s.arg * 4])
        return s.arg2 and s.pool[s.arg * 4 + s.arg2 - 1]
    if s.action == BUILD_ROAD:
        return CITY_SHAPES <= s.arg < SHAPES and not s.arg2 and can_build(
            r, s, seat, s.arg, reach_of(r, s, seat))
    if s.action == BUILD_CITY:
        if not 0 < s.arg <= TOP_LEVEL or s.arg2 or not has_token(r, s, seat, s.arg):
            return False
        for shape in range(CITY_SHAPES):
            if can_build(r, s, seat, shape, reach_of(r, s, seat)):
                return True
        return False
    if s.action == UPGRADE:
        return 2 <= s.arg <= TOP_LEVEL and not s.arg2 and sites(r, s)
    return (s.action == HIRE_HERO and not s.arg and not s.arg2 and s.hero[seat][1] == NONE
            and sites(r, s))


cdef const char* check_put(const Rules* r, const World* s, int seat) noexcept nogil:
    if s.action != NONE or s.arg >= SHAPES or not can_build(r, s, seat, s.arg, reach_of(r, s, seat)):
        return "pending.deck: there is no such card to put"
    if (s.arg < CITY_SHAPES) != (s.arg2 > 0) or s.arg2 > TOP_LEVEL or s.arg2 and not has_token(
            r, s, seat, s.arg2):
        return "pending.level: there is no such level to build"
    if s.phase == PUT_PHASE and (s.subject >= FACTIONS or not s.deck[s.arg][s.subject]):
        return "pending.deck: there is no such terrain card left"
    return NULL


cdef const char* check_use(const Rules* r, const World* s) noexcept nogil:
    """What is under way with an artefact."""
    cdef int seat = actor(r, s)
    cdef const uint8_t* played = &s.shelter[seat][0]
    cdef bint counted = s.phase in (TITLE_PHASE, DIE_PHASE, STATION_PHASE, HORN_PHASE)
    if seat == active(r, s):
        played = &s.table[0]
    if s.strong and not counted or s.arg2 or s.arg and s.phase not in (
            TOPMOST_PHASE, STATION_PHASE, STEAL_PHASE):
        return "pending: something is pending outside its phase"
    if s.subject != NONE and s.phase not in (DIE_PHASE, WILD_PHASE, DISPLACE_PHASE, TOPMOST_PHASE):
        return "pending: a card is being changed outside its phase"
    if s.source != NONE and s.phase != TITLE_PHASE and s.phase != SCROLL_PHASE:
        return "pending: an artefact is being played outside its phase"
    if s.action != NONE and s.phase != TOPMOST_PHASE:
        return "pending.action: an action is under way outside its phase"
    if not has_been_played(s, played):
        return "table: must have the artefact that is being played (of a defender the shelter)"
    if s.phase == TITLE_PHASE:
        if s.source >> 2 != TITLE and s.source != CROWN or s.strong > 1 or (
                s.strong and not s.laid[side_of(s)][s.source]):
            return "pending.title: must be a title or the Crown of Titus; if doubled, laid once more"
    elif s.phase == SCROLL_PHASE:
        if s.source != NONE and (s.source >> 2 != SCROLL or not played[s.source]):
            return "pending.scroll: there is no such scroll"
    elif s.phase == DIE_PHASE:
        if s.subject > SUPPLY or s.strong > 1 or s.strong and not lies_open(r, s, s.subject) or (
                not s.strong and not played[s.subject]):
            return "pending.card: no card lies on the amulet"
    elif s.phase == WILD_PHASE:
        if s.subject >= FACTIONS:
            return "pending.faction: a wild card has no faction"
    elif s.phase == DISPLACE_PHASE:
        if s.subject > SUPPLY or s.ambush[seat][AMBUSH - 1] == NONE:
            return "players.ambush: the ambush has room"
    elif s.phase == TOPMOST_PHASE:
        return check_topmost(r, s)
    return check_open_tent(r, s, seat)


cdef bint has_been_played(const World* s, const uint8_t* played) noexcept nogil:
    """Whether an artefact that leads to this phase can be among the cards played: itself, the amulet of a
    wild card, the Hammer, or the Hand that has stolen it.
    """
    cdef bint borrowed = played[<int>HAND_OF_LUUT] > 0
    cdef bint virtual = borrowed or played[<int>HAMMER] or four(&played[AMULET * 4])
    if s.phase == TITLE_PHASE:
        return virtual or played[<int>CROWN] or four(&played[TITLE * 4])
    if s.phase == SCROLL_PHASE:
        return virtual or played[<int>BOOK] or four(&played[SCROLL * 4])
    if AMULET_PHASE <= s.phase <= DISPLACE_PHASE:
        return virtual
    if s.phase == HORN_PHASE:
        return borrowed or played[<int>HORN]
    if s.phase == ROB_PHASE or s.phase == STEAL_PHASE:
        return borrowed
    if s.phase == STAFF_PHASE:
        return borrowed or played[<int>STAFF]
    return s.phase != WINGS_PHASE or borrowed or played[<int>WINGS]


cdef const char* check_topmost(const Rules* r, const World* s) noexcept nogil:
    if s.arg < TOOL or s.arg >= TYPES or not four(&s.pool[s.arg * 4]):
        return "pending.deck: there is no such artefact left"
    if s.action == CREATE:
        return unless(s.subject == NONE and s.target == NONE, "pending.action: nothing is converted")
    if s.action != CONVERT and s.action != CONVERT_ITSELF or s.subject >> 2 != s.arg or s.subject >= SUPPLY:
        return "pending.action: no artefact is converted"
    if s.action == CONVERT_ITSELF and s.arg != SCROLL:
        return "pending.action: a scroll converts itself"
    return NULL


cdef const char* check_open_tent(const Rules* r, const World* s, int seat) noexcept nogil:
    if s.phase == STATION_PHASE:
        if s.arg >= TENTS or s.tent[seat][s.arg][0] == NONE or not 0 < s.strong <= 2 or (
                s.tent[seat][s.arg][2] != NONE or s.tent[seat][s.arg][1] != NONE and s.strong > 1):
            return "pending.tent: must be the number of a tent of the player with as much room"
    elif s.phase == HORN_PHASE:
        if not 0 < s.strong <= 2:
            return "pending.left: the Horn summons up to two cards"
    elif s.phase == STEAL_PHASE:
        if s.arg >= r.seats or s.arg == seat or not can_draw(s, s.arg):
            return "pending.seat: there is no such nation to rob"
    return NULL
