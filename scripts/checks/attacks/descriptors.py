#!/usr/bin/env python3
"""Limits the server's file descriptors, opens more connections than fit, and reports how much processor time the server
uses while it cannot accept them. Fails if that is a fifth of a core or more above what it used before, if the server does not keep some
descriptors for itself, if a signed-in client waits more than a second for the answer to a ping, or if nobody gets in once there are descriptors again.

Usage: descriptors.py HOST PORT PID NAME PASSWORD ADMIN_PORT [SECONDS]. It must be allowed to change the limits of the process."""
import os
import resource
import socket
import sys
import time
import urllib.request

from terminal import Terminal, cpu_seconds

HOST, PORT, PID, NAME, PASSWORD, ADMIN = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:6], int(sys.argv[6])
# Shorter than the time for a handshake, which would free some.
SECONDS = float(sys.argv[7]) if len(sys.argv) > 7 else 5
LEFT, CROWD, SPARE, SHARE_MAX, PING_MAX, PATIENCE = 250, 300, 16, 0.2, 1000, 30


def failures():
    with urllib.request.urlopen(f"http://{HOST}:{ADMIN}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return next(int(float(line.split()[-1])) for line in lines if line.startswith("tickwire_accept_failures_total "))


def descriptors():
    return len(os.listdir(f"/proc/{PID}/fd"))


def used(seconds):
    """The share of a core, the longest that a ping takes, and the most descriptors over this time."""
    before, start, longest, most = cpu_seconds(PID), time.monotonic(), 0, 0
    while time.monotonic() < start + seconds:
        longest, most = max(longest, bystander.ping()), max(most, descriptors())
        time.sleep(0.1)
    return (cpu_seconds(PID) - before) / (time.monotonic() - start), longest, most


bystander = Terminal((HOST, PORT), HOST, 30)
token = bystander.sign_in(NAME, PASSWORD)
quiet, _, _ = used(1)
failed_before, limits = failures(), resource.prlimit(PID, resource.RLIMIT_NOFILE)
soft = descriptors() + LEFT
resource.prlimit(PID, resource.RLIMIT_NOFILE, (soft, limits[1]))
crowd = []
try:
    # The kernel takes them whether the server does or not.
    crowd = [socket.create_connection((HOST, PORT), timeout=30) for _ in range(CROWD)]
    deadline = time.monotonic() + PATIENCE
    while failures() == failed_before:
        if time.monotonic() > deadline:
            sys.exit(f"the server has {descriptors()} of {soft} files open, but its metrics count no failed accept")
    share, ping, most = used(SECONDS)
    kept = soft - most
finally:
    resource.prlimit(PID, resource.RLIMIT_NOFILE, limits)
    for peer in crowd:
        peer.close()
next_one = Terminal((HOST, PORT), HOST, PATIENCE)
next_one.sign_in_again(token)
tries = failures() - failed_before
print(
    f"{CROWD} connections for {LEFT} file descriptors, for {SECONDS:.0f} s: {tries} accepts failed, {kept} descriptors stayed free, the server used {share * 100:.1f} % of a"
    f" core ({quiet * 100:.1f} % before), a ping took at most {ping:.0f} ms; then the next one got in"
)
if kept < SPARE:
    print(f"the server must keep {SPARE} for itself")
sys.exit(kept < SPARE or share - quiet >= SHARE_MAX or ping > PING_MAX)
