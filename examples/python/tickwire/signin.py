"""What the example programs have in common: their options, and the token that signs them in."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from .client import SIGNED_OUT, Client, Closed
from .messages import Login
from .mutations import InDoubt, Refused
from .transport import Untrusted



def options(description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--server", required=True, metavar="HOST:PORT")
    parser.add_argument(
        "--pin",
        help="what the server prints as pin= when it starts; without it, the system's roots count",
    )
    parser.add_argument("--name", required=True, help="the user's name")
    folder = (
        Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "tickwire-python"
    )
    parser.add_argument(
        "--tokens", type=Path, default=folder, help="where this device's tokens are kept"
    )
    return parser


class TokenFile:
    """The newest token of a user of a server. Only this user of the machine may read it."""

    def __init__(self, folder: Path, name: str, server: str) -> None:
        self._path = folder / f"{name.lower()}@{server}".replace("/", "_")

    def read(self) -> bytes:
        return self._path.read_bytes() if self._path.exists() else b""

    def write(self, token: bytes) -> None:
        """Replaces the file as a whole, so that no crash leaves half a token."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(token)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)


def run(
    arguments: argparse.Namespace, program: Callable[[Client], Coroutine[Any, Any, None]]
) -> None:
    """Runs a program with a client: signed in with the kept token, or else with a password."""
    try:
        asyncio.run(_run(arguments, program))
    except Closed as error:
        hint = (
            " Sign in again: set TICKWIRE_PASSWORD, and run this once more."
            if error.code == SIGNED_OUT
            else ""
        )
        sys.exit(f"{error}{hint}")
    except (InDoubt, Refused, Untrusted) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


async def _run(
    arguments: argparse.Namespace, program: Callable[[Client], Coroutine[Any, Any, None]]
) -> None:
    host, _, port = arguments.server.rpartition(":")
    tokens = TokenFile(arguments.tokens, arguments.name, arguments.server)
    token = tokens.read()
    password = os.environ.get("TICKWIRE_PASSWORD", "")
    if not token and not password:
        password = getpass.getpass(f"Password of {arguments.name}: ")
    # With the former token, wrong passwords from elsewhere do not delay this login.
    credentials = Login(arguments.name, password, token) if password else token
    client = Client(
        host.strip("[]"), int(port), credentials, arguments.pin, keep_token=tokens.write
    )
    async with client:
        await client.ready()
        await program(client)
