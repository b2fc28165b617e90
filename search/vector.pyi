from typing import NamedTuple

import numpy
from numpy.typing import ArrayLike, NDArray

from battlewise.core import Game, State

class Batch(NamedTuple):
    observations: NDArray[numpy.float32]
    to_move: NDArray[numpy.int32]
    legal: NDArray[numpy.int32]
    legal_counts: NDArray[numpy.int32]
    returns: NDArray[numpy.float32]
    done: NDArray[numpy.bool_]

class VectorEnv:
    rules: Game
    count: int
    codes: NDArray[numpy.uint32]
    batch: Batch
    def __init__(self, rules: Game, count: int, seed: int = 0, observations: bool = True) -> None: ...
    @property
    def actions(self) -> int: ...
    def text(self, number: int) -> str: ...
    def reset(self, seed: int | None = None) -> Batch: ...
    def step(self, actions: ArrayLike) -> Batch: ...
    def masks(self) -> NDArray[numpy.bool_]: ...
    def state(self, index: int) -> State: ...
