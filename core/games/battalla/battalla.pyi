from collections.abc import Mapping
from pathlib import Path
from typing import Any

from battlewise.core.fitted import FittedGame

class Battalla(FittedGame):
    def __init__(
        self, data: str | Path | None = None, **options: bool | int | str | Mapping[str, Any]
    ) -> None: ...
    def deck(self, name: str) -> dict[str, Any]: ...
