#!/usr/bin/env python3
"""Opens half-open handshakes, each from an address of its own, and new ones all the time, gives none of them up, and tells how many
honest logins succeed meanwhile. Fails if in any ten seconds fewer than 95 % do so within five seconds, or if the attack was less than
95 % of what it was to be.

With --hellos, the connections are those of ten addresses instead. They finish the handshake, send a hello with an unknown token, and
never say goodbye.

IPv4 addresses are those of 127.0.0.0/8. IPv6 addresses are of 2001:db8::/32, which has to be local: half of them are /64 networks
of one site (a /48), half of them are of as many sites. Addresses from which honest terminals come are none of these: half of the
logins come from one address, like those of an office."""
import argparse
import multiprocessing
import os
import random
import select
import socket
import sys
import threading
import time

from terminal import Terminal, client_hello, field, need_files, percentile

options = argparse.ArgumentParser(description=__doc__)
options.add_argument("host")
options.add_argument("port", type=int)
options.add_argument("--name", required=True)
options.add_argument("--password", required=True)
options.add_argument("--connections", type=int, default=10_000, help="half-open ones, before the first login")
options.add_argument("--rate", type=int, default=500, help="new ones in a second")
options.add_argument("--logins", type=float, default=4, help="honest logins in a second")
options.add_argument("--seconds", type=float, default=10)
options.add_argument("--hellos", action="store_true", help="send hellos that are refused")
options = options.parse_args()
IS_6 = ":" in options.host
WITHIN, SHARE_MIN, STRETCH, PATIENCE = 5, 0.95, 10, 60
# Those that the server has ended are given back at once.
need_files(options.connections + 10 * options.rate)


def attacker(number):
    if options.hellos:
        return f"127.2.0.{1 + number % 10}"
    if not IS_6:
        return f"127.{64 + number // 65_536}.{number // 256 % 256}.{number % 256}"
    return f"2001:db8:1:{number:x}::1" if number % 2 else f"2001:db8:{number + 2:x}::1"


def honest(number):
    host = number % 20 if number % 2 else 0
    return f"2001:db8:ffff:{host:x}::1" if IS_6 else f"127.1.0.{1 + host}"


def attack(ready, opened):
    """Does nothing else, in a process of its own."""
    first_words, held, number, ends = client_hello(), {}, 0, select.epoll()

    def half_open(source):
        peer = socket.create_connection((options.host, options.port), timeout=1, source_address=(source, 0))
        peer.sendall(first_words)
        return peer

    def refused(source):
        terminal = Terminal((options.host, options.port), source, 1)
        terminal.say(field(7, os.urandom(32)))
        return terminal.socket

    def open_one():
        nonlocal number
        number += 1
        try:
            peer = (refused if options.hellos else half_open)(attacker(number % max(1, options.connections)))
        except OSError:
            return
        opened.value += 1
        held[peer.fileno()] = peer
        # The goodbye of the other end is no end: a refused one waits until TCP is closed.
        ends.register(peer, select.EPOLLHUP if options.hellos else select.EPOLLRDHUP)

    # The server's end of a connection is the attacker's: none is given up before.
    def forget_ended():
        for descriptor, _ in ends.poll(0):
            ends.unregister(descriptor)
            held.pop(descriptor).close()

    for _ in range(options.connections):
        forget_ended()
        open_one()
    ready.set()
    next_time = time.monotonic()
    while True:
        next_time += 1 / options.rate
        time.sleep(max(0, next_time - time.monotonic()))
        forget_ended()
        open_one()


def login(number, times):
    """Logs in as a terminal does, which tries again. `times` gets the time that it took, if the login succeeded."""
    start = time.monotonic()
    while (left := WITHIN - (time.monotonic() - start)) > 0:
        try:
            terminal = Terminal((options.host, options.port), honest(number), left)
            try:
                terminal.sign_in(options.name, options.password)
                times[number] = time.monotonic() - start
                return
            finally:
                terminal.close()
        except OSError:
            time.sleep(random.uniform(0.2, 0.4))


ready, opened = multiprocessing.Event(), multiprocessing.Value("i", 0)
attackers = multiprocessing.Process(target=attack, args=(ready, opened), daemon=True)
attackers.start()
deadline = time.monotonic() + PATIENCE
while not ready.wait(0.1):
    if not attackers.is_alive() or time.monotonic() > deadline:
        attackers.kill()
        sys.exit(f"the attacker has opened {opened.value} of {options.connections} connections and goes no further")
before, start, times, logins, begun = opened.value, time.monotonic(), {}, [], []
while time.monotonic() < start + options.seconds:
    begun.append(time.monotonic() - start)
    logins.append(threading.Thread(target=login, args=(len(logins), times)))
    logins[-1].start()
    time.sleep(1 / options.logins)
elapsed, during = time.monotonic() - start, opened.value - before
for thread in logins:
    thread.join()
isAttacked = attackers.is_alive()
attackers.kill()
good = [seconds * 1000 for seconds in times.values()]
stretches = {}
for number, moment in enumerate(begun):
    # The last stretch may be longer, and none is shorter.
    place = min(int(moment / STRETCH), max(0, int(options.seconds / STRETCH) - 1))
    stretches.setdefault(place, []).append(number in times)
shares = [sum(results) / len(results) for results in stretches.values()]
print(
    f"{before} {'refused hellos' if options.hellos else 'half-open handshakes'}, {during / elapsed:.0f} new ones a second:"
    f" {len(good)} of {len(begun)} logins within {WITHIN} s"
    + (f", median {percentile(good, 0.5):.0f} ms, 95th percentile {percentile(good, 0.95):.0f} ms" if good else "")
)
isAttacked = isAttacked and before >= SHARE_MIN * options.connections and during / elapsed >= SHARE_MIN * options.rate
if not isAttacked:
    print(f"this is less than 95 % of the attack: {options.connections} connections and {options.rate} new ones a second")
if min(shares) < SHARE_MIN:
    print(f"in {STRETCH} s at a time: {', '.join(f'{share * 100:.0f} %' for share in shares)}")
sys.exit(not isAttacked or min(shares) < SHARE_MIN)
