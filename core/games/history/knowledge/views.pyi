from battlewise.core.games.history.cards import Data

PHASE_NAMES: tuple[str, ...]
SIDE_NAMES: tuple[str, ...]

class Names:
    units: list[str]
    shown: list[str]
    tokens: list[str]
    tiles: list[str]
    def __init__(self, data: Data) -> None: ...
