"""Terminals that cost little: they speak docs/PROTOCOL.md, and read only positions, times and outcomes from each frame. Every tenth one
also keeps tables, and compares all hashes that come."""
import asyncio
import os
import random
import ssl
import struct
import time
from typing import NamedTuple

from .tables import Tables

APPLIED, RETRY_LATER = 1, 4
COMPARING_EACH = 10


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    return varint(field << 3 | 2) + varint(len(value)) + value


def fixed(field, value):
    return varint(field << 3 | 1) + struct.pack("<Q", value)


def varint(value):
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def fields(data, at=0, end=None):
    """The fields of a message, as (number, value); a message within it is bytes."""
    end = len(data) if end is None else end
    while at < end:
        key, at = read_varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = read_varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif kind == 2:
            size, at = read_varint(data, at)
            value, at = data[at : at + size], at + size
        else:
            value, at = None, at + 4
        yield key >> 3, value


SETTING, LIST_ITEM = 1, 2
# The only favorite of those who change one: coin 1, at a place of its own.
FAVORITE_KEY, FAVORITE_VALUE = number(2, 1), text(1, b"V")


def change(kind, key, value):
    """value: None removes the record."""
    return number(1, kind) + text(2, key) + (text(5, b"") if value is None else text(3, value))


def setting(name, value):
    return change(SETTING, text(1, name), text(1, value))


class State(NamedTuple):
    """A terminal at one moment."""

    node: int
    is_connected: bool
    # Of its user's table.
    version: int
    confirmed: int
    is_waiting: bool
    # Whether its last change, if there was one, has added the favorite.
    is_on: bool


class Counts:
    """What all terminals of a process have seen since the last look."""

    def __init__(self):
        self.snapshots = self.new_epochs = 0
        self.epoch_bytes, self.returns, self.delays = [], [], []
        # What must not happen.
        self.went_back = self.lower_terms = self.gaps = 0
        self.confirmed = self.retry_later = self.refused = self.stores = self.told_of_loss = self.candles = 0


class Terminal(asyncio.Protocol):
    """One terminal. It goes to the next node when its connection is lost."""

    def __init__(self, crowd, token, node, pause=None, compares=False):
        self.crowd, self.token, self.node, self.home, self.pause = crowd, token, node, node, pause
        self.tables = Tables() if compares else None
        self.client = os.urandom(16)
        self.epoch = self.sequence = self.store = self.version = self.last_tick = None
        self.last = 0
        self.pending, self.wanted, self.confirmed, self.is_on = None, b"", 0, False
        self.transport, self.buffer, self.lost_at = None, bytearray(), None
        self.is_over, self.is_welcome = False, False
        self.changed, self.changed_at = asyncio.Event(), 0.0
        self.longest_gap, self.bytes_of_epoch, self.return_within = 0.0, None, None

    # Connecting

    async def run(self):
        while not self.is_over:
            self.buffer.clear()
            host, port = self.crowd.addresses[self.node].split(":")
            self.closed = asyncio.get_running_loop().create_future()
            try:
                await asyncio.wait_for(
                    asyncio.get_running_loop().create_connection(
                        lambda: self, host, int(port), ssl=self.crowd.tls, server_hostname="localhost"
                    ),
                    3,
                )
                await self.closed
            except (OSError, asyncio.TimeoutError, ssl.SSLError):
                # asyncio is slow to close a connection that it made too late. Its end would count as the end of the next one.
                if self.transport:
                    self.transport.abort()
            if self.is_over:
                return
            self.node = (self.node + 1) % len(self.crowd.addresses)
            await asyncio.sleep(self.absence())

    def go_home(self):
        """Leaves, and comes back at the node where it began."""
        self.node, self.is_welcome = (self.home - 1) % len(self.crowd.addresses), False
        self.transport.abort()

    def absence(self):
        """How long it stays away after its connection has ended, in seconds."""
        within, self.return_within = self.return_within, None
        return random.uniform(0.05, 1) if within is None else random.uniform(0, within)

    def connection_made(self, transport):
        self.transport, self.is_welcome = transport, False
        hello = number(1, 1) + number(2, 1) + text(3, b"figures") + text(4, b"1") + text(5, b"figures") + text(6, self.client)
        hello += text(7, self.token)
        if self.epoch is not None:
            hello += text(9, fixed(1, self.epoch) + number(2, self.sequence))
        if self.version is not None:
            hello += text(11, fixed(1, self.store) + number(2, self.version))
        self.send(text(1, hello))

    def send(self, body):
        self.transport.write(struct.pack(">I", len(body)) + body)

    def connection_lost(self, error):
        self.is_welcome = False
        if self.lost_at is None:
            self.lost_at = time.time()
        if not self.closed.done():
            self.closed.set_result(None)

    # Frames

    def data_received(self, data):
        buffer = self.buffer
        buffer += data
        at = 0
        while len(buffer) - at >= 4:
            size = struct.unpack_from(">I", buffer, at)[0]
            if len(buffer) - at - 4 < size:
                break
            body = bytes(buffer[at + 4 : at + 4 + size])
            at += 4 + size
            for kind, value in fields(body):
                self.hear(kind, value, size + 4)
        del buffer[:at]

    def hear(self, kind, body, size):
        if kind == 4:
            self.hear_diff(body, size)
        elif kind == 3:
            self.hear_snapshot(dict(fields(body)))
        elif kind == 1:
            self.welcome(dict(fields(body)))
        elif kind == 2:
            close = dict(fields(body))
            # A code of 1xxx sends it elsewhere, after a random part of the time that it says: at once from a node that is drained.
            if close.get(1, 0) // 1000 == 1:
                self.return_within = close.get(3, 0) / 1000
        elif kind == 7:
            self.send(text(4, bytes(body)))
        elif kind == 17:
            self.hear_epoch(next(value for field, value in fields(body) if field == 1))
            self.bytes_of_epoch = size
        elif kind in (5, 14):
            values = dict(fields(body))
            self.version = values.get(2, 0) if kind == 14 else values.get(1, 0)
            self.changed_at = time.monotonic()
            self.changed.set()
        elif kind == 6:
            self.hear_result(dict(fields(body)))
        if self.tables:
            compared, others = self.tables.hear(kind, body)
            self.crowd.compared += compared
            self.crowd.mismatches += others

    def hear_epoch(self, epoch):
        if self.epoch is not None and epoch >> 32 < self.epoch >> 32:
            self.crowd.counts.lower_terms += 1
        if self.epoch is not None and epoch != self.epoch:
            self.crowd.counts.new_epochs += 1
        self.epoch = epoch

    def hear_diff(self, body, size):
        start = end = made = 0
        for field, value in fields(body):
            if field == 1:
                start = value
            elif field == 2:
                end = value
            elif field == 3:
                made = value
            else:
                break
        if self.sequence is None:
            return
        counts, now = self.crowd.counts, time.time()
        counts.went_back += end < self.sequence
        counts.gaps += start > self.sequence
        self.sequence = end
        if self.bytes_of_epoch is not None:
            counts.epoch_bytes.append(self.bytes_of_epoch + size)
            self.bytes_of_epoch = None
        if self.lost_at is not None:
            counts.returns.append(now - self.lost_at)
            self.lost_at = None
        if self.last_tick is not None:
            self.longest_gap = max(self.longest_gap, now - self.last_tick)
        self.last_tick = now
        counts.delays.append((now * 1000 - made, self.node))

    def hear_snapshot(self, part):
        if not part.get(4):
            return
        self.crowd.counts.snapshots += 1
        self.epoch, self.sequence = part[1], part.get(2, 0)
        if self.lost_at is not None:
            self.crowd.counts.returns.append(time.time() - self.lost_at)
            self.lost_at = None

    # The user's data

    def welcome(self, values):
        self.is_welcome = True
        store = dict(fields(values[9]))[1]
        last = values.get(7, 0)
        if self.tables:
            self.tables.user.welcomed(store)
        if self.store is not None and store != self.store:
            self.crowd.counts.stores += 1
            # A version of the other database means nothing in this one.
            self.version = None
            if last < self.last:
                # The database has lost what it had confirmed: a new id, numbers from 1 (docs/PROTOCOL.md).
                self.crowd.counts.told_of_loss += 1
                self.client, self.last, self.pending = os.urandom(16), 0, None
                self.store = store
                self.transport.close()
                return
        self.store = store
        if self.pending:
            # A change that was settled meanwhile gets its stored answer.
            self.send_change()
        elif self.pause is not None and not self.crowd.is_quiet:
            self.toggle()

    def toggle(self):
        """Adds its favorite, or removes it."""
        self.is_on = not self.is_on
        self.submit(change(LIST_ITEM, FAVORITE_KEY, FAVORITE_VALUE if self.is_on else None))

    def submit(self, wanted):
        """Sends a change until it is confirmed. The one before must be confirmed."""
        self.pending, self.wanted = self.last + 1, wanted
        self.send_change()

    async def until_confirmed(self):
        while self.pending is not None:
            await asyncio.sleep(0.01)

    def send_change(self):
        if not self.is_welcome:
            return
        self.send(text(2, number(1, self.pending) + text(2, self.wanted)))

    def hear_result(self, result):
        counts, loop = self.crowd.counts, asyncio.get_running_loop()
        if result.get(1) != self.pending:
            return
        outcome = result.get(2, 0)
        if outcome == RETRY_LATER:
            counts.retry_later += 1
            loop.call_later(1, self.try_again, self.pending)
            return
        if outcome != APPLIED:
            counts.refused += 1
        self.last, self.pending = self.pending, None
        self.confirmed += 1
        counts.confirmed += 1
        self.changed.set()
        if self.pause is not None and not self.crowd.is_quiet:
            loop.call_later(random.uniform(0.5, 1.5) * self.pause, self.toggle_if_idle)

    def try_again(self, wanted):
        if self.pending == wanted:
            self.send_change()

    def toggle_if_idle(self):
        if self.pending is None and not self.crowd.is_quiet and self.is_welcome:
            self.toggle()

    @property
    def state(self):
        return State(self.node, self.is_welcome, self.version, self.confirmed, self.pending is not None, self.is_on)

    def stop(self):
        self.is_over = True
        if self.transport:
            self.transport.abort()


class Crowd:
    """Terminals that share an event loop."""

    def __init__(self, addresses, authority):
        self.addresses = addresses
        self.tls = ssl.create_default_context(cafile=authority)
        self.tls.minimum_version = ssl.TLSVersion.TLSv1_3
        self.tls.set_alpn_protocols(["tickwire/1"])
        self.counts, self.terminals, self.tasks, self.is_quiet = Counts(), [], [], False
        self.compared = self.mismatches = 0

    async def connect(self, terminals):
        for terminal in terminals:
            self.terminals.append(terminal)
            self.tasks.append(asyncio.create_task(terminal.run()))
            await asyncio.sleep(0.005)
        while any(terminal.sequence is None or terminal.version is None for terminal in terminals):
            await asyncio.sleep(0.05)

    def take(self):
        """What has happened since the last call; the longest time that a terminal was without prices is counted anew."""
        taken, self.counts = self.counts, Counts()
        taken.longest_gap = max((terminal.longest_gap for terminal in self.terminals), default=0)
        for terminal in self.terminals:
            terminal.longest_gap = 0.0
        return taken

    async def go_home(self, seconds=90):
        """All terminals go back to the nodes where they began. Returns whether they arrive in time."""
        end = time.monotonic() + seconds
        while (strays := [each for each in self.terminals if each.node != each.home or not each.is_welcome]) and time.monotonic() < end:
            for terminal in strays:
                if terminal.is_welcome:
                    terminal.go_home()
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        for terminal in self.terminals:
            terminal.longest_gap, terminal.last_tick = 0.0, None
        return not strays

    async def stop(self):
        for terminal in self.terminals:
            terminal.stop()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def serve(pipe, addresses, authority, plan, kind=Terminal):
    """The load, in a process of its own with a lower priority, because it stands in for other machines.

    plan: (token, node, pause) of each terminal; one with a pause changes a favorite again and again, about once in that many seconds.
    """
    os.nice(5)
    asyncio.run(_serve(pipe, addresses, authority, plan, kind))


async def _serve(pipe, addresses, authority, plan, kind):
    crowd = Crowd(addresses, authority)
    await crowd.connect([kind(crowd, *each, compares=number % COMPARING_EACH == 0) for number, each in enumerate(plan)])
    pipe.send("connected")
    loop, asked = asyncio.get_running_loop(), asyncio.Queue()
    loop.add_reader(pipe.fileno(), lambda: asked.put_nowait(pipe.recv()))
    while True:
        wish = await asked.get()
        if wish == "take":
            pipe.send(crowd.take())
        elif wish == "state":
            pipe.send([each.state for each in crowd.terminals])
        elif wish == "home":
            pipe.send(await crowd.go_home())
        elif wish == "hashes":
            pipe.send((sum(each.tables is not None for each in crowd.terminals), crowd.compared, crowd.mismatches))
        elif wish == "quiet":
            crowd.is_quiet = True
            end = loop.time() + 60
            while any(each.pending is not None for each in crowd.terminals) and loop.time() < end:
                await asyncio.sleep(0.1)
            pipe.send("quiet")
        elif wish == "loud":
            crowd.is_quiet = False
            for each in crowd.terminals:
                if each.pause is not None and each.pending is None and each.is_welcome:
                    loop.call_later(random.uniform(0, each.pause), each.toggle_if_idle)
            pipe.send("loud")
        else:
            break
    await crowd.stop()
