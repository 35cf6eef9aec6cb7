public import DurableFiles

extension FileReceiverStorage {
  /// The greatest size of a record or of what lies beside a file, in bytes; they have some hundreds.
  static let recordLimit = 1 << 14

  static func partName(_ upload: UploadID) -> FilePath { FilePath("\(upload.text).part") }

  static func recordName(_ upload: UploadID) -> FilePath { FilePath("\(upload.text).json") }

  public func create(_ upload: UploadRecord) throws(FileSystemError) {
    try willTake(.makePart)
    // Bytes without a record are nobody's: recovery removes them.
    _ = try uploads.growingFile(Self.partName(upload.id), isNew: true)
    do throws(FileSystemError) {
      try update(upload)
    } catch {
      // Recovery removes it if this cannot.
      _ = try? remove(upload.id)
      throw error
    }
  }

  public func update(_ upload: UploadRecord) throws(FileSystemError) {
    try write(RecordFile(upload).text, as: Self.recordName(upload.id), in: uploads)
  }

  public func remember(_ upload: UploadRecord) throws(FileSystemError) { try update(upload) }

  public func part(of upload: UploadID) throws(FileSystemError) -> any ReceiverPart {
    FilePart(try uploads.growingFile(Self.partName(upload), isNew: false), willTake: willTake)
  }

  public func remove(_ upload: UploadID) throws(FileSystemError) {
    try willTake(.removePart)
    try uploads.remove(Self.partName(upload))
    try willTake(.removeRecord)
    try uploads.remove(Self.recordName(upload))
    try willTake(.syncRemoval)
    try uploads.sync()
  }
}

/// The bytes of an unfinished upload in a file.
private final class FilePart: ReceiverPart {
  private let file: GrowingFile
  private let willTake: @Sendable (FileReceiverStorage.Step) throws(FileSystemError) -> Void

  init(
    _ file: GrowingFile,
    willTake: @escaping @Sendable (FileReceiverStorage.Step) throws(FileSystemError) -> Void
  ) {
    self.file = file
    self.willTake = willTake
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError) {
    try willTake(.writeBytes)
    try file.write(bytes, at: offset)
  }

  func sync() throws(FileSystemError) {
    try willTake(.syncBytes)
    try file.sync()
  }

  func truncate(to byteCount: Int) throws(FileSystemError) {
    try willTake(.truncateBytes)
    try file.truncate(to: byteCount)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int {
    try file.read(into: buffer, at: offset)
  }
}
