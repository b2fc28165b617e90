"""Battalla!: lanes, rows and a penalty pile to defend (RULES.md)."""

from libc.string cimport memset

from battlewise.core.bits cimport wide_bit
from battlewise.core.fitted cimport FittedGame
from battlewise.core.game cimport CHANCE, PUBLIC, State
from battlewise.core.games.battalla cimport observation
from battlewise.core.games.battalla.knowledge cimport chance, check, redeal, render, views
from battlewise.core.games.battalla.play cimport lethal
from battlewise.core.games.battalla.play.estimate cimport estimate, features
from battlewise.core.games.battalla.play.weigh cimport describe_moves, weigh
from battlewise.core.games.battalla.rules cimport turn
from battlewise.core.games.battalla.state cimport *

from battlewise.core.catalogue import Catalogue, seats_and_phases
from battlewise.core.errors import BattlewiseError, ViewError
from battlewise.core.games.battalla import cards, catalogue, decks, documents, why, words
from battlewise.core.games.battalla.changes import Differ
from battlewise.core.games.battalla.decks import HIDDEN, DeckOption
from battlewise.core.games.battalla.facts import PROMPTS, Teller
from battlewise.core.games.battalla.play.estimate import NAMES as FEATURE_NAMES
from battlewise.core.games.battalla.examples import Examples, opening_views
from battlewise.core.games.battalla.play.weigh import TRAITS
from battlewise.core.options import Option


cdef class Battalla(FittedGame):
    """Battalla!, with the starter set of this project.

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "battalla"
    version = 3
    title = "Battalla!"
    seat_names = words.SEATS
    prompts = PROMPTS
    streams = words.STREAMS
    # Longer playouts know what cards are worth that pay off in later turns (suite of good sense). With a
    # network, which knows it too, 400 iterations of them lose against 1,000 to the reply, at the same CPU
    # time: 35.0 % (25.3 to 46.1) of 60 games.
    horizons = ((0, "reply"), (4000, "four_rounds"))
    OPTIONS = (
        DeckOption("deck_0", "sun", "Seat 0's deck: a name, or a list with main and heroes.",
                   choices=("sun", "forest", "olympus", "valhalla")),
        DeckOption("deck_1", "forest", "Seat 1's deck: a name, or a list with main and heroes.",
                   choices=("sun", "forest", "olympus", "valhalla")),
        Option("format", "standard", "Five penalty cards, or three.", choices=("standard", "speed")),
        Option("lanes", 5, "Lanes of the play mat.", low=3, high=LANES),
        Option("mythos_limit", False, "Whether a mythos needs a hero of its own in the hero deck.",
               choices=(False, True)),
        Option("open_lists", True, "Whether both players know both decks' lists.", choices=(True, False)),
        Option("turn_limit", 60, "After how many turns of both players most penalty cards win.",
               low=2, high=200),
    )

    cdef Rules* own
    cdef object data, decks, unused, names, titles, teller, differ, reasons, where, table

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key.
        :raises OptionError: for a deck that is not legal, naming everything that is wrong with it.
        """
        super().__init__(**options)
        self.where = where = cards.folders(data)
        self.data = cards.load(where)
        self.decks = decks.load(where, self.data.cards, self.data.heroes)
        self.names = [card.id for card in self.data.cards]
        self.own = <Rules*>self.allot(sizeof(Rules))
        self._fill_rules()
        self._fill_decks()
        self.unused = decks.kinds_without(self._cards_used())
        self.vocabulary = words.vocabulary(self.names, self.own.lanes, self.unused)
        self.titles = [card.english for card in self.data.cards]
        self.teller = Teller(self.data, list(words.squares(self.own.lanes).values()))
        self.differ = Differ({card.id: card for card in self.data.cards})
        self.fit(&self.own.weights, 1, features, describe_moves)
        self.take_weights(where, FEATURE_NAMES, TRAITS, ("", ""))
        self.fn.state_size = sizeof(Table)
        self.fn.seats = 2
        self.fn.hidden = True
        self.fn.to_move = turn.to_move
        self.fn.turn = turn.turn
        self.fn.legal = turn.legal
        self.fn.source = chance.source
        self.fn.play = turn.play
        self.fn.seen = redeal.seen
        self.fn.redeal = redeal.redeal
        self.fn.view_key = redeal.view_key
        self.fn.returns = turn.returns
        self.fn.estimate = estimate
        self.fn.weigh = weigh
        self.fn.winning = lethal.winning
        self.fn.winning_is_certain = True
        self.fn.check = check.check

    def _fill_rules(self):
        cdef Rules* r = self.own
        r.kinds = len(self.names)
        r.lanes = self.options["lanes"]
        r.penalty = 3 if self.options["format"] == "speed" else MOST_PENALTY
        r.turn_limit = self.options["turn_limit"]
        r.open_lists = self.options["open_lists"]
        for row in range(ROWS):
            r.on |= <uint32_t>((1 << r.lanes) - 1) << (LANES * row)
        for i, card in enumerate(self.data.cards):
            r.of_type[<int>card.type] |= wide_bit(i)
            if card.type != HERO:
                r.main |= wide_bit(i)
            _fill_card(r, i, card)

    def _fill_decks(self):
        """The lists of both seats; one may be hidden where lists are not open."""
        cdef Rules* r = self.own
        r.decks = len(self.decks)
        for i, deck in enumerate(self.decks):
            _fill_pile(&r.deck[i], deck.main)
            for k in range(HEROES):
                r.deck_hero[i][k] = deck.heroes[k] if k < len(deck.heroes) else NONE
        for seat in range(2):
            for i in range(HEROES):
                r.hero[seat][i] = NONE
            option = f"deck_{seat}"
            value = self.options[option]
            if value == HIDDEN and not r.open_lists:
                continue
            deck = decks.deck_of(option, value, self.decks, self.data.cards, self.data.heroes,
                                 self.options["mythos_limit"])
            r.known_list[seat] = 1
            _fill_pile(&r.list[seat], deck.main)
            for i, hero in enumerate(deck.heroes):
                r.hero[seat][i] = hero

    def _cards_used(self):
        """The cards of both decks, or all if one is hidden."""
        cdef Rules* r = self.own
        if not r.known_list[0] or not r.known_list[1]:
            return self.data.cards
        heroes = {r.hero[seat][i] for seat in range(2) for i in range(HEROES)}
        return [card for kind, card in enumerate(self.data.cards)
                if kind in heroes or count_of(&r.list[0], kind) or count_of(&r.list[1], kind)]

    def deck(self, name):
        """A built-in deck as a document, ``main`` and ``heroes``, to change and to give as an option.

        :raises BattlewiseError: there is none of that name.
        """
        for deck in self.decks:
            if deck.id == name:
                return {"main": {self.names[i]: n for i, n in enumerate(deck.main) if n},
                        "heroes": [self.names[hero] for hero in deck.heroes]}
        raise BattlewiseError(f"deck: {name!r} is none of {', '.join(deck.id for deck in self.decks)}")

    def shown_options(self, viewer):
        """Without open lists, the other seat's deck is hidden, from a spectator both."""
        if self.options["open_lists"]:
            return self.options
        return {**self.options, **{f"deck_{seat}": HIDDEN for seat in range(2) if seat != viewer}}

    def start(self, State state not None):
        cdef Table* s = <Table*>state.data
        cdef int seat
        views.clear(self.own, s)
        for seat in range(2):
            if not self.own.known_list[seat]:
                raise BattlewiseError(f"deck_{seat}: is hidden; such a game is set up from a view only")
            s.deck[seat] = self.own.list[seat]
            s.deck_size[seat] = size_of(&s.deck[seat])
        ask(s, ROLL_PHASE, CHANCE)

    def form(self):
        open_lists = bool(self.own.open_lists)
        phases = [one for one in words.PHASES if self._can_be(one)]
        return documents.form(self._cards_used() if open_lists else self.data.cards, self.options, phases,
                              self.own.penalty, self.own.most_drawn)

    def box(self):
        listed = [self._listed(seat) for seat in range(2)] if self.own.open_lists else []
        return Catalogue(
            **seats_and_phases(self.seat_names, self._asked()),
            spaces=catalogue.spaces(self.own.lanes),
            cards=catalogue.cards(self.data.cards, listed, self.where),
            pieces=catalogue.decks(self.decks, self.data.cards, self.where))

    def _can_be(self, phase):
        """Whether the cards can lead to a phase."""
        return words.ASKED_FOR.get(phase) not in self.unused

    def _asked(self):
        """The questions of the phases to which the cards can lead."""
        return {phase: question for phase, question in self.prompts.items() if self._can_be(phase)}

    def _listed(self, int seat):
        """How many of each card a seat's list has, its hero deck included."""
        cdef Rules* r = self.own
        heroes = {r.hero[seat][i] for i in range(HEROES)}
        return [count_of(&r.list[seat], kind) + (kind in heroes) for kind in range(r.kinds)]

    def describe(self, State state not None, int viewer):
        return views.describe(self.own, <Table*>state.data, viewer, self.names)

    def restore(self, State state not None, view, int viewer):
        views.restore(self.own, <Table*>state.data, view, viewer, self.names)

    def render(self, State state not None, int viewer):
        """As `Game.render`."""
        phase = words.PHASES[(<Table*>state.data).phase]
        question = self.prompt(state.view(None if viewer == PUBLIC else viewer)) if phase != "over" else ""
        return render.render(self.own, <Table*>state.data, viewer, self.titles, question)

    def facts(self, view):
        """As `Game.facts`."""
        return self.teller.facts(view)

    def changes(self, before, after, actor, move):
        """As `Game.changes`."""
        return self.differ.changes(before, after, move)

    def why_not(self, view, thing):
        return self._why().thing(view, thing)

    def why_not_move(self, view, doc):
        return self._why().move(view, doc)

    def _why(self):
        if self.reasons is None:
            self.reasons = why.Why(self.data, self.teller, self.own.lanes)
        return self.reasons

    def scene(self, view):
        if self.table is None:
            from battlewise.core.games.battalla.scene import Table
            self.table = Table(self.catalogue(), documents.STAGE_MEANINGS)
        return self.table.scene(view)

    def observed(self):
        return observation.rows(self.own)

    def minimal_views(self):
        """By phase, with cards of the decks; if a deck is hidden those without cards."""
        cdef Rules* r = self.own
        if not r.known_list[0] or not r.known_list[1]:
            return opening_views()
        main = [{name: count_of(&r.list[seat], kind) for kind, name in enumerate(self.names)
                 if count_of(&r.list[seat], kind)} for seat in range(2)]
        heroes = [[self.names[r.hero[seat][i]] for i in range(HEROES) if r.hero[seat][i] != NONE]
                  for seat in range(2)]
        return Examples(self.data.cards, main, heroes, r.penalty, self._decisions).views(list(self._asked()))

    def _decisions(self, view):
        """How many decisions the seat of a view has, moves or outcomes; 0 if there is no such position."""
        try:
            state = self.from_view(view, seed=1, chance="ask")
        except ViewError:
            return 0
        if state.is_chance:
            return len(state.outcomes())
        return len(state.legal()) if state.to_move == view["seat"] else 0


cdef kinds_t _mask(object kinds):
    cdef kinds_t found = 0
    for kind in kinds:
        found |= wide_bit(kind)
    return found


cdef void _fill_pile(Pile* pile, object counts):
    for kind, n in enumerate(counts):
        for _ in range(n):
            put_in(pile, kind)


cdef void _fill_condition(Condition* c, object condition):
    c.what, c.count, c.where = condition.what, condition.count, condition.where
    c.which = _mask(condition.which)


cdef void _fill_effect(Rules* r, int kind, object effect, object next_effect):
    cdef Effect* e = &r.effect[r.effects]
    e.when, e.verb, e.amount, e.whose = effect.when, effect.verb, effect.amount, effect.whose
    e.where, e.who, e.cost, e.each, e.other = effect.where, effect.who, effect.cost, effect.each, effect.other
    e.once, e.may, e.half_damaged, e.follows = effect.once, effect.may, effect.half_damaged, effect.then
    e.which = _mask(effect.which)
    e.kind = kind
    e.then = r.effects + 1 if next_effect is not None and next_effect.then else NONE
    _fill_condition(&e.condition, effect.condition)
    r.effects += 1


cdef void _fill_bounds(Rules* r, Card* card, object effect):
    """How many steps forward and how much stamina a card's effects give at most in a turn, 99: no limit."""
    when, verb = effect.when, effect.verb
    if verb == DRAW_VERB:
        r.most_drawn = max(r.most_drawn, effect.amount)
    if verb in (ADVANCE, SWAP) and not (when == KILLS and effect.whose == SELF):
        repeated = effect.each or (when not in (PLAYED, SUMMONED) and not effect.once)
        card.strides = min(99, card.strides + (99 if repeated else ROWS if verb == SWAP else 1))
    if verb == STAMINA_VERB and when not in (TURN_START, TURN_END, STAMINA_TRIGGER):
        card.gains = min(99, card.gains + (effect.amount if when == PLAYED else 99))


cdef int _fill_effects(Rules* r, int kind, object effects, uint32_t* has, uint8_t* action, uint8_t* react):
    """Append effects to the table; the number of the first."""
    cdef Card* c = &r.card[kind]
    cdef int first = r.effects
    cdef int at
    for i, effect in enumerate(effects):
        if not effect.then:
            at = effect.when - FIRST_REACT
            if 0 <= at < REACTS:
                react[at] = r.effects
                if c.type == ASSIST:
                    r.reacts[at] |= wide_bit(kind)
                else:
                    r.guards[at] |= wide_bit(kind)
            elif effect.when == ACTION:
                action[0] = r.effects
            elif effect.when == DISCARD_ACTION:
                c.discard_action = r.effects
                r.from_discard |= wide_bit(kind)
            elif effect.when == HAND_ACTION:
                c.hand_action = r.effects
                r.from_hand |= wide_bit(kind)
            elif effect.when == PLAYED and c.played == NONE:
                c.played = r.effects
        if effect.verb == ATTACH:
            c.onto |= _mask(effect.which)
        _fill_bounds(r, c, effect)
        has[0] |= <uint32_t>1 << <int>effect.when
        _fill_effect(r, kind, effect, effects[i + 1] if i + 1 < len(effects) else None)
    return first


cdef int _bits(object keywords):
    return sum(words.KEYWORDS[name] for name in keywords)


cdef void _fill_given(Rules* r, int kind, object card):
    """What a card gives as an item: of an item all that it has, of another card what is listed apart."""
    cdef Card* c = &r.card[kind]
    cdef uint8_t none[REACTS]
    if card.type == ITEM:
        c.given_atk, c.given_hp, c.given_keywords = c.atk, c.hp, c.keywords
        c.given_first, c.given, c.given_has = c.first, c.effects, c.has
    elif card.given is not None:
        c.given_atk, c.given_hp, c.given_keywords = card.given.atk, card.given.hp, _bits(card.given.keywords)
        c.given = len(card.given.effects)
        c.given_first = _fill_effects(r, kind, card.given.effects, &c.given_has, none, none)
    else:
        return
    r.attachable |= wide_bit(kind)


cdef void _fill_card(Rules* r, int kind, object card):
    cdef Card* c = &r.card[kind]
    c.type, c.cost, c.atk, c.hp = card.type, card.cost, card.atk, card.hp
    c.keywords = _bits(card.keywords)
    c.replaces = _mask(card.replaces)
    c.onto = _mask(card.onto)
    c.action = c.ability_action = c.discard_action = c.hand_action = c.price = c.played = NONE
    memset(c.react, NONE, sizeof(c.react))
    memset(c.ability_react, NONE, sizeof(c.ability_react))
    c.effects, c.abilities, c.conditions = len(card.effects), len(card.ability), len(card.summon)
    c.first = _fill_effects(r, kind, card.effects, &c.has, &c.action, c.react)
    c.ability_first = _fill_effects(r, kind, card.ability, &c.ability_has, &c.ability_action, c.ability_react)
    if card.price is not None:
        c.price = r.effects
        _fill_effect(r, kind, card.price, None)
    _fill_given(r, kind, card)
    for i, condition in enumerate(card.summon):
        _fill_condition(&c.condition[i], condition)
