"""Duels, summaries and reports of small tournaments."""

import base64
import csv
import json
import re
import shlex
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from urllib.parse import unquote

import pytest
from typer.testing import CliRunner

from battlewise.bots.cli import app
from battlewise.bots.tournament.charts import Forest, ticks
from battlewise.bots.tournament.crew import Inline, Processes
from battlewise.bots.tournament.duel import Duel, play_duel
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.notable import lead_changes
from battlewise.bots.tournament.plan import Plan, PlanError, Terms, line_ups
from battlewise.bots.tournament.report import to_csv, to_html, to_json
from battlewise.bots.tournament.run import run
from battlewise.bots.tournament.sprt import Sprt
from battlewise.bots.tournament.summary import summarise
from battlewise.core import BattlewiseError, game
from battlewise.core.scene import stylesheet
from tests.marks import long

runner = CliRunner()
ENTRANTS = {"<b>least": "random", "quick": "mcts:iterations=20", "deep": "mcts:iterations=80"}


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    path = tmp_path_factory.mktemp("ledger") / "pig.ledger"
    with Ledger.writing(path, Plan(Terms("pig"), ENTRANTS, blocks=10), "battlewise tournament pig") as kept:
        run(kept, Inline())
    with Ledger(path) as kept:
        yield kept


def duel_plan(blocks: int) -> Plan:
    return Plan(Terms("pig"), {"deep": "mcts:iterations=80", "least": "random"}, "duel", blocks=blocks)


def test_a_summary_counts_every_game(ledger: Ledger) -> None:
    summary = summarise(ledger)
    assert summary["games"] == 60
    assert summary["blocks"] == 30
    assert [row["entrant"] for row in summary["ranking"]] == ["deep", "quick", "<b>least"]
    assert sum(row["score"] for row in summary["ranking"]) == pytest.approx(1.5)
    assert sum(row["elo"] for row in summary["ranking"]) == pytest.approx(0)
    assert all(row["low"] <= row["score"] <= row["high"] for row in summary["ranking"])
    results = ledger.results()
    first = [one.scores[one.seats.index("deep")] for one in results if set(one.seats) == {"deep", "quick"}]
    assert summary["crosstable"][0][1]["score"] == pytest.approx(sum(first) / len(first))
    assert summary["crosstable"][0][0] is None
    assert sum(seat["score"] for seat in summary["seats"]) == pytest.approx(1)
    assert sum(one["games"] for one in summary["lengths"]["bins"]) == 60
    assert summarise(ledger, anchor="quick")["ranking"][1]["elo"] == 0
    with pytest.raises(BattlewiseError, match="entrant"):
        summarise(ledger, anchor="nobody")


def test_notable_games_are_what_they_say(ledger: Ledger) -> None:
    summary = summarise(ledger)
    games = {what: one for one in summary["notable"] for what in one["what"]}
    longest, closest, surprising = (games[what] for what in ("longest", "closest", "most surprising"))
    results = {one.key: one for one in ledger.results()}
    assert longest["plies"] == max(one.plies for one in results.values())
    assert closest["lead_changes"] == max(lead_changes(ledger, key) for key in results)
    assert surprising["chances"][surprising["scores"].index(1.0)] < 0.5
    assert all(one["record"] == ledger.record(one["key"]) for one in summary["notable"])


def test_a_game_that_is_notable_twice_comes_once(tmp_path: Path) -> None:
    with Ledger.writing(tmp_path / "x.ledger", duel_plan(1)) as kept:
        run(kept, Inline())
        notable = summarise(kept)["notable"]
    keys = [one["key"] for one in notable]
    assert len(keys) == len(set(keys)) == 2 < sum(len(one["what"]) for one in notable) == 3


class _Page(HTMLParser):
    """What a page would fetch or run, its anchors, and whether its tags close."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag != "meta":
            self.open.append(tag)
        self.ids.add(found.get("id") or "")
        self.links.append(found.get("href") or "")
        self.loads += [name for name in found if name in ("src", "srcset", "onload", "onclick")]
        self.loads += [tag] * (tag in ("script", "link", "img", "iframe"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_is_the_same_each_time(ledger: Ledger) -> None:
    text = to_html(summarise(ledger))
    page = _Page(text)
    assert page.open == []
    assert page.loads == []
    inner = [link for link in page.links if link.startswith("#")]
    outer = [link for link in page.links if link and link not in inner]
    games = len(summarise(ledger)["notable"])
    assert {link[1:] for link in inner} <= page.ids
    records = [link for link in outer if link.startswith("data:application/json,")]
    played = [link for link in outer if link.startswith("http://127.0.0.1:8000/#record=")]
    assert len(inner) == len(records) == len(played) == games
    assert len(outer) == 2 * games
    for link, held in zip(played, records, strict=True):
        packed = base64.urlsafe_b64decode(link.partition("#record=")[2])
        assert json.loads(zlib.decompress(packed)) == json.loads(unquote(held.partition(",")[2]))
    addresses = set(re.findall(r"http[^\"#]*", text))
    assert addresses == {"http://www.w3.org/2000/svg", "http://127.0.0.1:8000/"}  # the first is but a name
    assert 'href="https://play.example/#record=' in to_html(summarise(ledger), "https://play.example/")
    assert "&lt;b&gt;least" in text
    assert "<b>least" not in text
    assert "battlewise tournament pig" in text
    with Ledger(ledger.path) as again:
        assert to_html(summarise(again)) == text


@pytest.mark.parametrize("game_id", ["pig", "leduc", "battlelore"])
def test_each_notable_game_is_drawn_and_its_record_replays_to_the_picture(
    game_id: str, tmp_path: Path
) -> None:
    plan = Plan(Terms(game_id), {"least": "random", "greedy": "greedy"}, blocks=3)
    with Ledger.writing(tmp_path / "x.ledger", plan) as kept:
        run(kept, Inline())
        summary = summarise(kept)
        ends = [kept.replay(one["key"]) for one in summary["notable"]]
    text = to_html(summary)
    pictures = [state.game.svg(state.view(None), style=False) for state in ends]
    assert re.findall(r"<figure[^>]*>(.*?)</figure>", text, re.DOTALL) == pictures
    assert text.count(stylesheet()) == 1
    assert text.count("<style") == 1
    links = re.findall(r'href="data:application/json,([^"]+)"', text)
    for link, picture in zip(links, pictures, strict=True):
        record = json.loads(unquote(link))
        state = game(record["game"], **record["options"]).replay(record)
        assert state.is_over
        assert state.game.svg(state.view(None), style=False) == picture


def test_symbols_of_a_page_that_share_an_id_are_alike(tmp_path: Path) -> None:
    plan = Plan(Terms("battlelore"), {"least": "random", "greedy": "greedy"}, blocks=3)
    with Ledger.writing(tmp_path / "x.ledger", plan) as kept:
        run(kept, Inline())
        symbols = re.findall(r'<symbol id="([^"]+)"(.*?)</symbol>', to_html(summarise(kept)), re.DOTALL)
    assert len(symbols) > len(dict(symbols)) == len(set(symbols))


def test_the_page_defines_every_colour_it_uses(ledger: Ledger) -> None:
    text = to_html(summarise(ledger))
    used = set(re.findall(r"var\(--([\w-]+)\)", text)) - {"s"}  # the share of a cell, set in its style
    assert used <= set(re.findall(r"--([\w-]+):", stylesheet()))


def test_rules_for_text_in_charts_leave_pictures_alone(ledger: Ledger) -> None:
    style = to_html(summarise(ledger)).partition("</style>")[0].replace(stylesheet(), "")
    selectors = [one.strip() for group in re.findall(r"([^{}]+)\{", style) for one in group.split(",")]
    texts = [one for one in selectors if one.split()[-1] == "text"]
    assert texts
    assert all(one.startswith((".chart ", ".forest ")) for one in texts)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("/opt/x/bin/battlewise report a/b.db", "battlewise report a/b.db"),
        (".venv/bin/battlewise tournament --ledger /home/me/x.db", "battlewise tournament --ledger x.db"),
        ("battlewise sprt --ledger=/home/me/x.db", "battlewise sprt --ledger=x.db"),
        (shlex.join(["battlewise", "-o", "army=/home/my own/a.toml"]), "battlewise -o army=a.toml"),
        ("", ""),
        ("somebody's script", "somebody's script"),
    ],
)
def test_a_report_has_no_absolute_path(tmp_path: Path, command: str, shown: str) -> None:
    with Ledger.writing(tmp_path / "x.ledger", duel_plan(1), command) as kept:
        run(kept, Inline())
        assert kept.runs()[0]["command"] == command
        summary = summarise(kept)
    assert [one["command"] for one in summary["runs"]] == [shown]
    text = to_html(summary) + to_json(summary)
    assert not [one for one in ("/home", "/opt", ".venv", str(tmp_path)) if one in text]


@pytest.mark.parametrize(("elo", "shown"), [(-0.4, "+0"), (0.4, "+0"), (-0.6, "-1"), (12.0, "+12")])
def test_no_rating_is_minus_zero(ledger: Ledger, elo: float, shown: str) -> None:
    summary = summarise(ledger)
    summary["ranking"][0] |= {"elo": elo, "elo_low": elo, "elo_high": elo}
    summary["seats"][0] |= {"elo": elo, "elo_low": elo, "elo_high": elo}
    text = to_html(summary)
    assert f'<td>{shown}</td><td class="soft">{shown} to {shown}</td>' in text
    assert f'<td>{shown} Elo <span class="soft">({shown} to {shown})</span></td>' in text
    assert "-0" not in re.findall(r"[>( ](-?\d+)[<) ,]", text)
    assert f'label="{int(shown)}, {int(shown)} to {int(shown)}"' in Forest([(elo, -9, 9)]).row(elo, elo, elo)


def test_json_and_csv_hold_the_ranking(ledger: Ledger) -> None:
    summary = summarise(ledger)
    assert json.loads(to_json(summary))["ranking"] == summary["ranking"]
    rows = list(csv.DictReader(StringIO(to_csv(summary))))
    assert [row["entrant"] for row in rows] == ["deep", "quick", "<b>least"]
    assert float(rows[0]["against quick"]) == pytest.approx(1 - float(rows[1]["against deep"]))


def test_a_report_needs_a_complete_block(tmp_path: Path) -> None:
    with (
        Ledger.writing(tmp_path / "x.ledger", duel_plan(1)) as kept,
        pytest.raises(BattlewiseError, match="no complete block"),
    ):
        summarise(kept)


def test_cli_report(ledger: Ledger, tmp_path: Path) -> None:
    names = [f"--{kind}={tmp_path / kind}" for kind in ("html", "json", "csv")]
    result = runner.invoke(app, ["report", str(ledger.path), *names])
    assert result.exit_code == 0, result.output
    assert "60 games" in result.output
    assert all((tmp_path / kind).stat().st_size > 100 for kind in ("html", "json", "csv"))
    result = runner.invoke(app, ["report", str(ledger.path), "--html", str(tmp_path / "no" / "way")])
    assert isinstance(result.exception, BattlewiseError)


@long
def test_a_duel_is_decided_alike_by_any_number_of_workers(tmp_path: Path) -> None:
    found = []
    for crew in (Inline(), Processes(2)):
        with Ledger.writing(tmp_path / f"{crew.workers}.ledger", duel_plan(400)) as kept:
            test = Sprt(0, 100)
            kept.keep_test(test.doc)
            found.append(play_duel(kept, crew, test).test.track)
            assert test.verdict == "H1"
            assert len(kept.results()) < 400
            summary = summarise(kept)
            assert summary["test"]["track"] == found[0]
            assert "stronger by more than 0 Elo" in to_html(summary)
            again = Duel(kept.plan, Sprt(0, 100))
            again.add(reversed(kept.results()))  # in whatever order they come
            assert again.test.track == found[0]
    assert found[0] == found[1]


def test_a_block_set_aside_is_passed_over(tmp_path: Path) -> None:
    with Ledger.writing(tmp_path / "x.ledger", duel_plan(40)) as kept:
        run(kept, Inline())
        results = kept.results()
    duel = Duel(duel_plan(40), Sprt(-300, 300))
    duel.add(one for one in results if one.seed != 3)
    assert duel.test.blocks == 3  # waits for the fourth
    duel.add([], void=[3])
    assert duel.test.blocks >= 32


def test_a_duel_fills_all_other_seats() -> None:
    assert line_ups(("a", "b"), 4, "duel") == (("a", "b", "b", "b"),)
    with pytest.raises(PlanError, match="duel needs 2"):
        Plan(Terms("pig"), ENTRANTS, "duel")


def test_cli_sprt(tmp_path: Path) -> None:
    words = ["sprt", "pig", "mcts:iterations=60", "random", "--ledger", str(tmp_path / "x"), "--jobs", "1"]
    result = runner.invoke(app, [*words, "--elo1", "100"])
    assert result.exit_code == 0, result.output
    assert "H1: stronger" in result.output
    result = runner.invoke(app, [*words, "--elo1", "-5"])
    assert isinstance(result.exception, BattlewiseError)
    assert "elo1" in str(result.exception)


def test_intervals_of_a_single_seed_are_drawn_across_the_chart(tmp_path: Path) -> None:
    with Ledger.writing(tmp_path / "x.ledger", duel_plan(1)) as kept:
        run(kept, Inline())
        text = to_html(summarise(kept))
    assert "-inf to +inf" in text
    assert text.count('<line class="bar" x1="20.0" x2="300.0"') == 2


def test_ticks_are_round_and_enclose() -> None:
    assert ticks(-3, 97) == [-20, 0, 20, 40, 60, 80, 100]
    assert ticks(0, 1, 4) == [0, 0.5, 1]
