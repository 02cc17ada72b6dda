#!/usr/bin/env python3
"""Multiplies what was measured to larger sizes, and prints the tables of docs/SCALING.md.

    Benchmarks/scaling.py                                    # the tables
    Benchmarks/scaling.py --machine 120 --cores 8            # with your prices and machines, per month
    Benchmarks/scaling.py --terminals 30000 --users 5000     # one size
"""
import argparse
import math

# What was measured, and where. Change a number here, and all tables follow.
DELIVERY = 10.9e-6  # s of CPU for one tick to one terminal (docs/PERFORMANCE.md, `scale`)
TERMINAL = 18.4 * 1024  # bytes of memory (docs/PERFORMANCE.md, `memory`)
PUNCTUAL = 6800  # terminals on a core with a p99 of 100 ms: on two cores, 5,000 have 45 ms and 15,000 108 (docs/PERFORMANCE.md, `scale`)
TICK = 250 * 5.9 + 60  # bytes to a terminal: changed rows, and TLS, TCP and IP around them (docs/PERFORMANCE.md, `encoding`)
WELCOME = 0.67e-3  # s of a node's CPU from the first packet to Welcome (docs/PERFORMANCE.md, `connect`)
COMPARED = 3e-6  # s of the database's CPU for a user in the comparison each second (Benchmarks/database.py)
PRESENT = 10e-6  # s of the database's CPU for a user's presence (Benchmarks/database.py)
JOINED = 60e-6  # s of the database's CPU for a terminal that connects: token, user, table of 20 records (Benchmarks/database.py)
HINT = 60e-6  # s of the leader's CPU for a hint (Benchmarks/leader.py)
FOLLOWERS = 50  # of one node: the most that were tried (Benchmarks/leader.py)
FOLLOWER = 0.1e-3  # s of the leader's CPU for a follower each second, with 2 ticks (Benchmarks/leader.py)
JOIN_STATEMENTS = 7  # statements of the database for a terminal that connects alone with its token (docs/SCALING.md)
COMMITS = 6_086  # changes a second that the database confirms with a synchronous standby (docs/FLEET.md, "Durable changes")

# How the program behaves.
PRESENCE_EVERY = 10  # s (LookCount)
CONNECTIONS = 16_000  # of a node, by default (--max-connections)
LEASE_REQUESTS = 2  # a second, of each node (LeaseRules)
DATABASE_CONNECTIONS = 9  # of a node (PostgresUserStore)


def grouped(value):
    return f"{value:,.0f}"


def size(terminals, users, options):
    """All figures for one size."""
    rows = {}
    cores = terminals * options.rate * DELIVERY
    by_cpu = cores / options.load / options.cores
    by_time = terminals / PUNCTUAL / options.cores
    traffic = terminals * options.rate * TICK * 8
    by_network = traffic / (options.network * 1e9 * 0.5)
    by_memory = terminals * TERMINAL / (options.memory * 2**30 * 0.7)
    by_limit = terminals / CONNECTIONS
    needs = {"CPU": by_cpu, "punctual ticks": by_time, "network": by_network, "memory": by_memory, "--max-connections": by_limit}
    # One more, so that one may die.
    nodes = max(2, math.ceil(max(needs.values())) + 1)
    online = min(users, terminals)
    # A user's terminals are at so many nodes, on average.
    spread = min(nodes, max(1, terminals / users))
    changes = users * options.changes / 60
    hints = changes * (1 + spread)
    leading = (nodes - 1) * options.rate / 2 * FOLLOWER + hints * HINT
    passing = online * spread * options.passing / 100
    database = online * spread * COMPARED + passing * PRESENT / PRESENCE_EVERY
    rows["cores for ticks alone"] = f"{cores:.1f}"
    rows[f"nodes of {options.cores} cores, one to spare"] = f"{nodes}, by {max(needs, key=needs.get)}"
    rows["memory of all terminals"] = f"{terminals * TERMINAL / 2**30:.1f} GiB"
    rows["network to terminals"] = f"{traffic / 1e9:.2f} Gbit/s"
    rows["network out of the leader to followers"] = f"{(nodes - 1) * options.rate * TICK * 8 / 1e6:.1f} Mbit/s"
    rows[f"levels of the tree, {FOLLOWERS} followers each"] = max(1, math.ceil(math.log(nodes, FOLLOWERS)))
    rows["changes a second"] = f"{changes:,.0f}"
    rows["hints a second, at the leader"] = f"{hints:,.0f}"
    rows["the leader's cores for followers and hints"] = f"{leading:.2f}"
    rows["comparisons and lease requests a second"] = grouped(nodes * (1 + LEASE_REQUESTS))
    rows["connections to the database"] = grouped(nodes * DATABASE_CONNECTIONS)
    rows["users compared a second"] = grouped(online * spread)
    rows["presence rows written a second"] = grouped(passing / PRESENCE_EVERY)
    rows["the database's cores for these"] = f"{database:.1f}"
    rows["changes, of what the database confirms"] = f"{100 * changes / COMMITS:.0f} %"
    storm = terminals * WELCOME / (nodes * options.cores)
    joins = terminals * JOINED / options.database_cores
    rows["whole site back: nodes' CPU"] = f"{storm:.1f} s"
    rows["whole site back: statements, if no two terminals are read together"] = grouped(terminals * JOIN_STATEMENTS)
    rows["whole site back: the database's CPU"] = f"{joins:.0f} s"
    machines = nodes + 2
    rows[f"machines, with two of {options.database_cores} cores for the database"] = machines
    rows["a month"] = grouped(nodes * options.machine + 2 * options.database + traffic / 8 * 2.63e6 / 1e9 * options.gigabyte)
    breaks = {
        "cores of the database": database / options.database_cores,
        "commits": changes / COMMITS,
        # One actor handles all hints.
        "a core of the leader": leading,
        "return of the whole site (30 s)": max(storm, joins) / 30,
    }
    first = max(breaks, key=breaks.get)
    rows["nearest to its limit"] = f"{first}, {100 * breaks[first]:.0f} %"
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--terminals", type=int, action="append", help="default: 10,000, 100,000 and 1,000,000")
    parser.add_argument("--users", type=int, help="default: 100,000, or as many as terminals if these are fewer")
    parser.add_argument("--rate", type=float, default=2, help="ticks per second")
    parser.add_argument("--changes", type=float, default=0.2, help="changes of each user in a minute")
    parser.add_argument("--passing", type=float, default=10, help="users in a hundred who do not keep favorites, which is a setting")
    parser.add_argument("--cores", type=int, default=4, help="of a node's machine")
    parser.add_argument("--memory", type=float, default=16, help="GiB of a node's machine")
    parser.add_argument("--network", type=float, default=10, help="Gbit/s of a node's machine; half of it is used")
    parser.add_argument("--load", type=float, default=0.6, help="how busy the cores may be")
    parser.add_argument("--database-cores", type=int, default=8)
    parser.add_argument("--machine", type=float, default=50, help="price of a node's machine, a month")
    parser.add_argument("--database", type=float, default=200, help="price of a database's machine, a month")
    parser.add_argument("--gigabyte", type=float, default=0, help="price of a GB sent")
    options = parser.parse_args()
    sizes = options.terminals or [10_000, 100_000, 1_000_000]
    columns = [size(terminals, options.users or min(100_000, terminals), options) for terminals in sizes]
    print("| | " + " | ".join(f"{terminals:,}" for terminals in sizes) + " |")
    print("| --- |" + " ---: |" * len(sizes))
    for name in columns[0]:
        print(f"| {name} | " + " | ".join(str(column[name]) for column in columns) + " |")


if __name__ == "__main__":
    main()
