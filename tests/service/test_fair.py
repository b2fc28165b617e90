"""Fair dice: the commitment, the draw, and records of which no byte can be changed."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlewise.api.matches import fair
from battlewise.core import game
from tests.service.match_tables import PEOPLE, Table, keeper_of, service

SEED = "ab" * 32


@pytest.fixture(scope="module")
def records() -> Iterator[dict[str, dict[str, Any]]]:
    """Records of matches that ended in every way."""
    app = service()
    client = app.test_client()
    found = {}
    for game_id in ("leduc", "pig", "battlelore"):
        bots = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]
        options = {"turn_limit": 5} if game_id == "battlelore" else {}
        table = Table(client, game=game_id, options=options, seats=bots).join()
        table.play_on(300)
        found[game_id] = table.host.get("/record").get_json()
    four = Table(client, game="connect_four", seats=PEOPLE).join()
    for column in "abc":
        four.mover().move(column)
    four.seats[0].act("undo", four.host.state()["version"])
    for column in "dededede":
        if four.host.state()["status"] == "running":
            four.mover().move(column)
    found["undone"] = four.host.get("/record").get_json()
    resigned = Table(client, game="pig", seats=PEOPLE).join()
    resigned.seats[0].act("resign")
    found["resigned"] = resigned.host.get("/record").get_json()
    aborted = Table(client, game="leduc", seats=PEOPLE)
    aborted.host.act("abort")
    found["aborted"] = aborted.host.get("/record").get_json()
    yield found
    app.close()


NAMES = ("leduc", "pig", "battlelore", "undone", "resigned", "aborted")


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_sound(records: dict[str, dict[str, Any]], name: str) -> None:
    record = records[name]
    verdict = fair.verify(record, record["seal"])
    assert verdict.decisions == len([entry for entry in record["log"] if entry["kind"] == "move"])
    assert verdict.outcomes == len([entry for entry in record["log"] if entry["kind"] == "outcome"])
    if name in ("leduc", "pig", "battlelore"):
        assert verdict.end.is_over
        assert verdict.outcomes > 0
    with pytest.raises(fair.VerifyError, match="another record"):
        fair.verify(record, "0" * 64)


def _bytes(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every text in a record, with where it stands."""
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from _bytes(value, (*path, key))


def _put(record: dict[str, Any], path: tuple[Any, ...], value: object) -> dict[str, Any]:
    changed: Any = deepcopy(record)
    node = changed
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return dict(changed)


@pytest.mark.parametrize("name", NAMES)
def test_no_byte_can_be_changed(records: dict[str, dict[str, Any]], name: str) -> None:
    """Seeds, actions, outcomes, names: each text with one character exchanged, at random places."""
    record, random = records[name], Random(name)
    texts = [(path, text) for path, text in _bytes(record) if text]
    texts = random.sample(texts, min(len(texts), 150))
    for path, text in texts:
        index = random.randrange(len(text))
        changed = text[:index] + chr(ord(text[index]) ^ (1 << random.randrange(7))) + text[index + 1 :]
        with pytest.raises(fair.VerifyError):
            fair.verify(_put(record, path, changed))


@pytest.mark.parametrize("name", ["leduc", "pig", "battlelore"])
def test_not_even_with_a_new_seal(records: dict[str, dict[str, Any]], name: str) -> None:
    """A record with changed luck or seeds, sealed anew, does not match the dice."""
    record, random = records[name], Random(name)
    luck = [(("log", i, "text"), e["text"]) for i, e in enumerate(record["log"]) if e["kind"] == "outcome"]
    seeds: list[tuple[tuple[Any, ...], str]] = [
        (("server_seed",), record["server_seed"]),
        (("player_seeds", 0), record["player_seeds"][0]),
        (("commitment",), record["commitment"]),
    ]
    for path, text in luck + seeds:
        changed = _put(record, path, text[:-1] + random.choice("0123456789".replace(text[-1], "")))
        changed["seal"] = fair.seal(changed)
        with pytest.raises(fair.VerifyError):
            fair.verify(changed)
    better = _put(record, ("returns",), [1.0, 0.0] if record["returns"] != [1.0, 0.0] else [0.0, 1.0])
    better["seal"] = fair.seal(better)
    with pytest.raises(fair.VerifyError, match="returns"):
        fair.verify(better)


def _resealed(record: dict[str, Any], path: tuple[Any, ...], value: object) -> dict[str, Any]:
    changed = _put(record, path, value)
    changed["seal"] = fair.seal(changed)
    return changed


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("log", 1, "actor"), 0.0, "log[1].seed"),
        (("log", 1, "actor"), True, "log[1].seed"),
        (("options",), {"game_id": 1}, "options"),
        (("options",), {"self": 1}, "options"),
        (("reason",), "banana", "log"),
        (("log", -1, "reason"), "aborted", "log"),
        (("log", -1, "returns"), None, "log"),
        (("log", 3, "number"), 9, "log[3].number"),
        (("log", 3, "kind"), "banana", "log[3]"),
        (("log", 0, "kind"), "pause", "log[0]"),
        (("log", 4), {"number": 5, "kind": "end"}, "log[4]"),
        (("log",), [], "log"),
    ],
)
def test_a_false_log_is_found_though_sealed_anew(
    records: dict[str, dict[str, Any]], path: tuple[Any, ...], value: object, field: str
) -> None:
    with pytest.raises(fair.VerifyError) as refused:
        fair.verify(_resealed(records["leduc"], path, value))
    assert refused.value.field == field


def test_a_match_cannot_end_for_any_other_reason(records: dict[str, dict[str, Any]]) -> None:
    record = _put(records["aborted"], ("log", -1, "reason"), "banana")
    with pytest.raises(fair.VerifyError, match="not a reason for which a match can end"):
        fair.verify(_resealed(record, ("reason",), "banana"))


def test_a_record_nested_without_end_is_refused(records: dict[str, dict[str, Any]]) -> None:
    nested: list[Any] = []
    for _ in range(700):
        nested = [nested]
    with pytest.raises(fair.VerifyError, match="nested deeper") as refused:
        fair.verify(_put(records["pig"], ("seats", 0), nested))
    assert refused.value.field == "seats"


_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_nonsense_is_refused_by_name(records: dict[str, dict[str, Any]], data: st.DataObject) -> None:
    record = deepcopy(records["leduc"])
    nodes = [path for path, _ in _bytes(record)] + [(name,) for name in record] + [("log", 2)]
    nodes = [path for path in nodes if path != ("seal",)]
    path = data.draw(st.sampled_from(nodes))
    changed = _put(record, path, data.draw(_JSON))
    if changed == record:
        return
    if data.draw(st.booleans()):
        changed["seal"] = fair.seal(changed)
    if path[0] in ("seats", "log", "match", "reason"):
        with suppress(fair.VerifyError):  # some of it, sealed anew, may be another true record
            fair.verify(changed)
        return
    with pytest.raises(fair.VerifyError) as refused:
        fair.verify(changed)
    assert refused.value.field


def test_outcomes_fall_as_the_game_weighs_them() -> None:
    state = game("battlelore").new(seed=0, chance="ask")
    weights = {move.text: p for move, p in state.chances()}
    drawn = Counter(fair.Dice(f"{i:064x}", []).outcome(state, 0).text for i in range(4000))
    chi = sum((drawn[text] - 4000 * p) ** 2 / (4000 * p) for text, p in weights.items())
    assert chi < len(weights) + 5 * (2 * len(weights)) ** 0.5


def test_every_seed_has_its_part_in_the_luck() -> None:
    state = game("battlelore").new(seed=0, chance="ask")

    def line(server: str, players: list[str | None], first: int = 0) -> list[str]:
        dice = fair.Dice(server, players)
        return [dice.outcome(state, number).text for number in range(first, first + 12)]

    plain = line(SEED, ["a", None])
    assert line(SEED, ["a", None]) == plain
    assert line("cd" * 32, ["a", None]) != plain
    assert line(SEED, ["b", None]) != plain
    assert line(SEED, ["a", ""]) != plain
    assert line(SEED, ["a", None], 1) == [*plain[1:], line(SEED, ["a", None], 12)[0]]


def test_the_commitment_is_shown_before_any_seed_is_given() -> None:
    app = service()
    table = Table(app.test_client(), game="leduc", seats=PEOPLE)
    got = table.made["match"]["commitment"]
    assert len(got) == 64
    table.join()
    table.host.act("abort")
    record = table.host.get("/record").get_json()
    assert record["commitment"] == got
    seed = record["server_seed"]
    assert fair.commitment(table.id, game("leduc"), seed) == got
    for path in ("", "/events"):
        assert seed in table.seats[0].get(path).text
    app.close()


def test_nothing_of_the_seed_is_shown_while_the_match_runs() -> None:
    app = service()
    table = Table(app.test_client(), game="leduc", seats=PEOPLE, spectators="open").join()
    row = keeper_of(app).store.match(table.id)
    assert row is not None
    for seat in (*table.seats.values(), table.host, table.spectator):
        for path in ("", "/events", "/record"):
            assert row[0]["server_seed"] not in seat.get(path).text
    app.close()


def test_the_command_checks_a_record(records: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(records["pig"]))
    command = [sys.executable, "-m", "battlewise.bots", "verify", str(file)]
    sound = subprocess.run(command, capture_output=True, text=True, check=False)
    assert sound.returncode == 0, sound.stderr
    assert sound.stdout.startswith("sound: ")
    file.write_text(file.read_text().replace('"roll"', '"Roll"', 1))
    changed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert changed.returncode == 2
    assert "seal" in changed.stderr
    assert "Traceback" not in changed.stderr


PLAYED = [*["roll", "die 2"] * 8, "hold"]  # the seeds give the same dice once in 1.7 million times


def test_a_match_that_starts_from_moves_has_a_sound_record() -> None:
    table = Table(service().test_client(), game="pig", seats=PEOPLE, moves=PLAYED).join()
    table.play_on(30)
    table.seats[0].act("resign")
    record = table.host.get("/record").get_json()
    verdict = fair.verify(record)
    assert record["moves"][: len(PLAYED)] == PLAYED
    assert verdict.given == len(PLAYED)
    assert verdict.outcomes == sum(move.startswith("die") for move in record["moves"]) - 8
    for claim, problem in (
        (-1, "given: must be a whole number, 0 or more"),
        ("17", "given: must be a whole number, 0 or more"),
        (0, "is not the outcome that the seeds give"),
    ):
        claimed = deepcopy(record)
        next(entry for entry in claimed["log"] if entry["kind"] == "start")["given"] = claim
        claimed["seal"] = fair.seal(claimed)
        with pytest.raises(fair.VerifyError, match=problem):
            fair.verify(claimed)
