from battlewise.core.games.battlelore.cards import Data
from battlewise.core.games.battlelore.full import Full

class Names:
    cards: list[str]
    types: list[str]
    letters: list[str]
    lore: list[list[str]]
    scenarios: list[list[str]]
    armies: list[list[str]]
    plans: list[str]
    deployment: list[str | None]
    def __init__(self, data: Data, full: Full) -> None: ...
