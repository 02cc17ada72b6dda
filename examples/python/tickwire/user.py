"""The user's table of records: favorites and alerts. It knows neither sockets nor clocks."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import hashes
from .messages import (
    Alert,
    AlertEvent,
    AlertEventKey,
    AlertKey,
    AlertPhase,
    AlertState,
    Change,
    Kind,
    ListItem,
    ListItemKey,
    Record,
    Removal,
    UserDiff,
    UserPosition,
    UserTable,
)
from .protobuf import decode, encode

FAVORITES = 0
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ORDER_KEY_MAX = 24


class UserTableError(Exception):
    """What has come does not fit the table: the whole table is needed."""


@dataclass
class UserReplica:
    """Follows the user's table over all connections. Records of unknown kinds are kept as bytes."""

    store: int | None = None
    version: int = 0
    records: dict[tuple[int, bytes], Record] = field(default_factory=dict)
    awaits_table: bool = True

    @property
    def position(self) -> UserPosition | None:
        """What the Hello says, or `None` if the whole table is needed."""
        if self.store is None or self.awaits_table:
            return None
        return UserPosition(self.store, self.version)

    def welcomed(self, store: int) -> None:
        """A table of another store means nothing to this server: the whole table follows."""
        self.awaits_table = self.awaits_table or store != self.store
        self.store = store

    def receive_table(self, table: UserTable) -> None:
        self.version = table.version
        self.records = {(record.kind, record.key): record for record in table.records}
        self.awaits_table = False

    def receive_diff(self, diff: UserDiff) -> None:
        """Raises `UserTableError` if the whole table is needed. Ignores diffs until it has come."""
        if self.awaits_table:
            return
        if diff.from_ != self.version:
            self.awaits_table = True
            raise UserTableError(f"a diff from {diff.from_} came to a table at {self.version}")
        for record in diff.records:
            self.records[record.kind, record.key] = record
        for removed in diff.removed:
            self.records.pop((removed.kind, removed.key), None)
        self.version = diff.to
        if self.hash != diff.hash:
            self.awaits_table = True
            raise UserTableError(f"the hash is {self.hash:x} instead of {diff.hash:x}")

    @property
    def hash(self) -> int:
        return sum(map(_hash, self.records.values())) & hashes.MASK

    def of_kind(self, kind: Kind) -> list[Record]:
        return [record for (number, _), record in self.records.items() if number == kind]

    # ---- favorites

    @property
    def favorites(self) -> list[int]:
        """Coin ids in the user's order."""
        return [coin_id for _, coin_id in self._favorites()]

    def _favorites(self) -> list[tuple[str, int]]:
        items = []
        for record in self.of_kind(Kind.LIST_ITEM):
            key, item = decode(ListItemKey, record.key), decode(ListItem, record.value)
            if key.list == FAVORITES:
                items.append((item.order_key, key.coin_id))
        return sorted(items)

    def adding_favorite(self, coin_id: int) -> Change:
        """A change that puts a coin at the end of the favorites."""
        items = self._favorites()
        item = ListItem(order_key_after(items[-1][0] if items else None))
        return Change(Kind.LIST_ITEM, encode(ListItemKey(FAVORITES, coin_id)), put=encode(item))

    def removing_favorite(self, coin_id: int) -> Change:
        return Change(Kind.LIST_ITEM, encode(ListItemKey(FAVORITES, coin_id)), remove=Removal())

    # ---- alerts

    @property
    def alerts(self) -> dict[int, Alert]:
        return {
            decode(AlertKey, record.key).alert: decode(Alert, record.value)
            for record in self.of_kind(Kind.ALERT)
        }

    def is_armed(self, alert: int) -> bool:
        """Whether the server has seen the condition to be false. It fires when that turns true."""
        key = encode(AlertKey(alert))
        held = self.records.get((Kind.ALERT, key))
        noted = self.records.get((Kind.ALERT_STATE, key))
        if held is None or noted is None:
            return False
        state = decode(AlertState, noted.value)
        return state.phase == AlertPhase.ARMED and state.arming == decode(Alert, held.value).arming

    @property
    def alert_events(self) -> dict[int, AlertEvent]:
        """Alerts that have fired and were not dismissed, by number, the oldest first."""
        events = {
            decode(AlertEventKey, record.key).number: decode(AlertEvent, record.value)
            for record in self.of_kind(Kind.ALERT_EVENT)
        }
        return dict(sorted(events.items()))

    def putting_alert(self, number: int, alert: Alert) -> Change:
        return Change(Kind.ALERT, encode(AlertKey(number)), put=encode(alert))

    def removing_alert(self, number: int) -> Change:
        return Change(Kind.ALERT, encode(AlertKey(number)), remove=Removal())

    def dismissing(self, event: int) -> Change:
        return Change(Kind.ALERT_EVENT, encode(AlertEventKey(event)), remove=Removal())


def order_key_after(key: str | None) -> str:
    """A key for the end of a list whose last key is given: counts the first three digits."""
    if key is None:
        return "V01"
    count = int_of(key[:3].ljust(3, "0")) + 1
    count += count % len(DIGITS) == 0  # No key ends in 0.
    if count < len(DIGITS) ** 3:
        return "".join(DIGITS[count // len(DIGITS) ** place % len(DIGITS)] for place in (2, 1, 0))
    # The count has ended: a fraction between the last key and 1.
    kept = len(key) - len(key.lstrip("z"))
    digit = DIGITS.index(key[kept]) if kept < len(key) else 0
    above = key[:kept] + DIGITS[(digit + len(DIGITS)) // 2]
    if len(above) > ORDER_KEY_MAX:
        raise ValueError(
            f"no key of {ORDER_KEY_MAX} characters comes after {key}; move the last item first"
        )
    return above


def int_of(digits: str) -> int:
    """The number that these digits write in base 62."""
    value = 0
    for digit in digits:
        value = value * len(DIGITS) + DIGITS.index(digit)
    return value


def _hash(record: Record) -> int:
    return hashes.chain(
        record.kind, hashes.text(record.key), hashes.text(record.value), record.version
    )
