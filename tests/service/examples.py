"""The examples of requests and answers in the OpenAPI document, recorded from the service.

``python -m tests.service.examples`` writes them to ``api/schemas/examples.json``. Ids, tokens, seeds and
times are the same in each recording; only figures of searches differ.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from battlewise.core import Game, State, game
from tests.service.match_tables import keeper_of, service

FILE = Path(__file__).parents[2] / "api" / "schemas" / "examples.json"
GAMES = ("connect_four", "battlelore", "battalla", "history", "batalj", "battalia")
"""The first one, which is small, has examples of every operation."""
NEW_YEAR_MS = 1_767_225_600_000
SIMPLE = {
    "listGames": "/v1/games",
    "getGame": f"/v1/games/{GAMES[0]}",
    "getTutorial": f"/v1/games/{GAMES[0]}/tutorial",
    "getLimits": "/v1/limits",
    "getHealth": "/healthz",
    "getReadiness": "/readyz",
    "getProblems": "/problems",
    "getProblem": "/problems/illegal-move",
}
"""Paths of requests without a body about nothing that was made before."""
ONE_OF_MANY = ("text/event-stream", "application/x-ndjson")
"""Types whose documented schema is that of one part."""
VARYING = (
    "chooseMove", "giveHint", "analyseBatch", "analyse", "getAnalysis", "cancelAnalysis", "createTournament",
)  # fmt: skip
"""Operations whose answers have figures of a search, or say how far work has come."""

Doc = dict[str, Any]
START = 150  # characters of a picture


class Recorder:
    """Sends requests and keeps them with their answers."""

    def __init__(self, client: FlaskClient) -> None:
        self.examples: list[Doc] = []
        self._client = client

    def stream(self, path: str, body: Doc) -> TestResponse:
        """The answer to a request, which is not read yet."""
        return self._client.post(path, json=body, buffered=False)

    def ask(
        self,
        operation: str,
        name: str,
        summary: str,
        path: str,
        body: Doc | None = None,
        method: str = "POST",
        token: str | None = None,
        **headers: str,
    ) -> Any:
        """Send a request and keep it, with its answer, as an example of an operation."""
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        answer = self._client.open(path, method=method, json=body, headers=headers)
        kind = answer.mimetype
        known = _answered(answer)
        one = {"operation": operation, "name": name, "summary": summary, "status": str(answer.status_code)}
        asked = {} if body is None or answer.status_code >= 400 else {"request": body}
        self.examples.append({**one, "type": kind, **asked, "answer": known})
        return known


def _answered(answer: TestResponse) -> Any:
    if answer.mimetype == "image/svg+xml":
        return f"{answer.text[:START]} ..."
    one_of_many = answer.mimetype in ONE_OF_MANY
    return json.loads(_first_data(answer.text)) if one_of_many else answer.get_json(force=True)


def _first_data(text: str) -> str:
    """The data of the first event in a stream, or the first line."""
    lines = text.splitlines()
    return next((line[6:] for line in lines if line.startswith("data: ")), lines[0])


def record() -> list[Doc]:
    """All examples, by a service of their own."""
    with _same_each_time() as client:
        recorder = Recorder(client)
        for operation, path in SIMPLE.items():
            recorder.ask(operation, "default", "All there is", path, method="GET")
        for game_id in GAMES:
            _stateless(recorder, game(game_id))
        _cancelled_batch(recorder, game(GAMES[0]))
        for game_id in GAMES:
            _match(recorder, game(game_id))
        _errors(recorder)
        _rest_of_a_match(recorder)
        _tournament(recorder)
    return recorder.examples


@contextmanager
def _same_each_time() -> Iterator[FlaskClient]:
    """A client of a service whose ids, tokens and seeds count up, and whose clock stands still."""
    app = service()
    numbers = count(1)

    def secret(size: int) -> str:
        return f"{next(numbers):0{size * 4 // 3}d}"

    keeper = keeper_of(app)
    keeper.secret = secret  # type: ignore[assignment]
    keeper.now = lambda: NEW_YEAR_MS
    with ExitStack() as stack:
        secrets = stack.enter_context(patch("battlewise.api.matches.match.secrets"))
        secrets.token_hex = lambda size: f"{next(numbers):0{2 * size}x}"
        secrets.randbits = lambda _: next(numbers)
        for module in ("searches.tournaments", "routes.batches"):
            stack.enter_context(patch(f"battlewise.api.{module}.token_urlsafe", secret))
        yield app.test_client()


def _stateless(recorder: Recorder, rules: Game) -> None:
    title, path = rules.title, f"/v1/games/{rules.id}"
    view = _decision(rules)
    legal = recorder.ask("listLegalMoves", rules.id, title, f"{path}/legal-moves", {"view": view})
    choice = {"view": view, "level": "easy", "seed": 7, "top_k": 2}
    recorder.ask("chooseMove", rules.id, title, f"{path}/moves", choice)
    recorder.ask("giveHint", rules.id, title, f"{path}/hints", choice)
    rollout = {"view": view, "bot": "random", "seed": 7, "trials": 2, "top_k": 2}
    recorder.ask("rollOut", rules.id, title, f"{path}/rollouts", rollout)
    recorder.ask("next", rules.id, title, f"{path}/next", {"view": view, "move": legal["moves"][0]["doc"]})
    seat = view["seat"]
    recorder.ask("explain", rules.id, title, f"{path}/explain", {"view": view, "thing": f"seat:{seat}"})
    batch = {"game": rules.id, "level": "easy", "seed": 7, "top_k": 2, "views": [{"id": "a", "view": view}]}
    recorder.ask("analyseBatch", rules.id, title, "/v1/analyses", batch)
    recorder.ask("drawView", rules.id, title, f"{path}/picture", {"view": view, "layout": "narrow"})
    chance = _chance(rules)
    if chance is not None:
        recorder.ask("outcomes", rules.id, title, f"{path}/outcomes", {"view": chance})
    elif rules.id == GAMES[0]:
        recorder.ask("outcomes", rules.id, f"{title}: no chance", f"{path}/outcomes", {"view": view})
    record = {"game": rules.id, "options": rules.options, "seed": 7, "moves": []}
    recorder.ask("playRecord", rules.id, title, f"{path}/positions", {"record": record, "seat": 0})


def _cancelled_batch(recorder: Recorder, rules: Game) -> None:
    """A batch that is cancelled while its answer is still being read."""
    batch = {"game": rules.id, "level": "easy", "seed": 7, "views": [{"view": _decision(rules)}]}
    with recorder.stream("/v1/analyses", batch) as answer:
        path = answer.headers["Location"]
        recorder.ask("cancelBatch", rules.id, "Cancelled at once", path, method="DELETE")


def _decision(rules: Game) -> Doc:
    """The first of the shortest views in which its seat is to move, and can choose."""
    for view in rules.minimal_views().values():
        state = rules.from_view(view, seed=0)
        if state.to_move == view["seat"] and len(state.legal()) > 1:
            return view
    raise AssertionError(f"{rules.id} has no view of a decision")


def _chance(rules: Game) -> Doc | None:
    """A view with few outcomes of chance; None for a game without chance."""
    random = Random(1)
    for seed in range(20):
        state = rules.new(seed=seed, chance="ask")
        while not state.is_over:
            if state.is_chance and (view := _of_few_outcomes(rules, state)) is not None:
                return view
            state.roll() if state.is_chance else state.play(random.choice(state.legal()))
    return None


def _of_few_outcomes(rules: Game, state: State) -> Doc | None:
    view = state.view(0)
    return view if 2 <= len(rules.outcomes(view)) <= 8 else None


def _match(recorder: Recorder, rules: Game) -> None:
    """A match against bots, created and joined."""
    seats = [{"kind": "person", "name": "Ada"}] + [{"kind": "bot", "level": "easy"}] * (rules.seats - 1)
    body: Doc = {"game": rules.id, "seats": seats}
    made = recorder.ask("createMatch", rules.id, rules.title, "/v1/matches", body)
    path, token = f"/v1/matches/{made['match']['id']}", made["invitations"][0]["token"]
    join = {"seed": "four dice on a table"}
    recorder.ask("joinMatch", rules.id, rules.title, f"{path}/join", join, token=token)


def _rest_of_a_match(recorder: Recorder) -> None:
    """A match of the small game to its end."""
    name, title = GAMES[0], game(GAMES[0]).title
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bo"}]
    body = {"game": name, "seats": seats, "start": "now", "hints": True, "spectators": "open"}
    made = recorder.ask("createMatch", "people", "Two people, without seeds", "/v1/matches", body)
    path, host = f"/v1/matches/{made['match']['id']}", made["host_token"]
    one, other = (invitation["token"] for invitation in made["invitations"])

    def tell(operation: str, rest: str, body: Doc | None = None, token: str = one, **more: Any) -> Any:
        return recorder.ask(operation, name, title, path + rest, body, token=token, **more)

    recorder.ask("getMatch", name, title, path, method="GET", token=one)
    tell("drawMatch", "/picture?layout=wide", method="GET")
    hint = tell("analyse", "/analyses", {"kind": "hint", "level": "easy", "seed": 7, "top_k": 2})
    tell("getAnalysis", f"/analyses/{hint['id']}?wait=20", method="GET")
    tell("cancelAnalysis", f"/analyses/{hint['id']}", method="DELETE")
    body = {"kind": "rollout", "bot": "greedy", "seed": 7, "trials": 20, "top_k": 2}
    rollout = recorder.ask("analyse", "rollout", "By whole games", f"{path}/analyses", body, token=one)
    done = f"{path}/analyses/{rollout['id']}?wait=20"
    recorder.ask("getAnalysis", "rollout", "By whole games", done, method="GET", token=one)
    version = made["match"]["version"]
    tell("act", "/actions", {"action": "move", "move": "d"}, **{"If-Match": f'"{version}"'})
    last = made["match"]["version"] + 1
    recorder.ask("act", "resign", "Resign", f"{path}/actions", {"action": "resign"}, token=other)
    tell("getEvents", f"/events?after={last - 1}", method="GET")
    tell("getEvents", "/events", method="GET", Accept="text/event-stream")
    found = tell("getRecord", "/record", method="GET")
    recorder.ask("verifyRecord", name, title, "/v1/records/verify", {"record": found, "seal": found["seal"]})
    tell("askForRematch", "/rematch")
    tell("rotateToken", "/seats/0/token")
    tell("rotateHostToken", "/host/token", token=host)


def _tournament(recorder: Recorder) -> None:
    name, title = "leduc", "Two bots"
    body = {"game": name, "entrants": {"chance": "random", "care": "greedy"}, "blocks": 2}
    made = recorder.ask("createTournament", name, title, "/v1/tournaments", body)
    path = f"/v1/tournaments/{made['tournament']['id']}"
    recorder.ask("getTournament", name, title, f"{path}?wait=30", method="GET")
    recorder.ask("getTournamentGames", name, title, f"{path}/games", method="GET")
    recorder.ask("cancelTournament", name, title, path, method="DELETE", token=made["token"])


def _errors(recorder: Recorder) -> None:
    view = _decision(game(GAMES[0]))
    wrong = {"view": {**view, "seat": 5}}
    path = f"/v1/games/{GAMES[0]}"
    recorder.ask("chooseMove", "field", "A wrong field", f"{path}/moves", wrong)
    recorder.ask("next", "move", "A move that is not legal", f"{path}/next", {"view": view, "move": "z"})


if __name__ == "__main__":
    FILE.write_text(json.dumps(record(), indent=1, ensure_ascii=False) + "\n", "utf-8")
