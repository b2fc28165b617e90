from typing import NamedTuple

class Item(NamedTuple):
    name: str
    shape: tuple[int, ...]
    by_seat: bool
    low: int
    high: int
    unit: int
    encoding: str
    offset: int
    size: int
    seen_by: str
