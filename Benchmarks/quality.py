"""How near a picture comes to the best that its size allows."""

import numpy
from PIL import Image, ImageOps


def upright_pixels(path):
    with Image.open(path) as photo:
        return ImageOps.exif_transpose(photo).convert("RGB")


def reference(photo, size):
    """The photo at another size by a Lanczos filter of three lobes, in floating point throughout."""
    channels = [Image.fromarray(numpy.asarray(channel, dtype=numpy.float32)) for channel in photo.split()]
    resized = [numpy.asarray(channel.resize(size, Image.Resampling.LANCZOS)) for channel in channels]
    return numpy.stack(resized, -1).clip(0, 255)


def psnr(picture, expected):
    """Decibels over all three channels."""
    error = numpy.mean((picture.astype(numpy.float64) - expected) ** 2)
    return float("inf") if error == 0 else float(10 * numpy.log10(255**2 / error))


def luma(pixels):
    """ITU-R BT.601, as JPEG uses it."""
    return pixels.astype(numpy.float64) @ numpy.array([0.299, 0.587, 0.114])


def ssim(picture, expected):
    """Structural similarity of luma: Wang, Bovik, Sheikh and Simoncelli 2004, with its window of 11 by 11,
    sigma 1.5, K1 0.01, K2 0.03, and the mean over the places where the window fits whole."""
    x, y = luma(picture), luma(expected)
    offsets = numpy.arange(-5, 6)
    weights = numpy.exp(-(offsets**2) / (2 * 1.5**2))
    weights /= weights.sum()

    def blurred(plane):
        height, width = plane.shape
        across = sum(w * plane[:, i:width - 10 + i] for i, w in enumerate(weights))
        return sum(w * across[i:height - 10 + i] for i, w in enumerate(weights))

    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mean_x, mean_y = blurred(x), blurred(y)
    variance_x = blurred(x * x) - mean_x**2
    variance_y = blurred(y * y) - mean_y**2
    covariance = blurred(x * y) - mean_x * mean_y
    top = (2 * mean_x * mean_y + c1) * (2 * covariance + c2)
    bottom = (mean_x**2 + mean_y**2 + c1) * (variance_x + variance_y + c2)
    return float(numpy.mean(top / bottom))


class Judge:
    """Judges outputs of one photo; each against the reference at the output's own size."""

    def __init__(self, photo):
        self.photo = upright_pixels(photo)
        self.references = {}

    def marks(self, output):
        with Image.open(output) as picture:
            pixels = numpy.asarray(picture.convert("RGB"))
            size = picture.size
        if size not in self.references:
            self.references[size] = reference(self.photo, size)
        expected = self.references[size]
        return {"width": size[0], "height": size[1], "psnr": psnr(pixels, expected),
                "ssim": ssim(pixels, expected), "bytes": output.stat().st_size}
