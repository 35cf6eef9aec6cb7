#!/usr/bin/python3
"""Runs a server and a client on a network that delays, loses and fails, and tells how long what took.

network_cut.py --delay 20 --loss 1 --cut 20M:5 --cut 60M:10 --port 8080 \\
    --server 'shutterbox receive --dir /tmp/received --bind $SERVER --port 8080' \\
    --client 'shutterbox send --to tus+http://$SERVER:8080/ --watch --json' --until '"status":"sent"'

Both commands are given to sh, each in a network namespace of its own, with the server's address in $SERVER and the
client's in $CLIENT. A cut begins when so many bytes have arrived at the server and lasts so many seconds. The
result is one JSON object on standard output. It needs Linux, root and ip; where the kernel has no netem, packets
go through this program. Exit status: 0 if the client ended with 0 or said what --until waits for, else 1.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True

from link import CLIENT, SERVER, LinkFailed, TunLink, VethLink, best_link

UNITS = {"": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}
# From so many bytes on it is the transfer that goes on, and no longer only connections that are tried.
FLOW = 32_000


class Cut:
    def __init__(self, text):
        match = re.fullmatch(r"(\d+)([kMG]?):([\d.]+)", text)
        if not match:
            raise argparse.ArgumentTypeError(f"{text} is not BYTES:SECONDS")
        self.at = int(match[1]) * UNITS[match[2]]
        self.seconds = float(match[3])


def options(arguments=None):
    parser = argparse.ArgumentParser(prog="network_cut", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, metavar="COMMAND")
    parser.add_argument("--client", required=True, metavar="COMMAND")
    parser.add_argument("--port", type=int, required=True, help="where the server listens, to know when it does")
    parser.add_argument("--delay", type=float, default=0, metavar="MS", help="in each direction")
    parser.add_argument("--loss", type=float, default=0, metavar="PERCENT", help="in each direction")
    parser.add_argument("--rate", type=float, metavar="MBIT", help="per second; default: no limit")
    parser.add_argument("--cut", type=Cut, action="append", default=[], metavar="BYTES:SECONDS")
    parser.add_argument("--silent", action="store_true",
                        help="the cuts drop all packets, and the devices stay up: nobody is told")
    parser.add_argument("--until", metavar="REGEX", help="the client is done when it has printed so many such lines")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="lines for --until; default: 1")
    parser.add_argument("--timeout", type=float, default=600, metavar="SECONDS")
    parser.add_argument("--link", choices=["auto", "veth", "tun"], default="auto")
    return parser.parse_args(arguments)


def listens(process, port):
    """Whether something in the process's namespace listens at the port (proc(5), /proc/net/tcp)."""
    for table in ("tcp", "tcp6"):
        try:
            with open(f"/proc/{process.pid}/net/{table}") as file:
                rows = [line.split() for line in file][1:]
        except OSError:
            return False
        if any(row[3] == "0A" and int(row[1].rsplit(":")[-1], 16) == port for row in rows):
            return True
    return False


class Experiment:
    def __init__(self, chosen, link):
        self.chosen, self.link = chosen, link
        self.processes = []
        self.done = threading.Event()
        self.is_satisfied = False
        self.cuts = []

    def start(self, namespace, command, **streams):
        process = subprocess.Popen(["ip", "netns", "exec", namespace, "sh", "-c", command], start_new_session=True,
                                   stdin=subprocess.DEVNULL, env={**os.environ, "SERVER": SERVER, "CLIENT": CLIENT},
                                   **streams)
        self.processes.append(process)
        return process

    def stop(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for process in reversed(self.processes):
                try:
                    os.killpg(process.pid, number)
                except ProcessLookupError:
                    continue
                try:
                    process.wait(timeout=5)
                except subprocess.TimeoutExpired:
                    pass

    def run(self):
        began = time.monotonic()
        server = self.start(self.link.server, self.chosen.server, stdout=sys.stderr)
        while not listens(server, self.chosen.port):
            if server.poll() is not None or time.monotonic() > began + 30:
                raise LinkFailed("the server does not listen")
            time.sleep(0.02)
        began = time.monotonic()
        client = self.start(self.link.client, self.chosen.client, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, args=[client], daemon=True).start()
        threading.Thread(target=self.cut, args=[began], daemon=True).start()
        in_time = self.done.wait(self.chosen.timeout)
        ended = time.monotonic()
        status = client.poll() if self.chosen.until else client.wait() if in_time else None
        held = in_time and (self.is_satisfied if self.chosen.until else status == 0)
        return held, {
            "link": self.link.kind, "delay_ms": self.chosen.delay, "loss_percent": self.chosen.loss,
            "rate_mbit": self.chosen.rate, "silent": self.chosen.silent, "seconds": round(ended - began, 3),
            "seconds_cut": round(sum(cut["seconds"] for cut in self.cuts), 3),
            "arrived_bytes": self.link.arrived(), "cuts": self.cuts, "cuts_left": len(self.chosen.cut) - len(self.cuts),
            "client_status": status, "timed_out": not in_time, "held": held}

    def read(self, client):
        """Passes on what the client prints, and says when that was all."""
        count = 0
        for line in client.stdout:
            sys.stderr.write(line)
            if self.chosen.until and re.search(self.chosen.until, line):
                count += 1
                if count == self.chosen.count:
                    self.is_satisfied = True
                    self.done.set()
        client.wait()
        self.done.set()

    def cut(self, began):
        for cut in sorted(self.chosen.cut, key=lambda cut: cut.at):
            self.wait_for(cut.at)
            if self.done.is_set():
                return
            told = {"at_seconds": round(time.monotonic() - began, 3), "at_bytes": self.link.arrived(),
                    "seconds": cut.seconds, "resumed_after_seconds": None}
            self.cuts.append(told)
            self.link.cut(self.chosen.silent)
            time.sleep(cut.seconds)
            before = self.link.arrived()
            self.link.restore(self.chosen.silent)
            restored = time.monotonic()
            self.wait_for(before + FLOW)
            if self.link.arrived() >= before + FLOW:
                told["resumed_after_seconds"] = round(time.monotonic() - restored, 3)

    def wait_for(self, count):
        """Until so many bytes have arrived, or the client is done."""
        while self.link.arrived() < count and not self.done.wait(0.01):
            pass


def perform(chosen):
    """Does what the options say, and returns whether the client did, and what there is to tell."""
    kind = {"auto": best_link, "veth": VethLink, "tun": TunLink}[chosen.link]
    with kind(delay=chosen.delay, loss=chosen.loss, rate=chosen.rate) as link:
        experiment = Experiment(chosen, link)
        try:
            return experiment.run()
        finally:
            experiment.stop()


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        held, result = perform(options())
    except LinkFailed as error:
        sys.exit(f"network_cut: {error}")
    print(json.dumps(result))
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
