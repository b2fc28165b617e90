"""Reports on the balance of a game: what is counted, the page, the ledger, wrong arguments."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from battlewise.bots.balance.figures import decided, figures, has_winner, lead_changes
from battlewise.bots.balance.page import to_html
from battlewise.bots.balance.play import Job, leader, play
from battlewise.bots.balance.run import played
from battlewise.bots.cli import app
from battlewise.bots.tournament.crew import Inline
from battlewise.bots.tournament.plan import Terms
from battlewise.core import BattlewiseError, game

BOT = "mcts:iterations=20"


def job(game_id: str, *options: dict[str, Any]) -> Job:
    return Job([Terms(game_id, one) for one in options or ({},)], BOT)


def row(
    returns: list[float], firsts: list[float], uses: dict[str, list[int]] | None = None
) -> dict[str, Any]:
    """A made-up game of two seats: its results, and the first seat's win chances."""
    return {
        "variant": 0,
        "returns": returns,
        "plies": len(firsts),
        "turns": len(firsts),
        "course": [[first, 1 - first] for first in firsts],
        "choices": [[None, 3, 0.1], [None, 5, 0.0]],
        "uses": [uses or {}, {}],
        "moves": [],
    }


def test_a_game_is_a_function_of_its_seed_and_counts_its_choices() -> None:
    one = play(job("history"), 3)
    assert one == play(job("history"), 3)
    assert json.loads(json.dumps(one)) == one
    replayed = game("history").new(seed=0, chance="ask")
    decisions = 0
    for text in one["moves"]:
        decisions += len(replayed.legal()) > 1
        replayed.play(text)
    assert replayed.returns() == one["returns"]
    assert one["plies"] == decisions == len(one["choices"])
    kinds = [uses[name] for uses in one["uses"] for name in uses if name.startswith("kind:")]
    assert sum(chosen for _, chosen in kinds) == decisions
    assert all(0 <= chosen <= could for uses in one["uses"] for could, chosen in uses.values())
    assert all(sum(chances) == pytest.approx(1, abs=0.002) for chances in one["course"])


def test_leads_and_comebacks_are_counted() -> None:
    one = row([1, 0], [0.5, 0.6, 0.2, 0.505, 0.7, 0.8])
    assert [leader(chances) for chances in one["course"]] == [None, 0, 1, None, 0, 0]
    assert lead_changes(one) == 2
    assert decided(one) == 4 / 6
    assert has_winner(one)
    assert not has_winner(row([0.5, 0.5], [0.5]))
    some = [one, row([0, 1], [0.5, 0.4, 0.3]), row([0.5, 0.5], [0.5])]
    found = figures(job("connect_four"), some)
    assert [seat["mean"] for seat in found["seats"]] == [0.5, 0.5]
    assert found["shared"] == 1
    assert found["drama"]["comebacks"]["mean"] == 0.5
    assert found["drama"]["lead_changes"] == 1
    assert found["decisions"] == [
        {"phase": "decision", "a_game": 2, "legal": 4, "lost": pytest.approx(0.05), "idle": 0.5}
    ]


def test_what_is_hardly_ever_chosen_is_named() -> None:
    uses = {"card:Js": [100, 1], "card:Kh": [100, 60], "card:Qh": [5, 0], "kind:call": [100, 50]}
    found = figures(job("leduc"), [row([1, 0], [0.5], uses), row([0, 1], [0.5], {"card:Js": [10, 0]})])
    assert [(one["name"], one["never"]) for one in found["cards"]] == [
        ("king of hearts", False),
        ("jack of spades", True),
        ("queen of hearts", False),
    ]
    jack = found["cards"][1]
    assert (jack["with"]["mean"], jack["without"]["mean"]) == (1, 0)
    assert [one["name"] for one in found["kinds"]] == ["call"]


@pytest.mark.parametrize("game_id", ["battlelore", "leduc", "pig"])
def test_a_report_is_the_same_again_and_its_ledger_resumes(game_id: str, tmp_path: Path) -> None:
    some, done = job(game_id), list[int]()
    games = played(some, range(4), Inline(), tmp_path / "ledger", done.append)
    text = to_html(some, games, "the command")
    assert done == [1, 2, 3, 4]
    assert games == played(some, range(4), Inline(), tmp_path / "ledger", done.append)
    assert len(done) == 4
    with (tmp_path / "ledger").open("a", encoding="utf-8") as file:
        file.write('{"seed": 4, "moves": ["a')  # a run is killed as it writes
    assert games == played(some, range(4), Inline(), tmp_path / "ledger", done.append)
    played(some, range(5), Inline(), tmp_path / "ledger", done.append)
    assert done == [1, 2, 3, 4, 5]
    assert len((tmp_path / "ledger").read_text("utf-8").splitlines()) == 6
    assert text == to_html(some, played(some, range(4), Inline(), None, done.append), "the command")
    assert "the command" in text
    assert text.count("<figure") == 2
    assert re.search(r"win chance of (\d+|less than 1) %\.", text)
    with pytest.raises(BattlewiseError, match=r"ledger: .* games of another"):
        played(Job(some.variants, "medium"), range(4), Inline(), tmp_path / "ledger", done.append)
    (tmp_path / "other").write_text("no json", "utf-8")
    with pytest.raises(BattlewiseError, match=r"ledger: .* is not a ledger"):
        played(some, range(4), Inline(), tmp_path / "other", done.append)


def test_options_that_vary_have_shares_of_their_own(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    command = ["balance", "pig", "-o", "goal=20|40", "--games", "6", "--bot", BOT, "--jobs", "1"]
    done = CliRunner().invoke(app, [*command, "--out", str(out)])
    assert done.exit_code == 0, done.output
    text = out.read_text("utf-8")
    assert "goal 20" in text
    assert "goal 40" in text
    assert "goal=20|40" in text.replace("&#39;", "'")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["pig", "--bot", "random"], "no tree search"),
        (["history", "-o", "players=2|3"], "one number of seats"),
        (["batalj", "-o", "mode=foray", "-o", "players=1"], "2 or more"),
        (["pig", "-o", "goal"], "is not name=value"),
        (["chess"], "'chess' is unknown"),
    ],
)
def test_wrong_arguments_are_named(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["balance", *arguments, "--out", str(tmp_path / "report.html")])
    assert isinstance(done.exception, BattlewiseError)
    assert says in str(done.exception)
