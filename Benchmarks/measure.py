"""Runs commands round by round and keeps what each run cost."""

import json
import os
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional

HERE = Path(__file__).resolve().parent


class RunFailed(Exception):
    """A command ended with an error, or did not make what it was asked for."""


@dataclass
class Run:
    """One thing to measure: commands that start together, as one unit of work.

    `check` is called once, after the warm-up, and raises RunFailed where the work was not done.
    """

    name: str
    commands: list[list[str]]
    environment: dict[str, str] = field(default_factory=dict)
    cpu: Optional[int] = None
    check: Callable[[], None] = lambda: None
    outputs: list[Path] = field(default_factory=list)


@dataclass
class Cost:
    """Seconds, and KiB of resident memory at its peak, summed over commands that ran together."""

    wall: float
    cpu: float
    peak_kib: int


@dataclass
class Summary:
    """A row of a table: medians over the rounds."""

    name: str
    wall: float
    lower: float
    upper: float
    cpu: float
    peak_kib: float
    against_ours: Optional[float]
    output_bytes: Optional[int]

    def as_json(self):
        return {
            "name": self.name,
            "wall_ms": round(self.wall * 1e3, 3),
            "wall_ms_quartiles": [round(self.lower * 1e3, 3), round(self.upper * 1e3, 3)],
            "cpu_ms": round(self.cpu * 1e3, 3),
            "peak_mib": round(self.peak_kib / 1024, 2),
            "time_against_ours": self.against_ours and round(self.against_ours, 3),
            "output_bytes": self.output_bytes,
        }


def compile_c(source, folder, libraries=()):
    """Compiles one of the C files beside this one, and returns the program's path."""
    program = folder / source.removesuffix(".c")
    command = ["cc", "-O2", "-o", str(program), str(HERE / source), *libraries]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise RunFailed("cc is missing") from error
    if done.returncode != 0:
        raise RunFailed(f"{source} does not compile: {done.stderr.strip()[:300]}")
    return program


class Stopwatch:
    """Measures through spawn.c, which is compiled into `folder`."""

    def __init__(self, folder):
        self.folder = folder
        self.spawn = compile_c("spawn.c", folder)

    def cost(self, run):
        report = self.folder / "cost.json"
        command = [str(self.spawn)]
        if run.cpu is not None:
            command += ["--cpu", str(run.cpu)]
        command.append(str(report))
        for index, part in enumerate(run.commands):
            command += ["--and", *part] if index else part
        environment = {**os.environ, **run.environment}
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=environment)
        if done.returncode != 0:
            lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
            raise RunFailed(lines[-1][:200])
        told = json.loads(report.read_text())
        return Cost(told["wall"], told["user"] + told["system"], told["sum_kib"])

    def warm_up(self, run):
        """Runs once, and makes sure that the work is done by this run and not left over from another."""
        for output in run.outputs:
            output.unlink(missing_ok=True)
        self.cost(run)
        run.check()

    def compare(self, runs, rounds, tell):
        """Warms each run up once, then measures A B C, B C A, C A B: noise of the machine hits all
        alike, and none always follows the same other. A run that fails is told and left out."""
        able = []
        for run in runs:
            try:
                self.warm_up(run)
                able.append(run)
            except RunFailed as error:
                tell(f"{run.name}: left out, {error}")
        costs = {run.name: [] for run in able}
        for number in range(rounds):
            turn = number % len(able) if able else 0
            for run in able[turn:] + able[:turn]:
                costs[run.name].append(self.cost(run))
        return able, costs


def ratio(costs, above, below):
    """The median over the rounds of one run's time divided by another's in the same round."""
    if not costs.get(above) or not costs.get(below):
        return None
    return statistics.median(a.wall / b.wall for a, b in zip(costs[above], costs[below]))


def summaries(able, costs, ours):
    rows = []
    for run in able:
        walls = [cost.wall for cost in costs[run.name]]
        quartiles = statistics.quantiles(walls, n=4, method="inclusive") if len(walls) > 1 else [walls[0]] * 3
        made = [path.stat().st_size for path in run.outputs if path.is_file()]
        rows.append(Summary(
            name=run.name,
            wall=statistics.median(walls),
            lower=quartiles[0],
            upper=quartiles[2],
            cpu=statistics.median(cost.cpu for cost in costs[run.name]),
            peak_kib=statistics.median(cost.peak_kib for cost in costs[run.name]),
            against_ours=ratio(costs, run.name, ours),
            output_bytes=sum(made) if made else None))
    return rows
