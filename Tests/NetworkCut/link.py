"""Two network namespaces and a link between them that delays, loses and fails."""

import ctypes
import fcntl
import os
import random
import select
import struct
import subprocess
import threading
import time
from collections import deque

SERVER, CLIENT = "192.0.2.1", "192.0.2.2"
CLONE_NEWNET = 0x40000000
# <linux/if_tun.h>
TUNSETIFF, TUNSETCARRIER = 0x400454CA, 0x400454E2
IFF_TUN, IFF_NO_PI = 1, 0x1000
# Packets that wait on the way in one direction; more are dropped, as netem does.
QUEUE = 4000


class LinkFailed(Exception):
    """The link cannot be made here."""


def ip(*arguments, namespace=None):
    command = ["ip", *(["-n", namespace] if namespace else []), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise LinkFailed(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


class Link:
    """Makes the namespaces `server` and `client`; use it with `with`. What it is made of is up to the kind.

    delay: milliseconds in each direction. loss: per cent of the packets, in each direction. rate: Mbit/s, or None.
    """

    kind = None

    def __init__(self, delay=0, loss=0, rate=None, seed=1):
        self.delay, self.loss, self.rate, self.seed = delay, loss, rate, seed
        self.server, self.client = (f"cut-{os.getpid()}-{end}" for end in ("server", "client"))

    def __enter__(self):
        try:
            for name in (self.server, self.client):
                ip("netns", "add", name)
                ip("link", "set", "lo", "up", namespace=name)
            self.join()
            for name, address in ((self.server, SERVER), (self.client, CLIENT)):
                ip("address", "add", f"{address}/24", "dev", "cut", namespace=name)
                ip("link", "set", "cut", "up", namespace=name)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.part()
        for name in (self.server, self.client):
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)

    def part(self):
        """Gives back what `join` took, besides the namespaces."""

    def arrived(self):
        """Bytes that came out at the server."""
        return int(subprocess.run(
            ["ip", "netns", "exec", self.server, "cat", "/sys/class/net/cut/statistics/rx_bytes"],
            capture_output=True, text=True, check=True).stdout)


class VethLink(Link):
    """A pair of virtual Ethernet devices with netem (tc-netem(8)) on both."""

    kind = "veth and netem"

    def join(self):
        ip("link", "add", "cut", "netns", self.server, "type", "veth",
           "peer", "name", "cut", "netns", self.client)
        for name in (self.server, self.client):
            self._netem("add", name, self.loss)

    def _netem(self, verb, name, loss):
        command = ["tc", "-n", name, "qdisc", verb, "dev", "cut", "root", "netem", "limit", str(QUEUE),
                   "delay", f"{self.delay}ms", "loss", f"{loss}%"]
        if self.rate:
            command += ["rate", f"{self.rate}mbit"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise LinkFailed(f"netem: {done.stderr.strip()}")

    def cut(self, silently):
        if silently:
            for name in (self.server, self.client):
                self._netem("change", name, 100)
        else:
            # The client's end loses its carrier, as when a cable is pulled at the other end.
            ip("link", "set", "cut", "down", namespace=self.server)

    def restore(self, silently):
        if silently:
            for name in (self.server, self.client):
                self._netem("change", name, self.loss)
        else:
            ip("link", "set", "cut", "up", namespace=self.server)


class TunLink(Link):
    """Two TUN devices, and a thread that carries packets between them late or not at all: for kernels without netem.

    It carries some ten thousands of packets a second.
    """

    kind = "tun"

    def join(self):
        self.ends = [self._device(name) for name in (self.server, self.client)]
        self.carries, self.bytes = True, 0
        self.stop = os.pipe()
        self.carrier = threading.Thread(target=self._carry, daemon=True)
        self.carrier.start()

    def part(self):
        if not hasattr(self, "carrier"):
            return
        os.close(self.stop[1])
        self.carrier.join()
        for descriptor in (*self.ends, self.stop[0]):
            os.close(descriptor)

    def _device(self, namespace):
        """A device belongs to the namespace of the thread that makes it."""
        made = []

        def make():
            try:
                libc = ctypes.CDLL(None, use_errno=True)
                with open(f"/run/netns/{namespace}") as file:
                    if libc.setns(file.fileno(), CLONE_NEWNET) != 0:
                        raise LinkFailed(f"setns: {os.strerror(ctypes.get_errno())}")
                descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
                fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22s", b"cut", IFF_TUN | IFF_NO_PI, b""))
                made.append(descriptor)
            except Exception as error:
                made.append(error)

        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        if isinstance(made[0], Exception):
            raise LinkFailed(f"tun: {made[0]}")
        return made[0]

    def _carry(self):
        chance = random.Random(self.seed).random
        loss, delay = self.loss / 100, self.delay / 1000
        second_per_byte = 8 / (self.rate * 1e6) if self.rate else 0
        # For each direction: packets with the time at which they arrive, and when the wire is free again.
        ways = [(self.ends[0], self.ends[1], deque()), (self.ends[1], self.ends[0], deque())]
        free = [0.0, 0.0]
        while True:
            due = min((way[2][0][0] for way in ways if way[2]), default=None)
            timeout = None if due is None else max(0, due - time.monotonic())
            readable, _, _ = select.select([*self.ends, self.stop[0]], [], [], timeout)
            if self.stop[0] in readable:
                return
            for number, (source, target, queue) in enumerate(ways):
                if source in readable:
                    for _ in range(64):
                        try:
                            packet = os.read(source, 65536)
                        except OSError:
                            break
                        if not self.carries or len(queue) >= QUEUE or (loss and chance() < loss):
                            continue
                        now = time.monotonic()
                        free[number] = max(now, free[number]) + len(packet) * second_per_byte
                        queue.append((free[number] + delay, packet))
                now = time.monotonic()
                while queue and queue[0][0] <= now:
                    packet = queue.popleft()[1]
                    try:
                        os.write(target, packet)
                    except OSError:
                        # The device is down: what was on the way is lost.
                        continue
                    if target == self.ends[0]:
                        self.bytes += len(packet)

    def _set_carrier(self, is_there):
        for descriptor in self.ends:
            fcntl.ioctl(descriptor, TUNSETCARRIER, struct.pack("i", is_there))

    def cut(self, silently):
        self.carries = False
        if not silently:
            self._set_carrier(0)

    def restore(self, silently):
        self.carries = True
        if not silently:
            self._set_carrier(1)

    def arrived(self):
        return self.bytes


def best_link(**options):
    """A link by netem where the kernel has it, else by TUN devices."""
    link = VethLink(**options)
    try:
        with link:
            return VethLink(**options)
    except LinkFailed:
        return TunLink(**options)
