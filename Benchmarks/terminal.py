#!/usr/bin/env python3
"""What a person waits for: from starting `tickwire` in a terminal to the first prices, and what an idle one writes.

usage: terminal.py BIN_FOLDER [RUNS]    (needs nothing but Python's standard library)"""
import os, pty, re, select, shutil, signal, struct, subprocess, sys, tempfile, time, fcntl, termios

bin_folder, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
PRICE = re.compile(rb"\d{1,3}(,\d{3})*\.\d{2,}")


def start_server(folder, rate):
    data = folder + "/data"
    subprocess.run([bin_folder + "/tickwire-server", "user", "add", "bench", "--password-stdin", "--data", data],
                   input=b"bench password\n", check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen([bin_folder + "/tickwire-server", "run", "--listen", "127.0.0.1:0", "--admin", "off", "--data",
                               data, "--mock-rate", str(rate), "--log-level", "error"], stdout=subprocess.PIPE)
    ready = dict(field.split("=", 1) for field in server.stdout.readline().decode().split()[1:])
    options = ["--server", ready["listen"], "--profile", folder + "/profile"]
    subprocess.run([bin_folder + "/tickwire", "login", "bench", "--password-stdin", "--pin", ready["pin"]] + options,
                   input=b"bench password\n", check=True, stdout=subprocess.DEVNULL)
    return server, options


def open_terminal(options):
    start = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        os.execv(bin_folder + "/tickwire", ["tickwire"] + options)
    resize(terminal, 120, 32)
    return pid, terminal, start


def read_for(terminal, seconds, until=None):
    seen, end = b"", time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # Linux says EIO once the program has closed its side.
                break
            if until and until.search(seen):
                break
    return seen


def close(pid, terminal):
    os.kill(pid, signal.SIGTERM)
    read_for(terminal, 0.05)
    os.waitpid(pid, 0)
    os.close(terminal)


def resize(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


folder = tempfile.mkdtemp()
try:
    server, options = start_server(folder, 4)
    paints, prices = [], []
    for _ in range(runs):
        pid, terminal, start = open_terminal(options)
        read_for(terminal, 5, re.compile(rb"tickwire"))
        paints.append((time.monotonic() - start) * 1000)
        read_for(terminal, 5, PRICE)
        prices.append((time.monotonic() - start) * 1000)
        close(pid, terminal)
    server.terminate(), server.wait()
    shutil.rmtree(folder + "/data"), shutil.rmtree(folder + "/profile")

    # A favorite toggled in one terminal, drawn on the other one's screen, while nothing else moves there.
    server, options = start_server(folder, 0.01)
    (one, keys, _), (other, screen, _) = open_terminal(options), open_terminal(options)
    read_for(keys, 1.5), read_for(screen, 1.5)
    toggles = []
    for turn in range(2 * runs):
        start = time.monotonic()
        os.write(keys, b"f")
        read_for(screen, 5, re.compile("★".encode()) if turn % 2 == 0 else re.compile(rb"."))
        toggles.append((time.monotonic() - start) * 1000)
        read_for(keys, 0.1), read_for(screen, 0.1)
    close(one, keys), close(other, screen)

    # A chart on the whole screen: all of it after a resize, then what a scroll of one candle takes, while nothing moves.
    pid, terminal, _ = open_terminal(options)
    read_for(terminal, 5, PRICE)
    os.write(terminal, b"c")
    read_for(terminal, 1.5)
    resize(terminal, 120, 30)
    chart_bytes = len(read_for(terminal, 0.5))
    scrolls, scroll_bytes = [], []
    for turn in range(10 * runs):
        start = time.monotonic()
        os.write(terminal, b"h" if turn % 20 < 10 else b"l")
        first = read_for(terminal, 1, re.compile(rb"."))
        scrolls.append((time.monotonic() - start) * 1000)
        scroll_bytes.append(len(first + read_for(terminal, 0.02)))
    close(pid, terminal)

    pid, terminal, _ = open_terminal(options)
    read_for(terminal, 2.5)
    idle = len(read_for(terminal, 5))
    resident = int(open(f"/proc/{pid}/statm").read().split()[1]) * 4 / 1024
    close(pid, terminal)
    server.terminate(), server.wait()
finally:
    shutil.rmtree(folder, ignore_errors=True)

print(f"terminal runs={runs}")
print(f"  start_to_first_paint_ms   p50 {percentile(paints, 0.5):.1f}  max {max(paints):.1f}")
print(f"  start_to_first_prices_ms  p50 {percentile(prices, 0.5):.1f}  max {max(prices):.1f}")
print(f"  toggle_to_other_screen_ms p50 {percentile(toggles, 0.5):.1f}  max {max(toggles):.1f}")
print(f"  chart_120x30_bytes        {chart_bytes}")
print(f"  chart_key_to_frame_ms     p50 {percentile(scrolls, 0.5):.2f}  p95 {percentile(scrolls, 0.95):.2f}")
print(f"  chart_scroll_bytes        p50 {percentile(scroll_bytes, 0.5)}  p95 {percentile(scroll_bytes, 0.95)}")
print(f"  idle_bytes_in_5_s         {idle}")
print(f"  resident_mib              {resident:.1f}")
