import PhotoFixtures
import Testing

/// The programs that the tests of this target compare with.
enum Tools {
  static let haveReferencePrograms = Tool.isInstalled("cjpeg") && Tool.isInstalled("djpeg")
  static let haveExifTool = haveReferencePrograms && Tool.isInstalled("exiftool")
  static let havePillow = haveReferencePrograms && Pillow.isInstalled()
}

extension Trait where Self == ConditionTrait {
  static var needsReferencePrograms: Self {
    .enabled(if: Tools.haveReferencePrograms, "cjpeg and djpeg are not installed (libjpeg-turbo-progs)")
  }
  static var needsExifTool: Self {
    .enabled(if: Tools.haveExifTool, "exiftool or cjpeg is not installed")
  }
  static var needsPillow: Self {
    .enabled(if: Tools.havePillow, "Pillow is not installed for the system's Python, or cjpeg is missing")
  }
}
