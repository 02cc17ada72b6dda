import dataclasses
import unittest
from decimal import Decimal

from tests.samples import frames
from tickwire.market import MarketError, MarketReplica
from tickwire.messages import (
    Instruments,
    MarketDiff,
    MarketRows,
    Prices,
    ServerFrame,
    SnapshotPart,
    SourceState,
)
from tickwire.protobuf import decode


def part() -> SnapshotPart:
    frame = decode(ServerFrame, frames()["snapshot-part"])
    assert frame.snapshot_part
    return frame.snapshot_part


def diff() -> MarketDiff:
    frame = decode(ServerFrame, frames()["market-diff"])
    assert frame.market_diff
    return frame.market_diff


def replica() -> MarketReplica:
    replica = MarketReplica()
    replica.connected()
    replica.receive_part(part())
    return replica


def three_rows(first_row: int, gaps: list[int], last: bool) -> SnapshotPart:
    texts = [str(row) for row in gaps]
    instruments = Instruments(gaps, list(range(len(gaps))), texts, texts, [1] * len(gaps))
    rows = MarketRows(instruments=instruments)
    return SnapshotPart(1, 7, first_row, last, 0, rows, diff_follows=last)


class MarketTests(unittest.TestCase):
    def test_the_position_is_in_the_new_epoch(self) -> None:
        market = replica()
        market.receive_epoch(5)
        assert market.position
        self.assertEqual(market.position.epoch, 5)

    def test_the_sample_diff_follows_the_sample_snapshot_and_the_hashes_agree(self) -> None:
        market = replica()
        row = market.table.symbol("btc")
        assert row
        self.assertEqual((row.price, row.day_change), (Decimal("63250.12"), Decimal("1.50")))
        market.receive_diff(diff())
        self.assertEqual((row.price, row.day_change), (Decimal("63251.00"), Decimal("1.51")))
        self.assertEqual((market.position.epoch, market.position.sequence), (1, 8))  # type: ignore[union-attr]

    def test_each_column_is_in_the_hash(self) -> None:
        for field in dataclasses.fields(replica().table.rows[0]):
            with self.subTest(field.name):
                market = replica()
                row = market.table.rows[0]
                value = getattr(row, field.name)
                setattr(row, field.name, value + ("x" if isinstance(value, str) else 1))
                if field.name in ("mantissa", "day"):
                    continue  # The diff replaces these.
                with self.assertRaises(MarketError):
                    market.receive_diff(diff())

    def test_a_diff_may_come_twice_and_an_older_one_changes_nothing(self) -> None:
        market = replica()
        market.receive_diff(diff())
        market.receive_diff(diff())
        old = MarketDiff(5, 6, rows=MarketRows(prices=Prices([0], [1])))
        market.receive_diff(old)
        self.assertEqual(market.table.rows[0].price, Decimal("63251.00"))

    def test_a_diff_from_beyond_needs_a_snapshot_and_diffs_wait_for_it(self) -> None:
        market = replica()
        with self.assertRaises(MarketError):
            market.receive_diff(MarketDiff(8, 9))
        self.assertIsNone(market.position)
        market.receive_diff(MarketDiff(20, 21))
        market.receive_part(part())
        self.assertIsNotNone(market.position)

    def test_the_old_table_stays_until_all_parts_of_the_new_one_have_come(self) -> None:
        market = replica()
        market.receive_part(three_rows(0, [0, 1], last=False))
        self.assertEqual(len(market.table.rows), 1)
        market.receive_part(three_rows(2, [2], last=True))
        self.assertEqual(len(market.table.rows), 1)
        self.assertEqual(market.position.sequence, 7)  # type: ignore[union-attr]
        market.receive_diff(MarketDiff(7, 9))
        self.assertEqual(market.position.sequence, 9)  # type: ignore[union-attr]
        self.assertEqual([row.symbol for row in market.table.rows], ["0", "1", "2"])

    def test_a_diff_that_does_not_complete_its_snapshot_needs_another_one(self) -> None:
        market = replica()
        market.receive_part(three_rows(0, [0, 1], last=False))
        market.receive_part(three_rows(2, [2], last=True))
        with self.assertRaises(MarketError):
            market.receive_diff(MarketDiff(7, 9, hashes=[5]))
        self.assertIsNone(market.position)
        self.assertEqual(len(market.table.rows), 1)
        market.receive_part(part())
        self.assertIsNotNone(market.position)

    def test_a_part_that_does_not_continue_needs_a_snapshot(self) -> None:
        market = replica()
        market.receive_part(three_rows(0, [0, 1], last=False))
        market.connected()
        with self.assertRaises(MarketError):
            market.receive_part(three_rows(2, [2], last=True))

    def test_rows_that_do_not_exist_and_columns_of_different_lengths_are_errors(self) -> None:
        for rows in [
            MarketRows(prices=Prices([1], [5])),
            MarketRows(prices=Prices([0], [])),
            MarketRows(instruments=Instruments([2], [1], ["A"], ["A"], [1])),
        ]:
            with self.assertRaises(MarketError):
                replica().receive_diff(MarketDiff(7, 8, rows=rows))

    def test_a_price_is_live_by_its_source_and_its_own_time(self) -> None:
        table = replica().table
        row, source = table.rows[0], table.sources[2]
        row.heard_s, source.last_event_ms = 0, 100_000
        self.assertTrue(table.is_live(row, 105))
        self.assertFalse(table.is_live(row, 110))
        source.state = SourceState.STALE
        self.assertTrue(table.is_live(row, 105))
        row.heard_s = 101
        self.assertFalse(table.is_live(row, 105))
        row.heard_s, source.state = 0, SourceState.STARTING
        self.assertFalse(table.is_live(row, 105))
        self.assertEqual(table.age_s(row, 105), 5)
