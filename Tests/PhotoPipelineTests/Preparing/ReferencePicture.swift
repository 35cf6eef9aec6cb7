import PhotoFixtures

/// What a photo should look like after preparation, by Pillow and NumPy, and how near the result is.
///
/// Pillow decodes the original to RGB, obeys its orientation and resizes each channel as floating point
/// numbers with its own Lanczos-3 filter.
enum ReferencePicture {
  /// A photo before and after.
  struct Pair {
    var original: [UInt8]
    var prepared: [UInt8]
    /// Pixels that share a chroma sample, across and down, where Pillow repeats samples instead of
    /// interpolating: the reference is then made from the samples themselves.
    var repeated = (1, 1)
  }

  /// Peak signal-to-noise ratios in dB of luma at full size and of chroma at half size.
  struct Agreement {
    var luma: Double
    /// The lesser of the two planes.
    var chroma: Double
    /// The best that a copy of the reference reaches after a shift by half a pixel in any of the four
    /// directions; 0 for a picture of fewer than 16 pixels a side.
    var shiftedLuma: Double
    var shiftedChroma: Double
    /// The greatest difference of a sample of red, green or blue, 0 to 255.
    var worst: Double
  }

  static let isAvailable: Bool = {
    guard Pillow.isInstalled() else { return false }
    do {
      return try Tool.run(Pillow.python, ["-c", "import PIL, numpy"]).status == 0
    } catch {
      return false
    }
  }()

  /// Compares many pairs in one process; `nil` stands for a pair whose sizes do not fit.
  static func agreements(_ pairs: [Pair]) throws -> [Agreement?] {
    var input: [UInt8] = []
    for pair in pairs {
      for number in [pair.original.count, pair.prepared.count, pair.repeated.0, pair.repeated.1] {
        input += withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
      }
      input += pair.original + pair.prepared
    }
    let text = String(decoding: try Pillow.run(script, input: input), as: UTF8.self)
    return text.split(separator: "\n").map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 5 else { return nil }
      return Agreement(
        luma: numbers[0], chroma: numbers[1], shiftedLuma: numbers[2], shiftedChroma: numbers[3],
        worst: numbers[4])
    }
  }

  private static let script = """
    import sys, io, struct
    import numpy as np
    from PIL import Image, ImageOps

    def array(channel): return np.asarray(channel, dtype='f')

    def from_pixels(data, size):
        picture = ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert('RGB')
        channels = [c.convert('F') for c in picture.split()]
        if picture.size != size: channels = [c.resize(size, Image.LANCZOS) for c in channels]
        return np.clip([array(c) for c in channels], 0, 255)

    def from_samples(data, size, step):
        picture = Image.open(io.BytesIO(data))
        picture.draft('YCbCr', picture.size)
        planes = []
        for index, plane in enumerate(picture.split()):
            x, y = (1, 1) if index == 0 else step
            samples = Image.fromarray(np.ascontiguousarray(array(plane)[::y, ::x]))
            box = (0, 0, picture.width / x, picture.height / y)
            planes.append(array(samples.resize(size, Image.LANCZOS, box=box)) - (128 if index else 0))
        luma, blue, red = planes
        return np.array([luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue])

    def luma_chroma(rgb):
        luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
        return [luma, halved((rgb[2] - luma) / 1.772), halved((rgb[0] - luma) / 1.402)]

    def halved(plane):
        height, width = [n - n % 2 for n in plane.shape]
        if height == 0 or width == 0: return plane
        plane = plane[:height, :width]
        return (plane[::2, ::2] + plane[1::2, ::2] + plane[::2, 1::2] + plane[1::2, 1::2]) / 4

    def ratio(a, b):
        error = float(((a - b) ** 2).mean())
        return 10 * np.log10(255 * 255 / max(error, 1e-4))

    def score(a, b):
        ratios = [ratio(x, y) for x, y in zip(luma_chroma(a), luma_chroma(b))]
        return ratios[0], min(ratios[1:])

    def shifted(rgb, x, y):
        size = rgb.shape[:0:-1]
        move = (1, 0, x, 0, 1, y)
        return np.array([array(Image.fromarray(c).transform(size, Image.AFFINE, move, resample=Image.BICUBIC))
                         for c in rgb.astype('f')])

    stream = sys.stdin.buffer
    while header := stream.read(16):
        before, after, x, y = struct.unpack('>4I', header)
        original, prepared = stream.read(before), stream.read(after)
        picture = Image.open(io.BytesIO(prepared))
        result = np.array([array(c) for c in picture.convert('RGB').split()])
        if (x, y) == (1, 1): reference = from_pixels(original, picture.size)
        else: reference = from_samples(original, picture.size, (x, y))
        if reference.shape != result.shape:
            print('size')
            continue
        numbers = list(score(reference, result))
        moves = [(0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)]
        if min(picture.size) < 16: numbers += [0, 0]
        else:
            # The margin that a shift pulls in from outside does not count.
            inner = np.s_[:, 4:-4, 4:-4]
            scores = [score(shifted(reference, *move)[inner], result[inner]) for move in moves]
            numbers += [max(s[0] for s in scores), max(s[1] for s in scores)]
        numbers.append(float(np.abs(reference - result).max()))
        print(*['%.2f' % n for n in numbers])
    """
}
