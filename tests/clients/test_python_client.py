"""The Python client against a service: everything that it can ask, its retries and its resumed streams."""

import asyncio
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import httpx
import pytest

from battlewise.core import game
from battlewise_client import AsyncService, Match, ProblemError, Service, problems
from battlewise_client.types import SeatIn
from tests.clients.test_generated import ROOT, run

PACKAGE = ROOT / "api" / "clients" / "python"
DOCUMENTS = [ROOT / "README.md", ROOT / "docs" / "clients.md", PACKAGE / "README.md"]
AGAINST_A_BOT: list[SeatIn] = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]
VIEW = {"seat": 0, "board": ["......."] * 4 + ["...o...", "...x..."]}


@pytest.fixture
def service(address: str) -> Iterator[Service]:
    with Service(address) as made:
        yield made


def test_a_table_of_its_own(service: Service) -> None:
    assert "battlelore" in [one["id"] for one in service.games()["games"]]
    assert service.game("connect_four")["full_view"]["seat"] == 0
    assert service.limits()["tournament_games"] > 0
    legal = service.legal_moves("connect_four", view=VIEW)
    assert len(legal["moves"]) == 7
    chosen = service.choose_move("connect_four", view=VIEW, level="easy", seed=7)
    assert chosen["move"] in legal["moves"]
    after = service.next_view("connect_four", view=VIEW, move=chosen["move"]["doc"])
    assert after["to_move"] == 1
    dealt = service.outcomes("leduc", view=game("leduc").minimal_views()["board"])
    assert sum(one["probability"] for one in dealt["outcomes"]) == pytest.approx(1)
    record = service.position("leduc", record={"seed": 3}, seat=0)["record"]
    assert service.position("leduc", record=record, seat=0)["record"] == record


def test_a_match(service: Service) -> None:
    key = "a key that nobody knows"
    made = service.create_match(game="leduc", seats=AGAINST_A_BOT, idempotency_key=key)
    assert service.create_match(game="leduc", seats=AGAINST_A_BOT, idempotency_key=key).made == made.made
    me = made.seats[0]
    assert me.join(name="Ada", seed="dice")["seats"][0]["name"] == "Ada"
    heard: list[int] = []
    reader = Thread(target=lambda: heard.extend(event["number"] for event in me.events()))
    reader.start()
    for match in me.turns():
        with pytest.raises(ProblemError) as refused:
            me.move("no such move", match["version"])
        assert refused.value.status == 422
        assert [move["text"] for move in refused.value.moves] == [move["text"] for move in match["moves"]]
        with pytest.raises(ProblemError) as stale:
            me.move(match["moves"][0]["text"], 1)
        assert (stale.value.status, stale.value.version) == (412, match["version"])
        assert me.hint(level="easy")["reasons"]
        me.move(match["moves"][-1]["doc"], match["version"])
    reader.join(10)
    last = me.state()["version"]
    assert heard == list(range(1, last + 1))
    end = me.event_list(last - 1)["events"][0]
    assert end["type"] == "end"
    record = me.record()
    assert service.verify(record=dict(record), seal=end["seal"])["sound"]
    assert not service.verify(record=dict(record), seal="0" * 64)["sound"]
    review = me.analyse(kind="review", bot="mcts:iterations=20")
    assert me.cancel_analysis(review["id"])["status"] in ("cancelled", "done")
    old = me.token
    me.change_token(0)
    assert me.token != old
    assert made.host.state()["result"] == me.state()["result"]
    assert me.rematch()["match"] is not None


def test_a_tournament(service: Service) -> None:
    made = service.create_tournament(game="leduc", entrants={"a": "random", "b": "greedy"}, blocks=2000)
    known = made["tournament"]["id"]
    assert service.tournament(known, wait=20, games=0)["games"] > 0
    with pytest.raises(ProblemError) as refused:
        service.cancel_tournament(known, "no token")
    assert refused.value.status == 401
    assert service.cancel_tournament(known, made["token"])["status"] == "cancelled"
    assert set(next(service.tournament_games(known))["seats"]) == {"a", "b"}


def test_asyncio(address: str) -> None:
    async def play() -> int:
        async with AsyncService(address) as service:
            made = await service.create_match(game="leduc", seats=AGAINST_A_BOT)
            me = made.seats[0]
            await me.join(seed="dice")
            async for match in me.turns():
                await me.move(match["moves"][0]["text"], match["version"])
            numbers = [event["number"] async for event in me.events()]
            assert numbers == list(range(1, (await me.state())["version"] + 1))
            return len(numbers)

    assert asyncio.run(play()) > 3


def test_a_refusal_names_the_field(service: Service) -> None:
    with pytest.raises(ProblemError, match=r"422: seats") as refused:
        service.create_match(game="pig", seats=[{}])
    assert refused.value.fields == ["seats"]


# -- a connection that fails


class Failing(httpx.BaseTransport):
    """Answers as a service does, save that some answers are lost or refusals."""

    def __init__(self, faults: list[Callable[[], httpx.Response]]) -> None:
        self._faults = faults
        self._real = httpx.HTTPTransport()
        self.asked: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if self._faults:
            self._real.handle_request(request).read()  # the service has done it
            return self._faults.pop(0)()
        return self._real.handle_request(request)


def lost() -> httpx.Response:
    raise httpx.ReadError("the connection was lost")


def busy() -> httpx.Response:
    return httpx.Response(503, headers={"Retry-After": "0"}, json={"detail": "full"})


def failing(address: str, *faults: Callable[[], httpx.Response]) -> tuple[Service, Failing]:
    """A client whose first answers are faults."""
    transport = Failing(list(faults))
    return Service(address, retries=2, http=httpx.Client(transport=transport, timeout=40)), transport


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "FIRST_PAUSE_S", 0.001)


def test_a_lost_answer_makes_no_second_match(address: str) -> None:
    service, transport = failing(address, lost, busy)
    service.create_match(game="leduc")
    keys = {request.headers["Idempotency-Key"] for request in transport.asked}
    assert (len(transport.asked), len(keys)) == (3, 1)


def test_an_action_is_not_repeated_when_its_answer_is_lost(address: str) -> None:
    service, transport = failing(address)
    me = service.create_match(game="connect_four", seats=[{"kind": "person"}] * 2, start="now").seats[0]
    transport._faults.append(lost)
    with pytest.raises(httpx.ReadError):
        me.act(action="resign")
    assert me.state()["status"] == "over"


@pytest.mark.parametrize("fault", [lost, busy])
def test_retries_end(address: str, fault: Callable[[], httpx.Response]) -> None:
    service, transport = failing(address, *[fault] * 9)
    with pytest.raises((httpx.ReadError, ProblemError)):
        service.games()
    assert len(transport.asked) == 3


def test_a_refusal_that_is_no_problem_document() -> None:
    problem = ProblemError(httpx.Response(502, text="<html>"))
    assert (problem.status, problem.problem["detail"]) == (502, "Bad Gateway")


def test_a_stream_that_is_interrupted_is_resumed(address: str) -> None:
    """Each connection breaks after one event; still every event comes, and comes once."""

    class Breaking(httpx.SyncByteStream):
        def __init__(self, inner: Iterator[bytes]) -> None:
            self._inner = inner

        def __iter__(self) -> Iterator[bytes]:
            text = b""
            for chunk in self._inner:
                text += chunk
                if b"data: " in text and (end := text.find(b"\n\n", text.index(b"data: "))) >= 0:
                    yield text[: end + 2]
                    raise httpx.ReadError("the connection was lost")

    class Cutting(Failing):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            answer = super().handle_request(request)
            if answer.headers["Content-Type"].startswith("text/event-stream"):
                assert isinstance(answer.stream, httpx.SyncByteStream)
                return httpx.Response(200, headers=answer.headers, stream=Breaking(iter(answer.stream)))
            return answer

    transport = Cutting([])
    service = Service(address, http=httpx.Client(transport=transport, timeout=40))
    me = service.create_match(game="connect_four", seats=[{"kind": "person"}] * 2, start="now").seats[0]
    me.act(action="resign")
    numbers = [event["number"] for event in me.events()]
    assert numbers == list(range(1, me.state()["version"] + 1))
    assert len(numbers) > 2
    known = [
        request.headers["Last-Event-ID"] for request in transport.asked if "Last-Event-ID" in request.headers
    ]
    assert known == [str(number) for number in range(len(numbers))]


# -- the package


def test_answers_of_a_newer_service_are_read() -> None:
    answer = httpx.Response(200, json={"text": "d", "doc": {}, "rank": 1})
    client = Service("http://x", http=httpx.Client(transport=httpx.MockTransport(lambda _: answer)))
    assert Match(client, "m", None).state()["rank"] == 1  # type: ignore[typeddict-item]


def test_what_is_made_is_up_to_date(tmp_path: Path) -> None:
    for library in ("datamodel_code_generator", "unasync", "ruff"):
        pytest.importorskip(library, reason="needs pip install 'battlewise[clients]'")
    package = tmp_path / "battlewise_client"
    shutil.copytree(PACKAGE / "battlewise_client", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "types.py").unlink()
    shutil.rmtree(package / "_sync")
    code = f"import make, pathlib; make.make(pathlib.Path({str(package)!r}))"
    run(sys.executable, "-c", code, at=PACKAGE)
    for path in PACKAGE.glob("battlewise_client/**/*.py"):
        made = package / path.relative_to(PACKAGE / "battlewise_client")
        assert made.read_text() == path.read_text(), f"{path.name}: run {PACKAGE / 'make.py'}"


def test_the_client_is_strictly_typed() -> None:
    pytest.importorskip("mypy", reason="needs pip install 'battlewise[clients]'")
    run(sys.executable, "-m", "mypy", at=PACKAGE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.parent.name)
def test_examples_in_documents(document: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.findall(
        r"```python\n((?:import.*\n+)*from battlewise_client.*?)```", document.read_text("utf-8"), re.S
    )
    assert found
    for code in found:
        code = code.replace("http://127.0.0.1:8000", address).replace("battlelore", "leduc")
        exec(code.replace("expert", "easy").replace("hard", "beginner"), {"__name__": "__main__"})
        assert "'reason': 'finished'" in capsys.readouterr().out, code
