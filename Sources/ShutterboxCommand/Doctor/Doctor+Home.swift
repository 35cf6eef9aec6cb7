import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Doctor {
  /// Less free space than this is too little to go on with, in bytes.
  static let leastFreeSpace = 100 << 20

  func checkHome() -> [Diagnosis] {
    let path = home.path
    let status: FileStatus
    do throws(FileSystemError) {
      status = try FileStatus(path, followingLinks: true)
    } catch {
      guard error.errno == ENOENT else { return [.wrong(.home, error.description)] }
      let parent = nearestFolder
      return Self.isWritable(parent)
        ? [.ok(.home, "\(path): is not there yet; the first capture makes it")]
        : [.wrong(.home, "\(path): is not there, and \(parent) cannot be written; set SHUTTERBOX_HOME")]
    }
    guard status.kind == .folder else {
      return [.wrong(.home, "\(path): is not a folder; move it away or set SHUTTERBOX_HOME")]
    }
    var diagnoses: [Diagnosis] = []
    if !Self.isWritable(path) {
      diagnoses.append(
        .wrong(.home, "\(path): cannot be written: \(String(cString: strerror(errno))); check who owns it"))
    }
    if Self.permissions(path) & 0o077 != 0 {
      diagnoses.append(.wrong(.home, "\(path): is open to others; run chmod 700 on it"))
    }
    return diagnoses.isEmpty ? [.ok(.home, "\(path)")] : diagnoses
  }

  func checkDisk() -> Diagnosis {
    let folder = nearestFolder
    var status = statvfs()
    guard folder.withCString({ statvfs($0, &status) }) == 0 else {
      return .wrong(
        .disk, FileSystemError(call: "statvfs", path: folder.description, errno: errno).description)
    }
    // "f_frsize: fragment size", which the blocks are counted in; "f_bavail: free blocks for unprivileged users".
    let (count, isHuge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    let free = isHuge ? Int.max : Int(clamping: count)
    let text = "\(folder): \(ByteCountText.text(free)) are free"
    return free < Self.leastFreeSpace
      ? .wrong(.disk, "\(text), which is too little; finish entries or free some space") : .ok(.disk, text)
  }

  /// The home folder, or the nearest of those above it that is there.
  private var nearestFolder: FilePath {
    var folder = home.path
    while folder.folder != folder, !folder.isFolder { folder = folder.folder }
    return folder
  }

  private static func isWritable(_ folder: FilePath) -> Bool {
    folder.withCString { access($0, W_OK | X_OK) } == 0
  }

  private static func permissions(_ path: FilePath) -> mode_t {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? status.st_mode & 0o777 : 0
  }
}
