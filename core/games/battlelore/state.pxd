# The flat state of a battle, the block of rules, and the numbers of phases and moves.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from battlewise.core.game cimport MoveList, OVER, move_t
from battlewise.core.games.battlelore.board cimport Board, FARTHEST, HEXES, ctzll, hexes_t

cdef enum:
    SLOTS = 18
    UNIT_TYPES = 16
    CARDS = 24
    ONE_UNIT = CARDS             # the text that any card has besides its own: order one unit
    TWO_UNITS = CARDS + 1        # the text of a Counterattack that has nothing to copy
    BANNERS = 12
    GROUPS = 3                   # of units that a card orders, one after the other
    FEATURES = 19                # of `estimate`
    MOST_TRAITS = 11             # of a move, for `weigh`
    MOST_DICE = 5                # of a combat roll
    SONG_DICE = 4                # of the card BattleLore
    MOST_COUNTED = 999           # VP or lore of a player
    NONE = 255

cdef enum Face:
    STRIKE, CLEAVE, PIERCE, MORALE, LORE, HEROIC

# Whom a card's group may order: bits of `UnitCard.of`, with those of the section and of strength.
cdef enum Group:
    LEFT, CENTRE, RIGHT, ANYWHERE, INFANTRY, CAVALRY, ARCHERS, NOT_WEAK, ELITE_LEGEND, INFANTRY_CAVALRY

cdef enum Kind:
    PLAY_CARD, PLAY_AS_ONE, ORDER, CURE, KEEP_POISON, MOVE, STAY, LATER, ATTACK, HOLD
    COMMIT, RETREAT, COUNTER, NO_COUNTER, ADVANCE, PURSUE, REMAIN, EXCHANGE, KEEP_LORE, ROLL, DRAW

# The decisions whose moves are weighed by their traits.
cdef enum Decision:
    COMMAND, ORDERING, MOVE_MELEE, MOVE_RANGED, ATTACKING
    DECISIONS

# In the order of the turn. Who decides: A the active player, R the roller of the dice, T the target.
cdef enum Phase:
    SETUP_PHASE                  # chance: the starting hands
    COMMAND_PHASE                # A: which card, and its text or one unit
    SONG_PHASE                   # chance: the four dice of the card BattleLore
    ORDER_PHASE                  # A: the next unit that a group of the card orders
    CURE_PHASE                   # A: 2 lore for a poisoned unit that was ordered
    MOVE_PHASE                   # A: where a unit moves
    ATTACK_PHASE                 # A: whom a unit attacks
    ROLL_PHASE                   # chance: the combat roll of an attack or a counter
    POISON_PHASE                 # R: Lore results against a poisoned target
    ABILITY_PHASE                # R: results for the unit's dice ability
    RETREAT_PHASE                # R: which of two directions is away
    COUNTER_PHASE                # T: counter or not
    ADVANCE_PHASE                # A: advance, pursue or remain
    PURSUIT_PHASE                # A: the additional attack of Pursue
    EXCHANGE_PHASE               # A: 4 lore for 1 VP
    DRAW_PHASE                   # chance: the command card
    OVER_PHASE
    PHASES

cdef struct UnitCard:
    uint8_t movement, combat, health, reach, ranged
    uint8_t rage, double_shot, pursue
    uint8_t face                 # of the dice ability, NONE: has none
    uint8_t damage, retreats, poison, own_figures    # what a committed die causes
    uint16_t of                  # bits of Group

cdef struct CommandCard:
    uint8_t count
    uint8_t quota[GROUPS]
    uint8_t of[GROUPS]
    uint8_t by_section           # the groups are left, centre, right
    uint8_t extra_move, extra_attack, extra_die, rolls, mirrors

cdef struct Rules:
    Board board
    UnitCard unit[UNIT_TYPES]
    CommandCard card[CARDS + 2]
    int types, cards, banners
    uint8_t banner_hex[BANNERS]
    uint8_t banner_vp[BANNERS]
    int starting_hand, cure_lore, exchange_lore, exchange_vp, victory_vp, turn_limit
    int through_vacated_hex
    double weight[FEATURES]
    float policy[DECISIONS][MOST_TRAITS]

# Unit slots are dense: 0..n-1 of any side, in the order of the view; masks have one bit a slot.
# Everything not in use in a phase is 0 (cards and slots: NONE), so that equal views are equal bytes.
cdef struct Battle:
    uint64_t occupied[2][2]      # by side: hexes 0-63 and 64-127
    uint32_t units[2]
    uint32_t poisoned, ordered, moved
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
    uint8_t card, one_unit, acting, last_card    # acting: whose text applies
    uint8_t quota[GROUPS]
    uint8_t group, after         # after: slots below were passed over
    uint8_t again                # the second round of moves of Onslaught
    uint8_t attacker, target, target_hex, countering
    uint8_t damage, retreats
    uint8_t own_figures[2]       # to be removed after the combat: attacker's, target's
    uint8_t result               # 0 none, 1 and 2 a seat has won, 3 a tie
    uint8_t type[SLOTS]
    uint8_t hex[SLOTS]
    uint8_t figures[SLOTS]
    uint8_t hand_size[2]
    uint8_t deck_size
    uint8_t discard[CARDS]
    uint8_t deck[CARDS]
    uint8_t hand[2][CARDS]
    uint8_t unit_at[HEXES]       # slot + 1, 0 if empty


cdef inline hexes_t hexes_of(const Battle* s, int side) noexcept nogil:
    return <hexes_t>s.occupied[side][0] | (<hexes_t>s.occupied[side][1] << 64)


cdef inline int active(const Battle* s) noexcept nogil:
    return s.turn & 1


cdef inline int side_of(const Battle* s, int slot) noexcept nogil:
    return (s.units[1] >> slot) & 1


cdef inline const UnitCard* card_of(const Rules* r, const Battle* s, int slot) noexcept nogil:
    return &r.unit[s.type[slot]]


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


cdef inline void ask(Battle* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.mover = seat


cdef inline void add(MoveList* out, int kind, int a, int b) noexcept nogil:
    out.move[out.n] = <move_t>kind | <move_t>a << 8 | <move_t>b << 16
    out.n += 1


cdef inline void add_hexes(MoveList* out, int kind, int a, hexes_t hexes) noexcept nogil:
    """One move for each hex of a set, as its second field."""
    cdef uint64_t half = <uint64_t>hexes
    while half:
        add(out, kind, a, ctzll(half))
        half &= half - 1
    half = <uint64_t>(hexes >> 64)
    while half:
        add(out, kind, a, 64 + ctzll(half))
        half &= half - 1


cdef void remove_unit(Battle* s, int gone) noexcept nogil
cdef void clear_turn(Battle* s) noexcept nogil
cdef void end_game(Battle* s, int result) noexcept nogil


cdef inline int threat_of(const UnitCard* card) noexcept nogil:
    """How far an enemy may stand that a unit can move to and attack, as the evaluation counts it."""
    return FARTHEST if card.ranged else card.movement + 1
