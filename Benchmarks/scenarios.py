"""What is measured. Each scenario returns its rows and its bars."""

import statistics
from dataclasses import dataclass, field
from typing import Optional

import captures
import outbox
from measure import Run, RunFailed, Summary, ratio, summaries
from photos import display_p3
from quality import Judge
from tools import FLOOR, OURS, OURS_ONE, VIPS

BATCH = 30


@dataclass
class Bar:
    """A number that a scenario promises. A value of None is one that could not be measured."""

    text: str
    value: Optional[float]
    limit: float
    at_least: bool = True
    unit: str = "x"

    @property
    def held(self):
        if self.value is None:
            return None
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def as_json(self):
        return {"text": self.text, "value": self.value and round(self.value, 3), "limit": self.limit,
                "at_least": self.at_least, "unit": self.unit, "held": self.held}


@dataclass
class Result:
    name: str
    title: str
    rounds: int
    rows: list[Summary] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    marks: list[dict] = field(default_factory=list)

    def row(self, name):
        return next((row for row in self.rows if row.name == name), None)

    def as_json(self):
        return {"name": self.name, "title": self.title, "rounds": self.rounds,
                "rows": [row.as_json() for row in self.rows], "bars": [bar.as_json() for bar in self.bars],
                "marks": self.marks}


class Bench:
    def __init__(self, tools, photos, stopwatch, folder, rounds, cores, tell):
        self.tools, self.photos, self.stopwatch = tools, photos, stopwatch
        self.folder, self.rounds, self.cores, self.tell = folder, rounds, cores, tell

    def _compare(self, result, runs, ours=OURS):
        able, costs = self.stopwatch.compare([run for run in runs if run], result.rounds, self.tell)
        result.rows = summaries(able, costs, ours)
        return costs

    def one_thread(self):
        photo = self.photos.twelve_megapixels()
        result = Result("one-thread", f"One photo, one thread each: {photo.name}", self.rounds)
        costs = self._compare(result, self.tools.singles(photo, self.folder, threads=1))
        result.bars = [
            Bar("times as fast as vipsthumbnail", ratio(costs, VIPS, OURS), 3.0),
            Bar("times the floor's time", ratio(costs, OURS, FLOOR), 1.3, at_least=False),
        ]
        return result

    def all_cores(self):
        photo = self.photos.twelve_megapixels()
        result = Result("all-cores", f"One photo, {self.cores} cores: {photo.name}", self.rounds)
        runs = self.tools.singles(photo, self.folder)
        runs.insert(1, self.tools.ours(photo, self.folder, jobs=1, name=OURS_ONE))
        costs = self._compare(result, runs)
        result.bars = [
            Bar("times as fast as with one thread", ratio(costs, OURS_ONE, OURS), 1.25),
            Bar("times as fast as vipsthumbnail", ratio(costs, VIPS, OURS), 3.0),
        ]
        return result

    def batch(self):
        photos = self.photos.batch(BATCH)
        rounds = max(3, self.rounds // 3)
        result = Result("batch", f"{BATCH} phone photos of 8 to 13 megapixels in one run", rounds)
        one = "shutterbox, one core"
        vips = f"vipsthumbnail, {self.cores} processes"
        costs = self._compare(result, [
            self.tools.ours_batch(photos, self.folder / "batch-ours"),
            self.tools.ours_batch(photos, self.folder / "batch-ours-one", jobs=1, cpu=0, name=one),
            self.tools.floor_batch(photos, self.folder / "batch-floor", self.cores,
                                   f"floor, {self.cores} processes"),
            self.tools.vips_batch(photos, self.folder / "batch-vips", self.cores, vips),
        ])
        result.bars = [
            Bar("times as fast as on one core", ratio(costs, one, OURS), 1.85),
            Bar("times as fast as vipsthumbnail", ratio(costs, vips, OURS), 2.8),
        ]
        return result

    def startup(self):
        result = Result("startup", "Start-up: printing the version", self.rounds * 10)
        runs = []
        if self.tools.has(OURS):
            runs.append(Run(OURS, [[str(self.tools.shutterbox), "--version"]]))
        for name, command in ((VIPS, ["vipsthumbnail", "--vips-version"]),
                              ("GraphicsMagick", ["gm", "version"]),
                              ("FFmpeg", ["ffmpeg", "-version"]),
                              ("Pillow", self.tools.pillow_idle)):
            if self.tools.has(name):
                runs.append(Run(name, [command]))
        # What starting any program costs here; none can be below it.
        runs.append(Run("/bin/true", [["/bin/true"]]))
        costs = self._compare(result, runs)
        result.bars = [Bar("of vipsthumbnail's time", ratio(costs, OURS, VIPS), 1 / 3, at_least=False)]
        return result

    def memory(self):
        upright = self.photos.twelve_megapixels()
        cases = [("memory-upright", "12 megapixels, upright", lambda: upright, 16),
                 ("memory-turned", "12 megapixels, turned (orientation 6)",
                  lambda: self.photos.turned(upright), 24),
                 ("memory-large", "200 megapixels, baseline, 20000x10000",
                  lambda: self.photos.made(20000, 10000, "2x2"), 40)]
        results = []
        for name, title, photo, limit in cases:
            rounds = 1 if name == "memory-large" else max(3, self.rounds // 3)
            result = Result(name, f"Peak memory: {title}", rounds)
            try:
                self._compare(result, self.tools.singles(photo(), self.folder))
            except RunFailed as error:
                self.tell(f"{result.title}: left out, {error}")
            ours = result.row(OURS)
            result.bars = [Bar("at the peak", ours and ours.peak_kib / 1024, limit, False, "MiB")]
            results.append(result)
        return results

    def formats(self):
        photo = self.photos.twelve_megapixels()
        heic = self.photos.heic()
        cases = [("heic", "HEIC of 12 megapixels, a grid", lambda: heic, 2.2),
                 ("png", "PNG of 12 megapixels", lambda: self.photos.saved_as(photo, ".png"), 1.0),
                 ("png-alpha", "PNG of 12 megapixels with alpha",
                  lambda: self.photos.saved_as(photo, ".png", mode="RGBA"), 1.0),
                 ("webp", "WebP of 12 megapixels, lossy", lambda: self.photos.saved_as(photo, ".webp", quality=85), 1.0),
                 ("webp-lossless", "WebP of 12 megapixels, lossless",
                  lambda: self.photos.saved_as(photo, ".webp", lossless=True, method=1), 1.0)]
        results = []
        for name, title, picture, limit in cases:
            picture = picture()
            if not picture:
                self.tell(f"{title}: left out, it is only measured on a real photo")
                continue
            result = Result(f"format-{name}", f"{title}, {self.cores} cores", self.rounds)
            costs = self._compare(
                result, [self.tools.ours(picture, self.folder), self.tools.vips(picture, self.folder)])
            result.bars = [Bar("times as fast as vipsthumbnail", ratio(costs, VIPS, OURS), limit)]
            if name == "heic":
                ours = result.row(OURS)
                result.bars.append(Bar("at the peak", ours and ours.peak_kib / 1024, 64, False, "MiB"))
            results.append(result)
        return results + [self._wide_gamut(photo), self._large_png()]

    def _wide_gamut(self, photo):
        result = Result("wide-gamut", "The same JPEG in sRGB and in Display P3, one thread", self.rounds)
        plain = self.photos.saved_as(photo, ".jpg", quality=95)
        wide = self.photos.saved_as(photo, ".jpg", quality=95, icc_profile=display_p3())
        costs = self._compare(result, [
            self.tools.ours(plain, self.folder, jobs=1),
            self.tools.ours(wide, self.folder, jobs=1, name="shutterbox, Display P3")])
        result.bars = [Bar("times the time", ratio(costs, "shutterbox, Display P3", OURS), 1.35, at_least=False)]
        return result

    def _large_png(self):
        result = Result("memory-png", "Peak memory: PNG of 100 megapixels", 1)
        picture = self.photos.large_png(12500, 8000)
        self._compare(result, [self.tools.ours(picture, self.folder), self.tools.vips(picture, self.folder)])
        ours = result.row(OURS)
        result.bars = [Bar("at the peak", ours and ours.peak_kib / 1024, 40, False, "MiB")]
        return result

    def quality(self):
        photos = self.photos.judged()
        if self.rounds < 5:
            photos = photos[:2]
        result = Result("quality", "Against a Lanczos resize in floating point", len(photos))
        behind = []
        for photo in photos:
            judge = Judge(photo)
            by_name = {}
            for run in self.tools.singles(photo, self.folder):
                # The floor's picture is a cut-out, not a smaller photo.
                if run.name == FLOOR:
                    continue
                try:
                    self.stopwatch.warm_up(run)
                    by_name[run.name] = {"photo": photo.name, "name": run.name, **judge.marks(run.outputs[0])}
                except RunFailed as error:
                    self.tell(f"{run.name}, {photo.name}: left out, {error}")
            result.marks += by_name.values()
            if OURS in by_name and VIPS in by_name:
                behind.append(by_name[OURS]["psnr"] - by_name[VIPS]["psnr"])
        result.bars = [Bar("of PSNR against vipsthumbnail, at the worst photo",
                           min(behind) if behind else None, -0.1, unit="dB")]
        return result

    def huffman(self):
        photos = self.photos.phones()
        result = Result("huffman", f"Huffman tables in the floor, {len(photos)} phone photos, one thread",
                        self.rounds)
        plain, optimized = "standard tables", "optimized tables"
        costs = self._compare(result, [
            self.tools.floor_batch(photos, self.folder / "standard", 1, plain),
            self.tools.floor_batch(photos, self.folder / "optimized", 1, optimized, optimize=True),
        ], ours=plain)
        if len(result.rows) == 2:
            sizes = [row.output_bytes for row in result.rows]
            seconds = statistics.median(b.wall - a.wall for a, b in zip(costs[plain], costs[optimized]))
            self.tell(f"optimized tables: {100 * (1 - sizes[1] / sizes[0]):.1f} % fewer bytes"
                      f" for {seconds * 1e3 / len(photos):+.1f} ms each"
                      f" ({ratio(costs, optimized, plain):.2f} x the time)")
        return result

    def captures(self):
        """Adding beside a copy, many entries beside few, and a large file in the inbox."""
        results = []
        try:
            times = captures.adding(self.rounds * 3)
            result = Result("captures-adding", "Adding 400 kB, beside a copy with file and folder synced",
                            self.rounds * 3)
            for name, text in (("add_new_entry", "a new entry"), ("add_same_entry", "an entry that is there")):
                result.bars.append(Bar(f"of the copy's time, to {text} ({times[name] * 1e3:.1f} ms)",
                                       times[name] / times["copy"], 3.0, at_least=False))
            results.append(result)
        except RunFailed as error:
            self.tell(f"adding: left out, {error}")
        try:
            result = Result("captures-scale", "100,000 entries of three media each, beside 1,000", self.rounds)
            for name, value in captures.scale(self.rounds).items():
                result.bars.append(Bar(f"of the time with 1,000: {name}", value, 1.5, at_least=False))
            results.append(result)
        except RunFailed as error:
            self.tell(f"many entries: left out, {error}")
        try:
            cost, same = captures.share(self.tools.shutterbox, self.stopwatch)
            if not same:
                raise RunFailed("the copy is another file")
            title = f"Sharing a file of 2 GiB: the same bytes, {cost.wall:.1f} s"
            results.append(Result("captures-share", title, 1, bars=[
                Bar("at the peak", cost.peak_kib / 1024, 32, False, "MiB")]))
        except RunFailed as error:
            self.tell(f"sharing: left out, {error}")
        return results

    def outbox(self):
        """Sending to a tus server and to S3, beside the usual clients."""
        results, races = [], []
        sending = outbox.Outbox(self.tools.shutterbox, self.stopwatch, self.folder, self.rounds, self.tell)
        for race in sending.races():
            races.append(race)
            results.append(
                Result(race.name, race.title, sending.rounds, summaries(race.runs, race.costs, race.ours)))
        for protocol, limit in (("tus", 2.0), ("s3", 1.0)):
            works = [race for race in races if race.name.startswith(f"outbox-{protocol}-")]
            value = outbox.ratio_of_sums(works)
            results.append(Result(f"outbox-{protocol}", f"Photos and movie, by {protocol}", sending.rounds, bars=[
                Bar(f"times as fast as {works[0].peer}", value, limit)]))
        return results

    def all(self):
        return {"one-thread": self.one_thread, "all-cores": self.all_cores, "batch": self.batch,
                "startup": self.startup, "memory": self.memory, "formats": self.formats, "captures": self.captures, "outbox": self.outbox,
                "quality": self.quality, "huffman": self.huffman}
