"""Battalia: The Creation for two to four players (RULES.md)."""

from battlewise.core.bits cimport bit
from battlewise.core.fitted cimport FittedGame
from battlewise.core.game cimport PUBLIC, State
from battlewise.core.games.battalia cimport observation
from battlewise.core.games.battalia.knowledge cimport chance, check, restore, redeal, render, views
from battlewise.core.games.battalia.play.estimate cimport estimate, features
from battlewise.core.games.battalia.play.weigh cimport describe_moves, weigh
from battlewise.core.games.battalia.rules cimport turn
from battlewise.core.games.battalia.rules.board cimport points
from battlewise.core.games.battalia.state cimport *

from battlewise.core.catalogue import Catalogue, seats_and_phases
from battlewise.core.errors import OptionError
from battlewise.core.games.battalia import cards, catalogue, documents, why
from battlewise.core.games.battalia.cards import SQUARES as SQUARE_IDS
from battlewise.core.games.battalia.changes import changes
from battlewise.core.games.battalia.facts import Names, PROMPTS
from battlewise.core.games.battalia.knowledge.chance import STREAMS
from battlewise.core.games.battalia.play.estimate import NAMES as FEATURE_NAMES
from battlewise.core.games.battalia.examples import minimal_views
from battlewise.core.games.battalia.play.weigh import TRAITS
from battlewise.core.games.battalia.words import vocabulary
from battlewise.core.options import Option


cdef class Battalia(FittedGame):
    """Battalia: The Creation.

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "battalia"
    title = "Battalia: The Creation"
    version = 3
    seat_names = ("North", "East", "South", "West")
    streams = STREAMS
    OPTIONS = (
        Option("players", 2, "How many players.", low=2, high=SEATS),
        Option("scenario", "standard", "The standard game, or the volcano of the Bleeding Horn of Destiny.",
               choices=("standard", "bleeding_horn")),
        Option("advanced", False, "Whether home terrain helps heroes to travel and to fight.",
               choices=(False, True)),
        Option("unbound", False, "Whether the Unbound, mercenaries of every faction, are in the decks.",
               choices=(False, True)),
        Option("neutral_level", 4, "The strength of neutral cities.", choices=(4, 6)),
        Option("ruins_strength", 8, "The strength of the ruins' guards.", low=4, high=20),
        Option("neutrals", 1, "Neutral cities for each player.", choices=(0, 1, 2)),
        Option("start_cities", 1, "Starting cities of each player; with 2 no city is neutral.",
               choices=(1, 2)),
        Option("start_heroes", 0, "Heroes of each player on the map at the start.", choices=(0, 1, 2)),
        Option("weeks", 0, "After how many weeks, seven rounds each, the game ends; 0: when it is decided.",
               low=0, high=20),
        Option("points", 0, "With how many victory points a player ends the game; 0: as the scenario says.",
               low=0, high=80),
        Option("great_cities", 5, "With how many cities of level 4 a player ends the game.", low=2, high=8),
        Option("standstill_weeks", 16, "After how many weeks without progress the game ends; 0: it does not.",
               low=0, high=60),
        Option("turn_limit", 2000, "After how many turns of all players the game ends if `weeks` is 0.",
               low=4, high=2000),
    )

    prompts = PROMPTS
    cdef Rules* own
    cdef object data, names, reasons, where, table

    @property
    def horizons(self):
        """With two players a second round is worth its noise from 1,000 iterations on: 70.8 % (60.1 to 79.7)
        of 60 games against 1,400 iterations to the reply.
        """
        return (0, "reply"), (1000 if self._is_duel() else 4000, "rounds")

    @property
    def second_looks(self):
        """With two players, the estimate overlooks what a long game brings (`docs/bots.md`, "Good sense")."""
        return (0, 0), (4000, 800 if self._is_duel() else 0)

    def _is_duel(self):
        return self.options["players"] == 2 and self.options["scenario"] == "standard"

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key."""
        super().__init__(**options)
        self.where = where = cards.folders(data)
        self.data = cards.load(where)
        self.own = <Rules*>self.allot(sizeof(Rules))
        self._fill_options()
        self._fill_board()
        self._fill_cards()
        self.vocabulary = vocabulary(self.seat_names[:self.options["players"]], self._unused_kinds())
        self.names = Names(self.data, self.seat_names[:self.own.seats], self.own.mulligan)
        self.fit(&self.own.weights, self.options["players"], features, describe_moves)
        self.take_weights(where, FEATURE_NAMES, TRAITS, ("", ""))
        self.fn.state_size = sizeof(World)
        self.fn.seats = self.options["players"]
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
        self.fn.check = check.check

    def _fill_options(self):
        cdef Rules* r = self.own
        options = self.options
        r.seats = options["players"]
        r.weeks = options["weeks"] > 0
        r.turns = options["weeks"] * WEEK * r.seats or options["turn_limit"]
        r.still_turns = options["standstill_weeks"] * WEEK * r.seats
        r.advanced, r.unbound = options["advanced"], options["unbound"]
        r.volcano = options["scenario"] == "bleeding_horn"
        r.points = options["points"]
        if 0 < r.points < 3:
            raise OptionError("points", "players may have two at the start: 0, or 3 and more")
        if r.volcano and not r.points:
            r.points = 30 if r.seats == 2 else 40
        r.great_cities = options["great_cities"]
        r.greats_each = 2 if r.volcano else 1
        r.neutral_level, r.ruins_strength = options["neutral_level"], options["ruins_strength"]
        r.start_heroes = options["start_heroes"]

    def _fill_board(self):
        cdef Rules* r = self.own
        board = self.data.boards[r.seats]
        for square in range(SQUARES):
            if square not in board.away:
                r.exist |= bit(square)
        r.squares = SQUARES - len(board.away)
        r.ruins = cards.RUINS
        start, neutral = list(board.start), board.volcano_neutral if r.volcano else board.neutral
        neutral = list(neutral) if self.options["neutrals"] else []
        if self.options["start_cities"] == 2:
            if self.options["neutrals"] != 1:
                raise OptionError("start_cities", "the second are the neutral cities: neutrals must be 1")
            start, neutral = start + neutral, []
        if self.options["neutrals"] == 2:
            neutral += board.more_neutral
        r.starts, r.neutrals, r.each = len(start), len(neutral), len(start) // r.seats
        for i, square in enumerate(start):
            r.start[i] = square
        for i, square in enumerate(neutral):
            r.neutral[i] = square
        r.offered = 0 if r.volcano else board.offered
        # north-west, north-east, south-east, south-west; the gates north, east, south, west
        for faction, square, gate in ((0, 16, NORTH), (3, 18, EAST), (2, 32, SOUTH), (1, 30, WEST)):
            r.sanctuary[faction] = square
            r.gate[faction] = gate
        (r.sanctuary_level, r.keeper, r.element, r.peak_level, r.seal_points) = self.data.terrain.volcano
        r.seal_level = r.seal_points

    def _fill_cards(self):
        cdef Rules* r = self.own
        data, deck, terrain = self.data, self.data.deck, self.data.terrain
        for i, card in enumerate(data.units):
            for k in range(FACTIONS):
                _fill_card(r, i * 4 + k, card, card.count)
            _fill_card(r, UNBOUND + i, card, deck.unbound if r.unbound else 0)
            r.cost[0][i] = _packed((0, 0, 0, 0, card.cost[4]))
            r.total[<int>SUPPLY] += FACTIONS * card.count
        for i, card in enumerate(data.artefacts):
            for k in range(FACTIONS):
                _fill_card(r, (TOOL + i) * 4 + k, card, card.count)
            r.cost[CREATE - HIRE][TOOL + i] = _packed(card.cost)
        for i, card in enumerate(data.greats):
            _fill_card(r, GREAT + i, card, 1)
        r.cost[HIRE_HERO - HIRE][0] = _packed(deck.hero_cost)
        for i, cost in enumerate(terrain.road_costs):
            r.cost[BUILD_ROAD - HIRE][CITY_SHAPES + i] = _packed(cost)
        for i in range(TOP_LEVEL):
            r.cost[BUILD_CITY - HIRE][1 + i] = <uint64_t>terrain.units << 8 * i
            r.cost[UPGRADE - HIRE][1 + i] = <uint64_t>terrain.upgrade << 8 * i
        for i, count in enumerate(terrain.cities + terrain.roads):
            r.terrain_count[i] = count
        for i, draws in enumerate(deck.cohort):
            r.cohort[3 + i] = draws
        r.mulligan, r.ride = deck.mulligan, deck.ride
        r.city_units, r.upgrade_units = terrain.units, terrain.upgrade
        r.tokens[0], r.tokens[1] = terrain.tokens
        for day in range(WEEK):
            r.ray[day] = TOOL + deck.wheel[day]
            r.match[day] = TOOL + deck.wheel[day * deck.matches % WEEK]

    def _unused_kinds(self):
        """The kinds of moves that these options leave out."""
        cdef Rules* r = self.own
        left_out = {
            ABSENT: r.seats > 2,
            NEUTRAL_CITY: not r.neutrals,
            OFFERED: r.volcano,
            BURIED: not r.volcano,
            LEAVE_GREAT: not r.volcano,
            ROAM: not r.advanced,
            BRIBE: not r.unbound,
        }
        return [kind for kind, unused in left_out.items() if unused]

    def start(self, State state not None):
        views.clear(self.own, <World*>state.data)
        (<World*>state.data).mover = -1

    def form(self):
        top = max(TOP_LEVEL, self.own.neutral_level, self.own.peak_level if self.own.volcano else 0)
        return documents.form(self.options, self._asked(), self._squares(), self.own.turns, top)

    def _asked(self):
        """The questions of the decisions that there can be: the seal of a sanctuary may end the game before
        a great artefact is taken.
        """
        ends = self.own.volcano and self.own.points <= self.own.seal_points
        return {phase: question for phase, question in self.prompts.items() if phase != "spoils" or not ends}

    def box(self):
        cdef Rules* r = self.own
        return Catalogue(
            **seats_and_phases(self.seat_names[:r.seats], self._asked()),
            spaces=catalogue.spaces(self._squares(), self.data.boards[r.seats], bool(r.volcano)),
            cards=catalogue.cards(self.data, self.options, self.where),
            pieces=catalogue.pieces(self.data, self.seat_names[:r.seats], self.where),
            dice=catalogue.dice())

    def _squares(self):
        """Those of the board."""
        return [one for i, one in enumerate(SQUARE_IDS) if self.own.exist >> i & 1]

    def describe(self, State state not None, int viewer):
        return views.describe(self.own, <World*>state.data, viewer)

    def restore(self, State state not None, view, int viewer):
        restore.restore(self.own, <World*>state.data, view, viewer)

    def render(self, State state not None, int viewer):
        cdef World* s = <World*>state.data
        view = state.view(None if viewer == PUBLIC else viewer)
        headline = "set-up"
        if view["phase"] == "over":
            headline = f"the end, after {s.turn} turns"
        elif s.first != NONE:
            headline = f"day {s.turn // self.own.seats + 1}, turn {s.turn + 1}. {self.prompt(view)}"
        return render.render(self.own, s, viewer, self.names, headline)

    def facts(self, view):
        return self.names.facts(view)

    def changes(self, before, after, actor, move):
        """The kinds are documented at `changes.changes`."""
        return changes(self.names, before, after, move)

    def why_not(self, view, thing):
        return self._why().thing(view, thing)

    def why_not_move(self, view, doc):
        return self._why().move(view, doc)

    def _why(self):
        if self.reasons is None:
            self.reasons = why.Why(self.data, self.names)
        return self.reasons

    def scene(self, view):
        if self.table is None:
            from battlewise.core.games.battalia.scene import Table
            self.table = Table(self.catalogue(), self.data, self.options)
        return self.table.scene(view)

    def observed(self):
        return observation.rows(self.own)

    def minimal_views(self):
        """By phase, with the shipped cards."""
        cdef Rules* r = self.own
        return minimal_views(r.seats, bool(r.volcano), "spoils" in self._asked(), r.neutral_level,
                             [SQUARE_IDS[r.start[i]] for i in range(r.starts)],
                             [SQUARE_IDS[r.neutral[i]] for i in range(r.neutrals)])

    def points(self, State state not None):
        """The victory points of each seat."""
        return [points(self.own, <World*>state.data, seat) for seat in range(self.own.seats)]


cdef void _fill_card(Rules* r, int kind, object card, int count) except *:
    r.total[kind] = count
    r.strength[0][kind], r.strength[1][kind] = card.attack, card.defence


cdef uint64_t _packed(object cost) except *:
    """A byte for each of NEEDS."""
    return sum(n << 8 * i for i, n in enumerate(cost))
