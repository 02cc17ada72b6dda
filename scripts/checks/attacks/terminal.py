"""A terminal in a few lines, for the attacks: it signs in and pings, over Python's own TLS. It checks no certificate."""
import os
import resource
import socket
import ssl
import struct
import sys
import time

ALPN = "tickwire/1"
TOKEN_OF_WELCOME = 5


def field(number, value):
    """A field of a message of Protocol Buffers: a number, bytes or a text."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def framed(body):
    return struct.pack(">I", len(body)) + body


def parts(message):
    """The fields of a message that are bytes, by their numbers."""
    found, place = {}, 0

    def number():
        nonlocal place
        value, shift = 0, 0
        while True:
            value, place, shift = value | (message[place] & 127) << shift, place + 1, shift + 7
            if message[place - 1] < 128:
                return value

    while place < len(message):
        key = number()
        if key & 7 == 0:
            number()
        elif key & 7 == 1:
            place += 8
        elif key & 7 == 5:
            place += 4
        else:
            length = number()
            found[key >> 3], place = message[place:place + length], place + length
    return found


def hello(credentials):
    body = field(1, 1) + field(2, 1) + field(3, "attacks") + field(4, "1") + field(5, "attacks")
    return framed(field(1, body + field(6, os.urandom(16)) + credentials + field(10, 1)))


def context():
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    made.set_alpn_protocols([ALPN])
    return made


def client_hello():
    """The first bytes of a handshake."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    connection = context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    try:
        connection.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


class Terminal:
    WELCOME, CLOSE, PONG = 1, 2, 8

    def __init__(self, address, source, timeout):
        """`source` is the address that it comes from."""
        self.deadline = time.monotonic() + timeout
        plain = socket.create_connection(address, timeout=timeout, source_address=(source, 0))
        self.socket = context().wrap_socket(plain, server_hostname="localhost")
        self.received = b""

    def sign_in(self, name, password):
        """The token that the server gives for the password."""
        self.socket.sendall(hello(field(8, field(1, name) + field(2, password))))
        return parts(self.wait_for(self.WELCOME)).get(TOKEN_OF_WELCOME)

    def sign_in_again(self, token):
        self.socket.sendall(hello(field(7, token)))
        self.wait_for(self.WELCOME)

    def flood(self, pings, snapshots):
        """Sends this many frames and reads no answer."""
        ping, snapshot = framed(field(3, field(1, 1))), framed(field(5, field(1, 0)))
        self.socket.sendall(ping * pings + snapshot * snapshots)

    def say(self, credentials):
        """Sends a hello and waits for nothing."""
        self.socket.sendall(hello(credentials))

    def ping(self, nonce=1):
        """How long the answer takes, in milliseconds."""
        start = time.monotonic()
        self.deadline = start + 60
        self.socket.sendall(framed(field(3, field(1, nonce))))
        self.wait_for(self.PONG)
        return (time.monotonic() - start) * 1000

    def wait_for(self, kind):
        while True:
            body = self.read()
            if body[0] >> 3 == kind:
                return parts(body)[kind]
            if body[0] >> 3 == self.CLOSE:
                raise ConnectionError(f"the server has closed: {body!r}")

    def close_code(self):
        """Why the server closes; it raises an error if it does not."""
        while (body := self.read())[0] >> 3 != self.CLOSE:
            pass
        # The code is the first field, a number of two bytes.
        close = parts(body)[self.CLOSE]
        return close[1] & 127 | close[2] << 7

    def read(self):
        """The next frame, without its length."""
        while len(self.received) < 4 or len(self.received) < 4 + struct.unpack(">I", self.received[:4])[0]:
            self.socket.settimeout(max(0.001, self.deadline - time.monotonic()))
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the server has ended the connection")
            self.received += more
        length = struct.unpack(">I", self.received[:4])[0]
        body, self.received = self.received[4:4 + length], self.received[4 + length:]
        return body

    def close(self):
        self.socket.close()


def need_files(connections):
    """Ends the program if it may not have this many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < connections + 200:
        sys.exit(f"{connections} connections need {connections + 200} open files, and the limit is {soft} (at most {hard}): ulimit -n")


def cpu_seconds(pid):
    """What all threads of a process have had so far."""
    total = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        except OSError:
            pass
    return total / 1e9


def resident_mib(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
