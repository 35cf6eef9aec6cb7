package import CaptureStorage
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
  /// Bytes of a piece, for files of up to 80 GB.
  public static let usualPieceByteCount = 8 << 20
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

  /// Reads all of `source` and compares it with what the ledger says.
  ///
  /// - Throws: ``DeliveryError`` with the code `changed` if size or content differ, `failed` if it cannot be read.
  package init(
    _ source: any ByteSource, byteCount: Int, sha256: SHA256Digest,
    pieceByteCount: Int = VerifiedFile.usualPieceByteCount
  ) throws(DeliveryError) {
    self.source = source
    self.byteCount = byteCount
    self.sha256 = sha256
    let needed = (byteCount + Self.pieceLimit - 1) / Self.pieceLimit
    self.pieceByteCount = max(pieceByteCount, (needed + 0xF_FFFF) & ~0xF_FFFF)
    guard source.byteCount == byteCount else { throw Self.changed }
    do throws(FileSystemError) {
      pieces = try Self.digests(of: source, pieceByteCount: self.pieceByteCount, expecting: sha256)
    } catch {
      throw DeliveryError(code: .failed, reason: error.message)
    }
    guard !pieces.isEmpty else { throw Self.changed }
  }

  /// The piece that holds the byte at `offset`, from there to its end.
  ///
  /// - Parameter offset: 0 to less than `byteCount`; the length of an empty file gives no bytes.
  /// - Throws: ``DeliveryError`` with the code `changed` if the piece is not what it was, `failed` if it cannot be
  ///   read.
  public func bytes(from offset: Int) throws(DeliveryError) -> Data {
    let index = min(offset / pieceByteCount, pieces.count - 1)
    let piece = try piece(index)
    return offset == index * pieceByteCount ? piece : Data(piece.dropFirst(offset - index * pieceByteCount))
  }

  /// The piece of the number `index`, from 0.
  ///
  /// - Throws: As ``bytes(from:)``.
  public func piece(_ index: Int) throws(DeliveryError) -> Data {
    let start = index * pieceByteCount
    var data = Data(count: min(pieceByteCount, byteCount - start))
    let digest: SHA256Digest
    do {
      digest = try data.withUnsafeMutableBytes { buffer in
        guard try source.read(into: buffer, at: start) == buffer.count else { throw Self.changed }
        return SHA256Digest(of: UnsafeRawBufferPointer(buffer))
      }
    } catch let error as FileSystemError {
      throw DeliveryError(code: .failed, reason: error.message)
    } catch {
      throw Self.changed
    }
    guard digest == pieces[index] else { throw Self.changed }
    return data
  }

  /// The digests of the pieces; none if the whole is not what was expected.
  private static func digests(
    of source: any ByteSource, pieceByteCount: Int, expecting sha256: SHA256Digest
  ) throws(FileSystemError) -> [SHA256Digest] {
    let whole = SHA256Hasher()
    var piece = SHA256Hasher()
    var digests: [SHA256Digest] = []
    var filled = 0
    try source.forEachPiece { bytes throws(FileSystemError) in
      whole.update(bytes)
      var rest = bytes
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(pieceByteCount - filled))
        piece.update(part)
        filled += part.count
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        if filled == pieceByteCount {
          digests.append(piece.finish())
          piece = SHA256Hasher()
          filled = 0
        }
      }
    }
    if filled > 0 || digests.isEmpty { digests.append(piece.finish()) }
    return whole.finish() == sha256 ? digests : []
  }

  private static let changed = DeliveryError(
    code: .changed, reason: "changed on disk: the file is not what was added")
}
