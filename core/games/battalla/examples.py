"""For each kind of decision, a short view that a front end can write by hand, with cards of the decks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from battlewise.core.games.battalla.cards import Card, Effect
from battlewise.core.games.battalla.facts import REACTS, effects_of
from battlewise.core.games.battalla.state import HAND, LOOKED, ROWS, Trigger, Type, Verb, Who, Whose

View = dict[str, Any]
# How many decisions a view leaves its seat; 0: there is no such position, or another seat decides.
Decisions = Callable[[View], int]
STAGES = {when: stage for stage, when in REACTS.items()}
# The effects that lead to a kind of decision.
ASKING: dict[str, Callable[[Effect], bool]] = {
    "target": lambda e: (
        e.verb <= Verb.SWAP and not e.each and e.whose in (Whose.ALLY, Whose.ENEMY, Whose.ANY)
    ),
    "to": lambda e: Verb.SIDESTEP <= e.verb <= Verb.SWAP,
    "lane": lambda e: e.verb == Verb.FREEZE_LANE,
    "pay": lambda e: e.verb == Verb.RETURN_SELF,
    "discard": lambda e: e.verb == Verb.DISCARD,
    "search": lambda e: e.verb == Verb.SEARCH,
    "revive": lambda e: e.verb == Verb.REVIVE,
    "order": lambda e: e.verb == Verb.LOOK_DECK and e.amount >= LOOKED,
}
# Where the card with an effect stands, and two others that it is about.
SQUARES = (
    ("b2", "a1", "c1"),
    ("b2", "a4", "c4"),
    ("b1", "a1", "c1"),
    ("b5", "a5", "c5"),
    ("b3", "a3", "c3"),
    ("b3", "b4", "c4"),
    ("b4", "b3", "c3"),
    ("b3", "b2", "b1"),
    ("b3", "b4", "b5"),
)
MOST_TRIED = 500  # views for a kind of decision


def opening_views() -> dict[str, View]:
    """The views in which no card is named: before the opening hands."""
    view: View = {"seat": 0, "active": 0, "cards": [], "hand": {}, "set_up": {"stage": "opening"}}
    return {phase: {**view, "phase": phase} for phase in ("roll", "seat")}


class Examples:
    """The views of a game whose decks are known.

    :param cards: all cards, by their numbers.
    :param main: of each seat's main deck how many of each card there are.
    :param heroes: of each seat's hero deck the cards from the top on.
    :param penalty: the cards of a penalty pile at the start.
    :param decisions: of a view.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        main: Sequence[Mapping[str, int]],
        heroes: Sequence[Sequence[str]],
        penalty: int,
        decisions: Decisions,
    ) -> None:
        self._card = {card.id: card for card in cards}
        self._number = {card.id: i for i, card in enumerate(cards)}
        self._main, self._heroes = main, heroes
        self._penalty = penalty
        self._decisions = decisions

    def views(self, phases: Sequence[str]) -> dict[str, View]:
        """By phase: these kinds of decisions, and luck; without those of which no position is found."""
        found = opening_views()
        tried = {phase: self._candidates(phase) for phase in phases if phase not in found}
        tried |= {"draw": self._draw(), "life": self._life()}
        found |= {phase: view for phase, one in tried.items() if (view := self._first(one)) is not None}
        return found

    def _candidates(self, phase: str) -> Iterator[View]:
        if phase in ASKING:
            return self._of_effects(phase)
        own = {"mulligan": self._mulligan, "turn": self._turn, "place": self._place, "react": self._react}
        return own[phase]()

    def _first(self, candidates: Iterator[View]) -> View | None:
        """The first view that leaves a choice; else the first with any decision."""
        only = None
        for view in islice(candidates, MOST_TRIED):
            n = self._decisions(view)
            if n > 1:
                return view
            if n and only is None:
                only = view
        return only

    def _view(self, phase: str, mover: int, active: int, pieces: Sequence[View], **more: Any) -> View:
        """A view of the seat that decides, whose opponent holds two cards.

        :param mover: that seat.
        :param active: the seat whose turn it is.
        :param more: fields of the view; `top_hero`: a hero that is on top of its deck. Heroes leave their
            deck from the top on: those above that one, or one in play, are discarded.
        """
        hand, top = more.pop("hand", {}), more.pop("top_hero", None)
        discard = list(more.pop("discard", [{}, {}]))
        for seat, heroes in enumerate(self._heroes):
            out = [one["card"] for one in pieces if one["seat"] == seat and one["card"] in heroes]
            last = max((heroes.index(hero) for hero in (*out, top) if hero in heroes), default=0)
            discard[seat] = discard[seat] | {hero: 1 for hero in heroes[:last] if hero not in out}
        sizes = [2, 2]
        sizes[mover] = sum(hand.values())
        view = {"seat": mover, "phase": phase, "active": active, "cards": list(pieces), "hand": hand}
        view |= {"hand_sizes": sizes, "stamina": [5, 5], **more}
        return view | ({"discard": discard} if any(discard) else {})

    def _units(self, seat: int) -> list[str]:
        return [card for card in self._main[seat] if self._card[card].type == Type.UNIT]

    def _lines(self) -> Iterator[list[View]]:
        """A unit of each seat in play, if both have any."""
        for ours, theirs in product(self._units(0), self._units(1)):
            yield [_piece(0, ours, "a1"), _piece(1, theirs, "b5")]
        yield []

    def _pile(self, seat: int, size: int, without: str = "") -> dict[str, int]:
        """So many cards of a deck that differ: a deck has more than twice as many as any pile here."""
        return dict.fromkeys([card for card in self._main[seat] if card != without][:size], 1)

    # -- the set-up, the turn, luck

    def _mulligan(self) -> Iterator[View]:
        opening = {"cards": [], "set_up": {"stage": "first_exchange"}}
        yield {"seat": 0, "phase": "mulligan", "active": 0, "hand": self._pile(0, HAND), **opening}

    def _turn(self) -> Iterator[View]:
        for pieces in self._lines():
            yield self._view("turn", 0, 0, pieces, hand=self._pile(0, 2))

    def _place(self) -> Iterator[View]:
        for card in self._main[0]:
            if self._card[card].type in (Type.UNIT, Type.ITEM):
                placing = {"placing": {"card": card, "from": "hand", "seat": 0}}
                for pieces in self._lines():
                    yield self._view(
                        "place", 0, 0, pieces, hand={card: 1}, known=[{card: 1}, {}], pending=placing
                    )

    def _draw(self) -> Iterator[View]:
        pending = {"stage": "starting", "stamina_due": True, "draws": [1, 0]}
        yield self._view("draw", 0, 0, [], pending=pending)

    def _life(self) -> Iterator[View]:
        pending = {"stage": "striking_directly", "attacker": "b5"}
        for unit in self._units(0):
            yield self._view("life", 0, 0, [_piece(0, unit, "b5", attacked=True)], pending=pending)

    # -- reacts

    def _react(self) -> Iterator[View]:
        """Seat 1 reacts to what seat 0 does, or the other way round."""
        for mover in (1, 0):
            for name in (*self._main[mover], *self._heroes[mover]):
                for effect in (*self._card[name].effects, *self._card[name].ability):
                    if effect.when in STAGES:
                        yield from self._react_with(mover, self._card[name], effect)

    def _react_with(self, mover: int, card: Card, effect: Effect) -> Iterator[View]:
        for event, held in product(self._events(1 - mover, effect.when), self._held(mover, card, effect)):
            pieces = [*event.pop("pieces"), *held.pop("pieces", ())]
            yield self._view("react", mover, 1 - mover, pieces, pending=event, **held)

    def _held(self, seat: int, card: Card, effect: Effect) -> list[View]:
        """What the view can have for a seat to have a card with this effect."""
        if card.type == Type.ASSIST:
            return [{"hand": {card.id: 1}}]
        if card.type == Type.FIELD:
            return [{"fields": _both(seat, card.id, None)}]
        if effect in card.ability:
            return [{"top_hero": card.id}]
        return [{"pieces": [_piece(seat, card.id, square)]} for square in ("c2", "a3", _row(seat, "b1"))]

    def _events(self, seat: int, when: int) -> Iterator[View]:
        """What is under way, with the cards in play, when a seat does what an effect of this time answers."""
        event: View = {"stage": STAGES[when]}
        start, ahead, far = (_row(seat, square) for square in ("b1", "b2", "b4"))
        for ours, theirs in product(self._units(seat), self._units(1 - seat)):
            if when == Trigger.ENEMY_MOVES:
                moved = _piece(seat, ours, ahead, moved=True)
                yield {**event, "attacker": ahead, "defender": start, "pieces": [moved]}
            elif when == Trigger.ENEMY_STRIKES:
                yield {**event, "attacker": far, "pieces": [_piece(seat, ours, far, attacked=True)]}
            elif when == Trigger.ALLY_ATTACKED:
                pieces = [_piece(seat, ours, "b3", attacked=True), _piece(1 - seat, theirs, far)]
                yield {**event, "attacker": "b3", "defender": far, "pieces": pieces}
        first = Trigger.PLAYED if when == Trigger.ENEMY_PLAYS else Trigger.ACTION
        for name in self._main[seat]:
            for i, effect in enumerate(self._card[name].effects):
                if when in (Trigger.ENEMY_PLAYS, Trigger.ENEMY_USES) and effect.when == first:
                    pieces = [_piece(seat, name, start)] if self._card[name].type == Type.UNIT else []
                    at = {"attacker": start} if pieces else {}
                    link = _link(name, i, seat, at.get("attacker"))
                    yield {**event, **at, "chain": [link], "pieces": pieces}

    # -- effects that ask something

    def _of_effects(self, phase: str) -> Iterator[View]:
        for owner in (0, 1):
            for name in (*self._main[owner], *self._heroes[owner]):
                for i, effect in enumerate(effects_of(self._card[name])):
                    if ASKING[phase](effect):
                        yield from self._of_effect(phase, owner, self._card[name], i, effect)

    def _of_effect(self, phase: str, owner: int, card: Card, i: int, effect: Effect) -> Iterator[View]:
        """Views with this effect last on the chain, and cards that it can be about."""
        mover = 1 - owner if phase == "discard" and effect.who == Who.OPPONENT else owner
        active = 1 - owner if effect.when in STAGES else owner
        pending: View = {}
        if effect.when in STAGES or effect.when == Trigger.PLAYED:
            pending["stage"] = STAGES.get(effect.when, "played_card")
        if effect == card.price:
            pending["hero_due"] = True
        for squares, others in product(SQUARES, self._others(effect, owner)):
            for source, pieces, more in self._source(owner, card, i, squares[0]):
                pieces += [
                    _piece(seat, name, square, **marks)
                    for (seat, name, marks), square in zip(others, squares[1:], strict=False)
                ]
                link = _link(card.id, i, owner, source)
                if phase == "to":
                    link |= {"subject": squares[1] if others else source, "chosen": True}
                yield self._view(
                    phase, mover, active, pieces, **more, **self._piles(phase, mover, card, effect),
                    pending={**pending, "chain": [link]},
                )  # fmt: skip

    def _source(
        self, owner: int, card: Card, i: int, square: str
    ) -> Iterator[tuple[str | None, list[View], View]]:
        """The square of the card with the effect, the cards in play for it, and what else the view has."""
        when = effects_of(card)[i].when
        if when in (Trigger.DISCARD_ACTION, Trigger.HAND_ACTION, Trigger.DESTROYED):
            yield None, [], {}
        elif card.type in (Type.UNIT, Type.HERO) and i < len(card.effects):
            yield square, [_piece(owner, card.id, square)], {}
        elif card.type == Type.FIELD:
            yield None, [], {"fields": _both(owner, card.id, None)}
        elif card.type == Type.ITEM:
            for unit in self._units(owner):
                if self._number[unit] in card.onto:
                    yield square, [_piece(owner, unit, square, items=[card.id])], {}
        elif card.type == Type.HERO:
            yield None, [], {"top_hero": card.id}
        else:
            yield None, [], {}

    def _others(self, effect: Effect, owner: int) -> Iterator[list[tuple[int, str, View]]]:
        """Two cards in play that an effect can be about, or two enemies for an effect on no card."""
        if effect.verb > Verb.SWAP:
            yield []
            if effect.verb == Verb.FREEZE_LANE:
                yield [(1 - owner, unit, {}) for unit in self._units(1 - owner)[:2]]
            return
        seats = {Whose.ALLY: [owner], Whose.SELF: [], Whose.ENEMY: [1 - owner]}.get(
            effect.whose, [1 - owner, owner]
        )
        for seat in seats:
            able = [
                one
                for one in (*self._units(seat), *self._heroes[seat][:1])
                if self._number[one] in effect.which
            ]
            hurt = effect.half_damaged or effect.verb == Verb.HEAL
            marks = {one: {"damage": (self._card[one].hp + 1) // 2} if hurt else {} for one in able}
            for one, other in zip(able, able[1:] + able[:1], strict=True):
                yield [(seat, one, marks[one]), (seat, other, marks[other])]
        if not seats:
            yield []

    def _piles(self, phase: str, mover: int, card: Card, effect: Effect) -> View:
        """The cards outside play that a kind of decision is about, of the seat that decides."""
        if phase == "discard":
            return {"hand": self._pile(mover, 2, card.id)}
        if phase == "search":
            return {
                "searched": _both(mover, True, False),
                "penalty": self._pile(mover, self._penalty, card.id),
            }
        if phase == "order":
            return {"top_sizes": _both(mover, LOOKED, 0), "top": list(self._pile(mover, LOOKED, card.id))}
        if phase == "revive":
            units = [one for one in self._units(mover) if self._number[one] in effect.which]
            pile = {one: min(2, self._main[mover][one]) for one in units[:2]}
            return {"discard": _both(mover, pile, {})}
        return {"discard": _both(mover, {card.id: 1}, {})} if phase == "pay" else {}


def _both(seat: int, one: Any, other: Any) -> list[Any]:
    """A value for each seat, the first one for this seat."""
    return [one, other] if seat == 0 else [other, one]


def _row(seat: int, square: str) -> str:
    """The square as many rows from a seat's side as this one is from seat 0's."""
    return square if seat == 0 else f"{square[0]}{ROWS + 1 - int(square[1])}"


def _piece(seat: int, card: str, square: str, **more: Any) -> View:
    return {"seat": seat, "card": card, "square": square, **more}


def _link(card: str, effect: int, seat: int, source: str | None) -> View:
    """An effect that waits."""
    link: View = {"card": card, "seat": seat}
    return link | ({"effect": effect} if effect else {}) | ({"source": source} if source else {})
