"""The balance report counts what happened in games."""

from collections import Counter
from pathlib import Path

import pytest

from battlewise.core import Value, game
from bench import balance_batalj, ends
from bench.balance import COUNTS, Tally, count_game


@pytest.mark.parametrize(
    ("game_id", "options"), [("pig", {}), ("history", {"players": 3}), ("connect_four", {})]
)
def test_places_share_each_game(game_id: str, options: dict[str, Value]) -> None:
    returns, _ = count_game(game_id, options, "random", 3)
    assert len(returns) == game(game_id, **options).seats
    assert sum(returns) == pytest.approx(1)


def test_a_game_of_history_is_counted_by_source_and_card() -> None:
    tally: Tally = Counter()
    for seed in range(4):
        tally.update(count_game("history", {"players": 3}, "greedy", seed)[1])
    battles = tally["battle", "board", "battles"] + tally["battle", "player", "battles"]
    assert 0 < battles <= 4 * 3 * 6
    assert sum(n for key, n in tally.items() if key[0] == "units" and key[2] == "battles") == battles
    fought = sum(n for key, n in tally.items() if key[0] == "card" and key[2] == "fought")
    beaten = sum(n for key, n in tally.items() if key[0] == "card" and key[2] == "beaten")
    assert tally["battle", "board", "recruits"] == beaten <= fought
    assert tally["points", "games"] == 4 * 3
    assert tally["points", "elites"] + tally["points", "heroes"] // 3 <= beaten  # some are dismissed
    tables = COUNTS["history"](game("history")).tables(tally)
    assert tables[0].title == "points a player"
    assert sum(table.row_count for table in tables) > 40


def test_the_economy_of_a_campaign_is_counted_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance_batalj, "LEDGERS", tmp_path)
    rows = balance_batalj.rows_of(2, "random", "trade", None, range(2), jobs=1)
    assert [row["always"] for row in rows] == [0, 1]
    assert len(next(tmp_path.iterdir()).read_text().splitlines()) == 2
    assert balance_batalj.rows_of(2, "random", "trade", None, range(2), jobs=1) == rows
    for row in rows:
        chosen = Counter(name for _, name in row["activities"][row["always"]])
        assert chosen["trade"] > chosen["agriculture"] + chosen["culture"]
        assert sum(row["returns"]) == pytest.approx(1)
        assert all(left <= 15 + earned for left, earned in zip(row["left"], row["earned"], strict=True))
    shares = dict(balance_batalj.shares(rows))
    assert shares["all"].total() == sum(shares[one].total() for one in ("seat 1", "seat 2"))
    assert shares["all"] == shares["green"] + shares["red"] + shares["blue"]


def test_ends_of_games_are_counted() -> None:
    assert ends.played("pig", {"goal": 20}, ["random"], 1)[0] == "decided"
    assert ends.played("pig", {"goal": 200, "turn_limit": 2}, ["random"], 1) == ("turn_limit", 2)
    assert ends.played("battalia", {"weeks": 1}, ["random"], 1)[0] == "weeks"
