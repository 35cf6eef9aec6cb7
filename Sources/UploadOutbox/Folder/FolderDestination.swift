import CaptureStorage
import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A folder, such as one that is synchronized or mounted: media become `<entry>/<media>.jpg` in it.
///
/// A file appears under its name whole, synced, and read back, or not at all. The folder itself must be there: were
/// it made, media would land on the wrong disk while the right one is not mounted.
public struct FolderDestination: Destination {
  public let name: String
  public let isLocal = true
  private let path: FilePath

  /// - Parameter folder: Where the folders of entries are made.
  public init(folder: URL) {
    self.init(folder: FilePath(folder.path))
  }

  package init(folder: FilePath) {
    path = folder
    name = folder.description
  }

  public func send(_ delivery: Delivery) async throws(DeliveryError) {
    do {
      let folder = try Folder(path).makingFolder(FilePath(delivery.media.entry.text))
      try await write(delivery, to: folder)
    } catch let error as DeliveryError {
      throw error
    } catch let error as FileSystemError {
      throw DeliveryError(writing: error)
    } catch {
      throw DeliveryError(code: .failed, reason: "\(error)")
    }
  }

  /// There is nothing to free: a part is overwritten by the next attempt, and removed with it.
  public func abandon(_ state: String) async throws(DeliveryError) {}

  public func check() async throws(DeliveryError) -> String {
    do throws(FileSystemError) {
      let folder = try Folder(path)
      let probe = FilePath(".shutterbox-check")
      try folder.remove(probe)
      try folder.create(probe).finish()
      try folder.remove(probe)
      return "files can be written"
    } catch {
      throw DeliveryError(writing: error)
    }
  }

  private func write(_ delivery: Delivery, to folder: Folder) async throws {
    let (name, part) = (FilePath(delivery.fileName), FilePath(".\(delivery.media.id).part"))
    if try await isThere(delivery, name, in: folder) { return }
    try folder.remove(part)
    do {
      let file = try folder.create(part, mode: 0o644)
      var offset = 0
      for index in delivery.file.pieces.indices {
        if Task.isCancelled { throw DeliveryError(code: .interrupted, reason: "interrupted") }
        let piece = try delivery.file.piece(index)
        try file.write(piece)
        offset += piece.count
        delivery.report(.init(offset: offset, sentByteCount: offset))
        await Task.yield()
      }
      try file.finish()
      try await verify(delivery, part, in: folder)
      try folder.rename(part, to: name)
      try folder.sync()
    } catch {
      // The first error is the one that is told; the next attempt overwrites what is left.
      _ = try? folder.remove(part)
      throw error
    }
  }

  /// Whether the media are there already.
  private func isThere(_ delivery: Delivery, _ name: FilePath, in folder: Folder) async throws -> Bool {
    do throws(FileSystemError) {
      _ = try folder.status(name)
    } catch  where error.code == .notFound {
      return false
    }
    do {
      try await verify(delivery, name, in: folder)
      try folder.sync()
      return true
    } catch let error as DeliveryError where error.code == .failed {
      throw DeliveryError(
        code: .refused, reason: "another file has the name already: \(folder.path(of: name))")
    }
  }

  /// Reads a file back and compares it with what was sent.
  private func verify(_ delivery: Delivery, _ name: FilePath, in folder: Folder) async throws(DeliveryError) {
    let source: FileByteSource
    do throws(FileSystemError) {
      source = try folder.open(name)
    } catch {
      throw DeliveryError(writing: error)
    }
    do throws(DeliveryError) {
      _ = try await VerifiedFile(
        source, byteCount: delivery.file.byteCount, sha256: delivery.file.sha256)
    } catch  where error.code == .changed {
      throw DeliveryError(
        code: .failed, reason: "what was written to the folder cannot be read back as it was")
    }
  }
}

extension DeliveryError {
  /// Why a folder did not take a file.
  fileprivate init(writing error: FileSystemError) {
    let code: Code =
      switch error.code {
      case .noSpace: .busy
      case .notFound, .permissionDenied: .unreachable
      default: .failed
      }
    let hint = error.code == .notFound ? "; is the disk mounted?" : ""
    self.init(code: code, reason: "\(error.path): \(error.message)\(hint)")
  }
}
