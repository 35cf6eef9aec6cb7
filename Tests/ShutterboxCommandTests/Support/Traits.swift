import PhotoFixtures
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Trait where Self == ConditionTrait {
  static var needsPhotos: Self {
    .enabled(if: Tool.isInstalled("cjpeg"), "cjpeg is not installed (libjpeg-turbo-progs)")
  }
  static var needsSQLite: Self {
    .enabled(if: Tool.isInstalled("sqlite3"), "sqlite3 is not installed")
  }
  /// The programs of libheif make the fixtures.
  static var needsHEIFPrograms: Self {
    .enabled(
      if: HEIFTool.isInstalled(), "heif-enc and heif-convert are not installed (libheif-examples)")
  }
  /// The superuser reads and writes in spite of permissions.
  static var needsPermissions: Self {
    .enabled(if: geteuid() != 0, "permissions do not hold for the superuser")
  }
  /// A full disk that all systems have.
  static var needsFullDevice: Self {
    .enabled(if: access("/dev/full", W_OK) == 0, "there is no /dev/full")
  }
  static var needsSmallDisk: Self {
    .enabled(if: SmallDisk.isAvailable, "only the superuser may mount a tmpfs, and only on Linux")
  }
}
