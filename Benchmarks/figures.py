#!/usr/bin/env python3
"""Writes what Benchmarks/run has printed into README.md and docs/PERFORMANCE.md: the tables of figures, with what missed its
target in bold, and the text of "The table".

usage: Benchmarks/figures.py [TABLES]     (.build/benchmarks/tables.txt)"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/benchmarks/tables.txt")
LINES = [line for line in TABLES.read_text().splitlines() if line and not line.startswith("#")]


def section(start):
    """The lines of the first section that starts like this, and its first line."""
    begin = next(number for number, line in enumerate(LINES) if line.startswith(start))
    end = next((number for number in range(begin + 1, len(LINES)) if not LINES[number].startswith(" ")), len(LINES))
    return LINES[begin + 1 : end], LINES[begin]


def line(start, name):
    found = next((line for line in section(start)[0] if re.match(rf" +{name}(  | p50)", line)), None)
    if found is None:
        sys.exit(f"{TABLES} has no '{name}' in '{start}'")
    return re.sub(rf"^ +{name} +", "", found)


def value(start, name):
    return float(re.search(r"-?[\d.]+", line(start, name))[0])


def aim(start, name):
    return float(re.search(r"at (?:most|least) (-?[\d.]+)", line(start, name))[1])


def shown(number, digits=1, missed=False):
    # Half a unit goes up, as a reader expects; binary fractions are often a little less.
    text = f"{number + 1e-9:,.{digits}f}"
    return f"**{text}**" if missed else text


def figure(start, name, digits=1):
    """A number as the run printed it, in bold if the run says that it missed its target."""
    return shown(value(start, name), digits, ": missed)" in line(start, name))


def percentile(name, which):
    return float(re.search(rf"\b{which} ([\d.]+)", line("terminal", name))[1])


def size(count):
    return f"{count} bytes" if count < 1000 else f"{count / 1000:.1f} KB"


def fan_out(terminals, place):
    """The place-th run with so many terminals."""
    heads = [line for line in LINES if line.startswith(f"fanout terminals={terminals} ")]
    head = heads[place]
    bytes_ = int(re.search(r"bytes=(\d+)", head)[1])
    return size(bytes_), f"{figure(head, 'tickwire to floor', 2)} and {figure(head, 'tickwire to redis', 2)}"


def delay(terminals):
    name = f"{terminals} terminals, tick to terminal, p99"
    exact = value("scale", name)
    # If rounding would hide a miss, show two decimals.
    missed = exact > aim("scale", name)
    return shown(exact, 2 if missed and round(exact) <= aim("scale", name) else 0, missed)


def rows():
    """Each row of docs/PERFORMANCE.md: what, measured, target."""
    small, large = fan_out(500, 0), fan_out(500, 1)
    yield f"server CPU per delivery to a bare `SSL_write` loop's and to redis' in the same run: 500 terminals, {small[0]}", small[1], "1.15 and 1"
    yield f"the same with {large[0]}", large[1], "1.15 and 1"
    small, large = fan_out(4000, 0), fan_out(4000, 1)
    yield f"4,000 terminals, {small[0]}", small[1], "1.15 and 1"
    yield f"the same with {large[0]}", large[1], "1.15 and 1"
    best = next(re.match(r" +(\w+) with JSON", line)[1] for line in section("work")[0] if "with JSON" in line)
    yield (
        f"the same market work, to the best peer's with JSON ({best}); bytes of frames per changed row",
        f"{figure('work', 'tickwire to the best peer', 2)}; {figure('work', 'tickwire, bytes of frames per changed row')}",
        "0.5; 8",
    )
    yield (
        "from the server's tick to a terminal, p99: 500, 2,000, 5,000 terminals, 2 ticks a second",
        f"{delay(500)}, {delay(2000)}, {delay(5000)} ms",
        "100 ms",
    )
    redis, loop = (value("scale", f"15000 terminals, {who}, tick to terminal, p99") for who in ("redis", "bare loop"))
    target = aim("scale", "15000 terminals, tick to terminal, p99")
    yield (
        "the same with 15,000 terminals; redis' and the bare loop's in the same run",
        f"{delay(15000)} ms; {redis:.0f} and {loop:.0f} ms",
        f"{target:.0f} ms: 1.3 × CPU of server and readers per tick / 2",
    )
    costs = [value("scale", f"{count} terminals, CPU per delivery") for count in (500, 2000, 5000, 15000)]
    yield (
        "CPU per delivery with these numbers of terminals: least, most, and their ratio",
        f"{shown(min(costs))} and {shown(max(costs))} µs, {figure('scale', 'CPU per delivery, most to least', 2)}",
        "1.1",
    )
    ratio = figure("shape", "5,000 coins to 1,000, as many rows", 2)
    yield "CPU per delivery with 5,000 coins, to that with 1,000, as many rows changed", ratio, "1.1"
    yield (
        "handshake, to the bare OpenSSL loop's; a resumed one, to its resumed one",
        f"{figure('connect', 'handshake to the bare loop.s', 2)}; {figure('connect', 'resumed handshake to the bare loop.s resumed one', 2)}",
        "1.3; 1.1",
    )
    alone = next(line for line in LINES if re.match(r"connect .*event-loops=1 ", line))
    yield (
        "the same with one event loop, because the bare loop has one thread",
        f"{figure(alone, 'handshake to the bare loop.s', 2)}; {figure(alone, 'resumed handshake to the bare loop.s resumed one', 2)}",
        "1.3; 1.1",
    )
    slowest = value("storm", "tick to terminal meanwhile, max")
    yield (
        "2,000 terminals back after a SIGKILL: all there, refused, the slowest tick to a terminal",
        f"{value('storm', 'all back, from the SIGKILL on'):.1f} s, {figure('storm', 'refused or lost', 0)}, {shown(slowest / 1000, 1, slowest > 1000)} s",
        "none refused, none slower than 1 s",
    )
    floor = value("memory", "each of the bare OpenSSL loop's")
    yield f"server memory per idle terminal, over 10,000 (the bare loop's: {floor:.1f} KiB)", f"{figure('memory', 'each idle terminal')} KiB", "22 KiB"
    yield (
        "p99 from tick to terminal of 1,000 alone, beside 1,000 that read nothing",
        f"{value('stalled', 'live ones alone, p99'):.0f} ms, {figure('stalled', 'beside stalled ones, p99', 0)} ms",
        "at most 20 % more",
    )
    confirmed = "confirmed durable in a second"
    durable = shown(round(value("mutations", confirmed), -2), 0, ": missed)" in line("mutations", confirmed))
    yield (
        "changes of 200 terminals, confirmed and on disk",
        f"{durable} a second, p99 {figure('mutations', 'change to confirmed, p99', 0)} ms",
        "3,000, 60 ms",
    )
    toggled = [value("favorite", f"toggle to the other terminal, {which}") for which in ("p50", "p99")]
    yield "favorite toggled to the other terminal having it, durable", f"p50 {shown(toggled[0], 1, toggled[0] > 30)} ms, p99 {toggled[1]:.1f} ms", "p50 30 ms"
    whole, diff = value("resume", "connect to whole snapshot, p50"), value("resume", "connect to up to date by diff, p50")
    yield "connect to whole snapshot, to up to date by a diff", f"p50 {whole:.1f} ms, {diff:.1f} ms", ""
    yield (
        "a chart of 300 kept candles, asked for and there, over TLS",
        f"p50 {value('candles', 'kept, p50'):.1f} ms, p99 {figure('candles', 'kept, p99')} ms",
        "2 ms",
    )
    yield (
        "bytes per changed row in the body of a tick (250 of 1,000 coins); snapshot of 1,000 coins",
        f"{figure('encoding', 'body per changed row, mean')} bytes; {figure('encoding', 'snapshot', 0)} KB",
        "8 bytes; 80 KB",
    )
    decoding = [float(re.search(r"[\d.]+ ms", line)[0][:-3]) for line in section("market")[0] if "decoding it, CPU, p50" in line]
    yield (
        "decoding a listing of 1,000 coins (0.6 MB), of 5,000 (3 MB), CPU; simdjson on the larger one",
        f"{shown(decoding[0], 1, decoding[0] > 25)} ms, {shown(decoding[1], 0, decoding[1] > 125)} ms; {value('simdjson', 'decoding it, CPU, p50'):.1f} ms",
        "25 ms, 125 ms",
    )
    lateness = {}
    for text in section("listing")[0]:
        if found := re.match(r" +lateness of \d+ ticks (around|without).*, (\w+) +([\d.]+)", text):
            lateness[found[1], found[2]] = float(found[3])
    worst = shown(lateness["around", "max"], 1, "missed" in line("listing", "difference, max"))
    yield (
        "lateness of ticks with 5,000 coins, p50, p99 and worst: around a listing; without one",
        f"{lateness['around', 'p50']:.1f}, {lateness['around', 'p99']:.1f} and {worst} ms; "
        f"{lateness['without', 'p50']:.1f}, {lateness['without', 'p99']:.1f} and {lateness['without', 'max']:.1f} ms",
        "5 ms more",
    )
    tickers = next(re.search(r"by (\d+) tickers", line)[1] for line in section("market")[0] if "tickers" in line)
    encoded = [value("market", f"from answer to encoded diff, CPU, {which}") for which in ("p50", "p99")]
    yield f"{int(tickers):,} tickers from answer to encoded diff; CPU", f"p50 {encoded[0]:.1f} ms, p99 {shown(encoded[1], 1, encoded[1] > 5)} ms", "5 ms"
    far, near = "tick, alerts far from the price, CPU", "tick, alerts within 2 % of the price, CPU"
    yield (
        "100,000 alerts of 10,000 users on 1,000 coins, CPU of a tick: thresholds up to 50 % from the price; up to 2 %",
        f"p99 {figure('alerts', far + ', p99', 2)} ms; {figure('alerts', near + ', p99', 2)} ms",
        "1 ms",
    )
    for what, name in (
        ("a quarter of them on moves, changes over 24 hours and prices in bitcoin", "tick, alerts of all conditions, far from their limits, CPU"),
        ("100,000 on prices, and 10,000 on the value of ten coins each", "tick, alerts far from the price, and 10000 on holdings, CPU"),
    ):
        yield what, f"p50 {value('alerts', name + ', p50'):.1f} ms, p99 {figure('alerts', name + ', p99', 2)} ms", "1 ms"
    yield "memory of an alert", f"{figure('alerts', 'memory of an alert', 0)} B", "200 B"
    hurried = [float(re.search(r"([\d.]+) MiB", line)[1]) for line in section("day")[0] if "listings more" in line]
    yield (
        f"server with 5,000 coins, memory: after two minutes; the hurried server, which reads a day's listings in {value('day', 'hurried server, these listings took') / 60:.0f} minutes: after two minutes, "
        "then from the least to the most, and a minute after its last poll",
        f"{figure('day', 'server after two minutes')} MiB; {value('day', 'hurried server, after two minutes'):.0f}, {min(hurried):.0f} to {max(hurried):.0f}, "
        f"{figure('day', 'hurried server, a minute after its last poll', 0)} MiB",
        "64 MiB, no growth",
    )
    paint, prices = percentile("start_to_first_paint_ms", "p50"), percentile("start_to_first_prices_ms", "p50")
    yield "start of `tickwire` to first paint, to first prices", f"p50 {shown(paint, 0, paint > 30)} ms, {shown(prices, 0, prices > 50)} ms", "30 ms, 50 ms"
    yield "start with saved prices that are still the newest ones, until they count as live", f"p50 {percentile('start_to_live_with_cache_ms', 'p50'):.0f} ms", ""

    def late(name, which):
        taken = percentile(name, which)
        return shown(taken, 0, taken > 60)

    few, many = "start_to_prices_without_server_ms", "start_to_5000_prices_without_server_ms"
    yield (
        "start without a server to the last prices, 1,000 and 5,000 coins",
        f"p50 {late(few, 'p50')} and {late(many, 'p50')} ms, p95 {late(few, 'p95')} and {late(many, 'p95')} ms",
        "60 ms",
    )
    star = percentile("toggle_to_other_screen_ms", "p50")
    yield "favorite toggled with a key to the star on the other screen", f"p50 {shown(star, 1, star > 30)} ms", "p50 30 ms"
    move, bytes_ = percentile("cursor_move_ms", "p95"), percentile("cursor_move_bytes", "p50")
    yield (
        "a cursor move, key to last byte, 120x32: time; bytes",
        f"p95 {shown(move, 2, move > 1.2)} ms; p50 {shown(bytes_, 0, bytes_ > 400)}",
        "1.2 ms; 400 bytes",
    )
    chart = value("terminal", "chart_120x30_bytes") / 1000
    yield "a chart of 120x30", f"{shown(chart, 1, chart > 6)} KB", "6 KB"
    changed = value("terminal", "bytes_per_changed_price")
    yield "a changed price on the screen, lit up and put out", f"{shown(changed, 0, changed > 40)} bytes", "40 bytes"
    yield None  # Measured by a test.
    idle, priced = value("terminal", "idle_cpu"), value("terminal", "cpu_with_a_price_a_second")
    yield (
        "an idle terminal: CPU without prices; with one price a second, nearly always off the screen: bytes written in the median second, and CPU",
        f"{shown(idle, 1, idle > 0)} % of a core; {value('terminal', 'idle_bytes_in_1_s'):.0f} bytes, {priced:.1f} % of a core",
        "0",
    )
    busy = value("terminal", "cpu_5000_coins")
    yield "5,000 coins, 5,000 changes a second, CPU of the terminal", f"{shown(busy, 1, busy > 10)} % of a core", "10 %"
    p50, p95 = (percentile("filter_key_ms_5000_coins", which) for which in ("p50", "p95"))
    yield "filter over 5,000 coins, a key", f"p50 {p50:.1f} ms, p95 {shown(p95, 2, p95 > 3)} ms", "3 ms"
    some, all_ = value("terminal", "resident_mib_1000_coins"), value("terminal", "resident_mib_5000_coins")
    yield "memory of the terminal, 1,000 and 5,000 coins", f"{shown(some, 1, some > 24)} and {shown(all_, 1, all_ > 40)} MiB", "24 and 40 MiB"


def table(text, heading, fresh):
    """The text with the rows of the first table after a heading replaced."""
    start = text.index("| --- | --- | --- |\n", text.index(heading)) + len("| --- | --- | --- |\n")
    end = text.index("\n\n", start) + 1
    old = text[start:end].splitlines(keepends=True)
    return text[:start] + "".join(fresh(old)) + text[end:]


def written(row):
    return "| " + " | ".join(row).rstrip() + " |\n"


def performance(old):
    kept = next(line for line in old if "ProgramBytesTests" in line)
    return [written(row) if row else kept for row in rows()]


def readme(old):
    found = {row[0]: row for row in rows() if row}

    def named(start):
        return next(row for what, row in found.items() if what.startswith(start))

    memory = named("server memory per idle terminal")
    return [
        written(("from the server's tick to a terminal, p99, 2,000 and 5,000 terminals", f"{delay(2000)} and {delay(5000)} ms".replace("**", ""), "100 ms")),
        written(("server memory per idle terminal, over 10,000", *memory[1:])),
        written(("from toggling a favorite to the other terminal having it, durable", *named("favorite toggled to the other terminal")[1:])),
        written(named("start of `tickwire`")),
        written(named("memory of the terminal")),
    ]


path = ROOT / "docs/PERFORMANCE.md"
text = table(path.read_text(), "## The figures\n", performance)
first = text.index("    ", text.index("## The table\n"))
last = text.index("\n## ", first)
# The points of the curves come after the terminal.
suite = LINES[: LINES.index(section("terminal")[0][-1]) + 1]
printed = "".join(f"    {line}\n" for line in suite)
path.write_text(text[:first] + printed + text[last:])
path = ROOT / "README.md"
path.write_text(table(path.read_text(), "## Five figures\n", readme))
