"""The market: a table that snapshots and diffs bring up to date.

It knows neither sockets nor clocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import accumulate

from . import hashes
from .messages import (
    MarketDiff,
    MarketPosition,
    MarketRows,
    SnapshotPart,
    Source,
    SourceKind,
    SourceState,
)

UNKNOWN_PERCENT = -10001
LIVE_SECONDS = 10
CONTROL_CHARACTERS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class MarketError(Exception):
    """What has come does not fit the table: a snapshot is needed."""


@dataclass(slots=True)
class Row:
    """One instrument, with its columns as the wire carries them."""

    coin_id: int
    symbol: str
    name: str
    kind: int
    decimals: int = 0
    source: int = 0
    heard_s: int = 0
    mantissa: int = 0
    day: int = UNKNOWN_PERCENT
    hour: int = UNKNOWN_PERCENT
    week: int = UNKNOWN_PERCENT
    volume: int = 0
    rank: int = 0
    supply: int = 0
    delisted: bool = False

    @property
    def price(self) -> Decimal | None:
        """The exact price in US dollars, or `None` if it is unknown."""
        return Decimal(self.mantissa - 1).scaleb(-self.decimals) if self.mantissa else None

    @property
    def day_change(self) -> Decimal | None:
        """The change over 24 hours in percent, or `None` if it is unknown."""
        return None if self.day == UNKNOWN_PERCENT else Decimal(self.day).scaleb(-2)


# The columns of each group after `gaps`: in a message of `MarketRows`, and in a row.
GROUPS: list[tuple[str, list[str], list[str]]] = [
    (
        "instruments",
        ["coin_ids", "symbols", "names", "kinds"],
        ["coin_id", "symbol", "name", "kind"],
    ),
    ("pricings", ["decimals", "sources", "heard_s"], ["decimals", "source", "heard_s"]),
    ("prices", ["mantissas"], ["mantissa"]),
    ("day_changes", ["hundredths"], ["day"]),
    ("trends", ["hour_hundredths", "week_hundredths"], ["hour", "week"]),
    ("volumes", ["usd"], ["volume"]),
    ("fundamentals", ["ranks", "supplies"], ["rank", "supply"]),
    ("listings", ["delisted"], ["delisted"]),
]


@dataclass
class MarketTable:
    """The market at one sequence of one epoch."""

    epoch: int = 0
    sequence: int = 0
    rows: list[Row] = field(default_factory=list)
    sources: dict[int, Source] = field(default_factory=dict)

    def coin(self, coin_id: int) -> Row | None:
        return self._best(lambda row: row.coin_id == coin_id)

    def symbol(self, symbol: str) -> Row | None:
        """The coin with this symbol. Symbols are not unique: the best rank wins."""
        return self._best(lambda row: row.symbol.upper() == symbol.upper())

    def _best(self, is_wanted: Callable[[Row], bool]) -> Row | None:
        wanted = (row for row in self.rows if is_wanted(row) and not row.delisted)
        return min(wanted, key=lambda row: row.rank or 1 << 32, default=None)

    def provider(self, row: Row) -> str:
        """Who tells the price; empty if there is none."""
        source = self.sources.get(row.source)
        return source.provider if source else ""

    def age_s(self, row: Row, server_time_s: float) -> float | None:
        """The seconds since the price was last heard, or `None` if it never was."""
        source = self.sources.get(row.source)
        heard_s = row.heard_s or (source.last_event_ms / 1000 if source else 0)
        return server_time_s - heard_s if heard_s else None

    def is_live(self, row: Row, server_time_s: float) -> bool:
        """Whether the price is that of an exchange's last trade, heard a moment ago."""
        source, age = self.sources.get(row.source), self.age_s(row, server_time_s)
        if (
            source is None
            or source.kind != SourceKind.TICKERS
            or age is None
            or age >= LIVE_SECONDS
        ):
            return False
        if source.state == SourceState.LIVE:
            return True
        return row.heard_s == 0 and source.state != SourceState.STARTING

    # ---- changes

    def apply(self, diff: MarketDiff) -> None:
        """Brings the table to the diff's `to`.

        Raises `MarketError` if that is not possible, or if the hashes differ.
        """
        if diff.from_ > self.sequence:
            raise MarketError(f"a diff from {diff.from_} came to a table at {self.sequence}")
        if diff.to < self.sequence:
            return
        self.merge(diff.rows or MarketRows())
        self.sequence = diff.to
        for number, (theirs, own) in enumerate(
            zip(diff.hashes, self.hashes(diff.hashes), strict=False), 1
        ):
            if theirs != own:
                raise MarketError(f"the hash of group {number} is {own:x} instead of {theirs:x}")

    def merge(self, changes: MarketRows) -> None:
        for group, columns, names in GROUPS:
            message = getattr(changes, group)
            if message is None:
                continue
            numbers = list(accumulate(message.gaps))
            values = [getattr(message, column) for column in columns]
            if any(len(column) != len(numbers) for column in values):
                raise MarketError(f"columns of {group} have different lengths")
            for number, *cells in zip(numbers, *values, strict=True):
                self._set(number, names, cells)
        for source in changes.sources:
            self.sources[source.number] = source

    def _set(self, number: int, names: list[str], cells: list[object]) -> None:
        if number == len(self.rows) and names[0] == "coin_id":
            self.rows.append(Row(*cells))  # type: ignore[arg-type]
        elif number < len(self.rows):
            for name, cell in zip(names, cells, strict=True):
                setattr(self.rows[number], name, cell)
        else:
            raise MarketError(f"row {number} came to a table of {len(self.rows)} rows")

    # ---- hash

    def hashes(self, wanted: Iterable[int]) -> Iterator[int]:
        """The hashes of the groups that this library knows, one for each that is wanted."""
        for _, (group, (_, _, names)) in zip(wanted, enumerate(GROUPS, 1), strict=False):
            cells = (
                hashes.chain(number << 8 | group, *(hashed(getattr(row, name)) for name in names))
                for number, row in enumerate(self.rows)
            )
            yield sum(cells) & hashes.MASK


def hashed(value: int | str) -> int:
    """A value for a hash. Sums wrap, so a negative percent counts as its two's complement."""
    if isinstance(value, str):
        return hashes.text(CONTROL_CHARACTERS.sub("", value).encode())
    return int(value)


class MarketReplica:
    """Follows the server's market over all connections."""

    def __init__(self) -> None:
        self.table = MarketTable()
        self.is_whole = False
        self.snapshots = 0
        self._incoming: MarketTable | None = None
        self._awaits_diff = False
        self._awaits_snapshot = False

    @property
    def position(self) -> MarketPosition | None:
        """Where to resume, or `None` if a snapshot is needed."""
        if not self.is_whole or self._awaits_snapshot:
            return None
        return MarketPosition(self.table.epoch, self.table.sequence)

    def connected(self) -> None:
        """A new connection begins: the rest of a half snapshot will not come."""
        self._incoming, self._awaits_diff = None, False
        self._awaits_snapshot = self.position is None

    def receive_part(self, part: SnapshotPart) -> None:
        """Keeps the old table until the new one is whole.

        Raises `MarketError` if a part does not fit.
        """
        if part.first_row == 0:
            self._incoming = MarketTable(part.epoch)
        table, self._incoming, self._awaits_diff = self._incoming, None, False
        if table is None or part.first_row != len(table.rows):
            raise self._lost("the part before this one is not there")
        try:
            table.merge(part.rows or MarketRows())
        except MarketError as error:
            raise self._lost(str(error)) from error
        table.sequence = part.sequence
        if part.last and not part.diff_follows:
            self._complete(table)
        else:
            # The market may have moved between the parts. The diff after the last one completes the
            # snapshot.
            self._incoming, self._awaits_diff = table, part.diff_follows

    def receive_diff(self, diff: MarketDiff) -> None:
        """Raises `MarketError` if a snapshot is needed.

        Until it has come, diffs are ignored, except the one that completes it.
        """
        try:
            if self._incoming and self._awaits_diff:
                self._incoming.apply(diff)
                self._complete(self._incoming)
            elif not self._awaits_snapshot:
                self.table.apply(diff)
        except MarketError as error:
            raise self._lost(str(error)) from error

    def receive_epoch(self, epoch: int) -> None:
        """The market goes on in another epoch, and a snapshot that is not whole starts again."""
        self._incoming, self._awaits_diff = None, False
        if self.is_whole:
            self.table.epoch = epoch

    def _complete(self, table: MarketTable) -> None:
        self.table, self.is_whole, self._awaits_snapshot = table, True, False
        self._incoming, self._awaits_diff = None, False
        self.snapshots += 1

    def _lost(self, message: str) -> MarketError:
        self._incoming, self._awaits_diff, self._awaits_snapshot = None, False, True
        return MarketError(message)
