"""SIGKILLs for nodes, the leader and the database, and beside some of them another trouble: a cut of the network, a node that stands
still, one that is drained. Clients change things all the time. In the end, the database must have what each of them was told."""
import asyncio
import multiprocessing
import os
import random
import re
import signal
import subprocess
import time
import urllib.request

from . import load
from .figures import CHANGERS, NODES, Figures, MeasuredNodes

VICTIMS = ["a node", "the leader", "a node", "the database", "a node"]
TROUBLES = ["a node is cut off from the database", "the leader is cut off from other nodes", "a node stands still", "a node is drained"]
TROUBLE_EACH, TROUBLE_SECONDS = 4, 6


class Wire:
    """The way from one node to both machines of the database. Bytes wait in it while it is cut."""

    def __init__(self, folder, machines):
        self.places, pairs = [], []
        for machine in machines:
            here = folder / machine.name
            here.mkdir(parents=True)
            name = f".s.PGSQL.{machine.port}"
            self.places.append((str(machine.folder), str(here)))
            pairs.append((str(here / name), str(machine.folder / name)))
        self.process = multiprocessing.get_context("spawn").Process(target=pass_on, args=(pairs,), daemon=True)
        self.process.start()

    def cut(self, is_cut):
        os.kill(self.process.pid, signal.SIGSTOP if is_cut else signal.SIGCONT)

    def stop(self):
        self.process.kill()


def pass_on(pairs):
    async def copy(reader, writer):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()

    async def serve(there, reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(there)
        except OSError:
            return writer.close()
        ways = [asyncio.create_task(copy(reader, far_writer)), asyncio.create_task(copy(far_reader, writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        far_writer.close()
        writer.close()

    async def listen():
        for here, there in pairs:
            await asyncio.start_unix_server(lambda reader, writer, there=there: serve(there, reader, writer), here)
        await asyncio.Event().wait()

    asyncio.run(listen())


class StruckNodes(MeasuredNodes):
    """Each reaches the database by a wire of its own, and listens to other nodes at an address of its own."""

    TABLE = "tickwire_blows"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        machines = self.database.machines
        self.wires = [Wire(self.folder / f"wire{number + 1}", machines) for number in range(NODES)]

    def store(self, number):
        address = super().store(number)
        for there, here in self.wires[number].places:
            address = address.replace(there, here)
        return address

    def options(self, number):
        return [*super().options(number), "--proxy-from", self.BALANCER]

    def listen_address(self, number):
        return f"0.0.0.0:{self.listen[number]}"

    def node_address(self, number):
        return f"127.0.0.{21 + number}:0"

    def cut_nodes(self, number):
        """Nobody reaches this node's port for nodes, and those who were connected hear nothing."""
        address = self.node_address(number).split(":")[0]
        rules = f"add rule inet {self.TABLE} in ip daddr {address} drop\nadd rule inet {self.TABLE} in ip saddr {address} drop\n"
        chain = f"add chain inet {self.TABLE} in {{ type filter hook input priority 0; }}\n"
        subprocess.run(["nft", "-f", "-"], input=f"add table inet {self.TABLE}\n{chain}{rules}", text=True, check=True)

    def join_nodes(self):
        subprocess.run(["nft", "delete", "table", "inet", self.TABLE], stderr=subprocess.DEVNULL)

    def mismatches(self, number):
        page = urllib.request.urlopen(f"http://127.0.0.1:{self.admin[number]}/metrics", timeout=5).read().decode()
        return sum(float(value) for value in re.findall(r"^tickwire_\w*hash_mismatches_total(?:\{[^}]*\})? (\S+)$", page, re.M))

    def stop(self):
        self.join_nodes()
        for wire in self.wires:
            wire.cut(False)
        super().stop()
        for wire in self.wires:
            wire.stop()


class Blows(Figures):
    """The load is that of the figures: 900 terminals, of which 200 change something each second. Beside them are some users with the real
    program, whose logs are compared with the database change by change."""

    USERS = ["ada", "bob", "cyd", "dan"]

    def __init__(self, database, nodes, tell, count):
        super().__init__(database, nodes, tell)
        self.count, self.struck, self.troubles, self.mismatches = count, {}, {}, 0

    async def run(self):
        started = os.getloadavg()
        await self.start()
        await asyncio.to_thread(self.start_users)
        for blow in range(1, self.count + 1):
            trouble, end = await self.trouble(blow) if blow % TROUBLE_EACH == 0 else (None, None)
            victim = await self.strike(VICTIMS[blow % len(VICTIMS)])
            if end:
                await asyncio.to_thread(end)
            waited = await self.until_all_confirm()
            beside = f", while {trouble}" if trouble else ""
            self.tell(f"blow {blow}: {victim} is killed{beside}; all have changes confirmed {waited:.1f} s later")
        await asyncio.to_thread(self.stop_users)
        await self.settle()
        await self.verify(f"after {self.count} blows")
        for number in range(NODES):
            self.look(number)
        self.compare()
        await self.count_hashes()
        self.pipe.send("stop")
        await self.probes.stop()
        self.load.join(timeout=20)
        return self.report(started)

    # The users

    def start_users(self):
        self.nodes.balance()
        self.users = []
        for name in self.USERS:
            self.nodes.add_user(name)
            user = load.Client(name, self.nodes.programs, self.nodes.folder, f"127.0.0.1:{self.nodes.balancer_port}", self.pin)
            user.log_in()
            user.start()
            self.users.append(user)

    def stop_users(self):
        for user in self.users:
            user.is_over.set()
        for user in self.users:
            user.join()

    async def until_all_confirm(self, seconds=120):
        """Each of them has had two changes confirmed since."""
        start, (before, users) = time.monotonic(), await self.confirmed()
        while time.monotonic() < start + seconds:
            self.judge(await self.told("take"))
            now, others = await self.confirmed()
            if all(b >= a + 2 for a, b in zip(before + users, now + others)):
                return time.monotonic() - start
            await asyncio.sleep(0.3)
        late = [f"client {n} at node {each.node + 1}, {'connected' if each.is_connected else 'not connected'}, "
                f"{'one change waits' if each.is_waiting else 'nothing waits'}"
                for n, each in enumerate((await self.told("state"))[:CHANGERS]) if each.confirmed < before[n] + 2]
        late += [user.user for user, count in zip(self.users, users) if user.confirmed < count + 2]
        raise RuntimeError(f"no two changes confirmed within {seconds} s: {'; '.join(late)}")

    async def confirmed(self):
        state = await self.told("state")
        return [each.confirmed for each in state[:CHANGERS]], [user.confirmed for user in self.users]

    def look(self, number):
        """A node takes its count of mismatches with it, so the count is added when the node is killed, and at the end."""
        try:
            self.mismatches += self.nodes.mismatches(number)
        except OSError:
            self.tell(f"node {number + 1} stands still: its count of mismatches is not known")

    # The blows

    async def trouble(self, blow):
        """Something else that goes wrong beside the blow. Returns its name and what ends it."""
        leader = await self.leader()
        number = random.randrange(NODES)
        kind = TROUBLES[blow // TROUBLE_EACH % len(TROUBLES)]
        self.troubles[kind] = self.troubles.get(kind, 0) + 1
        if kind == "a node is cut off from the database":
            wire = self.nodes.wires[number]
            wire.cut(True)
            end = lambda: wire.cut(False)
        elif kind == "the leader is cut off from other nodes":
            self.nodes.cut_nodes(number if leader is None else leader)
            end = self.nodes.join_nodes
        elif kind == "a node stands still":
            process = self.nodes.processes[number]
            process.send_signal(signal.SIGSTOP)
            end = lambda: process.send_signal(signal.SIGCONT)
        else:
            code, said = await asyncio.to_thread(self.nodes.drain, number)
            if code != 0:
                raise RuntimeError(said)
            return kind, lambda: self.nodes.start(number)
        await asyncio.sleep(random.uniform(0, TROUBLE_SECONDS))
        return kind, end

    async def strike(self, victim):
        """Returns who it was, in words."""
        if victim == "the database":
            self.count_victim(victim)
            await asyncio.to_thread(self.database.strike)
            return victim
        leader = await self.leader()
        running = [number for number in range(NODES) if self.nodes.processes[number].poll() is None]
        number = leader if victim == "the leader" and leader is not None else random.choice(running)
        self.count_victim("the leader" if number == leader else "a node")
        self.look(number)
        await asyncio.to_thread(self.nodes.kill, number)
        await asyncio.sleep(random.uniform(0, 3))
        await self.start_again(number)
        return f"node {number + 1}" + (", the leader," if number == leader else "")

    def count_victim(self, victim):
        self.struck[victim] = self.struck.get(victim, 0) + 1

    async def start_again(self, number):
        """A node does not start while it cannot reach the database."""
        self.nodes.wires[number].cut(False)
        await asyncio.to_thread(self.nodes.start, number)

    def compare(self):
        for user in self.users:
            self.wrong += load.check(user, self.database.primary)
        kinds = ", ".join(f"{count} of {kind}" for kind, count in sorted(self.struck.items()))
        self.note("SIGKILLs", f"{self.count}: {kinds}")
        for trouble, count in sorted(self.troubles.items()):
            self.note(f"beside them, {trouble}", count)
        self.note("failovers of the database", self.database.failovers)
        self.note("users of the program: changes confirmed", sum(user.confirmed for user in self.users))
        self.note("users of the program: tries without an answer", sum(user.unknown for user in self.users))
        self.note("hash mismatches that nodes have counted", int(self.mismatches), "", 0)
