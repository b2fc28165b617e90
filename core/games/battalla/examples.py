"""For each kind of decision, the shortest view that a front end can write by hand."""

from typing import Any

View = dict[str, Any]


def _card(seat: int, card: str, square: str, **more: Any) -> View:
    return {"seat": seat, "card": card, "square": square, **more}


def _view(phase: str, cards: list[View], hand: View, seat: int = 0, **more: Any) -> View:
    """A view in seat 0's turn in which the other seat holds two cards."""
    sizes = [sum(hand.values()), 2] if seat == 0 else [2, sum(hand.values())]
    view: View = {"seat": seat, "phase": phase, "active": 0, "cards": cards, "hand": hand}
    return {**view, "hand_sizes": sizes, "stamina": [5, 1], **more}


def _effect(card: str, seat: int, source: str | None = None, **more: Any) -> View:
    return {"chain": [{"card": card, "seat": seat, "source": source, **more}]}


def _assist(card: str) -> View:
    """An assist that seat 0 has played, and whose effect is under way."""
    return {"stage": "played_card", **_effect(card, 0)}


def first_views() -> dict[str, View]:
    """The views in which no card is named: before the opening hands."""
    opening: View = {"active": 0, "cards": [], "hand": {}, "set_up": {"stage": "opening"}}
    return {phase: {"seat": 0, "phase": phase, **opening} for phase in ("roll", "seat")}


def minimal_views() -> dict[str, View]:
    """The views by name of their phase, for the decks sun and forest."""
    guard, pixie = _card(0, "jackal_guard", "a1"), _card(1, "pixie", "b5")
    fighting = [_card(0, "charioteer", "b3", attacked=True), _card(1, "dryad", "b4")]
    return {
        **first_views(),
        "mulligan": {
            "seat": 0,
            "phase": "mulligan",
            "active": 0,
            "cards": [],
            "hand": {"jackal_guard": 2, "mummy": 2, "ammit": 1},
            "hand_sizes": [5, 5],
            "set_up": {"stage": "first_exchange"},
        },
        "turn": _view("turn", [guard, pixie], {"mummy": 1, "khopesh": 1}),
        "place": _view(
            "place",
            [guard, pixie],
            {"mummy": 1},
            known=[{"mummy": 1}, {}],
            pending={"placing": {"card": "mummy", "from": "hand", "seat": 0}},
        ),
        "react": _view(
            "react",
            fighting,
            {"fairy_ring": 1, "pixie": 1},
            seat=1,
            pending={"stage": "striking", "attacker": "b3", "defender": "b4"},
        ),
        "target": _view(
            "target",
            [*fighting, _card(1, "kelpie", "c5")],
            {"mummy": 1},
            pending=_assist("curse_of_sand"),
        ),
        "to": _view(
            "to",
            [guard, pixie],
            {"mummy": 1},
            active=1,
            turn=1,
            pending=_effect("pixie", 1, "b5", subject="b5", chosen=True),
        ),
        "discard": _view(
            "discard",
            [guard],
            {"mummy": 1, "ammit": 1},
            pending=_effect("isis", 0, effect=2),
        ),
        "search": _view(
            "search",
            [_card(0, "priest_of_thoth", "a1", fresh=True)],
            {"mummy": 1},
            searched=[True, False],
            penalty={"mummy": 1, "sphinx": 1, "ammit": 1, "khopesh": 2},
            pending=_effect("priest_of_thoth", 0, "a1"),
        ),
        "revive": _view(
            "revive",
            [guard],
            {"mummy": 1},
            discard=[{"charioteer": 1}, {}],
            pending=_assist("book_of_the_dead"),
        ),
        "draw": _view(
            "draw", [guard], {"mummy": 1}, pending={"stage": "starting", "stamina_due": True, "draws": [1, 0]}
        ),
        "life": _view(
            "life",
            [_card(0, "charioteer", "b5", attacked=True)],
            {},
            pending={"stage": "striking_directly", "attacker": "b5"},
        ),
    }
