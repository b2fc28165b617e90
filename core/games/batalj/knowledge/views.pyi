from battlewise.core.games.batalj.cards import Data

PHASE_NAMES: tuple[str, ...]
STAGE_NAMES: tuple[str, ...]
AREA_NAMES: tuple[str, ...]
RIDING_NAMES: tuple[str, ...]
VICTORY_NAMES: tuple[str, ...]
ARMY_NAMES: tuple[str, ...]

class Names:
    fiefs: list[str]
    regents: list[str]
    history: list[str]
    events: list[str]
    spaces: list[str]
    cities: list[str]
    markers: list[str]
    shown: dict[str, str]
    def __init__(self, data: Data) -> None: ...
