"""An installed wheel holds all of `battlewise`, nothing else, and plays."""

from importlib.metadata import files
from pathlib import PurePosixPath

from battlewise.bots import bot
from battlewise.core import game, games

names = [PurePosixPath(str(file)) for file in files("battlewise") or []]
tops = {name.parts[0] for name in names}
assert {top for top in tops if not top.endswith(".dist-info") and top != ".."} == {"battlewise"}, tops
for wanted in (
    "core/game.pxd",
    "core/game.pyi",
    "core/py.typed",
    "core/games/battlelore/data/units.toml",
    "core/games/battlelore/RULES.md",
    "bots/levels.toml",
    "core/games/battlelore/how_to_play.md",
    "core/scene/pictograms.toml",
    "api/pages/main.js",
    "api/pages/board.html",
    "api/schemas/examples.json",
    "api/store/migrations/env.py",
    "api/store/migrations/versions/first.py",
):
    assert PurePosixPath("battlewise", wanted) in names, f"{wanted} is not in the wheel"
clients = [name for name in names if name.is_relative_to("battlewise/api/clients")]
assert not clients, f"the clients are distributions of their own: {clients[:3]}"
for game_id in games():
    state = game(game_id).new(seed=1)
    print(game_id, bot("mcts:iterations=50").choose(state, seed=1).move.text)
