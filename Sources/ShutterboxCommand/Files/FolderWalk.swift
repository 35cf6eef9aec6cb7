import DurableFiles
import PhotoPipeline

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
    let names: [FilePath]
    do throws(FileSystemError) {
      names = try Folder(folder).names().filter { $0.bytes.first != UInt8(ascii: ".") }
    } catch {
      return [failed(folder, error)]
    }
    return names.flatMap { item(folder.appending($0.bytes)) }
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
}
