package import DurableFiles
public import Hashing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file whose bytes have been proved to be those that the ledger means, handed out in pieces.
///
/// All of it is read once before anything is sent, and the digest of each piece noted. A piece is compared with its
/// digest when it is handed out: what is sent is what was proved, whatever happens to the file meanwhile.
public struct VerifiedFile: Sendable {
  /// Bytes of a piece, for files of up to 50 GB: the least that S3 takes as a part.
  public static let usualPieceByteCount = 5 << 20
  /// As many pieces a file has at most: the number of parts that S3 allows in an upload
  /// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html).
  public static let pieceLimit = 10_000

  /// The size of the file in bytes.
  public let byteCount: Int
  /// The SHA-256 of the whole file.
  public let sha256: SHA256Digest
  /// Bytes of each piece but the last.
  public let pieceByteCount: Int
  /// The SHA-256 of each piece; at least one, also of an empty file.
  public let pieces: [SHA256Digest]
  private let source: any ByteSource
  /// A file of one piece is kept in memory from the one time it was read.
  private let whole: Data?

  /// Reads all of `source` and compares it with what the ledger says, a piece at a time; others get their turn in
  /// between.
  ///
  /// - Throws: ``DeliveryError`` with the code `changed` if size or content differ, `failed` if it cannot be read,
  ///   `interrupted` if the task was cancelled.
  package init(
    _ source: any ByteSource, byteCount: Int, sha256: SHA256Digest,
    pieceByteCount: Int = VerifiedFile.usualPieceByteCount
  ) async throws(DeliveryError) {
    self.source = source
    self.byteCount = byteCount
    self.sha256 = sha256
    let needed = (byteCount + Self.pieceLimit - 1) / Self.pieceLimit
    // Larger pieces are whole mebibytes.
    self.pieceByteCount = needed <= pieceByteCount ? pieceByteCount : (needed + 0xF_FFFF) & ~0xF_FFFF
    guard source.byteCount == byteCount else { throw Self.changed }
    let whole = SHA256Hasher()
    var pieces: [SHA256Digest] = []
    var kept: Data?
    let buffer = PieceBuffer(byteCount: min(self.pieceByteCount, byteCount))
    repeat {
      if Task.isCancelled { throw DeliveryError(code: .interrupted, reason: "interrupted") }
      let start = pieces.count * self.pieceByteCount
      let count = min(self.pieceByteCount, byteCount - start)
      let bytes = try buffer.read(source, at: start, count: count)
      if byteCount <= self.pieceByteCount {
        whole.update(bytes)
        pieces.append(sha256)
        kept = Data(bytes)
      } else {
        // The two take most of the time, so they are made side by side.
        async let digest = buffer.digest(ofFirst: count)
        whole.update(bytes)
        pieces.append(await digest)
      }
      await Task.yield()
    } while pieces.count * self.pieceByteCount < byteCount
    guard whole.finish() == sha256 else { throw Self.changed }
    self.pieces = pieces
    self.whole = kept
  }

  /// The piece of the number `index`, from 0.
  ///
  /// - Throws: ``DeliveryError`` with the code `changed` if the piece is not what it was, `failed` if it cannot be
  ///   read.
  public func piece(_ index: Int) throws(DeliveryError) -> Data {
    if let whole { return whole }
    let start = index * pieceByteCount
    let buffer = PieceBuffer(byteCount: min(pieceByteCount, byteCount - start))
    let bytes = try buffer.read(source, at: start, count: buffer.byteCount)
    guard SHA256Digest(of: bytes) == pieces[index] else { throw Self.changed }
    return buffer.data()
  }

  /// All bytes.
  ///
  /// - Throws: As ``piece(_:)``.
  func allBytes() throws(DeliveryError) -> Data {
    if let whole { return whole }
    let buffer = PieceBuffer(byteCount: byteCount)
    for (index, digest) in pieces.enumerated() {
      let start = index * pieceByteCount
      let bytes = try buffer.read(
        source, at: start, count: min(pieceByteCount, byteCount - start), to: start)
      guard SHA256Digest(of: bytes) == digest else { throw Self.changed }
    }
    return buffer.data()
  }

  static let changed = DeliveryError(
    code: .changed, reason: "changed on disk: the file is not what was added")
}
