#!/usr/bin/python3
"""Measures shutterbox beside its peers, in one run. See README.md in this folder."""

import argparse
import json
import os
import signal
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

sys.dont_write_bytecode = True

try:
    import PIL  # noqa: F401
    import numpy  # noqa: F401
except ImportError as absent:
    sys.exit(f"bench: {absent.name} is missing: apt install python3-pil python3-numpy, run /usr/bin/python3")

import chart
import report
from measure import HERE, RunFailed, Stopwatch, compile_c
from photos import ROOT, Photos
from scenarios import Bench
from tools import Toolbox

NAMES = ["one-thread", "all-cores", "batch", "startup", "memory", "formats", "captures", "outbox",
         "quality", "huffman"]
# Above this load on each core, the times are those of a busy machine.
BUSY = 0.5


def options():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--shutterbox", default=ROOT / ".build/release/shutterbox", metavar="PATH",
                        help="the program to measure (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="default: %(default)s")
    parser.add_argument("--quick", action="store_true",
                        help="three rounds, two photos judged: a look, not a result")
    parser.add_argument("--only", action="append", choices=NAMES, metavar="NAME",
                        help=f"one scenario, may be repeated: {', '.join(NAMES)}")
    parser.add_argument("--photo", metavar="FILE", help="the JPEG photo to use for single-photo scenarios")
    parser.add_argument("--output", type=Path, default=HERE / "out", metavar="FOLDER",
                        help="default: %(default)s")
    parser.add_argument("--check", action="store_true", help="exit 1 if a bar is short or was not measured")
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error("--rounds is at least 1")
    if chosen.quick:
        chosen.rounds = 3
    return chosen


def measure(chosen, folder):
    cores = len(os.sched_getaffinity(0))
    facts = report.machine(cores)
    notes = []

    def tell(sentence):
        notes.append(sentence)
        print(f"  note: {sentence}", flush=True)

    stopwatch = Stopwatch(folder)
    floor = None
    try:
        floor = compile_c("floor.c", folder, ["-ljpeg"])
    except RunFailed as error:
        tell(f"no floor: {error}")
    tools = Toolbox(chosen.shutterbox, floor)
    photos = Photos(folder, chosen.output / "cache", chosen.photo)

    print(f"{facts['cpu']}, {cores} cores, {facts['memory_gib']} GiB, {facts['system']}; {photos.source}")
    print("; ".join(version for version in tools.versions.values() if version))
    for name in tools.missing:
        tell(f"{name} is missing and left out")
    if facts["load_average_before"][0] > BUSY * cores:
        tell(f"the machine is busy (load {facts['load_average_before'][0]:.2f}): trust ratios, not times")

    bench = Bench(tools, photos, stopwatch, folder, chosen.rounds, cores, tell)
    results = []
    for name, scenario in bench.all().items():
        if chosen.only and name not in chosen.only:
            continue
        try:
            made = scenario()
        except RunFailed as error:
            tell(f"{name}: left out, {error}")
            continue
        for result in made if isinstance(made, list) else [made]:
            results.append(result)
            print(report.table(result), flush=True)
    facts["load_average_after"] = list(os.getloadavg())
    return {"made_at": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), "machine": facts,
            "versions": tools.versions, "photos": photos.source, "notes": notes}, results


def main():
    chosen = options()
    # So that the temporary folder is removed on SIGTERM as it is on Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="shutterbox-bench-") as folder:
        head, results = measure(chosen, Path(folder))

    chosen.output.mkdir(parents=True, exist_ok=True)
    whole = {**head, "scenarios": [result.as_json() for result in results]}
    (chosen.output / "results.json").write_text(json.dumps(whole, indent=2) + "\n")
    drawing = chart.chart({result.name: result for result in results}, head["machine"])
    if drawing:
        (chosen.output / "chart.svg").write_text(drawing)
    bars = [bar for result in results for bar in result.bars]
    held = sum(bar.held is True for bar in bars)
    print(f"\n{held} of {len(bars)} bars held. Written to {chosen.output}:"
          f" results.json{', chart.svg' if drawing else ''}")
    return 1 if chosen.check and held < len(bars) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RunFailed as error:
        sys.exit(f"bench: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
