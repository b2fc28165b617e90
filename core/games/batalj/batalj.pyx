"""Batalj with the frame of Svea Rike, its battles and forays also as games of their own (RULES.md)."""
from battlewise.core.bits cimport bit
from battlewise.core.fitted cimport FittedGame, read_weights
from battlewise.core.game cimport State
from battlewise.core.games.batalj.knowledge cimport chance, check, redeal, render, views
from battlewise.core.games.batalj.play.estimate cimport estimate, features
from battlewise.core.games.batalj.play.exact_battle cimport best_in_battle
from battlewise.core.games.batalj.play.prospect cimport prospect
from battlewise.core.games.batalj.play.weigh cimport describe_at_war, describe_moves, weigh
from battlewise.core.games.batalj.rules cimport turn
from battlewise.core.games.batalj.state cimport *
from battlewise.core.memo cimport free_memo, make_memo, remembered

from battlewise.core.errors import OptionError
from battlewise.core.games.batalj import cards
from battlewise.core.games.batalj.cards import COUNTRIES as COUNTRY_NAMES
from battlewise.core.games.batalj.knowledge.chance import STREAMS
from battlewise.core.games.batalj.play.estimate import BATTLE_NAMES, CAMPAIGN_NAMES, FORAY_NAMES
from battlewise.core.games.batalj.examples import minimal_views
from battlewise.core.games.batalj.knowledge.views import ACTIVITY_NAMES, AREA_NAMES, Names
from battlewise.core.games.batalj.play.weigh import CAMPAIGN_TRAITS, FORAY_TRAITS, WAR_TRAITS
from battlewise.core.options import Option

MODES = ("campaign", "battle", "foray")
_MILITARIA_DEALT = 2            # to each seat of a battle
_MOST_FIEFS = 4                 # that the seats of a battle send together, about

# By Kind: the kind in a document, the text, and what the fields are: f a fief, c a History card, e an Event
# card, a an area, t a city, p a space, m a marker, r a Regent card, k a country, s a seat, v an activity,
# q a piece, g a gun, i whether a philosopher is a scientist, n a number.
_KINDS = {
    PASS: ("pass", "pass", ""),
    PLACE_TRADER: ("place_trader", "trader to {0}", "k"),
    MOVE_TRADER: ("move_trader", "trader from {0} to {1}", "kk"),
    KEEP_TRADERS: ("keep_traders", "leave the traders", ""),
    CHOOSE_REGENT: ("choose_regent", "regent {0}", "r"),
    CHOOSE_ENEMY: ("choose_enemy", "war with {0}", "k"),
    JOIN_FORAY: ("join_foray", "foray", ""),
    STAY_HOME: ("stay_home", "stay at home", ""),
    AGRICULTURE: ("agriculture", "agriculture", ""),
    TRADE: ("trade", "trade", ""),
    CULTURE_FIEFS: ("culture_fiefs", "culture and science, income of fiefs", ""),
    CULTURE_TRADE: ("culture_trade", "culture and science, income of trade", ""),
    BUY_FIEF: ("buy_fief", "buy {0}", "f"),
    BUY_CARD: ("buy_card", "buy {0}{1}", "ci"),
    BUY_NOTHING: ("buy_nothing", "buy nothing", ""),
    USE_CARD: ("use_card", "use {0}", "c"),
    END_TURN: ("end_turn", "end the turn", ""),
    PLAY_EVENT: ("play_event", "play {0}", "e"),
    TARGET_FIEF: ("target_fief", "{0}", "f"),
    TARGET_FEUD: ("target_feud", "{0} against {1}", "ff"),
    TARGET_SEAT: ("target_seat", "{0}", "s"),
    TARGET_COUNTRY: ("target_country", "{0}", "k"),
    TARGET_TRADER: ("target_trader", "the trader of {0} in {1}", "sk"),
    TARGET_MOVE: ("target_move", "the trader of {0} from {1} to {2}", "skk"),
    TARGET_CARD: ("target_card", "{0}", "c"),
    TARGET_CARDS: ("target_cards", "{0} and {1}", "cc"),
    TARGET_ACTIVITY: ("target_activity", "to {0}", "v"),
    TARGET_GOLD: ("target_gold", "{0} gold", "n"),
    TARGET_ORDER: ("target_order", "{0}", ""),
    TARGET_SECTOR: ("target_sector", "the {0}", "a"),
    TARGET_PIECE: ("target_piece", "a {0} of the reserve", "q"),
    TARGET_GUN: ("target_gun", "the {0} cannon", "g"),
    TARGET_MARKER: ("target_marker", "{1} of {0}", "sm"),
    GIVE_BACK: ("give_back", "give up {0}", "f"),
    DISCARD_CARD: ("discard_card", "discard {0}", "c"),
    GIVE_EVENT: ("give_event", "give {0}", "e"),
    SPOIL_FIEF: ("spoil_fief", "spoils: a fief", ""),
    SPOIL_CARD: ("spoil_card", "spoils: {0}{1}", "ci"),
    SPOIL_GOLD: ("spoil_gold", "spoils: gold", ""),
    COMMIT_FIEF: ("commit_fief", "send {0}", "f"),
    COMMIT_NONE: ("commit_none", "send no fief", ""),
    COMMIT_CARD: ("commit_card", "send {0}", "c"),
    HOLD_CARD: ("hold_card", "keep {0} back", "c"),
    PUT_FIEF: ("put_fief", "{0} to the {1}", "fa"),
    PUT_SOLDIER: ("put_soldier", "soldier to the {0}", "a"),
    PUT_COMMANDER: ("put_commander", "commander to the {0}", "a"),
    AIM: ("aim", "hit the {0}", "a"),
    ATTACK: ("attack", "attack from the {0}", "a"),
    RESERVE_ATTACK: ("reserve_attack", "attack the {0} from the reserve", "a"),
    ATTACK_NO_MORE: ("attack_no_more", "attack no more", ""),
    ROLL_AGAIN: ("roll_again", "roll again", ""),
    LET_STAND: ("let_stand", "let the roll stand", ""),
    LOSE: ("lose", "retreat {0} commanders", "n"),
    CARD_BACK: ("card_back", "card back from the {0}", "a"),
    SOLDIER_BACK: ("soldier_back", "soldier back from the {0}", "a"),
    CARD_FORWARD: ("card_forward", "card from the {0} to the {1}", "aa"),
    SOLDIER_FORWARD: ("soldier_forward", "soldier forward to the {0}", "a"),
    COMMANDER_TO: ("commander_to", "commander from the {0} to the {1}", "aa"),
    NEXT_STEP: ("next_step", "no more", ""),
    PUT_MARKER: ("put_marker", "marker on {0}", "t"),
    START_AT: ("start_at", "start at {0}", "p"),
    MARCH: ("march", "go to {0}", "p"),
    RAID: ("raid", "raid {0}", "p"),
    DIE: ("die", "die {0}", "n"),
    SEAT_LOT: ("seat_lot", "{0} next", "s"),
    ENEMY_CARD: ("enemy_card", "enemy {0}", "r"),
    EVENT_DRAWN: ("event_drawn", "event {0} for {1}", "es"),
    EVENT_LOST: ("event_lost", "{0} is lost", "e"),
    EVENT_TAKEN: ("event_taken", "event {0} for {1} from {2}", "ess"),
    OPENED: ("opened", "display {0}", "c"),
    REGENT_CARD: ("regent_card", "regent {0}", "r"),
    FIEF_LOT: ("fief_lot", "fief {0}", "f"),
    MARKER_LOST: ("marker_lost", "marker {0} is stolen", "m"),
    GOLD_SUM: ("gold_sum", "{0} gold", "n"),
    MARKER: ("marker", "marker {0}", "m"),
    AREA_LOT: ("area_lot", "the enemy chooses the {0}", "a"),
    DEALT: ("dealt", "{0} for {1}", "cs"),
}
_FIELD_NAMES = {"f": "fief", "c": "card", "a": "area", "t": "city", "p": "space", "m": "marker",
                "r": "regent", "s": "seat", "n": "number", "e": "event", "k": "country", "i": "scientist",
                "v": "activity", "q": "piece", "g": "gun"}
_PIECE_NAMES = ("soldier", "commander", "cannon")
_GUN_NAMES = ("strength_1", "strength_2", "strength_3", "enemy")


cdef class Batalj(FittedGame):
    """Batalj: the campaign, a battle that all seats fight together, or a foray.

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "batalj"
    title = "Batalj"
    seat_names = ("Sture", "Grip", "Brahe", "Eka", "Tre Rosor")
    streams = STREAMS
    OPTIONS = (
        Option("mode", "campaign", "The whole campaign, or one of its parts.", choices=MODES),
        Option("players", 2, "How many players; a campaign needs two.", low=1, high=SEATS),
        Option("markers", 14, "Foray: how many Pillage markers lie on the map.", low=1, high=CITIES),
        Option("turn_limit", 1000, "After how many turns, rounds of battle and marches the game ends.",
               low=1, high=5000),
    )

    cdef Rules* own
    cdef object data, names

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key."""
        super().__init__(**options)
        if self.options["mode"] == "campaign" and self.options["players"] < 2:
            raise OptionError("players", "a campaign needs at least 2")
        where = cards.folders(data)
        self.data = cards.load(where)
        self.names = Names(self.data)
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
            "campaign": (CAMPAIGN_NAMES, {**FORAY_TRAITS, **CAMPAIGN_TRAITS}),
            "battle": (BATTLE_NAMES, WAR_TRAITS),
            "foray": (FORAY_NAMES, FORAY_TRAITS),
            "lone": ((), FORAY_TRAITS),     # its evaluation is exact (prospect.pyx)
        }[part]
        self.take_weights(where, names, traits, "" if part == "campaign" else f"_{part}")
        if mode == "campaign":
            self.own.of_battle.rows = 1
            read_weights(&self.own.of_battle, where, BATTLE_NAMES, WAR_TRAITS, "_battle")
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
            return "rounds", "rounds"
        return "rounds" if self.options["players"] == 2 else "turn", "four_rounds"

    @property
    def allied(self):
        """Whether all seats win or lose together."""
        return self.options["mode"] == "battle"

    def _fill_rules(self):
        cdef Rules* r = self.own
        players = self.options["players"]
        r.mode, r.seats = MODES.index(self.options["mode"]), players
        r.turn_limit = self.options["turn_limit"]
        r.gold = self.data.realm.gold
        r.dealt = _MILITARIA_DEALT if r.mode == BATTLE else self.data.realm.events
        r.share = -(-_MOST_FIEFS // players) if r.mode == BATTLE else 1
        for i, income in enumerate((0, *self.data.realm.income)):
            r.income[i] = income
        for i, room in enumerate(self.data.realm.room):
            r.room[i] = room
        for i, fief in enumerate(self.data.fiefs):
            r.fief[i] = FiefCard(fief.crowns, fief.troops, fief.price, fief.start,
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
        removes = (0, people, r.of_series[<int>CASTLE])
        for i, event in enumerate(self.data.events):
            card = &r.event[i]
            card.count, card.verb, card.amount, card.own = event.count, event.verb, event.amount, event.own
            card.others, card.by, card.castle, card.when = event.others, event.by, event.castle, event.when
            card.country = NONE if event.country is None else event.country
            card.removes = removes[event.removes]
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

    def move_text(self, code):
        doc = self.move_doc(code)
        if code & 255 == COMMIT_FIEF and doc["fief"] is None:
            return "decide in secret"
        if code & 255 == GIVE_EVENT and doc["event"] is None:
            return "give a card"
        if code & 255 == TARGET_ORDER:
            return "then " + ", ".join(self.seat_names[seat] for seat in doc["order"])
        if "scientist" in doc:
            doc["scientist"] = " as a scientist" if doc["scientist"] else ""
        values = [self.seat_names[value] if name in ("seat", "from") and type(value) is int
                  else self._shown(value) for name, value in doc.items() if name != "kind"]
        return _KINDS[code & 255][1].format(*values)

    def move_doc(self, code):
        name, _, form = _KINDS[code & 255]
        if code & 255 == TARGET_ORDER:
            order = [code >> shift & 7 for shift in range(8, 8 + 3 * SEATS, 3)]
            return {"kind": name, "order": [seat for seat in order if seat < SEATS]}
        if code & 255 in (EVENT_DRAWN, EVENT_TAKEN):
            code -= 256 if code >> 8 & 255 else -255 * 256
        fields = zip(form, (code >> 8 & 255, code >> 16 & 255, code >> 24 & 255), strict=False)
        return {"kind": name, **self._fields(form, fields)}

    def _fields(self, form, fields):
        """Of two fields of one kind the second is called ``to``, of two seats ``from``."""
        found = {}
        for one, value in fields:
            name = _FIELD_NAMES[one]
            found[name if name not in found else "from" if one == "s" else "to"] = self._field(one, value)
        return found

    def _field(self, form, value):
        if form == "i":
            return bool(value)
        names = {"f": self.names.fiefs, "c": self.names.history, "a": AREA_NAMES, "e": self.names.events,
                 "k": COUNTRY_NAMES, "t": self.names.cities,
                 "p": self.names.spaces, "m": self.names.markers, "r": self.names.regents,
                 "v": ACTIVITY_NAMES, "q": _PIECE_NAMES, "g": _GUN_NAMES}
        if form not in names:
            return value
        return None if value == NONE else names[form][value]

    def _shown(self, value):
        return self.names.shown.get(value, "unseen" if value is None else str(value).replace("_", " "))

    def describe(self, State state not None, int viewer):
        return views.describe(self.own, <Realm*>state.data, viewer, self.names)

    def restore(self, State state not None, view, int viewer):
        """The fields of a view are documented at `views.restore`."""
        views.restore(self.own, <Realm*>state.data, view, viewer, self.names)

    def render(self, State state not None, int viewer):
        return render.render(self.own, <Realm*>state.data, viewer, self.names)

    def minimal_views(self):
        """By phase, with the shipped cards."""
        return minimal_views(self.options["mode"], self.own.seats)

    def prospect(self, State state not None, int seat):
        """The expected worth in gold (20 an AP) that a seat brings home from a foray: exact for a lone rider
        with time to spare and a full box, else an approximation.
        """
        return prospect(self.own, <Realm*>state.data, seat)

    @property
    def remembered(self):
        """How many exact values of small forays and battles are remembered, and how many can be at most."""
        return remembered(&self.own.memo), MEMO_ENTRIES
