import random
import unittest

from tests.samples import frames
from tickwire.messages import (
    Alert,
    AlertKey,
    AlertPhase,
    AlertState,
    Kind,
    Record,
    ServerFrame,
    UserDiff,
    UserTable,
)
from tickwire.protobuf import decode, encode
from tickwire.user import DIGITS, UserReplica, UserTableError, order_key_after


def replica() -> UserReplica:
    replica = UserReplica()
    replica.welcomed(store=3)
    table = decode(ServerFrame, frames()["user-table"]).user_table
    assert table
    replica.receive_table(table)
    return replica


def diff() -> UserDiff:
    diff = decode(ServerFrame, frames()["user-diff"]).user_diff
    assert diff
    return diff


class UserTests(unittest.TestCase):
    def test_the_sample_diff_follows_the_sample_table_and_the_hash_agrees(self) -> None:
        user = replica()
        table = decode(ServerFrame, frames()["user-table"]).user_table
        self.assertEqual(user.hash, table and table.hash)
        self.assertEqual(user.favorites, [1])
        user.receive_diff(diff())
        self.assertEqual((user.favorites, user.version), ([1027], 3))

    def test_a_diff_from_another_version_needs_the_table_and_diffs_wait_for_it(self) -> None:
        user = replica()
        user.version = 1
        with self.assertRaises(UserTableError):
            user.receive_diff(diff())
        self.assertIsNone(user.position)
        user.receive_diff(diff())
        user.receive_table(UserTable(version=9))
        self.assertEqual((user.favorites, user.position and user.position.version), ([], 9))

    def test_a_record_that_differs_needs_the_table(self) -> None:
        user = replica()
        for record in user.records.values():
            record.version += 1
        with self.assertRaises(UserTableError):
            user.receive_diff(diff())

    def test_a_table_of_another_store_is_not_offered(self) -> None:
        user = replica()
        user.welcomed(store=3)
        self.assertIsNotNone(user.position)
        user.welcomed(store=4)
        self.assertIsNone(user.position)

    def test_a_state_of_an_earlier_arming_does_not_count(self) -> None:
        user, key = replica(), encode(AlertKey(5))
        user.records[Kind.ALERT, key] = Record(Kind.ALERT, key, encode(Alert(1, arming=8)))
        for arming, is_armed in [(8, True), (7, False)]:
            state = encode(AlertState(arming, AlertPhase.ARMED))
            user.records[Kind.ALERT_STATE, key] = Record(Kind.ALERT_STATE, key, state)
            self.assertEqual(user.is_armed(5), is_armed)

    def test_order_keys_at_the_end_are_counted(self) -> None:
        keys = {"": "V01", "V01": "V02", "V0z": "V11", "Vzz": "W01", "V": "V01", "V01V": "V02"}
        keys |= {"zzy": "zzz", "zzz": "zzzV", "zzzV": "zzzk", "zzzy": "zzzz", "zzzz": "zzzzV"}
        for last, next_key in keys.items():
            self.assertEqual(order_key_after(last or None), next_key)
        with self.assertRaises(ValueError):
            order_key_after("z" * 24)

    def test_a_new_order_key_is_always_behind_the_last_one(self) -> None:
        seed = 3
        source = random.Random(seed)
        for _ in range(2000):
            digits = [*source.choices(DIGITS, k=source.randint(0, 8)), source.choice(DIGITS[1:])]
            key = source.choice(["", "zz", "zzz"]) + "".join(digits)
            above = order_key_after(key)
            self.assertLess(key, above, f"seed {seed}")
            self.assertFalse(above.endswith("0"), f"seed {seed}: {key}")
