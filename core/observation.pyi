from typing import Any, NamedTuple

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

class Observation:
    items: tuple[Item, ...]

def numbers(name: str, at: int, bytes: int, high: int, **rest: Any) -> dict[str, Any]: ...
def one_hot(name: str, at: int, bytes: int, kinds: int, **rest: Any) -> dict[str, Any]: ...
def counts(name: str, at: int, bytes: int, kinds: int, most: int, **rest: Any) -> dict[str, Any]: ...
def piles(name: str, at: int, bytes: int, kinds: int, planes: int, **rest: Any) -> dict[str, Any]: ...
def bits(name: str, at: int, bytes: int, elements: int, **rest: Any) -> dict[str, Any]: ...
def digits(
    name: str, at: int, bytes: int, elements: int, digit: int, high: int, **rest: Any
) -> dict[str, Any]: ...
def seat_numbers(name: str, at: int, bytes: int, **rest: Any) -> dict[str, Any]: ...
