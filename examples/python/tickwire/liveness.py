"""When to ping a quiet server, when to give it up, and how long to wait before the next try."""

from __future__ import annotations

import random
from enum import Enum

from .messages import Close, Limits

CHECK_SECONDS = 1.0


class Verdict(Enum):
    WAIT = 0
    PING = 1
    GONE = 2


class Liveness:
    """Times are seconds of any clock that only goes forward."""

    def __init__(self, now: float) -> None:
        self.heartbeat, self.silence = 15.0, 35.0  # until the Welcome says more
        self.heard(now)

    def limits(self, limits: Limits) -> None:
        self.heartbeat, self.silence = limits.heartbeat_ms / 1000, limits.silence_ms / 1000

    def heard(self, now: float) -> None:
        self._heard = now
        self._is_pinged = False

    def verdict(self, now: float) -> Verdict:
        """`PING` comes once in each silence."""
        if now - self._heard >= self.silence:
            return Verdict.GONE
        if self._is_pinged or now - self._heard < self.heartbeat:
            return Verdict.WAIT
        self._is_pinged = True
        return Verdict.PING


class Backoff:
    """The seconds to wait before the next try.

    They double each time. Chance shortens them, so that clients do not return together.
    """

    FIRST, LONGEST = 0.5, 30.0

    def __init__(self, source: random.Random) -> None:
        self._random = source
        self._failures = 0

    def succeeded(self) -> None:
        self._failures = 0

    def wait_after(self, close: Close | None) -> float | None:
        """Returns `None` if the client must not come back before the user has done something.

        Without a Close, the connection was lost.
        """
        longest: float = min(self.LONGEST, self.FIRST * 2 ** min(self._failures, 20))
        own = longest * self._random.uniform(0.5, 1)
        self._failures += 1
        if close is None:
            return own
        least = float(close.retry_after_ms / 1000)
        match close.code // 1000:
            case 1:
                return least * self._random.random()
            case 2:
                return max(own, least)
            case _:
                return None
