"""The settings and the budget of a search."""

from dataclasses import dataclass

from battlewise.core import BattlewiseError

CUTOFFS = ("end", "leaf", "turn", "reply", "rounds", "four_rounds")
PLAYOUTS = ("uniform", "weighted")


class SettingError(BattlewiseError):
    """A setting or budget has a wrong name or value.

    :ivar field: the setting's name.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


@dataclass(frozen=True)
class Budget:
    """The limits of a search; it stops at the first one it reaches.

    :ivar iterations: number of iterations; a search with this limit alone is reproducible.
    :ivar milliseconds: wall time.
    """

    iterations: int | None = None
    milliseconds: int | None = None

    def __post_init__(self) -> None:
        for name in ("iterations", "milliseconds"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise SettingError(name, f"{value!r} is not a whole number of 1 or more")
        if self.iterations is None and self.milliseconds is None:
            raise SettingError("iterations", "a budget needs iterations or milliseconds")


@dataclass(frozen=True)
class Settings:
    """The settings of a tree search.

    :ivar exploration: weight of the prior term against the mean value (PUCT), > 0.
    :ivar first_play: how far below its parent's mean an unvisited move is valued, 0..1.
    :ivar cutoff: where a playout ends: ``end`` of the game; at the ``leaf`` itself, at the end of the
        leaf's ``turn``, of the next, the ``reply``, after two ``rounds`` of two seats or ``four_rounds``,
        valued by the game's `estimate`.
    :ivar playout: how playouts choose: ``uniform``, or ``weighted`` by the game's `weigh`.
    :ivar worlds: number of deals of the hidden cards to search; 0 for a new deal in each iteration.
    :ivar second_look: number of playouts to the end of the game, at most, that compare the best move of the
        search with others (`battlewise.search.second_look`); 0 for none.
    :ivar threads: independent trees, grown side by side and added up.
    """

    exploration: float = 1.0
    first_play: float = 0.1
    cutoff: str = "end"
    playout: str = "uniform"
    worlds: int = 0
    second_look: int = 0
    threads: int = 1

    def __post_init__(self) -> None:
        for name, low, high in (("exploration", 1e-3, 100.0), ("first_play", 0.0, 1.0)):
            value = getattr(self, name)
            if not isinstance(value, float | int) or not low <= value <= high:
                raise SettingError(name, f"{value!r} is not a number in {low}..{high}")
        for name, most, least in (("worlds", 10_000, 0), ("second_look", 100_000, 0), ("threads", 64, 1)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise SettingError(name, f"{value!r} is not a whole number in {least}..{most}")
        for name, choices in (("cutoff", CUTOFFS), ("playout", PLAYOUTS)):
            if getattr(self, name) not in choices:
                raise SettingError(name, f"{getattr(self, name)!r} is none of {', '.join(choices)}")
