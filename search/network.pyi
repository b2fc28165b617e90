from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from battlewise.core import Game, State

Floats = NDArray[np.float32]

class Network:
    arrays: list[Floats]
    def __init__(self, game: Game, arrays: Sequence[Floats]) -> None: ...
    def values(self, state: State) -> list[float]: ...

def shapes(game: Game, observes: bool = True) -> list[tuple[int, ...]]: ...
def inputs(state: State) -> tuple[Floats, Floats]: ...
