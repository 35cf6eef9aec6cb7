"""Keeps every photo of a folder, and looks at the copies with readers that share nothing with this project.

    keep_photos.py BINARY FOLDER

ExifTool must find the camera, the time and the place of the original, heif-info its upright size, and Pillow pixels that are
within 40 dB of the upright original's. A HEIC must be the original, byte for byte.
"""

import io
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops, ImageCms, ImageOps, ImageStat

Image.MAX_IMAGE_PIXELS = None
LEAST_PSNR = 40
# Relative colorimetric, with compensation for the black point.
INTENT, FLAGS = 1, 0x2000
TAGS = ["Make", "Model", "DateTimeOriginal", "OffsetTimeOriginal", "GPSLatitude", "GPSLongitude", "GPSAltitude"]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tags(path):
    """Of the EXIF block alone: a Photoshop resource may say something else."""
    names = [f"-EXIF:{name}" for name in TAGS]
    found = json.loads(output("exiftool", "-json", "-n", *names, "--", str(path)))[0]
    return {name: found[name] for name in TAGS if name in found}


def converted(path, folder):
    """The primary picture as PNG.

    The tiles of a grid may be pictures of their own; heif-convert numbers them in the order of heif-info.
    """
    folder.mkdir()
    output("heif-convert", str(path), str(folder / "picture.png"))
    pictures = [line for line in output("heif-info", str(path)).splitlines() if line.startswith("image:")]
    if len(pictures) == 1:
        return folder / "picture.png"
    number = next(number for number, line in enumerate(pictures, 1) if line.endswith("primary"))
    return folder / f"picture-{number}.png"


def decoded(path, scratch):
    """The upright picture on white, in the colors of the file."""
    if path.suffix in (".heic", ".avif", ".heif"):
        path = converted(path, scratch / f"decoded-{path.suffix[1:]}")
    image = ImageOps.exif_transpose(Image.open(path))
    if image.mode == "CMYK" and "icc_profile" in image.info:
        # A HEIC has no inks: their colors become those of sRGB.
        inks = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        return ImageCms.profileToProfile(
            image, inks, ImageCms.createProfile("sRGB"), renderingIntent=INTENT, outputMode="RGB", flags=FLAGS)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image)
    return image.convert("RGB")


def psnr(first, second):
    square = sum(ImageStat.Stat(ImageChops.difference(first, second)).sum2)
    samples = 3 * first.width * first.height
    return math.inf if square == 0 else 10 * math.log10(255 * 255 * samples / square)


def size(path):
    for line in output("heif-info", str(path)).splitlines():
        if line.startswith("image:"):
            return line.split()[1].split("x")
    raise SystemExit(f"heif-info tells no size of {path}")


def same(first, second):
    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        return abs(first - second) < 0.00001
    return first == second


def faults(binary, photo, scratch):
    run = subprocess.run(
        [binary, "keep", "--json", "--reason", "a test", "--to", str(scratch / "kept"), "--", str(photo)],
        capture_output=True, text=True)
    told = json.loads(run.stdout)
    if told["status"] != "ok":
        return None, [f"{told['code']}: {told['message']}"]
    copy = Path(told["output"])
    found = []
    if photo.suffix == ".heic":
        if copy.read_bytes() != photo.read_bytes():
            found.append("the copy of a HEIC differs")
        return math.inf, found
    before, after = tags(photo), tags(copy)
    for name, value in before.items():
        if not same(value, after.get(name)):
            found.append(f"{name} was {value} and is {after.get(name)}")
    original, kept = decoded(photo, scratch), decoded(copy, scratch)
    told_size = [str(told["width"]), str(told["height"])]
    if not [str(side) for side in original.size] == size(copy) == told_size:
        found.append(f"the size is {size(copy)}, told {told_size}, and was {original.size}")
        return None, found
    ratio = psnr(original, kept)
    if ratio < LEAST_PSNR:
        found.append(f"{ratio:.1f} dB")
    inspected = json.loads(output(binary, "inspect", "--json", "--", str(copy)))
    if bool(inspected["location"]) != ("GPSLatitude" in after):
        found.append("inspect and ExifTool differ about the place")
    if sorted({block["kind"] for block in inspected["blocks"]}) != sorted(told["kept"]):
        found.append(f"inspect finds {inspected['blocks']}, told {told['kept']}")
    return ratio, found


def main(binary, folder):
    photos = sorted(path for path in Path(folder).iterdir() if path.is_file())
    failed = 0
    for photo in photos:
        with tempfile.TemporaryDirectory() as scratch:
            ratio, found = faults(binary, photo, Path(scratch))
        words = "; ".join(found) or ("not a bit lost" if ratio == math.inf else f"{ratio:.1f} dB")
        print(f"{'FAIL' if found else 'ok  '}  {photo.name}: {words}", flush=True)
        failed += bool(found)
    print(f"{len(photos) - failed} of {len(photos)} photos kept")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
