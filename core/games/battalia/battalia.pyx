"""Battalia: The Creation for two to four players (RULES.md)."""

from battlewise.core.bits cimport bit
from battlewise.core.fitted cimport FittedGame
from battlewise.core.game cimport State
from battlewise.core.games.battalia.knowledge cimport chance, check, restore, redeal, render, views
from battlewise.core.games.battalia.play.estimate cimport estimate, features
from battlewise.core.games.battalia.play.weigh cimport describe_moves, weigh
from battlewise.core.games.battalia.rules cimport turn
from battlewise.core.games.battalia.rules.board cimport points
from battlewise.core.games.battalia.state cimport *
from battlewise.core.moves cimport add

from battlewise.core.errors import OptionError
from battlewise.core.games.battalia import cards
from battlewise.core.games.battalia.cards import (
    FACTIONS as FACTION_IDS,
    SQUARES as SQUARE_IDS, TERRAINS as TERRAIN_IDS,
)
from battlewise.core.games.battalia.knowledge.chance import STREAMS
from battlewise.core.games.battalia.play.estimate import NAMES as FEATURE_NAMES
from battlewise.core.games.battalia.examples import minimal_views
from battlewise.core.games.battalia.knowledge.views import KIND_IDS, SHAPE_IDS, TYPE_IDS
from battlewise.core.games.battalia.play.weigh import TRAITS
from battlewise.core.options import Option

# By Kind: the kind in a document, the text, and what the fields are: k a card, t a type of card, f a
# faction, m a faction or none, s a seat, q a square, x exits, p a terrain card, e a terrain, n a number,
# h a hero, g an artefact or great artefact, a what is attacked, c whether the cards are chosen.
_MOVES = {
    TAKE_HEROES: ("take_heroes", "play the {0}", "f"),
    TAKE_CITY: ("take_city", "begin at {0}", "q"),
    COHORT: ("cohort", "announce a cohort and draw {0}", "n"),
    MULLIGAN: ("mulligan", "mulligan", ""),
    NEITHER: ("neither", "keep the hand", ""),
    HIRE: ("hire", "hire a {0}", "t-c"),
    CREATE: ("create", "create a {0}{1}", "tmc"),
    BUILD_ROAD: ("build_road", "build a {0}", "p-c"),
    BUILD_CITY: ("build_city", "build a city of level {0}", "n-c"),
    UPGRADE: ("upgrade", "raise a city to level {0}", "n-c"),
    HIRE_HERO: ("hire_hero", "hire a hero", "--c"),
    PAY: ("pay", "pay {0}", "k"),
    EXITS: ("exits", "take a {0}", "p"),
    PUT: ("put", "put it on {0} with exits {1}", "qx"),
    SITE: ("site", "choose {0}", "q"),
    TRAVEL: ("travel", "supply hero {0} to {1}", "hq"),
    ROAM: ("roam", "hero {0} roams to {1}", "hq"),
    RIDE: ("ride", "hero {0} rides to {1}", "hq"),
    FLY: ("fly", "hero {0} flies to {1}", "hq"),
    USE: ("use", "use {0}{1}", "gu"),
    ENTITLE: ("entitle", "raise {0} by {1}", "kn"),
    ENCHANT: ("enchant", "lay {0} on the amulet", "k"),
    STANDS_FOR: ("stands_for", "it stands for a {0}", "w"),
    CONVERT: ("convert", "convert {0} to {1}", "kf"),
    CONVERT_ITSELF: ("convert_itself", "convert the scroll itself to {0}", "f"),
    STATION: ("station", "station {0}", "k"),
    STATION_NO_MORE: ("station_no_more", "station no more", ""),
    DECAMP: ("decamp", "decamp tent {0}", "n"),
    DEPLOY: ("deploy", "lay {0} in ambush", "o"),
    SUSPEND: ("suspend", "suspend {0}", "k"),
    DISPLACE: ("displace", "give up place {0} of the ambush", "n"),
    SUMMON: ("summon", "summon {0}", "k"),
    SUMMON_NO_MORE: ("summon_no_more", "summon no more", ""),
    ROB: ("rob", "rob seat {0}", "s"),
    STEAL: ("steal", "take {0}", "k"),
    TERRAFORM: ("terraform", "turn {0} to {1}", "qe"),
    ATTACK: ("attack", "attack {1} on {0} with {2}", "qan"),
    ANNEX: ("annex", "annex {0}", "q"),
    FIGHT: ("fight", "fight{0} with {1}", "rn"),
    SURRENDER: ("surrender", "surrender", ""),
    RETREAT: ("retreat", "retreat to {0} by {1}", "qy"),
    LINE: ("line", "add {0}", "k"),
    BRIBE: ("bribe", "bribe", ""),
    STAND: ("stand", "stand", ""),
    PASS: ("pass", "pass", ""),
    TAKE_GREAT: ("take_great", "take {0}", "k"),
    LEAVE_GREAT: ("leave_great", "take nothing", ""),
    END_TURN: ("end_turn", "end the turn", ""),
    ABSENT: ("absent", "without the {0}", "f"),
    START_CITY: ("start_city", "starting city in {0}", "e"),
    NEUTRAL_CITY: ("neutral_city", "neutral city in {0}", "e"),
    OFFERED: ("offered", "offer {0}", "k"),
    REVEAL: ("reveal", "reveal {0}", "k"),
    FIRST: ("first", "seat {0} begins", "s"),
    TERRAIN: ("terrain", "terrain {0}", "e"),
    TOPMOST: ("topmost", "topmost {0}", "k"),
    DIE: ("die", "roll {0}", "n"),
}
_FIELD_NAMES = {
    "k": "card", "o": "card", "t": "card", "f": "faction", "m": "faction", "s": "seat", "q": "square",
    "x": "exits", "p": "shape", "e": "terrain", "n": "number", "h": "hero", "g": "artefact", "u": "as",
    "a": "against", "c": "choose", "w": "card", "r": "raise_ambush", "y": "by",
}
_PAID_BY = ("", "a horse", "two supplies", "three supplies")


cdef class Battalia(FittedGame):
    """Battalia: The Creation.

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "battalia"
    title = "Battalia: The Creation"
    seat_names = ("Red", "Blue", "Green", "Gold")
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
        Option("turn_limit", 800, "After how many turns of all players the game ends, unless after weeks.",
               low=4, high=2000),
    )

    cdef Rules* own
    cdef object data

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key."""
        super().__init__(**options)
        where = cards.folders(data)
        self.data = cards.load(where)
        self.own = <Rules*>self.allot(sizeof(Rules))
        self._fill_options()
        self._fill_board()
        self._fill_cards()
        self.fit(&self.own.weights, self.options["players"], features, describe_moves)
        self.take_weights(where, FEATURE_NAMES, TRAITS, "")
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
        r.turns = options["weeks"] * WEEK * r.seats or options["turn_limit"]
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

    def start(self, State state not None):
        views.clear(self.own, <World*>state.data)
        (<World*>state.data).mover = -1

    def move_text(self, code):
        doc = self.move_doc(code)
        kind = code & 255
        if kind == DRAW or kind == DEAL or kind == BURIED:
            word = {DRAW: "draw", DEAL: "deal", BURIED: "bury"}[kind]
            return f"{word} {_shown(doc['card'])}" if doc["card"] else word
        if kind == DEPLOY and doc["card"] is None:
            return "lay a card in ambush"
        values = [_part(form, value) for form, value in zip(
            _MOVES[kind][2].replace("-", ""), list(doc.values())[1:], strict=True)]
        text = _MOVES[kind][1].format(*values)
        return text + (", choosing the cards" if doc.get("choose") else "")

    def move_doc(self, code):
        kind, fields = code & 255, (code >> 8 & 255, code >> 16 & 255, code >> 24 & 255)
        if kind == DRAW or kind == DEAL:
            word = "draw" if kind == DRAW else "deal"
            return {"kind": word, "card": KIND_IDS[fields[0] - 1] if fields[0] else None, "seat": fields[1]}
        if kind == BURIED:
            return {"kind": "bury", "card": KIND_IDS[fields[0] - 1] if fields[0] else None}
        name, _, form = _MOVES[kind]
        return {"kind": name, **{_FIELD_NAMES[one]: _field(one, value)
                                 for one, value in zip(form, fields, strict=False) if one != "-"}}

    def describe(self, State state not None, int viewer):
        return views.describe(self.own, <World*>state.data, viewer)

    def restore(self, State state not None, view, int viewer):
        """The fields of a view are documented at `restore.restore`."""
        restore.restore(self.own, <World*>state.data, view, viewer)

    def render(self, State state not None, int viewer):
        return render.render(self.own, <World*>state.data, viewer)

    def minimal_views(self):
        """By phase, with the shipped cards."""
        cdef Rules* r = self.own
        return minimal_views(r.seats, bool(r.volcano), r.neutral_level,
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


def _shown(name):
    return str(name).replace("_", " ")


def _field(form, value):
    if form in "ko":
        return None if value == NONE else KIND_IDS[value]
    names = {"t": TYPE_IDS, "f": FACTION_IDS, "q": SQUARE_IDS, "p": SHAPE_IDS, "e": TERRAIN_IDS}
    if form in names:
        return names[form][value]
    if form == "m":
        return FACTION_IDS[value - 1] if value else None
    if form == "x":
        return "".join(letter for i, letter in enumerate("nesw") if value >> i & 1)
    if form == "g":
        return TYPE_IDS[value] if value < TYPES else KIND_IDS[value]
    if form == "u":
        return TYPE_IDS[value] if value else None
    if form == "w":
        return "supply" if value == TYPES else TYPE_IDS[value]
    if form == "a":
        return "place" if value == A_PLACE else value
    if form == "y":
        return _PAID_BY[value]
    if form == "h":
        return value + 1
    return bool(value) if form in "cr" else value


def _part(form, value):
    """A field of a move in words."""
    if form == "m":
        return f" of the {value}" if value else ""
    if form == "u":
        return f" as a {value}" if value else ""
    if form == "a":
        return "the place" if value == "place" else f"seat {value}'s hero"
    if form == "r":
        return ", raising the ambush," if value else ""
    return _shown(value)
