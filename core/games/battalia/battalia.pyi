from pathlib import Path

from battlewise.core.fitted import FittedGame
from battlewise.core.game import State
from battlewise.core.options import Value

class Battalia(FittedGame):
    def __init__(self, data: str | Path | None = None, **options: Value) -> None: ...
    def points(self, state: State) -> list[int]: ...
