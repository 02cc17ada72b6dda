"""What a node says and does when its database is a standby, is full, or is gone: with real servers."""
import os
import subprocess
import time

from . import load
from .nodes import Nodes


class Faults:
    def __init__(self, folder, programs, database, ports, tell):
        self.folder, self.programs, self.database, self.tell = folder, programs, database, tell
        self.nodes = Nodes(folder, programs, database, ports, count=1)
        self.wrong = []

    def expect(self, what, is_so, said=""):
        self.tell(f"{'ok' if is_so else 'WRONG'}: {what}" + (f"\n         {said}" if said else ""))
        if not is_so:
            self.wrong.append(what)

    def refusal(self, address):
        """What a node says that cannot start."""
        command = [self.programs / "tickwire-server", "run", "--listen", "127.0.0.1:0", "--admin", "off"]
        command += ["--data", self.folder / "refused", "--store", address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        lines = done.stderr.strip().splitlines()
        return done.returncode, lines[-1] if lines else ""

    def standby(self):
        standby = self.database.standby
        address = f"postgres:///tickwire?user=tickwire&host={standby.folder}&port={standby.port}"
        code, said = self.refusal(address)
        self.expect("a node whose only host is a standby says so and ends", code != 0 and "read-only" in said, said)

    def full_disk(self):
        """The disk of the primary has no byte left for a while."""
        pin = self.nodes.start(0)
        client = load.Client("ada", self.programs, self.folder, self.nodes.address(0), pin)
        client.log_in()
        first = client.command("favorites", "add", "BTC")
        self.expect("a favorite is added", first.returncode == 0, first.stderr.strip())
        filling = self.database.primary.folder / "filling"
        self.fill(filling)
        said, commands = None, 0
        for number in range(400):
            done = client.command("favorites", "remove" if number % 2 == 0 else "add", "BTC")
            commands += 1
            if done is None or done.returncode != 0:
                said = "no answer" if done is None else done.stderr.strip()
                break
        self.expect(f"with a full disk, a change is told as not done (command {commands})", said is not None, said)
        # Leader and prices do not need the database.
        ready = self.nodes.reports()[0]
        self.expect("the node goes on", self.nodes.processes[0].poll() is None and ready is not None)
        prices = client.command("prices")
        self.tell(f"         prices: {prices and (prices.stdout or prices.stderr).strip().splitlines()[:2]}")
        filling.unlink()
        if not self.database.primary.is_alive or self.database.primary.ask("SELECT 1") != "1":
            self.tell("         the database has ended and is started again")
            self.database.primary.stop()
            self.database.primary.start()
        end, done = time.monotonic() + 60, None
        while time.monotonic() < end:
            done = client.command("favorites", "add", "ETH")
            if done is not None and done.returncode == 0:
                break
        self.expect("with room again, changes are stored", done is not None and done.returncode == 0, done and done.stderr.strip())
        found = load.favorites(self.database.primary, "ada")[1]
        self.expect("they are there", load.COINS["ETH"] in found, str(sorted(found)))

    @staticmethod
    def fill(path):
        with open(path, "wb", buffering=0) as file:
            block = b"x" * (1 << 20)
            while block:
                try:
                    file.write(block)
                except OSError:
                    block = block[: len(block) // 2]
        os.chmod(path, 0o644)

    def run(self):
        self.nodes.add_user("ada")
        self.standby()
        if os.path.ismount(self.folder):
            self.database.let_go()
            self.full_disk()
        else:
            self.tell("the full disk is left out: only root can mount a small one")
        self.nodes.stop()
        return 1 if self.wrong else 0
