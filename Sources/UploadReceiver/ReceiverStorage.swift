public import DurableFiles
public import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where a receiver keeps what comes.
///
/// It is called from several threads, for one upload from one at a time. What a call has done when it returns
/// survives the end of the process and of the machine, but for ``ReceiverPart/append(_:)``.
public protocol ReceiverStorage: Sendable {
  /// What there is from a former run: called once, before everything else.
  func recover() throws(FileSystemError) -> ReceiverRecovery

  /// Makes an upload without bytes.
  func create(_ upload: UploadRecord) throws(FileSystemError) -> any ReceiverPart

  /// Replaces what is remembered of an unfinished upload.
  func update(_ upload: UploadRecord) throws(FileSystemError)

  /// Turns an unfinished upload, which has all its bytes on the disk, into a file. Nothing that is there is replaced.
  ///
  /// - Throws: ``DurableFiles/FileSystemError`` with the code `exists` if the media has a file.
  func keep(_ upload: UploadRecord, as file: StoredFile) throws(FileSystemError)

  /// Remembers an upload that is complete from the start, since its file is there.
  func remember(_ upload: UploadRecord) throws(FileSystemError)

  /// The file that a media has.
  func file(of media: MediaKey) throws(FileSystemError) -> StoredFile?

  /// Forgets the upload, and removes the bytes of an unfinished one. A file stays. That it is gone is no error.
  func remove(_ upload: UploadID) throws(FileSystemError)

  /// How many bytes may still be written, or `nil` if that cannot be told.
  func freeByteCount() -> Int?
}

/// The bytes of an unfinished upload.
public protocol ReceiverPart: AnyObject, Sendable {
  /// Writes all of `bytes` behind those that are there.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError)
  /// Puts the bytes on the disk.
  func sync() throws(FileSystemError)
  /// Takes away the bytes from `byteCount` on.
  func truncate(to byteCount: Int) throws(FileSystemError)
  /// How many bytes there are, synced or not.
  func byteCount() throws(FileSystemError) -> Int
  /// Copies bytes from `offset` on into `buffer`, as many as fit and are there, and returns their number.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileSystemError) -> Int
}

/// What a former run left.
public struct ReceiverRecovery: Sendable {
  /// An upload that was created.
  public struct Upload: Sendable {
    public var record: UploadRecord
    /// Its bytes; `nil` if it is complete and its file stored.
    public var part: (any ReceiverPart)?
    /// When it last got a byte, or became complete.
    public var changedAt: Date

    public init(record: UploadRecord, part: (any ReceiverPart)?, changedAt: Date) {
      self.record = record
      self.part = part
      self.changedAt = changedAt
    }
  }

  public var uploads: [Upload] = []
  /// How many uploads were dropped, since what was known of them could not be read.
  public var dropped = 0
  /// Bytes of all files.
  public var storedBytes = 0

  public init() {}
}
