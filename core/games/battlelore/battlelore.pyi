from pathlib import Path

from battlewise.core.game import Game
from battlewise.core.options import Value

class BattleLore(Game):
    def __init__(self, data: str | Path | None = None, **options: Value) -> None: ...
