import Foundation

/// The programs of libheif, `heif-enc` and `heif-convert`: a writer and an independent reader.
public enum HEIFTool {
  /// How a picture is given to `heif-enc` and what it makes of it: always luma and chroma of BT.601 in full range.
  public struct Options: Sendable {
    /// `420`, `422` or `444`.
    public var chroma = "420"
    /// 8, or with 16-bit input 10 or 12.
    public var bits = 8
    public var isAVIF = false
    public var isGray = false
    /// The alpha of each pixel, 0 to 255.
    public var alpha: [UInt8]?
    public var isPremultiplied = false
    public var quality = 95
    /// Of a HEIC: how many slices the picture is cut into.
    public var slices = 1

    public init() {}
  }

  public static func isInstalled() -> Bool {
    Tool.isInstalled("heif-enc") && Tool.isInstalled("heif-convert") && Pillow.isInstalled()
  }

  /// - Throws: ``FixtureError`` if `heif-enc` is missing or refuses the options.
  public static func encode(_ raster: Raster, _ options: Options = Options()) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let input = try folder.write(png(raster, options), as: "in.png")
    let output = "\(folder.path)/out.\(options.isAVIF ? "avif" : "heic")"
    var arguments = ["-q", "\(options.quality)", "-p", "chroma=\(options.chroma)", "-o", output]
    if options.isAVIF { arguments += ["-A", "-p", "speed=9"] }
    if options.bits > 8 { arguments += ["-b", "\(options.bits)"] }
    if options.slices > 1 { arguments += ["-p", "x265:slices=\(options.slices)"] }
    if options.isPremultiplied { arguments.append("--premultiplied-alpha") }
    _ = try Tool.output("heif-enc", arguments + [input])
    return try folder.read("out.\(options.isAVIF ? "avif" : "heic")")
  }

  /// What libheif itself shows of a file: cropped, turned, in RGB, without alpha. Of several pictures the largest.
  ///
  /// - Throws: ``FixtureError`` if `heif-convert` is missing or refuses the file.
  public static func decode(_ bytes: [UInt8]) throws -> Raster {
    let folder = try ScratchFolder()
    let input = try folder.write(bytes, as: "in.heic")
    _ = try Tool.output("heif-convert", [input, "\(folder.path)/out.png"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".png")
    }
    let pictures = try names.map { try Pillow.decode(try folder.read($0)) }
    guard let largest = pictures.max(by: { $0.width * $0.height < $1.width * $1.height }) else {
      throw FixtureError("heif-convert made no picture")
    }
    return largest
  }

  /// A PNG of 8 or 16 bits a sample; the deeper samples are those of 8 bits, repeated.
  private static func png(_ raster: Raster, _ options: Options) throws -> [UInt8] {
    let script = """
      import sys, zlib, struct
      import numpy as np
      width, height, deep, gray, alpha = map(int, sys.argv[1:])
      data = np.frombuffer(sys.stdin.buffer.read(), dtype='u1')
      count = width * height
      pixels = data[:count * 3].reshape(height, width, 3)
      if gray: pixels = pixels[:, :, :1]
      if alpha: pixels = np.concatenate([pixels, data[count * 3:].reshape(height, width, 1)], axis=2)
      if deep: pixels = (pixels.astype('u2') * 257).astype('>u2')
      rows = b''.join(b'\\0' + row.tobytes() for row in pixels)
      kind = {1: 0, 2: 4, 3: 2, 4: 6}[pixels.shape[2]]
      def chunk(name, content):
          return struct.pack('>I', len(content)) + name + content + struct.pack('>I', zlib.crc32(name + content))
      header = struct.pack('>IIBBBBB', width, height, 16 if deep else 8, kind, 0, 0, 0)
      sys.stdout.buffer.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', header)
          + chunk(b'IDAT', zlib.compress(rows, 1)) + chunk(b'IEND', b''))
      """
    let numbers = [
      raster.width, raster.height, options.bits > 8 ? 1 : 0, options.isGray ? 1 : 0,
      options.alpha == nil ? 0 : 1,
    ]
    return try Pillow.run(script, numbers.map(String.init), input: raster.rgb + (options.alpha ?? []))
  }
}
