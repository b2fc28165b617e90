"""Where networks are kept, and bots that read them (`battlewise.bots.networks`)."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from battlewise.bots import BotError, bot
from battlewise.bots import networks as kept
from battlewise.bots.bot import MctsBot
from battlewise.core import BattlewiseError, Game, Value, game
from battlewise.search import Budget
from battlewise.search.network import shapes


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that bots read networks from."""
    monkeypatch.setenv(kept.FOLDER, str(tmp_path))
    kept.forget()
    yield tmp_path
    kept.forget()


def keep(folder: Path, rules: Game, options: dict[str, Value], bias: float) -> None:
    """Keep a network that prefers one seat."""
    weights = [np.zeros(shape, np.float32) for shape in shapes(rules)]
    weights[-1][0] = bias
    kept.write(folder / kept.file_name(rules.id, options), weights)


def test_the_file_with_most_of_the_options_serves(folder: Path) -> None:
    two, four = game("history"), game("history", players=4)
    keep(folder, two, {}, 1.0)
    keep(folder, four, {"players": 4}, 2.0)
    assert [path.name for path in sorted(folder.iterdir())] == ["history,players=4.npz", "history.npz"]
    found = [kept.network(rules) for rules in (two, four)]
    assert [one and one.arrays[-1][0] for one in found] == [1.0, 2.0]
    assert kept.network(game("pig")) is None


def test_large_searches_can_have_a_network_of_their_own(folder: Path) -> None:
    rules = game("connect_four")
    keep(folder, rules, {}, 1.0)
    without = kept.network(rules, is_large=True)
    assert without is not None
    assert without.arrays[-1][0] == 1.0  # the other one serves
    (folder / kept.LARGE).mkdir()
    keep(folder / kept.LARGE, rules, {}, 2.0)
    kept.forget()
    found = []
    for spec, budget in [
        ("mcts:iterations=1000", None),
        ("mcts:iterations=4000", None),
        ("mcts:milliseconds=40", None),
        ("mcts:iterations=4000", Budget(iterations=1000)),
    ]:
        player = bot(spec)
        assert isinstance(player, MctsBot)
        network = player.network_for(rules, budget)
        found.append(network and network.arrays[-1][0])
    assert found == [1.0, 2.0, 2.0, 1.0]


def test_an_own_network_comes_before_a_large_one_of_the_package(folder: Path) -> None:
    rules = game("battlelore")
    shipped = kept.network(rules, is_large=True)
    assert shipped is not None
    assert shipped.arrays[0].shape[0] > 1000  # it reads the observation
    keep(folder, rules, {}, 1.0)
    kept.forget()
    own = kept.network(rules, is_large=True)
    assert own is not None
    assert own.arrays[-1][0] == 1.0


def test_a_network_is_left_out_where_another_option_changes_the_layout(folder: Path) -> None:
    keep(folder, game("battalla"), {}, 1.0)
    assert kept.network(game("battalla", deck_0="olympus")) is not None
    assert kept.network(game("battalla", lanes=6)) is None


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    rules = game("leduc")
    rng = np.random.default_rng(3)
    weights = [rng.normal(size=shape).astype(np.float32) for shape in shapes(rules)]
    kept.write(tmp_path / "leduc.npz", weights)
    for one, other in zip(kept.read(tmp_path / "leduc.npz", rules).arrays, weights, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-3)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"junk"])
def test_a_file_that_is_no_network_is_named(folder: Path, content: bytes) -> None:
    (folder / "leduc.npz").write_bytes(content)
    with pytest.raises(BattlewiseError, match=r"leduc\.npz: is no network of this version of leduc"):
        bot("mcts:iterations=5").choose(game("leduc").new(seed=1), seed=1)


def test_a_network_of_another_layout_is_refused(folder: Path) -> None:
    keep(folder, game("pig"), {}, 1.0)
    (folder / "pig.npz").rename(folder / "leduc.npz")
    with pytest.raises(BattlewiseError, match="shapes"):
        kept.network(game("leduc"))


def test_bots_say_whether_they_read_it(folder: Path) -> None:
    rules = game("connect_four")
    plain = bot("mcts:iterations=50").canonical(rules)
    assert "network" not in plain
    assert "cutoff=end" in plain
    keep(folder, rules, {}, 1.0)
    kept.forget()
    assert "cutoff=leaf" in bot("mcts:iterations=50").canonical(rules)
    assert bot("mcts:iterations=50").canonical(rules).endswith("network=yes")
    without = bot("mcts:iterations=50,network=no")
    assert without.canonical(rules) == f"{plain},network=no"
    assert bot(without.canonical(rules)).canonical(rules) == without.canonical(rules)
    state = rules.new(seed=1)
    values = [bot(f"mcts:iterations=50,network={use}").choose(state, seed=1).value for use in ("yes", "no")]
    assert values[0] != values[1]


def test_anything_but_yes_and_no_is_refused() -> None:
    with pytest.raises(BotError, match="network: 'maybe' is neither 'yes' nor 'no'"):
        bot("mcts:network=maybe")
