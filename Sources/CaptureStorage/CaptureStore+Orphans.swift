import DurableFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension CaptureStore {
  /// The folder in the home folder where files go that no row names.
  static var asideName: FilePath { "aside" }

  /// Finds what lies among the captures and no row names.
  ///
  /// - Parameter aside: The name of the new folder that it is moved to, if it is.
  nonisolated func orphans(asideAs aside: Identifier<Finding>?) async throws -> [Finding] {
    let captures: Folder?
    do {
      captures = try files.captures()
    } catch {
      return [
        Finding(
          kind: .unreadable, subject: "\(CaptureFiles.capturesName)", message: "\(error)", isRepaired: false)
      ]
    }
    guard let captures else { return [] }
    var findings: [Finding] = []
    for name in try captures.names() {
      guard let entry = Identifier<Entry>(name.description), entry.text == name.description else {
        findings.append(finding([name], "is no folder of an entry", from: captures, asideAs: aside))
        continue
      }
      findings += try await orphans(of: entry, in: captures, asideAs: aside)
    }
    return findings
  }

  private nonisolated func orphans(
    of entry: Identifier<Entry>, in captures: Folder, asideAs aside: Identifier<Finding>?
  ) async throws -> [Finding] {
    let name = FilePath(entry.text)
    let folder: Folder
    do throws(FileSystemError) {
      folder = try captures.folder(name)
    } catch {
      // It was finished just now.
      if error.errno == ENOENT { return [] }
      return [finding([name], "is no folder, or cannot be opened", from: captures, asideAs: nil)]
    }
    var findings: [Finding] = []
    for file in try folder.names() where try await isOrphan(file, of: entry) {
      // Its row may have been released, and it with that, since the folder was read.
      guard (try? folder.status(file)) != nil else { continue }
      findings.append(finding([name, file], "no row names it", from: folder, asideAs: aside))
    }
    if aside != nil || findings.isEmpty { try await removeIfUnused(entry) }
    return findings
  }

  /// Whether no row names the file.
  private func isOrphan(_ file: FilePath, of entry: Identifier<Entry>) throws -> Bool {
    let media = MediaFile.media(ofPart: file) ?? MediaFile.media(of: file)
    guard let media else { return true }
    let row = try database.row(.anyMedia, .text(media.text)) {
      (entry: $0.text(0), file: $0.text(1), session: $0.integer(2))
    }
    guard let row, row.entry == entry.text else { return true }
    // A part is named by a row for as long as that is a claim.
    return file == MediaFile.partName(of: media) ? row.session == nil : row.file != file.description
  }

  /// Removes the folder of an entry that is not there, if it is empty.
  private func removeIfUnused(_ entry: Identifier<Entry>) throws {
    let state = try database.row(.entryState, .text(entry.text)) { $0.text(0) ?? "" }
    // An entry that is being made has its row before its folder.
    if state == nil || state == "finished" { try files.removeFolder(of: entry) }
  }

  private nonisolated func finding(
    _ path: [FilePath], _ message: String, from folder: Folder, asideAs aside: Identifier<Finding>?
  ) -> Finding {
    let subject = "\(CaptureFiles.capturesName)/\(path.map(\.description).joined(separator: "/"))"
    var message = message
    var isRepaired = false
    if let aside, let name = path.last {
      do throws(FileSystemError) {
        message += "; it is now \(try move(name, of: path.dropLast().first, from: folder, to: aside))"
        isRepaired = true
      } catch {
        message += "; it could not be moved aside: \(error.message)"
      }
    }
    return Finding(kind: .orphan, subject: subject, message: message, isRepaired: isRepaired)
  }

  /// Moves `name` out of the captures.
  ///
  /// - Returns: Where it is now, relative to the home folder.
  private nonisolated func move(
    _ name: FilePath, of entry: FilePath?, from folder: Folder, to aside: Identifier<Finding>
  ) throws(FileSystemError) -> String {
    // The new folder has an id of its own, so nothing can have the name there.
    let parts = [Self.asideName, FilePath(aside.text)] + (entry.map { [$0] } ?? [])
    var target = files.home
    for part in parts { target = try target.makingFolder(part) }
    try folder.rename(name, to: name, in: target)
    try target.sync()
    try folder.sync()
    return (parts + [name]).map(\.description).joined(separator: "/")
  }
}
