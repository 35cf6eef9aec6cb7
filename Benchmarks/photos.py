"""The photos that are measured: real ones where they are at hand, else made ones."""

import os
import shutil
import struct
import subprocess
from pathlib import Path

import numpy

from measure import HERE, RunFailed

ROOT = HERE.parent
TWELVE_MEGAPIXELS = "galaxy-s7-12mp-422-gps.jpg"
# Phones of 8 to 13 megapixels, of many makers and samplings, some turned.
PHONES = [
    "galaxy-note3-9mp-gps.jpg", "galaxy-s2-8mp-422-turned-right.jpg", "galaxy-s7-12mp-422-gps.jpg",
    "galaxy-s9-12mp-444-srgb-icc.jpg", "iphone-4s-8mp-turned-right.jpg",
    "iphone-5-8mp-upside-down-gps.jpg", "iphone-6-8mp-gps.jpg", "moto-g-8mp.jpg",
    "nexus-4-8mp-portrait-gps.jpg", "oppo-r7-13mp-portrait-gps.jpg",
]
JUDGED = [
    "galaxy-s7-12mp-422-gps.jpg", "iphone-4s-8mp-turned-right.jpg", "iphone-6-8mp-gps.jpg",
    "oppo-r7-13mp-portrait-gps.jpg", "canon-5d3-22mp-444.jpg", "canon-1000d-10mp-422-turned.jpg",
]
# Stand-ins of the same kinds: width, height, and cjpeg's sampling factors.
MADE = [(4032, 3024, "2x1"), (3264, 2448, "2x2"), (4128, 2322, "2x2"), (4032, 3024, "1x1"),
        (3120, 4160, "2x1"), (3264, 2448, "2x1")]


class Photos:
    """`cache` keeps made pictures between runs; `folder` is for what this run alone needs."""

    def __init__(self, folder, cache, given=None):
        self.folder = folder
        self.cache = cache
        self.given = Path(given).resolve() if given else None
        named = os.environ.get("SHUTTERBOX_CORPUS")
        corpus = Path(named) if named else ROOT.parent / "shared" / "corpus"
        self.corpus = corpus / "photos" if (corpus / "photos").is_dir() else None

    @property
    def source(self):
        return "real photos" if self.corpus else "made photos"

    def _real(self, names):
        return [self.corpus / name for name in names if (self.corpus / name).is_file()] if self.corpus else []

    def twelve_megapixels(self):
        if self.given:
            return self.given
        return (self._real([TWELVE_MEGAPIXELS]) or [self.made(*MADE[0])])[0]

    def phones(self):
        return self._real(PHONES) or [self.made(*kind) for kind in MADE]

    def judged(self):
        return self._real(JUDGED) or [self.made(*kind) for kind in MADE[:3]]

    def batch(self, count):
        """`count` photos under names of their own, each kind repeated in turn."""
        folder = self.folder / "batch"
        folder.mkdir(exist_ok=True)
        kinds = self.phones()
        photos = []
        for number in range(count):
            photo = folder / f"photo-{number + 1:02}.jpg"
            photo.symlink_to(kinds[number % len(kinds)])
            photos.append(photo)
        return photos

    def turned(self, photo):
        """The same picture data, said to lie on its side."""
        target = self.folder / f"turned-{photo.name}"
        target.write_bytes(with_orientation(photo.read_bytes(), 6))
        return target

    def made(self, width, height, sampling):
        target = self.cache / f"made-{width}x{height}-{sampling}.jpg"
        if not target.is_file():
            make_photo(target, width, height, sampling)
        return target


def with_orientation(jpeg, orientation):
    """Replaces the EXIF block of a JPEG by one that holds the orientation alone; lossless."""
    exif = (b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0))
    kept = [b"\xff\xd8\xff\xe1", struct.pack(">H", len(exif) + 2), exif]
    at = 2
    while jpeg[at + 1] != 0xDA:  # start of scan
        length = struct.unpack(">H", jpeg[at + 2:at + 4])[0]
        segment = jpeg[at:at + 2 + length]
        if not (segment[1] == 0xE1 and segment[4:10] == b"Exif\0\0"):
            kept.append(segment)
        at += 2 + length
    return b"".join(kept) + jpeg[at:]


def make_photo(target, width, height, sampling):
    """Streams a picture of photo-like content through cjpeg: shapes of every size, soft colour, grain.

    A plain or a purely random picture would flatter or punish entropy coding. The rows are made in strips,
    so a picture of 200 megapixels needs little memory; the same size gives the same picture.
    """
    if not shutil.which("cjpeg"):
        raise RunFailed("cjpeg is missing, so no picture can be made")
    random = numpy.random.default_rng(width * 100_003 + height)
    # Cell size in pixels and strength in grey levels: the fall-off of a photo, about one over frequency.
    luma = [Lattice(random, width, height, cell, strength)
            for cell, strength in ((1536, 90), (512, 55), (160, 36), (48, 24), (14, 20), (5, 18), (2, 14))]
    blue, red = ([Lattice(random, width, height, cell, strength)
                  for cell, strength in ((1024, 40), (192, 16), (40, 6))] for _ in range(2))
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".part")
    command = ["cjpeg", "-quality", "92", "-sample", sampling, "-outfile", str(unfinished)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        encoder.stdin.write(b"P6\n%d %d\n255\n" % (width, height))
        for first in range(0, height, 128):
            rows = numpy.arange(first, min(first + 128, height))
            grey = 118 + sum(layer.rows(rows) for layer in luma)
            grey += random.standard_normal(grey.shape, dtype=numpy.float32) * 3
            cb = sum(layer.rows(rows) for layer in blue)
            cr = sum(layer.rows(rows) for layer in red)
            strip = numpy.stack([grey + 1.402 * cr, grey - 0.344 * cb - 0.714 * cr, grey + 1.772 * cb], -1)
            encoder.stdin.write(strip.clip(0, 255).astype(numpy.uint8).tobytes())
    if encoder.returncode != 0:
        raise RunFailed(f"cjpeg ended with {encoder.returncode}")
    unfinished.rename(target)


class Lattice:
    """Random values on a grid, joined by straight lines."""

    def __init__(self, random, width, height, cell, strength):
        self.cell = cell
        shape = (height // cell + 2, width // cell + 2)
        self.values = (random.random(shape, dtype=numpy.float32) - 0.5) * strength
        columns = numpy.arange(width, dtype=numpy.float32) / cell
        self.left = columns.astype(numpy.int32)
        self.share = columns - self.left

    def rows(self, rows):
        place = rows / self.cell
        top = place.astype(numpy.int32)
        share = (place - top).astype(numpy.float32)[:, None]
        lines = self.values[top] * (1 - share) + self.values[top + 1] * share
        return lines[:, self.left] * (1 - self.share) + lines[:, self.left + 1] * self.share
