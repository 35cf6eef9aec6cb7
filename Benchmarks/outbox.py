"""What sending costs: 1000 photos, and one movie of 1 GiB, to a tus server and to S3, on loopback.

A race is one work done by several programs. Each run sends everything to a server that has nothing yet; what the
server has afterwards is compared by SHA-256. Only the client is measured, but it waits for the server.
"""

import os
import shutil
import socket
import statistics
import subprocess
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy
from PIL import Image

from captures import digest
from measure import HERE, Run, RunFailed
from photos import ROOT

PHOTOS, PHOTOS_PER_ENTRY = 1000, 10
MOVIE = 1 << 30
VENV = ROOT / ".build/venv/bin"
OURS_TUS, TUSPY, OURS_ELSEWHERE = "shutterbox to shutterbox", "tuspy to tuspyserver", "shutterbox to tuspyserver"
OURS_S3, RCLONE = "shutterbox to SeaweedFS", "rclone to SeaweedFS"
BUCKET = "bench"
ACCESS = {"AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "only-for-this-bench", "AWS_REGION": "us-east-1"}
TOKEN = {"SHUTTERBOX_TOKEN": "only-for-this-bench-0123456789"}
MEDIA = (".jpg", ".mov", ".mp4")


@dataclass
class Race:
    name: str
    title: str
    ours: str
    peer: str
    runs: list = field(default_factory=list)
    costs: dict = field(default_factory=dict)


def ratio_of_sums(races):
    """How many times our time the peer takes for all works: the median over the rounds, None where a time is missing."""

    def totals(name):
        costs = [race.costs.get(name(race)) for race in races]
        return [sum(cost.wall for cost in once) for once in zip(*costs)] if all(costs) else []

    ours, peer = totals(lambda race: race.ours), totals(lambda race: race.peer)
    return statistics.median(b / a for a, b in zip(ours, peer)) if ours and peer else None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


@contextmanager
def server(command, port, log, environment=None):
    """A server while it is needed, from when it takes connections on. It is killed: some end on nothing else."""
    with open(log, "wb") as errors:
        process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=errors,
                                   stderr=errors, env={**os.environ, **(environment or {})})
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    last = (Path(log).read_text(errors="replace").strip().splitlines() or ["no message"])[-1]
                    raise RunFailed(f"{Path(command[0]).name} did not start: {last[:200]}") from None
                time.sleep(0.05)
        yield
    finally:
        process.kill()
        process.wait()


def call(program, arguments, environment):
    done = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise RunFailed(f"{Path(program).name} {arguments[0]}: {lines[-1][:200]}")
    return done.stdout


class Outbox:
    """Measures in `folder`, which is emptied of each run's files when the run is over."""

    def __init__(self, program, stopwatch, folder, rounds, tell):
        self.program, self.stopwatch, self.tell = Path(program).resolve(), stopwatch, tell
        self.rounds = max(2, rounds // 5)
        self.folder = folder / "outbox"
        self.folder.mkdir()
        self.photo_count, self.movie_size = (PHOTOS, MOVIE) if rounds >= 5 else (PHOTOS // 10, MOVIE // 8)
        self.number = 0

    def races(self):
        need = 8 * (self.photo_count * 500_000 + self.movie_size)
        if shutil.disk_usage(self.folder).free < need:
            raise RunFailed(f"there is no room for {need >> 30} GiB")
        works = [("photos", f"{self.photo_count} photos of 400 kB", self._photos),
                 ("movie", f"one movie of {self.movie_size >> 20} MiB", self._movie)]
        for name, words, make in works:
            home = make()
            files = [path for path in (home / "captures").rglob("*") if path.suffix in MEDIA]
            expected = Counter(digest(path) for path in files)
            size = sum(path.stat().st_size for path in files)
            title = f"{words}, {size / 1e6:,.0f} MB"
            listing = self.folder / "files.txt"
            listing.write_text("".join(f"{path}\n" for path in files))
            yield self._tus(f"outbox-tus-{name}", f"By tus: {title}", home, listing, expected)
            yield self._s3(f"outbox-s3-{name}", f"By S3: {title}", home, expected)
            shutil.rmtree(home)

    # What is sent.

    def _add(self, home, files):
        call(self.program, ["add", *files], {"SHUTTERBOX_HOME": str(home)})

    def _photos(self):
        """A home with photos of which no two are alike: each is another part of one larger picture with grain."""
        home, source = self.folder / "home-photos", self.folder / "photos"
        source.mkdir()
        height, width, grain = 1536, 2048, numpy.random.default_rng(1)
        rows = numpy.linspace(0, 12, height + 64)[:, None] + numpy.linspace(0, 9, width + 64)[None, :]
        colors = numpy.stack([128 + 90 * numpy.sin(rows + turn) for turn in (0, 2, 4)], axis=-1)
        noise = grain.normal(0, 2.0, (*rows.shape, 1))
        picture = numpy.clip(colors + noise, 0, 255).astype(numpy.uint8)
        for first in range(0, self.photo_count, PHOTOS_PER_ENTRY):
            files = []
            for number in range(first, first + PHOTOS_PER_ENTRY):
                y, x = divmod(number, 64)
                files.append(source / f"{number}.jpg")
                Image.fromarray(picture[y:y + height, x:x + width]).save(files[-1], quality=92)
            self._add(home, files)
        shutil.rmtree(source)
        return home

    def _movie(self):
        home, source = self.folder / "home-movie", self.folder / "movie.mov"
        frame = 1920 * 1080 * 2
        try:
            done = subprocess.run(
                ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=1920x1080,format=uyvy422",
                 "-frames:v", str(self.movie_size // frame + 1), "-c:v", "rawvideo", str(source)],
                capture_output=True, text=True)
        except FileNotFoundError as error:
            raise RunFailed("ffmpeg is missing") from error
        if done.returncode != 0:
            raise RunFailed(f"ffmpeg: {done.stderr.strip()[:200]}")
        self._add(home, [source])
        source.unlink()
        return home

    def _unsent(self, home):
        """A copy of a home of which nothing is sent yet. The media are the same files."""
        copy = self._place() / "home"
        copy.mkdir(mode=0o700)
        for path in home.iterdir():
            if path.is_dir():
                shutil.copytree(path, copy / path.name, copy_function=os.link)
            else:
                shutil.copy2(path, copy / path.name)
        return copy

    def _place(self):
        self.number += 1
        place = self.folder / f"run-{self.number}"
        place.mkdir()
        return place

    # How it is sent.

    def _tus(self, name, title, home, listing, expected):
        python = VENV / "python"

        @contextmanager
        def ours():
            place, (port,) = self._place(), free_ports(1)
            command = [self.program, "receive", "--dir", place / "received", "--port", port]
            with server(command, port, place / "log", TOKEN):
                yield self._send(OURS_TUS, home, f"tus+http://127.0.0.1:{port}/files", TOKEN), place / "received"

        @contextmanager
        def theirs(run):
            place, (port,) = self._place(), free_ports(1)
            (place / "received").mkdir()
            with server([python, HERE / "tus_server.py", place / "received", port], port, place / "log"):
                yield run(f"127.0.0.1:{port}/files"), place / "received"

        def tuspy(address):
            return Run(TUSPY, [[str(python), str(HERE / "tus_client.py"), f"http://{address}/", f"@{listing}"]])

        return self._race(Race(name, title, OURS_TUS, TUSPY), expected, {
            OURS_TUS: ours, TUSPY: lambda: theirs(tuspy),
            OURS_ELSEWHERE: lambda: theirs(
                lambda address: self._send(OURS_ELSEWHERE, home, f"tus+http://{address}/", {}))})

    def _s3(self, name, title, home, expected):
        race = Race(name, title, OURS_S3, RCLONE)
        try:
            with self._seaweed() as environment:

                @contextmanager
                def ours():
                    prefix = self._place().name
                    yield (self._send(OURS_S3, home, f"s3://{BUCKET}/{prefix}", environment),
                           self._fetched(prefix, environment))

                @contextmanager
                def rclone():
                    prefix = self._place().name
                    command = ["rclone", "copy", "--s3-no-check-bucket", str(home / "captures"),
                               f"weed:{BUCKET}/{prefix}"]
                    yield Run(RCLONE, [command], environment), self._fetched(prefix, environment)

                return self._race(race, expected, {OURS_S3: ours, RCLONE: rclone})
        except (RunFailed, FileNotFoundError) as error:
            self.tell(f"{name}: left out, {error}")
            return race

    def _send(self, name, home, destination, environment):
        copy = self._unsent(home)
        return Run(name, [[str(self.program), "send", "--to", destination]],
                   {**environment, "SHUTTERBOX_HOME": str(copy), "SHUTTERBOX_DESTINATION": ""})

    @contextmanager
    def _seaweed(self):
        """SeaweedFS with a bucket, and the environment in which both clients find it."""
        place = self._place()
        (place / "data").mkdir()
        ports = free_ports(8)
        names = [f"{part}{kind}" for part in ("master", "volume", "filer", "s3") for kind in (".port", ".port.grpc")]
        (place / "identities.json").write_text(
            '{"identities":[{"name":"bench","actions":["Admin","Read","Write","List","Tagging"],"credentials":'
            '[{"accessKey":"%s","secretKey":"%s"}]}]}'
            % (ACCESS["AWS_ACCESS_KEY_ID"], ACCESS["AWS_SECRET_ACCESS_KEY"]))
        command = [VENV / "weed", "-logtostderr", "server", "-s3", "-filer", f"-dir={place / 'data'}",
                   "-ip=127.0.0.1", "-ip.bind=127.0.0.1", f"-s3.config={place / 'identities.json'}",
                   "-s3.iam=false", "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.volumeSizeLimitMB=1024",
                   "-volume.max=100", "-master.telemetry=false",
                   *(f"-{name}={port}" for name, port in zip(names, ports))]
        address = f"http://127.0.0.1:{ports[6]}"
        environment = {**ACCESS, "AWS_ENDPOINT_URL": address, "RCLONE_CONFIG": str(place / "rclone.conf"),
                       "RCLONE_CONFIG_WEED_TYPE": "s3", "RCLONE_CONFIG_WEED_PROVIDER": "Other",
                       "RCLONE_CONFIG_WEED_ENV_AUTH": "true", "RCLONE_CONFIG_WEED_ENDPOINT": address,
                       "RCLONE_CONFIG_WEED_REGION": ACCESS["AWS_REGION"],
                       # rclone stumbles over a list of certificates, and none is needed on loopback.
                       "AWS_CA_BUNDLE": ""}
        (place / "rclone.conf").touch()
        with server(command, ports[6], place / "log"):
            # It takes connections before all its parts know one another; rclone tries again until they do.
            call("rclone", ["mkdir", f"weed:{BUCKET}"], environment)
            yield environment

    def _fetched(self, prefix, environment):
        """Fetches what is in the bucket when that is asked for: rclone reads what either client has written."""

        def fetch():
            folder = self._place() / "fetched"
            call("rclone", ["copy", f"weed:{BUCKET}/{prefix}", folder], environment)
            return folder

        return fetch

    # Who is how fast.

    def _race(self, race, expected, contenders):
        """As Stopwatch.compare, but each run needs a server with nothing on it."""
        able = []
        for name, contender in contenders.items():
            try:
                run, _ = self._once(contender, expected)
                race.runs.append(run)
                able.append((name, contender))
                race.costs[name] = []
            except (RunFailed, FileNotFoundError) as error:
                self.tell(f"{race.name}: {name}: left out, {error}")
        for number in range(self.rounds):
            turn = number % len(able) if able else 0
            for name, contender in able[turn:] + able[:turn]:
                race.costs[name].append(self._once(contender, expected)[1])
        return race

    def _once(self, contender, expected):
        first = self.number + 1
        try:
            with contender() as (run, there):
                cost = self.stopwatch.cost(run)
                folder = there() if callable(there) else there
                # tuspyserver and SeaweedFS keep files of their own beside those that were sent.
                found = Counter(digest(path) for path in folder.rglob("*") if path.is_file())
                missing = expected - found
                if missing:
                    raise RunFailed(f"{missing.total()} of {expected.total()} files are not there as they were")
                return run, cost
        finally:
            for number in range(first, self.number + 1):
                shutil.rmtree(self.folder / f"run-{number}", ignore_errors=True)
