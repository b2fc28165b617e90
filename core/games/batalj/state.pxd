# The flat state of the realm, the block of rules, and the numbers of phases and moves.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from battlewise.core.bits cimport bit, count_bits, take_bit
from battlewise.core.fitted cimport Weights
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.memo cimport Memo
from battlewise.core.rng cimport Rng, below

cpdef enum:
    SEATS = 5
    FIEFS = 24
    COUNTRIES = 4
    REGENTS = 32
    HISTORY = 64
    EVENTS = 80                  # kinds of Event cards
    ERAS = 3
    REIGNS = 16
    SHOWN = 4                    # History cards on display
    MARKERS = 12                 # kinds of Pillage markers; the last of those in use: Imperial Troops
    CITIES = 14
    SPACES = 64                  # of the Pillage map; 0 and 1 are the start cities, then the small cities
    LANES = 3                    # of a battlefield, of two sectors each
    FULL = 4                     # pieces in a sector at most
    GUNS = 3                     # strengths of Swedish artillery
    BANK = 5                     # owner of a fief
    FOREIGN = 6                  # owner of a fief: this plus the country
    FORAY_ROUNDS = 30
    BATTLE_ROUNDS = 30
    MOST_GOLD = 9999
    MOST_HAND = 99
    NONE = 255

cpdef enum Mode:
    CAMPAIGN, BATTLE, FORAY

cpdef enum Effect:               # of Regent cards
    PEACE, GOOD_HARVEST, DEMAND_IMPORTS, FAMINE, TAX, ELECTION, BLOCKADE, PILLAGE, REGENCY
    FLOURISHING_CULTURE, WAR, ELECTIVE_WAR

cpdef enum Series:
    MILITARIA, CASTLE, QUEEN, SCIENTIST, CULTURE, RESOURCE, PHILOSOPHER

cpdef enum Special:              # of History cards
    NO_SPECIAL, INCOME, PEACE_INCOME, PER_TRADER, PER_FIEF, DRAWS, CHANCELLOR, END_GOLD, END_POINTS

# When Event cards can be played: bits.
cpdef enum When:
    OWN = 1, AFTER = 2, REVEAL = 4, BEFORE = 8, AT_WAR = 16, SPOILS = 32, DEFEAT = 64, PURCHASE = 128
    END = 256, REACTION = 512

# Decisions of the others that are open (`window`), by the time that cards must have.
cpdef enum Window:
    NO_WINDOW, REVEAL_WINDOW, BEFORE_WINDOW, PURCHASE_WINDOW, WAR_WINDOW, SPOILS_WINDOW, END_WINDOW

cpdef enum Verb:                 # of Event cards
    CANCEL, TAKE_EVENT, FIEF_DISCOUNT, TRADE_BONUS, PEASANT_TAX, EXTRA_PURCHASE, SUPPLIES, FEUD
    PLACE_TRADER_EVENT, MOVE_TRADER_EVENT, RETURN_TRADER, BUY_HISTORY_OF, BUY_FIEF_OF, CHOOSE_ACTIVITY
    RUN_BLOCKADE, REPEAT_REIGN, END_REIGN, PLAGUE, REVOLT, AREA_TAX, WAR_TAX, DECLARE_WAR
    BORROW, GOLD, HALVE_GOLD, BAD_HARVEST, BLIGHT, DISCARD_EVENT, WITCH_TRIALS, UNDO_PURCHASE
    PRICE_RISE, REMOVE_CARD, MOVE_FIRST, LOSE_SPOILS, MORE_SPOILS, DRAW_EVENTS, REPLACE_OPEN
    GIVE_UP_FIEF, ANOTHER_MOVE, COURT_INTRIGUE, KEEP_EMPIRE, KEEP_LIAISON, KEEP_ARCHITECT
    ASSASSINATE, ELECT, MANIPULATE, SILENCE, AUTHORITY, REORDER, ENLIST, ROADS
    EXCHANGE_EVENTS, RETURN_MARKER, STEAL_MARKER, KEEP_FIEF, CLEAR_SECTOR, TACTICIAN, REVERSE
    STEEL, REMOVE_RESERVE, REMOVE_SOLDIER, REMOVE_CANNON

cpdef enum By:                   # what an Event card counts
    BY_NOTHING, BY_CROWNS, BY_TROOPS

# Enumerations that index arrays have no name.

cpdef enum:                      # activities, and bits of them in `acted`
    FARMING, TRADING, STUDYING

cpdef enum:                      # armies
    SWEDEN, ENEMY

cpdef enum:                      # of a battlefield: three Swedish and three enemy sectors, the reserve
    LEFT, CENTRE, RIGHT, FAR_LEFT, FAR_CENTRE, FAR_RIGHT, RESERVE, AREAS

cpdef enum:                      # pieces of the enemy's reserve
    SOLDIER, COMMANDER, CANNON

cpdef enum:                      # guns that can burst: Swedish ones by strength; GUNS: the enemy's
    STRENGTH_1, STRENGTH_2, STRENGTH_3

cpdef enum:                      # what a foray has come to for a seat
    ABSENT, RIDING, HOME, SLAIN

cpdef enum:                      # the winner of a battle
    OPEN, SWEDISH_VICTORY, ENEMY_VICTORY

# Where a round of the battle stands.
cpdef enum Stage:
    NO_BATTLE, FORMING, ENEMY_FORMING, WAR_EVENTS, SWEDISH_GUNS, ENEMY_GUNS, SWEDISH_ATTACKS, ENEMY_ATTACKS
    REDEPLOYMENT, ENEMY_ADVANCE, ENEMY_COMMAND, SPOILING, MOURNING

cpdef enum Kind:                 # of moves: decisions, then outcomes from DIE on
    PASS
    PLACE_TRADER, MOVE_TRADER, KEEP_TRADERS
    CHOOSE_REGENT, CHOOSE_ENEMY, JOIN_FORAY, STAY_HOME
    AGRICULTURE, TRADE, CULTURE_FIEFS, CULTURE_TRADE
    BUY_FIEF, BUY_CARD, BUY_NOTHING, USE_CARD, END_TURN
    PLAY_EVENT
    TARGET_FIEF, TARGET_FEUD, TARGET_SEAT, TARGET_COUNTRY, TARGET_TRADER, TARGET_MOVE, TARGET_CARD
    TARGET_CARDS, TARGET_ACTIVITY, TARGET_GOLD, TARGET_ORDER, TARGET_SECTOR, TARGET_PIECE, TARGET_GUN
    TARGET_MARKER
    GIVE_BACK, DISCARD_CARD, GIVE_EVENT
    COMMIT_FIEF, COMMIT_NONE, COMMIT_CARD, HOLD_CARD
    PUT_FIEF, PUT_SOLDIER, PUT_COMMANDER
    AIM, ATTACK, ATTACK_NO_MORE, ROLL_AGAIN, LET_STAND, LOSE
    CARD_BACK, SOLDIER_BACK, CARD_FORWARD, SOLDIER_FORWARD, COMMANDER_TO, NEXT_STEP
    SPOIL_FIEF, SPOIL_CARD, SPOIL_GOLD
    PUT_MARKER, START_AT, MARCH, RAID
    DIE, SEAT_LOT, EVENT_DRAWN, EVENT_LOST, EVENT_TAKEN, OPENED, REGENT_CARD, ENEMY_CARD, FIEF_LOT
    MARKER, MARKER_LOST, GOLD_SUM, AREA_LOT, DEALT

cpdef enum Phase:
    LOT_PHASE                    # chance: the first Archbishop
    DEAL_PHASE                   # chance: a card for a seat, in the set-up
    OPEN_PHASE                   # chance: a History card for the display
    FIRST_TRADER_PHASE           # a seat: where its first trader goes
    REGENT_PHASE                 # chance: the Regent card
    TIE_PHASE                    # chance: which of several equal seats decides
    REGENCY_PHASE                # the seat with most crowns: the Regent card
    ENEMY_PHASE                  # the seat with most troops: the country of an elective war
    ELECTION_PHASE               # chance: the new Archbishop
    WINDOW_PHASE                 # a seat: an Event card, or pass
    ORDER_PHASE                  # chance: the next turn marker
    DECLARE_PHASE                # a seat: whether it forays
    DRAW_PHASE                   # chance: an Event card for the active seat, or for the player of an event
    ACT_PHASE                    # active: an activity
    TAX_PHASE                    # chance: the die of an extra tax on peasants
    TRADER_PHASE                 # active: place or move a trader
    FIEF_PHASE                   # active: buy a fief
    HISTORY_PHASE                # active: buy a History card
    CHANCELLOR_PHASE             # active: what the chancellor does
    DEBT_PHASE                   # active: a fief to give back for what could not be paid
    AFTER_PHASE                  # active: after the activity
    TARGET_PHASE                 # the player of an event: what it means
    REACTION_PHASE               # the others: cancel or take it
    EVENT_DIE_PHASE              # chance: its die
    DISCARD_PHASE                # chance: an Event card that is lost
    STEAL_PHASE                  # chance: an Event card or marker that changes hands
    GIVE_PHASE                   # the player of the event: the card to give
    PLAGUE_PHASE                 # a seat: the History card it loses
    WRATH_PHASE                  # a seat: the fief it gives up
    COMMIT_PHASE                 # each seat in secret: what it sends to war
    FORM_PHASE                   # war leader: where it stands
    ENEMY_CARD_PHASE             # chance: an enemy card
    GUN_PHASE                    # chance: the die of a gun
    AIM_PHASE                    # war leader: where a Swedish gun or the reserve has hit
    ATTACK_PHASE                 # war leader: the next attack
    ATTACK_DIE_PHASE             # chance: its die
    REROLL_PHASE                 # war leader: whether a failed attack is rolled again
    AREA_PHASE                   # chance: the enemy's choice between equal sectors
    LOSS_PHASE                   # war leader: what is lost
    REDEPLOY_PHASE               # war leader: a step of the redeployment
    SPOILS_PHASE                 # a seat: its spoils
    SPOILS_DRAW_PHASE            # chance: the fief or gold
    DEFEAT_DIE_PHASE             # chance: whether a seat that stayed at home loses a fief
    DEFEAT_PHASE                 # a seat: the fief it loses
    MARKERS_PHASE                # the treasurer: where the markers lie
    START_PHASE                  # a seat: its start city
    MARCH_DIE_PHASE              # chance: how far it may march
    MARCH_PHASE                  # a seat: where to
    MARKER_PHASE                 # chance: the marker it turns over
    FORTUNE_PHASE                # chance: dice for History cards at the end
    OVER_PHASE
    PHASES

# Phases in which nobody is asked: what has just ended, for `turn._carry_on` to go on from there.
cdef enum Ended:
    EVENT_DONE = PHASES
    WINDOW_DONE, FORAY_DONE, ROUND_BEGINS, BATTLE_DONE
    REGENT_APPLIED, DRAWS_DONE, COLLECTED, SETTLED, ACTIVITY_DONE, PURCHASE_NAMED, REIGN_ENDS

cdef struct FiefCard:
    uint8_t crowns, troops, price, start, home
    uint32_t area                # the fief and its neighbours

cdef struct RegentCard:
    uint8_t era, effect, country, soldiers, commander, cannon

cdef struct HistoryCard:
    uint8_t era, series, price, commander, own_era_only, strength, special, amount
    uint8_t number               # of a philosopher

cdef struct EventCard:
    uint8_t count, verb, amount, own, by, castle
    int8_t others
    uint16_t when
    uint64_t removes             # History cards

cdef enum:
    MEMO_ENTRIES = 1 << 20       # limit of remembered exact values

cdef struct Rules:
    FiefCard fief[FIEFS]
    RegentCard regent[REGENTS]
    HistoryCard history[HISTORY]
    EventCard event[EVENTS]
    int mode, seats, turn_limit, regents, histories, events
    int gold, dealt              # at the start
    int road_income
    int share                    # fiefs that a seat may commit to a war
    uint8_t income[6], room[COUNTRIES]
    uint32_t of_era[ERAS]        # Regent cards
    uint64_t history_of[ERAS]
    uint64_t of_series[7]
    uint64_t chancellors, artillery, leaders
    uint8_t marker_count[MARKERS]
    uint8_t marker_gold[MARKERS], marker_points[MARKERS]
    int markers                  # kinds
    int map_markers, cities, spaces
    int all_treasures            # worth of all markers, in gold
    uint8_t distance[SPACES][SPACES]
    uint8_t home[SPACES]         # steps to the nearer start city
    Memo memo                    # exact values (core/memo.pxd); what it holds changes no result
    Weights weights
    Weights of_battle            # of a battle alone, and of those in a campaign

# An Event card being played.
cdef struct Play:
    uint8_t kind                 # NONE: none
    uint8_t seat
    uint8_t a, b, c              # what it means
    uint8_t back                 # the phase it was played in
    uint8_t passed               # bits: seats that have passed
    uint8_t cancelled, taker
    uint8_t left                 # cards still to draw or to take
    uint32_t todo                # fiefs or seats it has still to strike

# A field that is not in use is 0, or NONE if it can name nothing, so that equal views are equal bytes.
cdef struct Realm:
    # the whole game
    uint16_t turn
    int8_t mover
    uint8_t phase
    uint8_t reign, regent, enemy
    uint8_t archbishop           # NONE: the office is empty
    uint32_t regent_deck
    # what the seats have
    uint16_t gold[SEATS]
    uint8_t debt[SEATS]
    uint8_t fresh_debt           # bits: seats that have borrowed in this turn
    uint8_t owner[FIEFS]
    uint32_t enlisted, roads, fresh_roads
    uint64_t cards[SEATS]
    uint64_t open, history_deck
    uint8_t scientists           # bits: philosophers that count as scientists
    uint8_t traders[SEATS][COUNTRIES]
    uint8_t hand[SEATS][EVENTS]
    uint8_t hand_size[SEATS]
    uint8_t deck[EVENTS]
    uint8_t discard[EVENTS]
    uint8_t kept[EVENTS]         # played for good
    uint8_t deck_size
    uint8_t empires[SEATS], liaisons[SEATS], architects[SEATS], sullied[SEATS], fortune[SEATS]
    uint8_t silenced             # the Archbishop does not collect in the next turn
    # the reign
    uint8_t order[SEATS], drawn, place, declared
    uint8_t window, passed
    uint8_t runners              # bits: blockade runners
    uint32_t blighted
    # a turn
    uint8_t acted, activity, forced, claimed
    uint8_t discount, trade_bonus, peasant_tax, extra_purchases, no_upkeep, bad_harvest, purchases
    uint8_t draws, owed
    uint8_t bought, item, role, extra      # what is being bought: NONE, 0 a fief, 1 a History card
    uint8_t buying, home         # the phase it is bought in; where a chancellor was used
    uint8_t made                 # History cards bought in this turn
    uint32_t barred_fiefs
    uint64_t barred_cards
    Play play
    # war
    uint32_t sent_fiefs[SEATS]
    uint64_t sent_cards[SEATS]
    uint32_t enemy_cards         # Regent cards drawn as the enemy
    uint8_t committed, step
    uint8_t stage, leader, round
    uint8_t soldiers[2][AREAS]
    uint8_t commanders[2][AREAS]
    uint8_t guns[GUNS]           # Swedish, by strength
    uint8_t enemy_guns
    uint8_t card                 # bits: sectors in which a Swedish Province card lies
    uint8_t spare                # Province cards beside the Swedish reserve
    uint32_t unplaced            # fiefs still to place
    uint8_t unplaced_soldiers, unplaced_commanders
    uint8_t index, area, done, losses
    uint8_t rerolled             # the failed die that is thrown again; 0: none
    uint8_t tactician, steel
    uint8_t victory
    uint8_t more_spoils[SEATS], no_spoils
    uint8_t owing                # bits: seats that have still to choose spoils, or to lose a fief
    # foray
    uint8_t pool[MARKERS]        # markers that nobody has seen since they were mixed
    uint8_t box[MARKERS]         # markers that have gone back to the box in this foray
    uint8_t loot[SEATS][MARKERS]
    uint8_t booty[SEATS][MARKERS]
    uint16_t face_down           # bits: small cities with a marker
    uint8_t riding[SEATS]
    uint8_t at[SEATS]
    uint8_t start                # bits: riders that stand where they started
    uint8_t die, marches


cdef inline bint is_chance(int phase) noexcept nogil:
    """Whether a phase is a chance node."""
    return (phase == LOT_PHASE or phase == DEAL_PHASE or phase == OPEN_PHASE or phase == REGENT_PHASE
            or phase == TIE_PHASE or phase == ELECTION_PHASE or phase == ORDER_PHASE or phase == DRAW_PHASE
            or phase == TAX_PHASE or phase == EVENT_DIE_PHASE or phase == DISCARD_PHASE
            or phase == STEAL_PHASE or phase == ENEMY_CARD_PHASE or phase == GUN_PHASE
            or phase == ATTACK_DIE_PHASE or phase == AREA_PHASE or phase == SPOILS_DRAW_PHASE
            or phase == DEFEAT_DIE_PHASE or phase == MARCH_DIE_PHASE or phase == MARKER_PHASE
            or phase == FORTUNE_PHASE)


cdef inline int era_of(const Realm* s) noexcept nogil:
    return 0 if s.reign < 5 else 1 if s.reign < 10 else 2


cdef inline int active(const Realm* s) noexcept nogil:
    return s.order[s.place]


cdef inline int effect_of(const Rules* r, const Realm* s) noexcept nogil:
    """The effect of the reign's Regent card; without a card there is peace."""
    return PEACE if s.regent == NONE else r.regent[s.regent].effect


cdef inline bint before_forays(const Rules* r, const Realm* s) noexcept nogil:
    """Whether forays are still to be declared in a reign of Pillage."""
    return effect_of(r, s) == PILLAGE and not s.declared


cdef inline void ask(Realm* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.mover = seat


cdef inline int crowns_of(const Rules* r, const Realm* s, int seat) noexcept nogil:
    cdef int fief, n = 0
    for fief in range(FIEFS):
        if s.owner[fief] == seat:
            n += r.fief[fief].crowns
    return n


cdef inline int troops_in(const Rules* r, const Realm* s, int fief) noexcept nogil:
    """Troop symbols of a fief, an enlistment included."""
    return r.fief[fief].troops + (s.enlisted >> fief & 1)


cdef inline int fiefs_of(const Realm* s, int seat) noexcept nogil:
    cdef int fief, n = 0
    for fief in range(FIEFS):
        n += s.owner[fief] == seat
    return n


cdef inline uint32_t fief_set(const Realm* s, int owner) noexcept nogil:
    """The fiefs of an owner as bits."""
    cdef uint32_t found = 0
    cdef int fief
    for fief in range(FIEFS):
        if s.owner[fief] == owner:
            found |= <uint32_t>1 << fief
    return found


cdef inline int traders_of(const Realm* s, int seat) noexcept nogil:
    return s.traders[seat][0] + s.traders[seat][1] + s.traders[seat][2] + s.traders[seat][3]


cdef inline bint has_room(const Rules* r, const Realm* s, int country) noexcept nogil:
    cdef int seat, n = 0
    for seat in range(r.seats):
        n += s.traders[seat][country]
    return n < r.seats + r.room[country]


cdef inline uint64_t series_of(const Rules* r, const Realm* s, int seat, int series) noexcept nogil:
    """A seat's History cards of a series; philosophers are of the one chosen for them."""
    cdef uint64_t found = s.cards[seat] & r.of_series[series]
    cdef uint64_t sages = s.cards[seat] & r.of_series[<int>PHILOSOPHER]
    cdef int card, chosen
    while sages:
        card = take_bit(&sages)
        chosen = SCIENTIST if s.scientists >> r.history[card].number & 1 else CULTURE
        if series == chosen:
            found |= bit(card)
    return found


cdef inline int earn(int gold, int more) noexcept nogil:
    """The gold after `more` is added; `more` may be negative. Limits: 0 and MOST_GOLD."""
    return max(0, min(<int>MOST_GOLD, gold + more))


cdef inline int pay(Realm* s, int seat, int sum) noexcept nogil:
    """Make a seat pay what it can of a sum; returns how much it paid."""
    cdef int paid = min(sum, <int>s.gold[seat])
    s.gold[seat] -= paid
    return paid


cdef inline int troops_total(const Rules* r, const Realm* s, int seat) noexcept nogil:
    """Troop symbols of a seat's fiefs, enlistments included, and of its Militaria cards."""
    cdef int fief, n = count_bits(s.cards[seat] & r.of_series[<int>MILITARIA])
    for fief in range(FIEFS):
        if s.owner[fief] == seat:
            n += troops_in(r, s, fief)
    return n


cdef inline int value_of(const Rules* r, int kind) noexcept nogil:
    """A Pillage marker's worth in gold: 20 an AP."""
    return r.marker_gold[kind] + 20 * r.marker_points[kind]


cdef inline int worth(const Rules* r, const uint8_t* markers) noexcept nogil:
    """What Pillage markers count at the end, in gold."""
    cdef int kind, total = 0
    for kind in range(r.markers - 1):
        total += markers[kind] * value_of(r, kind)
    return total
