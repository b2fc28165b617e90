"""The balance report counts what happened in games."""

from pathlib import Path

import pytest

from battlewise.core import Value, game
from bench import balance, ends
from bench.balance import count_game, tally_of
from bench.counts import CampaignCount, HistoryCount


@pytest.mark.parametrize(
    ("game_id", "options"),
    [("pig", {}), ("history", {"players": 3}), ("batalj", {"mode": "foray", "players": 2})],
)
def test_places_share_each_game(game_id: str, options: dict[str, Value]) -> None:
    row = count_game(game_id, options, "random", [], 3)
    assert len(row["returns"]) == game(game_id, **options).seats
    assert sum(row["returns"]) == pytest.approx(1)


def test_a_game_of_history_is_counted_by_source_and_card() -> None:
    tally = tally_of([count_game("history", {"players": 3}, "greedy", [], seed) for seed in range(4)])
    battles = tally["battle", "board", "battles"] + tally["battle", "player", "battles"]
    assert 0 < battles <= 4 * 3 * 6
    assert sum(n for key, n in tally.items() if key[0] == "units" and key[2] == "battles") == battles
    fought = sum(n for key, n in tally.items() if key[0] == "card" and key[2] == "fought")
    beaten = sum(n for key, n in tally.items() if key[0] == "card" and key[2] == "beaten")
    assert tally["battle", "board", "recruits"] == beaten <= fought
    assert tally["points", "games"] == 4 * 3
    assert tally["points", "elites"] + tally["points", "heroes"] // 3 <= beaten  # some are dismissed
    tables = HistoryCount(game("history")).tables(tally)
    assert tables[0].title == "points a player"
    assert sum(table.row_count for table in tables) > 40


def test_the_economy_of_a_campaign_is_counted() -> None:
    rows = [count_game("batalj", {}, "random", ["trade"], seed) for seed in range(2)]
    assert [row["stubborn"] for row in rows] == [0, 1]
    for row in rows:
        tally = tally_of([row])
        assert sum(row["returns"]) == pytest.approx(1)
        assert all(tally["left", seat] <= 15 + tally["earned", seat] for seat in "01")
    counter = CampaignCount(game("batalj"))
    shares = dict(counter.shares(tally_of(rows)))
    assert shares["all"]["trade"] > shares["all"]["agriculture"]
    assert shares["all"].total() == sum(shares[one].total() for one in ("seat 1", "seat 2"))
    assert shares["all"] == shares["green"] + shares["red"] + shares["blue"]
    own = [dict(counter.shares(tally_of([row])))[f"seat {row['stubborn'] + 1}"] for row in rows]
    assert all(one["trade"] > one["agriculture"] + one["culture"] for one in own)
    assert [table.row_count for table in counter.tables(tally_of(rows))] == [6, 2]


def test_a_report_goes_on_with_the_games_that_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "folder" / "games.jsonl"

    def report(*more: str) -> str:
        given = ["--game", "pig", "--jobs", "1", "--seed", "1", "--ledger", str(ledger), *more]
        monkeypatch.setattr("sys.argv", ["balance", *given])
        balance.main()
        return capsys.readouterr().out

    first = report("--bot", "random", "--games", "2")
    lines = ledger.read_text().splitlines()
    assert len(lines) == 2
    assert report("--bot", "random", "--games", "2") == first
    assert "stubborn seat" in report("--bot", "random", "--games", "3", "--always", "roll")
    assert ledger.read_text().splitlines()[:2] == lines
    assert len(ledger.read_text().splitlines()) == 5


def test_ends_of_games_are_counted() -> None:
    assert ends.played("pig", {"goal": 20}, ["random"], 1)[0] == "decided"
    assert ends.played("pig", {"goal": 200, "turn_limit": 2}, ["random"], 1) == ("turn_limit", 2)
    assert ends.played("battalia", {"weeks": 1}, ["random"], 1)[0] == "weeks"
