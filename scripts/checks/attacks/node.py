#!/usr/bin/env python3
"""Poses as a node of a fleet: with secrets that no node has, with a user's token for a secret, with terms that would end the lead, and
with a node's frames over a terminal's connection. Then it sends secrets as fast as it can. Fails if any of it is taken, if the leader
changes or the term rises, or if somebody who has signed in waits more than 250 ms for the answer to a ping, in the median.

Usage: node.py HOST PORT ADMIN_PORT NAME PASSWORD [SECONDS]"""
import json
import multiprocessing
import os
import sys
import time
import urllib.request

from terminal import Terminal, field, framed, percentile

HOST, PORT, ADMIN, NAME, PASSWORD = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
SECONDS = float(sys.argv[6]) if len(sys.argv) > 6 else 5
ATTACKERS, PING_MAX = 4, 250
BAD_LOGIN, UNEXPECTED = 3001, 3003
TERM_MAX = 0xFFFF_FFFF


def terminal():
    return Terminal((HOST, PORT), HOST, 15)


def credential(secret, term=0):
    return field(14, field(1, secret) + field(2, term))


def code_of(*frames, signed_in=False):
    """The code with which the server closes; None if it does not."""
    peer = terminal()
    try:
        if signed_in:
            peer.sign_in(NAME, PASSWORD)
        for frame in frames:
            peer.socket.sendall(frame) if signed_in else peer.say(frame)
        return peer.close_code()
    except OSError:
        return None
    finally:
        peer.close()


def fleet():
    with urllib.request.urlopen(f"http://{HOST}:{ADMIN}/fleet", timeout=10) as answer:
        return json.load(answer)


def flood(end, sent):
    while time.monotonic() < end:
        try:
            peer = terminal()
            peer.say(credential(os.urandom(32), TERM_MAX))
            peer.close_code()
            peer.close()
        except OSError:
            continue
        with sent.get_lock():
            sent.value += 1


before = fleet()
bystander = terminal()
token = bystander.sign_in(NAME, PASSWORD)
hint, followed = framed(field(14, field(1, 1) + field(2, 1_000_000))), framed(field(15, b""))
wanted = {
    "a secret that no node has": (code_of(credential(os.urandom(32), TERM_MAX)), BAD_LOGIN),
    "a secret without bytes": (code_of(credential(b"")), BAD_LOGIN),
    "a secret of 3,000 bytes": (code_of(credential(bytes(3000))), BAD_LOGIN),
    "a user's token for a secret": (code_of(credential(token, TERM_MAX)), BAD_LOGIN),
    "a Hint over a terminal's connection": (code_of(hint, signed_in=True), UNEXPECTED),
    "FollowedUsers over a terminal's connection": (code_of(followed, signed_in=True), UNEXPECTED),
}
wrong = [f"{title}: Close {code}, and not {right}" for title, (code, right) in wanted.items() if code != right]
quiet, sent = [bystander.ping() for _ in range(50)], multiprocessing.Value("i", 0)
end = time.monotonic() + SECONDS
attackers = [multiprocessing.Process(target=flood, args=(end, sent), daemon=True) for _ in range(ATTACKERS)]
for attacker in attackers:
    attacker.start()
delays = []
while time.monotonic() < end:
    delays.append(bystander.ping())
    time.sleep(0.02)
for attacker in attackers:
    attacker.join(10)
    attacker.kill()
after = fleet()
for name in ("role", "term", "followers"):
    if before[name] != after[name]:
        wrong.append(f"{name}: {before[name]} before, and {after[name]} afterwards")
if before["role"] != "leader":
    wrong.append(f"it is no leader, but {before['role']}")
if percentile(delays, 0.5) > PING_MAX or not sent.value:
    wrong.append(f"the flood is no flood, or pings take longer than {PING_MAX} ms")
print(
    f"{len(wanted)} ways to pose as a node; {sent.value} secrets in {SECONDS:.0f} s; a ping takes {percentile(quiet, 0.99):.1f} ms before and"
    f" {percentile(delays, 0.5):.1f} ms meanwhile, 99th percentile {percentile(delays, 0.99):.1f} ms; term {after['term']}"
)
for words in wrong:
    print(f"WRONG: {words}")
sys.exit(bool(wrong))
