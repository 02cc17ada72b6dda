"""Users of the real program, who change things all the time and log what they were told, or look at prices; and a checker that knows
only the logs and the database."""
import os
import subprocess
import threading
import time

# Symbols of the mock market, with the numbers under which the database keeps them.
COINS = {"BTC": 1, "ETH": 1027, "LTC": 2, "XRP": 52, "DOGE": 74}
FAVORITES = 2


class Client(threading.Thread):
    """One user, who adds and removes favorites with the command line, a change each half second."""

    PAUSE = 0.5

    def __init__(self, user, programs, folder, server, pin):
        super().__init__(daemon=True)
        self.user, self.programs, self.server, self.pin = user, programs, server, pin
        self.profile = folder / f"profile-{user}"
        self.log = folder / f"log-{user}"
        self.is_over = threading.Event()
        # What the user may have: several sets once a command has failed without saying whether it was done.
        self.confirmed = self.unknown = 0

    def words(self, *arguments):
        return [self.programs / "tickwire", *arguments, "--server", self.server, "--profile", self.profile]

    def command(self, *arguments, text=""):
        try:
            return subprocess.run(self.words(*arguments), input=text, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None

    def log_in(self):
        done = self.command(
            *("login", self.user, "--password-stdin", "--pin", self.pin, "--device-name", "fleet"),
            text=f"secret of {self.user}\n",
        )
        if done is None or done.returncode != 0:
            raise RuntimeError(f"{self.user} cannot log in: {done and done.stderr}")

    def run(self):
        number, is_repeat = 0, False
        with open(self.log, "a") as log:
            while not self.is_over.is_set():
                coin = list(COINS)[number // 2 % len(COINS)]
                change = "remove" if number % 2 else "add"
                done = self.command("favorites", change, coin)
                # A change of unknown outcome is tried again. If it was made, nothing is left to do, which 'remove' calls an error.
                is_done = done is not None and (done.returncode == 0 or is_repeat and "is not in Favorites" in done.stderr)
                is_repeat = not is_done
                if is_done:
                    outcome, number = "confirmed", number + 1
                    self.confirmed += 1
                else:
                    outcome = "unknown"
                    self.unknown += 1
                words = "" if done is None else done.stderr.strip().replace("\n", " ")
                log.write(f"{time.time():.3f} {change} {coin} {outcome} {words}\n")
                log.flush()
                self.is_over.wait(self.PAUSE)


class Watcher(Client):
    """A user whose real terminal prints each price. Measures the longest time without one."""

    # /etc/hosts stays as it is for all other programs.
    RENAMED = ["sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"']

    def __init__(self, *arguments, hosts=None):
        """hosts: a file that stands in for /etc/hosts."""
        super().__init__(*arguments)
        self.hosts, self.last, self.longest, self.process = hosts, None, 0.0, None

    def words(self, *arguments):
        words = super().words(*arguments)
        if not self.hosts:
            return words
        rights = [] if os.geteuid() == 0 else ["--map-root-user"]
        return ["unshare", "--mount", *rights, *self.RENAMED, self.hosts, *words]

    def start(self):
        self.process = subprocess.Popen(self.words("watch", "--json"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        super().start()

    def run(self):
        while printed := self.process.stdout.read1(1 << 16):
            if b'"quote"' in printed:
                now = time.monotonic()
                self.longest = max(self.longest, now - (self.last or now))
                self.last = now

    def until_first_price(self, seconds=30):
        end = time.monotonic() + seconds
        while self.last is None:
            if time.monotonic() > end:
                raise RuntimeError(f"{self.server} sends no prices")
            time.sleep(0.05)

    def take(self):
        """The longest time without a price since the last call, in seconds; one that has not ended counts, too."""
        now = time.monotonic()
        longest, self.longest = max(self.longest, now - (self.last or now)), 0.0
        return longest

    def stop(self):
        """Returns the longest time without a price, as `take` does."""
        longest = self.take()
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.join()
        return longest


def favorites(machine, user):
    """The coins in the user's favorites and the version of the table, as PostgreSQL has them."""
    rows = machine.ask(
        f"SELECT account.version || ' ' || coalesce(string_agg(encode(key, 'hex'), ' '), '') FROM account "
        f"LEFT JOIN record ON account_id = id AND kind = {FAVORITES} WHERE name = '{user}' GROUP BY account.version",
        database="tickwire",
    )
    if rows is None:
        raise RuntimeError("the checker cannot read the database")
    version, *keys = rows.split()
    return int(version), {varint(bytes.fromhex(key)) for key in keys}


def varint(key):
    """The number of a coin: field 2 of the key, as protobuf encodes it."""
    assert key[0] == 2 << 3, key.hex()
    return sum((byte & 0x7F) << 7 * place for place, byte in enumerate(key[1:]))


def check(client, machine):
    """Compares the log with the database. Returns what is wrong, in words.

    A confirmed change is there, because the next one by the same user builds on it. Each confirmed change was made once, so the
    version, which counts changes, is at most that of all tries and at least that of the confirmed ones. A try of unknown
    outcome that was made leaves nothing to do for the next one, which is confirmed without a change.
    """
    wrong, expected, lowest, highest, may_be_done = [], set(), 0, 0, False
    for line in open(client.log):
        _, change, coin, outcome, *_ = line.split()
        highest += 1
        if outcome == "unknown":
            may_be_done = (change, coin)
            continue
        lowest += 0 if may_be_done == (change, coin) else 1
        may_be_done = None
        expected = expected | {COINS[coin]} if change == "add" else expected - {COINS[coin]}
    version, found = favorites(machine, client.user)
    allowed = [expected]
    if may_be_done:
        change, coin = may_be_done
        allowed.append(expected | {COINS[coin]} if change == "add" else expected - {COINS[coin]})
    if found not in allowed:
        wrong.append(f"{client.user} has {sorted(found)} where the log says {sorted(expected)}")
    if not lowest <= version <= highest:
        wrong.append(f"{client.user}'s table has version {version} where the log allows {lowest} to {highest}")
    return wrong
