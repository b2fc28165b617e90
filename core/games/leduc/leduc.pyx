"""Leduc poker for two (RULES.md): the plainest example of hidden cards."""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp

from battlewise.core.bits cimport bit, random_bit
from battlewise.core.chance cimport lot_of
from battlewise.core.game cimport CHANCE, Game, MoveList, OVER, Source, State, move_t
from battlewise.core.moves cimport move_a, move_kind, packed
from battlewise.core.rng cimport Rng, mix

from battlewise.core.catalogue import Catalogue, Thing, seats_and_phases
from battlewise.core.changes import change
from battlewise.core.fields import Named
from battlewise.core.observation import numbers, one_hot, seat_numbers
from battlewise.core.schemas import each, listing, maybe, number, one_of, part
from battlewise.core.views import Fields
from battlewise.core.vocabulary import Verb, Vocabulary

CARDS = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")        # a card's rank is its number // 2
BET_TEXTS = {
    "fold": "Gives up the chips put in.",
    "call": "Puts in as many chips as the other has, none if there is no raise to answer.",
    "raise": "Puts in more than the other has: by 2 chips in the first round, by 4 in the second.",
}
BETS = tuple(BET_TEXTS)
RANKS = {"J": "jack", "Q": "queen", "K": "king"}
SUITS = {"s": "spades", "h": "hearts"}

cdef enum:
    DECK = 6
    NONE = -1           # no card, nobody
    ANTE = 1
    MOST_RAISES = 2     # a round
    MOST_BETS = 4       # a round: call, raise, raise, call
    MOST_CHIPS = 13     # a seat: 1 + 2 * 2 + 2 * 4

cpdef enum Kind:        # of moves; DEAL and BOARD carry card + 1, 0 if unseen
    FOLD
    CALL
    RAISE
    DEAL
    BOARD

cdef struct Table:
    int8_t card[2]      # the private cards
    int8_t board
    int8_t mover        # a seat, CHANCE or OVER
    int8_t folded       # the seat that folded
    uint8_t raises      # this round
    uint8_t chips[2]    # put in by each seat
    uint8_t acted[2]    # decisions, a round
    uint8_t bets[2]     # those decisions, 2 bits each, a round


# 1. Cards

cdef void source(const void* r, const void* state, Source* out) noexcept nogil:
    """A card of those that lie nowhere, for the next place."""
    cdef const Table* s = <const Table*>state
    cdef bint private = s.card[1] == NONE
    lot_of(out, packed(DEAL if private else BOARD, 1, 0, 0), not private, _unseen(s))


cdef inline uint64_t _unseen(const Table* s) noexcept nogil:
    """The cards that lie nowhere."""
    cdef uint64_t left = bit(DECK) - 1
    cdef int seat
    for seat in range(2):
        if s.card[seat] != NONE:
            left ^= bit(s.card[seat])
    return left ^ bit(s.board) if s.board != NONE else left


# 2. Betting

cdef int to_move(const void* r, const void* state) noexcept nogil:
    return (<const Table*>state).mover


cdef int turn(const void* r, const void* state) noexcept nogil:
    cdef const Table* s = <const Table*>state
    return s.acted[0] + s.acted[1]


cdef void legal(const void* r, const void* state, MoveList* out) noexcept nogil:
    """Fold if there is a raise to answer; call, which is also a check; raise, at most twice a round."""
    cdef const Table* s = <const Table*>state
    out.n = 0
    if s.raises:
        out.move[0] = FOLD
        out.n = 1
    out.move[out.n] = CALL
    out.n += 1
    if s.raises < MOST_RAISES:
        out.move[out.n] = RAISE
        out.n += 1


cdef void play(const void* r, void* state, move_t move) noexcept nogil:
    cdef Table* s = <Table*>state
    if move_kind(move) >= DEAL:
        _deal(s, move_a(move) - 1)
    else:
        _bet(s, move)


cdef inline void _deal(Table* s, int card) noexcept nogil:
    if s.card[0] == NONE:
        s.card[0] = card
        return
    if s.card[1] == NONE:
        s.card[1] = card
    else:
        s.board = card
    s.mover = 0


cdef inline void _bet(Table* s, int bet) noexcept nogil:
    cdef int mover = s.mover
    cdef int other = 1 - mover
    cdef int this_round = s.board != NONE
    cdef bint first = s.acted[this_round] == 0
    s.bets[this_round] |= bet << (2 * s.acted[this_round])
    s.acted[this_round] += 1
    s.mover = other
    if bet == FOLD:
        s.folded = mover
        s.mover = OVER
    elif bet == RAISE:
        s.chips[mover] = s.chips[other] + (4 if this_round else 2)
        s.raises += 1
    else:
        s.chips[mover] = s.chips[other]
        if not first:
            s.mover = OVER if this_round else CHANCE
            s.raises = 0


# 3. Showdown

cdef inline bint _shown(const Table* s) noexcept nogil:
    return s.mover == OVER and s.folded == NONE


cdef inline int _strength(int card, int board) noexcept nogil:
    return 3 if card // 2 == board // 2 else card // 2


cdef inline int _comparison(const Table* s, int board) noexcept nogil:
    """1 if seat 0 holds the better hand beside this board card, -1 if seat 1 does, 0 if neither."""
    cdef int difference = _strength(s.card[0], board) - _strength(s.card[1], board)
    return (difference > 0) - (difference < 0)


cdef void returns(const void* r, const void* state, double* out) noexcept nogil:
    """0.5 + chips won / 26."""
    cdef const Table* s = <const Table*>state
    cdef double won
    if s.folded != NONE:
        won = s.chips[0] * -1.0 if s.folded == 0 else s.chips[1]
    else:
        won = s.chips[0] * _comparison(s, s.board)
    out[0] = 0.5 + won / (2 * MOST_CHIPS)
    out[1] = 1 - out[0]


cdef void estimate(const void* r, const void* state, double* out) noexcept nogil:
    """Two thirds of the result if nobody bets or folds any more, over the board cards still to come.

    Two thirds is the slope of results on this in random games.
    """
    cdef const Table* s = <const Table*>state
    cdef double ahead = 0
    cdef int board
    cdef int boards = 0
    if s.mover == OVER:
        returns(r, state, out)
        return
    if s.board != NONE:
        ahead = _comparison(s, s.board)
    elif s.card[1] != NONE:
        for board in range(DECK):
            if board != s.card[0] and board != s.card[1]:
                ahead += _comparison(s, board)
                boards += 1
        ahead /= boards
    out[0] = 0.5 + 2.0 / 3 * ahead * max(s.chips[0], s.chips[1]) / (2 * MOST_CHIPS)
    out[1] = 1 - out[0]


# 4. Knowledge: the own card and the board card; the other's card only at a showdown

cdef inline bint _sees(const Table* s, int viewer, int seat) noexcept nogil:
    return viewer == seat or _shown(s)


cdef move_t seen(const void* r, const void* state, move_t move, int viewer) noexcept nogil:
    cdef int dealt_to = (<const Table*>state).card[0] != NONE
    return DEAL if move_kind(move) == DEAL and viewer != dealt_to else move


cdef void redeal(const void* r, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef Table* s = <Table*>state
    cdef int seat
    cdef bint unseen[2]
    for seat in range(2):
        unseen[seat] = s.card[seat] != NONE and not _sees(s, viewer, seat)
        if unseen[seat]:
            s.card[seat] = NONE
    for seat in range(2):
        if unseen[seat]:
            s.card[seat] = random_bit(_unseen(s), rng)


cdef uint64_t view_key(const void* r, const void* state, int viewer) noexcept nogil:
    cdef const Table* s = <const Table*>state
    cdef uint64_t key = s.board + 1
    cdef int seat
    for seat in range(2):
        key = key << 4 | (s.card[seat] != NONE) << 3 | (s.card[seat] + 1 if _sees(s, viewer, seat) else 0)
        key = key << 8 | s.bets[seat]
        key = key << 4 | s.acted[seat]
    return mix(0, key << 2 | (viewer + 1))


cdef bint shown_to(const void* r, const void* state, int viewer, int seat) noexcept nogil:
    return _sees(<const Table*>state, viewer, seat)


cdef int64_t dealt(const void* r, const void* state, int seat, int i) noexcept nogil:
    return (<const Table*>state).card[seat] != NONE


cdef int64_t first(const void* r, const void* state, int seat, int i) noexcept nogil:
    return 0


cdef int64_t bet(const void* r, const void* state, int seat, int i) noexcept nogil:
    """The bet of a number, of both rounds; NONE before it is made."""
    cdef const Table* s = <const Table*>state
    cdef int in_round = i / MOST_BETS
    i %= MOST_BETS
    return s.bets[in_round] >> 2 * i & 3 if i < s.acted[in_round] else NONE


cdef const char* check(const void* r, const void* state) noexcept nogil:
    cdef const Table* s = <const Table*>state
    cdef Table again = _opening()
    if not _possible(s.card[0]) or not _possible(s.card[1]) or not _possible(s.board):
        return "cards: there is no such card"
    if s.card[0] != NONE and (s.card[0] == s.card[1] or s.card[0] == s.board):
        return "cards: a card lies in two places; there is one of each"
    if s.card[1] != NONE and s.card[1] == s.board:
        return "cards: a card lies in two places; there is one of each"
    if s.card[0] != NONE:
        _deal(&again, s.card[0])
    if s.card[1] != NONE:
        _deal(&again, s.card[1])
    if not _bet_again(&again, s, 0):
        return "bets[0]: a bet is not possible"
    if s.board != NONE:
        if again.mover != CHANCE or again.card[1] == NONE:
            return "board: lies there only after the first round"
        _deal(&again, s.board)
    if not _bet_again(&again, s, 1):
        return "bets[1]: a bet is not possible"
    if memcmp(&again, s, sizeof(Table)) != 0:
        return "bets: do not make the table what it is"
    return NULL


cdef bint _possible(int card) noexcept nogil:
    return NONE <= card < DECK


cdef bint _bet_again(Table* again, const Table* s, int in_round) noexcept nogil:
    cdef int i, bet
    for i in range(s.acted[in_round]):
        bet = s.bets[in_round] >> (2 * i) & 3
        if i == MOST_BETS or (again.board != NONE) != in_round or not _may_bet(again, bet):
            return False
        _bet(again, bet)
    return True


cdef bint _may_bet(const Table* s, int bet) noexcept nogil:
    cdef MoveList moves
    cdef int i
    if s.mover < 0:
        return False
    legal(NULL, s, &moves)
    for i in range(moves.n):
        if moves.move[i] == <move_t>bet:
            return True
    return False


cdef Table _opening() noexcept nogil:
    cdef Table s
    s.card[:] = [NONE, NONE]
    s.board = NONE
    s.mover = CHANCE
    s.folded = NONE
    s.raises = 0
    s.chips[:] = [ANTE, ANTE]
    s.acted[:] = [0, 0]
    s.bets[:] = [0, 0]
    return s


# 5. As Python sees it

cdef class Leduc(Game):
    """Leduc poker: one private card each, one card on the board, two rounds of betting."""

    id = "leduc"
    title = "Leduc poker"
    seat_names = ("first", "second")
    prompts = {None: "Fold, call or raise?"}
    streams = ("deal", "board")
    evaluates = True
    tabular = True

    def __init__(self, **options):
        super().__init__(**options)
        self.vocabulary = Vocabulary(Kind, {
            FOLD: Verb("fold", "fold"),
            CALL: Verb("call", "call"),
            RAISE: Verb("raise", "raise"),
            DEAL: Verb("deal", "deal {card}", _a_card(), unseen="deal", words="{dealt_to} is dealt {card}",
                       unseen_words="{dealt_to} is dealt a card"),
            BOARD: Verb("board", "board {card}", _a_card(), words="the board card is {card}"),
        }, outcomes=(DEAL, BOARD), meanings={"card": "Which card; null if it is not seen."})
        self.fn.state_size = sizeof(Table)
        self.fn.seats = 2
        self.fn.hidden = True
        self.fn.to_move = to_move
        self.fn.turn = turn
        self.fn.legal = legal
        self.fn.source = source
        self.fn.play = play
        self.fn.seen = seen
        self.fn.redeal = redeal
        self.fn.view_key = view_key
        self.fn.returns = returns
        self.fn.estimate = estimate
        self.fn.check = check

    def start(self, State state not None):
        (<Table*>state.data)[0] = _opening()

    def form(self):
        card = maybe(one_of(CARDS, "Card"))
        bets = listing(one_of(BETS, meanings=BET_TEXTS), MOST_BETS)
        chips = number(0, MOST_CHIPS)
        return {
            "cards": part(each(card, 2), "The private card of each seat; null if it is unseen or not dealt."),
            "board": part(card, "The card on the board; null before it is dealt.", None),
            "dealt": part(number(0, 2), "How many private cards are dealt.", 2),
            "bets": part(each(bets, 2), "What was bet in the first round, and in the second, in order."),
            "chips": part(each(chips, 2), "How many chips each seat has put in.", inferred="by the bets"),
        }

    def box(self):
        cards = [
            Thing(id=f"card:{card}", name=f"{RANKS[card[0]]} of {SUITS[card[1]]}", kind="card", count=1,
                  text="Beats a lower rank; a pair with the board card beats all.")
            for card in CARDS
        ]
        return Catalogue(**seats_and_phases(self.seat_names, self.prompts), cards=cards)

    def scene(self, view):
        from battlewise.core.games.leduc.scene import scene
        return scene(self.catalogue(), view)

    def describe(self, State state not None, int viewer):
        """The table as a seat sees it; `form` says what the fields mean."""
        cdef Table* s = <Table*>state.data
        cards = [s.card[seat] if _sees(s, viewer, seat) else NONE for seat in range(2)]
        return {
            "cards": [CARDS[card] if card != NONE else None for card in cards],
            "board": CARDS[s.board] if s.board != NONE else None,
            "dealt": (s.card[0] != NONE) + (s.card[1] != NONE),
            "bets": [[BETS[s.bets[i] >> 2 * k & 3] for k in range(s.acted[i])] for i in range(2)],
            "chips": [s.chips[0], s.chips[1]],
        }

    def restore(self, State state not None, view, int viewer):
        """``cards`` and ``bets`` are required; ``dealt`` is 2 if left out."""
        fields = Fields(view)
        self.start(state)
        dealt = fields.integer("dealt", 0, 2, default=2)
        cards = [_card(fields, f"cards[{i}]", card) for i, card in enumerate(_two(fields, "cards"))]
        board = None if fields.null("board") else _card(fields, "board", view["board"])
        bets = _two(fields, "bets")
        fields.items("chips", 2, default=())        # follows from the bets, as the caller checks
        fields.close()
        unseen = [card for card in range(DECK) if card not in cards and card != board]
        for seat in range(dealt):
            _deal(<Table*>state.data, unseen.pop() if cards[seat] is None else cards[seat])
        for i, in_round in enumerate(bets):
            if i == 1 and in_round and board is None:
                raise fields.fail("bets[1]", "comes after the board card")
            self._bet_in_round(state, Fields({f"bets[{i}]": in_round}), f"bets[{i}]")
            if i == 0 and board is not None:
                if (<Table*>state.data).mover != CHANCE or dealt < 2:
                    raise fields.fail("board", "lies there only after the first round")
                _deal(<Table*>state.data, board)

    def _bet_in_round(self, State state not None, fields, path):
        for i, bet in enumerate(fields.items(path, MOST_BETS)):
            may = [one for k, one in enumerate(BETS) if _may_bet(<Table*>state.data, k)]
            if bet not in may:
                there_is = " or ".join(may) or "no more bet in this round"
                raise fields.fail(f"{path}[{i}]", f"{bet!r} is not possible there; there is {there_is}")
            _bet(<Table*>state.data, BETS.index(bet))

    def render(self, State state not None, int viewer):
        cdef Table* s = <Table*>state.data
        view = self.describe(state, viewer)
        cards = [card or "--" for card in view["cards"]]
        bets = "; ".join(" ".join(in_round) for in_round in view["bets"] if in_round)
        return "\n".join([
            f"first: {cards[0]}, {s.chips[0]} in",
            f"second: {cards[1]}, {s.chips[1]} in",
            f"board: {view['board'] or '--'}",
            f"bets: {bets or '--'}",
        ])

    def facts(self, view):
        return {"dealt_to": self.seat_names[min(view["dealt"], 1)]}

    def changes(self, before, after, actor, move):
        """``chips``: how many more a seat has put in."""
        paid = [after["chips"][seat] - before["chips"][seat] for seat in range(2)]
        return [
            change("chips", f"{self.seat_names[seat]} puts in {more}: {after['chips'][seat]} in all",
                   seat=seat, amount=more)
            for seat, more in enumerate(paid) if more
        ]

    def observed(self):
        """The bets are those of the first round, then of the second, in order; the first seat begins both."""
        cdef Table* s = NULL
        return [
            one_hot("card", <size_t>&s.card, 1, DECK, seats=1, seen_by="seat", knows=<size_t>&shown_to),
            numbers("dealt", 0, 1, 1, seats=1, read=<size_t>&dealt),
            one_hot("board", <size_t>&s.board, 1, DECK),
            one_hot("bets", 0, 1, len(BETS), count=2 * MOST_BETS, read=<size_t>&bet),
            numbers("chips", <size_t>&s.chips, 1, MOST_CHIPS, seats=1),
            seat_numbers("folded", <size_t>&s.folded, 1),
            seat_numbers("first", 0, 1, read=<size_t>&first),
        ]

    def minimal_views(self):
        return {
            "deal": {"seat": 0, "dealt": 1, "cards": ["Qs", None], "bets": [[], []]},
            "first round": {"seat": 1, "cards": [None, "Ks"], "bets": [["raise"], []]},
            "board": {"seat": 0, "cards": ["Js", None], "bets": [["call", "call"], []]},
            "second round": {"seat": 0, "cards": ["Kh", None], "board": "Js", "bets": [["call", "call"], []]},
        }


def _a_card():
    return Named("card", CARDS, element="card", base=1, unseen=0)


def _two(fields, name):
    pair = fields.items(name, 2)
    if len(pair) != 2:
        raise fields.fail(name, f"has {len(pair)} items, not 2")
    return pair


def _card(fields, path, name):
    if name is None:
        return None
    if name not in CARDS:
        raise fields.fail(path, f"{name!r} is none of {', '.join(CARDS)}")
    return CARDS.index(name)
