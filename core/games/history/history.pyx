"""A Battle Through History for two to five players (RULES.md)."""
from libc.stdint cimport int8_t, uint8_t

from battlewise.core.bits cimport bit
from battlewise.core.fitted cimport FittedGame
from battlewise.core.game cimport State
from battlewise.core.games.history cimport observation
from battlewise.core.games.history.knowledge cimport chance, check, redeal, render, views
from battlewise.core.games.history.play.estimate cimport estimate, features
from battlewise.core.games.history.play.odds cimport ODDS_WORDS, fill_trials
from battlewise.core.games.history.play.weigh cimport describe_moves, weigh
from battlewise.core.games.history.rules cimport turn
from battlewise.core.games.history.rules.battle cimport Lineup, Report, fight, line_up, link_bits, victor
from battlewise.core.games.history.rules.encounter cimport engagement_links
from battlewise.core.games.history.state cimport *
from battlewise.core.memo cimport free_memo, make_memo
from battlewise.core.rng cimport rng_of

from battlewise.core.catalogue import Catalogue, seats_and_phases
from battlewise.core.errors import BattlewiseError
from battlewise.core.games.history import cards, catalogue, documents, why
from battlewise.core.games.history.cards import LINES as LINE_NAMES
from battlewise.core.games.history.knowledge.chance import STREAMS
from battlewise.core.games.history.play.estimate import NAMES as FEATURE_NAMES
from battlewise.core.games.history.changes import changes
from battlewise.core.games.history.examples import minimal_views
from battlewise.core.games.history.facts import Facts, PROMPTS
from battlewise.core.games.history.play.weigh import TRAITS
from battlewise.core.games.history.words import Names, SIDE_IDS, vocabulary
from battlewise.core.options import Option
from battlewise.core.rng import generator

cdef class History(FittedGame):
    """A Battle Through History.

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "history"
    title = "A Battle Through History"
    version = 2
    seat_names = ("Joakim", "Pär", "Chris", "Tommi", "Hannes")
    streams = STREAMS
    prompts = PROMPTS
    OPTIONS = (
        Option("players", 2, "How many players.", low=2, high=SEATS),
        Option("rounds", 6, "How many turns each player has; eight make a long campaign.", choices=(6, 8)),
        Option("turn_limit", 40, "After how many turns of all players the game ends at the latest.",
               low=2, high=40),
    )

    cdef Rules* own
    cdef object data, names, known, reasons, table, where

    @property
    def horizons(self):
        """What others do in their turns matters little here, and adds noise: only large searches of two
        players average it out. At 200 and 400 ms a move two rounds have 64.1 % (51.3 to 75.1) of 64 games
        against the turn, at 100 ms 45.6 % (31.8 to 60.0) of 34.
        """
        return ((0, "turn"), (15_000, "rounds")) if self.options["players"] == 2 else ((0, "turn"),)

    @property
    def second_looks(self):
        """Only large searches of two players: at 1,000 iterations 1,000 playouts have 45 % (32 to 58) of 60
        games against none, and 43 % (31 to 56) of 60 against none at 5,000 iterations, in the same time.
        """
        return (0, 0), (4000, 2000 if self.options["players"] == 2 else 0)

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key."""
        super().__init__(**options)
        self.where = where = cards.folders(data)
        self.data = cards.load(where)
        self.names = Names(self.data, self.seat_names[:self.options["players"]])
        self.known = Facts(self.data, self.names.seats)
        self.vocabulary = vocabulary(self.data, self.names)
        self.own = <Rules*>self.allot(sizeof(Rules))
        suffix = "_many" if self.options["players"] > 2 else ""
        self._fill_rules()
        for i, merit in enumerate(cards.merits(where, suffix, self.data.units)):
            self.own.merit[i] = merit
        self.fit(&self.own.weights, self.options["players"], features, describe_moves)
        self.take_weights(where, FEATURE_NAMES, TRAITS, (suffix, suffix))
        self.fn.state_size = sizeof(Journey)
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

    def __dealloc__(self):
        if self.own != NULL:
            free_memo(&self.own.glances)

    def _fill_rules(self):
        cdef Rules* r = self.own
        r.seats = self.options["players"]
        r.turns = min(self.options["turn_limit"], self.options["rounds"] * r.seats)
        r.units, r.kinds, r.tiles = len(self.data.units), len(self.names.tokens), len(self.names.tiles)
        for i, unit in enumerate(self.data.units):
            _fill_unit(r, i, unit)
        for i in range(r.units):
            for k in range(r.units):
                if r.unit[i].era != NONE and r.unit[k].era != NONE and i != k and _joins(r, i, k):
                    r.joins[i] |= bit(k)
        self._fill_tokens()
        gears = self.data.gears
        r.wheel = gears.start
        for i in range(4):
            r.sector[i] = gears.sectors[i]
        for i, tile in enumerate(gears.tiles):
            r.tile[i].era[0], r.tile[i].era[1] = tile.eras
            r.tile[i].points_at, r.tile[i].turns = tile.points_at - 1, tile.turns
        r.relics = self.data.relics.count
        worth = [0, *self.data.relics.worth]
        for i in range(SETS + 1):
            r.worth[i] = worth[min(i, len(worth) - 1)]
        for i, faces in enumerate(self.data.dice):
            for k, face in enumerate(_fill_die(&r.die[i], faces)):
                r.glance[k][i] = face
        make_memo(&r.glances, GLANCES, ODDS_WORDS)
        fill_trials(r)

    def _fill_tokens(self):
        cdef Rules* r = self.own
        cdef TokenCard* card
        tokens = self.data.tokens
        r.honour_points, r.honour_units = tokens.honour_points, tokens.honour_units
        values = sorted(set(tokens.prowess))
        for i, value in enumerate(values):
            r.prowess[i] = value
            r.tokens += tokens.prowess.count(value) << 4 * i
        for i, token in enumerate(tokens.warfare):
            card = &r.token[i]
            card.count, card.use = token.count, token.use
            of = token.abilities
            card.assault, card.heroic_death, card.relaunch = of["assault"], of["heroic_death"], of["relaunch"]
            card.accuracy, card.diversion = of["accuracy"], of["diversion"]
            for k in range(LINES):
                card.value[k] = token.values[k]
            r.battle_tokens |= (token.use == BATTLE) << i
            r.tighten_tokens |= (token.use == TIGHTEN_UP) << i
            r.chase_tokens |= (token.use == CHASING) << i

    def start(self, State state not None):
        views.clear(self.own, <Journey*>state.data)
        (<Journey*>state.data).mover = -1

    def form(self):
        return documents.form(self.data, self.names, self.own.turns)

    def box(self):
        return Catalogue(
            **seats_and_phases(self.names.seats, self.prompts),
            spaces=catalogue.spaces(self.data),
            pieces=catalogue.pieces(self.data, self.where),
            cards=catalogue.cards(self.data, self.where),
            dice=catalogue.dice(self.data))

    def describe(self, State state not None, int viewer):
        return views.describe(self.own, <Journey*>state.data, viewer, self.names)

    def restore(self, State state not None, view, int viewer):
        spaces = generator(state.seed, "spaces")
        views.restore(self.own, <Journey*>state.data, view, viewer, self.names, rng_of(spaces))

    def render(self, State state not None, int viewer):
        return render.render(self.own, <Journey*>state.data, viewer, self.names)

    def facts(self, view):
        return self.known.of(view)

    def changes(self, before, after, actor, move):
        return changes(before, after, move, self.known, self.names.seats, self.battle)

    def why_not(self, view, thing):
        return self._why().thing(view, thing)

    def why_not_move(self, view, doc):
        return self._why().move(view, doc)

    def _why(self):
        if self.reasons is None:
            self.reasons = why.Why(self.data, self.known, self.names.seats)
        return self.reasons

    def scene(self, view):
        if self.table is None:
            from battlewise.core.games.history.scene import Table
            self.table = Table(self.data, self.catalogue(), self.own.turns, self.battle)
        return self.table.scene(view)

    def observed(self):
        return observation.rows(self.own)

    def minimal_views(self):
        """By phase, with the shipped cards."""
        return minimal_views(self.own.seats)

    def scores(self, State state not None):
        """For each seat its victory points so far by source, prowess tokens that others cannot see too."""
        return [views.points_doc(self.own, <Journey*>state.data, seat) for seat in range(self.own.seats)]

    def battle(self, attackers, defenders, strong, risky):
        """Fight a battle of line-ups with these dice, and tell what happens.

        :param attackers: units from the battlefront: an id, or a pair of it and a warfare token.
        :param defenders: the same.
        :param strong: what the strong die shows for each line of combat, such as ``[1, 0, 0]``.
        :param risky: the same of the risky die.
        :returns: ``lines`` with their ``totals`` (attacker, defender), the ``units``' part of them without
            the dice and ``damage``, a list of ``side``, ``unit``, and whether it was by ``heroic_death``,
            taken by a ``link`` and whether the unit was ``defeated``; ``survivors`` by side; the ``winner``.
        :raises BattlewiseError: naming what is no line-up or no face of a die.
        """
        cdef Journey s
        cdef Lineup lines[2]
        cdef Report report
        cdef uint8_t standing[2]
        cdef int side, i
        pairs = [self._line_up("attackers", attackers, SLOTS), self._line_up("defenders", defenders, SHIELD)]
        dice = [_die("strong", strong), _die("risky", risky)]
        if len(attackers) > 3:
            dice.reverse()
        views.clear(self.own, &s)
        for side, units in enumerate(pairs):
            s.size[side] = len(units)
            for i, (unit, token) in enumerate(units):
                s.line[side][i], s.armed[side][i] = unit, token
        engagement_links(self.own, &s, s.links)
        cdef int8_t face[2][LINES]
        for side in range(2):
            line_up(self.own, s.line[side], s.armed[side], s.size[side], s.links[side], &lines[side])
            for i in range(LINES):
                face[side][i] = dice[side][i]
        fight(&lines[0], &lines[1], face[0], face[1], standing, &report)
        names = [[self.names.units[unit] for unit, _ in units] for units in pairs]
        return {
            "lines": [_line_doc(&report, lines, line, names) for line in range(report.lines)],
            "survivors": [[name for i, name in enumerate(names[side]) if standing[side] >> i & 1]
                          for side in range(2)],
            "winner": SIDE_IDS[victor(standing)],
        }

    def _line_up(self, name, units, most):
        """The numbers of units and, plus one, of their tokens."""
        if not 0 < len(units) <= most:
            raise BattlewiseError(f"{name}: are {len(units)} units, not 1..{most}")
        pairs = [(unit, None) if isinstance(unit, str) else tuple(unit) for unit in units]
        for unit, token in pairs:
            if unit not in self.names.units:
                raise BattlewiseError(f"{name}: {unit!r} is no unit")
            if token is not None and token not in self.names.tokens:
                raise BattlewiseError(f"{name}: {token!r} is no warfare token")
        return [(self.names.units.index(unit), 0 if token is None else self.names.tokens.index(token) + 1)
                for unit, token in pairs]


cdef bint _joins(const Rules* r, int front, int back) noexcept:
    cdef uint8_t pair[2]
    pair[0], pair[1] = front, back
    return link_bits(r, pair, 2, DEFENDER)


cdef object _line_doc(const Report* report, const Lineup* lines, int line, object names):
    blows = []
    units = [lines[side].total[line] for side in range(2)]
    for i in range(report.blows):
        blow = report.blow[i]
        if blow.line < line and blow.defeated:
            units[blow.side] -= lines[blow.side].value[blow.unit][line]
        if blow.line == line:
            blows.append({
                "side": SIDE_IDS[blow.side], "unit": names[blow.side][blow.unit],
                "heroic_death": bool(blow.heroic), "link": bool(blow.linked), "defeated": bool(blow.defeated),
            })
    return {"line": LINE_NAMES[line], "totals": [report.totals[line][0], report.totals[line][1]],
            "units": units, "damage": blows}


def _die(name, face):
    if len(face) != LINES or any(type(n) is not int or not -9 <= n <= 9 for n in face):
        raise BattlewiseError(f"{name}: {face!r} is not {LINES} whole numbers in -9..9")
    return face


cdef void _fill_unit(Rules* r, int i, object unit):
    cdef UnitCard* card = &r.unit[i]
    card.era = NONE if unit.era is None else unit.era
    card.hero, card.health = unit.hero, unit.health
    for k in range(LINES):
        card.value[k] = unit.values[k]
    of = unit.abilities
    card.reinforcements, card.assault = of["reinforcements"], of["assault"]
    card.heroic_death, card.accuracy = of["heroic_death"], of["accuracy"]
    card.diversion, card.relaunch = of["diversion"], of["relaunch"]
    card.link_left, card.link_right = (0 if link is None else link + 1 for link in unit.links)
    if unit.era is None:
        r.base += 1
        r.base_cards |= bit(i)
    else:
        r.board_cards |= bit(i)
        r.of_era[card.era] |= bit(i)
    if unit.hero:
        r.heroes |= bit(i)


cdef object _fill_die(Die* die, object faces):
    """Faces that are alike become one, with a weight; which one each of the six has become."""
    shown = sorted(set(faces), key=faces.index)
    for i, face in enumerate(shown):
        for line in range(LINES):
            die.value[i][line] = face[line]
        die.negative[i] = any(n < 0 for n in face)
        die.weight[i] = faces.count(face)
    die.faces = len(shown)
    return [shown.index(face) for face in faces]
