"""What one server, and one visitor of it, may use up."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from .refusals import Refused


@dataclass(frozen=True)
class Limits:
    """The limits of a server.

    Attributes:
        tables: Tables in all.
        tables_each: Tables that one address may open in an hour.
        sockets: Open sockets in all.
        sockets_each: Open sockets of one address.
        requests: Requests and messages a second of one address, over some seconds.
        burst: How many of them may come at once.
        message: Bytes of a message from a browser.
        form: Bytes of a form, card files included.
        replay: Bytes of a replay.
        replays: Uploaded replays that are kept.
        think: Seconds that an agent may search for one decision.
        decisions: Decisions of one game.
    """

    tables: int = 500
    tables_each: int = 60
    sockets: int = 1000
    sockets_each: int = 60
    requests: float = 30
    burst: int = 120
    message: int = 4096
    form: int = 512 * 1024
    replay: int = 4 * 1024 * 1024
    replays: int = 50
    think: float = 3.0
    decisions: int = 30_000


_FORGET = 10_000  # addresses that are remembered at a time


class Rate:
    """A bucket for each address: it fills steadily, and every use takes one out."""

    def __init__(self, refill: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Make the buckets.

        Args:
            refill: Uses a second.
            most: Uses at once.
            clock: Tells the time in seconds.
        """
        self._refill, self._most, self._clock = refill, most, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def use(self, address: str, what: str) -> None:
        """Take one out. Raises Refused where nothing is left."""
        now = self._clock()
        left, since = self._buckets.pop(address, (self._most, now))
        left = min(self._most, left + (now - since) * self._refill)
        self._buckets[address] = (max(0.0, left - 1), now) if left >= 1 else (left, now)
        while len(self._buckets) > _FORGET:
            self._buckets.popitem(last=False)
        if left < 1:
            raise Refused("too_many", f"Too many {what} from your address; wait a little.", 429)
