# The flat state of a game, the block of rules, and the numbers of phases, moves and effects.
#
# A square is 6 * row + lane; row 0 is seat 0's summoning row, 1 its front row, 2 the neutral zone, 3 and 4
# seat 1's front and summoning row (RULES.md 1.1).
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from battlewise.core.bits cimport count_bits, take_bit32, take_wide, wide_t
from battlewise.core.fitted cimport Weights
from battlewise.core.game cimport MoveList, OVER, move_t
from battlewise.core.moves cimport add

ctypedef wide_t kinds_t          # one bit a kind of card

cpdef enum:
    LANES = 6
    ROWS = 5
    SQUARES = 30
    KINDS = 128                  # main-deck cards and heroes
    EFFECTS = 250                # of all cards
    HEROES = 5                   # of a hero deck
    COPIES = 3                   # of a card in a main deck
    SMALLEST = 40                # cards of a main deck
    LARGEST = 60
    ITEMS = 126                  # attached: of 60 cards and 5 heroes a seat, but a penalty card and a holder
    LINKS = 16                   # effects that wait at once
    MOST_PENALTY = 5
    LOOKED = 2                   # cards on top of a deck whose order is known
    HAND = 5                     # cards of the opening hand
    STAMINA = 5
    MOST_COUNTED = 99            # damage, poison, bonus or stamina
    DECKS = 16                   # built in
    NONE = 255
    TOP = 30                     # places beside the squares, in masks and moves: the top of the hero deck,
    ZONE = 31                    # the field zone,
    PILE = 32                    # and, in moves only, the discard pile

# Rulings that are read in one place only.
cdef enum:
    HEROES_WAIT = 0              # heroes attack in the turn they are summoned
    DEFENDER_FIRST = 1           # the defender's effects go on the chain first, so that they resolve last

cpdef enum Type:
    UNIT, ASSIST, ITEM, FIELD, HERO

cpdef enum Keyword:              # bits
    SURPRISE = 1, INTIMIDATE = 2, FEARLESS = 4, FREE_MOVE = 8, SIDEWAYS = 16

cpdef enum Trigger:
    SUMMONED, PLAYED, TURN_START, TURN_END, ATTACKING, ATTACKED, AFTER_ATTACKED, BATTLING
    DAMAGED, DESTROYED, KILLS, DIRECT, ACTION, DISCARD_ACTION, HAND_ACTION
    ENEMY_MOVES, ALLY_ATTACKED, ENEMY_STRIKES, ENEMY_PLAYS, ENEMY_USES
    ALWAYS, STAMINA_TRIGGER, ALLY_DESTROYED, ENEMY_DESTROYED

cdef enum:
    FIRST_REACT = ENEMY_MOVES    # the times of reacts, up to ENEMY_USES
    REACTS = 5

cpdef enum Verb:
    DAMAGE, HEAL, POISON, STRENGTHEN, GROW, DESTROY, SACRIFICE, RETURN, FREEZE, STUN
    ADVANCE, RECOIL, COPY, DOOM, ATTACH, SIDESTEP, PUSH, SWAP
    DRAW_VERB, DISCARD, STAMINA_VERB, SEARCH, REVIVE, RETURN_SELF, LOOK_HAND, LOOK_DECK, FREEZE_LANE
    UNDO_MOVE, END_ATTACK, NEGATE
    SHARPEN, TOUGHEN, CHEAPEN, INTIMIDATE_VERB, HIT_HARDER

cdef enum:
    LAST_ON_CARDS = SWAP         # the verbs up to here mean cards in play

cpdef enum Whose:
    SELF, FACING, OTHER, ATTACKER, ALLY, ENEMY, ANY

cpdef enum Who:
    YOU, OPPONENT, EACH

cpdef enum Where:
    ANYWHERE, ROW, LANE, LANE_OR_ROW, FACING_ROW, BEHIND, HOME, NEUTRAL, ENEMY_HALF

cpdef enum What:
    NO_CONDITION, TARGET_DAMAGED, TARGET_AT_HOME, AT_HOME, NO_HERO, HAS_FIELD, DISCARDS, ALL_DISCARDS, MOVES
    CONTROLS, ENEMY_UNIT_LOST, ITEM_IN_PLAY

cpdef enum Kind:
    GO_FIRST, GO_SECOND, EXCHANGE, KEEP, PASS, PLAY_CARD, SUMMON_HERO, PLACE, MOVE, ATTACK, ATTACK_DIRECTLY
    ATTACH_CARD, USE, TARGET, TO, IN_LANE, DECLINE, ACCEPT, DISCARD_CARD, FIND, FIND_NOTHING, REVIVE_CARD
    KEEP_ORDER, SWAP_ORDER, REACT, REACT_WITH, NO_REACT
    WIN_ROLL, DRAW, LOOK, SET_PENALTY, TAKE_PENALTY

# Who decides: A the active player, B the opponent, O the owner of the effect on top of the chain.
cpdef enum Phase:
    ROLL_PHASE                   # chance: who wins the die roll
    SEAT_PHASE                   # the winner: first or second
    MULLIGAN_PHASE               # each player, secretly: cards to exchange, one by one
    PENALTY_PHASE                # chance: a card of a penalty pile is set
    DRAW_PHASE                   # chance: a card is drawn
    TURN_PHASE                   # A: what to do next
    PLACE_PHASE                  # who summons or attaches: where
    REACT_PHASE                  # B: react or not
    TARGET_PHASE                 # O: which card
    TO_PHASE                     # O: where that card goes, or which card it changes places with
    LANE_PHASE                   # O: which lane
    PAY_PHASE                    # O: pay for the effect or not
    DISCARD_PHASE                # who must discard: which card
    SEARCH_PHASE                 # O: which card of the deck
    REVIVE_PHASE                 # O: which card of the discard pile
    LOOK_PHASE                   # chance: a card that is looked at
    ORDER_PHASE                  # O: the order of the cards looked at
    LIFE_PHASE                   # chance: the penalty card that a direct attack takes
    OVER_PHASE
    PHASES

# What goes on when no effect waits.
cpdef enum Stage:
    OPENING, FIRST_EXCHANGE, SECOND_EXCHANGE, PENALTIES
    STARTING                     # effects of the start of the turn, place after place
    ACTING
    PLAYED_CARD                  # a card was played, or a hero summoned: B may react
    USED_EFFECT                  # an effect was used: B may react
    MOVED                        # a card has moved: B may react
    STRIKING                     # an attack is declared: B may react; then damage
    BATTLE                       # effects of damage
    AFTER_BATTLE                 # effects after the attack
    STRIKING_DIRECTLY            # B may react; then a penalty card, and where the attacker goes
    ENDING                       # effects of the end of the turn, place after place
    STAGES

cpdef enum Zone:
    FROM_HAND, FROM_HEROES, FROM_DISCARD

# Bits of a piece.
cpdef enum Flag:
    HAS_MOVED = 1, HAS_ATTACKED = 2, FRESH = 4, USED = 8, TRIGGERED = 16, REVIVED = 32, DOOMED = 64
    FLAGS = 128

# The decisions whose moves are weighed by their traits.
cpdef enum Decision:
    TURN_DECISION, SQUARE_DECISION

# Whose luck it is: the first of two streams is seat 0's.
cpdef enum Stream:
    DIE_ROLL_STREAM, DECK_STREAM_0, DECK_STREAM_1, PENALTY_STREAM_0, PENALTY_STREAM_1

# How many of each kind, 0 to 3: bit 0 and bit 1 of the number.
cdef struct Pile:
    uint64_t one[2]
    uint64_t two[2]

cdef struct Piece:
    uint16_t flags               # of `Flag`
    uint8_t card                 # kind + 1, 0: nothing is here
    uint8_t damage
    uint8_t poison
    uint8_t grown                # atk for good
    uint8_t stronger             # atk until the end of the turn
    uint8_t copied               # kind + 1 whose atk and hp it has, 0: its own
    uint8_t frozen               # turns of its owner until it may move again; it takes effect at 1
    uint8_t stunned              # the same, move and attack
    uint8_t items                # how many are attached

# An item: by square, those of one card in the order in which they were attached.
cdef struct Attached:
    uint8_t square               # of the card that has it
    uint8_t kind

# An effect that waits. Source and subject follow their cards, and are NONE when these have left play; but
# the source of an effect `destroyed` is the square on which its card died, whatever stands there now.
cdef struct Link:
    uint8_t effect
    uint8_t seat                 # whose it is
    uint8_t source               # the square of its card
    uint8_t subject              # of the other card; when destroyed, of the enemy that faced it
    uint8_t step                 # cards discarded; 1: the card to move is chosen; where an undone move began

cdef struct Condition:
    kinds_t which
    uint8_t what, count, where

cdef struct Effect:
    kinds_t which
    Condition condition
    uint8_t when, verb, amount, whose, where, who, cost
    uint8_t each, other, once, may, half_damaged
    uint8_t kind                 # the card that has it
    uint8_t then                 # the effect that follows when it is done, NONE
    uint8_t follows              # whether it follows another

cdef struct Card:
    kinds_t replaces
    uint8_t type, cost, atk, hp, keywords
    uint8_t action, ability_action, discard_action, hand_action, price      # effects, NONE
    uint8_t played                                  # the first effect when played, NONE
    uint8_t react[REACTS], ability_react[REACTS]    # the effect of each time, NONE
    uint8_t first, effects                          # on the field, or when played
    uint8_t ability_first, abilities                # on top of the hero deck
    uint8_t given_first, given                      # of the card to which it is attached
    uint8_t given_atk, given_hp, given_keywords
    uint8_t conditions
    uint8_t strides, gains                          # bounds on what it can add to a turn, for `lethal`
    uint32_t has, ability_has, given_has            # bits of `Trigger`
    kinds_t onto                                    # the cards to which an item can be attached
    Condition condition[2]

cdef struct Rules:
    kinds_t of_type[5]
    kinds_t main                                    # all that decks are made of
    kinds_t reacts[REACTS]                          # by time: assists with such a react
    kinds_t guards[REACTS]                          # by time: units, heroes and fields with such a react
    kinds_t attachable                              # cards that can be attached
    kinds_t from_hand                               # with an action in the hand
    kinds_t from_discard                            # with an action in the discard pile
    Card card[KINDS]
    Effect effect[EFFECTS]
    Pile list[2]                                    # empty: not known to this game
    Pile deck[DECKS]                                # the built-in lists
    uint8_t deck_hero[DECKS][HEROES]                # and their hero decks
    uint8_t hero[2][HEROES]
    int known_list[2]                               # whether the options name the deck
    int kinds, effects, decks
    int lanes, penalty, turn_limit
    int most_drawn                                  # cards that one effect draws
    int open_lists
    uint32_t on                                     # squares of the board
    Weights weights

cdef struct Table:
    Pile hand[2]
    Pile known[2]                # of the hand, what has been shown
    Pile deck[2]                 # without `top`
    Pile discard[2]
    uint64_t used[2][2]          # assists, fields and top heroes whose 1/turn effect was done this turn
    uint32_t cards[2]            # squares of a seat's cards
    uint32_t auras               # squares of cards with standing effects
    uint32_t todo                # places whose effects of the start or end of the turn are still to come
    Piece at[SQUARES]
    Attached item[ITEMS]
    Link link[LINKS]
    uint8_t links
    uint8_t items                # attached, of both seats
    uint8_t phase
    int8_t mover
    uint8_t stage
    uint8_t turn
    uint8_t first                # the seat that goes first
    uint8_t winner               # of the die roll
    uint8_t result               # 1, 2: seat 0, 1 has won; 3: a tie
    uint8_t hero[2][HEROES]      # the hero decks, NONE: none
    uint8_t heroes_out[2]        # how many were summoned
    uint8_t field[2]             # kind + 1
    uint8_t penalty[2][MOST_PENALTY]    # in order of kind: nobody knows another
    uint8_t penalty_size[2]
    uint8_t top[2][LOOKED]       # of the deck, the next card first, known to its owner
    uint8_t top_size[2]
    uint8_t hand_size[2]
    uint8_t deck_size[2]         # with `top`
    uint8_t stamina[2]
    uint8_t searched[2]          # the owner has seen the deck, and so knows the penalty cards
    uint8_t lost[2]              # a unit was destroyed this turn
    uint8_t moves                # of the active player this turn
    uint8_t exchanged[2]         # cards put back at the start
    uint8_t draws[2]             # cards still to be drawn
    uint8_t attacker             # a square, which follows its card; or of what has moved, was played or used
    uint8_t defender             # the same; in MOVED the square on which that move began, fixed
    uint8_t answered             # in PLAYED_CARD and USED_EFFECT the kind that was played or used, NONE
    uint8_t resolving[2]         # kind + 1 of the assist whose effects wait: it is in no pile yet
    uint8_t window               # B has not been asked yet; in STARTING: the stamina phase is to come
    uint8_t playing              # the kind that is being placed, NONE
    uint8_t playing_from
    uint8_t placer
    uint8_t hero_due             # the price of the top hero is being paid
    uint8_t heroes_summoned      # by the active player this turn


cdef inline int active(const Table* s) noexcept nogil:
    return (s.turn & 1) ^ s.first


cdef inline uint32_t bit(int square) noexcept nogil:
    return <uint32_t>1 << square


cdef inline int lane_of(int square) noexcept nogil:
    return square % LANES


cdef inline int row_of(int square) noexcept nogil:
    return square / LANES


cdef inline uint32_t row_mask(int row) noexcept nogil:
    return <uint32_t>0x3F << (LANES * row)


cdef inline uint32_t lane_mask(int lane) noexcept nogil:
    return <uint32_t>0x01041041 << lane


cdef inline uint32_t home_row(int seat) noexcept nogil:
    return row_mask(4 if seat else 0)


cdef inline uint32_t enemy_half(int seat) noexcept nogil:
    return row_mask(0) | row_mask(1) if seat else row_mask(3) | row_mask(4)


cdef inline int seat_at(const Table* s, int square) noexcept nogil:
    return (s.cards[1] >> square) & 1


cdef inline uint32_t taken(const Table* s) noexcept nogil:
    return s.cards[0] | s.cards[1]


cdef inline int ahead(int square, int seat) noexcept nogil:
    """The next square forward, NONE behind the last row."""
    if seat:
        return square - LANES if square >= LANES else NONE
    return square + LANES if square < SQUARES - LANES else NONE


cdef inline int behind(int square, int seat) noexcept nogil:
    return ahead(square, 1 - seat)


cdef inline uint32_t bit_or_none(int square) noexcept nogil:
    return <uint32_t>1 << square if square != NONE else 0


cdef inline uint32_t beside(const Rules* r, int square) noexcept nogil:
    """The squares of the board to the left and right."""
    cdef uint32_t sides = (bit(square) << 1) | (bit(square) >> 1)
    return sides & row_mask(row_of(square)) & r.on


cdef inline uint32_t free_lanes(const Rules* r, const Table* s, int seat) noexcept nogil:
    """The squares on which a seat may summon: in its summoning row, where its lane has no own card."""
    cdef uint32_t m = s.cards[seat]
    m |= m >> 12 | m >> 24
    m |= m >> 6
    m &= 0x3F
    m = ~m & 0x3F & r.on
    return (m << 24 if seat else m) & ~s.cards[1 - seat]


# -- piles

cdef inline bint holds(const Pile* p, int kind) noexcept nogil:
    return ((p.one[kind >> 6] | p.two[kind >> 6]) >> (kind & 63)) & 1


cdef inline int count_of(const Pile* p, int kind) noexcept nogil:
    return ((p.one[kind >> 6] >> (kind & 63)) & 1) | (((p.two[kind >> 6] >> (kind & 63)) & 1) << 1)


cdef inline void put_in(Pile* p, int kind) noexcept nogil:
    cdef uint64_t b = <uint64_t>1 << (kind & 63)
    p.two[kind >> 6] ^= p.one[kind >> 6] & b
    p.one[kind >> 6] ^= b


cdef inline void take_out(Pile* p, int kind) noexcept nogil:
    cdef uint64_t b = <uint64_t>1 << (kind & 63)
    p.one[kind >> 6] ^= b
    p.two[kind >> 6] ^= p.one[kind >> 6] & b


cdef inline kinds_t kinds_of(const Pile* p) noexcept nogil:
    return <kinds_t>(p.one[0] | p.two[0]) | (<kinds_t>(p.one[1] | p.two[1]) << 64)


cdef inline int size_of(const Pile* p) noexcept nogil:
    return (count_bits(p.one[0]) + count_bits(p.one[1])
            + 2 * (count_bits(p.two[0]) + count_bits(p.two[1])))


cdef int nth(const Pile* p, int n) noexcept nogil
cdef void attach(Table* s, int square, int kind) noexcept nogil
cdef void detach(Table* s, int square) noexcept nogil
cdef void move_items(Table* s, int one, int other) noexcept nogil
cdef void show(Table* s, int seat, int kind) noexcept nogil
cdef void leave_hand(Table* s, int seat, int kind) noexcept nogil


cdef inline bint was_used(const Table* s, int seat, int kind) noexcept nogil:
    return (s.used[seat][kind >> 6] >> (kind & 63)) & 1


cdef inline void mark_used(Table* s, int seat, int kind) noexcept nogil:
    s.used[seat][kind >> 6] |= <uint64_t>1 << (kind & 63)


cdef inline int top_hero(const Table* s, int seat) noexcept nogil:
    """The hero on top of a seat's hero deck, or NONE."""
    return s.hero[seat][s.heroes_out[seat]] if s.heroes_out[seat] < HEROES else NONE


# -- moves

cdef inline void ask(Table* s, int phase, int seat) noexcept nogil:
    s.phase = phase
    s.mover = seat


cdef inline void add_squares(MoveList* out, int kind, int a, uint32_t squares) noexcept nogil:
    """One move for each square of a set, as its last field."""
    while squares:
        add(out, kind, a, take_bit32(&squares))


cdef inline void add_places(MoveList* out, int kind, uint32_t places) noexcept nogil:
    """One move for each place of a set, as its first field."""
    while places:
        add(out, kind, take_bit32(&places), 0)


cdef inline void add_kinds(MoveList* out, int kind, kinds_t kinds) noexcept nogil:
    """One move for each kind of card of a set, as its first field."""
    while kinds:
        add(out, kind, take_wide(&kinds), 0)


cdef inline void raise_to(uint8_t* n, int by) noexcept nogil:
    """Add to a number; more than MOST_COUNTED is not counted, so that every view can be set up again."""
    n[0] = n[0] + by if n[0] + by < MOST_COUNTED else MOST_COUNTED
