"""Matches between versions; here the environment of these tests stands for that of a commit."""

import argparse
import json
import sys
from pathlib import Path

import pytest

from battlewise.bots import bot
from battlewise.bots.program import entrant
from bench import versions
from tests.marks import long


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(versions, "installed", lambda commit: Path(sys.prefix))
    monkeypatch.setattr(sys, "argv", ["versions", *arguments])
    versions.main()


@long
def test_both_sides_play_and_a_second_run_resumes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = ["leduc", "today:1", "0.1.0:2", "--folder", str(tmp_path)]
    run(monkeypatch, *match, "--games", "2")
    assert "even 50%, 2 games" in capsys.readouterr().out
    path = tmp_path / "leduc,today-1,0.1.0-2.jsonl"
    first = path.read_text()
    run(monkeypatch, *match, "--games", "3")  # rounded up to whole blocks
    assert "even 50%, 4 games" in capsys.readouterr().out
    assert path.read_text().startswith(first)
    row = json.loads(first)
    assert row["sides"] == ["today:1", "0.1.0:2"]
    assert len(row["result"]["code"]) == 40


def test_kept_matches_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    key = {"game": "history", "options": {"players": 4}, "sides": ["today:20", "0.1.0:20"]}
    rows = [
        {**key, "seed": seed, "result": {"score": score, "code": code * 40}}
        for seed, score, code in [(0, 0.5, "a"), (1, 0.25, "b"), (2, 0.0, "b")]
    ]
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setenv("COLUMNS", "200")
    run(monkeypatch, "--folder", str(tmp_path))
    shown = capsys.readouterr().out
    assert "history players=4" in shown
    assert "25.0% (" in shown
    assert " 12 " in shown
    assert "aaaaaaa: 1, bbbbbbb: 2" in shown


def test_matches_in_the_repository_have_two_sides_and_scores() -> None:
    paths = sorted(versions.FOLDER.glob("*.jsonl"))
    assert paths
    for path in paths:
        rows = versions.kept(path, {})
        assert len({row["seed"] for row in rows}) == len(rows)
        for row in rows:
            for text in row["sides"]:
                assert versions.side(text).text == text
            assert 0 <= row["result"]["score"] <= 1


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("today:20", "mcts:milliseconds=20"),
        ("today:20:network=no", "mcts:network=no,milliseconds=20"),
    ],
)
def test_todays_bot_gets_its_time(text: str, spec: str) -> None:
    assert versions.side(text).spec() == spec
    assert bot(spec).spec == spec


def test_the_bot_of_a_commit_gets_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "installed", lambda commit: Path("/environment") / commit)
    for version, commit in (("abc", "abc"), ("0.1.0", versions.NAMED["0.1.0"])):
        spec = versions.side(f"{version}:30:playout=random").spec()
        command = f"/environment/{commit}/bin/python -I -m battlewise.bots engine"
        assert spec == f"engine:bot=mcts:playout=random;milliseconds=30;{command}"
        assert entrant(spec).spec == spec


@pytest.mark.parametrize("text", ["today", "today:", "today:0", ":20", "today:fast", "today:-1"])
def test_a_side_that_is_wrong_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not VERSION:MILLISECONDS"):
        versions.side(text)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["leduc", "no-such-commit:1", "today:1"], "'no-such-commit' is no commit of this repository"),
        (["leduc", "today:1"], "two sides must be given, such as today:20 0.1.0:20, not 1"),
        (["no_such_game", "today:1", "today:2"], "game: 'no_such_game' is unknown"),
        (["history", "today:1", "today:2", "-o", "players=9"], "players"),
        (["history", "today:1", "today:2", "-o", "players"], "'players' is not name=value"),
        (["leduc", "today:1", "today:2", "--games", "0"], "'0' is not a whole number of 1 or more"),
        (["leduc", "today:1", "today:2", "--jobs", "many"], "'many' is not a whole number of 1 or more"),
    ],
)
def test_a_command_that_is_wrong_is_refused(
    arguments: list[str], problem: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["versions", *arguments])
    with pytest.raises(SystemExit):
        versions.main()
    assert problem in capsys.readouterr().err
