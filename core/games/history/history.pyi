from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from battlewise.core.game import Game, State
from battlewise.core.options import Value

class History(Game):
    feature_names: ClassVar[tuple[str, ...]]
    trait_names: ClassVar[dict[str, tuple[str, ...]]]
    def __init__(self, data: str | Path | None = None, **options: Value) -> None: ...
    def features(self, state: State) -> list[list[float]]: ...
    def scores(self, state: State) -> list[dict[str, int]]: ...
    def traits(self, state: State) -> tuple[str | None, list[list[float]]]: ...
    def battle(
        self,
        attackers: Sequence[str | tuple[str, str]],
        defenders: Sequence[str | tuple[str, str]],
        strong: Sequence[int],
        risky: Sequence[int],
    ) -> dict[str, Any]: ...
