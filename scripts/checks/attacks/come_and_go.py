#!/usr/bin/env python3
"""Signs in with many connections, sends frames over each without reading the answers, closes them all, and tells what memory the
server holds before, at the peak, and after. Fails if they take too little memory to measure, or if a minute later, or at any
given time, the server still holds more than a quarter of what they took. A bystander's pings show what the return of the memory costs
others.

Usage: come_and_go.py HOST PORT PID NAME PASSWORD CONNECTIONS [SECONDS...]: the memory is read after each of these times; without
them, as soon as it is low enough."""
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait

from terminal import Terminal, need_files, resident_mib

HOST, PORT, PID, NAME, PASSWORD, CONNECTIONS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:6], int(sys.argv[6])
MARKS = [float(mark) for mark in sys.argv[7:]]
# The server does not give back less than 2 MiB. A quarter of what the connections took may stay.
TAKEN_MIN = 40
PINGS, SNAPSHOTS = 50, 5

need_files(CONNECTIONS)
bystander = Terminal((HOST, PORT), HOST, 30)
token = bystander.sign_in(NAME, PASSWORD)


def connect(_):
    terminal = Terminal((HOST, PORT), HOST, 30)
    terminal.sign_in_again(token)
    terminal.flood(PINGS, SNAPSHOTS)
    return terminal


before = resident_mib(PID)
with ThreadPoolExecutor(8) as pool:
    coming = [pool.submit(connect, number) for number in range(CONNECTIONS)]
    # A slow machine needs so long for them that a silent bystander would be closed.
    while wait(coming, timeout=5).not_done:
        bystander.ping()
    terminals = [one.result() for one in coming]
peak = resident_mib(PID)
# Others may begin.
print(f"{CONNECTIONS} connections with {PINGS + SNAPSHOTS} frames each: {before:.0f} MiB before, {peak:.0f} MiB at the peak", flush=True)
for terminal in terminals:
    terminal.close()
gone = time.monotonic()
allowed = before + (peak - before) / 4
longest = 0


def resident_after(seconds):
    """What it holds then, or as soon as that is low enough where no time is given."""
    global longest
    while seconds is None or time.monotonic() < gone + seconds:
        delay = bystander.ping()
        # The end of so many connections takes the server a while.
        if time.monotonic() > gone + 3:
            longest = max(longest, delay)
        if seconds is None and (resident_mib(PID) <= allowed or time.monotonic() > gone + 60):
            break
        time.sleep(0.01)
    return resident_mib(PID)


most = 0
for mark in MARKS or [None]:
    resident = resident_after(mark)
    most = max(most, resident)
    print(f"{resident:.0f} MiB after {time.monotonic() - gone:.0f} s", flush=True)
print(f"the longest ping of somebody who stayed took {longest:.0f} ms")
if peak - before < TAKEN_MIN:
    print(f"the connections took less than {TAKEN_MIN} MiB: use more of them")
sys.exit(peak - before < TAKEN_MIN or most > allowed)
