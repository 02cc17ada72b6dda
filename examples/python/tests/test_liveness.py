import random
import unittest

from tickwire.liveness import Backoff, Liveness, Verdict
from tickwire.messages import Close, Limits


class LivenessTests(unittest.TestCase):
    def test_a_silence_brings_one_ping_and_then_the_end(self) -> None:
        liveness = Liveness(now=100)
        liveness.limits(Limits(heartbeat_ms=15_000, silence_ms=35_000))
        at = [114.9, 115, 116, 134.9, 135]
        verdicts = [liveness.verdict(now) for now in at]
        wait, ping, gone = Verdict.WAIT, Verdict.PING, Verdict.GONE
        self.assertEqual(verdicts, [wait, ping, wait, wait, gone])

    def test_any_frame_is_a_sign_of_life(self) -> None:
        liveness = Liveness(now=100)
        self.assertIs(liveness.verdict(115), Verdict.PING)
        liveness.heard(116)
        self.assertIs(liveness.verdict(130.9), Verdict.WAIT)
        self.assertIs(liveness.verdict(131), Verdict.PING)


class BackoffTests(unittest.TestCase):
    def setUp(self) -> None:
        self.backoff = Backoff(random.Random(1))

    def waits(self, close: Close | None, count: int) -> list[float]:
        waits = [self.backoff.wait_after(close) for _ in range(count)]
        return [wait for wait in waits if wait is not None]

    def test_lost_connections_wait_longer_each_time_up_to_a_limit(self) -> None:
        for number, wait in enumerate(self.waits(None, 12)):
            longest = min(30, 0.5 * 2**number)
            self.assertTrue(longest / 2 <= wait <= longest)
        self.backoff.succeeded()
        self.assertLessEqual(self.waits(None, 1)[0], 0.5)

    def test_a_restart_waits_for_a_random_part_of_what_the_server_says(self) -> None:
        waits = self.waits(Close(1000, "", 5000), 20)
        self.assertTrue(all(0 <= wait <= 5 for wait in waits) and len(set(waits)) > 10)

    def test_a_full_server_waits_at_least_as_long_as_it_says(self) -> None:
        waits = self.waits(Close(2000, "", 7000), 8)
        self.assertTrue(waits[0] == 7 and waits[-1] >= 15)

    def test_other_codes_end_it(self) -> None:
        for code in (3001, 3002, 0, 999, 4000):
            self.assertIsNone(self.backoff.wait_after(Close(code)))
