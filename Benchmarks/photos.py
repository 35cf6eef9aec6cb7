"""The photos that are measured: real ones where they are at hand, else made ones."""

import os
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import numpy
from PIL import Image

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


HEIC = "iphone-8-12mp-gps.heic"


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

    def heic(self):
        return next(iter(self._real([HEIC])), None)

    def saved_as(self, photo, suffix, **options):
        """The same pixels in another format, without metadata."""
        target = self.folder / f"{photo.stem}-{len(list(self.folder.iterdir()))}{suffix}"
        with Image.open(photo) as picture:
            picture.convert(options.pop("mode", "RGB")).save(target, **options)
        return target

    def large_png(self, width, height):
        """A PNG that streams: photo-like rows, written strip by strip."""
        target = self.folder / f"{width}x{height}.png"
        random = numpy.random.default_rng(width)
        strip = random.integers(96, 160, (64, width, 3), dtype=numpy.uint8)
        packer = zlib.compressobj(1)
        with open(target, "wb") as file:
            def chunk(kind, data):
                file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
            file.write(b"\x89PNG\r\n\x1a\n")
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            for first in range(0, height, len(strip)):
                rows = min(len(strip), height - first)
                lines = numpy.concatenate([numpy.zeros((rows, 1), numpy.uint8), strip[:rows].reshape(rows, -1)], axis=1)
                data = packer.compress(lines.tobytes())
                if data:
                    chunk(b"IDAT", data)
            chunk(b"IDAT", packer.flush())
            chunk(b"IEND", b"")
        return target

    def made(self, width, height, sampling):
        target = self.cache / f"made-{width}x{height}-{sampling}.jpg"
        if not target.is_file():
            make_photo(target, width, height, sampling)
        return target


def display_p3():
    """An ICC profile with the primaries of Display P3 and the curve of sRGB (ICC.1:2001-04)."""
    # The numbers of SMPTE EG 432-1's primaries under D65, adapted to D50.
    columns = {b"rXYZ": (0.51512, 0.24120, -0.00105), b"gXYZ": (0.29198, 0.69225, 0.04189),
               b"bXYZ": (0.15710, 0.06657, 0.78407), b"wtpt": (0.95045, 1.0, 1.08905)}

    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(struct.pack(">i", round(value * 65536)) for value in values)
    # parametricCurveType 3: (ax + b)^g above d, cx below.
    curve = b"para\0\0\0\0\0\3\0\0" + b"".join(
        struct.pack(">i", round(value * 65536)) for value in (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
    text = b"desc\0\0\0\0" + struct.pack(">I", 11) + b"Display P3\0" + bytes(78)
    tags = [(name, xyz(values)) for name, values in columns.items()]
    tags += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")] + [(b"desc", text)]
    table, data = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, content in tags:
        content += bytes(-len(content) % 4)
        table += name + struct.pack(">II", start + len(data), len(content))
        data += content
    size = start + len(data)
    head = struct.pack(">I", size) + bytes(4) + b"\x02\x40\0\0mntrRGB XYZ " + bytes(12) + b"acsp" + bytes(28)
    return head + struct.pack(">iii", 63190, 65536, 54061) + bytes(48) + table + data


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
