"""What a terminal holds of the server's state, as hashes. They suffice to compare it, and are cheap enough for a crowd in one process. The
messages and the hash functions are those of examples/python, which knows only docs/PROTOCOL.md."""
import functools
from dataclasses import dataclass, field
from itertools import accumulate

from tickwire import hashes
from tickwire.market import GROUPS, Row, hashed
from tickwire.messages import MarketDiff, MarketRows, SnapshotPart, UserDiff, UserTable
from tickwire.protobuf import decode
from tickwire.user import UserReplica, UserTableError

STARTS = [[getattr(Row(0, "", "", 0), name) for name in names] for _, _, names in GROUPS]


@dataclass(frozen=True)
class Market:
    """The hash of each group, and of each row's cell in it. Markets with the same groups' hashes count as the same."""

    groups: tuple
    cells: tuple = field(compare=False, repr=False)

    def merged(self, changes):
        groups, cells = list(self.groups), [list(column) for column in self.cells]
        for group, (name, columns, _) in enumerate(GROUPS):
            message = getattr(changes, name)
            if message is None:
                continue
            values = (getattr(message, column) for column in columns)
            for row, *cell in zip(accumulate(message.gaps), *values, strict=True):
                if group == 0 and row == len(cells[0]):
                    for other, start in enumerate(STARTS):
                        cells[other].append(hash_of(row, other, start))
                        groups[other] += cells[other][row]
                new = hash_of(row, group, cell)
                groups[group] += new - cells[group][row]
                cells[group][row] = new
        return Market(tuple(total & hashes.MASK for total in groups), tuple(cells))


def hash_of(row, group, cell):
    return hashes.chain(row << 8 | group + 1, *map(hashed, cell))


EMPTY = Market((0,) * len(GROUPS), ((),) * len(GROUPS))


# A node sends the same bytes to all of its terminals at the same place, so they share the work and its result.
@functools.lru_cache(maxsize=64)
def after_part(market, body):
    """The market with one more part of a snapshot, and whether that was the last part."""
    part = decode(SnapshotPart, body)
    return (market if part.first_row else EMPTY).merged(part.rows or MarketRows()), part.last


@functools.lru_cache(maxsize=64)
def after_diff(market, body):
    """The market after a diff, how many hashes came with the diff, and how many of them differ from this market's."""
    diff = decode(MarketDiff, body)
    after = market.merged(diff.rows or MarketRows())
    return after, len(diff.hashes), sum(own != theirs for own, theirs in zip(after.groups, diff.hashes))


class Tables:
    """A terminal's market and its user's table. Each is missing until it has come."""

    SNAPSHOT_PART, MARKET_DIFF, USER_TABLE, USER_DIFF = 3, 4, 5, 14

    def __init__(self):
        self.market, self.incoming, self.user = None, EMPTY, UserReplica()

    def hear(self, kind, body):
        """Takes a frame. Returns how many hashes came with it, and how many of them differ from those of the tables here. A diff that
        does not fit counts as one hash that differs. After that, the table is missing until the whole one comes."""
        if kind == self.MARKET_DIFF and self.market:
            return self.hear_diff(body)
        if kind == self.SNAPSHOT_PART:
            self.incoming, is_last = after_part(self.incoming, body)
            if is_last:
                self.market = self.incoming
        elif kind == self.USER_TABLE:
            table = decode(UserTable, body)
            self.user.receive_table(table)
            return 1, self.user.hash != table.hash
        elif kind == self.USER_DIFF and not self.user.awaits_table:
            try:
                self.user.receive_diff(decode(UserDiff, body))
            except UserTableError:
                return 1, 1
            return 1, 0
        return 0, 0

    def hear_diff(self, body):
        try:
            self.market, compared, others = after_diff(self.market, body)
        except (IndexError, ValueError):
            compared, others = 1, 1
        if others:
            self.market = None
        return compared, others
