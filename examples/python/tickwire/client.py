"""A client that stays connected: it holds the market and the user's table, and delivers changes."""

from __future__ import annotations

import asyncio
import contextlib
import platform
import random
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from decimal import Decimal
from types import TracebackType
from typing import Self

from .liveness import CHECK_SECONDS, Backoff, Liveness, Verdict
from .market import MarketError, MarketReplica, MarketTable
from .messages import (
    Alert,
    AlertCondition,
    Change,
    ClientFrame,
    Close,
    Hello,
    Login,
    Logout,
    MarketDiff,
    MutationResult,
    NewEpoch,
    Ping,
    Pong,
    ServerFrame,
    SnapshotPart,
    SnapshotRequest,
    UserDiff,
    UserTable,
    UserTableRequest,
    Welcome,
)
from .mutations import Outbox
from .protobuf import ProtobufError
from .transport import BadFrame, Stream, connect
from .user import UserReplica, UserTableError

PROTOCOL = 1
SIGNED_OUT = 3002
CONNECT_SECONDS = 10


class Closed(Exception):
    """The server has ended the connection until the user does something. The text is its own."""

    def __init__(self, close: Close) -> None:
        super().__init__(f"{close.message} (Close {close.code})")
        self.code = close.code


class _End(Exception):
    """The end of one connection; with the server's Close if it sent one."""

    def __init__(self, close: Close | None = None) -> None:
        self.close = close


class Client:
    """Use it with `async with`: it connects in the background, and reconnects until the block ends.

    Methods that wait raise `Closed` or `Untrusted` once the client has given up.
    """

    def __init__(
        self,
        host: str,
        port: int,
        credentials: Login | bytes,
        pin: str | None = None,
        *,
        without_market: bool = False,
        keep_token: Callable[[bytes], None] = lambda token: None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        source: random.Random | None = None,
    ) -> None:
        """Does nothing yet.

        host, port: the server.
        pin: what it prints as `pin=` when it starts; `None`: the system's roots decide.
        credentials: a name and password, or a token that `keep_token` was given.
        keep_token: keeps a new token in place of the old one, before anything else happens.
        wait, source: how to wait between connections, and randomness; tests bring their own.
        """
        self.market_replica = MarketReplica()
        self.user = UserReplica()
        self.user_name = ""
        self.connections = 0  # how often the server has welcomed this client
        self.mismatches = (
            0  # how often a table differed from the server's, which should never happen
        )
        self._address = host, port, pin
        self._credentials = credentials
        self._without_market = without_market
        self._keep_token = keep_token
        self._wait = wait
        self._outbox = Outbox()
        self._backoff = Backoff(source or random.SystemRandom())
        self._stream: Stream | None = None
        self._is_welcomed = False
        self._clock_ahead = 0.0
        self._failure: Exception | None = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._task
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    # ---- reading

    @property
    def market(self) -> MarketTable:
        return self.market_replica.table

    @property
    def is_ready(self) -> bool:
        """Whether the market and the user's table have come."""
        has_market = self._without_market or self.market_replica.is_whole
        return has_market and self.user.position is not None

    def server_time_s(self) -> float:
        """The time by the server's clock, which all ages of prices are told by."""
        return time.time() + self._clock_ahead

    async def until(self, is_reached: Callable[[], bool]) -> None:
        """Waits until something that has come makes this true."""
        while not is_reached():
            if self._failure:
                raise self._failure
            await self._changed.wait()

    async def ready(self) -> None:
        """Waits until there is something to read."""
        await self.until(lambda: self.is_ready)

    async def prices(self, *coin_ids: int) -> AsyncIterator[tuple[int, Decimal]]:
        """The price of each of these coins, and then each new one.

        A slow reader gets only the newest.
        """
        shown: dict[int, Decimal] = {}

        def news() -> dict[int, Decimal]:
            rows = (self.market.coin(coin_id) for coin_id in coin_ids)
            prices = {row.coin_id: row.price for row in rows if row and row.price is not None}
            return {
                coin_id: price for coin_id, price in prices.items() if shown.get(coin_id) != price
            }

        while True:
            await self.until(lambda: bool(news()))
            for coin_id, price in news().items():
                shown[coin_id] = price
                yield coin_id, price

    # ---- changing

    async def change(self, *changes: Change) -> MutationResult:
        """Does all changes or none, exactly once, over lost connections, too.

        When it returns, `user` has the effect. Raises `Refused` if the server refuses them, and
        `InDoubt` if it has forgotten this client meanwhile.
        """
        if self._failure:
            raise self._failure
        answer: asyncio.Future[MutationResult] = asyncio.get_running_loop().create_future()
        self._outbox.put(list(changes), answer)
        self._send_changes()
        return await answer

    async def toggle_favorite(self, coin_id: int) -> bool:
        """Returns whether the coin is a favorite now."""
        await self.until(lambda: self.user.position is not None)
        if coin_id in self.user.favorites:
            await self.change(self.user.removing_favorite(coin_id))
            return False
        await self.change(self.user.adding_favorite(coin_id))
        return True

    async def add_alert(
        self, coin_id: int, condition: AlertCondition, note: str = "", repeats: bool = False
    ) -> int:
        """Returns the alert's number. The server watches it even while this client is away."""
        number, arming = secrets.randbits(64), secrets.randbelow(0xFFFFFFFF) + 1
        await self.change(
            self.user.putting_alert(number, Alert(coin_id, condition, repeats, note, arming))
        )
        return number

    async def log_out(self) -> None:
        """Signs this device out: its token is worth nothing any more.

        Asks again on the next connection if this one ends without an answer.
        """
        try:
            while True:
                await self.until(lambda: self._is_welcomed)
                asked = self.connections
                self._send(ClientFrame(logout=Logout()))
                await self.until(lambda: self.connections != asked)
        except Closed as closed:
            if closed.code != SIGNED_OUT:
                raise

    # ---- connecting

    async def _run(self) -> None:
        """Connects again and again. Ends when that is of no use any more."""
        try:
            while True:
                await self._wait(await self._connection())
        except Exception as error:
            self._failure = error
        finally:
            self._failure = self._failure or ConnectionError("The client has ended.")
            self._outbox.fail(self._failure)
            self._notify()

    async def _connection(self) -> float:
        """Serves one connection. Returns the seconds to wait before the next one."""
        close = None
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                self._stream = await connect(*self._address)
            self._say_hello()
            liveness = Liveness(time.monotonic())
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(self._stream, liveness))
                group.create_task(self._watch(liveness))
        except* (OSError, EOFError, BadFrame, ProtobufError):
            pass  # The connection is lost.
        except* _End as ends:
            close = next((end.close for end in ends.exceptions if isinstance(end, _End)), None)
        finally:
            stream, self._stream, self._is_welcomed = self._stream, None, False
            if stream:
                await stream.close()
        seconds = self._backoff.wait_after(close)
        if close and seconds is None:
            raise Closed(close)
        return seconds or 0

    def _say_hello(self) -> None:
        self.market_replica.connected()
        credentials = self._credentials
        hello = Hello(
            protocol_min=PROTOCOL,
            protocol_max=PROTOCOL,
            client_name="tickwire-python",
            client_version="0.1.0",
            device_name=platform.node(),
            client_id=self._outbox.client_id,
            token=credentials if isinstance(credentials, bytes) else None,
            login=credentials if isinstance(credentials, Login) else None,
            resume=None if self._without_market else self.market_replica.position,
            without_market=self._without_market,
            user=self.user.position,
        )
        self._send(ClientFrame(hello=hello))

    async def _read(self, stream: Stream, liveness: Liveness) -> None:
        while True:
            frame = await stream.read()
            liveness.heard(time.monotonic())
            if frame.welcome and frame.welcome.limits:
                liveness.limits(frame.welcome.limits)
            self._receive(frame)
            self._notify()
            # Lets those who wait look at each frame, and asyncio say that the connection is lost.
            await asyncio.sleep(0)

    async def _watch(self, liveness: Liveness) -> None:
        """Once a second, looks after a quiet connection and changes that could not be stored."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            match liveness.verdict(time.monotonic()):
                case Verdict.PING:
                    self._send(ClientFrame(ping=Ping()))
                case Verdict.GONE:
                    raise _End
            self._outbox.wait_is_over()
            self._send_changes()

    # ---- frames

    def _receive(self, frame: ServerFrame) -> None:
        match frame:
            case ServerFrame(close=Close() as close):
                raise _End(close)
            case ServerFrame(ping=Ping() as ping):
                self._send(ClientFrame(pong=Pong(ping.nonce)))
            case ServerFrame(welcome=Welcome() as welcome):
                self._welcomed(welcome)
            case ServerFrame(market_diff=MarketDiff() as diff):
                self._follow_market(lambda: self.market_replica.receive_diff(diff))
            case ServerFrame(new_epoch=NewEpoch() as new):
                self.market_replica.receive_epoch(new.epoch)
            case ServerFrame(snapshot_part=SnapshotPart() as part):
                self._follow_market(lambda: self.market_replica.receive_part(part))
            case ServerFrame(user_diff=UserDiff() as user_diff):
                self._follow_user(user_diff)
            case ServerFrame(user_table=UserTable() as table):
                self.user.receive_table(table)
            case ServerFrame(mutation_result=MutationResult() as result):
                if not self._outbox.received(result):
                    raise _End
                self._send_changes()

    def _welcomed(self, welcome: Welcome) -> None:
        if welcome.token:
            self._keep_token(welcome.token)
            self._credentials = welcome.token
        self._backoff.succeeded()
        self._clock_ahead = welcome.server_time_ms / 1000 - time.time()
        self.user_name = welcome.user_name
        self.connections += 1
        if not self._outbox.welcomed(welcome):
            raise _End
        self.user.welcomed(welcome.user.store if welcome.user else 0)
        self._is_welcomed = True
        self._send_changes()

    def _follow_market(self, receive: Callable[[], None]) -> None:
        try:
            receive()
        except MarketError:
            self.mismatches += 1
            request = SnapshotRequest(self.market.sequence)
            self._send(ClientFrame(snapshot_request=request))

    def _follow_user(self, diff: UserDiff) -> None:
        try:
            self.user.receive_diff(diff)
        except UserTableError:
            self.mismatches += 1
            request = UserTableRequest(self.user.version)
            self._send(ClientFrame(user_table_request=request))

    def _send_changes(self) -> None:
        if self._is_welcomed:
            self._send(*(ClientFrame(mutation=mutation) for mutation in self._outbox.take()))

    def _send(self, *frames: ClientFrame) -> None:
        if self._stream and frames:
            self._stream.write(frames)

    def _notify(self) -> None:
        """Wakes all who wait for something to come."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
