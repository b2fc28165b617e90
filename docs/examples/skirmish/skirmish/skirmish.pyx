"""Skirmish, a card game on three lanes for two: a game of one's own in Cython.

Each player has a deck of twelve cards, three each of the strengths 1 to 4, and a hand of four. In a turn the
player plays a card into a lane that has fewer than three own cards, and draws one. A scout, the weakest card,
counts five in a lane in which the other player has a giant, the strongest. When all lanes are full, the higher
sum wins a lane; whoever has more lanes wins, and as many lanes each are a tie.
"""
from libc.math cimport exp
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.chance cimport draw_of
from battlewise.core.game cimport (
    CHANCE, Game, MoveList, OVER, Source, State, hash_bytes, move_t,
)
from battlewise.core.moves cimport add, move_a, move_b, move_kind, packed
from battlewise.core.piles cimport pile_size, take_from_pile
from battlewise.core.rng cimport Rng

from battlewise.core.catalogue import Catalogue, Space, Thing, seats_and_phases
from battlewise.core.changes import change
from battlewise.core.fields import Named, Number
from battlewise.core.observation import numbers
from battlewise.core.schemas import counts, each, number, part
from battlewise.core.views import Fields
from battlewise.core.vocabulary import Verb, Vocabulary

CARDS = ("scout", "spearman", "knight", "giant")      # of the strengths 1, 2, 3, 4

cdef enum:
    KINDS = 4
    COPIES = 3          # of a card in a deck
    DECK = 12
    HAND = 4
    LANES = 3
    ROOM = 3            # cards of a player in a lane
    PLAYS = 18
    SCOUT = 0
    GIANT = 3
    AMBUSH = 5          # what a scout counts against a giant

cpdef enum Kind:
    PLAY                # a card, counted from 1, and a lane
    DRAW                # an outcome: the card, counted from 1; 0 if unseen

cdef struct Table:
    uint8_t hand[2][KINDS]
    uint8_t lane[2][LANES][KINDS]
    uint8_t held[2]     # cards in each hand
    uint8_t played      # cards in all lanes

cdef struct Veiled:     # what a viewer knows of a table
    Table table
    int viewer


# 1. The turn

cdef inline int _of(const Table* s, int seat) noexcept nogil:
    """How many cards a seat has played."""
    return (s.played + 1 - seat) // 2


cdef inline int _drawer(const Table* s) noexcept nogil:
    """The seat that has to draw; -1 if there is none."""
    cdef int seat
    for seat in range(2):
        if s.held[seat] < min(<int>HAND, DECK - _of(s, seat)):
            return seat
    return -1


cdef int to_move(const void* r, const void* state) noexcept nogil:
    cdef const Table* s = <const Table*>state
    if _drawer(s) >= 0:
        return CHANCE
    return OVER if s.played == PLAYS else s.played & 1


cdef int turn(const void* r, const void* state) noexcept nogil:
    return (<const Table*>state).played


cdef void legal(const void* r, const void* state, MoveList* out) noexcept nogil:
    """A card of the hand into a lane with room."""
    cdef const Table* s = <const Table*>state
    cdef int seat = s.played & 1
    cdef int card, lane
    out.n = 0
    for card in range(KINDS):
        if s.hand[seat][card]:
            for lane in range(LANES):
                if pile_size(s.lane[seat][lane], KINDS) < ROOM:
                    add(out, PLAY, card + 1, lane + 1)


cdef void play(const void* r, void* state, move_t move) noexcept nogil:
    cdef Table* s = <Table*>state
    cdef int card = move_a(move) - 1
    cdef int seat
    if move_kind(move) == DRAW:
        seat = _drawer(s)
        s.hand[seat][card] += 1
        s.held[seat] += 1
        return
    seat = s.played & 1
    s.hand[seat][card] -= 1
    s.held[seat] -= 1
    s.lane[seat][move_b(move) - 1][card] += 1
    s.played += 1


# 2. Decks

cdef inline void _deck(const Table* s, int seat, uint8_t* pile) noexcept nogil:
    """The cards of a seat that lie neither in its lanes nor in its hand."""
    cdef int card, lane
    for card in range(KINDS):
        pile[card] = COPIES - s.hand[seat][card]
        for lane in range(LANES):
            pile[card] -= s.lane[seat][lane][card]


cdef void source(const void* r, const void* state, Source* out) noexcept nogil:
    cdef const Table* s = <const Table*>state
    cdef int seat = _drawer(s)
    _deck(s, seat, out.made)
    draw_of(out, packed(DRAW, 1, 0, 0), seat, out.made, KINDS, pile_size(out.made, KINDS))


# 3. The end

cdef int _strength(const Table* s, int seat, int lane) noexcept nogil:
    cdef const uint8_t* own = s.lane[seat][lane]
    cdef bint ambush = s.lane[1 - seat][lane][GIANT] > 0
    return own[SCOUT] * (AMBUSH if ambush else 1) + 2 * own[1] + 3 * own[2] + 4 * own[3]


cdef void returns(const void* r, const void* state, double* out) noexcept nogil:
    cdef const Table* s = <const Table*>state
    cdef int lane, lead, won = 0
    for lane in range(LANES):
        lead = _strength(s, 0, lane) - _strength(s, 1, lane)
        won += (lead > 0) - (lead < 0)
    out[0] = 0.5 if won == 0 else won > 0
    out[1] = 1 - out[0]


cdef void estimate(const void* r, const void* state, double* out) noexcept nogil:
    """A logistic function of the leads in the lanes, each of them as sure as its lane is full."""
    cdef const Table* s = <const Table*>state
    cdef double sum = 0
    cdef int lane, lead, cards
    if to_move(r, state) == OVER:
        returns(r, state, out)
        return
    for lane in range(LANES):
        lead = _strength(s, 0, lane) - _strength(s, 1, lane)
        cards = pile_size(s.lane[0][lane], KINDS) + pile_size(s.lane[1][lane], KINDS)
        sum += 2 / (1 + exp(-lead / (1.0 + 2 * ROOM - cards))) - 1
    out[0] = 1 / (1 + exp(-1.5 * sum))
    out[1] = 1 - out[0]


# 4. Knowledge: a hand is its player's secret, and so what is left in the deck

cdef move_t seen(const void* r, const void* state, move_t move, int viewer) noexcept nogil:
    return DRAW if move_kind(move) == DRAW and viewer != _drawer(<const Table*>state) else move


cdef void redeal(const void* r, void* state, int viewer, Rng* rng) noexcept nogil:
    cdef Table* s = <Table*>state
    cdef uint8_t pile[KINDS]
    cdef int seat, i
    for seat in range(2):
        if seat != viewer:
            memset(s.hand[seat], 0, KINDS)
            _deck(s, seat, pile)
            for i in range(s.held[seat]):
                s.hand[seat][take_from_pile(pile, KINDS, DECK - _of(s, seat) - i, rng)] += 1


cdef uint64_t view_key(const void* r, const void* state, int viewer) noexcept nogil:
    cdef Veiled known
    cdef int seat
    memset(&known, 0, sizeof(Veiled))
    memcpy(&known.table, state, sizeof(Table))
    known.viewer = viewer
    for seat in range(2):
        if seat != viewer:
            memset(known.table.hand[seat], 0, KINDS)
    return hash_bytes(&known, sizeof(Veiled), 0)


cdef const char* check(const void* r, const void* state) noexcept nogil:
    cdef const Table* s = <const Table*>state
    cdef int seat, lane, card, n, played
    for seat in range(2):
        played = 0
        for lane in range(LANES):
            n = pile_size(s.lane[seat][lane], KINDS)
            if n > ROOM:
                return "lanes: a player has at most three cards in a lane"
            played += n
        if s.played > PLAYS or played != _of(s, seat):
            return "lanes: the players play in turn, the first one first"
        for card in range(KINDS):
            n = s.hand[seat][card]
            for lane in range(LANES):
                n += s.lane[seat][lane][card]
            if n > COPIES:
                return "lanes: a player has three of each card"
        if pile_size(s.hand[seat], KINDS) != s.held[seat]:
            return "hand: has another number of cards than held says"
        n = min(<int>HAND, DECK - played)
        if s.held[seat] > n or (s.held[seat] < n - 1 and s.played):
            return "held: is not what a hand can have"
    if s.played and (s.held[s.played & 1] < min(<int>HAND, DECK - _of(s, s.played & 1))):
        return "held: only who played last can have to draw"
    if s.held[1] and s.held[0] < HAND and not s.played:
        return "held: the first hand is dealt first"
    return NULL


# 5. As Python sees it

cdef class Skirmish(Game):
    """Skirmish: three lanes, two hands, and scouts that wait for giants."""

    id = "skirmish"
    title = "Skirmish"
    seat_names = ("north", "south")
    prompts = {None: "Which card do you play into which lane?"}
    streams = ("deck of north", "deck of south")
    evaluates = True

    def __init__(self, **options):
        super().__init__(**options)
        card = Named("card", CARDS, base=1, unseen=0, element="card")
        self.vocabulary = Vocabulary(Kind, {
            PLAY: Verb("play", "play {card} {lane}", Named("card", CARDS, base=1, element="card"),
                       Number("lane", 1, LANES, element="lane"), words="play a {card} into lane {lane}"),
            DRAW: Verb("draw", "draw {card}", card, unseen="draw", words="a {card} is drawn",
                       unseen_words="a card is drawn"),
        }, outcomes=(DRAW,), meanings={"card": "The card.", "lane": "The lane, from 1 on."})
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
        memset(state.data, 0, sizeof(Table))

    def form(self):
        lane = each(counts(CARDS, COPIES), 2)
        return {
            "lanes": part(each(lane, LANES), "The cards in each lane: those of each seat."),
            "held": part(each(number(0, HAND), 2), "How many cards each hand has.", [HAND, HAND]),
            "hand": part(counts(CARDS, COPIES), "The seat's own cards.", when="if a seat sees the view"),
        }

    def box(self):
        texts = {card: f"Strength {strength}." for strength, card in enumerate(CARDS, 1)}
        texts["scout"] = f"Strength 1, or {AMBUSH} against a giant in the same lane."
        cards = [
            Thing(id=f"card:{card}", name=card, kind="card", text=text, count=COPIES)
            for card, text in texts.items()
        ]
        lanes = [Space(id=f"lane:{lane}", name=f"lane {lane}", kind="lane") for lane in range(1, LANES + 1)]
        return Catalogue(**seats_and_phases(self.seat_names, self.prompts), cards=cards, spaces=lanes)

    def describe(self, State state not None, int viewer):
        cdef Table* s = <Table*>state.data
        lanes = [[_counted(s.lane[seat][lane]) for seat in range(2)] for lane in range(LANES)]
        own = {} if viewer < 0 else {"hand": _counted(s.hand[viewer])}
        return {"lanes": lanes, "held": [s.held[0], s.held[1]], **own}

    def restore(self, State state not None, view, int viewer):
        """``held`` are full hands if it is left out."""
        cdef Table* s = <Table*>state.data
        cdef uint8_t pile[KINDS]
        cdef int seat, lane, card, left
        for lane, sides in enumerate(view["lanes"]):
            for seat in range(2):
                _write(s.lane[seat][lane], sides[seat])
                s.played += pile_size(s.lane[seat][lane], KINDS)
        held = view.get("held") or [min(<int>HAND, max(0, DECK - _of(s, seat))) for seat in range(2)]
        for seat in range(2):
            s.held[seat] = left = held[seat]
            if seat == viewer:
                _write(s.hand[seat], Fields(view).counts("hand", CARDS, COPIES))
                continue
            _deck(s, seat, pile)
            for card in range(KINDS):
                s.hand[seat][card] = min(left, <int>pile[card]) if pile[card] <= COPIES else 0
                left -= s.hand[seat][card]

    def render(self, State state not None, int viewer):
        view = self.describe(state, viewer)
        lines = []
        for lane, sides in enumerate(view["lanes"], 1):
            lines += [f"lane {lane}, {name}: {_listed(cards)}" for name, cards in zip(self.seat_names, sides)]
        return "\n".join([*lines, f"hand: {_listed(view['hand'])}"] if "hand" in view else lines)

    def scene(self, view):
        from skirmish.scene import scene
        return scene(self.catalogue(), view)

    def changes(self, before, after, actor, move):
        """``drawn``: a card was drawn."""
        seats = [seat for seat in range(2) if after["held"][seat] > before["held"][seat]]
        return [change("drawn", f"{self.seat_names[seat]} draws", seat=seat) for seat in seats]

    def observed(self):
        cdef Table* s = NULL
        return [
            numbers("hand", <size_t>&s.hand, 1, COPIES, count=KINDS, seats=KINDS, seen_by="seat"),
            numbers("lanes", <size_t>&s.lane, 1, COPIES, count=LANES * KINDS, seats=LANES * KINDS),
            numbers("held", <size_t>&s.held, 1, HAND, seats=1),
            numbers("played", <size_t>&s.played, 1, PLAYS),
        ]

    def minimal_views(self):
        empty = [[{}, {}] for _ in range(LANES)]
        return {"decision": {"seat": 0, "lanes": empty, "hand": {"scout": 2, "giant": 2}}}


cdef dict _counted(const uint8_t* pile):
    return {card: pile[i] for i, card in enumerate(CARDS) if pile[i]}


cdef _write(uint8_t* pile, cards):
    cdef int i
    for i in range(KINDS):
        pile[i] = cards[i] if isinstance(cards, list) else cards.get(CARDS[i], 0)


def _listed(cards):
    return ", ".join(f"{n} {card}" for card, n in cards.items()) or "nothing"
