"""The figures of docs/FLEET.md: three nodes, 300 light terminals at each, 200 of them changing things."""
import asyncio
import hashlib
import multiprocessing
import os
import pathlib
import signal
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from . import load
from .crowd import FAVORITE_KEY, FAVORITE_VALUE, LIST_ITEM, Crowd, Terminal, serve, setting
from .nodes import Nodes

CHANGERS, PER_NODE, NODES = 200, 300, 3
SHARE = 0.33
WATCHERS = ["several addresses", "a name of several addresses"]
# The seconds until everything that a start of nodes begins is over.
REST = 20
# A wait for something that should come soon fails after so many seconds.
PATIENCE = 60
# The numbers of users: those that change things come first. Then comes the user of the probes, and one whose terminals come late. Last
# come those who do not keep favorites: one for each node, and one who has more terminals later.
PROBED, LATE = CHANGERS, CHANGERS + 1
PASSING = range(LATE + 1, LATE + 1 + NODES + 1)
FAVORITE = f"{FAVORITE_KEY.hex()} {FAVORITE_VALUE.hex()}"


class Table(NamedTuple):
    version: int
    # Keys and values of all items of lists, in hexadecimal digits.
    favorites: str


@dataclass
class Death:
    """What the end of a node meant for terminals."""

    # How many it had.
    terminals: int
    # How long favorites took while nobody led, in milliseconds.
    favorites: list = field(default_factory=list)
    # What the load saw between one look and the next.
    counts: list = field(default_factory=list)
    # The longest time without prices, in seconds: of light terminals, and of each real one.
    gap: float = 0
    watched: list = field(default_factory=list)

    @property
    def back(self):
        return [each for count in self.counts for each in count.returns]


class MeasuredNodes(Nodes):
    """Each with a role of its own in the database, so that one of them can be shut out."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Whom a node follows rather than the leader, by their numbers.
        self.parents = {}
        # The share of coins that move with each tick, for nodes that start from now on.
        self.share = SHARE

    def store(self, number):
        return self.database.address.replace("user=tickwire", f"user=node{number + 1}")

    def market(self):
        return ["--mock-coins", "1000", "--mock-rate", "2", "--mock-share", str(self.share)]

    def options(self, number):
        options = [*self.market(), "--log-level", "error"]
        options += ["--max-connections-per-address", "5000", "--max-handshakes-per-address", "5000"]
        if number in self.parents:
            options += ["--follow", self.address(self.parents[number])]
        return options + ["--max-connections-per-user", "1000"]

    def memory(self, number):
        """In MiB."""
        pages = pathlib.Path(f"/proc/{self.processes[number].pid}/statm").read_text().split()[1]
        return int(pages) * 4 / 1024


class NamedNodes(MeasuredNodes):
    """All at one port, each at an address of its own. So one name can stand for them."""

    NAME = "tickwire.test"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.listen = self.listen[:1] * NODES

    def host(self, number):
        return f"127.0.0.{21 + number}"


def percentile(values, percent):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * percent / 100))] if values else float("nan")


class Figures:
    def __init__(self, database, nodes, tell, per_node=PER_NODE):
        self.database, self.nodes, self.tell, self.per_node = database, nodes, tell, per_node
        self.rows, self.wrong = [], []
        self.has_favorite = False
        # Real terminals that run.
        self.watchers = []
        # The one terminal of each user who does not keep favorites, by the users' numbers.
        self.passing = {}

    def note(self, what, value, unit="", aim=None):
        """aim: the largest value that is good enough. What must be 0 and is not makes the run fail."""
        verdict = "" if aim is None else f"(at most {aim}: {'reached' if value <= aim else 'MISSED'})"
        shown = value if isinstance(value, (int, str)) else f"{value:.1f}"
        self.rows.append((what, f"{shown} {unit}".strip(), verdict))
        self.tell(f"  {what}: {shown} {unit} {verdict}")
        if aim == 0 and value > 0:
            self.wrong.append(f"{what}: {shown} {unit}".strip())

    # The parts

    def ask(self, sql):
        answer = self.database.primary.ask(sql, database="tickwire")
        if answer is None:
            raise RuntimeError("the database does not answer")
        return answer

    def add_users(self):
        """Accounts with one device each, whose tokens the terminals use: logins are not measured here."""
        self.nodes.add_user("first")
        self.tokens = [os.urandom(32) for _ in range(PASSING.stop)]
        now = int(time.time() * 1000)
        hashes = ",".join(f"({n}, '\\x{hashlib.sha256(token).hexdigest()}'::bytea)" for n, token in enumerate(self.tokens))
        self.ask(
            f"""
            WITH given(n, hash) AS (VALUES {hashes}),
            made AS (INSERT INTO account (name, password, created_ms)
                SELECT 'user' || n, (SELECT password FROM account WHERE name = 'first'), {now} FROM given RETURNING id, name),
            devices AS (INSERT INTO device (account_id, name, created_ms, used_ms)
                SELECT id, 'figures', {now}, {now} FROM made RETURNING id, account_id)
            INSERT INTO token (hash, device_id, created_ms, used_ms)
            SELECT hash, devices.id, {now}, {now} FROM devices JOIN made ON made.id = account_id JOIN given ON name = 'user' || n
            """
        )

    async def start(self):
        self.add_users()
        for number in range(NODES):
            self.ask(f"CREATE ROLE node{number + 1} SUPERUSER LOGIN")
        for number in range(NODES):
            self.pin = await asyncio.to_thread(self.nodes.start, number)
        while await self.leader() is None:
            await asyncio.sleep(0.2)
        plan = [(self.tokens[n % CHANGERS], n % NODES, 1.0 if n < CHANGERS else None) for n in range(self.per_node * NODES)]
        self.pipe, other = multiprocessing.Pipe()
        authority = str(self.nodes.certificate)
        process = multiprocessing.get_context("spawn").Process(
            target=serve, args=(other, self.nodes.addresses, authority, plan), daemon=True
        )
        process.start()
        self.load = process
        self.probes = Crowd(self.nodes.addresses, authority)
        self.passing = {user: Terminal(self.probes, self.tokens[user], place % NODES) for place, user in enumerate(PASSING)}
        probes = [Terminal(self.probes, self.tokens[PROBED], node) for node in range(NODES)]
        await self.probes.connect([*probes, *self.passing.values()])
        for terminal in self.passing.values():
            terminal.submit(setting(b"keep-favorites", b"off"))
            await terminal.until_confirmed()
            terminal.toggle()
            await terminal.until_confirmed()
        await self.told(seconds=600)
        self.tell(f"{len(plan)} terminals are connected, {min(CHANGERS, len(plan))} of them change things")

    async def told(self, wish=None, seconds=120):
        if wish:
            self.pipe.send(wish)
        if not await asyncio.to_thread(self.pipe.poll, seconds):
            raise RuntimeError("the load does not answer")
        return self.pipe.recv()

    async def leader(self):
        return await asyncio.to_thread(self.nodes.leader)

    async def clear(self):
        self.probes.take()
        return await self.told("take")

    def judge(self, *counts):
        """What no terminal may ever see."""
        for name in ("went_back", "lower_terms", "gaps", "refused"):
            if sum(getattr(each, name) for each in counts):
                self.wrong.append(f"{name}: {sum(getattr(each, name) for each in counts)}")

    async def until_ready(self, seconds=30):
        """Returns whether all nodes are."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            reports = await asyncio.to_thread(self.nodes.reports)
            if all(report and "problem" not in report for report in reports):
                return True
            await asyncio.sleep(0.5)
        return False

    async def settle(self):
        """Until each node is ready and has its terminals again."""
        await self.until_ready()
        await asyncio.sleep(3)
        are_home = await asyncio.gather(self.told("home"), self.probes.go_home())
        self.judge(await self.clear())
        if not all(are_home):
            raise RuntimeError("not all terminals are back at the nodes where they began")

    async def move_passing(self):
        """Those who do not keep favorites go to other nodes. So the nodes that they leave soon ask whether they are absent."""
        for terminal in self.passing.values():
            terminal.transport.abort()
        await asyncio.sleep(0.1)
        async with asyncio.timeout(PATIENCE):
            while not all(terminal.is_welcome for terminal in self.passing.values()):
                await asyncio.sleep(0.1)

    async def favorite(self, here, there):
        """Milliseconds from a change at one node to its own terminal, and to a terminal at another node."""
        one, other = self.probes.terminals[here], self.probes.terminals[there]
        async with asyncio.timeout(PATIENCE):
            while one.pending is not None or not one.is_welcome or other.version != one.version:
                await asyncio.sleep(0.01)
            before = other.version
            other.changed.clear()
            one.is_on = self.has_favorite
            self.has_favorite = not self.has_favorite
            start = time.monotonic()
            one.toggle()
            while other.version == before:
                await other.changed.wait()
                other.changed.clear()
        return (one.changed_at - start) * 1000, (other.changed_at - start) * 1000

    # The figures

    async def quiet(self, seconds=120):
        leader = await self.leader()
        followers = [node for node in range(NODES) if node != leader]
        await self.clear()
        await asyncio.sleep(seconds)
        seen, crowd = self.probes.take(), await self.told("take")
        self.judge(seen, crowd)
        at = {node: [delay for delay, where in seen.delays if where == node] for node in range(NODES)}
        there = [delay for node in followers for delay in at[node]]
        self.note("tick to a terminal at the leader, p50", statistics.median(at[leader]), "ms")
        self.note("tick to a terminal at the leader, p99", percentile(at[leader], 99), "ms")
        self.note("tick to a terminal at a follower, p50", statistics.median(there), "ms")
        later = percentile(there, 99) - percentile(at[leader], 99)
        self.note("tick to a terminal at a follower, p99, later by", later, "ms", 10)
        self.note("changes confirmed in a second", crowd.confirmed / seconds)
        end, times = time.monotonic() + seconds, []
        while time.monotonic() < end:
            times += [await self.favorite(*pair) for pair in ((0, 1), (1, 2), (2, 0), (1, 0))]
            # A user may change things a hundred times a second.
            await asyncio.sleep(0.4)
        own, there = zip(*times)
        self.note("favorites that were measured", len(times))
        self.note("favorite to its own terminal, p50", statistics.median(own), "ms")
        self.note("favorite at one node to a terminal at another, p50", statistics.median(there), "ms", 5)
        self.note("favorite at one node to a terminal at another, p99", percentile(there, 99), "ms", 30)

    def watch(self, first):
        """Starts real terminals at this node. They know all nodes, one by their addresses and one by a name."""
        numbers = [(first + step) % NODES for step in range(NODES)]
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.nodes.folder))
        hosts = folder / "hosts"
        hosts.write_text("".join(f"{self.nodes.host(number)} {self.nodes.NAME}\n" for number in numbers))
        addresses = ",".join(self.nodes.address(number) for number in numbers)
        user = ("first", self.nodes.programs, folder)
        self.watchers = [
            load.Watcher(*user, addresses, self.pin),
            load.Watcher(*user, f"{self.nodes.NAME}:{self.nodes.listen[first]}", self.pin, hosts=hosts),
        ]
        for watcher in self.watchers:
            watcher.log_in()
            watcher.start()
        for watcher in self.watchers:
            watcher.until_first_price()
            watcher.take()

    def watched(self):
        """Ends the real terminals. Returns how long each was without prices, in seconds."""
        watchers, self.watchers = self.watchers, []
        return [watcher.stop() for watcher in watchers]

    async def kill_follower(self):
        await self.kill_each("a follower", lambda leader: (leader + 1) % NODES, 2)

    async def kill_leader(self):
        deaths = await self.kill_each("the leader", lambda leader: leader, 6)
        favorites = [each for death in deaths for each in death.favorites]
        self.note(f"favorite while nobody leads, the slowest of {len(favorites)}", max(favorites), "ms", 2000)
        sizes = [size for death in deaths for each in death.counts for size in each.epoch_bytes]
        self.note("change of leader: bytes to a terminal, p50", statistics.median(sizes) if sizes else "none")
        self.note("change of leader: terminals that took it by a diff", len(sizes))

    async def kill_each(self, what, victim, gap, times=5):
        """Kills a node again and again, whenever all is as before. victim: which one, by the leader's number. gap: for how long a terminal
        may be without prices, in seconds."""
        deaths = [await self.kill(victim(await self.leader())) for _ in range(times)]
        terminals = sum(death.terminals for death in deaths)
        back = [each for death in deaths for each in death.back]
        snapshots = sum(each.snapshots for death in deaths for each in death.counts)
        self.note(f"{what} dies, {times} times: {terminals} terminals are elsewhere, the last", max(back, default=float("nan")), "s", 5)
        self.note(f"{what} dies: of its terminals, by a snapshot", 100 * snapshots / max(1, len(back)), "%", 1)
        self.note(f"{what} dies: longest time without prices", max(death.gap for death in deaths), "s", gap)
        for name, gaps in zip(WATCHERS, zip(*(death.watched for death in deaths))):
            self.note(f"{what} dies: the same of tickwire watch with {name}", max(gaps), "s", gap)
            self.note(f"{what} dies: the same of tickwire watch with {name}, each time", ", ".join(f"{each:.1f}" for each in gaps), "s")
        if len(back) < terminals:
            self.wrong.append(f"{terminals - len(back)} terminals did not come back")
        return deaths

    async def kill(self, number):
        """Kills the node, waits until one leads and the terminals are elsewhere, and starts the node again."""
        leads = number == await self.leader()
        await asyncio.to_thread(self.watch, number)
        await self.clear()
        death = Death(sum(each.node == number for each in await self.told("state")))
        self.nodes.kill(number)
        try:
            if leads:
                one, other = [node for node in range(NODES) if node != number]
                async with asyncio.timeout(PATIENCE):
                    death.favorites.append((await self.favorite(one, other))[1])
                    while await self.leader() is None:
                        death.favorites.append((await self.favorite(one, other))[1])
            end = time.monotonic() + 20
            while time.monotonic() < end and len(death.back) < death.terminals:
                await asyncio.sleep(0.5)
                death.counts.append(await self.told("take"))
            await asyncio.sleep(3)
            death.counts.append(await self.told("take"))
            seen = self.probes.take()
            death.gap = max(each.longest_gap for each in [*death.counts, seen])
            death.watched = self.watched()
            self.judge(*death.counts, seen)
        finally:
            await asyncio.to_thread(self.nodes.start, number)
        await self.settle()
        return death

    async def database_gone(self, seconds=60):
        """Favorites that are wrongly taken for abandoned are removed up to two minutes later, so later parts count them, too."""
        await self.move_passing()
        await self.clear()
        self.database.is_watched = False
        for machine in self.database.machines:
            await asyncio.to_thread(machine.kill)
        try:
            await self.clear()
            await asyncio.sleep(seconds)
            meanwhile, seen = await self.told("take"), self.probes.take()
        finally:
            for machine in self.database.machines:
                await asyncio.to_thread(machine.start)
            self.database.is_watched = self.database.standby is not None
        start, confirmed = time.monotonic(), 0
        while confirmed < CHANGERS and time.monotonic() < start + 60:
            await asyncio.sleep(0.2)
            after = await self.told("take")
            confirmed += after.confirmed
            self.judge(after)
        self.note(f"database gone for {seconds} s: changes confirmed meanwhile", meanwhile.confirmed, "", 0)
        self.note(f"database gone for {seconds} s: longest time without prices", max(seen.longest_gap, meanwhile.longest_gap), "s", 2)
        self.note(f"database gone for {seconds} s: answers to try again", meanwhile.retry_later)
        self.note(f"database back: the first {CHANGERS} changes are confirmed after", time.monotonic() - start, "s")
        self.judge(meanwhile, seen)
        await self.verify(f"after {seconds} s without the database")
        await self.settle()

    async def two_leaders(self, seconds=30):
        """The lease lapses under the leader's stopped process, and another node takes it. The woken leader goes on until it
        may use the database again, because it hears of no other leader."""
        leader = await self.leader()
        await self.clear()
        process = self.nodes.processes[leader]
        process.send_signal(signal.SIGSTOP)
        try:
            self.ask(f"ALTER ROLE node{leader + 1} NOLOGIN")
            self.ask(f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'node{leader + 1}'")
            self.ask("UPDATE lease SET lapses = '-infinity'")
            async with asyncio.timeout(30):
                while (await asyncio.to_thread(self.lease))[2] == "t":
                    await asyncio.sleep(0.1)
            process.send_signal(signal.SIGCONT)
            await asyncio.sleep(seconds)
            leaders = [node for node, each in enumerate(await self.fleet()) if each and each["role"] == "leader"]
            epochs = {probe.epoch >> 32 for probe in self.probes.terminals}
            old = self.probes.terminals[leader].epoch
        finally:
            # It does no harm to a process that already runs again.
            process.send_signal(signal.SIGCONT)
            self.ask(f"ALTER ROLE node{leader + 1} LOGIN")
        start = time.monotonic()
        while self.probes.terminals[leader].epoch == old and time.monotonic() < start + 30:
            await asyncio.sleep(0.05)
        self.note(f"two leaders for {seconds} s: terms at different nodes", " and ".join(map(str, sorted(epochs))))
        if len(leaders) != 2 or len(epochs) != 2:
            self.wrong.append(f"two leaders: after {seconds} s, these nodes led: {[node + 1 for node in leaders]}")
        self.note("two leaders: the old one's terminals have the new epoch after", time.monotonic() - start, "s")
        await asyncio.sleep(2)
        crowd, seen = await self.told("take"), self.probes.take()
        self.judge(crowd, seen)
        self.note("two leaders: longest time without prices", max(crowd.longest_gap, seen.longest_gap), "s", 6)
        mixed = sum(each.went_back + each.lower_terms for each in (crowd, seen))
        self.note("two leaders: terminals that went back or mixed epochs", mixed, "", 0)
        await self.settle()

    async def leader_asleep(self, seconds=40):
        leader = await self.leader()
        await self.clear()
        self.nodes.processes[leader].send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.nodes.processes[leader].send_signal(signal.SIGCONT)
        await asyncio.sleep(10)
        crowd, seen = await self.told("take"), self.probes.take()
        self.judge(crowd, seen)
        self.note(f"leader stopped for {seconds} s: terminals elsewhere that heard it again", crowd.lower_terms + seen.lower_terms, "", 0)
        await self.settle()

    async def slow_follower(self, seconds=60):
        """Under full ticks: each changes each coin."""
        try:
            await self.restart_all(share=1)
            await asyncio.sleep(REST)
            leader = await self.leader()
            slow, other = [node for node in range(NODES) if node != leader]
            memory = []
            for when, what in (("before", None), ("meanwhile", signal.SIGSTOP), ("after it is woken", signal.SIGCONT)):
                if what:
                    self.nodes.processes[slow].send_signal(what)
                self.probes.take()
                await asyncio.sleep(seconds)
                delays = [delay for delay, node in self.probes.take().delays if node == other]
                memory.append(self.nodes.memory(leader))
                self.note(f"a follower stopped: tick to a terminal of the other follower, p99 {when}", percentile(delays, 99), "ms")
            self.note(f"a follower stopped for {seconds} s: the leader's memory grows by", memory[1] - memory[0], "MiB")
            self.note("a follower is woken: the leader's memory grows by", memory[2] - memory[1], "MiB")
        finally:
            await self.restart_all(share=SHARE)

    def signal_standby(self, what):
        standby = self.database.standby
        children = pathlib.Path(f"/proc/{standby.process}/task/{standby.process}/children").read_text().split()
        for process in [standby.process, *map(int, children)]:
            os.kill(process, what)

    def lease(self):
        """Who leads in which term, and whether the lease has lapsed by the database's clock."""
        return self.ask("SELECT holder, term, lapses <= clock_timestamp() FROM lease").split("|")

    async def samples_of_lease(self, seconds):
        """Once a second."""
        samples = []
        for _ in range(seconds):
            samples.append(await asyncio.to_thread(self.lease))
            await asyncio.sleep(1)
        return samples

    async def newcomers(self, after):
        """Connects three new terminals to each node: of a user whose changes may wait, of one who was not there before, and of one who
        does not keep favorites. Returns for each of these users the milliseconds until all new terminals have the user's table and prices."""
        await asyncio.sleep(after)
        users = (0, LATE, PASSING[-1])
        waited = await asyncio.gather(*(self.newcomer(self.tokens[user], node) for user in users for node in range(NODES)))
        return [max(waited[place : place + NODES]) for place in range(0, len(waited), NODES)]

    async def newcomer(self, token, node, patience=12):
        terminal, start = Terminal(self.probes, token, node), time.monotonic()
        task = asyncio.create_task(terminal.run())
        while (terminal.version is None or terminal.sequence is None) and time.monotonic() < start + patience:
            await asyncio.sleep(0.01)
        waited = time.monotonic() - start
        terminal.stop()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return waited * 1000

    def unnoted(self):
        """How many connected users who do not keep favorites have no valid note that they are connected."""
        names = ",".join(f"'user{user}'" for user in PASSING)
        noted = "SELECT FROM presence WHERE account_id = id AND lapses > clock_timestamp()"
        return int(self.ask(f"SELECT count(*) FROM account WHERE name IN ({names}) AND NOT EXISTS ({noted})"))

    async def standby_lost(self, seconds=40):
        """Longer than a node's note of 30 s that a user is connected. A change of each such user but one is stuck all the time."""
        leader = await self.leader()
        await self.move_passing()
        await self.clear()
        self.database.is_watched = False
        self.signal_standby(signal.SIGSTOP)
        try:
            await asyncio.sleep(2)
            await self.clear()
            for user in PASSING[:-1]:
                self.passing[user].submit(setting(b"coins-only", b"on"))
            (own, others, passing), samples = await asyncio.gather(self.newcomers(seconds / 2), self.samples_of_lease(seconds))
            crowd, seen, last = await self.told("take"), self.probes.take(), await self.leader()
            unnoted = self.unnoted()
        finally:
            self.signal_standby(signal.SIGCONT)
            self.database.is_watched = True
        self.note(f"standby lost for {seconds} s: changes confirmed meanwhile", crowd.confirmed + seen.confirmed, "", 0)
        self.note(f"standby lost for {seconds} s: answers to try again", crowd.retry_later)
        self.note(f"standby lost for {seconds} s: longest time without prices", max(crowd.longest_gap, seen.longest_gap), "s", 6)
        changes = len({(holder, term) for holder, term, _ in samples}) - 1 + (last != leader)
        self.note(f"standby lost for {seconds} s: changes of leader or term", changes, "", 0)
        lapsed = sum(has_lapsed == "t" for *_, has_lapsed in samples)
        self.note(f"standby lost for {seconds} s: of {len(samples)} looks at the lease, it had lapsed in", lapsed, "", 0)
        self.note(f"standby lost for {seconds} s: all new terminals of a user whose changes wait are complete after", own, "ms", 6000)
        self.note(f"standby lost for {seconds} s: all new terminals of another user are complete after", others, "ms", 1000)
        self.note(f"standby lost for {seconds} s: all those of a user who does not keep favorites are complete after", passing, "ms", 1000)
        self.note(f"standby lost for {seconds} s: connected users who do not keep favorites and are not noted as connected", unnoted, "", 0)
        self.judge(crowd, seen)
        await asyncio.sleep(10)
        await self.verify("after the standby was lost")
        await self.settle()

    async def fleet(self):
        """What each node says of itself and the others; None for one that does not answer."""
        return [report and report["fleet"] for report in await asyncio.to_thread(self.nodes.reports)]

    def have_leader(self, fleet, above):
        """Whether one node leads, in a term above this one, and the others have heard of it in the last three seconds."""
        leaders = [each for each in fleet if each and each["role"] == "leader" and each["term"] > above]
        return len(leaders) == 1 and all(
            each and (each is leaders[0] or each["path"][:1] == [leaders[0]["node"]] and each.get("lag_milliseconds", 3000) < 3000)
            for each in fleet
        )

    async def restart(self, number):
        self.nodes.kill(number)
        await asyncio.to_thread(self.nodes.start, number)
        await self.settle()

    async def restart_all(self, share):
        """Restarts the leader last, so that the next leader, which makes the ticks, has the new share."""
        self.nodes.share = share
        leader = await self.leader()
        for number in range(leader + 1, leader + 1 + NODES):
            await self.restart(number % NODES)

    async def ring(self):
        """One follower is told to follow another one. A wrong lease row of a node that does not exist, with the first one's address, makes
        the other follow the first. No node writes a lease that lasts longer than three seconds; this one lasts five."""
        leader = await self.leader()
        first, second = [node for node in range(NODES) if node != leader]
        one, other = self.nodes.address(first), self.nodes.address(second)
        self.nodes.parents[first] = second
        try:
            await self.restart(first)
            fleet = await self.fleet()
            if not fleet[leader] or not fleet[first] or fleet[first].get("follows") != other:
                raise RuntimeError("the follower does not follow the node that it was told to follow")
            term, is_ring = fleet[leader]["term"], False
            self.ask(
                f"UPDATE lease SET holder = decode(repeat('07', 16), 'hex'), address = '{one}', lapses = clock_timestamp() + interval '5 seconds'"
            )
            start = time.monotonic()
            while not self.have_leader(fleet, term) and time.monotonic() < start + 60:
                await asyncio.sleep(0.1)
                fleet = await self.fleet()
                follows = [each and each.get("follows") for each in fleet]
                is_ring = is_ring or (follows[first], follows[second]) == (other, one)
            self.note("a wrong lease row makes a ring: all have a leader again after", time.monotonic() - start, "s", 10)
            if not is_ring:
                self.wrong.append("ring: the two nodes were not seen to follow each other")
            await asyncio.sleep(2)
            crowd, seen = await self.told("take"), self.probes.take()
            self.note("the ring: longest time without prices", max(crowd.longest_gap, seen.longest_gap), "s")
            self.judge(crowd, seen)
        finally:
            del self.nodes.parents[first]
            await self.restart(first)

    async def rolling_restart(self):
        """As docs/FLEET.md tells operators: drain a node, start it, and go on when all are ready."""
        await asyncio.to_thread(self.watch, 0)
        await self.clear()
        for node in range(NODES):
            code, said = await asyncio.to_thread(self.nodes.drain, node)
            if code != 0:
                raise RuntimeError(said)
            await asyncio.to_thread(self.nodes.start, node)
            if not await self.until_ready():
                raise RuntimeError(f"node {node + 1} was started again, and not all nodes are ready")
        await asyncio.sleep(3)
        crowd, seen, state = await self.told("take"), self.probes.take(), await self.told("state")
        self.note("rolling restart: longest time without prices", max(crowd.longest_gap, seen.longest_gap), "s", 1)
        for name, gap in zip(WATCHERS, self.watched()):
            self.note(f"rolling restart: the same of tickwire watch with {name}", gap, "s", 1)
        self.note("rolling restart: terminals that have not come back", sum(not each.is_connected for each in state), "", 0)
        self.judge(crowd, seen)
        await self.verify("after a rolling restart")
        await self.settle()

    async def asynchronous(self):
        """Changes of five seconds are confirmed, and then lost."""
        old, new = self.database.primary, self.database.standby
        self.database.is_watched = False
        old.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        old.ask("SELECT pg_reload_conf()")
        await asyncio.sleep(2)
        await asyncio.to_thread(new.stop)
        await self.clear()
        await asyncio.sleep(5)
        lost = await self.told("take")
        old.kill()
        await asyncio.to_thread(new.start)
        await asyncio.to_thread(new.run, "pg_ctl", "-D", new.data, "-w", "promote")
        new.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        new.ask("SELECT pg_reload_conf()")
        self.database.primary, self.database.standby = new, old
        await asyncio.sleep(20)
        crowd = await self.told("take")
        self.judge(crowd)
        self.note("asynchronous standby promoted: confirmed changes that it lacks", lost.confirmed)
        self.note("asynchronous standby promoted: terminals that took the table of the new identity", crowd.stores)
        self.note("asynchronous standby promoted: clients with lost changes that noticed", crowd.told_of_loss)
        await self.told("quiet")
        await asyncio.sleep(3)
        await self.compare_tables("after the asynchronous failover")
        await self.told("loud")

    def tables(self):
        """What the database has of each user, by their numbers."""
        rows = self.ask(
            f"""
            SELECT substr(name, 5), account.version, coalesce(string_agg(encode(key, 'hex') || ' ' || encode(value, 'hex'), ' '), '')
            FROM account LEFT JOIN record ON account_id = id AND kind = {LIST_ITEM} WHERE name LIKE 'user%' GROUP BY id
            """
        ).splitlines()
        return {int(number): Table(int(version), favorites) for number, version, favorites in (row.split("|") for row in rows)}

    async def compare_tables(self, when):
        """Each terminal stands where the database does, and each of those that change the favorite has what the database has. Those who do
        not keep favorites still have theirs, because they are connected."""
        tables, state = self.tables(), await self.told("state")
        behind = [n for n, each in enumerate(state) if each.version != tables[n % CHANGERS].version]
        self.note(f"{when}: terminals that do not stand where the database does", len(behind), "", 0)
        others = [n for n, each in enumerate(state[:CHANGERS]) if tables[n].favorites != (FAVORITE if each.is_on else "")]
        self.note(f"{when}: users whose favorites in the database are not those of their terminal", len(others), "", 0)
        if self.passing:
            bereft = [user for user in self.passing if tables[user].favorites != FAVORITE]
            self.note(f"{when}: connected users who do not keep favorites and have lost theirs", len(bereft), "", 0)

    async def count_hashes(self):
        """Notes what the terminals that compare hashes have found since the start."""
        terminals, compared, mismatches = await self.told("hashes")
        self.note(f"hashes compared by {terminals} light terminals", compared)
        self.note("hash mismatches that they have found", mismatches, "", 0)
        if mismatches or not compared:
            self.wrong.append(f"{mismatches} hash mismatches in {compared} comparisons of light terminals")

    async def verify(self, when):
        """Each of these terminals is its user's only one that changes things, and each of its changes makes a version: so their counts are
        equal."""
        await self.told("quiet")
        await asyncio.sleep(3)
        tables, state = self.tables(), dict(enumerate((await self.told("state"))[:CHANGERS]))
        state |= {user: terminal.state for user, terminal in self.passing.items()}
        lost = sum(max(0, each.confirmed - tables[user].version) for user, each in state.items())
        doubled = sum(max(0, tables[user].version - each.confirmed) for user, each in state.items())
        waiting = sum(each.is_waiting for each in state.values())
        self.note(f"{when}: changes confirmed", sum(each.confirmed for each in state.values()))
        self.note(f"{when}: changes lost", lost, "", 0)
        self.note(f"{when}: changes doubled", doubled, "", 0)
        self.note(f"{when}: changes that still wait", waiting, "", 0)
        await self.compare_tables(when)
        await self.told("loud")

    async def measure(self, parts):
        started = os.getloadavg()
        await self.start()
        everything = {
            "quiet": self.quiet,
            "follower": self.kill_follower,
            "leader": self.kill_leader,
            "database": self.database_gone,
            "leaders": self.two_leaders,
            "asleep": self.leader_asleep,
            "slow": self.slow_follower,
            "standby": self.standby_lost,
            "ring": self.ring,
            "rolling": self.rolling_restart,
            "end": lambda: self.verify("at the end"),
            "asynchronous": self.asynchronous,
        }
        for name, part in everything.items():
            if not self.database.standby and name in ("standby", "asynchronous"):
                continue
            if not parts or name in parts:
                self.tell(f"{name}, with a load average of {os.getloadavg()[0]:.1f}")
                try:
                    await part()
                except (RuntimeError, asyncio.TimeoutError) as error:
                    self.wrong.append(f"{name}: {str(error) or type(error).__name__}")
                finally:
                    self.watched()
        await self.count_hashes()
        self.pipe.send("stop")
        await self.probes.stop()
        self.load.join(timeout=20)
        return self.report(started)

    def report(self, started):
        """Prints all figures and what is wrong. started: the load averages before. Returns the exit status."""
        width = max(len(what) for what, *_ in self.rows)
        print(f"load average {started[0]:.1f} before, {os.getloadavg()[0]:.1f} after; {os.cpu_count()} cores")
        for what, value, verdict in self.rows:
            print(f"  {what.ljust(width)}  {value:>12}  {verdict}")
        for words in self.wrong:
            print("WRONG: " + words)
        return 1 if self.wrong else 0
