"""PostgreSQL with a synchronous standby, and the failover manager that PostgreSQL itself does not have."""
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import threading
import time


class Machine:
    """One PostgreSQL server, at a Unix socket in a folder of its own."""

    def __init__(self, name, other, folder, port, programs):
        self.name, self.other, self.port, self.programs = name, other, port, programs
        self.folder = pathlib.Path(folder) / name
        self.data = self.folder / "data"
        self.folder.mkdir()
        # PostgreSQL does not run as root.
        self.prefix = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def run(self, program, *arguments, check=True, timeout=60):
        command = self.prefix + [f"{self.programs}/{program}", *map(str, arguments)]
        with open(self.folder / "commands.log", "ab") as log:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=timeout, cwd="/")
        if check and done.returncode != 0:
            raise RuntimeError(f"{program} has failed; see {log.name}")
        return done.returncode == 0

    def ask(self, sql, database="postgres", timeout=5):
        """The answer's first column, one line for each row; None if there is no answer."""
        command = ["psql", "-XtA", "-h", self.folder, "-p", str(self.port), "-U", "tickwire", "-d", database, "-c", sql]
        environment = dict(os.environ, PGCONNECT_TIMEOUT="2")
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment)
        except subprocess.TimeoutExpired:
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def configure(self):
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(
                f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nport = {self.port}\n"
                f"cluster_name = '{self.name}'\nsynchronous_standby_names = '{self.other}'\nshared_buffers = '32MB'\n"
            )

    def create(self):
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "tickwire")
        self.configure()

    def copy(self, primary):
        """Becomes a standby of the primary, whatever it was before."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = f"host={primary.folder} port={primary.port} user=tickwire application_name={self.name}"
        self.run("pg_basebackup", "-d", source, "-D", self.data, "-R", "-X", "stream", "-c", "fast")
        self.configure()

    def start(self):
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "start")

    @property
    def process(self):
        try:
            return int((self.data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return None

    @property
    def is_alive(self):
        return self.process is not None and pathlib.Path(f"/proc/{self.process}").exists()

    def kill(self):
        """SIGKILL to the server and to each of its children, so that none of them can commit anything more."""
        process = self.process
        if process is None:
            return
        children = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout.split()
        for victim in [process, *map(int, children)]:
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                pass
        while pathlib.Path(f"/proc/{process}").exists():
            time.sleep(0.05)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self):
        if self.is_alive:
            self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop", check=False)


class Database:
    """Two machines of which one takes writes. A thread watches them as a failover manager does (docs/FLEET.md)."""

    PATIENCE = 3

    def __init__(self, folder, ports, tell):
        programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.primary = Machine("a", "b", folder, ports[0], programs)
        self.standby = Machine("b", "a", folder, ports[1], programs)
        machines = (self.primary, self.standby)
        hosts = ",".join(str(machine.folder) for machine in machines)
        numbers = ",".join(str(machine.port) for machine in machines)
        self.address = f"postgres:///tickwire?user=tickwire&host={hosts}&port={numbers}"
        self.tell, self.failovers = tell, 0
        self.is_over = threading.Event()
        # Whether the failover manager acts.
        self.is_watched = True
        self.manager = threading.Thread(target=self.manage, daemon=True)

    def start(self):
        self.primary.create()
        self.primary.start()
        self.create_database()
        self.standby.copy(self.primary)
        self.standby.start()
        self.until_synchronous()
        self.manager.start()

    def create_database(self):
        """There is no standby yet that could be waited for."""
        options = dict(os.environ, PGOPTIONS="-c synchronous_commit=local")
        command = ["createdb", "-h", self.primary.folder, "-p", str(self.primary.port), "-U", "tickwire", "tickwire"]
        subprocess.run(command, check=True, env=options)

    @property
    def is_synchronous(self):
        return self.primary.ask("SELECT sync_state FROM pg_stat_replication") == "sync"

    def until_synchronous(self):
        """Returns at once if there is no standby."""
        while self.standby and not self.is_synchronous and not self.is_over.is_set():
            time.sleep(0.2)

    def strike(self):
        """Sends SIGKILL to the primary. Returns once its standby takes writes and has a standby itself. If there is no standby, it
        starts the same database again."""
        failovers = self.failovers
        self.primary.kill()
        if not self.standby:
            return self.primary.start()
        while self.failovers == failovers:
            time.sleep(0.2)
        self.until_synchronous()

    def manage(self):
        failures = 0
        while not self.is_over.wait(0.5):
            if not self.is_watched:
                failures = 0
                continue
            if self.primary.ask("SELECT 1") == "1":
                failures = 0
                if not self.standby.is_alive:
                    self.rebuild()
                continue
            failures += 1
            if failures == self.PATIENCE:
                self.fail_over()
                failures = 0

    def fail_over(self):
        """Fence first: a primary that is only slow must not go on beside the new one."""
        self.tell(f"database: {self.primary.name} does not answer; it is fenced, and {self.standby.name} is promoted")
        self.primary.kill()
        self.standby.run("pg_ctl", "-D", self.standby.data, "-w", "promote")
        self.primary, self.standby = self.standby, self.primary
        self.failovers += 1
        self.rebuild()

    def rebuild(self):
        """Until it has ended, commits wait: what is confirmed must be on two machines."""
        self.tell(f"database: {self.standby.name} is rebuilt as the standby of {self.primary.name}")
        self.standby.kill()
        self.standby.copy(self.primary)
        self.standby.start()
        self.until_synchronous()
        self.tell(f"database: {self.standby.name} is synchronous")

    def let_go(self):
        """From now on commits wait for one machine only, and there is no failover."""
        self.is_watched = False
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.primary.ask("SELECT pg_reload_conf()")
        self.standby.stop()
        self.standby = None

    @property
    def machines(self):
        return [machine for machine in (self.primary, self.standby) if machine]

    def stop(self):
        self.is_over.set()
        if self.manager.is_alive():
            self.manager.join(timeout=60)
        for machine in self.machines:
            machine.stop()
