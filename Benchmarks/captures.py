"""What captures cost: adding, asking many entries, sharing a large file."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from measure import Run, RunFailed
from photos import ROOT

PROGRAM = ROOT / ".build/release/CaptureBenchmark"
LARGE = 2 << 30


def ask(name, rounds):
    """Runs one benchmark of CaptureBenchmark in a folder of its own, and returns seconds by name."""
    if not PROGRAM.exists():
        raise RunFailed(f"{PROGRAM.name} is not built: swift build -c release --product {PROGRAM.name}")
    with tempfile.TemporaryDirectory(prefix="shutterbox-bench-") as folder:
        done = subprocess.run([PROGRAM, name, folder, str(rounds)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RunFailed(done.stderr.strip()[:200] or "no message")
    return json.loads(done.stdout)


def adding(rounds):
    """Times of a copy that is as safe, and of adding the same bytes to a new entry and to one that is there."""
    return ask("add", rounds)


def scale(rounds):
    """How many times as long each question takes with 100,000 entries as with 1,000."""
    times = ask("scale", rounds)
    return {name: times[f"{name}_100000"] / times[f"{name}_1000"] for name in ["open", "list", "show", "next"]}


def share(program, stopwatch):
    """Peak KiB of `share` with a file of 2 GiB, of which every MiB is another; and whether the copy is the same."""
    with tempfile.TemporaryDirectory(prefix="shutterbox-bench-") as name:
        folder = Path(name)
        large = folder / "large.mov"
        if shutil.disk_usage(folder).free < 3 * LARGE:
            raise RunFailed("there is no room for two files of 2 GiB")
        with open(large, "wb") as file:
            block = os.urandom(1 << 20)
            for number in range(LARGE >> 20):
                file.write(number.to_bytes(8, "little") + block[8:])
        cost = stopwatch.cost(Run("share", [[str(program), "share", str(large)]],
                                  {"SHUTTERBOX_HOME": str(folder / "home")}))
        copy = next((folder / "home/inbox").glob("*/1"))
        same = digest(large) == digest(copy)
    return cost, same


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
