"""Nodes in processes of their own, and HAProxy before them."""
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import time


def free_ports(count):
    """Ports that are free at this moment, below those that the system gives to connections."""
    ports = []
    while len(ports) < count:
        port = random.randrange(10_240, 32_000)
        with socket.socket() as probe:
            if port not in ports and probe.connect_ex(("127.0.0.1", port)) != 0:
                ports.append(port)
    return ports


class Nodes:
    """Nodes with one certificate. HAProxy connects from an address of its own, because other nodes send no PROXY header."""

    BALANCER = "127.0.0.9"

    def __init__(self, folder, programs, database, ports, count=3):
        self.folder, self.programs, self.database = pathlib.Path(folder), pathlib.Path(programs), database
        self.balancer_port, ports = ports[0], ports[1:]
        self.listen, self.admin = ports[:count], ports[count : 2 * count]
        self.processes = [None] * count
        self.haproxy = None
        self.certificate, self.key = self.folder / "fleet.pem", self.folder / "fleet.key"
        names = "subjectAltName=IP:127.0.0.1,DNS:localhost"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
            + ["-keyout", self.key, "-out", self.certificate, "-days", "30", "-subj", "/CN=localhost", "-addext", names],
            check=True,
            capture_output=True,
        )
        os.chmod(self.key, 0o600)

    def operate(self, *arguments, text=""):
        done = subprocess.run(
            [self.programs / "tickwire-server", *arguments], input=text, capture_output=True, text=True
        )
        return done.returncode, done.stdout.strip() or done.stderr.strip()

    def add_user(self, name):
        code, said = self.operate(
            "user", "add", name, "--password-stdin", "--store", self.database.address, text=f"secret of {name}\n"
        )
        if code != 0:
            raise RuntimeError(said)

    def store(self, number):
        return self.database.address

    def options(self, number):
        return ["--proxy-from", self.BALANCER, "--mock-coins", "100", "--mock-rate", "2"]

    def host(self, number):
        return "127.0.0.1"

    def address(self, number):
        """Where terminals reach it."""
        return f"{self.host(number)}:{self.listen[number]}"

    @property
    def addresses(self):
        return [self.address(number) for number in range(len(self.listen))]

    def listen_address(self, number):
        return self.address(number)

    def node_address(self, number):
        """Where other nodes reach it."""
        return f"{self.host(number)}:0"

    def start(self, number):
        """Waits for the ready line. Returns the pin of the key."""
        command = [self.programs / "tickwire-server", "run", "--listen", self.listen_address(number)]
        command += ["--admin", f"127.0.0.1:{self.admin[number]}", "--data", self.folder / f"node{number + 1}"]
        command += ["--store", self.store(number), "--node-address", self.node_address(number)]
        command += ["--certificate", self.certificate, "--key", self.key, *self.options(number)]
        with open(self.folder / f"node{number + 1}.log", "ab") as log:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        self.processes[number] = process
        line = process.stdout.readline()
        if not line.startswith("ready "):
            raise RuntimeError(f"node {number + 1} has not started; see {log.name}")
        return dict(part.split("=", 1) for part in line.split()[1:])["pin"]

    def kill(self, number):
        self.processes[number].send_signal(signal.SIGKILL)
        self.processes[number].wait()

    def drain(self, number):
        code, said = self.operate("drain", "--data", self.folder / f"node{number + 1}")
        if code == 0:
            self.processes[number].wait()
        return code, said

    def balance(self):
        servers = "\n".join(
            f"  server node{number + 1} {address} send-proxy-v2 source {self.BALANCER} check port {admin} "
            "inter 500 fall 1 rise 1"
            for number, (address, admin) in enumerate(zip(self.addresses, self.admin))
        )
        configuration = self.folder / "haproxy.cfg"
        configuration.write_text(
            "defaults\n  mode tcp\n  timeout connect 1s\n  timeout client 1h\n  timeout server 1h\n  retries 3\n"
            "  option redispatch 1\n"
            f"listen tickwire\n  bind 127.0.0.1:{self.balancer_port}\n  balance leastconn\n  option httpchk\n"
            f"  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost\n{servers}\n"
        )
        with open(self.folder / "haproxy.log", "ab") as log:
            self.haproxy = subprocess.Popen(["haproxy", "-db", "-f", configuration], stdout=log, stderr=log)
        end = time.monotonic() + 20
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.balancer_port)).close()
            except ConnectionRefusedError:
                if self.haproxy.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"HAProxy does not listen: {(self.folder / 'haproxy.log').read_text()}")
                time.sleep(0.05)

    @property
    def asked(self):
        return [word for port in self.admin for word in ("--admin", f"127.0.0.1:{port}")]

    def status(self):
        return self.operate("status", *self.asked)[1]

    def reports(self):
        """What each node says; None for one that does not answer."""
        try:
            return [answer.get("server") for answer in json.loads(self.operate("status", "--json", *self.asked)[1])]
        except ValueError:
            return [None] * len(self.admin)

    def leader(self):
        """The number of the node that leads; None if none does."""
        for number, report in enumerate(self.reports()):
            if report and report["fleet"]["role"] == "leader":
                return number
        return None

    def stop(self):
        for process in [self.haproxy, *self.processes]:
            if process and process.poll() is None:
                process.terminate()
        for process in [self.haproxy, *self.processes]:
            if process:
                try:
                    process.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    process.kill()
