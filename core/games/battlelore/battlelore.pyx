"""BattleLore Second Edition: the learning scenario (RULES.md)."""
from libc.stdlib cimport calloc, free

from battlewise.core.game cimport Game, MoveList, State
from battlewise.core.games.battlelore cimport knowledge, table, turn
from battlewise.core.games.battlelore.board cimport OFF_BOARD, STRIDE, the_board
from battlewise.core.games.battlelore.estimate cimport estimate, features
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.games.battlelore.weigh cimport describe_moves, weigh

from battlewise.core.games.battlelore.cards import FACES, SIDES, load
from battlewise.core.games.battlelore.estimate import NAMES as FEATURE_NAMES
from battlewise.core.games.battlelore.examples import minimal_views
from battlewise.core.games.battlelore.table import Names
from battlewise.core.games.battlelore.weigh import TRAITS
from battlewise.core.options import Option

# By Kind: the kind in a document, the text, and what the fields are: h a hex, n a number, f a face, c a card.
_KINDS = {
    PLAY_CARD: ("play", "play {0}", "c"),
    PLAY_AS_ONE: ("play_as_one", "{0} as one unit", "c"),
    ORDER: ("order", "order {0}", "h"),
    CURE: ("cure", "cure {0}", "h"),
    KEEP_POISON: ("keep_poison", "keep poison {0}", "h"),
    MOVE: ("move", "move {0}-{1}", "hh"),
    STAY: ("stay", "stay {0}", "h"),
    LATER: ("later", "later {0}", "h"),
    ATTACK: ("attack", "attack {0}-{1}", "hh"),
    HOLD: ("hold", "hold {0}", "h"),
    COMMIT: ("commit", "commit {0} {1}", "nf"),
    RETREAT: ("retreat", "retreat {0}-{1}", "hh"),
    COUNTER: ("counter", "counter", ""),
    NO_COUNTER: ("no_counter", "no counter", ""),
    ADVANCE: ("advance", "advance {0}-{1}", "hh"),
    PURSUE: ("pursue", "pursue {0}-{1}", "hh"),
    REMAIN: ("remain", "remain", ""),
    EXCHANGE: ("exchange", "exchange {lore} lore", ""),
    KEEP_LORE: ("keep_lore", "keep lore", ""),
}
_FIELD_NAMES = {"hh": ("hex", "to"), "h": ("hex",), "nf": ("number", "face"), "c": ("card",), "": ()}


cdef class BattleLore(Game):
    """BattleLore Second Edition, learning scenario: the Uthuk (seat 0) against the Daqan (seat 1).

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "battlelore"
    title = "BattleLore Second Edition"
    seat_names = SIDES
    evaluates = True
    feature_names = FEATURE_NAMES
    trait_names = TRAITS
    streams = ("deck", "dice 0", "dice 1")
    OPTIONS = (
        Option("scenario", "learning", "Which scenario is played.", choices=("learning",)),
        Option("turn_limit", 60, "After how many turns of both players most VP win.", low=2, high=200),
    )

    cdef Rules* own
    cdef object data, names

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key."""
        super().__init__(**options)
        self.data = load(data, FEATURE_NAMES, TRAITS)
        self.names = Names([card.id for card in self.data.cards], [unit.id for unit in self.data.units],
                           [unit.letter for unit in self.data.units])
        free(self.own)
        self.own = <Rules*>calloc(1, sizeof(Rules))
        if self.own == NULL:
            raise MemoryError()
        self._fill_rules()
        self.rules = self.own
        self.fn.state_size = sizeof(Battle)
        self.fn.seats = 2
        self.fn.hidden = True
        self.fn.to_move = turn.to_move
        self.fn.turn = turn.turn
        self.fn.legal = turn.legal
        self.fn.outcomes = turn.outcomes
        self.fn.roll = turn.roll
        self.fn.stream = turn.stream
        self.fn.play = turn.play
        self.fn.seen = knowledge.seen
        self.fn.redeal = knowledge.redeal
        self.fn.view_key = knowledge.view_key
        self.fn.returns = turn.returns
        self.fn.estimate = estimate
        self.fn.weigh = weigh
        self.fn.check = knowledge.check

    def __dealloc__(self):
        free(self.own)

    def _fill_rules(self):
        cdef Rules* r = self.own
        r.board = the_board()[0]
        r.types = len(self.data.units)
        r.cards = len(self.data.cards)
        for i, unit in enumerate(self.data.units):
            _fill_unit(&r.unit[i], unit)
        for i, card in enumerate(self.data.cards):
            _fill_card(&r.card[i], card)
        r.card[ONE_UNIT].quota[0], r.card[ONE_UNIT].of[0] = 1, ANYWHERE
        r.card[TWO_UNITS].quota[0], r.card[TWO_UNITS].of[0] = 2, ANYWHERE
        scenario = self.data.scenario
        r.starting_hand = scenario.hand
        r.victory_vp = scenario.victory_vp
        r.exchange_lore, r.exchange_vp = scenario.exchange_lore, scenario.exchange_vp
        r.cure_lore = scenario.cure_lore
        r.through_vacated_hex = scenario.through_vacated_hex
        r.turn_limit = self.options["turn_limit"]
        r.banners = len(scenario.banners)
        for i, ((row, column), vp) in enumerate(scenario.banners):
            r.banner_hex[i], r.banner_vp[i] = STRIDE * row + column, vp
        for i, weight in enumerate(self.data.weights):
            r.weight[i] = weight
        for i, weights in enumerate(self.data.policy):
            for k, weight in enumerate(weights):
                r.policy[i][k] = weight

    def start(self, State state not None):
        cdef Battle* s = <Battle*>state.data
        cdef int slot, card
        for slot, (side, kind, (row, column)) in enumerate(self.data.scenario.units):
            s.units[side] |= 1 << slot
            s.type[slot] = kind
            s.figures[slot] = self.data.units[kind].health
            place(s, slot, STRIDE * row + column)
        for card in range(self.own.cards):
            s.deck[card] = self.own.card[card].count
            s.deck_size += s.deck[card]
        s.card = s.acting = s.last_card = NONE
        s.attacker = s.target = NONE
        s.phase = SETUP_PHASE
        s.mover = -1

    def move_text(self, code):
        kind, a, b = code & 255, code >> 8 & 255, code >> 16 & 255
        if kind == ROLL:
            shown = [face for i, face in enumerate(FACES) for _ in range(code >> 8 + 4 * i & 15)]
            return " ".join(["roll", *shown])
        if kind == DRAW:
            return f"draw {self.names.cards[a - 1].replace('_', ' ')}" if a else "draw"
        _, text, form = _KINDS[kind]
        values = [self._field(one, value) for one, value in zip(form, (a, b), strict=False)]
        if form[:1] == "h":
            values = ["off" if hexagon is None else "{}.{}".format(*hexagon) for hexagon in values]
        return text.format(*[str(value).replace("_", " ") for value in values], lore=self.own.exchange_lore)

    def move_doc(self, code):
        kind, a, b = code & 255, code >> 8 & 255, code >> 16 & 255
        if kind == ROLL:
            shown = {face: code >> 8 + 4 * i & 15 for i, face in enumerate(FACES)}
            return {"kind": "roll", "dice": {face: n for face, n in shown.items() if n}}
        if kind == DRAW:
            return {"kind": "draw", "card": self.names.cards[a - 1] if a else None}
        name, _, form = _KINDS[kind]
        fields = [self._field(one, value) for one, value in zip(form, (a, b), strict=False)]
        return {"kind": name, **dict(zip(_FIELD_NAMES[form], fields, strict=True))}

    def _field(self, form, value):
        if form == "h":
            return None if value == OFF_BOARD else list(divmod(value, STRIDE))
        return self.names.cards[value] if form == "c" else FACES[value] if form == "f" else value

    def describe(self, State state not None, int viewer):
        return table.describe(self.own, <Battle*>state.data, viewer, self.names)

    def restore(self, State state not None, view, int viewer):
        """The fields of a view are documented at `table.restore`."""
        table.restore(self.own, <Battle*>state.data, view, viewer, self.names)

    def render(self, State state not None, int viewer):
        return table.render(self.own, <Battle*>state.data, viewer, self.names)

    def minimal_views(self):
        """By phase, with the shipped cards and units."""
        return minimal_views()

    def features(self, State state not None):
        """What `estimate` reads, a number for each of `feature_names`, for fitting its weights."""
        cdef double out[FEATURES]
        features(self.own, <Battle*>state.data, out)
        return [out[i] for i in range(FEATURES)]

    def traits(self, State state not None):
        """What `weigh` reads, for fitting its weights: the kind of decision (None where weights are
        fixed) and for each legal move a number for each of the kind's `trait_names`.
        """
        cdef MoveList moves
        cdef float x[256 * MOST_TRAITS]
        turn.legal(self.own, state.data, &moves)
        cdef int decision = describe_moves(self.own, <Battle*>state.data, &moves, x)
        if decision == NONE:
            return None, []
        name = list(TRAITS)[decision]
        width = len(TRAITS[name])
        return name, [[x[i * MOST_TRAITS + k] for k in range(width)] for i in range(moves.n)]


cdef void _fill_unit(UnitCard* card, object unit):
    ability = unit.ability
    infantry, cavalry = "infantry" in unit.traits, "cavalry" in unit.traits
    groups = {ANYWHERE: True, INFANTRY: infantry, CAVALRY: cavalry, INFANTRY_CAVALRY: infantry or cavalry,
              ARCHERS: "archer" in unit.traits, ELITE_LEGEND: "elite" in unit.traits}
    card.movement, card.combat, card.health = unit.move, unit.combat, unit.health
    card.reach, card.ranged = unit.range, "ranged" in unit.traits
    card.rage, card.double_shot, card.pursue = unit.rage, unit.double_shot, unit.pursue
    card.of = sum(1 << group for group, member in groups.items() if member)
    card.face = NONE
    if ability is not None:
        card.face, card.damage, card.retreats = ability.face, ability.damage, ability.retreats
        card.poison, card.own_figures = ability.poison, ability.own_figures


cdef void _fill_card(CommandCard* text, object card):
    text.count = card.count
    text.by_section = card.by_section
    text.extra_move, text.extra_attack, text.extra_die = card.extra_move, card.extra_attack, card.extra_die
    text.rolls, text.mirrors = card.rolls, card.mirrors
    for i, (units, of) in enumerate(card.groups):
        text.quota[i], text.of[i] = units, of
    if card.rolls:
        text.of[0], text.of[1] = INFANTRY_CAVALRY, ELITE_LEGEND
