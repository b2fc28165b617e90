"""Matches against an earlier commit; here the environment of these tests stands for that of the commit."""

import sys
from pathlib import Path

import pytest

from battlewise.bots import bot
from bench import versions
from tests.marks import long


def played(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(versions, "installed", lambda commit: Path(sys.prefix))
    monkeypatch.setattr(sys, "argv", ["versions", "leduc", "--milliseconds", "1", *arguments])
    versions.main()


@long
def test_both_sides_play_and_a_second_run_resumes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ledgers = ["--ledgers", str(tmp_path), "--against", "random"]
    played(monkeypatch, "--games", "2", *ledgers)
    assert "even 50%), 2 games" in capsys.readouterr().out
    played(monkeypatch, "--games", "3", *ledgers)  # rounded up to whole blocks
    said = capsys.readouterr().out
    assert "even 50%), 4 games" in said
    assert "forfeit" not in said


@pytest.mark.parametrize(
    ("spec", "timed"),
    [("mcts", "mcts:milliseconds=20"), ("mcts:network=no", "mcts:network=no,milliseconds=20")],
)
def test_todays_bot_gets_the_same_time(spec: str, timed: str) -> None:
    assert versions.timed(spec, 20) == timed
    assert bot(timed).spec == timed


def test_a_commit_that_is_not_known_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["versions", "leduc", "--commit", "no-such-commit"])
    with pytest.raises(SystemExit):
        versions.main()
    assert "'no-such-commit' is no commit of this repository" in capsys.readouterr().err
