"""The messages of push.proto that this library uses. A test compares them with that file.

Names are those of the file; `from_` is its `from`. Charts, details, icons, weeks, rates, holdings
and requests about the account are left out: their frames are skipped like unknown ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from .protobuf import optional, repeated, scalar

# ---- session


@dataclass
class Login:
    name: str = scalar(1, "string")
    password: str = scalar(2, "string")
    former_token: bytes = scalar(3, "bytes")


@dataclass
class MarketPosition:
    epoch: int = scalar(1, "fixed64")
    sequence: int = scalar(2, "uint64")


@dataclass
class UserPosition:
    store: int = scalar(1, "fixed64")
    version: int = scalar(2, "uint64")


@dataclass
class Hello:
    protocol_min: int = scalar(1, "uint32")
    protocol_max: int = scalar(2, "uint32")
    client_name: str = scalar(3, "string")
    client_version: str = scalar(4, "string")
    device_name: str = scalar(5, "string")
    client_id: bytes = scalar(6, "bytes")
    token: bytes | None = optional(7, "bytes")
    login: Login | None = optional(8, Login)
    resume: MarketPosition | None = optional(9, MarketPosition)
    without_market: bool = scalar(10, "bool")
    user: UserPosition | None = optional(11, UserPosition)


@dataclass
class Limits:
    client_frame_bytes: int = scalar(1, "uint32")
    server_frame_bytes: int = scalar(2, "uint32")
    heartbeat_ms: int = scalar(3, "uint32")
    silence_ms: int = scalar(4, "uint32")
    mutations_in_flight: int = scalar(6, "uint32")


@dataclass
class Welcome:
    protocol: int = scalar(1, "uint32")
    server_version: str = scalar(2, "string")
    server_time_ms: int = scalar(3, "uint64")
    user_name: str = scalar(4, "string")
    token: bytes = scalar(5, "bytes")
    epoch: int = scalar(6, "fixed64")
    last_mutation: int = scalar(7, "uint64")
    limits: Limits | None = optional(8, Limits)
    user: UserPosition | None = optional(9, UserPosition)
    forgotten_ms: int = scalar(10, "uint64")


@dataclass
class Close:
    code: int = scalar(1, "uint32")
    message: str = scalar(2, "string")
    retry_after_ms: int = scalar(3, "uint32")


@dataclass
class Ping:
    nonce: int = scalar(1, "uint64")


@dataclass
class Pong:
    nonce: int = scalar(1, "uint64")


@dataclass
class SnapshotRequest:
    sequence: int = scalar(1, "uint64")


@dataclass
class Logout:
    pass


# ---- market


class SourceKind(IntEnum):
    LISTING = 1
    TICKERS = 2
    SYMBOLS = 3


class SourceState(IntEnum):
    STARTING = 1
    LIVE = 2
    STALE = 3
    NEEDS_KEY = 4
    RATE_LIMITED = 5
    DOWN = 6


@dataclass
class Instruments:
    gaps: list[int] = repeated(1, "uint32")
    coin_ids: list[int] = repeated(2, "uint32")
    symbols: list[str] = repeated(3, "string")
    names: list[str] = repeated(4, "string")
    kinds: list[int] = repeated(5, "uint32")


@dataclass
class Pricings:
    gaps: list[int] = repeated(1, "uint32")
    decimals: list[int] = repeated(2, "uint32")
    sources: list[int] = repeated(3, "uint32")
    heard_s: list[int] = repeated(4, "uint32")


@dataclass
class Prices:
    gaps: list[int] = repeated(1, "uint32")
    mantissas: list[int] = repeated(2, "uint64")


@dataclass
class Percents:
    gaps: list[int] = repeated(1, "uint32")
    hundredths: list[int] = repeated(2, "sint32")


@dataclass
class Trends:
    gaps: list[int] = repeated(1, "uint32")
    hour_hundredths: list[int] = repeated(2, "sint32")
    week_hundredths: list[int] = repeated(3, "sint32")


@dataclass
class Volumes:
    gaps: list[int] = repeated(1, "uint32")
    usd: list[int] = repeated(2, "uint64")


@dataclass
class Fundamentals:
    gaps: list[int] = repeated(1, "uint32")
    ranks: list[int] = repeated(2, "uint32")
    supplies: list[int] = repeated(3, "uint64")


@dataclass
class Listings:
    gaps: list[int] = repeated(1, "uint32")
    delisted: list[bool] = repeated(2, "bool")


@dataclass
class Source:
    number: int = scalar(1, "uint32")
    kind: int = scalar(2, "uint32")
    provider: str = scalar(3, "string")
    state: int = scalar(4, "uint32")
    since_ms: int = scalar(5, "uint64")
    last_event_ms: int = scalar(6, "uint64")
    cause: str = scalar(7, "string")
    retry_ms: int = scalar(8, "uint64")


@dataclass
class MarketRows:
    instruments: Instruments | None = optional(1, Instruments)
    pricings: Pricings | None = optional(2, Pricings)
    prices: Prices | None = optional(3, Prices)
    day_changes: Percents | None = optional(4, Percents)
    trends: Trends | None = optional(5, Trends)
    volumes: Volumes | None = optional(6, Volumes)
    fundamentals: Fundamentals | None = optional(7, Fundamentals)
    listings: Listings | None = optional(8, Listings)
    sources: list[Source] = repeated(9, Source)


@dataclass
class MarketDiff:
    from_: int = scalar(1, "uint64")
    to: int = scalar(2, "uint64")
    time_ms: int = scalar(3, "uint64")
    hashes: list[int] = repeated(4, "fixed64")
    rows: MarketRows | None = optional(5, MarketRows)


@dataclass
class NewEpoch:
    epoch: int = scalar(1, "fixed64")
    parent: MarketPosition | None = optional(2, MarketPosition)


@dataclass
class SnapshotPart:
    epoch: int = scalar(1, "fixed64")
    sequence: int = scalar(2, "uint64")
    first_row: int = scalar(3, "uint32")
    last: bool = scalar(4, "bool")
    time_ms: int = scalar(5, "uint64")
    rows: MarketRows | None = optional(6, MarketRows)
    diff_follows: bool = scalar(7, "bool")


# ---- user


class Kind(IntEnum):
    """The kinds of records that this library reads. docs/PROTOCOL.md lists them."""

    LIST_ITEM = 2
    ALERT = 6
    ALERT_STATE = 7
    ALERT_EVENT = 8


@dataclass
class ListItemKey:
    list: int = scalar(1, "fixed64")
    coin_id: int = scalar(2, "uint32")


@dataclass
class ListItem:
    order_key: str = scalar(1, "string")


@dataclass
class AlertKey:
    alert: int = scalar(1, "fixed64")


@dataclass
class AlertMove:
    percent: str = scalar(1, "string")
    minutes: int = scalar(2, "uint32")


@dataclass
class AlertTotal:
    limit: str = scalar(1, "string")
    below: bool = scalar(2, "bool")


@dataclass
class AlertCondition:
    """One of these. Numbers are decimal text."""

    price_above: str | None = optional(1, "string")
    price_below: str | None = optional(2, "string")
    move: AlertMove | None = optional(3, AlertMove)
    day_change: str | None = optional(4, "string")
    holdings_value: AlertTotal | None = optional(5, AlertTotal)
    holdings_profit: AlertTotal | None = optional(6, AlertTotal)


@dataclass
class Alert:
    coin_id: int = scalar(1, "uint32")
    condition: AlertCondition | None = optional(2, AlertCondition)
    repeats: bool = scalar(3, "bool")
    note: str = scalar(4, "string")
    arming: int = scalar(5, "uint32")
    currency: str = scalar(6, "string")


class AlertPhase(IntEnum):
    ARMED = 1
    RESTING = 2


@dataclass
class AlertState:
    arming: int = scalar(1, "uint32")
    phase: int = scalar(2, "uint32")
    since_ms: int = scalar(3, "uint64")
    price: str = scalar(4, "string")


@dataclass
class AlertEventKey:
    number: int = scalar(1, "uint64")


@dataclass
class AlertEvent:
    alert: int = scalar(1, "fixed64")
    coin_id: int = scalar(2, "uint32")
    condition: AlertCondition | None = optional(3, AlertCondition)
    note: str = scalar(4, "string")
    price: str = scalar(5, "string")
    source: str = scalar(6, "string")
    time_ms: int = scalar(7, "uint64")
    while_down: bool = scalar(8, "bool")
    currency: str = scalar(9, "string")
    rate_day: int = scalar(10, "uint32")


@dataclass
class Record:
    kind: int = scalar(1, "uint32")
    key: bytes = scalar(2, "bytes")
    value: bytes = scalar(3, "bytes")
    version: int = scalar(4, "uint64")


@dataclass
class RemovedRecord:
    kind: int = scalar(1, "uint32")
    key: bytes = scalar(2, "bytes")
    version: int = scalar(3, "uint64")


@dataclass
class UserTable:
    version: int = scalar(1, "uint64")
    hash: int = scalar(2, "fixed64")
    records: list[Record] = repeated(3, Record)


@dataclass
class UserDiff:
    from_: int = scalar(1, "uint64")
    to: int = scalar(2, "uint64")
    hash: int = scalar(3, "fixed64")
    records: list[Record] = repeated(4, Record)
    removed: list[RemovedRecord] = repeated(5, RemovedRecord)


@dataclass
class UserTableRequest:
    version: int = scalar(1, "uint64")


@dataclass
class Removal:
    pass


@dataclass
class Change:
    kind: int = scalar(1, "uint32")
    key: bytes = scalar(2, "bytes")
    put: bytes | None = optional(3, "bytes")
    remove: Removal | None = optional(5, Removal)


@dataclass
class Mutation:
    number: int = scalar(1, "uint64")
    changes: list[Change] = repeated(2, Change)


class Outcome(IntEnum):
    APPLIED = 1
    REFUSED = 2
    OUT_OF_ORDER = 3
    RETRY_LATER = 4


@dataclass
class MutationResult:
    number: int = scalar(1, "uint64")
    outcome: int = scalar(2, "uint32")
    version: int = scalar(3, "uint64")
    reason: str = scalar(4, "string")
    last_number: int = scalar(5, "uint64")
    changed: bool = scalar(6, "bool")


# ---- frames


@dataclass
class ClientFrame:
    """One of these."""

    hello: Hello | None = optional(1, Hello)
    mutation: Mutation | None = optional(2, Mutation)
    ping: Ping | None = optional(3, Ping)
    pong: Pong | None = optional(4, Pong)
    snapshot_request: SnapshotRequest | None = optional(5, SnapshotRequest)
    logout: Logout | None = optional(6, Logout)
    user_table_request: UserTableRequest | None = optional(12, UserTableRequest)


@dataclass
class ServerFrame:
    """One of these, or none if this library does not know the frame."""

    welcome: Welcome | None = optional(1, Welcome)
    close: Close | None = optional(2, Close)
    snapshot_part: SnapshotPart | None = optional(3, SnapshotPart)
    market_diff: MarketDiff | None = optional(4, MarketDiff)
    user_table: UserTable | None = optional(5, UserTable)
    mutation_result: MutationResult | None = optional(6, MutationResult)
    ping: Ping | None = optional(7, Ping)
    pong: Pong | None = optional(8, Pong)
    user_diff: UserDiff | None = optional(14, UserDiff)
    new_epoch: NewEpoch | None = optional(17, NewEpoch)
