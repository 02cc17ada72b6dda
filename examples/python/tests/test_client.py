"""The client against a real server, over TLS with a pin."""

import asyncio
import itertools
import random
import socket
import unittest
import unittest.mock
from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Any, TypeVar

from tests.server import COINS, PASSWORD, Server, Wire
from tickwire import AlertCondition, Change, Client, Closed, Login, Refused, Untrusted
from tickwire.messages import Kind, ListItem, ListItemKey, MarketDiff
from tickwire.protobuf import encode

BITCOIN, ETHEREUM = 1, 1027
SEED = 11
T = TypeVar("T")
names = (f"user{number}" for number in itertools.count())
server: Server


def setUpModule() -> None:
    global server
    server = Server()


def tearDownModule() -> None:
    server.close()


async def soon(what: Awaitable[T]) -> T:
    """Ends a test that would wait for ever. No test depends on how long this is."""
    return await asyncio.wait_for(what, 60)


class Gate:
    """How a client waits before it connects again: until the test lets it."""

    def __init__(self) -> None:
        self.entered = asyncio.Event()
        self._is_open = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.entered.set()
        await self._is_open.wait()

    def open(self) -> None:
        self._is_open.set()


class ClientTests(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.user = next(names)
        server.add_user(self.user)

    def client(self, credentials: Login | bytes | None = None, **given: Any) -> Client:
        gate = Gate()
        gate.open()
        options: dict[str, Any] = {"wait": gate, "pin": server.pin, "port": server.port} | given
        credentials = credentials or Login(self.user, PASSWORD)
        return Client("127.0.0.1", credentials=credentials, source=random.Random(SEED), **options)

    async def until(self, client: Client, is_reached: Callable[[], bool]) -> None:
        await soon(client.until(is_reached))

    async def until_armed(self, client: Client, alert: int) -> None:
        await self.until(client, lambda: client.user.is_armed(alert))

    # ---- signing in

    async def test_a_password_brings_a_token_that_signs_in_later(self) -> None:
        tokens: list[bytes] = []
        async with self.client(keep_token=tokens.append) as client:
            await soon(client.ready())
            self.assertEqual(client.user_name, self.user)
        self.assertEqual([len(token) for token in tokens], [32])
        async with self.client(tokens[0], keep_token=tokens.append) as client:
            await soon(client.ready())
        self.assertEqual(len(tokens), 1)

    async def test_a_wrong_password_ends_it(self) -> None:
        async with self.client(Login(self.user, "wrong")) as client:
            with self.assertRaises(Closed) as caught:
                await soon(client.ready())
        self.assertEqual(caught.exception.code, 3001)

    async def test_a_server_with_another_key_hears_nothing(self) -> None:
        wrong_pin = "sha256/" + "A" * 43 + "="
        for pin in (wrong_pin, None):
            async with self.client(pin=pin) as client:
                with self.assertRaises(Untrusted):
                    await soon(client.ready())
                self.assertEqual(client.connections, 0)

    async def test_a_logout_ends_all_connections_of_the_device(self) -> None:
        tokens: list[bytes] = []
        async with self.client(keep_token=tokens.append) as one:
            await soon(one.ready())
            async with self.client(tokens[0]) as other:
                await soon(other.ready())
                await soon(one.log_out())
                with self.assertRaises(Closed) as caught:
                    await self.until(other, lambda: False)
        self.assertEqual(caught.exception.code, 3002)
        with self.assertRaises(Closed):
            await one.change()

    async def test_a_logout_is_asked_for_again_after_a_lost_connection(self) -> None:
        async with Wire(server.port) as wire, self.client(port=wire.port) as client:
            await soon(client.ready())
            logout = asyncio.create_task(client.log_out())
            # The client writes its request, but the wire no longer passes it on.
            await asyncio.sleep(0)
            wire.cut()
            await soon(logout)
            with self.assertRaises(Closed) as caught:
                await client.change()
        self.assertEqual(caught.exception.code, 3002)

    # ---- the market

    async def test_the_whole_market_comes_in_parts_and_then_prices(self) -> None:
        async with self.client() as client:
            await soon(client.ready())
            await self.until(client, lambda: len(client.market.rows) == COINS)
            row = client.market.symbol("BTC")
            assert row
            self.assertEqual((row.coin_id, row.name, row.rank), (BITCOIN, "Bitcoin", 1))
            prices = client.prices(BITCOIN, ETHEREUM)
            seen = [(await soon(anext(prices)))[0] for _ in range(4)]
            self.assertEqual(set(seen), {BITCOIN, ETHEREUM})
            self.assertEqual(client.mismatches, 0)

    async def test_a_price_is_exact_and_live(self) -> None:
        async with self.client() as client:
            await soon(client.ready())
            server.set_price("btcusdt", "70123.45")
            row = client.market.coin(BITCOIN)
            assert row
            await self.until(client, lambda: row.price == Decimal("70123.45"))
            self.assertEqual(client.market.provider(row), "Huobi")
            await self.until(client, lambda: client.market.is_live(row, client.server_time_s()))

    async def cut(self, client: Client, wire: Wire, gate: Gate) -> None:
        """Cuts the connection, and lets the client come back once it has missed several diffs.

        One diff then stands for several, and such a diff has hashes.
        """
        async with self.client() as other:
            await soon(other.ready())
            wire.cut()
            await soon(gate.entered.wait())
            missed = client.market.sequence + 2
            await self.until(other, lambda: other.market.sequence >= missed)
        connections = client.connections
        gate.open()
        await self.until(client, lambda: client.connections > connections)

    async def test_a_lost_connection_resumes_with_a_diff_whose_hashes_agree(self) -> None:
        checked: list[int] = []  # the connections on which hashes have come
        gate = Gate()
        async with Wire(server.port) as wire, self.client(port=wire.port, wait=gate) as client:
            await self.until(client, lambda: len(client.market.rows) == COINS)
            snapshots, apply = client.market_replica.snapshots, client.market_replica.receive_diff

            def note(diff: MarketDiff) -> None:
                apply(diff)
                checked.extend([client.connections] if diff.hashes else [])

            with unittest.mock.patch.object(client.market_replica, "receive_diff", note):
                await self.cut(client, wire, gate)
                await self.until(client, lambda: 2 in checked)
            self.assertEqual(client.market_replica.snapshots, snapshots)
            self.assertEqual(client.mismatches, 0)

    async def test_a_table_that_differs_is_found_out_and_replaced(self) -> None:
        gate = Gate()
        async with Wire(server.port) as wire, self.client(port=wire.port, wait=gate) as client:
            await self.until(client, lambda: len(client.market.rows) == COINS)
            snapshots = client.market_replica.snapshots
            client.market.rows[COINS - 1].name = "another"
            await self.cut(client, wire, gate)
            await self.until(client, lambda: client.market_replica.snapshots > snapshots)
            self.assertEqual(client.mismatches, 1)
            self.assertNotEqual(client.market.rows[COINS - 1].name, "another")

    # ---- favorites

    async def test_a_favorite_shows_on_both_connections_in_order(self) -> None:
        async with self.client() as one, self.client(without_market=True) as other:
            self.assertTrue(await soon(one.toggle_favorite(ETHEREUM)))
            self.assertTrue(await soon(one.toggle_favorite(BITCOIN)))
            both = [ETHEREUM, BITCOIN]
            self.assertEqual(one.user.favorites, both)
            await self.until(other, lambda: other.user.favorites == both)
            self.assertFalse(await soon(other.toggle_favorite(ETHEREUM)))
            await self.until(one, lambda: one.user.favorites == [BITCOIN])
            self.assertEqual((one.mismatches, other.mismatches), (0, 0))
            self.assertEqual(other.market.rows, [])

    async def test_a_change_whose_answer_is_lost_is_done_once(self) -> None:
        async with Wire(server.port) as wire, self.client(port=wire.port) as client:
            await soon(client.ready())
            async with self.client(without_market=True) as other:
                await soon(other.ready())
                wire.lose_answers()
                toggle = asyncio.create_task(client.toggle_favorite(BITCOIN))
                await self.until(other, lambda: other.user.favorites == [BITCOIN])
                version = other.user.version
                self.assertFalse(toggle.done())
                wire.cut()
                self.assertTrue(await soon(toggle))
                self.assertEqual((client.user.version, client.connections), (version, 2))

    async def test_many_changes_at_once_all_arrive_over_cut_connections(self) -> None:
        coins = list(range(1, 201))
        async with Wire(server.port) as wire, self.client(port=wire.port) as client:
            await soon(client.ready())
            add = client.user.adding_favorite
            tasks = [asyncio.create_task(client.change(add(coin))) for coin in coins]
            await self.until(client, lambda: len(client.user.favorites) >= 20)
            wire.cut()
            await self.until(client, lambda: len(client.user.favorites) >= 90)
            wire.cut()
            results = await soon(asyncio.gather(*tasks))
            self.assertEqual(client.user.favorites, coins)
            self.assertEqual(len({result.version for result in results}), len(coins))
            self.assertEqual(client.mismatches, 0)

    async def test_a_refusal_says_why(self) -> None:
        async with self.client() as client:
            key = encode(ListItemKey(0, BITCOIN))
            change = Change(Kind.LIST_ITEM, key, put=encode(ListItem("not a key!")))
            with self.assertRaisesRegex(Refused, "order key"):
                await soon(client.change(change))
            self.assertTrue(await soon(client.toggle_favorite(BITCOIN)))

    async def test_a_users_table_that_differs_is_found_out_and_replaced(self) -> None:
        async with self.client() as client:
            await soon(client.toggle_favorite(BITCOIN))
            for record in client.user.records.values():
                record.version += 1
            await soon(client.change(client.user.adding_favorite(ETHEREUM)))
            await self.until(client, lambda: client.user.position is not None)
            self.assertEqual(client.mismatches, 1)
            self.assertEqual(client.user.favorites, [BITCOIN, ETHEREUM])
            await soon(client.toggle_favorite(ETHEREUM))
            self.assertEqual((client.mismatches, client.user.favorites), (1, [BITCOIN]))

    # ---- alerts

    async def test_an_alert_is_armed_fires_once_and_is_dismissed_everywhere(self) -> None:
        server.set_price("btcusdt", "50000")
        async with self.client() as one, self.client(without_market=True) as other:
            await soon(one.ready())
            await soon(other.ready())
            condition = AlertCondition(price_above="60000")
            alert = await soon(one.add_alert(BITCOIN, condition, "sell"))
            self.assertEqual(one.user.alerts[alert].condition, condition)
            await self.until_armed(one, alert)
            server.set_price("btcusdt", "60000.5")
            await self.until(other, lambda: bool(other.user.alert_events))
            [(number, event)] = other.user.alert_events.items()
            self.assertEqual((event.alert, event.note, event.source), (alert, "sell", "Huobi"))
            self.assertEqual(Decimal(event.price), Decimal("60000.5"))
            self.assertFalse(other.user.is_armed(alert))
            await soon(other.change(other.user.dismissing(number)))
            await self.until(one, lambda: not one.user.alert_events)
            await soon(one.change(one.user.removing_alert(alert)))
            self.assertEqual((one.user.alerts, one.mismatches), ({}, 0))

    async def test_an_alert_fires_while_no_client_is_there(self) -> None:
        server.set_price("ethusdt", "3000")
        async with self.client() as client:
            await soon(client.ready())
            alert = await soon(client.add_alert(ETHEREUM, AlertCondition(price_below="2000.5")))
            await self.until_armed(client, alert)
        async with self.client() as watcher:
            await soon(watcher.ready())
            server.set_price("ethusdt", "2000")
            row = watcher.market.coin(ETHEREUM)
            await self.until(watcher, lambda: row is not None and row.price == 2000)
            await self.until(watcher, lambda: bool(watcher.user.alert_events))

    # ---- the server

    async def test_changes_wait_for_a_server_that_restarts_and_arrive_then(self) -> None:
        gate = Gate()
        async with self.client(wait=gate) as client:
            await soon(client.toggle_favorite(BITCOIN))
            await soon(client.ready())
            await self.until(client, lambda: len(client.market.rows) == COINS)
            position, snapshots = client.market_replica.position, client.market_replica.snapshots
            await asyncio.to_thread(server.stop)
            await soon(gate.entered.wait())
            toggle = asyncio.create_task(client.toggle_favorite(ETHEREUM))
            await asyncio.to_thread(server.start)
            gate.open()
            self.assertTrue(await soon(toggle))
            self.assertEqual(client.user.favorites, [BITCOIN, ETHEREUM])
            # The market's epoch survives a planned restart.
            assert position
            await self.until(client, lambda: client.market.sequence > position.sequence)
            self.assertEqual(client.market.epoch, position.epoch)
            self.assertEqual(client.market_replica.snapshots, snapshots)

    async def test_a_server_that_is_not_there_is_tried_again(self) -> None:
        gate = Gate()
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            async with self.client(wait=gate, port=taken.getsockname()[1]) as client:
                waiting = asyncio.create_task(client.ready())
                await soon(gate.entered.wait())
                self.assertFalse(waiting.done())
        with self.assertRaises(ConnectionError):
            await waiting
