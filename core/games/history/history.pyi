from collections.abc import Sequence
from pathlib import Path
from typing import Any

from battlewise.core.fitted import FittedGame
from battlewise.core.game import State
from battlewise.core.options import Value

class History(FittedGame):
    def __init__(self, data: str | Path | None = None, **options: Value) -> None: ...
    def scores(self, state: State) -> list[dict[str, int]]: ...
    def battle(
        self,
        attackers: Sequence[str | tuple[str, str]],
        defenders: Sequence[str | tuple[str, str]],
        strong: Sequence[int],
        risky: Sequence[int],
    ) -> dict[str, Any]: ...
