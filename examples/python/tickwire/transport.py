"""Frames over TLS 1.3 to a server whose certificate's key is pinned."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import ssl
from collections.abc import Iterable

from .messages import ClientFrame, ServerFrame
from .protobuf import decode, encode

APPLICATION_PROTOCOL = "tickwire/1"
SERVER_FRAME_MAX = 1 << 20


class Untrusted(Exception):
    """The server is not the one that the pin or the roots say. Another try would fail, too."""


class BadFrame(Exception):
    """The server has sent something that is not a frame."""


class Stream:
    """Frames in both directions."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self) -> ServerFrame:
        """Raises `EOFError` at the end, `BadFrame`, `ProtobufError` or an `OSError`."""
        length = int.from_bytes(await self._reader.readexactly(4), "big")
        if not 0 < length <= SERVER_FRAME_MAX:
            raise BadFrame(f"a frame of {length} bytes came; 1 to {SERVER_FRAME_MAX} are allowed")
        return decode(ServerFrame, await self._reader.readexactly(length))

    def write(self, frames: Iterable[ClientFrame]) -> None:
        """Never waits: whoever waits for the server to read must read all the while."""
        messages = [encode(frame) for frame in frames]
        self._writer.write(b"".join(len(data).to_bytes(4, "big") + data for data in messages))

    async def close(self) -> None:
        """Sends close_notify and hangs up."""
        self._writer.close()
        with contextlib.suppress(OSError):  # The other end was faster.
            await self._writer.wait_closed()


async def connect(host: str, port: int, pin: str | None) -> Stream:
    """Connects, and checks the certificate against a pin, or else the roots and the host's name.

    Raises `Untrusted`, or an `OSError` (of which `ssl.SSLError` is one) if there is no connection.
    """
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([APPLICATION_PROTOCOL])
    if pin is not None:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    try:
        reader, writer = await asyncio.open_connection(
            host,
            port,
            ssl=context,
            server_hostname=host,
            ssl_handshake_timeout=10,
            ssl_shutdown_timeout=2,
        )
    except ssl.SSLCertVerificationError as error:
        raise Untrusted(
            f"{host}:{port}: {error.verify_message}; give its pin if you know it"
        ) from error
    tls = writer.get_extra_info("ssl_object")
    stream = Stream(reader, writer)
    try:
        if pin is not None:
            check_pin(tls.getpeercert(binary_form=True), pin)
        if tls.selected_alpn_protocol() != APPLICATION_PROTOCOL:
            raise Untrusted(f"{host}:{port} does not speak {APPLICATION_PROTOCOL}")
    except Untrusted:
        await stream.close()
        raise
    return stream


def check_pin(certificate: bytes, pin: str) -> None:
    """Raises `Untrusted` if the key of a certificate in DER is another one."""
    digest = hashlib.sha256(subject_public_key_info(certificate)).digest()
    found = "sha256/" + base64.b64encode(digest).decode()
    if not hmac.compare_digest(found.encode(), pin.encode()):
        raise Untrusted(f"the server's key is {found}, and {pin} was expected")


def subject_public_key_info(certificate: bytes) -> bytes:
    """The public key in a certificate, with its algorithm (RFC 5280, section 4.1)."""
    fields = list(_elements(_content(_content(certificate))))
    has_version = fields[0][0] == 0xA0
    return fields[6 if has_version else 5]


def _elements(data: bytes) -> list[bytes]:
    """The DER elements that stand one behind the other."""
    elements = []
    while data:
        _, end = _bounds(data)
        elements.append(data[:end])
        data = data[end:]
    return elements


def _content(element: bytes) -> bytes:
    start, end = _bounds(element)
    return element[start:end]


def _bounds(data: bytes) -> tuple[int, int]:
    """Where the content of the first DER element begins and ends. Its tag has one byte."""
    length, start = data[1], 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(data[2:start], "big")
    return start, start + length
