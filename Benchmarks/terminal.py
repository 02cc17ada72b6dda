#!/usr/bin/env python3
"""What a person in front of `tickwire` waits for and what it costs them: start, keys, bytes, memory, processor.

usage: terminal.py BIN_FOLDER [RUNS]    (needs nothing but Python's standard library)"""
import json, os, pty, re, select, shutil, signal, struct, subprocess, sys, tempfile, time, fcntl, termios

bin_folder, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
PRICE = re.compile(rb"\d{1,3}(,\d{3})*\.\d{2,}")
LIVE = re.compile(rb"\blive\b")
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server with a mock market, and somebody who has logged in to it."""

    def __init__(self, coins=1000, rate=4.0, share=0.25):
        self.folder = tempfile.mkdtemp()
        data = self.folder + "/data"
        subprocess.run([bin_folder + "/tickwire-server", "user", "add", "bench", "--password-stdin", "--data", data],
                       input=b"bench password\n", check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            [bin_folder + "/tickwire-server", "run", "--listen", "127.0.0.1:0", "--admin", "off", "--data", data,
             "--mock-coins", str(coins), "--mock-rate", str(rate), "--mock-share", str(share), "--log-level", "error"],
            stdout=subprocess.PIPE)
        ready = dict(field.split("=", 1) for field in self.process.stdout.readline().decode().split()[1:])
        self.options = ["--server", ready["listen"], "--profile", self.folder + "/profile"]
        subprocess.run([bin_folder + "/tickwire", "login", "bench", "--password-stdin", "--pin", ready["pin"]] + self.options,
                       input=b"bench password\n", check=True, stdout=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def stop(self):
        self.process.terminate(), self.process.wait()

    def forget_cache(self):
        """The next terminal starts as the first one did."""
        shutil.rmtree(self.folder + "/profile/cache", ignore_errors=True)

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Terminal:
    """The program in a pty of 120x32, truecolor, UTF-8."""

    def __init__(self, server):
        self.start = time.monotonic()
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
            os.environ.pop("NO_COLOR", None)
            os.execv(bin_folder + "/tickwire", ["tickwire"] + server.options)
        self.resize(120, 32)

    def resize(self, columns, rows):
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds, until=None):
        seen, deadline = b"", time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if select.select([self.end], [], [], left)[0]:
                try:
                    seen += os.read(self.end, 65536)
                except OSError:  # Linux says EIO once the program has closed its side.
                    break
                if until and until.search(seen):
                    break
        return seen

    def press(self, key, quiet=0.04):
        """Milliseconds from a key to the last byte of what it brought about, and how many bytes that was."""
        start = last = time.monotonic()
        os.write(self.end, key)
        count = 0
        while select.select([self.end], [], [], quiet if count else 1)[0]:
            count += len(os.read(self.end, 65536))
            last = time.monotonic()
        return (last - start) * 1000, count

    def processor_seconds(self):
        fields = open(f"/proc/{self.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident_mib(self):
        return int(open(f"/proc/{self.pid}/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024 / 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        self.read(0.05)
        os.waitpid(self.pid, 0)
        os.close(self.end)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


# What is to be reached. The figures of cointop were measured once, on a machine of this kind.
AIMS = {
    "start_to_first_paint_ms": "aim 30", "start_to_first_prices_ms": "aim 50, cointop 94",
    "start_to_prices_without_server_ms": "aim 60", "start_to_5000_prices_without_server_ms": "aim 60",
    "cursor_move_ms": "aim p95 1.2, cointop p95 1.2", "cursor_move_bytes": "aim 400, cointop p95 386",
    "resident_mib_1000_coins": "aim 24 MiB, cointop 28 MB", "resident_mib_5000_coins": "aim 40 MiB",
    "chart_120x30_bytes": "aim 6000", "idle_cpu": "aim 0", "idle_bytes_in_1_s": "aim 0", "bytes_per_changed_price": "aim 40",
    "cpu_5000_coins": "aim 10 %", "filter_key_ms_5000_coins": "aim p95 3",
}


def spread(name, values, digits=1):
    figure(name, f"p50 {percentile(values, 0.5):.{digits}f}  p95 {percentile(values, 0.95):.{digits}f}  max {max(values):.{digits}f}")


def figure(name, value):
    aim = f"  ({AIMS[name]})" if name in AIMS else ""
    print(f"  {name:<34} {value}{aim}", flush=True)


def starts(server, sign):
    """Milliseconds from the start to the sign on the screen, of several starts."""
    times = []
    for _ in range(runs):
        with Terminal(server) as terminal:
            terminal.read(5, sign)
            times.append((time.monotonic() - terminal.start) * 1000)
    return times


def used(terminal, seconds):
    """The share of a core that the terminal takes while nobody touches it."""
    before, start = terminal.processor_seconds(), time.monotonic()
    terminal.read(seconds)
    return (terminal.processor_seconds() - before) / (time.monotonic() - start)


print(f"terminal runs={runs}")
with Server() as server:
    paints, prices = [], []
    for _ in range(runs):
        server.forget_cache()
        with Terminal(server) as terminal:
            terminal.read(5, re.compile(rb"tickwire"))
            paints.append((time.monotonic() - terminal.start) * 1000)
            terminal.read(5, PRICE)
            prices.append((time.monotonic() - terminal.start) * 1000)
    spread("start_to_first_paint_ms", paints)
    spread("start_to_first_prices_ms", prices)
    spread("start_to_live_with_cache_ms", starts(server, LIVE))
    server.stop()
    spread("start_to_prices_without_server_ms", starts(server, PRICE))
with Server(coins=5000) as server:
    with Terminal(server) as terminal:
        terminal.read(5, LIVE)
    server.stop()
    spread("start_to_5000_prices_without_server_ms", starts(server, PRICE))

# A market that stands still: what happens is the user's doing.
with Server(rate=0.01) as server:
    with Terminal(server) as one, Terminal(server) as other:
        one.read(1.5), other.read(1.5)
        toggles = []
        for turn in range(2 * runs):
            start = time.monotonic()
            os.write(one.end, b"f")
            other.read(5, re.compile("★".encode()) if turn % 2 == 0 else re.compile(rb"."))
            toggles.append((time.monotonic() - start) * 1000)
            one.read(0.1), other.read(0.1)
        spread("toggle_to_other_screen_ms", toggles)
    with Terminal(server) as terminal:
        terminal.read(13)
        figure("idle_cpu", f"{100 * used(terminal, 20):.1f} % of a core, without a price")
        moves = [terminal.press(key) for _ in range(runs) for key in (b"j",) * 10 + (b"k",) * 10]
        spread("cursor_move_ms", [time for time, _ in moves], 2)
        spread("cursor_move_bytes", [size for _, size in moves], 0)
        terminal.press(b"\x1b[6~")
        steps = [terminal.press(b"j") for _ in range(2 * runs)]
        spread("scrolling_step_ms", [time for time, _ in steps], 2)
        spread("scrolling_step_bytes", [size for _, size in steps], 0)
        figure("resident_mib_1000_coins", f"{terminal.resident_mib():.1f}")
    # A chart on the whole screen: all of it after a resize, then what a step through its candles takes.
    with Terminal(server) as terminal:
        terminal.read(5, PRICE)
        terminal.press(b"c", quiet=1)
        fcntl.ioctl(terminal.end, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 120, 0, 0))
        figure("chart_120x30_bytes", len(terminal.read(0.5)))
        steps = [terminal.press(key) for _ in range(runs) for key in (b"h",) * 10 + (b"l",) * 10]
        spread("chart_step_ms", [time for time, _ in steps], 2)
        spread("chart_step_bytes", [size for _, size in steps], 0)



def pushed(server, seconds, terminal):
    """What the terminal writes meanwhile, and the ids of the coins whose prices were pushed, as another client sees them."""
    with tempfile.TemporaryFile() as lines:
        watch = subprocess.Popen([bin_folder + "/tickwire", "watch", "--json"] + server.options, stdout=lines)
        terminal.read(1)
        size = len(terminal.read(seconds))
        watch.terminate(), watch.wait()
        lines.seek(0)
        # The last line may be cut off in the middle.
        pushes = [json.loads(line) for line in lines.read().split(b"\n")[:-1]]
    return size, [push["quote"]["id"] for push in pushes if push["event"] == "quote"]


# Prices come, but hardly ever one that is on the screen: where none came at all, their age would be told.
with Server(rate=1, share=0.003) as server, Terminal(server) as terminal:
    terminal.read(8)
    figure("idle_bytes_in_1_s", percentile([len(terminal.read(1)) for _ in range(15)], 0.5))
    figure("cpu_with_a_price_a_second", f"{100 * used(terminal, 20):.1f} % of a core")

# Each change is drawn, lit up and put out again.
with Server(rate=2, share=0.1) as server, Terminal(server) as terminal:
    terminal.read(3)
    listed = json.loads(subprocess.run([bin_folder + "/tickwire", "prices", "--json", "--limit", "100"] + server.options,
                                       check=True, stdout=subprocess.PIPE).stdout)
    visible = {coin["id"] for coin in [coin for coin in listed if coin["kind"] == "coin"][:27]}
    size, coins = pushed(server, 20, terminal)
    # The prices are watched a second longer than the terminal is read.
    changes = sum(coin in visible for coin in coins) * 20 // 21
    figure("bytes_per_changed_price", f"{size / max(1, changes):.1f}  ({changes} on the screen in 20 s)")

with Server(coins=5000, rate=10, share=0.2) as server, Terminal(server) as terminal:
    terminal.read(5)
    before, start = terminal.processor_seconds(), time.monotonic()
    size, coins = pushed(server, 20, terminal)
    share = (terminal.processor_seconds() - before) / (time.monotonic() - start)
    figure("cpu_5000_coins", f"{100 * share:.1f} % of a core, {size / 20:.0f} bytes a second, {len(coins) / 21:.0f} changes a second")
    figure("resident_mib_5000_coins", f"{terminal.resident_mib():.1f}")

with Server(coins=5000, rate=0.01) as server, Terminal(server) as terminal:
    terminal.read(5)
    keys = []
    for _ in range(runs):
        terminal.press(b"/")
        keys += [terminal.press(bytes([letter]))[0] for letter in b"coin"]
        terminal.press(b"\x1b[27u")
    spread("filter_key_ms_5000_coins", keys, 2)
