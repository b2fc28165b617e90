# The flat state of Battalia, the block of rules, and the numbers of cards, phases and moves.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from battlewise.core.bits cimport count_bits
from battlewise.core.fitted cimport Weights
from battlewise.core.game cimport CHANCE, MoveList, OVER, move_t
from battlewise.core.piles cimport pile_size

cpdef enum:
    SEATS = 4
    HEROES = 2                   # of a player
    FACTIONS = 4                 # and terrains, and elements: Baerfolk, Islanders, Emberians, Cloudborn
    RANKS = 4
    ARTEFACTS = 7
    TYPES = 11                   # of cards with a faction: four ranks, then artefacts
    KINDS = 60                   # of cards; alike cards are one kind. 59 in use, the last one never
    GREATS = 10
    SUPPLY = 44                  # before it: type * 4 + faction
    UNBOUND = 45                 # one kind a rank
    GREAT = 49
    SECRET = 12                  # the kinds that starting decks are dealt: frimen, chiefs, priests
    DEALT = 5                    # units of a starting deck
    HAND = 6
    AMBUSH = 3                   # cards of a player
    TENTS = 8                    # a player has raised at most (ruling 21)
    LEAST_DECK = 10
    MOST_IN_HAND = 60
    MOST_LAID = 120              # cards that can be played from the table, virtual ones too
    MOST_IN_LINE = 200           # cards of a battle line: those after them are not counted
    MOST_STRENGTH = 2000         # of the cards of a line
    MOST_COUNTED = 255           # points of a player, and what other numbers of a byte count
    SIDE = 7
    SQUARES = 49
    SHAPES = 9                   # of terrain cards that are built: cities, roads
    CITY_SHAPES = 5
    TOP_LEVEL = 4
    NEEDS = 6                    # frimen, chiefs, priests, lords, supplies, weapons
    PAID = 6                     # kinds of actions that are paid for
    WEEK = 7
    NEUTRAL = 4                  # owner of a city that is guarded
    FREE = 5                     # owner of a city that anybody may annex
    NONE = 255

cpdef enum Type:
    FRIMAN, CHIEF, PRIEST, LORD, TOOL, WEAPON, AMULET, TITLE, SCROLL, TENT, HORSE

cpdef enum GreatArtefact:
    BOOK = 49
    CROWN, HAND_OF_LUUT, STAFF, PAVILION, HAMMER, SWORD, SHIELD, WINGS, HORN

cpdef enum Shape:                # of terrain cards; the first SHAPES are decks
    CITY_END, CITY_STRAIGHT, CITY_CORNER, CITY_THREE, CITY_CROSS
    ROAD_STRAIGHT, ROAD_TURN, ROAD_TEE, ROAD_CROSS
    RUINS, SANCTUARY, CROSSROADS, PEAK

# Exits are bits: north 1, east 2, south 4, west 8.
cdef enum:
    NORTH, EAST, SOUTH, WEST

cpdef enum:                      # sides of a battle, and whose laid cards
    ATTACKER, DEFENDER

cpdef enum:                      # what is attacked
    A_PLACE = 4                  # the card itself; else the seat whose hero is

cpdef enum Kind:
    TAKE_HEROES, TAKE_CITY, COHORT, MULLIGAN, NEITHER
    HIRE, CREATE, BUILD_ROAD, BUILD_CITY, UPGRADE, HIRE_HERO, PAY, EXITS, PUT, SITE
    TRAVEL, ROAM, RIDE, FLY
    USE, ENTITLE, ENCHANT, STANDS_FOR, CONVERT, CONVERT_ITSELF, STATION, STATION_NO_MORE, DECAMP
    DEPLOY, SUSPEND, DISPLACE, SUMMON, SUMMON_NO_MORE, ROB, STEAL, TERRAFORM
    ATTACK, ANNEX, FIGHT, SURRENDER, RETREAT, LINE, BRIBE, STAND, PASS, TAKE_GREAT, LEAVE_GREAT, END_TURN
    ABSENT, START_CITY, NEUTRAL_CITY, OFFERED, BURIED, DEAL, REVEAL, DRAW, FIRST, TERRAIN, TOPMOST, DIE

cpdef enum Phase:
    SETUP_PHASE                  # chance: step by step (setup.pyx)
    HEROES_PHASE                 # each seat, clockwise: its faction
    START_PHASE                  # each seat, counterclockwise: its starting city
    COHORT_PHASE                 # active: cohort, mulligan or neither
    DRAW_PHASE                   # chance: a card for a cohort or after a mulligan
    ACTION_PHASE                 # active: an action
    PAY_PHASE                    # active: the next card of a payment
    EXITS_PHASE                  # active: the shape of a new city
    TERRAIN_PHASE                # chance: the topmost terrain card
    PUT_PHASE                    # active: where it lies
    SITE_PHASE                   # active: which city is upgraded, or where a hero appears
    TITLE_PHASE                  # fighter or active: the unit that is upgraded
    AMULET_PHASE                 # fighter or active: the card on the amulet
    DIE_PHASE                    # chance: the die of the amulet
    WILD_PHASE                   # fighter or active: what a wild card stands for
    DISPLACE_PHASE               # fighter or active: the ambush card that makes room
    SCROLL_PHASE                 # fighter or active: the card and its new faction
    TOPMOST_PHASE                # chance: the topmost artefact
    REVEAL_PHASE                 # chance: the new top of a deck of units
    STATION_PHASE                # active: a card for the tent
    SUSPEND_PHASE                # active: the price of an ambush
    HORN_PHASE                   # active: cards of the nation
    ROB_PHASE                    # active: whose nation is robbed
    STEAL_PHASE                  # active: the card
    STAFF_PHASE                  # active: the card that is terraformed
    WINGS_PHASE                  # active: the flight
    LINE_PHASE                   # fighter: cards for the battle line
    RESPONSE_PHASE               # defender: fight, surrender or retreat
    SPOILS_PHASE                 # active: a great artefact
    FILL_PHASE                   # chance: a card for a new hand
    OVER_PHASE
    PHASES

ctypedef uint8_t cards_t[KINDS]

cdef struct Rules:
    int seats, turns
    bint weeks                   # `turns` is a number of weeks, no limit
    int still_turns              # without progress end the game; 0: no number does
    bint advanced, volcano, unbound
    int points                   # that end the game; 0: none do
    int great_cities             # of the highest level that end the game
    int greats_each, offered     # great artefacts a player may have; on offer
    int neutral_level, ruins_strength
    int starts, neutrals         # places of cities
    int each                     # starting cities of a player
    int start_heroes
    int squares
    uint64_t exist               # squares that are there
    uint8_t start[2 * SEATS]
    uint8_t neutral[2 * SEATS]
    uint8_t ruins                # its square, or the peak's
    uint8_t sanctuary[FACTIONS]
    uint8_t gate[FACTIONS]       # the direction from the peak to each faction's gate
    uint8_t keeper, element, peak_level, sanctuary_level, seal_level, seal_points
    cards_t total                # if no faction is removed
    uint8_t strength[2][KINDS]   # as attacker, as defender
    uint64_t cost[PAID][TYPES]   # of each action from HIRE on and what it is taken for; a byte a need
    uint8_t city_units, upgrade_units
    uint8_t cohort[HAND + 1]     # cards drawn for so many of one faction
    uint8_t mulligan
    uint8_t ride                 # squares
    uint8_t tokens[2]            # of a player: of the two lower levels, of the two higher ones
    uint8_t terrain_count[SHAPES]    # of each terrain
    uint8_t ray[WEEK]            # types, by day: the illuminated one, the one that may be chosen
    uint8_t match[WEEK]
    Weights weights

# Everything not in use in a phase is 0 (squares, seats, cards, factions: NONE), so that equal views are
# equal bytes. A zone of cards counts them by kind.
cdef struct World:
    # the map: sets of squares
    uint64_t built, city, blocked
    uint64_t exits[4]            # squares with a road to that side
    uint8_t shape[SQUARES]
    uint8_t terrain[SQUARES]
    uint8_t owner[SQUARES]       # of a city, or of the peak
    uint8_t level[SQUARES]
    uint8_t hero[SEATS][HEROES]  # squares, the lower first
    uint8_t deck[SHAPES][FACTIONS]   # terrain cards
    # creation cards; what is nowhere is in limbo or in the box
    uint8_t hand[SEATS][KINDS]
    uint8_t nation[SEATS][KINDS]
    uint8_t shelter[SEATS][KINDS]
    uint8_t known[SEATS][KINDS]  # cards of the hand that everybody knows to be there
    uint8_t table[KINDS]         # played and new cards of the active player
    uint8_t laid[2][KINDS]       # what can still be played this turn of cards on the table, virtual ones too
    uint8_t pool[KINDS]          # the decks without `top` and `under`; great artefacts on offer
    uint8_t under[RANKS * FACTIONS]      # units put back under their decks
    uint8_t returned[SECRET]     # units of `pool` that came back into their decks in sight of all
    uint8_t top[RANKS]           # kinds
    uint8_t unseen[SEATS][SECRET]    # starting units in hand, nation or ambush that others have never seen
    uint8_t ambush[SEATS][AMBUSH]
    uint8_t shown[SEATS]         # bits: ambush cards that everybody knows
    uint8_t tent[SEATS][TENTS][3]    # the tent and two cards
    uint8_t buried[FACTIONS][2]  # great artefacts below the sanctuaries
    uint16_t gone                # bits: great artefacts in limbo
    uint8_t seals[SEATS]         # bits: sanctuaries overcome, whose artefacts the player has seen
    # the course of the game
    uint16_t turn
    int8_t mover
    uint8_t phase, step
    uint8_t first, absent
    uint8_t faction[SEATS]
    # the turn
    uint8_t draws
    uint8_t action, arg, arg2    # the action in progress
    uint8_t need[NEEDS]
    uint8_t last                 # the kind paid or played last: what follows is none below it
    uint8_t subject              # the card on an amulet; its faction once it is wild
    uint8_t source               # the scroll being played
    uint8_t fresh[2]             # of each side a scroll to be played once more that may still convert itself
    uint8_t charmed[2]           # of each side the card on an illuminated amulet that is to be used once more
    uint8_t strong               # uses of the artefact being played; whether what is on the amulet is stolen
    uint8_t hammer               # the type it was laid as
    uint8_t stolen               # the card that the Hand has taken, until it is played or changed
    uint8_t roamed               # bits: heroes that have roamed since the last other action
    # what ends a game at a standstill
    uint16_t progress            # the turn of the last one
    uint8_t most[SEATS]          # the most points that each player has had
    # the battle
    uint8_t target               # the square; NONE: none
    uint8_t aim                  # A_PLACE or the seat whose hero is attacked
    uint8_t victim               # NONE: nobody's
    uint8_t side                 # whose line it is
    uint8_t answered             # the defender has chosen to fight
    uint8_t heroes[2]
    uint16_t sum[2]
    uint8_t cards[2]
    uint8_t mixed[2]             # a card of another faction is in the line
    uint8_t mercenaries[2]


cdef inline int active(const Rules* r, const World* s) noexcept nogil:
    return (s.first + s.turn) % r.seats


cdef inline int actor(const Rules* r, const World* s) noexcept nogil:
    """Who plays cards: the active player, or the defender in the defender's line."""
    return s.victim if s.target != NONE and s.side == DEFENDER else active(r, s)


cdef inline int side_of(const World* s) noexcept nogil:
    return DEFENDER if s.target != NONE and s.side == DEFENDER else ATTACKER


cdef inline int ray(const Rules* r, const World* s) noexcept nogil:
    """The illuminated type of artefact."""
    return r.ray[s.turn // r.seats % WEEK]


cdef inline int match(const Rules* r, const World* s) noexcept nogil:
    """The type of artefact whose faction may be chosen."""
    return r.match[s.turn // r.seats % WEEK]


cdef inline int four(const uint8_t* counts) noexcept nogil:
    """The sum of four counts: of a type's cards of all factions."""
    return counts[0] + counts[1] + counts[2] + counts[3]


cdef inline int kinds_in(const uint8_t* counts, const uint8_t* more) noexcept nogil:
    """How many of four counts and as many more are not both 0."""
    cdef uint32_t word, other
    memcpy(&word, counts, 4)
    memcpy(&other, more, 4)
    word |= other
    return count_bits((((word & <uint32_t>0x7F7F7F7F) + <uint32_t>0x7F7F7F7F) | word) & <uint32_t>0x80808080)


cdef inline int size_of(const uint8_t* zone) noexcept nogil:
    """How many cards are in a zone."""
    return pile_size(zone, KINDS)


cdef inline uint64_t cost_of(const Rules* r, int kind, int arg) noexcept nogil:
    """What an action costs: a byte for each of NEEDS."""
    return r.cost[kind - HIRE][arg]


cdef inline bint is_empty(const uint8_t* zone) noexcept nogil:
    cdef uint64_t word, found = 0
    cdef uint32_t rest
    cdef int i
    for i in range(0, KINDS - 4, 8):
        memcpy(&word, zone + i, 8)
        found |= word
    memcpy(&rest, zone + KINDS - 4, 4)
    return not (found | rest)


cdef inline uint64_t kinds_held(const uint8_t* zone) noexcept nogil:
    """The kinds of which a zone has cards, as bits. The highest bit of each of eight counts says whether it
    is not 0; a product gathers the eight bits.
    """
    cdef uint64_t word, found = 0
    cdef uint64_t low = 0x7F7F7F7F7F7F7F7F
    cdef uint32_t rest
    cdef int i
    for i in range(0, KINDS, 8):
        if i + 8 <= KINDS:
            memcpy(&word, zone + i, 8)
        else:
            memcpy(&rest, zone + i, 4)
            word = rest
        word = (((word & low) + low) | word) & ~low
        found |= ((word >> 7) * <uint64_t>0x0102040810204080) >> 56 << i
    return found


cdef inline bint is_great(int kind) noexcept nogil:
    return kind >= GREAT


cdef inline bint is_unbound(int kind) noexcept nogil:
    return UNBOUND <= kind < GREAT


cdef inline bint has_faction(int kind) noexcept nogil:
    return kind < SUPPLY


cdef inline void ask(World* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.mover = seat


cdef inline void resume(const Rules* r, World* s) noexcept nogil:
    """Go back to the actions, or to the battle line."""
    ask(s, ACTION_PHASE if s.target == NONE else LINE_PHASE, actor(r, s))


cdef inline int hidden_ambush(const World* s, int seat, int kind) noexcept nogil:
    """How many cards of a kind lie in ambush unknown to others."""
    cdef int i, n = 0
    for i in range(AMBUSH):
        n += s.ambush[seat][i] == kind and not s.shown[seat] >> i & 1
    return n


cdef inline int ambushed(const World* s, int seat) noexcept nogil:
    """How many cards lie in ambush."""
    return (s.ambush[seat][0] != NONE) + (s.ambush[seat][1] != NONE) + (s.ambush[seat][2] != NONE)


cdef inline void reveal_cards(World* s, int seat, int kind, int n) noexcept nogil:
    """Let everybody know so many cards of a kind to be in a player's hand, nation and ambush, where they are
    still. Cards that all had seen there before may be among them.
    """
    cdef int seen
    if kind < SECRET and s.unseen[seat][kind]:
        seen = (s.hand[seat][kind] + s.nation[seat][kind] + hidden_ambush(s, seat, kind)
                - s.unseen[seat][kind])
        if n > seen:
            s.unseen[seat][kind] -= n - seen


cdef inline void leave_hand(World* s, int seat, int kind) noexcept nogil:
    """A card leaves a hand in sight of all."""
    reveal_cards(s, seat, kind, 1)
    s.hand[seat][kind] -= 1
    if s.known[seat][kind]:
        s.known[seat][kind] -= 1


cdef inline void spend(const Rules* r, World* s, int seat, int kind) noexcept nogil:
    """Play a card of the hand: on the table, or, of a defender, to the shelter."""
    leave_hand(s, seat, kind)
    if seat == active(r, s):
        s.table[kind] += 1
    else:
        s.shelter[seat][kind] += 1


cdef inline void gain(const Rules* r, World* s, int seat, int kind) noexcept nogil:
    """Give a player a new card: it goes where the player's played cards go."""
    if seat == active(r, s):
        s.table[kind] += 1
    else:
        s.shelter[seat][kind] += 1


cdef inline void lose(const Rules* r, World* s, int seat, int kind) noexcept nogil:
    """Take away a card that was played in this turn."""
    if seat == active(r, s):
        s.table[kind] -= 1
    else:
        s.shelter[seat][kind] -= 1


cdef inline int doubled(const Rules* r, const World* s, int kind) noexcept nogil:
    """How often a card is played: an artefact in the ray twice, and the Crown, which upgrades two units."""
    return 2 if kind < SUPPLY and kind >> 2 == ray(r, s) or kind == CROWN else 1


cdef inline bint hammered(const World* s, int side, int type) noexcept nogil:
    """Whether the next card played of a type is the Hammer."""
    return side == ATTACKER and s.hammer == type


cdef inline int left_in(const World* s, int type) noexcept nogil:
    """How many cards a deck of units or artefacts has."""
    cdef int n = four(&s.pool[type * 4])
    if type < RANKS:
        n += four(&s.under[type * 4]) + s.pool[UNBOUND + type] + (s.top[type] != NONE)
    return n
