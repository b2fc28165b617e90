# The flat state of a journey through history, the block of rules, and the numbers of phases and moves.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from battlewise.core.bits cimport first_bit
from battlewise.core.fitted cimport Weights
from battlewise.core.game cimport MoveList, move_t
from battlewise.core.memo cimport Memo
from battlewise.core.rng cimport Rng, below

cdef enum:
    SEATS = 5
    CARDS = 64                   # designs: base units, which each player has one of, then one card each
    ERAS = 4
    LINES = 3                    # of combat: long, medium, close
    SPACES = 3                   # of an era on the main board, and of warfare tokens at the gears
    SLOTS = 5                    # of the attacker board, the virtual one included
    SHIELD = 4                   # of the defender board, the virtual one included
    DEPLOYED = 4                 # an attacker deploys at most
    DEFENDERS = 3                # a challenged player deploys at most, and a chain has at most
    TRIALS = 3                   # base units of the table of odds
    HAND = 4
    MOST_HELD = 3                # warfare tokens of a player
    KINDS = 16                   # of warfare tokens
    TILES = 24
    VALUES = 4                   # prowess tokens of a player, and how many values they may have
    SETS = 5                     # relics of one era that are worth something
    SCORES = 5                   # sources of victory points
    GLANCES = 8192               # battles whose odds are kept, a power of 2
    BOARD = 254                  # defender: the units come from the main board

# Prowess tokens: how many of each value, 4 bits a value.
ctypedef uint16_t pouch_t

cpdef enum:
    NONE = 255

cpdef enum Action:
    DRAWING, RECALLING, DISMISSING, RESHUFFLING

cpdef enum Use:
    BATTLE, TIGHTEN_UP, CHASING

# The sides of a battle; nobody: it has no winner.
cpdef enum:
    ATTACKER, DEFENDER, NOBODY

cpdef enum Kind:
    INSERT, TAKE, EXCHANGE, LEAVE
    DRAW_TWO, RECALL, DISMISS, RESHUFFLE, TIGHTEN, JUMP
    FIGHT, CHASE, CHALLENGE, JOIN_FRONT, JOIN_BACK, ENOUGH
    DEPLOY, READY, ARM, NO_ARMS, REROLL, KEEP_DICE
    TAKE_RELIC, KEEP_PROWESS, END_TURN
    TILE, WARFARE, OPEN, DRAW_RELIC, DRAW, REINFORCE, ROLL, REROLLED, LOOK, FIRST

# In the order of a turn. Who decides: A the active player, D the challenged one, F either of them.
cpdef enum Phase:
    SETUP_PHASE                  # chance: tiles, tokens, open cards, relics, hands, the first player
    INSERT_PHASE                 # chance: the tile that goes into the gears
    TRAVEL_PHASE                 # A: another tile, or the warfare token
    WARFARE_PHASE                # chance: the token that takes its place
    ACTION_PHASE                 # A: an action of the gears, or the time jump
    DRAW_PHASE                   # chance: a card for a hand
    FACE_PHASE                   # A: an open card, a card of the discard pile, or a player
    CHAIN_PHASE                  # A: a linked card more
    DEFEND_PHASE                 # D: the next unit
    DEFEND_ARM_PHASE             # D: a warfare token for a unit
    DEPLOY_PHASE                 # A: the next unit
    REINFORCE_PHASE              # chance: a reinforcement
    ARM_PHASE                    # A: a warfare token for a unit
    DICE_PHASE                   # chance: both dice
    RELAUNCH_PHASE               # F: roll the own die again
    REROLL_PHASE                 # chance: that die
    PROWESS_PHASE                # chance: two prowess tokens of the loser
    KEEP_PHASE                   # F: which of them to keep
    RELIC_PHASE                  # chance: a relic
    RELIC_CHOICE_PHASE           # A: which relic to take
    OPEN_PHASE                   # chance: a card for an empty space of the main board
    HAND_PHASE                   # chance: a card for a hand of fewer than four
    CLOSE_PHASE                  # A: Tighten up, or the end of the turn
    OVER_PHASE
    PHASES

cdef struct UnitCard:
    uint8_t era                  # NONE: a base unit
    uint8_t hero
    uint8_t value[LINES]
    uint8_t health
    uint8_t reinforcements, assault, heroic_death, accuracy, diversion, relaunch
    uint8_t link_left, link_right        # the era + 1, 0: none

cdef struct TokenCard:
    uint8_t count, use
    uint8_t value[LINES]
    uint8_t assault, heroic_death, accuracy, diversion, relaunch

cdef struct TileCard:
    uint8_t era[2]
    uint8_t points_at, turns

cdef struct Die:
    int faces                    # that differ
    int8_t value[6][LINES]
    uint8_t weight[6]            # how many of the six faces are like this one
    uint8_t negative[6]

cdef struct Rules:
    UnitCard unit[CARDS]
    TokenCard token[KINDS]
    TileCard tile[TILES]
    Die die[2]                   # strong, risky
    uint8_t glance[6][2]         # pairs of faces in which each of the six comes once (odds.pyx)
    uint8_t sector[4]
    uint8_t prowess[VALUES]      # the values that differ, ascending
    pouch_t tokens               # a player's tokens at the start
    uint8_t worth[SETS + 1]      # of 0..5 relics of one era
    int units, base, kinds, tiles, wheel, relics, honour_points, honour_units
    int seats, turns             # turns: of all players together
    uint64_t base_cards, board_cards, heroes
    uint64_t of_era[ERAS]
    uint64_t joins[CARDS]        # cards that can stand behind this one in a chain (farther from the front)
    uint16_t battle_tokens       # bits of token kinds
    uint16_t tighten_tokens, chase_tokens
    float power[CARDS]           # a card's strength in the next battle, for the evaluation
    float merit[CARDS]           # a card's worth to its army (merits.toml)
    float footing[CARDS]         # log odds that a hand of no strength defeats it (odds.pyx)
    Weights weights
    Memo glances                 # odds once found (odds.pyx): what it holds changes no result

# A set of cards is a mask, bit i for card i. Base units are alike: a player's masks mean that player's units.
# Everything not in use in a phase is 0 (cards, tiles and seats: NONE), so that equal views are equal bytes.
cdef struct Journey:
    uint64_t open                # cards on the main board
    uint64_t era_deck, era_discard
    uint64_t hand[SEATS]
    uint64_t deck[SEATS]
    uint64_t discard[SEATS]
    uint64_t spent[SEATS]        # heroes set aside
    uint64_t known[SEATS]        # cards of the hand that everybody knows to be there
    uint32_t tiles               # in the pile
    uint16_t turn
    int8_t mover
    uint8_t phase
    uint8_t first                # the player of the Headquarters counter
    uint8_t pending_tile, active_tile, wheel, inserted
    uint8_t acted                # bits: the first, the second active action
    uint8_t open_token[SPACES]
    uint8_t token_pile[KINDS]
    uint8_t token_discard[KINDS]
    uint8_t held[SEATS][KINDS]
    uint8_t era[SEATS]           # of the Sabatons
    uint8_t relics[SEATS][ERAS]
    uint8_t relic_deck[ERAS]
    uint8_t relic_discard[ERAS]
    uint8_t offered[ERAS]        # relics drawn, of which one is taken
    uint8_t honour[SEATS]
    pouch_t home[SEATS]          # prowess tokens that their owner still has
    pouch_t won[SEATS][SEATS]    # by winner, then owner
    pouch_t looked               # being looked at
    uint8_t looker[SEATS]        # by owner: who has looked at two of the owner's tokens last and put one back
    uint8_t returned[SEATS]      # which value that one has
    uint8_t draws                # cards still to draw, or relics
    uint8_t after                # DRAW_PHASE: the phase that follows
    uint8_t defender             # NONE: no battle, BOARD, or the challenged seat; kept until hands are filled
    uint8_t winner               # a side, once the battle is over
    uint8_t deployed             # units on the attacker board, once the battle is over
    uint8_t size[2]
    uint8_t line[2][SLOTS]       # cards, the battlefront first
    uint8_t armed[2][SLOTS]      # token + 1
    uint8_t links[2]             # bits: a counter between this unit and the next
    uint8_t calls[2]             # reinforcement icons answered
    uint8_t die[2]               # face rolled, by side
    uint8_t rerolls[2]
    uint8_t roller               # who rolls again: a side


cdef inline bint is_chance(int phase) noexcept nogil:
    """Whether a phase after the set-up is a chance node."""
    return (phase == INSERT_PHASE or phase == WARFARE_PHASE or phase == DRAW_PHASE or phase == REINFORCE_PHASE
            or phase == DICE_PHASE or phase == REROLL_PHASE or phase == PROWESS_PHASE or phase == RELIC_PHASE
            or phase == OPEN_PHASE or phase == HAND_PHASE)


cdef inline int active(const Rules* r, const Journey* s) noexcept nogil:
    return (s.first + s.turn) % r.seats


cdef inline int seat_of(const Rules* r, const Journey* s, int side) noexcept nogil:
    """Whose units fight on a side; BOARD for those of the main board."""
    return s.defender if side == DEFENDER else active(r, s)


cdef inline bint challenge(const Journey* s) noexcept nogil:
    return s.defender < SEATS


cdef inline int held_by(const Journey* s, int seat) noexcept nogil:
    """How many warfare tokens a player has."""
    cdef int kind, n = 0
    for kind in range(KINDS):
        n += s.held[seat][kind]
    return n


cdef inline bint holds(const Rules* r, const Journey* s, int seat, uint16_t kinds) noexcept nogil:
    """Whether a player has a warfare token of a set of kinds."""
    cdef int kind
    for kind in range(r.kinds):
        if (kinds >> kind) & 1 and s.held[seat][kind]:
            return True
    return False


cdef inline int pouch_size(pouch_t pouch) noexcept nogil:
    return (pouch & 15) + (pouch >> 4 & 15) + (pouch >> 8 & 15) + (pouch >> 12)


cdef inline int tokens_in(pouch_t pouch, int value) noexcept nogil:
    return (pouch >> (4 * value)) & 15


cdef inline pouch_t a_token(int value) noexcept nogil:
    return <pouch_t>(1 << (4 * value))


cdef inline int random_token(pouch_t pouch, Rng* rng) noexcept nogil:
    """The value of a random token of a pouch that is not empty."""
    cdef int k = below(rng, pouch_size(pouch))
    cdef int value = 0
    while k >= tokens_in(pouch, value):
        k -= tokens_in(pouch, value)
        value += 1
    return value


cdef inline int lowest(pouch_t pouch) noexcept nogil:
    """The lowest value in a pouch that is not empty."""
    return first_bit(pouch) >> 2


cdef inline int relics_of(const uint8_t* eras) noexcept nogil:
    return eras[0] + eras[1] + eras[2] + eras[3]


cdef inline int step_of(const Rules* r, const Journey* s, int seat, int era) noexcept nogil:
    """Points that one more relic of an era is worth to a player."""
    cdef int n = min(<int>s.relics[seat][era], <int>SETS)
    return r.worth[min(n + 1, <int>SETS)] - r.worth[n]


cdef inline void ask(Journey* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.mover = seat


cdef inline void leave_hand(Journey* s, int seat, uint64_t card) noexcept nogil:
    s.hand[seat] &= ~card
    s.known[seat] &= ~card


cdef inline void leave_deck(Journey* s, int seat, uint64_t card) noexcept nogil:
    """Take a card off a player's deck; it may still be on its way to the hand (`enter_hand`)."""
    s.deck[seat] &= ~card
    if not s.deck[seat]:
        s.known[seat] = s.hand[seat]


cdef inline void enter_hand(Journey* s, int seat, uint64_t card) noexcept nogil:
    """Draw a card of the deck; who has seen the deck run out knows the hand."""
    s.hand[seat] |= card
    leave_deck(s, seat, card)
