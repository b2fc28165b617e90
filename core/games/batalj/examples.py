"""The shortest views of each decision that a front end can write by hand, with the shipped cards."""

from typing import Any

Json = dict[str, Any]


def minimal_views(mode: str, players: int) -> dict[str, Json]:
    """By phase."""
    return _battle(players) if mode == "battle" else _foray(players)


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
        "foray": {"face_down": ["hamburg", "bremen"], "riders": riders, **more},
    }


def _foray(players: int) -> dict[str, Json]:
    start = _ride("start", players, own={"at": None})
    for rider in start["foray"]["riders"][1:]:
        rider.update(at=None, waiting=False)
    return {
        "start": start,
        "march": _ride("march", players, die=3, own={"at": "bremen", "booty": {"chest 5": 1}}),
    }


# -- battle

_FIEFS = (
    ["dalarna", "narke"], ["sodermanland", "smaland"], ["uppland", "halsingland"], ["vastergotland", "savolaks"],
    ["nyland", "abo"],
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
        war["sent"] = [{"fiefs": ["narke"]}, *({} for _ in range(players - 1))]
    return view


def _fight(phase: str, players: int, stage: str, **war: Any) -> Json:
    field = {
        "round": 1,
        "stage": stage,
        "soldiers": {"sweden": [3, 0, 0, 0, 0, 0, 3], "enemy": [0, 0, 0, 2, 3, 0, 2]},
        "commanders": {"sweden": [1, 0, 0, 0, 0, 0, 0], "enemy": [0, 0, 0, 0, 0, 0, 0]},
        "cards": ["left"],
        "spare": 1,
    }
    return _war(phase, players, **{**field, **war})


def _battle(players: int) -> dict[str, Json]:
    return {
        "commit": _war("commit", players),
        "form": _war("form", players, stage="forming", unplaced=["narke"], unplaced_soldiers=2, spare=1),
        "aim": _fight("aim", players, "swedish_guns", guns=[1, 0, 0], index=1),
        "attack": _fight("attack", players, "swedish_attacks"),
        "loss": _fight("loss", players, "enemy_attacks", area="left", losses=2, index=4),
        "redeploy": _fight("redeploy", players, "redeployment", step=3),
    }
