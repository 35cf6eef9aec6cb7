"""Pillow's way of preparing a photo: pillow_prepare.py [INPUT OUTPUT]...

With no arguments it only starts and imports, which tells how much of its time that is.
"""

import sys

from PIL import Image, ImageOps

# The bench hands over a picture of 200 megapixels, past the size at which Pillow suspects an attack.
Image.MAX_IMAGE_PIXELS = None

arguments = sys.argv[1:]
for source, target in zip(arguments[::2], arguments[1::2]):
    with Image.open(source) as photo:
        # `draft` must see the file before exif_transpose has loaded it; `thumbnail` would call it
        # itself, but a transposed picture is no longer a file.
        photo.draft("RGB", (2 * 2048, 2 * 2048))
        photo = ImageOps.exif_transpose(photo)
        photo.thumbnail((2048, 2048), Image.Resampling.LANCZOS)
        photo.convert("RGB").save(target, quality=85)
