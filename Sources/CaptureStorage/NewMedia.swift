package import DurableFiles
import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A photo or movie that an entry is to own.
public struct NewMedia: Sendable {
  /// Where its bytes come from.
  enum Content: Sendable {
    case bytes(Data, SHA256Digest)
    /// Copied, sharing the blocks of the file where the file system can.
    case file(FileByteSource)
    /// Copied through memory, a piece at a time.
    case source(any ByteSource)

    /// The digest, where it is known before the bytes are written.
    var digest: SHA256Digest? {
      if case .bytes(_, let digest) = self { digest } else { nil }
    }
  }

  /// The original's metadata, and why they are kept.
  struct KeptMetadata: Sendable {
    let reason: String
    let json: String
  }

  let kind: Media.Kind
  let content: Content
  let fileExtension: String
  let width: Int
  let height: Int
  let source: Media.Source
  let removed: [String]
  private(set) var keptMetadata: KeptMetadata?

  /// A prepared photo.
  ///
  /// - Parameters:
  ///   - source: Where the photo came from.
  ///   - jpeg: The JPEG file, which must carry nothing that must not leave: the store does not look at it.
  ///   - width: Width of the upright picture in pixels.
  ///   - height: Height of the upright picture in pixels.
  ///   - removed: The kinds of metadata that the original carried.
  public static func photo(
    jpeg: Data, width: Int, height: Int, source: Media.Source, removed: [String] = []
  ) -> NewMedia {
    NewMedia(
      kind: .photo, content: .bytes(jpeg, jpeg.withUnsafeBytes { SHA256Digest(of: $0) }),
      fileExtension: "jpg", width: width, height: height, source: source,
      removed: removed)
  }

  /// A movie in a file.
  ///
  /// - Parameters:
  ///   - fileExtension: `mov` or `mp4`.
  ///   - width: Width of the upright picture in pixels.
  ///   - height: Height of the upright picture in pixels.
  package static func movie(
    _ file: any ByteSource, fileExtension: String, width: Int, height: Int, source: Media.Source,
    removed: [String] = []
  ) -> NewMedia {
    let content = (file as? FileByteSource).map(Content.file) ?? .source(file)
    return NewMedia(
      kind: .movie, content: content, fileExtension: fileExtension, width: width, height: height,
      source: source,
      removed: removed)
  }

  /// The same with the original's metadata beside it.
  ///
  /// They are stored in the entry, never in the file, and go with the media when the entry is finished.
  ///
  /// - Parameters:
  ///   - json: What the original carried.
  ///   - reason: Why that is kept, in words.
  /// - Throws: ``CaptureStoreError`` with the code `invalid` if the reason has no words.
  public func keepingMetadata(_ json: String, reason: String) throws(CaptureStoreError) -> NewMedia {
    try Self.checkReason(reason)
    var media = self
    media.keptMetadata = KeptMetadata(reason: reason, json: json)
    return media
  }

  /// Checks that there is a reason to keep metadata.
  ///
  /// - Throws: ``CaptureStoreError`` with the code `invalid` if it has no words.
  package static func checkReason(_ reason: String) throws(CaptureStoreError) {
    guard reason.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw CaptureStoreError(
        code: .invalid, subject: "reason", message: "is empty; say in words why the metadata are kept")
    }
  }
}
