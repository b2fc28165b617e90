# The flat state of a battle, the block of rules, and the numbers of phases and moves.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from battlewise.core.bits cimport take_bit, wide_bit
from battlewise.core.fitted cimport Weights
from battlewise.core.game cimport MoveList, OVER, move_t
from battlewise.core.games.battlelore.rules.board cimport Board, HEXES, HORIZON, hexes_t
from battlewise.core.moves cimport add

cdef enum:
    SLOTS = 28                   # units on the board: no army has more than ARMY_UNITS
    ARMY_UNITS = 14
    ARMY = 18                    # deployment cards of an army
    UNIT_TYPES = 16
    TENT_CARD = UNIT_TYPES       # deployment cards that are no units
    DECOY = UNIT_TYPES + 1
    DEPLOYMENT = UNIT_TYPES + 2
    CARDS = 24
    ONE_UNIT = CARDS             # the text that any card has besides its own: order one unit
    TWO_UNITS = CARDS + 1        # the text of a Counterattack that has nothing to copy
    LORE_CARDS = 16              # designs of a faction's lore deck
    SCENARIOS = 8                # scenario cards of a faction
    ARMIES = 8                   # army cards of a faction
    PLANS = 8                    # named deployments
    BANNERS = 12
    GROUPS = 3                   # of units that a card orders, one after the other
    MOST_DICE = 10               # of a combat roll
    DICE_AT_ONCE = 5             # dice that one chance node rolls; the rest follow in another
    MOST_FACES = 5               # of a die that can hurt
    MOST_HITS = 10
    SONG_DICE = 4                # of the card BattleLore

cpdef enum:
    MOST_COUNTED = 999           # VP or lore of a player
    NONE = 255

cpdef enum Side:
    UTHUK, DAQAN                 # the seats

cpdef enum Face:
    STRIKE, CLEAVE, PIERCE, MORALE, LORE, HEROIC

cpdef enum Terrain:
    HILL, FOREST, BUILDING, WATER, FORD, BRIDGE      # fords and bridges lie on water hexes
    TERRAINS

# Whom a card's group may order: bits of `UnitCard.of`, with those of the section and of strength.
cpdef enum Group:
    LEFT, CENTRE, RIGHT, ANYWHERE, INFANTRY, CAVALRY, ARCHER, NOT_WEAK, ELITE_LEGEND, INFANTRY_CAVALRY
    ELITE, LEGEND, INFANTRY_ELITE

# What Mending Light takes off a unit.
cpdef enum Token:
    WOUND, POISON, STUN

cpdef enum Kind:
    PLAY_CARD, PLAY_AS_ONE, ORDER, CURE, KEEP_POISON, MOVE, STAY, LATER, ATTACK, HOLD
    COMMIT, RETREAT, COUNTER, NO_COUNTER, ADVANCE, PURSUE, REMAIN, EXCHANGE, KEEP_LORE, ROLL, DRAW
    UNSTUN, UNSWARM, KEEP_TOKENS, NO_MORE_ORDERS, IGNORE_RETREAT, TAKE_RETREAT
    PLAY_LORE, NO_LORE, AIM, MEND, ENOUGH, TWO_TOKENS, TOKEN_AND_CARD, TWO_CARDS, DISCARD_LORE, DRAW_LORE
    DEAL_SCENARIO, CHOOSE_SCENARIO, FIRST_PLAYER, PLACE_FORD
    TAKE_ARMY, MUSTER, DEPLOY_BY_PLAN, DEPLOY, BURY, BURY_LORE

# The decisions whose moves are weighed by their traits.
cpdef enum Decision:
    COMMAND_DECISION, ORDER_DECISION, MOVE_MELEE_DECISION, MOVE_RANGED_DECISION, ATTACK_DECISION
    ADVANCE_DECISION, LORE_PLAY_DECISION, LORE_STEP_DECISION         # the full game only

# Whose luck it is: the first of two streams is seat 0's.
cpdef enum Stream:
    COMMAND_STREAM, DICE_STREAM_0, DICE_STREAM_1, LORE_STREAM_0, LORE_STREAM_1
    SCENARIO_STREAM_0, SCENARIO_STREAM_1, LOT_STREAM

# In the order of the game. Who decides: A the active player, R the roller of the dice, T the unit that
# the dice are rolled against.
cpdef enum Phase:
    OFFER_PHASE                  # chance: three scenario cards for each player
    SCENARIO_PHASE               # each player, secretly: which of them
    INITIATIVE_PHASE             # chance: the first player, if the cards do not decide
    FORD_PHASE                   # a ford token on a water hex of the own card
    MUSTER_PHASE                 # each player, secretly: the army
    DEPLOY_PHASE                 # each player, secretly: where it stands
    SETUP_PHASE                  # chance: the starting hands
    BOTTOM_PHASE                 # each player, secretly: cards for the bottom of the decks
    COMMAND_PHASE                # A: which card, and its text or one unit
    SONG_PHASE                   # chance: the four dice of the card BattleLore
    ORDER_PHASE                  # A: the next unit that a group of the card orders
    EXTRA_ORDER_PHASE            # A: one more unit, by a scenario card
    CURE_PHASE                   # A: 2 lore for a token of a unit that was ordered
    MOVE_PHASE                   # A: where a unit moves
    ATTACK_PHASE                 # A: which enemy a unit attacks
    ROLL_PHASE                   # chance: the combat roll of an attack or a counter
    POISON_PHASE                 # R: Lore results that may be damage
    ABILITY_PHASE                # R: results for the unit's dice ability
    RETREAT_PHASE                # R: which of two directions is away
    IGNORE_PHASE                 # T: Immovable
    COUNTER_PHASE                # T: counter or not
    ADVANCE_PHASE                # A: advance, pursue or remain
    PURSUIT_PHASE                # A: the additional attack of Pursue or Overrun
    WINDOW_PHASE                 # a player: a lore card now, or none (`Window`)
    CANCEL_PHASE                 # the opponent of the player of a lore card: cancel it or not
    AIM_PHASE                    # the player of a lore card: on which unit or hex
    EXCHANGE_PHASE               # A: 4 lore for 1 VP, in the learning scenario
    DRAW_PHASE                   # chance: the command card
    LORE_PHASE                   # A: the Lore Step's three choices
    LORE_DRAW_PHASE              # chance: lore cards
    LORE_DISCARD_PHASE           # A: lore cards from hand
    OVER_PHASE
    PHASES

# When a lore card may be played: bits of `LoreCard.windows`.
cpdef enum Window:
    NO_WINDOW
    AFTER_ORDERS_WINDOW          # A: between the Order Step and the Move Step
    ATTACK_START_WINDOW          # A: at the start of the own Attack Step
    ENEMY_ATTACK_START_WINDOW    # the other: at the start of that Attack Step
    BEFORE_ROLL_WINDOW           # R: before a combat roll
    AFTER_ENEMY_ROLL_WINDOW      # T: after it
    FRIEND_FALLS_WINDOW          # T: the unit is eliminated by an adjacent attacker
    ENEMY_FALLS_WINDOW           # R: the unit has eliminated an enemy
    ENEMY_LORE_WINDOW            # a lore card of the opponent
    # In the course of decisions that are asked for anyway:
    ATTACK_STEP_WINDOW           # A: the Attack Step
    TARGET_GONE_WINDOW           # A: a target was eliminated or left its hex
    LORE_STEP_WINDOW             # A: the Lore Step
    WINDOWS

# The verbs of lore cards (RULES.md 7.3).
cpdef enum Effect:
    CANCEL_EFFECT, EXTRA_DICE_EFFECT, LORE_DAMAGE_EFFECT, PORTAL_EFFECT, BAR_ATTACKS_EFFECT, ORDER_EFFECT
    IGNORE_RETREATS_EFFECT, LONGER_MOVE_EFFECT, MEND_EFFECT, COUNTER_EFFECT, OVERRUN_EFFECT, SWARM_EFFECT
    SACRIFICE_EFFECT, HOWL_EFFECT, VENOM_EFFECT, FEAST_EFFECT, HASTE_EFFECT

# Special rules and VP rules of scenario cards (RULES.md 9.1, 9.2).
cpdef enum ScenarioRule:
    NO_RULE, LONGER_MOVE, EXTRA_ORDER, MORE_FORDS, VOLLEY, DISCOUNT, FREE_FORDS, MORE_LORE, WATER_WALK
    FULL_CLEAVE, FULL_DICE, FAR_SIGHT, FREE_FOREST, INFILTRATE

cpdef enum VpVerb:
    ELIMINATED, OCCUPIES, KEEPS_FREE, IN_ROWS, MOST_IN_CENTRE, ONE_OF_EACH

cdef struct UnitCard:
    uint8_t movement, combat, health, reach, ranged
    uint8_t muster, most, faction      # most: units of an army
    uint8_t rage, double_shot, pursue, legend, flying, massive, vigilant, flanking, immovable, ferocity
    uint8_t full_only            # has an ability that the learning scenario does not play
    uint8_t charge               # hexes more if that ends the move adjacent to an enemy
    uint8_t face                 # of the dice ability, NONE: has none
    uint8_t damage, retreats, poison, stun, own_figures    # what a committed die causes
    uint8_t if_damaged          # the target must have suffered damage
    uint16_t of                  # bits of Group

cdef struct CommandCard:
    uint8_t count
    uint8_t quota[GROUPS]
    uint8_t of[GROUPS]
    uint8_t by_section           # the groups are left, centre, right
    uint8_t extra_move, extra_attack, extra_die, rolls, copies_mirrored

cdef struct LoreCard:
    uint8_t count, cost, effect
    uint16_t windows
    uint8_t amount               # of dice, hexes, units, retreats: as the effect needs
    uint8_t dice                 # SACRIFICE_EFFECT, ORDER_EFFECT: to be added to the unit's next combat roll
    uint8_t of                   # the units it is for
    uint8_t most_muster          # ORDER_EFFECT: of units of at most this muster value
    uint8_t melee, ranged        # combat rolls it is for

cdef struct ScenarioCard:
    uint8_t letter, number
    uint64_t terrain[TERRAINS][2]
    uint64_t roots[2]            # hexes that KEEPS_FREE names
    uint8_t deploy[ARMY]         # deployment hexes, the front row first
    uint8_t banner_hex, banner_vp, fords
    uint8_t rule, rule_of, rule_type, rule_amount, rule_dice, rule_low, rule_high, rule_kills
    uint8_t verb, vp, bonus, terrain_kind, count, own_half, adjacent, of, type, low, high
    uint8_t from_afar, once, near_water
    float prior                  # its weight as a move

cdef struct ArmyCard:
    uint8_t units[UNIT_TYPES]
    uint8_t tent

cdef struct Plan:
    float forward[3]             # by melee, ranged, other unit types: what a row further on is worth
    float focus[3]               # where along the row, 0 left to 1 right as the owner sees it
    float spread[3]              # what a full width away from there costs
    float prior[2]               # its weight as a move, by side

cdef struct Rules:
    Board board
    UnitCard unit[UNIT_TYPES]
    CommandCard card[CARDS + 2]
    LoreCard lore[2][LORE_CARDS]
    ScenarioCard scenario[2][SCENARIOS]
    ArmyCard army[2][ARMIES]
    Plan plan[PLANS]
    int full                     # not the learning scenario
    int types, cards, banners, plans
    int lore_cards[2]
    int scenarios[2]
    int armies[2]
    uint8_t banner_hex[BANNERS]
    uint8_t banner_vp[BANNERS]
    int starting_hand, cure_lore, exchange_lore, exchange_vp, victory_vp, turn_limit
    int through_vacated_hex
    int opening_cards            # drawn before some are put to the bottom
    int opening_lore, starting_lore, most_lore, muster_points, tent_points, tent_vp, most_unspent, decoys
    int most_swarms
    uint8_t preset[2][CARDS]     # preset starting command hands, if they are played with
    int presets
    Weights weights
    float at_least[MOST_DICE + 1][MOST_FACES + 1][MOST_HITS + 1]     # chance of so many hits or more

# Unit slots are dense: 0..n-1 of any side, in the order of the view; masks have one bit a slot.
# Everything not in use in a phase is 0 (cards and slots: NONE), so that equal views are equal bytes.
cdef struct Battle:
    uint64_t occupied[2][2]      # by side: hexes 0-63 and 64-127
    uint64_t terrain[TERRAINS][2]
    uint32_t units[2]
    uint32_t poisoned, stunned, swarmed
    uint32_t ordered, moved
    uint32_t waiting             # to be asked: to cure, to move, or that have a target now
    uint32_t put_off             # said `later` since the last move or attack
    uint32_t attacks[3]          # with at least 1, 2, 3 attacks left
    uint32_t pursued, charge     # `charge`: the extra die of Cavalry Charge is still to come
    uint32_t dice                # results not committed: 4 bits a face
    uint16_t vp[2]
    uint16_t lore[2]
    uint16_t turn
    int8_t mover
    uint8_t phase
    uint8_t first                # the first player
    uint8_t card, one_unit, acting, last_card    # acting: whose text applies
    uint8_t quota[GROUPS]
    uint8_t group, after         # after: slots below were passed over
    uint8_t again                # the second round of moves of Onslaught
    uint8_t attacker, target, target_hex, countering
    uint8_t damage, retreats
    uint8_t own_figures[2]       # to be removed after the combat: attacker's, target's
    uint8_t countered            # the counter of this combat has been made
    uint8_t sheltered            # a building has ignored damage of this roll
    uint8_t more_dice, lore_hurts, steadfast     # lore cards on this roll; steadfast: on its retreats
    uint8_t held                 # the attacker's hex + 1: its attack waits for a counter
    uint8_t held_retreats, held_lore, held_steadfast, held_shelter
    uint8_t dying                # the target is removed after the counter
    uint8_t window, lore_card, lore_seat         # what is asked, and the card that is being resolved
    uint8_t aimed                # AIM_PHASE: the first choice's slot; how many for BAR_ATTACKS_EFFECT
    uint8_t lore_used            # bits by seat: a lore card this turn
    uint8_t spell, spell_unit, spell_amount      # a lore card in force for the active player's turn
    uint8_t slain                # bits by seat: has eliminated an enemy unit this turn
    uint8_t draws, discards      # lore cards to draw and to discard
    uint8_t result               # 0 none, 1 and 2 a seat has won, 3 a tie
    uint8_t scenario[2]          # cards chosen, NONE: none
    uint8_t offered[2]           # bits of scenario cards
    uint8_t fords_left[2]
    uint8_t tent[2]              # hexes of the command tents, NONE: none
    uint8_t banners
    uint8_t banner_hex[BANNERS]
    uint8_t banner_vp[BANNERS]
    uint8_t army[2][DEPLOYMENT]  # deployment cards in hand
    uint8_t mustered[2]          # types of cards decided on
    uint8_t placed[2][ARMY]      # by deployment hex: the card + 1
    uint8_t type[SLOTS]
    uint8_t hex[SLOTS]
    uint8_t figures[SLOTS]       # of a legend: the health it has left
    uint8_t hand_size[2]
    uint8_t deck_size
    uint8_t discard[CARDS]
    uint8_t deck[CARDS]
    uint8_t hand[2][CARDS]
    uint8_t bottom[2][2]         # cards that a player put under the deck, NONE: none
    uint8_t lore_size[2]
    uint8_t lore_deck_size[2]
    uint8_t lore_discard[2][LORE_CARDS]
    uint8_t lore_deck[2][LORE_CARDS]
    uint8_t lore_hand[2][LORE_CARDS]
    uint8_t lore_bottom[2]
    uint8_t unit_at[HEXES]       # slot + 1, 0 if empty


cdef inline hexes_t hexes_of(const Battle* s, int side) noexcept nogil:
    return <hexes_t>s.occupied[side][0] | (<hexes_t>s.occupied[side][1] << 64)


cdef inline int active(const Battle* s) noexcept nogil:
    return (s.turn & 1) ^ s.first


cdef inline int side_of(const Battle* s, int slot) noexcept nogil:
    return (s.units[1] >> slot) & 1


cdef inline const UnitCard* card_of(const Rules* r, const Battle* s, int slot) noexcept nogil:
    return &r.unit[s.type[slot]]


cdef inline bint is_of(const Rules* r, const Battle* s, int slot, int group) noexcept nogil:
    """Whether a unit is of a group that its card alone decides."""
    return (r.unit[s.type[slot]].of >> group) & 1


cdef inline hexes_t ground(const Battle* s, int kind) noexcept nogil:
    """The hexes of a terrain."""
    return <hexes_t>s.terrain[kind][0] | (<hexes_t>s.terrain[kind][1] << 64)


cdef inline void set_ground(Battle* s, int kind, hexes_t hexes) noexcept nogil:
    s.terrain[kind][0] = <uint64_t>hexes
    s.terrain[kind][1] = <uint64_t>(hexes >> 64)


cdef inline hexes_t tents(const Battle* s) noexcept nogil:
    cdef hexes_t found = 0
    if s.tent[0] != NONE:
        found |= wide_bit(s.tent[0])
    if s.tent[1] != NONE:
        found |= wide_bit(s.tent[1])
    return found


cdef inline hexes_t occupied(const Battle* s) noexcept nogil:
    return (<hexes_t>(s.occupied[0][0] | s.occupied[1][0])
            | (<hexes_t>(s.occupied[0][1] | s.occupied[1][1]) << 64))


cdef inline void _flip(Battle* s, int side, int hexagon) noexcept nogil:
    s.occupied[side][hexagon >> 6] ^= <uint64_t>1 << (hexagon & 63)


cdef inline void place(Battle* s, int slot, int hexagon) noexcept nogil:
    """Put a unit that is not on the board on a hex."""
    _flip(s, side_of(s, slot), hexagon)
    s.hex[slot] = hexagon
    s.unit_at[hexagon] = slot + 1


cdef inline void shift_to(Battle* s, int slot, int hexagon) noexcept nogil:
    """Move a unit to a free hex."""
    _flip(s, side_of(s, slot), s.hex[slot])
    s.unit_at[s.hex[slot]] = 0
    place(s, slot, hexagon)


cdef inline void gain(uint16_t* tokens, int n) noexcept nogil:
    """Take VP or lore; more than MOST_COUNTED are not counted, so that every view can be set up again."""
    tokens[0] = tokens[0] + n if tokens[0] + n < MOST_COUNTED else MOST_COUNTED


cdef inline void lose_attacks(Battle* s, uint32_t bits) noexcept nogil:
    s.attacks[0] &= ~bits
    s.attacks[1] &= ~bits
    s.attacks[2] &= ~bits


cdef inline void ask(Battle* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.mover = seat


cdef inline void add_hexes(MoveList* out, int kind, int a, hexes_t hexes) noexcept nogil:
    """One move for each hex of a set, as its second field."""
    cdef uint64_t half = <uint64_t>hexes
    while half:
        add(out, kind, a, take_bit(&half))
    half = <uint64_t>(hexes >> 64)
    while half:
        add(out, kind, a, 64 + take_bit(&half))


cdef void remove_unit(Battle* s, int gone) noexcept nogil
cdef void clear_turn(Battle* s) noexcept nogil
cdef void clear_combat(Battle* s) noexcept nogil
cdef void clear_roll(Battle* s) noexcept nogil
cdef void end_game(Battle* s, int result) noexcept nogil


cdef inline int threat_of(const UnitCard* card) noexcept nogil:
    """How far an enemy may stand that a unit can move to and attack, as the evaluation counts it."""
    return HORIZON if card.ranged else card.movement + 1
