#!/usr/bin/python3
"""Sends photos and a movie with `shutterbox send --watch` to `shutterbox receive` on a network that is cut again and
again, and checks that everything is there once, whole, and that sending went on soon after each cut.

send_across_cuts.py [--shutterbox PATH]. It needs Linux, root, ip, ffmpeg and Pillow. Exit status 1 if a check did
not hold. On standard output: one JSON object a run, as network_cut.py tells it, and what did not hold.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True

from PIL import Image

import network_cut

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = 12
PORT = 8080
TOKEN = "a-token-for-a-test-0123456789"
# What may pass between the end of a cut and the transfer going on, in seconds. The kernel tells of a carrier; of packets
# that are dropped silently nobody does, and only the retransmission of TCP or the end of somebody's patience helps.
LIMITS = {False: 5, True: 40}


def make_files(folder):
    files = []
    for number in range(PHOTOS):
        files.append(folder / f"photo-{number}.jpg")
        Image.effect_noise((1600, 1200), 30 + number).convert("RGB").save(files[-1], quality=90)
    files.append(folder / "movie.mov")
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x480,format=uyvy422",
                    "-frames:v", "60", "-c:v", "rawvideo", str(files[-1])], check=True)
    return files


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def run(program, folder, files, silent):
    """One run; returns what it tells, and the checks that did not hold."""
    home, received = folder / "home", folder / "received"
    os.environ.update(SHUTTERBOX_HOME=str(home), SHUTTERBOX_TOKEN=TOKEN, XDG_CONFIG_HOME=str(folder / "config"))
    for name in ("SHUTTERBOX_DESTINATION", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        os.environ.pop(name, None)
    added = subprocess.run([program, "add", "--json", *map(str, files)], stdout=subprocess.PIPE, check=True)
    media = json.loads(added.stdout)["owned_media"]
    command = ["--delay", "20", "--loss", "1", "--rate", "40", "--port", str(PORT), "--timeout", "240",
               *(["--silent"] if silent else []),
               "--cut", "1M:3", "--cut", "8M:10", "--cut", "25M:2",
               "--server", f"exec {program} receive --dir {received} --bind $SERVER --port {PORT}",
               "--client", f"exec {program} send --to tus+http://$SERVER:{PORT}/files --watch --json",
               "--until", '"status": ?"sent"', "--count", str(len(media))]
    held, result = network_cut.perform(network_cut.options(command))

    wrong = [] if held else ["not everything was told as sent in time"]
    there = Counter(digest(path) for path in received.rglob("*")
                    if path.is_file() and path.suffix in (".jpg", ".mov", ".mp4"))
    for one in media:
        if there[one["sha256"]] != 1:
            wrong.append(f"{one['file']} is there {there[one['sha256']]} times")
    if sum(there.values()) != len(media):
        wrong.append(f"{sum(there.values())} files are there, {len(media)} were sent")
    listed = subprocess.run([program, "list", "--json"], stdout=subprocess.PIPE, check=True)
    entries = [json.loads(line) for line in listed.stdout.splitlines()]
    if any(entry["waiting"] or entry["stuck"] for entry in entries):
        wrong.append("something still waits or is stuck")
    for number, cut in enumerate(result["cuts"], 1):
        after = cut["resumed_after_seconds"]
        if after is None or after > LIMITS[silent]:
            wrong.append(f"after cut {number} it went on after {after} seconds, {LIMITS[silent]} are allowed")
    if result["cuts_left"]:
        wrong.append(f"{result['cuts_left']} cuts were never made: too few bytes")
    size = sum(one["bytes"] for one in media)
    return {"run": "silent cuts" if silent else "carrier lost", "sent_bytes": size,
            "arrived_ratio": round(result["arrived_bytes"] / size, 3), **result}, wrong


def main():
    parser = argparse.ArgumentParser(prog="send_across_cuts", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shutterbox", type=Path, default=ROOT / ".build/release/shutterbox", metavar="PATH")
    program = parser.parse_args().shutterbox.resolve()
    failed = False
    for silent in (False, True):
        with tempfile.TemporaryDirectory(prefix="shutterbox-cut-") as name:
            folder = Path(name)
            try:
                result, wrong = run(program, folder, make_files(folder), silent)
            except network_cut.LinkFailed as error:
                sys.exit(f"send_across_cuts: {error}")
        print(json.dumps({**result, "wrong": wrong}), flush=True)
        failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
