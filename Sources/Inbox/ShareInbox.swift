public import DurableFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The folder where a share extension leaves files for the app.
///
/// The extension calls ``drop(files:)`` and is done. That copies bytes and renames: nothing is decoded, no
/// database is opened, no lock is held, and at most a few hundred KiB of memory are used for files of any
/// size. The app takes the drops later, when it has the time and the memory.
///
/// A drop is a folder named after its id:
///
///     <inbox>/<id>/drop.json, 1, 2, …    a drop, whole
///     <inbox>/.new-<id>/…                one that is being made, or whose process died while it did
///     <inbox>/aside/<id>/…               one that the app refused, with the reasons in refused.json
///
/// It gets its name when all of it is on the disk. So a drop is there whole or not at all, whenever the
/// process or the machine stops. Files have numbers for names: what they were called is only told in
/// `drop.json`, and no name can collide, lead outside or be misread. Folders have mode 0700 and files 0600.
///
/// The folder must be the app's own, such as one in the container of its app group, and not one that people see.
public struct ShareInbox: Sendable {
  /// Where the inbox lies.
  let path: FilePath
  /// The time that drops are stamped with and that their age is measured by.
  let now: @Sendable () -> Date
  /// 64 bits from a generator that nobody can guess.
  let random: @Sendable () -> UInt64
  /// Where unfinished files and folders are listed.
  let temporaries: TemporaryFiles

  /// - Parameters:
  ///   - folder: The folder of the inbox, made by the first drop if it is missing.
  ///   - now: The clock.
  ///   - random: 64 random bits a call; those of the system by default.
  public init(
    folder: URL, now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.init(FilePath(folder), now: now, random: random)
  }

  /// - Parameters:
  ///   - path: The folder of the inbox, whatever the encoding of its name.
  ///   - temporaries: Where unfinished files are listed, for a process that removes them when it is told
  ///     to stop.
  package init(
    _ path: FilePath, now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
    temporaries: TemporaryFiles = TemporaryFiles()
  ) {
    self.path = path
    self.now = now
    self.random = random
    self.temporaries = temporaries
  }

  /// Copies files into the inbox as one drop.
  ///
  /// When this returns, the copies are on the disk and the originals are no longer needed.
  ///
  /// - Parameter files: At least one. A symbolic link stands for the file that it leads to, an empty file is
  ///   copied as it is, and a file that is named twice is copied twice.
  /// - Throws: ``FileSystemError`` with the first failure: it names the file that is missing, no regular file,
  ///   or changed while it was being copied, or the one in the inbox that could not be written. Nothing of
  ///   the drop is left then. Only if the inbox itself cannot be synced last of all, nor the drop be renamed
  ///   back, it is there, whole.
  public func drop(files: [URL]) throws(FileSystemError) -> Drop {
    for file in files where !file.isFileURL {
      throw FileSystemError(code: .io, path: file.absoluteString, message: "is no file on this machine")
    }
    return try drop(files.map { FilePath($0) }).drop
  }
}

extension FilePath {
  /// The path of a file URL with the bytes that the system takes.
  init(_ url: URL) {
    self = url.withUnsafeFileSystemRepresentation { start in
      // A URL that is no path has none, and none can be opened.
      guard let start else { return FilePath("") }
      var end = start
      while end.pointee != 0 { end += 1 }
      return FilePath(bytes: UnsafeRawBufferPointer(start: start, count: end - start))
    }
  }
}
