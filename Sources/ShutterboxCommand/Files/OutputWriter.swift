import DurableFiles
import PhotoPipeline

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

/// Writes results where they may be written.
struct OutputWriter: Sendable {
  /// Whether a file that is there already is replaced.
  let overwriting: Bool
  /// The files that are read. They are never replaced, whatever the path that leads to them.
  let inputs: Set<FileStatus.Identity>
  let temporaries: TemporaryFiles

  /// Finds out whether `path` may be written, before work is spent on it.
  ///
  /// - Throws: ``ItemFailure`` or ``FileSystemError`` if not. A path that leads nowhere is fine, even
  ///   if its folder is still to be made.
  func check(_ path: FilePath) throws {
    do throws(FileSystemError) {
      let own = try FileStatus(path, followingLinks: false)
      // A link that leads nowhere leads to no input.
      let target = try? FileStatus(path, followingLinks: true)
      if inputs.contains(own.identity) || target.map({ inputs.contains($0.identity) }) == true {
        throw FileSystemError(
          code: .exists, path: path.description, message: "is one of the inputs, which are never overwritten")
      }
      if own.kind == .folder {
        throw FileSystemError(code: .isADirectory, path: path.description, message: "is a folder")
      }
      if !overwriting {
        throw FileSystemError(
          code: .exists, path: path.description, message: "exists already; --overwrite replaces it")
      }
    } catch {
      if error.errno != ENOENT { throw error }
    }
  }

  /// Writes `jpeg` to `path`, and makes the folder first if it is missing.
  func write(_ jpeg: Data, to path: FilePath) throws {
    let file = AtomicFile(path: path, overwriting: overwriting, temporaries: temporaries)
    do {
      try jpeg.withUnsafeBytes { try file.write($0) }
    } catch let error as FileSystemError where error.code == .notFound {
      try Self.makeFolder(path.folder)
      try jpeg.withUnsafeBytes { try file.write($0) }
    }
  }

  /// Makes `folder` and those above it, where they are missing.
  private static func makeFolder(_ folder: FilePath) throws(FileSystemError) {
    if make(folder) { return }
    if errno == ENOENT && folder.folder != folder {
      try makeFolder(folder.folder)
      if make(folder) { return }
    }
    throw FileSystemError(call: "mkdir", path: folder.description, errno: errno)
  }

  private static func make(_ folder: FilePath) -> Bool {
    if folder.withCString({ mkdir($0, 0o777) }) == 0 { return true }
    // Another thread or process may have been faster.
    return errno == EEXIST && folder.isFolder
  }
}
