"""The shortest views of each decision that a front end can write by hand, with the shipped cards."""

from typing import Any

from battlewise.core.games.battalia.cards import TERRAINS, VOLCANO, square_name

Json = dict[str, Any]

_FACTIONS = ("baerfolk", "islanders", "emberians", "cloudborn")
# Starting cities, neutral cities, by the number of players; of the volcano neutral cities only.
_START = {2: ("b2", "f6"), 3: ("d1", "a4", "g4"), 4: ("a1", "g1", "a7", "g7")}
_NEUTRAL = {2: ("f2", "b6"), 3: ("c3", "e3", "d6"), 4: ("d2", "b4", "f4", "d6")}
_HORN_NEUTRAL = {2: ("f2", "b6"), 3: ("c2", "e2", "d6"), 4: ("d2", "b4", "f4", "d6")}
# Roads from the first starting city to where another city may stand; with the volcano others.
_ROADS = {
    2: (("c2", "road_straight", "ew"),),
    3: (("d2", "road_turn", "nw"), ("c2", "road_tee", "esw")),
    4: (("b1", "road_straight", "ew"),),
}
_HORN_ROADS = {2: (("c2", "road_tee", "esw"),), 3: (("d2", "road_cross", "nesw"),), 4: _ROADS[4]}
_SANCTUARIES = {16: "woods", 18: "mountains", 32: "canyons", 30: "lakes"}
_HAND: Json = {"friman_baerfolk": 2, "chief_baerfolk": 1, "supply": 3}


def _middle(volcano: bool) -> Json:
    if not volcano:
        return {"d4": {"card": "ruins"}}
    cards: Json = {}
    for square in sorted(VOLCANO):
        card = "sanctuary" if square in _SANCTUARIES else "peak" if square == 24 else "crossroads"
        cards[square_name(square)] = {"card": card, "terrain": _SANCTUARIES.get(square)}
    return cards


def _city(terrain: str, owner: int | str, level: int) -> Json:
    return {"card": "city_cross", "terrain": terrain, "owner": owner, "level": level}


def _cities(players: int, volcano: bool) -> Json:
    cards = _middle(volcano)
    for i, square in enumerate(_START[players]):
        cards[square] = _city(TERRAINS[i], i, 1)
    for i, square in enumerate((_HORN_NEUTRAL if volcano else _NEUTRAL)[players]):
        cards[square] = _city(TERRAINS[i], "neutral", 4)
    return cards


def _set_up(players: int, volcano: bool, start: list[str], neutral: list[str]) -> Json:
    """The map before cities are chosen: of so many players' cities each has another terrain."""
    cards = _middle(volcano)
    cards |= {square: _city(TERRAINS[i % players], "free", 1) for i, square in enumerate(start)}
    return cards | {square: _city(TERRAINS[i % players], "neutral", 4) for i, square in enumerate(neutral)}


def _built(players: int, volcano: bool) -> Json:
    cards = _cities(players, volcano)
    for square, card, exits in (_HORN_ROADS if volcano else _ROADS)[players]:
        cards[square] = {"card": card, "exits": exits, "terrain": "woods"}
    return cards


def _player(seat: int, **more: Any) -> Json:
    """A player whose ten cards all have been seen."""
    cards = {"friman_islanders": 1, "friman_emberians": 2, "chief_islanders": 1, "priest_islanders": 1}
    if seat == 0:
        cards = {"friman_baerfolk": 2, "friman_islanders": 1, "chief_baerfolk": 1, "priest_baerfolk": 1}
    return {"faction": _FACTIONS[seat], "cards": {**cards, "supply": 5}, **more}


def _view(phase: str, players: int, volcano: bool, **more: Any) -> Json:
    """The second turn of seat 0, the first player, on the map of the start."""
    own, other = more.pop("own", {}), more.pop("other", {})
    view: Json = {
        "seat": 0,
        "phase": phase,
        "turn": players,
        "first": 0,
        "map": _cities(players, volcano),
        "players": [_player(0, **own), _player(1, **other)] + [_player(seat) for seat in range(2, players)],
        "hand": _HAND,
        **more,
    }
    if players == 2:
        view["absent"] = "cloudborn"
    return view


def minimal_views(
    players: int, volcano: bool, neutral_level: int, start_cities: list[str], neutral_cities: list[str]
) -> dict[str, Json]:
    """By phase, for so many players, with the squares of the cities of the set-up."""
    views = {
        "cohort": _view("cohort", players, volcano),
        "action": _view("action", players, volcano),
        "pay": _view(
            "pay", players, volcano,
            pending={"action": "build_road", "deck": "road_cross", "need": {"friman": 2, "supply": 1}},
        ),
        "exits": _view("exits", players, volcano, pending={"level": 1}, map=_built(players, volcano)),
        "put": _view(
            "put", players, volcano, pending={"card": "road_cross", "terrain": "woods"}
        ),
        "suspend": _view("suspend", players, volcano, **_armed()),
    }  # fmt: skip
    views["line"] = _attack(players, volcano)
    views["response"] = _response(players, volcano)
    start = _view("heroes", players, volcano)
    start |= {"turn": 0, "map": _set_up(players, volcano, start_cities, neutral_cities)}
    for player in start["players"]:
        player.pop("faction")
        player["cards"] = {"supply": 5}
        player["unseen"] = {"friman": 3, "chief": 1, "priest": 1}
    start["unseen"] = {
        "friman_baerfolk": 2, "friman_islanders": 1, "chief_baerfolk": 1, "priest_baerfolk": 1,
    }  # fmt: skip
    start["offered"] = [] if volcano else ["book", "crown", "sword", "shield", "wings"][: players + 1]
    if volcano:
        start["sanctuaries"] = {faction: [None, None] for faction in _FACTIONS}
    views["heroes"] = start
    for view in views.values():
        for card in view["map"].values():
            if card.get("owner") == "neutral":
                card["level"] = neutral_level
    return views


def _armed() -> Json:
    """A card has just been laid in ambush."""
    cards = {**_player(0)["cards"], "weapon_baerfolk": 2, "friman_islanders": 1}
    return {"own": {"cards": cards, "ambush": [None]}, "ambush": ["weapon_baerfolk"]}


def _attack(players: int, volcano: bool) -> Json:
    """A hero on a neutral city has opened with a weapon."""
    square = (_HORN_NEUTRAL if volcano else _NEUTRAL)[players][0]
    return _view(
        "line", players, volcano, own={"heroes": [square]}, table={"weapon_baerfolk": 1},
        battle={"square": square, "against": "place", "heroes": [1, 0], "strength": [1, 0], "cards": [1, 0]},
        pending={},
    )  # fmt: skip


def _response(players: int, volcano: bool) -> Json:
    """Seat 1 has attacked the city of seat 0."""
    square = _START[players][0]
    view = _view(
        "response", players, volcano, other={"heroes": [square]},
        table={"weapon_islanders": 1, "chief_islanders": 1},
        battle={"square": square, "against": "place", "heroes": [1, 0], "strength": [3, 0], "cards": [2, 0]},
    )  # fmt: skip
    return view | {"turn": players + 1}
