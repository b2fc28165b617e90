from pathlib import Path

from battlewise.core.fitted import FittedGame
from battlewise.core.game import State
from battlewise.core.options import Value

class Batalj(FittedGame):
    def __init__(self, data: str | Path | None = None, **options: Value) -> None: ...
    @property
    def allied(self) -> bool: ...
    def prospect(self, state: State, seat: int) -> float: ...
