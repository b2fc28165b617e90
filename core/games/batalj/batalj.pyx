"""Batalj with the frame of Svea Rike, its battles and forays also as games of their own (RULES.md)."""
from battlewise.core.bits cimport bit
from battlewise.core.fitted cimport FittedGame, read_weights
from battlewise.core.game cimport State
from battlewise.core.games.batalj cimport observation
from battlewise.core.games.batalj.knowledge cimport chance, check, redeal, render, views
from battlewise.core.games.batalj.play.estimate cimport estimate, features
from battlewise.core.games.batalj.play.exact_battle cimport best_in_battle
from battlewise.core.games.batalj.play.prospect cimport prospect
from battlewise.core.games.batalj.play.weigh cimport describe_at_war, describe_moves, weigh
from battlewise.core.games.batalj.rules cimport turn
from battlewise.core.games.batalj.state cimport *
from battlewise.core.memo cimport free_memo, make_memo, remembered

from battlewise.core.catalogue import Catalogue, seats_and_phases
from battlewise.core.errors import OptionError
from battlewise.core.games.batalj import cards, catalogue, documents, why
from battlewise.core.games.batalj.cards import REMOVES
from battlewise.core.games.batalj.knowledge.chance import STREAMS
from battlewise.core.games.batalj.play.estimate import BATTLE_NAMES, CAMPAIGN_NAMES, FORAY_NAMES
from battlewise.core.games.batalj.changes import changes
from battlewise.core.games.batalj.examples import minimal_views
from battlewise.core.games.batalj.facts import Teller
from battlewise.core.games.batalj.play.weigh import CAMPAIGN_TRAITS, FORAY_TRAITS, WAR_TRAITS
from battlewise.core.games.batalj.words import MODE_IDS, PROMPTS, Names, unused, vocabulary
from battlewise.core.options import Option

_MILITARIA_DEALT = 2            # to each seat of a battle
_MOST_FIEFS = 4                 # that the seats of a battle send together, about


cdef class Batalj(FittedGame):
    """Batalj: the campaign, a battle that all seats fight together, or a foray.

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "batalj"
    title = "Batalj"
    version = 5
    seat_names = ("Sture", "Grip", "Brahe", "Eka", "Tre Rosor")
    streams = STREAMS
    prompts = PROMPTS
    one_place = why.ONE_PLACE
    OPTIONS = (
        Option("mode", "campaign", "The whole campaign, or one of its parts.", choices=MODE_IDS),
        Option("players", 2, "How many players; a campaign needs two.", low=1, high=SEATS),
        Option("markers", 14, "Foray: how many Pillage markers lie on the map.", low=1, high=CITIES),
        Option("turn_limit", 1000, "After how many turns, rounds of battle and marches the game ends.",
               low=1, high=5000),
    )

    cdef Rules* own
    cdef object data, names, teller, reasons, where, table

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key."""
        super().__init__(**options)
        if self.options["mode"] == "campaign" and self.options["players"] < 2:
            raise OptionError("players", "a campaign needs at least 2")
        self.where = where = cards.folders(data)
        self.data = cards.load(where)
        self.names = Names(self.data, self.seat_names)
        seats = self.seat_names[:self.options["players"]]
        all_markers = self.options["markers"] >= self.data.pillage.cities
        self.vocabulary = vocabulary(
            self.names, seats, unused(self.options["mode"], len(seats), all_markers))
        self.teller = Teller(self.data, self.names, seats)
        self.own = <Rules*>self.allot(sizeof(Rules))
        make_memo(&self.own.memo, MEMO_ENTRIES, 1)
        self._fill_rules()
        mode = self.options["mode"]
        rows = 1 if mode == "battle" else self.options["players"]
        part = "lone" if mode == "foray" and rows == 1 else mode
        if mode == "battle":
            self.fit(&self.own.of_battle, rows, features, describe_at_war)
        else:
            self.fit(&self.own.weights, rows, features, describe_moves)
        names, traits = {
            "campaign": (CAMPAIGN_NAMES, CAMPAIGN_TRAITS),
            "battle": (BATTLE_NAMES, WAR_TRAITS),
            "foray": (FORAY_NAMES, FORAY_TRAITS),
            "lone": ((), FORAY_TRAITS),     # its evaluation is exact (prospect.pyx)
        }[part]
        suffix = "" if part == "campaign" else f"_{part}"
        of_estimate = "_many" if mode == "campaign" and rows > 2 else suffix
        self.take_weights(where, names, traits, (of_estimate, suffix))
        if mode == "campaign":
            self.own.of_battle.rows = 1
            read_weights(&self.own.of_battle, where, BATTLE_NAMES, WAR_TRAITS, ("_battle", "_battle"))
        self.fn.state_size = sizeof(Realm)
        self.fn.seats = self.options["players"]
        self.fn.hidden = mode != "foray" and self.options["players"] > 1
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
        if mode == "battle":
            self.fn.winning = best_in_battle
        self.fn.check = check.check

    def __dealloc__(self):
        if self.own != NULL:
            free_memo(&self.own.memo)

    @property
    def horizons(self):
        """A battle and a foray are played on for two rounds, which comes nearest to exact values
        (bench/batalj_exact.py). In a campaign what others do in their turns adds noise, the more the more of
        them there are: small searches look two rounds ahead with two players, else to the end of the turn.
        """
        if self.options["mode"] != "campaign":
            return ((0, "rounds"),)
        return (0, "rounds" if self.options["players"] == 2 else "turn"), (4000, "four_rounds")

    @property
    def corrected_horizons(self):
        """The network of two players knows a turn's end well enough for small searches. Larger ones look
        farther. With the network of an earlier round, two rounds had 58.9 % (51.9 to 65.9) of 140 games
        against the turn at 17 ms a decision; four rounds had 67.1 % (53.3 to 78.5) of 38 against two at
        200 ms, and 44.0 % (31.8 to 57.0) of 50 at 50 ms.
        """
        return (0, "turn"), (2000, "rounds"), (15_000, "four_rounds")

    @property
    def allied(self):
        """Whether all seats win or lose together."""
        return self.options["mode"] == "battle"

    def _fill_rules(self):
        cdef Rules* r = self.own
        players = self.options["players"]
        r.mode, r.seats = MODE_IDS.index(self.options["mode"]), players
        r.turn_limit = self.options["turn_limit"]
        r.gold = self.data.realm.gold
        r.dealt = _MILITARIA_DEALT if r.mode == BATTLE else self.data.realm.events
        r.share = -(-_MOST_FIEFS // players) if r.mode == BATTLE else 1
        for i, income in enumerate((0, *self.data.realm.income)):
            r.income[i] = income
        for i, room in enumerate(self.data.realm.room):
            r.room[i] = room
        for i, fief in enumerate(self.data.fiefs):
            r.fief[i] = FiefCard(fief.crowns, fief.troops, fief.price, fief.start, fief.home,
                                 sum(1 << k for k in (i, *fief.neighbours)))
        self._fill_cards()
        self._fill_map()

    def _fill_cards(self):
        cdef Rules* r = self.own
        r.regents, r.histories = len(self.data.regents), len(self.data.history)
        r.events = len(self.data.events)
        for i, regent in enumerate(self.data.regents):
            country = NONE if regent.country is None else regent.country
            r.regent[i] = RegentCard(regent.era, regent.effect, country, regent.soldiers, regent.commander,
                                     regent.cannon)
            r.of_era[regent.era] |= <uint32_t>1 << <int>i
        philosophers = 0
        for i, card in enumerate(self.data.history):
            r.history[i] = HistoryCard(card.era, card.series, card.price, card.commander, card.own_era_only,
                                       card.strength, card.special, card.amount, 0)
            r.history_of[card.era] |= bit(i)
            r.of_series[card.series] |= bit(i)
            if card.series == PHILOSOPHER:
                r.history[i].number = philosophers
                philosophers += 1
            if card.special == CHANCELLOR:
                r.chancellors |= bit(i)
            if card.strength:
                r.artillery |= bit(i)
            if card.commander:
                r.leaders |= bit(i)
        self._fill_events()

    def _fill_events(self):
        cdef Rules* r = self.own
        cdef EventCard* card
        people = r.leaders
        for series in (QUEEN, SCIENTIST, CULTURE, PHILOSOPHER):
            people |= r.of_series[<int>series]
        removes = {"none": 0, "people": people, "castles": r.of_series[<int>CASTLE]}
        for i, event in enumerate(self.data.events):
            card = &r.event[i]
            card.count, card.verb, card.amount, card.own = event.count, event.verb, event.amount, event.own
            card.others, card.by, card.castle, card.when = event.others, event.by, event.castle, event.when
            card.removes = removes[REMOVES[event.removes]]
            if event.verb == ROADS:
                r.road_income = event.amount

    def _fill_map(self):
        cdef Rules* r = self.own
        cdef int a, b, k
        pillage = self.data.pillage
        r.map_markers = min(self.options["markers"], pillage.cities) if r.mode == FORAY else pillage.cities
        r.cities, r.spaces = pillage.cities, len(pillage.spaces)
        for k, (value, count) in enumerate(pillage.chests + pillage.chalices):
            r.marker_count[k] = count
            if k < len(pillage.chests):
                r.marker_gold[k] = value
            else:
                r.marker_points[k] = value
        r.markers = len(pillage.chests) + len(pillage.chalices) + 1
        r.marker_count[r.markers - 1] = pillage.troops
        r.all_treasures = worth(r, r.marker_count)
        for a in range(r.spaces):
            for b in range(r.spaces):
                r.distance[a][b] = 0 if a == b else 200
        for a, b in pillage.links:
            r.distance[a][b] = r.distance[b][a] = 1
        for k in range(r.spaces):
            for a in range(r.spaces):
                for b in range(r.spaces):
                    r.distance[a][b] = min(<int>r.distance[a][b], <int>r.distance[a][k] + r.distance[k][b])
        for a in range(r.spaces):
            r.home[a] = min(r.distance[a][0], r.distance[a][1])

    def start(self, State state not None):
        views.clear(self.own, <Realm*>state.data)
        turn.begin(self.own, <Realm*>state.data)

    def form(self):
        return documents.form(self.names, self.data, self.options)

    def box(self):
        mode = self.options["mode"]
        asked = set(documents.phases(self.data, self.options))
        return Catalogue(
            **seats_and_phases(self.seat_names[:self.own.seats],
                               {phase: asks for phase, asks in PROMPTS.items() if phase in asked}),
            spaces=catalogue.spaces(self.data, self.names, mode, self.teller),
            cards=catalogue.cards(self.data, mode, self.where),
            pieces=catalogue.pieces(self.data, self.names, mode, self.where),
            dice=catalogue.dice())

    def describe(self, State state not None, int viewer):
        return views.describe(self.own, <Realm*>state.data, viewer, self.names)

    def restore(self, State state not None, view, int viewer):
        views.restore(self.own, <Realm*>state.data, view, viewer, self.names)

    def render(self, State state not None, int viewer):
        question = self.prompt(state.view(viewer if viewer >= 0 else None))
        return render.render(self.own, <Realm*>state.data, viewer, self.names, question)

    def facts(self, view):
        return self.teller.facts(view)

    def changes(self, before, after, actor, move):
        """What changed is described at `changes.changes`."""
        return changes(self.teller, before, after, move)

    def why_not(self, view, thing):
        return self._why().thing(view, thing)

    def why_not_move(self, view, doc):
        return self._why().move(view, doc)

    def _why(self):
        if self.reasons is None:
            self.reasons = why.Why(self.data, self.teller)
        return self.reasons

    def scene(self, view):
        if self.table is None:
            from battlewise.core.games.batalj.scene import Table
            self.table = Table(self.catalogue())
        return self.table.scene(view)

    def observed(self):
        return observation.rows(self.own)

    def minimal_views(self):
        """By phase, with the shipped cards."""
        all_markers = self.options["markers"] >= self.data.pillage.cities
        return minimal_views(self.options["mode"], self.own.seats, all_markers)

    def prospect(self, State state not None, int seat):
        """The expected worth in gold (20 an AP) that a seat brings home from a foray: exact for a lone rider
        with time to spare and a full box, else an approximation.
        """
        return prospect(self.own, <Realm*>state.data, seat)

    @property
    def remembered(self):
        """How many exact values of small forays and battles are remembered, and how many can be at most."""
        return remembered(&self.own.memo), MEMO_ENTRIES
