"""BattleLore Second Edition: the learning scenario and the full game (RULES.md)."""
from libc.stdint cimport uint64_t

from battlewise.core.fitted cimport FittedGame
from battlewise.core.game cimport State
from battlewise.core.games.battlelore cimport observation
from battlewise.core.games.battlelore.knowledge cimport chance, check, redeal, render, views
from battlewise.core.games.battlelore.rules cimport muster, scenario, turn
from battlewise.core.games.battlelore.rules.board cimport STRIDE, the_board
from battlewise.core.games.battlelore.play.estimate cimport estimate, features
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.games.battlelore.play.traits_full cimport fill_odds
from battlewise.core.games.battlelore.play.weigh cimport describe_moves, weigh

from battlewise.core.catalogue import Catalogue, seats_and_phases
from battlewise.core.games.battlelore import cards, catalogue, documents, full, why, words
from battlewise.core.games.battlelore.changes import changes
from battlewise.core.games.battlelore.play.estimate import FULL_NAMES, NAMES
from battlewise.core.games.battlelore.examples import full_views, minimal_views
from battlewise.core.games.battlelore.facts import Facts, PROMPTS
from battlewise.core.games.battlelore.play.traits import TRAITS
from battlewise.core.games.battlelore.play.traits_full import FULL_TRAITS
from battlewise.core.options import Option


cdef class BattleLore(FittedGame):
    """BattleLore Second Edition: the Uthuk (seat 0) against the Daqan (seat 1).

    :param data: a folder whose TOML files replace those of the same names beside this file.
    """

    id = "battlelore"
    title = "BattleLore Second Edition"
    version = 4
    seat_names = words.SEATS
    prompts = PROMPTS
    streams = words.STREAMS
    one_place = ("hex", "unit")
    # The network of the learning scenario knows a turn's end well: 54.4 % (49.9 to 58.8) of 320 games at
    # equal CPU time against the estimate alone to the reply, and 98.4 % in place of 94.8 % of the suite of
    # good sense.
    corrected_horizons = ((0, "turn"),)
    OPTIONS = (
        Option("scenario", "learning", "The learning scenario, or the full game.",
               choices=("learning", "full")),
        Option("turn_limit", 60, "After how many turns of both players most VP win.", low=2, high=200),
        Option("starting_hands", "drawn", "Whether command cards are drawn at the start, or preset.",
               choices=("drawn", "preset")),
    )

    cdef Rules* own
    cdef object data, full, names, known, where, reasons, table

    @property
    def large_search(self):
        """In the learning scenario large searches have a network of their own."""
        return 2000 if self.options["scenario"] == "learning" else 4000

    @property
    def keeps_trees(self):
        """In the full game 56.9 % (50.0 to 63.7) of 160 games at 2,000 iterations, for 2 % more CPU time."""
        return self.options["scenario"] == "full"

    @property
    def playout_power(self):
        """In the full game 4 won 55.6 % (51.8 to 59.3) of 520 games against 2, in the learning scenario
        51.5 % of 200.
        """
        return 4 if self.options["scenario"] == "full" else 2

    def __init__(self, data=None, **options):
        """:raises DataError: for data that are missing or wrong, naming file, record and key."""
        super().__init__(**options)
        self.where = where = cards.folders(data)
        suffix = "_full" if self.options["scenario"] == "full" else ""
        self.data = cards.load(where)
        self.full = full.load(where, self.data.units, self.data.cards)
        self.names = _names(self.data, self.full)
        self.known = Facts(self.data, self.full)
        self.own = <Rules*>self.allot(sizeof(Rules))
        self._fill_rules()
        self.vocabulary = words.vocabulary(
            self.names, self.own.full, self.own.exchange_lore, MOST_DICE, max(DICE_AT_ONCE, SONG_DICE))
        self.fit(&self.own.weights, 1, features, describe_moves)
        traits = FULL_TRAITS if suffix else TRAITS
        self.take_weights(where, self._named_features(), traits, (suffix, suffix))
        self.fn.state_size = sizeof(Battle)
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
        self.fn.check = check.check

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
        r.full = self.options["scenario"] == "full"
        r.turn_limit = self.options["turn_limit"]
        if r.full:
            self._fill_full()
        else:
            self._fill_learning()
        self._fill_presets()
        fill_odds(r)

    def _named_features(self):
        """Of the full game: unit types and scenario cards each have a feature of their own."""
        if self.options["scenario"] == "learning":
            return NAMES
        units = [f"units.{unit.id}" for unit in self.data.units]
        scenarios = [f"scenarios.{card.id}" for cards in self.full.scenarios for card in cards]
        return (*NAMES, *FULL_NAMES, *units, *scenarios)

    def _fill_learning(self):
        cdef Rules* r = self.own
        learning = self.data.scenario
        r.starting_hand = r.opening_cards = learning.hand
        r.victory_vp = learning.victory_vp
        r.exchange_lore, r.exchange_vp = learning.exchange_lore, learning.exchange_vp
        r.cure_lore = learning.cure_lore
        r.through_vacated_hex = learning.through_vacated_hex
        r.most_swarms = SLOTS
        r.banners = len(learning.banners)
        for i, ((row, column), vp) in enumerate(learning.banners):
            r.banner_hex[i], r.banner_vp[i] = STRIDE * row + column, vp

    def _fill_full(self):
        cdef Rules* r = self.own
        numbers = self.full.numbers
        r.starting_hand, r.opening_cards = numbers["hand_cards"], numbers["hand_drawn"]
        r.starting_lore, r.opening_lore, r.most_lore = (
            numbers["lore_cards"], numbers["lore_drawn"], numbers["lore_most"])
        r.muster_points, r.decoys, r.most_unspent = (
            numbers["muster_points"], numbers["decoy_count"], numbers["muster_most_unspent"])
        r.tent_points, r.tent_vp = numbers["command_tent_points"], numbers["command_tent_vp"]
        r.victory_vp, r.cure_lore = numbers["victory_vp"], numbers["cure_lore"]
        r.most_swarms = numbers["swarm_markers"]
        r.through_vacated_hex = self.full.through_vacated_hex
        for side in range(2):
            r.lore_cards[side] = len(self.full.lore[side])
            r.scenarios[side] = len(self.full.scenarios[side])
            r.armies[side] = len(self.full.armies[side])
            for i, card in enumerate(self.full.lore[side]):
                _fill_lore(&r.lore[side][i], card)
            for i, card in enumerate(self.full.scenarios[side]):
                _fill_scenario(&r.scenario[side][i], card)
            for i, card in enumerate(self.full.armies[side]):
                r.army[side][i].tent = card.tent
                for k, n in enumerate(card.units):
                    r.army[side][i].units[k] = n
        r.plans = len(self.full.plans)
        for i, plan in enumerate(self.full.plans):
            for k in range(2):
                r.plan[i].prior[k] = plan.prior[k]
            for k in range(3):
                r.plan[i].forward[k] = plan.forward[k]
                r.plan[i].focus[k], r.plan[i].spread[k] = plan.focus[k], plan.spread[k]

    def _fill_presets(self):
        cdef Rules* r = self.own
        r.presets = self.options["starting_hands"] == "preset"
        if r.presets:
            r.opening_cards = r.starting_hand
            for side in range(2):
                for i, n in enumerate(self.full.preset[side]):
                    r.preset[side][i] = n

    def start(self, State state not None):
        cdef Battle* s = <Battle*>state.data
        cdef int slot, card, side
        for card in range(self.own.cards):
            s.deck[card] = self.own.card[card].count
            s.deck_size += s.deck[card]
        for side in range(2):
            for card in range(self.own.lore_cards[side]):
                s.lore_deck[side][card] = self.own.lore[side][card].count
                s.lore_deck_size[side] += s.lore_deck[side][card]
        views.clear(self.own, s)
        if self.own.full:
            scenario.begin(self.own, s)
            return
        for slot, (side, kind, (row, column)) in enumerate(self.data.scenario.units):
            s.units[side] |= 1 << slot
            s.type[slot] = kind
            s.figures[slot] = self.data.units[kind].health
            place(s, slot, STRIDE * row + column)
        muster.begin_hands(self.own, s)

    def form(self):
        is_full = bool(self.own.full)
        units = [unit for unit in self.data.units if is_full or not unit.needs_full_game]
        most_figures = max(unit.health for unit in units)
        types = [unit.id for unit in units]
        return documents.form(self.names, types, is_full, most_figures, self.own.opening_cards)

    def box(self):
        is_full = bool(self.own.full)
        played = documents.phases(is_full)
        asked = {phase: question for phase, question in self.prompts.items() if phase in played}
        return Catalogue(
            **seats_and_phases(self.seat_names, asked),
            spaces=catalogue.spaces(self.data, is_full),
            pieces=catalogue.pieces(self.data, self.full, is_full, self.where),
            cards=catalogue.cards(self.data, self.full, is_full, self.where),
            dice=catalogue.dice())

    def describe(self, State state not None, int viewer):
        return views.describe(self.own, <Battle*>state.data, viewer, self.names)

    def restore(self, State state not None, view, int viewer):
        views.restore(self.own, <Battle*>state.data, view, viewer, self.names)

    def render(self, State state not None, int viewer):
        return render.render(self.own, <Battle*>state.data, viewer, self.names)

    def facts(self, view):
        return self.known.of(view)

    def changes(self, before, after, actor, move):
        return changes(before, after, move, self.known)

    def why_not(self, view, thing):
        return self._why().thing(view, thing)

    def why_not_move(self, view, doc):
        return self._why().move(view, doc)

    def _why(self):
        if self.reasons is None:
            self.reasons = why.Why(self.known, self.data.cards, self.glossary)
        return self.reasons

    def scene(self, view):
        if self.table is None:
            from battlewise.core.games.battlelore.scene import Table
            is_full = bool(self.own.full)
            goal = self.full.numbers["victory_vp"] if is_full else self.data.scenario.victory_vp
            self.table = Table(self.catalogue(), goal)
        return self.table.scene(view)

    def observed(self):
        return observation.rows(self.own)

    def minimal_views(self):
        """By phase, with the shipped cards and units."""
        return full_views() if self.own.full else minimal_views()


def _names(both, full_game):
    """The ids of all cards, unit types and plans."""
    types = [unit.id for unit in both.units]
    return words.Names(
        cards=[card.id for card in both.cards],
        types=types,
        letters=[unit.letter for unit in both.units],
        lore=[[card.id for card in deck] for deck in full_game.lore],
        scenarios=[[card.id for card in deck] for deck in full_game.scenarios],
        armies=[[card.id for card in deck] for deck in full_game.armies],
        plans=[plan.id for plan in full_game.plans],
        deployment=[*types, *[None] * (TENT_CARD - len(types)), *full.DEPLOYMENT],
    )


cdef void _fill_unit(UnitCard* card, object unit):
    ability = unit.ability
    card.movement, card.combat, card.health = unit.move, unit.combat, unit.health
    card.reach, card.ranged = unit.range, "ranged" in unit.traits
    card.rage, card.double_shot, card.pursue = unit.rage, unit.double_shot, unit.pursue
    card.legend, card.flying, card.massive = "legend" in unit.traits, unit.flying, unit.massive
    card.vigilant, card.flanking, card.ferocity = unit.vigilant, unit.flanking, unit.ferocity
    card.immovable, card.charge = unit.immovable, unit.charge
    card.faction, card.muster, card.most = unit.faction, unit.muster, unit.units
    card.of = sum(1 << group for group in range(ANYWHERE, len(words.GROUPS)) if unit.belongs_to(group))
    card.full_only = unit.needs_full_game
    card.face = NONE
    if ability is not None:
        card.face, card.damage, card.retreats = ability.face, ability.damage, ability.retreats
        card.poison, card.own_figures = ability.poison, ability.own_figures
        card.stun, card.if_damaged = ability.stun, ability.if_damaged


cdef void _fill_card(CommandCard* text, object card):
    text.count = card.count
    text.by_section = card.by_section
    text.extra_move, text.extra_attack, text.extra_die = card.extra_move, card.extra_attack, card.extra_die
    text.rolls, text.copies_mirrored = card.rolls, card.copies_mirrored
    for i, (units, of) in enumerate(card.groups):
        text.quota[i], text.of[i] = units, of
    if card.rolls:
        text.of[0], text.of[1] = INFANTRY_CAVALRY, ELITE_LEGEND


cdef void _fill_lore(LoreCard* text, object card):
    text.count, text.cost, text.effect = card.count, card.cost, card.effect
    text.windows = sum(1 << window for window in card.windows)
    text.amount, text.dice, text.of, text.most_muster = card.amount, card.dice, card.of, card.most_muster
    text.melee, text.ranged = card.melee, card.ranged


cdef void _fill_scenario(ScenarioCard* text, object card):
    text.letter, text.number, text.prior = card.letter, card.number, card.prior
    for kind, hexes in enumerate(card.terrain):
        _fill_hexes(text.terrain[kind], hexes)
    text.banner_hex, text.banner_vp = STRIDE * card.banner[0] + card.banner[1], card.banner_vp
    for i, (row, column) in enumerate(card.deploy):
        text.deploy[i] = STRIDE * row + column
    rule, points = card.rule, card.points
    text.rule, text.rule_of, text.rule_type, text.rule_amount = rule.verb, rule.of, rule.type, rule.amount
    text.rule_dice, text.rule_low, text.rule_high, text.rule_kills = (
        rule.dice, rule.low, rule.high, rule.kills)
    text.fords = rule.amount if rule.verb == MORE_FORDS else 1
    text.verb, text.vp, text.bonus = points.verb, points.vp, points.bonus
    text.terrain_kind, text.count = points.terrain, points.count
    text.own_half, text.adjacent = points.own_half, points.adjacent
    text.of, text.type, text.low, text.high = points.of, points.type, points.low, points.high
    text.from_afar, text.once, text.near_water = points.from_afar, points.once, points.near_water
    _fill_hexes(text.roots, points.hexes)


cdef void _fill_hexes(uint64_t* half, object hexes):
    for row, column in hexes:
        half[(STRIDE * row + column) // 64] |= <uint64_t>1 << (STRIDE * row + column) % 64
