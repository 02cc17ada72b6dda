#!/usr/bin/env python3
"""Sends KeyUpdate records, each of which asks for one in return, as fast as OpenSSL makes them, over connections that have
finished the handshake and no more. Fails if a connection is left to go on with it, or if somebody who has signed in waits more than
250 ms for the answer to a ping, in the median.

Usage: key_updates.py HOST PORT PID NAME PASSWORD [SECONDS]"""
import ctypes
import ctypes.util
import multiprocessing
import socket
import sys
import time

from terminal import Terminal, cpu_seconds, percentile

HOST, PORT, PID, NAME, PASSWORD = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
SECONDS = float(sys.argv[6]) if len(sys.argv) > 6 else 5
ATTACKERS, PING_MAX = 2, 250
REQUESTED, BATCH = 1, 2_000

library = ctypes.CDLL(ctypes.util.find_library("ssl"))
for name in ["TLS_client_method", "SSL_CTX_new", "SSL_new", "BIO_new", "BIO_s_mem"]:
    getattr(library, name).restype = ctypes.c_void_p


class Flooder:
    """A connection after its handshake."""

    settings = ctypes.c_void_p(library.SSL_CTX_new(ctypes.c_void_p(library.TLS_client_method())))

    def __init__(self):
        self.socket = socket.create_connection((HOST, PORT), timeout=60)
        self.socket.settimeout(None)
        self.ssl = ctypes.c_void_p(library.SSL_new(self.settings))
        alpn = b"\x0atickwire/1"
        library.SSL_set_alpn_protos(self.ssl, alpn, len(alpn))
        library.SSL_set_fd(self.ssl, self.socket.fileno())
        if library.SSL_connect(self.ssl) != 1:
            raise ConnectionError("no handshake")
        # From here on what it says is gathered, so that much of it is one write.
        self.said = ctypes.c_void_p(library.BIO_new(ctypes.c_void_p(library.BIO_s_mem())))
        library.SSL_set0_wbio(self.ssl, self.said)

    def send_batch(self):
        for _ in range(BATCH):
            library.SSL_key_update(self.ssl, REQUESTED)
            library.SSL_do_handshake(self.ssl)
        buffer = ctypes.create_string_buffer(BATCH * 64)
        count = library.BIO_read(self.said, buffer, len(buffer))
        self.socket.sendall(buffer.raw[:count])

    def close(self):
        library.SSL_free(self.ssl)
        self.socket.close()


def attack(end, connections, records):
    while time.monotonic() < end:
        try:
            flooder = Flooder()
        except OSError:
            continue
        try:
            while time.monotonic() < end:
                flooder.send_batch()
                with records.get_lock():
                    records.value += BATCH
        except OSError:
            with connections.get_lock():
                connections.value += 1
        finally:
            flooder.close()


bystander = Terminal((HOST, PORT), HOST, 30)
bystander.sign_in(NAME, PASSWORD)
quiet = [bystander.ping() for _ in range(50)]
connections, records = multiprocessing.Value("i", 0), multiprocessing.Value("i", 0)
end, before = time.monotonic() + SECONDS, cpu_seconds(PID)
attackers = [multiprocessing.Process(target=attack, args=(end, connections, records), daemon=True) for _ in range(ATTACKERS)]
for attacker in attackers:
    attacker.start()
delays = []
while time.monotonic() < end:
    delays.append(bystander.ping())
    time.sleep(0.02)
used = (cpu_seconds(PID) - before) / SECONDS
for attacker in attackers:
    attacker.join(10)
    attacker.kill()
print(
    f"{ATTACKERS} floods of KeyUpdates for {SECONDS:.0f} s: {records.value} records sent, {connections.value} connections ended by the"
    f" server, which used {used * 100:.0f} % of a core; a ping takes {percentile(quiet, 0.99):.1f} ms before and"
    f" {percentile(delays, 0.5):.1f} ms meanwhile, 99th percentile {percentile(delays, 0.99):.1f} ms"
)
# Whoever is not cut off sends for the whole time over one connection.
sys.exit(connections.value <= ATTACKERS or percentile(delays, 0.5) > PING_MAX)
