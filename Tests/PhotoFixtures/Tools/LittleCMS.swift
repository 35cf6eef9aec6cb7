/// Little CMS as Pillow calls it: an independent reader of profiles.
public enum LittleCMS {
  /// What the channels of pixels are, in Pillow's words.
  public enum Mode: String, Sendable {
    case gray = "L"
    case rgb = "RGB"
    /// 255 is full ink.
    case cmyk = "CMYK"
  }

  /// Whether Pillow has been built with it; starts a process.
  public static func isInstalled() -> Bool {
    guard Tool.isInstalled(Pillow.python) else { return false }
    do {
      return try Tool.run(Pillow.python, ["-c", "from PIL import ImageCms; ImageCms.createProfile('sRGB')"])
        .status == 0
    } catch {
      return false
    }
  }

  /// Converts pixels to sRGB: relative colorimetric with black point compensation.
  ///
  /// - Parameters:
  ///   - samples: Interleaved.
  ///   - exactly: Whether each pixel goes through the profile, and not through a grid that Little CMS makes
  ///     of it to be faster.
  /// - Returns: Red, green and blue of each pixel.
  /// - Throws: ``FixtureError`` if it does not accept the profile for pixels of that kind.
  public static func toSRGB(_ samples: [UInt8], _ mode: Mode, profile: [UInt8], exactly: Bool = true) throws
    -> [UInt8]
  {
    let script = """
      import sys, io
      from PIL import Image, ImageCms
      count, exactly = int(sys.argv[2]), sys.argv[3]
      profile = ImageCms.ImageCmsProfile(io.BytesIO(sys.stdin.buffer.read(count)))
      samples = sys.stdin.buffer.read()
      size = (len(samples) // len(sys.argv[1]), 1)
      picture = Image.frombytes(sys.argv[1], size, samples)
      result = ImageCms.profileToProfile(
          picture, profile, ImageCms.createProfile('sRGB'), renderingIntent=1, outputMode='RGB',
          flags=ImageCms.FLAGS['BLACKPOINTCOMPENSATION'] | (ImageCms.FLAGS['NOTPRECALC'] if exactly else 0))
      sys.stdout.buffer.write(result.tobytes())
      """
    return try Pillow.run(
      script, [mode.rawValue, "\(profile.count)", exactly ? "exactly" : ""], input: profile + samples)
  }
}
