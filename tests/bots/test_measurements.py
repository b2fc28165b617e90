"""docs/measurements.md: its command resumes, and every row has a command."""

from pathlib import Path

import pytest

from bench.__main__ import main
from bench.measurements import SECTIONS


def test_names_of_steps_differ() -> None:
    names = [step.name for section in SECTIONS for step in section.steps]
    assert len(names) == len(set(names))


def test_a_second_run_measures_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "measurements.md"

    def run(only: str) -> str:
        given = [
            "--only",
            only,
            "--write",
            str(written),
            "--ledger",
            str(tmp_path / "ledger"),
            "--scale",
            "0.01",
        ]
        monkeypatch.setattr("sys.argv", ["bench", *given])
        main()
        return capsys.readouterr().out

    assert "a node of the search tree" in run("tree node")
    assert run("tree node") == ""
    assert "pig" in run("random games of pig")
    text = written.read_text("utf-8")
    assert "| a node of the search tree |" in text
    assert 'python -m bench --only "random games of pig"' in text
    assert "0.01 of the default" in text
