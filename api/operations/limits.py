"""Limits for each address: what its requests cost, and how many of them may wait."""

from collections import Counter, OrderedDict
from ipaddress import IPv6Network
from math import ceil
from threading import Lock
from time import monotonic
from typing import Literal


def network_of(address: str) -> str:
    """An address as limits count it; for IPv6 its /64 network, which belongs to one customer."""
    if ":" not in address:
        return address
    try:
        return str(IPv6Network((address, 64), strict=False))
    except ValueError:  # a proxy may send anything
        return address


class Spending:
    """What the requests of each address cost: a bucket that holds the cost of a minute and refills evenly.

    The libraries for this keep an entry for each unit of cost, and start a thread for each request.
    """

    def __init__(self, cost_a_minute: int) -> None:
        self._most = float(cost_a_minute)
        self._lock = Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # units and when, the latest last

    def charge(self, address: str, cost: int) -> int:
        """Charge a cost to an address; 0, or the seconds to wait if the cost is over what is left."""
        now, wanted = monotonic(), min(float(cost), self._most)
        with self._lock:
            units, then = self._left.pop(address, (self._most, now))
            units = min(self._most, units + (now - then) * self._most / 60)
            enough = units >= wanted
            self._left[address] = (units - wanted if enough else units, now)
            while now - next(iter(self._left.values()))[1] > 60:
                self._left.popitem(last=False)  # its bucket is full again
        return 0 if enough else ceil((wanted - units) * 60 / self._most)


class Places:
    """Places for requests that wait.

    :param most: how many there are.
    :param an_address: how many of them one address can take.
    """

    def __init__(self, most: int, an_address: int) -> None:
        self._most = most
        self._an_address = an_address
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> Literal["service", "address"] | None:
        """Take a place; if there is none, whose limit is reached."""
        with self._lock:
            if self._taken[address] >= self._an_address:
                return "address"
            if self._taken.total() >= self._most:
                return "service"
            self._taken[address] += 1
            return None

    def leave(self, address: str) -> None:
        """Leave a place."""
        with self._lock:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]
