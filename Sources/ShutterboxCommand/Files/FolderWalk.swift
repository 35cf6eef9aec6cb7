import DurableFiles
import PhotoPipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the photos in a folder and the folders below it.
struct FolderWalk {
  /// Whether a file is wanted, told by its content.
  let isWanted: @Sendable (any ByteSource) throws(FileSystemError) -> Bool
  /// A folder that is passed over, because it takes the results.
  let skipped: FileStatus.Identity?

  /// The files below `folder`, sorted by the bytes of their names, folder by folder.
  ///
  /// Hidden files and folders and empty files are passed over. A symbolic link to a file counts as that file; one to a
  /// folder is not followed, so the walk cannot go in circles. A folder or file that cannot be read is
  /// an item with the reason.
  func items(in folder: FilePath) -> [InputItem] {
    let names: [[UInt8]]
    do throws(FileSystemError) {
      names = try Self.names(in: folder)
    } catch {
      return [failed(folder, error)]
    }
    return names.flatMap { item(folder.appending($0)) }
  }

  private func item(_ path: FilePath) -> [InputItem] {
    do throws(FileSystemError) {
      let status = try FileStatus(path, followingLinks: false)
      switch status.kind {
      case .folder: return status.identity == skipped ? [] : items(in: path)
      case .file: return try file(path, status)
      case .symbolicLink:
        // A link that leads nowhere is no photo.
        guard let target = try? FileStatus(path, followingLinks: true), target.kind == .file else {
          return []
        }
        return try file(path, target)
      case .other: return []
      }
    } catch {
      return [failed(path, error)]
    }
  }

  private func file(_ path: FilePath, _ status: FileStatus) throws(FileSystemError) -> [InputItem] {
    // No photo is empty, and what only looks empty, such as a file of /proc, is better not opened.
    guard status.byteCount > 0 else { return [] }
    return try isWanted(FileByteSource(path)) ? [InputItem(path: path, content: .file)] : []
  }

  private func failed(_ path: FilePath, _ error: FileSystemError) -> InputItem {
    InputItem(path: path, content: .failure(ItemFailure(error, input: path)))
  }

  /// The names in `folder` that are not hidden, sorted.
  private static func names(in folder: FilePath) throws(FileSystemError) -> [[UInt8]] {
    guard let stream = folder.withCString({ opendir($0) }) else {
      throw FileSystemError(call: "opendir", path: folder.description, errno: errno)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      // readdir(3): "To distinguish end of stream from an error, set errno to zero before calling".
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = name(of: entry)
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    guard errno == 0 else {
      throw FileSystemError(call: "readdir", path: folder.description, errno: errno)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // The name is read through a pointer into the entry: a copy of the structure would end at the size
    // that the header declares, while the system may return a longer name.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    return Array(
      UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
  }
}
