"""The card table of Battalla!: games are kept in a ledger, and the tables show what was played."""

from pathlib import Path

from bench.battalla_cards import card_table, deck_table, first_table, kept_games, watch_built_in, watch_random


def test_a_ledger_keeps_games(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "cards.jsonl"
    first = kept_games(watch_built_in, "random", range(3), 1, path)
    lines = path.read_text().splitlines()
    again = kept_games(watch_built_in, "random", range(4), 1, path)
    assert path.read_text().splitlines()[:3] == lines
    assert [(one.first, one.returns, one.turns) for one in again[:3]] == [
        (one.first, one.returns, one.turns) for one in first
    ]
    assert len(path.read_text().splitlines()) == 4


def test_games_of_other_bots_are_none_of_the_ledgers(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    kept_games(watch_built_in, "random", range(1), 1, path)
    kept_games(watch_built_in, "greedy", range(1), 1, path)
    assert len(path.read_text().splitlines()) == 2


def test_tables_count_every_game() -> None:
    games = [watch_built_in("random", seed) for seed in range(12)]
    assert {one.decks for one in games} == {
        (one, two) for one in ("sun", "forest", "olympus", "valhalla")
        for two in ("sun", "forest", "olympus", "valhalla") if one != two
    }  # fmt: skip
    assert deck_table(games, ["sun", "forest", "olympus", "valhalla"]).row_count == 4
    assert first_table(games).row_count == 5
    assert card_table(games, "cards").row_count > 80
    assert card_table([watch_random("random", 1)], "cards").row_count > 20
