import PhotoFixtures

/// A picture with detail of all sizes in brightness and in color: what a shift or a wrong filter shows on.
enum DetailedPicture {
  /// 501x373 pixels, made by Pillow because that is faster than a debug build.
  static let large = Result { try make(width: 501, height: 373) }

  /// The upper left part of ``large``.
  static func cropped(width: Int, height: Int) throws -> Raster {
    let whole = try large.get()
    var rgb: [UInt8] = []
    for y in 0..<height {
      let start = y * whole.width * 3
      rgb += whole.rgb[start..<start + width * 3]
    }
    return Raster(width: width, height: height, rgb: rgb)
  }

  private static func make(width: Int, height: Int) throws -> Raster {
    let script = """
      import sys
      import numpy as np
      from PIL import Image
      width, height = int(sys.argv[1]), int(sys.argv[2])
      random = np.random.default_rng(1)
      def texture(octaves):
          total = np.zeros((height, width))
          for octave in range(octaves):
              cells = 5 << octave
              noise = random.uniform(-1, 1, (max(3, cells * height // width), cells)).astype('f')
              total += np.asarray(Image.fromarray(noise).resize((width, height), Image.BICUBIC)) * 0.8 ** octave
          return total
      luma, blue, red = 128 + 45 * texture(5), 30 * texture(4), 30 * texture(4)
      rgb = [luma + 1.402 * red, luma - 0.344 * blue - 0.714 * red, luma + 1.772 * blue]
      Image.fromarray(np.clip(np.stack(rgb, -1) + 0.5, 0, 255).astype('u1')).save(sys.stdout.buffer, 'PPM')
      """
    return try Raster(portableMap: Pillow.run(script, ["\(width)", "\(height)"]))
  }
}
