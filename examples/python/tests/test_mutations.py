import asyncio
import unittest

from tickwire.messages import Change, Limits, MutationResult, Outcome, Welcome
from tickwire.mutations import InDoubt, Outbox, Refused


def welcome(
    last: int = 0, forgotten_ms: int = 0, time_ms: int = 1000, in_flight: int = 64
) -> Welcome:
    limits = Limits(mutations_in_flight=in_flight)
    return Welcome(
        last_mutation=last, forgotten_ms=forgotten_ms, server_time_ms=time_ms, limits=limits
    )


class OutboxTests(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.outbox = Outbox()

    def put(self, count: int) -> list["asyncio.Future[MutationResult]"]:
        answers = [asyncio.get_running_loop().create_future() for _ in range(count)]
        for answer in answers:
            self.outbox.put([Change()], answer)
        return answers

    def take(self) -> list[int]:
        return [mutation.number for mutation in self.outbox.take()]

    def receive(self, number: int, outcome: Outcome, last: int = 0) -> bool:
        return self.outbox.received(MutationResult(number, outcome, last_number=last, reason="no"))

    async def test_changes_go_out_in_order_and_only_so_many_unanswered(self) -> None:
        self.put(3)
        self.outbox.welcomed(welcome(in_flight=2))
        self.assertEqual((self.take(), self.take()), ([1, 2], []))
        self.receive(1, Outcome.APPLIED)
        self.assertEqual(self.take(), [3])

    async def test_what_was_not_answered_goes_out_again_after_each_welcome(self) -> None:
        answers = self.put(3)
        self.outbox.welcomed(welcome())
        self.take()
        self.receive(1, Outcome.APPLIED)
        client_id = self.outbox.client_id
        self.assertTrue(self.outbox.welcomed(welcome(last=2)))
        self.assertEqual((self.take(), self.outbox.client_id), ([2, 3], client_id))
        self.assertTrue(answers[0].done() and not answers[1].done())

    async def test_a_refusal_settles_the_number(self) -> None:
        [answer, _] = self.put(2)
        self.outbox.welcomed(welcome())
        self.take()
        self.receive(1, Outcome.REFUSED)
        with self.assertRaisesRegex(Refused, "no"):
            answer.result()
        self.outbox.welcomed(welcome(last=1))
        self.assertEqual(self.take(), [2])

    async def test_after_retry_later_everything_goes_out_again_once_all_is_answered(self) -> None:
        self.put(2)
        self.outbox.welcomed(welcome())
        self.take()
        self.receive(1, Outcome.RETRY_LATER)
        self.outbox.wait_is_over()
        self.assertEqual(self.take(), [])
        self.receive(2, Outcome.OUT_OF_ORDER)
        self.assertEqual(self.take(), [1, 2])

    async def test_a_forgotten_client_does_not_send_again_what_may_have_been_done(self) -> None:
        client_id = self.outbox.client_id
        self.outbox.welcomed(welcome())
        [sent] = self.put(1)
        self.take()
        [unsent] = self.put(1)
        self.assertFalse(self.outbox.welcomed(welcome(forgotten_ms=1000)))
        with self.assertRaises(InDoubt):
            sent.result()
        self.assertNotEqual(self.outbox.client_id, client_id)
        self.assertTrue(self.outbox.welcomed(welcome(forgotten_ms=1000)))
        self.assertEqual(self.take(), [1])
        self.receive(1, Outcome.APPLIED)
        self.assertTrue(unsent.done())

    async def test_others_that_were_forgotten_earlier_are_no_reason_for_doubt(self) -> None:
        self.outbox.welcomed(welcome())
        self.put(1)
        self.take()
        self.assertTrue(self.outbox.welcomed(welcome(forgotten_ms=999)))
        self.assertEqual(self.take(), [1])

    async def test_after_a_loss_pending_changes_go_out_under_a_new_id(self) -> None:
        client_id = self.outbox.client_id
        self.outbox.welcomed(welcome())
        self.put(2)
        self.take()
        self.receive(1, Outcome.APPLIED)
        with self.assertLogs("tickwire", "WARNING"):
            self.assertFalse(self.outbox.welcomed(welcome()))
        self.assertNotEqual(self.outbox.client_id, client_id)
        self.outbox.welcomed(welcome())
        self.assertEqual(self.take(), [1])

    async def test_numbers_that_a_copy_has_used_are_not_used_again(self) -> None:
        [answer] = self.put(1)
        self.assertFalse(self.outbox.welcomed(welcome(last=5)))
        with self.assertRaises(InDoubt):
            answer.result()
