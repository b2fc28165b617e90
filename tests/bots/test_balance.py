"""The balance report counts what happened in games."""

from collections import Counter

import pytest

from battlewise.core import Value, game
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
