"""The shortest views of each decision that a front end can write by hand, with the shipped cards."""

from typing import Any

Json = dict[str, Any]


def minimal_views(mode: str, players: int, all_markers: bool) -> dict[str, Json]:
    """By phase.

    :param all_markers: whether every small city of a foray gets a marker, so that a treasurer places none.
    """
    if mode == "campaign":
        return _campaign(players)
    return _battle(players) if mode == "battle" else _foray(players, all_markers)


# -- foray


def _ride(phase: str, players: int, **more: Any) -> Json:
    """All stand in Bremen or at their starts; seat 0 is to ride."""
    riders = [{"status": "riding", "at": "lubeck", "waiting": True} for _ in range(players)]
    own = more.pop("own", {})
    riders[0] = {"status": "riding", **own}
    return {
        "seat": 0,
        "phase": phase,
        "order": list(range(players)),
        "foray": {"face_down": {"hamburg": 1, "bremen": 1}, "riders": riders, **more},
    }


def _ready(phase: str, players: int, **more: Any) -> Json:
    """Nobody has a space yet."""
    view = _ride(phase, players, own={"at": None}, **more)
    for rider in view["foray"]["riders"][1:]:
        rider.update(at=None, waiting=False)
    return view


def _foray(players: int, all_markers: bool = True) -> dict[str, Json]:
    start = _ready("start", players)
    del start["foray"]["face_down"]
    placing = {} if all_markers else {"markers": _ready("markers", players, face_down={})}
    return {
        **placing,
        "start": start,
        "march": _ride("march", players, die=3, own={"at": "bremen", "booty": {"chest_5": 1}}),
    }


# -- battle

_FIEFS = (
    {"dalarna": 1, "narke": 1}, {"sodermanland": 1, "smaland": 1}, {"uppland": 1, "halsingland": 1},
    {"vastergotland": 1, "savolaks": 1}, {"nyland": 1, "abo": 1},
)  # fmt: skip


def _war(phase: str, players: int, **war: Any) -> Json:
    """Seat 0 leads, with Närke on the left and Dalarna in the reserve."""
    view: Json = {
        "seat": 0,
        "phase": phase,
        "players": [{"fiefs": _FIEFS[seat]} for seat in range(players)],
        "war": war,
    }
    if phase != "commit":
        war["leader"] = 0
        war["sent"] = [{"fiefs": {"narke": 1}}, *({} for _ in range(players - 1))]
    return view


def _fight(phase: str, players: int, stage: str, **war: Any) -> Json:
    field = {
        "round": 1,
        "stage": stage,
        "soldiers": {"sweden": [3, 0, 0, 0, 0, 0, 3], "enemy": [0, 0, 0, 2, 3, 0, 2]},
        "commanders": {"sweden": [1, 0, 0, 0, 0, 0, 0], "enemy": [0, 0, 0, 0, 0, 0, 0]},
        "cards": {"left": 1},
        "spare": 1,
    }
    return _war(phase, players, **{**field, **war})


def _battle(players: int) -> dict[str, Json]:
    return {
        "commit": _war("commit", players),
        "form": _war("form", players, stage="forming", unplaced={"narke": 1}, unplaced_soldiers=2, spare=1),
        "aim": _fight("aim", players, "swedish_guns", guns=[1, 0, 0], index=1),
        "attack": _fight("attack", players, "swedish_attacks"),
        "loss": _fight("loss", players, "enemy_attacks", area="left", losses=2, index=4),
        "redeploy": _fight("redeploy", players, "redeployment", step=3),
    }


# -- campaign


def _reign(phase: str, players: int, **more: Any) -> Json:
    """The seventh reign: seat 0 is the first to move; every seat has two fiefs and holds Event cards."""
    seats: list[Json] = [
        {"fiefs": _FIEFS[seat], "gold": 20, "hand_size": 1, "traders": {"russia": 1}}
        for seat in range(players)
    ]
    seats[1].update(more.pop("other", {}))
    view: Json = {
        "seat": 0,
        "phase": phase,
        "reign": 6,
        "players": seats,
        "hand": {"exchange": 1},
        "order": [0],
        "realm": {"display": {"caroleans": 1, "orbyhus": 1}},
        **more,
    }
    seats[0]["hand_size"] = sum(view["hand"].values())
    return view


def _event(phase: str, players: int, card: str, **more: Any) -> Json:
    view = _reign(phase, players)
    view["event"] = {"card": card, "seat": 1, **more}
    view.update(order=[], window="reveal")
    return view


def _plague(players: int) -> Json:
    """Seat 0 has a fief beside Uppland."""
    view = _event("plague", players, "plague", target={"fief": "uppland"}, seats_left=[0])
    view["players"][0]["cards"] = {"karin_mansdotter": 1, "olaus_magnus": 1}
    return view


def _enemies(view: Json, **war: Any) -> Json:
    """The same seats at war with Denmark."""
    view.update(enemy="denmark", order=[])
    view["war"] = war
    return view


def _fought(phase: str, players: int, stage: str, **war: Any) -> Json:
    return _enemies(_reign(phase, players), **_fight(phase, players, stage, **war)["war"])


def _campaign(players: int) -> dict[str, Json]:
    ride = {"declared": True, "regent": "red_pillage", "order": list(range(players))}
    marching = _ride("march", players, die=3, own={"at": "bremen", "booty": {"chest_5": 1}})["foray"]
    starting = _foray(players)["start"]["foray"]
    placing = _ready("markers", players, face_down={})["foray"]
    placing["riders"][0]["loot"] = {"chest_1": 2, "chalice_1": 3, "chest_5": 1, "chest_10": 1}
    sent = [{"fiefs": {"narke": 1}}, *({} for _ in range(players - 1))]
    first = _reign("first_trader", players, order=[], reign=0)
    for seat in first["players"]:
        seat["traders"] = {}
    return {
        "first_trader": first,
        "regency": _reign("regency", players, reign=1, regent="green_regency", war={"leader": 0}, order=[]),
        "enemy": _reign("enemy", players, regent="red_elective_war", war={"leader": 0}, order=[]),
        "window": _reign(
            "window",
            players,
            window="reveal",
            order=[],
            hand={"tax_refund": 1},
            realm={"passed": list(range(2, players))},
        ),
        "declare": _reign("declare", players, regent="red_pillage", order=list(range(players))),
        "act": _reign("act", players),
        "trader": _reign("trader", players, act={"activity": "trade"}),
        "fief": _reign("fief", players, act={"activity": "agriculture"}),
        "history": _reign("history", players, act={"activity": "culture", "purchases": 1}),
        "chancellor": _reign("chancellor", players, act={"home": "act"}),
        "debt": _reign("debt", players, act={"activity": "trade", "owed": 2}),
        "after": _reign("after", players, hand={"tax_refund": 1}),
        "target": _reign("target", players, event={"card": "loan"}),
        "reaction": {
            **_event("reaction", players, "tax_refund", passed=[1, *range(2, players)]),
            "hand": {"connections_to_the_court": 1},
        },
        "give": _reign(
            "give",
            players,
            event={"card": "exchange", "target": {"seat": 1}},
            hand={"loan": 1, "tax_refund": 1},
        ),
        "plague": _plague(players),
        "wrath": _event("wrath", players, "royal_wrath", target={"seat": 0}),
        "commit": _enemies(_reign("commit", players), committed=-6 % players),
        "form": _enemies(
            _reign("form", players),
            **_war("form", players, stage="forming", unplaced={"narke": 1}, unplaced_soldiers=2, spare=1)[
                "war"
            ],
        ),
        "aim": _fought("aim", players, "swedish_guns", guns=[1, 0, 0], index=1),
        "attack": _fought("attack", players, "swedish_attacks"),
        "reroll": _fought(
            "reroll",
            players,
            "swedish_attacks",
            tactician=True,
            rerolled=5,
            area="far_left",
            commanders={},
        ),
        "loss": _fought("loss", players, "enemy_attacks", area="left", losses=2, index=4),
        "redeploy": _fought("redeploy", players, "redeployment", step=3),
        "spoils": _enemies(
            _reign("spoils", players, realm={"owing": [0]}), stage="spoils", victory="sweden", sent=sent
        ),
        "defeat": _enemies(
            _reign("defeat", players, realm={"owing": [0]}), stage="mourning", victory="enemy", sent=sent
        ),
        "markers": _reign("markers", players, **ride, foray=placing),
        "start": _reign("start", players, **ride, foray=starting),
        "march": _reign("march", players, **ride, foray=marching),
    }
