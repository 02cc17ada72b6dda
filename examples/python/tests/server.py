"""A real server with a mock market, and a wire to it that tests can cut."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from tests.samples import ROOT

PROGRAM = os.environ.get("TICKWIRE_SERVER", str(ROOT / ".build/debug/tickwire-server"))
PASSWORD = "a good password"
PROVIDERS = "coinmarketcap coinmarketcap-pictures huobi binance cryptocompare ecb"
COINS = 500  # A part of a snapshot holds 400.


class Process:
    """A command of `tickwire-server` that says when it is ready."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        log = folder / f"{arguments[0]}.log"
        self._log = log.open("ab")
        self._process = subprocess.Popen(
            [PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        self.facts = dict(fact.split("=", 1) for fact in line.split()[1:])
        if not line.startswith("ready "):
            self.stop()
            raise RuntimeError(f"{arguments[0]} did not start: {log.read_text()}")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()
        self._log.close()


class Server:
    """`tickwire-server run`, which asks a mock platform of ours for everything."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tickwire-python-")
        self._path = Path(self._folder.name)
        self._mock = Process(
            self._path, "mock", "--listen", "127.0.0.1:0", "--coins", str(COINS), "--seed", "1"
        )
        self.port = 0
        self.start()

    def start(self) -> None:
        """Starts the server; once it has had a port, on the same one."""
        arguments = ["--listen", f"127.0.0.1:{self.port}", "--admin", "off", "--data", self._data]
        arguments += ["--market", "live", "--coins", str(COINS)]
        for provider in PROVIDERS.split():
            arguments += ["--provider-url", f"{provider}=http://{self._mock.facts['listen']}"]
        self._server = Process(self._path, "run", *arguments)
        self.port = int(self._server.facts["listen"].rpartition(":")[2])
        self.pin = self._server.facts["pin"]

    @property
    def _data(self) -> str:
        return str(self._path / "data")

    @property
    def tokens(self) -> str:
        return str(self._path / "tokens")

    def stop(self) -> None:
        self._server.stop()

    def close(self) -> None:
        self.stop()
        self._mock.stop()
        self._folder.cleanup()

    def add_user(self, name: str) -> None:
        subprocess.run(
            [PROGRAM, "user", "add", name, "--password-stdin", "--data", self._data],
            input=f"{PASSWORD}\n".encode(),
            check=True,
            capture_output=True,
        )

    def set_price(self, pair: str, price: str) -> None:
        """From now on, the exchange answers this price."""
        request = urllib.request.Request(
            f"http://{self._mock.facts['listen']}/mock/faults",
            json.dumps([f"/market/tickers price={pair}:{price}"]).encode(),
            method="PUT",
        )
        urllib.request.urlopen(request).close()


class Wire:
    """Passes bytes on between a client and the server."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_deaf = False

    async def __aenter__(self) -> Wire:
        self._listener = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._listener.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def lose_answers(self) -> None:
        """From now on, nothing comes back from the server on connections that are open."""
        self._is_deaf = True

    def cut(self) -> None:
        """Resets all connections."""
        self._is_deaf = False
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        self._writers += [writer, server_writer]
        for source, target, is_answer in [
            (reader, server_writer, False),
            (server_reader, writer, True),
        ]:
            task = asyncio.create_task(self._pass_on(source, target, is_answer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, is_answer: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                if not ((is_answer and self._is_deaf) or target.is_closing()):
                    target.write(data)
                    await target.drain()
        target.close()
