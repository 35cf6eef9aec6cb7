import DurableFiles

@testable import UploadReceiver

/// A storage that holds nothing and takes nothing.
struct NoStorage: ReceiverStorage {
  private static let failure = FileSystemError(code: .io, path: "nowhere", message: "there is no storage")

  func recover() throws(FileSystemError) -> ReceiverRecovery { ReceiverRecovery() }
  func create(_ upload: UploadRecord) throws(FileSystemError) { throw Self.failure }
  func update(_ upload: UploadRecord) throws(FileSystemError) { throw Self.failure }
  func remember(_ upload: UploadRecord) throws(FileSystemError) { throw Self.failure }
  func part(of upload: UploadID) throws(FileSystemError) -> any ReceiverPart { throw Self.failure }
  func keep(_ upload: UploadRecord, as file: StoredFile) throws(FileSystemError) { throw Self.failure }
  func file(of media: MediaKey) throws(FileSystemError) -> StoredFile? { nil }
  func remove(_ upload: UploadID) throws(FileSystemError) { throw Self.failure }
  func freeByteCount() -> Int? { nil }
}
