from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from battlewise.core.game import Game, State

class Battalla(Game):
    feature_names: ClassVar[tuple[str, ...]]
    trait_names: ClassVar[dict[str, tuple[str, ...]]]
    def __init__(
        self, data: str | Path | None = None, **options: bool | int | str | Mapping[str, Any]
    ) -> None: ...
    def deck(self, name: str) -> dict[str, Any]: ...
    def features(self, state: State) -> list[float]: ...
    def traits(self, state: State) -> tuple[str | None, list[list[float]]]: ...
