public import DurableFiles

/// Where a receiver keeps what comes.
///
/// It is called from several threads, for one upload and for one media from one at a time. What a call has done when
/// it returns survives the end of the process and of the machine, but for what a ``ReceiverPart`` has not synced.
public protocol ReceiverStorage: Sendable {
  /// What there is from a former run: called once, before everything else.
  func recover() throws(FileSystemError) -> ReceiverRecovery

  /// Makes an upload without bytes.
  func create(_ upload: UploadRecord) throws(FileSystemError)

  /// Replaces what is remembered of an unfinished upload.
  func update(_ upload: UploadRecord) throws(FileSystemError)

  /// Remembers an upload that never was unfinished, since its media has a file.
  func remember(_ upload: UploadRecord) throws(FileSystemError)

  /// The bytes of an unfinished upload.
  ///
  /// - Throws: ``FileSystemError`` with the code `notFound` if there are none.
  func part(of upload: UploadID) throws(FileSystemError) -> any ReceiverPart

  /// Makes the bytes of an unfinished upload, all of which are on the disk, the file of its media. Nothing that is
  /// there is replaced.
  ///
  /// It can be called again after it failed. That the same bytes are there already is no error.
  ///
  /// - Throws: ``FileSystemError`` with the code `exists` if the media has a file of other bytes.
  func keep(_ upload: UploadRecord, as file: StoredFile) throws(FileSystemError)

  /// The file that a media has, whole; `nil` if there is none.
  func file(of media: MediaKey) throws(FileSystemError) -> StoredFile?

  /// Forgets the upload, and removes the bytes of an unfinished one. A file stays. That it is gone is no error.
  func remove(_ upload: UploadID) throws(FileSystemError)

  /// How many bytes may still be written, or `nil` if that cannot be told.
  func freeByteCount() -> Int?
}
