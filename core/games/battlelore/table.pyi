from collections.abc import Sequence

PHASE_NAMES: tuple[str, ...]

class Names:
    cards: Sequence[str]
    types: Sequence[str]
    letters: Sequence[str]
    def __init__(self, cards: Sequence[str], types: Sequence[str], letters: Sequence[str]) -> None: ...
