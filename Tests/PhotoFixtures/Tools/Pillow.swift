/// The Python imaging library of the system: a second independent reader, and a writer of what `cjpeg`
/// cannot write.
public enum Pillow {
  /// The Python that the distribution's packages install into, which is not always the first in `PATH`.
  public static let python = "/usr/bin/python3"

  /// Whether Python and Pillow are there; starts a process.
  public static func isInstalled() -> Bool {
    guard Tool.isInstalled(python) else { return false }
    do {
      return try Tool.run(python, ["-c", "import PIL"]).status == 0
    } catch {
      return false
    }
  }

  /// Runs a script that reads standard input and writes standard output.
  ///
  /// - Throws: ``FixtureError`` with the traceback if it fails.
  public static func run(_ script: String, _ arguments: [String] = [], input: [UInt8] = []) throws
    -> [UInt8]
  {
    try Tool.output(python, ["-c", script] + arguments, input: input)
  }

  /// Reads any picture and converts it to RGB without color management.
  ///
  /// - Parameter upright: Whether the EXIF orientation is obeyed.
  public static func decode(_ bytes: [UInt8], upright: Bool = false) throws -> Raster {
    let script = """
      import sys, io
      from PIL import Image, ImageOps
      picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
      if sys.argv[1] == 'upright': picture = ImageOps.exif_transpose(picture)
      picture.convert('RGB').save(sys.stdout.buffer, 'PPM')
      """
    return try Raster(portableMap: run(script, [upright ? "upright" : "stored"], input: bytes))
  }

  /// Writes a picture in any format that Pillow knows, such as "PNG" or "WEBP".
  ///
  /// - Parameter options: The arguments of Pillow's `save`, in Python, such as `quality=90`.
  public static func encode(_ raster: Raster, as format: String, options: String = "") throws -> [UInt8] {
    let script = """
      import sys, io
      from PIL import Image
      picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
      out = io.BytesIO()
      picture.save(out, sys.argv[1], \(options))
      sys.stdout.buffer.write(out.getvalue())
      """
    return try run(script, [format], input: raster.ppm())
  }
}
