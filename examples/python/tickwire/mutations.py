"""The user's changes that the server has not answered. Each takes effect exactly once.

It knows neither sockets nor clocks.
"""

from __future__ import annotations

import logging
import secrets
from asyncio import Future
from dataclasses import dataclass

from .messages import Change, Mutation, MutationResult, Outcome, Welcome

log = logging.getLogger(__name__)


class Refused(Exception):
    """The server refuses a change for good. The text is its reason."""


class InDoubt(Exception):
    """The server has forgotten this client: the change may have been done or not."""


@dataclass
class Pending:
    """A change that waits for its answer."""

    changes: list[Change]
    answer: Future[MutationResult]


class Outbox:
    """Numbers changes, and says which to send now."""

    def __init__(self) -> None:
        self._in_flight_max = 1
        self._begin({})

    def _begin(self, pending: dict[int, Pending]) -> None:
        """Takes a new client id and numbers what is pending from 1."""
        self.client_id = secrets.token_bytes(16)
        self._pending = dict(enumerate(pending.values(), 1))
        self._last = len(self._pending)  # the highest number that was given
        self._settled = 0  # the highest number that is known to be settled
        self._ever_sent = 0  # the highest number that may have arrived
        self._welcomed_ms = 0  # when this client id was welcomed last, by the server's clock
        self._start_over()

    def _start_over(self) -> None:
        self._sent_through = self._settled
        self._unanswered = 0
        self._goes_back = False
        self.must_wait = False  # The server could not store a change.

    def put(self, changes: list[Change], answer: Future[MutationResult]) -> None:
        self._last += 1
        self._pending[self._last] = Pending(changes, answer)

    def take(self) -> list[Mutation]:
        """The mutations to send now, in order. The server limits how many may be unanswered."""
        if self._goes_back and self._unanswered == 0 and not self.must_wait:
            self._start_over()
        if self._goes_back or self.must_wait:
            return []
        room = self._in_flight_max - self._unanswered
        numbers = [number for number in self._pending if number > self._sent_through][:room]
        if numbers:
            self._unanswered += len(numbers)
            self._sent_through = numbers[-1]
            self._ever_sent = max(self._ever_sent, numbers[-1])
        return [Mutation(number, self._pending[number].changes) for number in numbers]

    def wait_is_over(self) -> None:
        """Some time has passed since the server could not store a change."""
        self.must_wait = False

    def welcomed(self, welcome: Welcome) -> bool:
        """Returns whether the client id is still good. If not, it was replaced: connect again."""
        if not self._agrees(welcome.last_mutation, welcome.forgotten_ms):
            return False
        self._welcomed_ms = welcome.server_time_ms
        if welcome.limits:
            self._in_flight_max = max(1, welcome.limits.mutations_in_flight)
        self._start_over()
        return True

    def received(self, result: MutationResult) -> bool:
        """Returns the same for an answer."""
        self._unanswered = max(0, self._unanswered - 1)
        if result.outcome == Outcome.RETRY_LATER:
            self.must_wait = self._goes_back = True
        elif result.outcome == Outcome.OUT_OF_ORDER:
            self._goes_back = True
            return self._agrees(result.last_number, 0)
        else:
            self._settled = max(self._settled, result.number)
            pending = self._pending.pop(result.number, None)
            if pending and not pending.answer.done():
                if result.outcome == Outcome.APPLIED:
                    pending.answer.set_result(result)
                else:
                    pending.answer.set_exception(Refused(result.reason))
        return True

    def _agrees(self, last_number: int, forgotten_ms: int) -> bool:
        is_forgotten = last_number == 0 < self._ever_sent and 0 < self._welcomed_ms <= forgotten_ms
        if not is_forgotten and self._settled <= last_number <= self._last:
            return True
        if not is_forgotten and last_number < self._settled:
            # They are not sent again: their callers have their answers already.
            log.warning("The server has lost %d confirmed changes.", self._settled - last_number)
        doubtful = self._ever_sent if is_forgotten else 0
        if last_number > self._last:
            doubtful = last_number  # A copy of this process has used these numbers.
        for number in [number for number in self._pending if number <= doubtful]:
            answer = self._pending.pop(number).answer
            if not answer.done():
                answer.set_exception(
                    InDoubt("The server has forgotten this client and its change.")
                )
        self._begin(self._pending)
        return False

    def fail(self, error: Exception) -> None:
        """Nothing will be sent any more."""
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(error)
        self._pending.clear()
