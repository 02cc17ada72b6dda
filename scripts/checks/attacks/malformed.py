#!/usr/bin/env python3
"""Sends malformed, reordered, duplicated, fragmented and oversized handshakes and records, made with tlslite-ng, and
compares the answers with the alerts of RFC 8446. Usage: malformed.py HOST PORT"""
import socket
import sys

from tlslite.api import HandshakeSettings, TLSConnection
from tlslite.constants import AlertDescription, CipherSuite, ContentType, ExtensionType, GroupName
from tlslite.errors import TLSAbruptCloseError, TLSRemoteAlert
from tlslite.extensions import (
    ALPNExtension, ClientKeyShareExtension, KeyShareEntry, SignatureAlgorithmsExtension, SupportedGroupsExtension,
    SupportedVersionsExtension, TLSExtension,
)
from tlslite.messages import ClientHello
from tlslite.utils.cryptomath import getRandomBytes
from tlslite.utils.x25519 import x25519, X25519_G

HOST, PORT = sys.argv[1], int(sys.argv[2])
ALPN = b"tickwire/1"
# All that a client may send until the handshake is complete.
HANDSHAKE_MAX = 16 * 1024
# A ServerHello with this for its random is a HelloRetryRequest (RFC 8446, 4.1.3).
RETRY_RANDOM = "cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c"
NAMES = {value: name for name, value in vars(AlertDescription).items() if isinstance(value, int)}


class Wire:
    """A socket that shows each write to `change` and sends what that returns."""

    def __init__(self, socket):
        self.socket, self.change = socket, bytes

    def sendall(self, data):
        self.socket.sendall(self.change(bytes(data)))

    def send(self, data):
        self.sendall(data)
        return len(data)

    def __getattr__(self, name):
        return getattr(self.socket, name)


def client_hello(alpn=True, versions=((3, 4),), ciphers=None, groups=None, share=None, session=32, extra=(), legacy=(3, 3)):
    private = getRandomBytes(32)
    if share is None:
        share = x25519(private, bytearray(X25519_G))
    group, key = share if isinstance(share, tuple) else (GroupName.x25519, share)
    entry = KeyShareEntry().create(group, key)
    extensions = [SupportedVersionsExtension().create(list(versions))] if versions else []
    extensions += [
        SupportedGroupsExtension().create(groups or [GroupName.x25519]),
        SignatureAlgorithmsExtension().create([(4, 3), (8, 4), (8, 7)]),
        ClientKeyShareExtension().create([entry]),
    ]
    if alpn:
        extensions.append(ALPNExtension().create([bytearray(ALPN)]))
    ciphers = ciphers or [CipherSuite.TLS_AES_128_GCM_SHA256]
    hello = ClientHello().create(legacy, getRandomBytes(32), getRandomBytes(session), ciphers)
    hello.extensions = extensions + list(extra)
    return bytes(hello.write())


def record(content, body, version=b"\x03\x01"):
    return bytes([content]) + version + len(body).to_bytes(2, "big") + body


def handshake(body):
    return record(ContentType.handshake, body)


def answer(*writes):
    """What the server says: an alert's name, "hello" for a ServerHello, or "closed"."""
    with socket.create_connection((HOST, PORT), timeout=15) as peer:
        try:
            for data in writes:
                peer.sendall(data)
        except OSError:
            pass
        received = b""
        try:
            while len(received) < 7:
                more = peer.recv(65536)
                if not more:
                    break
                received += more
        except OSError:
            pass
        if received[:1] == bytes([ContentType.alert]) and len(received) >= 7:
            return NAMES.get(received[6], str(received[6]))
        if received[:1] == bytes([ContentType.handshake]):
            return "hello"
        return "closed"


def last_answer(*writes):
    """The last that the server says in the clear before it closes: an alert's name, "hello", or "closed"."""
    said = "closed"
    with socket.create_connection((HOST, PORT), timeout=15) as peer:
        received = b""
        try:
            for data in writes:
                peer.sendall(data)
            while more := peer.recv(65536):
                received += more
        except OSError:
            pass
    while len(received) >= 5:
        length = int.from_bytes(received[3:5], "big")
        body, kind = received[5:5 + length], received[0]
        if kind == ContentType.alert and len(body) == 2:
            said = NAMES.get(body[1], str(body[1]))
        elif kind == ContentType.handshake:
            said = "hello"
        received = received[5 + length:]
    return said


def data_after_a_retry():
    """What the server says to records of type 23 after its HelloRetryRequest, once the client has sent more than 16 KiB in all.
    Before that, the server skips them as early data that it does not want."""
    first, piece = handshake(retried), record(ContentType.application_data, b"x" * 1019, b"\x03\x03")
    with socket.create_connection((HOST, PORT), timeout=15) as peer:
        peer.sendall(first)
        received = b""
        while len(received) < 5 or len(received) < 5 + int.from_bytes(received[3:5], "big"):
            received += peer.recv(65536) or sys.exit("the server has ended the connection without a HelloRetryRequest")
        retry = received[:5 + int.from_bytes(received[3:5], "big")]
        if retry[0] != ContentType.handshake or bytes.fromhex(RETRY_RANDOM) not in retry:
            return "no HelloRetryRequest"
        sent = len(first)
        while sent + len(piece) <= HANDSHAKE_MAX:
            peer.sendall(piece)
            sent += len(piece)
        if said := said_in(received[len(retry):] + heard_within(peer, 0.5)):
            return f"{said} after {sent} bytes"
        peer.sendall(piece)
        return said_in(heard_within(peer, 15)) or "nothing"


def heard_within(peer, seconds):
    """What comes until the end of the connection, or until that time is over."""
    received, peer_timeout = b"", peer.gettimeout()
    peer.settimeout(seconds)
    try:
        while more := peer.recv(65536):
            received += more
    except OSError:
        pass
    peer.settimeout(peer_timeout)
    return received


def said_in(received):
    """The last alert among the records, if there is one."""
    said = None
    while len(received) >= 5:
        length = int.from_bytes(received[3:5], "big")
        body = received[5:5 + length]
        if received[0] == ContentType.alert and len(body) == 2:
            said = NAMES.get(body[1], str(body[1]))
        received = received[5 + length:]
    return said


def connected(change=bytes):
    """A client after its handshake. `change` is shown all that it writes, from the hello on."""
    wire = Wire(socket.create_connection((HOST, PORT), timeout=15))
    wire.change = change
    connection = TLSConnection(wire)
    connection.wire = wire
    settings = HandshakeSettings()
    settings.minVersion = settings.maxVersion = (3, 4)
    connection.handshakeClientCert(settings=settings, alpn=[bytearray(ALPN)])
    return connection


def after_handshake(act, change=bytes):
    """What the server says to something sent under keys."""
    connection = connected(change)
    try:
        act(connection)
        connection.read(max=1, min=1)
        return "data"
    except TLSRemoteAlert as alert:
        return NAMES.get(alert.description, str(alert.description))
    except (TLSAbruptCloseError, OSError):
        return "closed"


def send_plain(connection, data):
    connection.sock.sendall(data) if hasattr(connection, "sock") else connection._recordLayer.sock.sendall(data)


def send_sealed(connection, content, body):
    from tlslite.messages import Message
    for _ in connection._recordLayer.sendRecord(Message(content, bytearray(body))):
        pass
    connection._recordLayer.sock.flush() if hasattr(connection._recordLayer.sock, "flush") else None


def hello_twice():
    """The answer to the second hello is under keys, so a whole client reads it. All else that the client writes is kept
    back: the server judges the hellos alone."""
    writes = []

    def change(data):
        writes.append(data)
        return data * 2 if len(writes) == 1 else b""

    return after_handshake(lambda connection: None, change)


def send_records(connection, order):
    """Seals records of two bytes each, which together are the length of a frame that is too long before the welcome, and
    sends those that `order` names, as it names them."""
    sealed = []
    connection.wire.change = lambda data: sealed.append(data) or b""
    send_sealed(connection, ContentType.application_data, b"\x7f\xff")
    send_sealed(connection, ContentType.application_data, b"\xff\xff")
    connection.wire.change = bytes
    assert len(sealed) == 2 and all(data[0] == ContentType.application_data for data in sealed)
    connection.wire.sendall(b"".join(sealed[index] for index in order))


good = client_hello()
no_length = good[:1] + b"\xff\xff\xff" + good[4:]
# OpenSSL would allocate this much memory, and wait.
long = good[:1] + (131_000).to_bytes(3, "big") + good[4:]
# It asks for a key share that the server does not take, so that the answer is a HelloRetryRequest; what looks like early data is
# then passed over.
retried = client_hello(
    groups=[GroupName.secp521r1, GroupName.x25519],
    share=(GroupName.secp521r1, b"\x04" * 133),
    extra=[TLSExtension(extType=ExtensionType.early_data).create(ExtensionType.early_data, bytearray())],
)
in_pieces = good[:1] + (16_000).to_bytes(3, "big") + b"\x00" * 16_000
CASES = [
    ("a good hello", ["hello"], lambda: answer(handshake(good))),
    ("one byte a record", ["hello"], lambda: answer(b"".join(handshake(good[i:i + 1]) for i in range(len(good))))),
    ("one byte a write", ["hello"], lambda: answer(*[bytes([byte]) for byte in handshake(good)])),
    ("no application protocol", ["no_application_protocol"], lambda: answer(handshake(client_hello(alpn=False)))),
    ("TLS 1.2 alone", ["protocol_version"], lambda: answer(handshake(client_hello(versions=((3, 3),))))),
    ("TLS 1.2, 1.1 and 1.0", ["protocol_version"],
     lambda: answer(handshake(client_hello(versions=((3, 3), (3, 2), (3, 1)))))),
    ("TLS 1.2 of old, without a list of versions", ["protocol_version"],
     lambda: answer(handshake(client_hello(versions=None)))),
    ("TLS 1.1 of old", ["protocol_version"], lambda: answer(handshake(client_hello(versions=None, legacy=(3, 2))))),
    ("TLS 1.0 of old", ["protocol_version"], lambda: answer(handshake(client_hello(versions=None, legacy=(3, 1))))),
    # To such a client OpenSSL says it in SSL 3.0's words, which have no alert of that name.
    ("SSL 3.0", ["protocol_version", "handshake_failure"], lambda: answer(handshake(client_hello(versions=None, legacy=(3, 0))))),
    ("no cipher in common", ["handshake_failure"], lambda: answer(handshake(client_hello(ciphers=[0x1305])))),
    ("no group in common", ["handshake_failure", "illegal_parameter"],
     lambda: answer(handshake(client_hello(groups=[0x0100])))),
    ("a key share of no bytes", ["decode_error", "illegal_parameter"],
     lambda: answer(handshake(client_hello(share=b"")))),
    ("a key share that is too short", ["illegal_parameter", "decode_error"],
     lambda: answer(handshake(client_hello(share=b"\x01" * 31)))),
    ("a key share of small order", ["illegal_parameter", "handshake_failure", "internal_error"],
     lambda: answer(handshake(client_hello(share=b"\x00" * 32)))),
    ("an extension twice", ["illegal_parameter", "decode_error"],
     lambda: answer(handshake(client_hello(extra=[SupportedGroupsExtension().create([GroupName.x25519])])))),
    ("an extension of rubbish", ["decode_error", "illegal_parameter"],
     lambda: answer(handshake(client_hello(extra=[TLSExtension(extType=ExtensionType.server_name).create(
         ExtensionType.server_name, bytearray(b"\xff" * 9))])))),
    ("an unknown extension", ["hello"],
     lambda: answer(handshake(client_hello(extra=[TLSExtension(extType=0x5a5a).create(0x5a5a, bytearray(b"x"))])))),
    ("a session id of 33 bytes", ["decode_error", "illegal_parameter"],
     lambda: answer(handshake(client_hello(session=33)))),
    ("compression", ["illegal_parameter", "decode_error"],
     lambda: answer(handshake(good.replace(b"\x13\x01\x01\x00", b"\x13\x01\x01\x01", 1)))),
    ("cut off in the extensions", ["decode_error"],
     lambda: answer(handshake(good[:1] + (len(good) - 24).to_bytes(3, "big") + good[4:-20]))),
    ("a handshake message of 16 MiB", ["illegal_parameter", "decode_error", "unexpected_message"],
     lambda: answer(handshake(no_length))),
    ("a handshake message of 131 kB, of which nothing comes", ["illegal_parameter"], lambda: last_answer(handshake(long[:64]))),
    ("the same after a HelloRetryRequest", ["illegal_parameter"],
     lambda: last_answer(handshake(retried), handshake(long[:64]))),
    ("the same behind what looks encrypted", ["illegal_parameter"],
     lambda: last_answer(handshake(retried), record(ContentType.application_data, b"x" * 64), handshake(long[:64]))),
    ("records of type 23 after a HelloRetryRequest, to the limit and beyond", ["illegal_parameter"], data_after_a_retry),
    # What the server has not read when it closes may cost the client its alert.
    ("a hello of 16 kB, one byte a record", ["illegal_parameter", "closed"],
     lambda: last_answer(b"".join(handshake(in_pieces[i:i + 1]) for i in range(len(in_pieces))))),
    ("the hello twice", ["unexpected_message"], hello_twice),
    ("a Finished first", ["unexpected_message"], lambda: answer(handshake(b"\x14\x00\x00\x20" + b"\x00" * 32))),
    ("a ServerHello", ["unexpected_message"], lambda: answer(handshake(b"\x02" + good[1:]))),
    ("a KeyUpdate first", ["unexpected_message"], lambda: answer(handshake(b"\x18\x00\x00\x01\x00"))),
    ("data before the handshake", ["unexpected_message"], lambda: answer(record(ContentType.application_data, b"x" * 32))),
    ("change_cipher_spec first", ["unexpected_message"], lambda: answer(record(ContentType.change_cipher_spec, b"\x01"))),
    # OpenSSL takes a few of them, and waits.
    ("forty records of no bytes", ["unexpected_message", "decode_error", "closed"], lambda: answer(handshake(b"") * 40)),
    ("a record that is too long", ["record_overflow", "decode_error", "unexpected_message"],
     lambda: answer(b"\x16\x03\x01\xff\xff" + b"\x00" * 65535)),
    ("a record of an unknown kind", ["unexpected_message"], lambda: answer(record(99, b"hello"))),
    ("an unknown record version", ["closed", "protocol_version", "hello"],
     lambda: answer(record(ContentType.handshake, good, b"\x09\x09"))),
    ("a fatal alert first", ["closed", "unexpected_message"], lambda: answer(record(ContentType.alert, b"\x02\x28"))),
    ("HTTP", ["closed", "unexpected_message", "protocol_version", "decode_error", "handshake_failure"],
     lambda: answer(b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n")),
    # The server's word about a frame that is too long: so far the records are good.
    ("two sealed records in order", ["data"], lambda: after_handshake(lambda c: send_records(c, [0, 1]))),
    ("a sealed record twice", ["bad_record_mac"], lambda: after_handshake(lambda c: send_records(c, [0, 0]))),
    ("two sealed records swapped", ["bad_record_mac"], lambda: after_handshake(lambda c: send_records(c, [1, 0]))),
    ("a sealed record left out", ["bad_record_mac"], lambda: after_handshake(lambda c: send_records(c, [1]))),
    ("a forged record under keys", ["bad_record_mac"],
     lambda: after_handshake(lambda c: send_plain(c, record(23, b"\x00" * 64, b"\x03\x03")))),
    ("a record that is too long under keys", ["record_overflow", "bad_record_mac"],
     lambda: after_handshake(lambda c: send_plain(c, b"\x17\x03\x03\x41\x01" + b"\x00" * 0x4101))),
    ("a clear alert under keys", ["closed", "unexpected_message", "bad_record_mac"],
     lambda: after_handshake(lambda c: send_plain(c, record(21, b"\x01\x00", b"\x03\x03")))),
    ("a hello under keys", ["unexpected_message"],
     lambda: after_handshake(lambda c: send_sealed(c, ContentType.handshake, good))),
    ("twenty sealed records of padding alone", ["closed"],
     lambda: after_handshake(lambda c: [send_sealed(c, ContentType.application_data, b"") for _ in range(20)])),
    ("a KeyUpdate of a wrong kind", ["illegal_parameter", "decode_error"],
     lambda: after_handshake(lambda c: send_sealed(c, ContentType.handshake, b"\x18\x00\x00\x01\x07"))),
]

failed = 0
for name, expected, attack in CASES:
    try:
        actual = attack()
    except Exception as error:  # A tool that fails is a failed case, with its words.
        actual = f"{type(error).__name__}: {error}"
    isGood = actual in expected
    failed += not isGood
    print(f"{'ok  ' if isGood else 'FAIL'}  {name}: {actual}" + ("" if isGood else f", expected {' or '.join(expected)}"))
connected().close()
print(f"{len(CASES) - failed} of {len(CASES)} answered as RFC 8446 wants, and a good client still gets in")
sys.exit(failed > 0)
