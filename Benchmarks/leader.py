#!/usr/bin/env python3
"""Measures what the leader of a fleet pays for hints and for followers (docs/SCALING.md), as CPU of its process.

    TICKWIRE_FLEET=1 swift build -c release && Benchmarks/leader.py [--programs DIR]

Hints: 200 users have a terminal at each of two followers. Those at the first follower change a favorite again and again; those at the
second see it. The leader has no terminals. It takes each hint from one node and passes it on to the other. The CPU that it
takes beyond that of a time without changes is the price of hints.

Followers: more and more nodes follow it. They have no terminals, either.
"""
import argparse
import asyncio
import multiprocessing
import pathlib
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "examples/python")]
from fleet_parts import figures  # noqa: E402
from fleet_parts.crowd import serve  # noqa: E402
from fleet_parts.database import Database  # noqa: E402
from fleet_parts.nodes import free_ports  # noqa: E402


class CountedNodes(figures.MeasuredNodes):
    def store(self, number):
        return self.database.address

    def cpu(self, number):
        """In seconds, of all its threads."""
        tasks = pathlib.Path(f"/proc/{self.processes[number].pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


class Leader:
    def __init__(self, nodes, maker, seconds):
        self.nodes, self.maker, self.seconds = nodes, maker, seconds

    async def passed(self):
        """The CPU and the hints of some seconds."""
        cpu, hints = self.nodes.cpu(0), self.hints()
        await asyncio.sleep(self.seconds)
        return self.nodes.cpu(0) - cpu, self.hints() - hints

    def hints(self):
        return self.nodes.reports()[0]["fleet"]["hints_sent"]

    async def measure_hints(self, pause):
        self.maker.pipe, other = multiprocessing.Pipe()
        users = self.maker.tokens[: figures.CHANGERS]
        plan = [(token, 1, None) for token in users] + [(token, 2, pause) for token in users]
        arguments = (other, self.nodes.addresses, str(self.nodes.certificate), plan)
        load = multiprocessing.get_context("spawn").Process(target=serve, args=arguments, daemon=True)
        load.start()
        await self.maker.told(seconds=300)
        busy, hints = await self.passed()
        await self.maker.told("quiet")
        quiet, _ = await self.passed()
        print(f"{hints / self.seconds:,.0f} hints a second: {(busy - quiet) / hints * 1e6:.0f} µs each", flush=True)
        self.maker.pipe.send("stop")
        load.join()

    async def measure(self, pauses, followers):
        self.maker.add_users()
        running = 0
        for count in sorted({2, *followers}):
            for number in range(running, count + 1):
                await asyncio.to_thread(self.nodes.start, number)
            running = count + 1
            while sum(bool(report) and "problem" not in report for report in self.nodes.reports()) < running:
                await asyncio.sleep(1)
            if self.nodes.leader() != 0:
                raise RuntimeError("the first node does not lead")
            if count == 2:
                for pause in pauses:
                    await self.measure_hints(pause)
            await asyncio.sleep(5)
            cpu, _ = await self.passed()
            print(f"{count} followers, 2 ticks a second: {1e3 * cpu / self.seconds:.1f} ms a second", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=ROOT / ".build/release", help="the folder with built programs")
    parser.add_argument("--seconds", type=int, default=20, help="length of each measurement")
    parser.add_argument("--pauses", type=float, nargs="*", default=[1, 0.2, 0.1], help="seconds between two changes of a user")
    parser.add_argument("--followers", type=int, nargs="*", default=[10, 25, 50])
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="leader-", dir="/tmp"))
    folder.chmod(0o755)
    count = max(options.followers, default=2) + 1
    ports = free_ports(3 + 2 * count)
    database = Database(folder, ports[:2], print)
    nodes = CountedNodes(folder, options.programs, database, ports[2:], count)
    try:
        database.start()
        database.let_go()
        database.primary.ask(f"ALTER SYSTEM SET max_connections = {20 * count}")
        database.primary.run("pg_ctl", "-D", database.primary.data, "-w", "-l", database.primary.folder / "log", "restart")
        leader = Leader(nodes, figures.Figures(database, nodes, print), options.seconds)
        asyncio.run(leader.measure(options.pauses, options.followers))
    finally:
        nodes.stop()
        database.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
