"""The shortest views of each decision that a front end can write by hand, with the shipped cards."""

import copy
from typing import Any

from battlewise.core.games.battalia.cards import TERRAINS, VOLCANO, square_name
from battlewise.core.games.battalia.facts import PROMPTS

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
_HAND: Json = {"friman_baerfolk": 1, "friman_islanders": 1, "chief_baerfolk": 1, "supply": 3}


def _middle(volcano: bool) -> Json:
    if not volcano:
        return {"d4": {"card": "ruins"}}
    cards: Json = {}
    for square in sorted(VOLCANO):
        card = "sanctuary" if square in _SANCTUARIES else "peak" if square == 24 else "crossroads"
        cards[square_name(square)] = {"card": card}
        if square in _SANCTUARIES:
            cards[square_name(square)]["terrain"] = _SANCTUARIES[square]
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
        cards[square] = {"card": card, "terrain": "woods"}
        if exits != "nesw":
            cards[square]["exits"] = exits
    return cards


def _player(seat: int, **more: Any) -> Json:
    """A player whose ten cards all have been seen."""
    cards = {"friman_islanders": 1, "friman_emberians": 2, "chief_islanders": 1, "priest_islanders": 1}
    if seat == 0:
        cards = {"friman_baerfolk": 2, "friman_islanders": 1, "chief_baerfolk": 1, "priest_baerfolk": 1}
    return {"faction": _FACTIONS[seat], "cards": {**cards, "supply": 5}, **more}


def _view(phase: str, players: int, volcano: bool, **more: Any) -> Json:
    """The first turn, of seat 0, on the map of the start."""
    own, other = more.pop("own", {}), more.pop("other", {})
    view: Json = {
        "seat": 0,
        "phase": phase,
        "turn": 0,
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
    players: int,
    volcano: bool,
    spoils: bool,
    neutral_level: int,
    start_cities: list[str],
    neutral_cities: list[str],
) -> dict[str, Json]:
    """By phase, for so many players, with the squares of the cities of the set-up.

    :param spoils: whether a great artefact can be won before the game ends.
    """
    views = _set_ups(players, volcano, _set_up(players, volcano, start_cities, neutral_cities))
    views |= {
        "cohort": _view("cohort", players, volcano),
        "action": _view("action", players, volcano),
        "pay": _view(
            "pay", players, volcano,
            pending={"action": "build_road", "deck": "road_cross", "need": {"friman": 1, "supply": 1}},
        ),
        "exits": _view("exits", players, volcano, pending={"level": 1}, map=_built(players, volcano)),
        "put": _view(
            "put", players, volcano, pending={"card": "road_cross", "terrain": "woods"}
        ),
        "site": _site(players, volcano),
        "suspend": _view("suspend", players, volcano, **_in_ambush(1)),
        "line": _attack(players, volcano),
        "response": _response(players, volcano),
    }  # fmt: skip
    views |= {
        phase: _view(phase, players, volcano, **more) for phase, more in _played(_START[players][0]).items()
    }
    if spoils:
        views["spoils"] = _spoils(players, volcano)
    for view in views.values():
        for card in view["map"].values():
            if card.get("owner") == "neutral":
                card["level"] = neutral_level
    return {phase: views[phase] for phase in PROMPTS if phase in views}


def _set_ups(players: int, volcano: bool, cards: Json) -> dict[str, Json]:
    """Before factions are chosen, and before cities are."""
    views = {}
    for phase, first in (("heroes", 0), ("start", 1)):
        view = _view(phase, players, volcano)
        view |= {"first": first, "map": copy.deepcopy(cards)}
        for player in view["players"]:
            if phase == "heroes":
                player.pop("faction")
            player["cards"] = {"supply": 5}
        for player in view["players"][1:]:
            player["unseen"] = {"friman": 3, "chief": 1, "priest": 1}
        view["unseen"] = {
            "friman_baerfolk": 2, "friman_islanders": 1, "chief_baerfolk": 1, "priest_baerfolk": 1,
        }  # fmt: skip
        if volcano:
            view["sanctuaries"] = {faction: [None, None] for faction in _FACTIONS}
        else:
            view["offered"] = ["book", "crown", "sword", "shield", "wings"][: players + 1]
        views[phase] = view
    return views


def _played(square: str) -> dict[str, Json]:
    """By phase, what the view has once an artefact was played that leads to it.

    :param square: of a hero.
    """
    return {
        "title": {"table": {"title_baerfolk": 1}, "pending": {"title": "title_baerfolk"}},
        "amulet": {"table": {"amulet_baerfolk": 1}},
        "wild": {"table": {"amulet_baerfolk": 1, "friman_baerfolk": 1}, "pending": {"faction": "baerfolk"}},
        "displace": {"table": {"amulet_baerfolk": 1}, "pending": {"card": "supply"}, **_in_ambush(3)},
        "scroll": {"table": {"scroll_baerfolk": 1}, "pending": {"scroll": "scroll_baerfolk"}},
        "station": {
            "own": {"tents": [{"tent": "tent_baerfolk", "cards": []}]},
            "pending": {"tent": 0, "room": 1},
        },
        "horn": {"table": {"horn": 1}, "pending": {"left": 2}},
        "rob": {"table": {"hand": 1}},
        "steal": {
            "table": {"hand": 1},
            "other": {"nation": {"friman_emberians": 1, "supply": 3}},
            "pending": {"seat": 1},
        },
        "staff": {"table": {"staff": 1}},
        "wings": {"table": {"wings": 1}, "own": {"heroes": [square]}},
    }


def _site(players: int, volcano: bool) -> Json:
    """A city is raised, and there are two for it."""
    view = _view("site", players, volcano, pending={"action": "upgrade", "level": 2})
    square = (_HORN_NEUTRAL if volcano else _NEUTRAL)[players][0]
    view["map"][square] |= {"owner": 0, "level": 1}
    return view


def _spoils(players: int, volcano: bool) -> Json:
    """A hero has overcome the guards of great artefacts."""
    if not volcano:
        return _view("spoils", players, volcano, own={"heroes": ["d4"]}, offered=["sword", "shield"])
    view = _view(
        "spoils", players, volcano, own={"heroes": [square_name(min(_SANCTUARIES))], "seals": ["baerfolk"]},
        sanctuaries={"baerfolk": ["sword", "shield"]}, pending={"sanctuary": "baerfolk"},
    )  # fmt: skip
    view["map"][_START[players][0]]["owner"] = 1  # a city beside the seal might be points enough to win
    return view


def _in_ambush(places: int) -> Json:
    """The own ambush has so many cards."""
    cards = {**_player(0)["cards"], "weapon_baerfolk": 2, "supply": 7}
    own = {"cards": cards, "ambush": [None] * places}
    return {"own": own, "ambush": ["weapon_baerfolk", "supply", "supply"][:places]}


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
    return view | {"turn": 1}
