"""The programs that are compared, and how each is told to do the same work."""

import subprocess
import sys
from pathlib import Path

import PIL
from PIL import Image

from measure import HERE, Run, RunFailed

# The bench makes a picture of 200 megapixels, past the size at which Pillow suspects an attack.
Image.MAX_IMAGE_PIXELS = None

LONG_EDGE = 2048
OURS = "shutterbox"
OURS_ONE = "shutterbox, one thread"
FLOOR = "floor (libjpeg-turbo)"
VIPS = "vipsthumbnail"


def pictures_check(outputs):
    """That each output is there and has the size that was asked for."""

    def check():
        for path in outputs:
            if not path.is_file():
                raise RunFailed(f"it did not write {path.name}")
            with Image.open(path) as picture:
                if max(picture.size) != LONG_EDGE:
                    raise RunFailed(f"it made {path.name} of {picture.width}x{picture.height}")

    return check


def upright_target(path):
    """Width and height of the prepared picture, from the header alone."""
    with Image.open(path) as photo:
        width, height = photo.size
        if photo.getexif().get(0x0112, 1) in (5, 6, 7, 8):
            width, height = height, width
    scale = LONG_EDGE / max(width, height)
    if scale >= 1:
        return width, height
    # Half away from zero, never below one pixel.
    return max(1, int(width * scale + 0.5)), max(1, int(height * scale + 0.5))


def version_of(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return None
    text = (done.stdout or done.stderr).strip().splitlines()
    return text[0].strip() if text and done.returncode == 0 else None


class Toolbox:
    """Makes the runs. A program that is not there is in `missing`, and its runs are None."""

    def __init__(self, shutterbox, floor):
        self.shutterbox = Path(shutterbox).resolve()
        self.floor = floor
        self.missing = []
        self.pillow_idle = [sys.executable, str(HERE / "pillow_prepare.py")]
        self.versions = {}
        self._note(OURS, version_of([str(self.shutterbox), "--version"]))
        self._note(VIPS, version_of(["vipsthumbnail", "--vips-version"]))
        self._note("GraphicsMagick", (version_of(["gm", "version"]) or "").split(" http")[0])
        ffmpeg = version_of(["ffmpeg", "-hide_banner", "-version"]) or ""
        self._note("FFmpeg", ffmpeg.split(" Copyright")[0])
        self._note("Pillow", f"Pillow {PIL.__version__}")
        self._note(FLOOR, version_of([str(floor), "--version"]) if floor else None)

    def _note(self, name, version):
        self.versions[name] = version or None
        if not version:
            self.missing.append(name)

    def has(self, name):
        return bool(self.versions.get(name))

    def _single(self, name, needs, command, target, environment=None):
        if not self.has(needs):
            return None
        return Run(name, [command], environment or {}, check=pictures_check([target]), outputs=[target])

    def ours(self, source, folder, jobs=None, name=OURS):
        target = folder / f"ours-{jobs or 'all'}.jpg"
        command = [str(self.shutterbox), "prepare", "-o", str(target), "--overwrite"]
        if jobs:
            command += ["--jobs", str(jobs)]
        return self._single(name, OURS, command + [str(source)], target)

    def vips(self, source, folder, threads=None, name=VIPS):
        target = folder / f"vips-{threads or 'all'}.jpg"
        command = ["vipsthumbnail", "-s", f"{LONG_EDGE}x{LONG_EDGE}",
                   "-o", f"{target}[Q=85,strip]", str(source)]
        environment = {"VIPS_CONCURRENCY": str(threads)} if threads else {}
        return self._single(name, VIPS, command, target, environment)

    def graphicsmagick(self, source, folder, threads=None):
        target = folder / "gm.jpg"
        # The limit comes before the input, so that decoding obeys it as well.
        limit = ["-limit", "threads", str(threads)] if threads else []
        command = ["gm", "convert", *limit, str(source), "-auto-orient", "-filter", "Lanczos",
                   "-resize", f"{LONG_EDGE}x{LONG_EDGE}>", "-strip", "-quality", "85", str(target)]
        environment = {"OMP_NUM_THREADS": str(threads)} if threads else {}
        return self._single("GraphicsMagick", "GraphicsMagick", command, target, environment)

    def ffmpeg(self, source, folder, threads=None):
        target = folder / "ffmpeg.jpg"
        limit = ["-threads", str(threads)] if threads else []
        scale = (f"scale=w='min({LONG_EDGE},iw)':h='min({LONG_EDGE},ih)'"
                 ":force_original_aspect_ratio=decrease:flags=lanczos,format=yuvj420p")
        # Its quality scale is its own: 3 comes near to the PSNR of quality 85 elsewhere.
        # It turns the picture by itself (autorotate).
        command = ["ffmpeg", "-nostdin", "-v", "error", "-y", *limit, "-i", str(source),
                   "-filter_threads", str(threads or 0), "-vf", scale, *limit, "-map_metadata", "-1",
                   "-frames:v", "1", "-q:v", "3", str(target)]
        return self._single("FFmpeg", "FFmpeg", command, target)

    def pillow(self, source, folder):
        target = folder / "pillow.jpg"
        command = [*self.pillow_idle, str(source), str(target)]
        return self._single("Pillow", "Pillow", command, target)

    def floor_run(self, source, folder):
        target = folder / "floor.jpg"
        width, height = upright_target(source)
        command = [str(self.floor), str(source), str(target), str(width), str(height)]
        return self._single(FLOOR, FLOOR, command, target)

    def singles(self, source, folder, threads=None):
        """Every program on one photo, our own first."""
        runs = [self.ours(source, folder, jobs=threads), self.floor_run(source, folder),
                self.vips(source, folder, threads), self.ffmpeg(source, folder, threads),
                self.pillow(source, folder), self.graphicsmagick(source, folder, threads)]
        return [run for run in runs if run]

    def ours_batch(self, sources, folder, jobs=None, cpu=None, name=OURS):
        if not self.has(OURS):
            return None
        folder.mkdir(exist_ok=True)
        command = [str(self.shutterbox), "prepare", "-o", str(folder), "--overwrite"]
        if jobs:
            command += ["--jobs", str(jobs)]
        outputs = [folder / f"{source.stem}.jpg" for source in sources]
        return Run(name, [command + [str(source) for source in sources]], cpu=cpu,
                   check=pictures_check(outputs), outputs=outputs)

    def vips_batch(self, sources, folder, processes, name):
        if not self.has(VIPS):
            return None
        folder.mkdir(exist_ok=True)
        commands = []
        for first in range(processes):
            commands.append(["vipsthumbnail", "-s", f"{LONG_EDGE}x{LONG_EDGE}",
                             "-o", f"{folder}/%s.jpg[Q=85,strip]",
                             *[str(source) for source in sources[first::processes]]])
        outputs = [folder / f"{source.stem}.jpg" for source in sources]
        return Run(name, commands, {"VIPS_CONCURRENCY": "1"}, check=pictures_check(outputs), outputs=outputs)

    def floor_batch(self, sources, folder, processes, name, optimize=False):
        if not self.has(FLOOR):
            return None
        folder.mkdir(exist_ok=True)
        commands = []
        for first in range(processes):
            command = [str(self.floor), *(["--optimize"] if optimize else [])]
            for source in sources[first::processes]:
                width, height = upright_target(source)
                command += [str(source), str(folder / f"{source.stem}.jpg"), str(width), str(height)]
            commands.append(command)
        outputs = [folder / f"{source.stem}.jpg" for source in sources]
        return Run(name, commands, check=pictures_check(outputs), outputs=outputs)
