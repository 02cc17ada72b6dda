"""The example programs, run as a user runs them."""

import asyncio
import os
import sys
import unittest
from pathlib import Path

from tests.server import PASSWORD, Server

FOLDER = Path(__file__).resolve().parents[1]
server: Server


def setUpModule() -> None:
    global server
    server = Server()
    server.add_user("ada")


def tearDownModule() -> None:
    server.close()


async def start(
    program: str, *arguments: str, password: str = PASSWORD
) -> asyncio.subprocess.Process:
    options = ["--server", f"127.0.0.1:{server.port}", "--pin", server.pin, "--name", "ada"]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        str(FOLDER / program),
        *options,
        "--tokens",
        server.tokens,
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | {"TICKWIRE_PASSWORD": password},
    )


async def output(program: str, *arguments: str, password: str = PASSWORD) -> str:
    process = await start(program, *arguments, password=password)
    out, errors = await asyncio.wait_for(process.communicate(), 60)
    return (out + errors).decode()


class ExampleTests(unittest.IsolatedAsyncioTestCase):
    async def test_prices_are_printed_with_their_source(self) -> None:
        lines = (await output("prices.py", "--lines", "5")).splitlines()
        self.assertEqual(len(lines), 5)
        self.assertEqual({line.split()[1] for line in lines}, {"BTC", "ETH"})
        for line in lines:
            self.assertRegex(line, r" USD .* %  (Huobi|CoinMarketCap), (live|\d+ s old)$")

    async def test_a_favorite_is_toggled_and_the_token_is_enough_later(self) -> None:
        self.assertIn(
            "BTC is now a favorite.\nFavorites: BTC\n", await output("favorite.py", "BTC")
        )
        second = await output("favorite.py", "btc", password="")
        self.assertEqual(second, "BTC is no longer a favorite.\nFavorites: none\n")
        files = list(Path(server.tokens).iterdir())
        self.assertEqual([file.stat().st_mode & 0o777 for file in files], [0o600])

    async def test_a_wrong_password_is_told(self) -> None:
        self.assertIn("(Close 3001)", await output("favorite.py", "BTC", password="wrong"))

    async def test_a_coin_that_is_not_there_is_told(self) -> None:
        self.assertIn("The server has no coin NOPE.", await output("favorite.py", "NOPE"))

    async def test_an_alert_is_awaited(self) -> None:
        server.set_price("btcusdt", "50000")
        process = await start("alert.py", "BTC", "above", "60000", "--note", "Sell!")
        assert process.stdout
        lines = [await asyncio.wait_for(process.stdout.readline(), 60) for _ in range(2)]
        self.assertEqual(lines[1], b"The server watches it.\n")
        server.set_price("btcusdt", "61000")
        out, _ = await asyncio.wait_for(process.communicate(), 60)
        self.assertEqual(out, b"It has fired: BTC is at 61000 by Huobi. Sell!\n")
