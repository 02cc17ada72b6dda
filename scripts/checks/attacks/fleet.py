#!/usr/bin/env python3
"""Keeps three nodes of a fleet and their database in FOLDER, for attacks on them, until it is ended. Prints where the leader is, and
where the third node is, which has few places for handshakes and serves its admin port over TLS.

Usage: fleet.py SERVER FOLDER NAME HOST (nodes listen at HOST; the user's password is "secret of NAME")"""
import pathlib
import signal
import ssl
import sys
import time
import urllib.error
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from fleet_parts.database import Database  # noqa: E402
from fleet_parts.nodes import Nodes, free_ports  # noqa: E402

PROGRAM, FOLDER, NAME, HOST = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), *sys.argv[3:]


class AttackedNodes(Nodes):
    def options(self, number):
        options = ["--mock-coins", "100", "--mock-rate", "1", "--log-level", "critical"]
        options += ["--max-connections-per-user", "20000", "--max-connections-per-address", "20000"]
        return options + (["--admin-tls", "--max-handshakes", "20"] if number == 2 else [])

    def host(self, number):
        return f"[{HOST}]" if ":" in HOST else HOST

    @property
    def asked(self):
        """The third node's admin port cannot be asked without TLS."""
        return super().asked[:4]

    def third_is_ready(self):
        stranger = ssl._create_unverified_context()
        try:
            with urllib.request.urlopen(f"https://127.0.0.1:{self.admin[2]}/readyz", timeout=10, context=stranger) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            return False


def tell(words):
    print(words, file=sys.stderr)


def standing():
    """Who leads in which term, and who follows. The leader also names the third node, which has no port for operators here."""
    names = ("role", "term", "followers")
    return [report and {name: report["fleet"][name] for name in names} for report in nodes.reports()]


def changed():
    """What is not as it was before the attacks; None if nothing. Waits up to 30 seconds, so that a node that has lost its leader can return."""
    end = time.monotonic() + 30
    while (now := standing()) != before:
        if time.monotonic() > end:
            return f"the nodes said {before}, and now say {now}"
        time.sleep(0.5)
    return None


def end(*_):
    """Stops what was started. Fails if a node has ended before, or if another one leads, the term has risen or a follower is lost."""
    gone = [number + 1 for number, process in enumerate(nodes.processes) if process and process.poll() is not None]
    for number in gone:
        log = FOLDER / f"node{number}.log"
        tell(f"node {number} ended with {nodes.processes[number - 1].returncode}; it said: {log.read_text(errors='replace')[-4000:]}")
    if gone:
        sys.exit(f"nodes that have ended by themselves: {gone}")
    sys.exit(changed() if before else 0)


def late(*_):
    sys.exit("the nodes were not ready within two minutes")


signal.signal(signal.SIGTERM, end)
signal.signal(signal.SIGALRM, late)
signal.alarm(120)
ports = free_ports(9)
before = None
database = Database(FOLDER, ports[:2], tell)
nodes = AttackedNodes(FOLDER, PROGRAM.parent, database, ports[2:])
try:
    database.start()
    database.let_go()
    nodes.add_user(NAME)
    for number in range(2):
        nodes.start(number)
    while not all(report and "problem" not in report for report in nodes.reports()) or nodes.leader() is None:
        time.sleep(0.2)
    # Only now, so that it follows.
    nodes.start(2)
    while not nodes.third_is_ready():
        time.sleep(0.2)
    signal.alarm(0)
    leader = nodes.leader()
    before = standing()
    where = f"port={nodes.listen[leader]} admin={nodes.admin[leader]} pid={nodes.processes[leader].pid}"
    print(f"ready {where} third={nodes.listen[2]} third_admin={nodes.admin[2]}", flush=True)
    signal.pause()
finally:
    nodes.stop()
    database.stop()
