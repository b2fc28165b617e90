from pathlib import Path
from typing import ClassVar

from battlewise.core.game import Game, State
from battlewise.core.options import Value

class BattleLore(Game):
    feature_names: ClassVar[tuple[str, ...]]
    trait_names: dict[str, tuple[str, ...]]
    def __init__(self, data: str | Path | None = None, **options: Value) -> None: ...
    def features(self, state: State) -> list[float]: ...
    def traits(self, state: State) -> tuple[str | None, list[list[float]]]: ...
