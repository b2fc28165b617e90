from pathlib import Path

from battlewise.core.fitted import FittedGame
from battlewise.core.options import Value

class BattleLore(FittedGame):
    def __init__(self, data: str | Path | None = None, **options: Value) -> None: ...
