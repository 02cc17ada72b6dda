"""A long run: light terminals that come, go, sleep, toggle and open charts, providers with faults, and now and then a node or the
database that is killed. Writes what it saw as a table and a drawing, and fails if memory grows."""
import asyncio
import csv
import json
import multiprocessing
import os
import pathlib
import random
import re
import statistics
import subprocess
import time
import urllib.request

from .crowd import Terminal, number, serve, text
from .figures import CHANGERS, Figures, MeasuredNodes, percentile

NODES = 3
SAMPLE, STRETCH, WARM_UP = 10, 300, 1_200  # seconds
GROWTH_MAX = 1.0  # percent an hour, of the five-minute minima after the first twenty minutes
# Nobody strikes it, so that its memory can be followed to the end.
SPARED = 0
FAULTS = [
    "503", "429 retry-after=5", "never", "reset", "cut=1000", "malformed", "wrong-types", "html", "empty", "error-200",
    "slow-headers=3s", "slow-body=5s", "large=8MiB", "rows=10", "bad-rows=20",
]
PATHS = ["/market", "/v1", "/v2", "/v3", "/public-api", "/api/v3", "/stats"]


class Visitor(Terminal):
    """Stays for two minutes, more or less, and then leaves, sleeps or looks at a chart. Each has one node, to which it comes back. If that
    node dies, it stays elsewhere for twenty seconds, more or less. So each node soon has as many visitors as before a blow,
    and its memory can be compared."""

    STAY, STRAY, AWAY, SLEEP, LOOK, LONGEST = 120, 20, 15, 30, 20, 60
    away = awake_at = chart = 0

    async def run(self):
        wandering = asyncio.create_task(self.wander())
        try:
            await super().run()
        finally:
            wandering.cancel()

    async def wander(self):
        while True:
            await asyncio.sleep(1)
            is_home = self.node == self.home
            if self.crowd.is_quiet or not self.is_welcome or random.random() > 1 / (self.STAY if is_home else self.STRAY):
                continue
            if is_home:
                await random.choice([self.leave, self.sleep, self.look, self.look])()
            else:
                self.return_within = 0
                self.go_home()

    async def rest(self, mean):
        """Ends soon when everybody has to be there."""
        end = time.monotonic() + min(self.LONGEST, random.expovariate(1 / mean))
        while (left := end - time.monotonic()) > 0 and not self.crowd.is_quiet:
            await asyncio.sleep(min(1, left))

    async def leave(self):
        self.away = min(self.LONGEST, random.expovariate(1 / self.AWAY))
        self.go_home()

    def absence(self):
        away, self.away = self.away, 0
        return super().absence() + away

    async def sleep(self):
        transport = self.transport
        transport.pause_reading()
        await self.rest(self.SLEEP)
        # What came meanwhile is late because nobody read it.
        self.awake_at = time.time() + 5
        transport.resume_reading()

    async def look(self):
        self.chart += 1
        asked = number(1, self.chart) + number(2, random.randint(1, 100)) + number(3, random.randint(1, 7)) + number(4, 300)
        self.send(text(7, asked))
        await self.rest(self.LOOK)
        if self.is_welcome:
            self.send(text(8, number(1, self.chart)))

    def hear(self, kind, body, size):
        self.crowd.counts.candles += kind == 9
        super().hear(kind, body, size)

    def hear_diff(self, body, size):
        delays = self.crowd.counts.delays
        count = len(delays)
        super().hear_diff(body, size)
        if time.time() < self.awake_at:
            del delays[count:]


class SoakedNodes(MeasuredNodes):
    """They read one mock, which misbehaves."""

    def start_market(self, port):
        command = [self.programs / "tickwire-server", "mock", "--listen", f"127.0.0.1:{port}", "--coins", "1000", "--rate", "1"]
        self.mock = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        words = " ".join(self.operate("run", "--help")[1].split())
        self.hosts = re.search(r"The hosts are ([a-z, -]+)\.", words)[1].split(", ")
        while not self.has_market():
            time.sleep(0.1)

    def has_market(self):
        try:
            return urllib.request.urlopen(self.base + "/mock/faults", timeout=5).status == 200
        except OSError:
            return False

    def market(self):
        return ["--market", "live", *(word for host in self.hosts for word in ("--provider-url", f"{host}={self.base}"))]

    def misbehave(self, rules):
        request = urllib.request.Request(self.base + "/mock/faults", json.dumps(rules).encode(), method="PUT")
        urllib.request.urlopen(request, timeout=10).close()

    def seen(self, node):
        """MiB, descriptors and deliveries so far of a node; nothing of one that is gone."""
        try:
            files = len(os.listdir(f"/proc/{self.processes[node].pid}/fd"))
            page = urllib.request.urlopen(f"http://127.0.0.1:{self.admin[node]}/metrics", timeout=5).read().decode()
            return self.memory(node), files, float(re.search(r"^tickwire_deliveries_total (\S+)$", page, re.M)[1])
        except (OSError, IndexError, TypeError):
            return None

    def stop(self):
        super().stop()
        if hasattr(self, "mock"):
            self.mock.terminate()
            self.mock.wait()


class Soak(Figures):
    def __init__(self, database, nodes, tell, seconds, terminals, output):
        super().__init__(database, nodes, tell)
        self.seconds, self.terminals, self.output = seconds, terminals, pathlib.Path(output)
        self.samples, self.blows, self.totals, self.is_over = [], [], {}, False

    async def start(self):
        self.add_users()
        for node in range(NODES):
            self.ask(f"CREATE ROLE node{node + 1} SUPERUSER LOGIN")
            await asyncio.to_thread(self.nodes.start, node)
        # One of each user's terminals changes things, so that its confirmed changes are the user's versions.
        plan = [(self.tokens[n % CHANGERS], n % NODES, 15.0 if n < CHANGERS else None) for n in range(self.terminals)]
        self.pipe, other = multiprocessing.Pipe()
        self.load = multiprocessing.get_context("spawn").Process(
            target=serve, args=(other, self.nodes.addresses, str(self.nodes.certificate), plan, Visitor), daemon=True
        )
        self.load.start()
        await self.told(seconds=600)
        self.tell(f"{len(plan)} terminals have connected")
        await self.told("take")

    # What happens meanwhile

    async def rest(self, seconds):
        """Returns whether the run goes on."""
        end = time.monotonic() + seconds
        while not self.is_over and (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(1, left))
        return not self.is_over

    async def strike(self):
        while await self.rest(random.uniform(60, 180)):
            if random.random() < 0.25:
                await self.kill_database()
            else:
                await self.kill_node(random.choice([node for node in range(NODES) if node != SPARED]))

    async def kill_database(self):
        self.blow("the database is killed")
        await asyncio.to_thread(self.database.strike)

    async def kill_node(self, node):
        self.blow(f"node {node + 1} is killed")
        await asyncio.to_thread(self.nodes.kill, node)
        await asyncio.sleep(random.uniform(0, 10))
        await asyncio.to_thread(self.nodes.start, node)

    def blow(self, words):
        self.tell(words)
        self.blows.append(time.monotonic() - self.began)

    async def misbehave(self):
        while await self.rest(random.uniform(20, 60)):
            rule = f"{random.choice(PATHS)} {random.choice(FAULTS)} share=0.7 for=20s"
            await asyncio.to_thread(self.nodes.misbehave, [rule])

    # What is seen

    async def watch(self):
        before = [None] * NODES
        while await self.rest(SAMPLE):
            crowd = await self.told("take")
            self.judge(crowd)
            for name in ("confirmed", "snapshots", "candles", "retry_later"):
                self.totals[name] = self.totals.get(name, 0) + getattr(crowd, name)
            delays = [delay for delay, _ in crowd.delays]
            sample = {"seconds": round(time.monotonic() - self.began), "p50_ms": percentile(delays, 50), "p99_ms": percentile(delays, 99)}
            seen = [await asyncio.to_thread(self.nodes.seen, node) for node in range(NODES)]
            for node, (last, now) in enumerate(zip(before, seen), 1):
                sample[f"mib_{node}"], sample[f"files_{node}"] = (now[0], now[1]) if now else (None, None)
                # A node that was started anew counts from nothing.
                sample[f"deliveries_{node}"] = (now[2] - last[2]) / SAMPLE if now and last and now[2] >= last[2] else None
            before = seen
            self.samples.append(sample)

    def growth(self):
        """Percent an hour: the slope of the minima of five minutes each, after the first twenty minutes; None if there are too few."""
        stretches = {}
        for sample in self.samples:
            if sample["seconds"] >= WARM_UP and sample[f"mib_{SPARED + 1}"]:
                stretches.setdefault(sample["seconds"] // STRETCH, []).append(sample[f"mib_{SPARED + 1}"])
        if len(stretches) < 3:
            return None
        minima = {place * STRETCH / 3600: min(values) for place, values in stretches.items()}
        slope = statistics.linear_regression(list(minima), list(minima.values())).slope
        return 100 * slope / statistics.mean(minima.values())

    def growth_beside_files(self):
        """The same for as many open files: the node takes the terminals of those that are killed, and its memory follows. Fits the lowest
        sample of each five minutes by time and files. Returns percent an hour and its standard error; None if there are too few."""
        stretches = {}
        for sample in self.samples:
            if sample["seconds"] >= WARM_UP and sample[f"mib_{SPARED + 1}"]:
                stretches.setdefault(sample["seconds"] // STRETCH, []).append(sample)
        lowest = [min(samples, key=lambda sample: sample[f"mib_{SPARED + 1}"]) for samples in stretches.values()]
        if len(lowest) < 5:
            return None
        columns = ([sample["seconds"] / 3600 for sample in lowest], [sample[f"files_{SPARED + 1}"] for sample in lowest],
                   [sample[f"mib_{SPARED + 1}"] for sample in lowest])
        means = [statistics.mean(column) for column in columns]
        times, files, sizes = ([value - mean for value in column] for column, mean in zip(columns, means))
        dot = lambda one, other: sum(a * b for a, b in zip(one, other))
        determinant = dot(times, times) * dot(files, files) - dot(times, files) ** 2
        by_time = (dot(times, sizes) * dot(files, files) - dot(files, sizes) * dot(times, files)) / determinant
        by_file = (dot(files, sizes) * dot(times, times) - dot(times, sizes) * dot(times, files)) / determinant
        rest = [size - by_time * time - by_file * count for time, count, size in zip(times, files, sizes)]
        error = (dot(rest, rest) / (len(rest) - 3) * dot(files, files) / determinant) ** 0.5
        return 100 * by_time / means[2], 100 * error / means[2]

    # The whole

    async def run(self):
        load = os.getloadavg()[0]
        await self.start()
        self.began = time.monotonic()
        tasks = [asyncio.create_task(work()) for work in (self.strike, self.misbehave, self.watch)]
        await asyncio.wait(tasks, timeout=self.seconds, return_when=asyncio.FIRST_EXCEPTION)
        # Each ends what it has begun: half a failover, or a question without its answer, would confuse what follows.
        self.is_over = True
        faults = [fault for fault in await asyncio.gather(*tasks, return_exceptions=True) if fault]
        self.wrong += [f"it ended early: {fault}" for fault in faults]
        if not faults:
            await self.end()
        self.pipe.send("stop")
        self.load.join(timeout=60)
        self.write()
        growth = self.growth()
        print(f"soak: {self.terminals} terminals for {self.seconds} s, kills: {len(self.blows)}, failovers: {self.database.failovers}; {self.totals}")
        print(f"load average {load:.1f} before, {os.getloadavg()[0]:.1f} after; {os.cpu_count()} cores")
        for what, value, verdict in self.rows:
            print(f"  {what}: {value} {verdict}")
        print(f"  memory of node {SPARED + 1} grows by {'(too short a run)' if growth is None else f'{growth:.2f} % an hour'}")
        if beside := self.growth_beside_files():
            print(f"  for as many open files it grows by {beside[0]:.2f} % an hour, standard error {beside[1]:.2f}")
        if growth is not None and growth > GROWTH_MAX:
            self.wrong.append(f"memory grows by {growth:.2f} % an hour, and may by {GROWTH_MAX}")
        for words in self.wrong:
            print("WRONG: " + words)
        return 1 if self.wrong else 0

    async def end(self):
        """Faults end, everybody comes back, and each has what the database has."""
        await asyncio.to_thread(self.nodes.misbehave, [])
        for node in range(NODES):
            if self.nodes.processes[node].poll() is not None:
                await asyncio.to_thread(self.nodes.start, node)
        await asyncio.to_thread(self.database.until_synchronous)
        await self.told("quiet", seconds=180)
        await asyncio.sleep(2 * Visitor.LONGEST)
        await self.verify("at the end")
        await self.count_hashes()

    # The table and the drawing

    def write(self):
        self.output.mkdir(parents=True, exist_ok=True)
        if not self.samples:
            return
        with open(self.output / "soak.csv", "w", newline="") as file:
            rows = csv.DictWriter(file, list(self.samples[0]))
            rows.writeheader()
            rows.writerows(self.samples)
        (self.output / "soak.svg").write_text(self.drawing())

    def drawing(self):
        """Memory, descriptors, deliveries and latency over time, with a line for each blow."""
        nodes = [f"{name}_{{}}" for name in ("mib", "files", "deliveries")]
        panels = [
            (title, [(f"node {node}", name.format(node)) for node in range(1, NODES + 1)])
            for title, name in zip(("memory, MiB", "descriptors", "deliveries in a second"), nodes)
        ]
        panels.append(("tick to terminal, ms", [("p50", "p50_ms"), ("p99", "p99_ms")]))
        width, height, left, right = 760, 180, 60, 80
        end = max(sample["seconds"] for sample in self.samples)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height * len(panels)}" font-family="sans-serif" font-size="12">',
            f'<rect width="{width}" height="{height * len(panels)}" fill="white"/>',
        ]
        for place, (title, lines) in enumerate(panels):
            top, bottom = height * place + 30, height * (place + 1) - 24
            values = [sample[name] for sample in self.samples for _, name in lines if sample[name] is not None]
            values = [value for value in values if value == value] or [1]
            most = max(values) * 1.05 or 1

            def x(seconds):
                return round(left + (width - left - right) * seconds / max(1, end), 1)

            def y(value):
                return round(bottom - (bottom - top) * value / most, 1)

            parts.append(f'<text x="{left}" y="{top - 10}" font-size="14">{title}</text>')
            parts.append(f'<path d="M{left} {top}V{bottom}H{width - right}" fill="none" stroke="#57606a"/>')
            parts += [f'<path d="M{x(blow)} {top}V{bottom}" stroke="#d0d7de"/>' for blow in self.blows]
            for share in (0, 0.5, 1):
                parts.append(f'<text x="{left - 6}" y="{y(most * share) + 4}" text-anchor="end">{most * share:,.0f}</text>')
                parts.append(f'<text x="{x(end * share)}" y="{bottom + 16}" text-anchor="middle">{end * share / 60:.0f} min</text>')
            for (label, name), color in zip(lines, ("#1f6feb", "#cf222e", "#1a7f37")):
                pieces, piece = [], []
                for sample in self.samples + [{name: None}]:
                    if sample[name] is None or sample[name] != sample[name]:
                        pieces, piece = pieces + [piece], []
                    else:
                        piece.append(f"{x(sample['seconds'])},{y(sample[name])}")
                parts += [f'<polyline points="{" ".join(one)}" fill="none" stroke="{color}"/>' for one in pieces if one]
                row = top + 14 * [each for each, _ in lines].index(label)
                parts.append(f'<text x="{width - right + 8}" y="{row + 10}" fill="{color}">{label}</text>')
        return "\n".join(parts + ["</svg>", ""])
