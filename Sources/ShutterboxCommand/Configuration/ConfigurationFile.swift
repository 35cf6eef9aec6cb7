import DurableFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file with the values that count where neither an option nor the environment says anything.
struct ConfigurationFile {
  /// No configuration comes near, in bytes.
  private static let byteLimit = 1 << 20

  let path: FilePath

  /// `$XDG_CONFIG_HOME/shutterbox/config.json`, else that in `~/.config`.
  ///
  /// - Returns: `nil` if nobody knows the home of the user.
  init?(_ environment: Environment) {
    let folder: FilePath
    // XDG Base Directory Specification: a relative path is invalid and ignored.
    if let configured = environment.path("XDG_CONFIG_HOME"), configured.bytes.first == UInt8(ascii: "/") {
      folder = configured
    } else if let home = environment.path("HOME") ?? HomeFolder.homeOfUser() {
      folder = home.appending(".config".utf8)
    } else {
      return nil
    }
    path = folder.appending("shutterbox/config.json".utf8)
  }

  /// What the file holds by key; `nil` if there is none, or none in reach.
  func read() throws(ConfigurationError) -> [String: SettingValue]? {
    let data: Data
    do throws(FileSystemError) {
      data = try content()
    } catch {
      if error.code == .notFound || isOutOfReach { return nil }
      throw self.error(error.message)
    }
    do {
      return try JSONDecoder().decode([String: SettingValue].self, from: data)
    } catch {
      // What the decoder says may quote from the file, which may hold secrets.
      throw self.error("is not a JSON object; correct it or remove it")
    }
  }

  /// Whether this user may not even know whether there is a file, as in the home of another.
  var isOutOfReach: Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } != 0 && errno == EACCES
  }

  private func content() throws(FileSystemError) -> Data {
    let source = try FileByteSource(path)
    guard let bytes = try source.bytes(limit: Self.byteLimit) else {
      throw FileSystemError(code: .io, path: source.name, message: "is too large for a configuration")
    }
    return Data(bytes)
  }

  /// Whether others than the owner may read the file.
  var isReadableByOthers: Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & 0o077 != 0
  }

  private func error(_ message: String) -> ConfigurationError {
    ConfigurationError(file: path.description, key: nil, message: message)
  }
}
