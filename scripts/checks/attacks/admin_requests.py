#!/usr/bin/env python3
"""Asks the admin port for the metrics again and again over one connection, and reads no answer. Fails if the server's memory grows
with it, or if a probe is not answered meanwhile.

Usage: admin_requests.py HOST PORT PID"""
import socket
import sys
import time
import urllib.request

from terminal import resident_mib

HOST, PORT, PID = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
REQUESTS, PATIENCE, GROWTH_MAX = 100_000, 4, 32
request = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n"


def probe():
    with urllib.request.urlopen(f"http://{HOST}:{PORT}/healthz", timeout=10) as answer:
        return answer.status == 200


before = resident_mib(PID)
isAlive = probe()
peer = socket.create_connection((HOST, PORT), timeout=PATIENCE)
sent, most = 0, before
data, end = request * REQUESTS, time.monotonic() + PATIENCE
peer.setblocking(False)
while time.monotonic() < end:
    try:
        sent += peer.send(data[sent:sent + 65_536])
    except BlockingIOError:
        time.sleep(0.05)
    except OSError:
        break
    most = max(most, resident_mib(PID))
isAlive = isAlive and probe()
peer.close()
print(
    f"{sent // len(request)} requests taken whose answers nobody reads: memory {before:.0f} MiB before and {most:.0f} MiB at most;"
    f" a probe is {'answered' if isAlive else 'NOT answered'}"
)
sys.exit(not isAlive or most - before > GROWTH_MAX)
