#!/usr/bin/env python3
"""Keeps two nodes of a fleet and their database in FOLDER, for attacks on them, until it is ended. Prints where the leader is.

Usage: fleet.py SERVER FOLDER NAME (the user's password is "secret of NAME")"""
import pathlib
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from fleet_parts.database import Database  # noqa: E402
from fleet_parts.nodes import Nodes, free_ports  # noqa: E402

PROGRAM, FOLDER, NAME = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3]


class AttackedNodes(Nodes):
    def options(self, number):
        options = ["--mock-coins", "100", "--mock-rate", "1", "--log-level", "critical"]
        return options + ["--max-connections-per-user", "20000", "--max-connections-per-address", "20000"]


def tell(words):
    print(words, file=sys.stderr)


# Ended by a signal, it stops what it has started all the same.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
ports = free_ports(7)
database = Database(FOLDER, ports[:2], tell)
nodes = AttackedNodes(FOLDER, PROGRAM.parent, database, ports[2:], count=2)
try:
    database.start()
    database.let_go()
    nodes.add_user(NAME)
    for number in range(2):
        nodes.start(number)
    while not all(report and "problem" not in report for report in nodes.reports()):
        time.sleep(0.2)
    leader = nodes.leader()
    print(f"ready port={nodes.listen[leader]} admin={nodes.admin[leader]} pid={nodes.processes[leader].pid}", flush=True)
    signal.pause()
finally:
    nodes.stop()
    database.stop()
