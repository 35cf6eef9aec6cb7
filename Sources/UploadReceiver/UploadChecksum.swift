import Hashing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `Upload-Checksum` says of a body.
struct UploadChecksum: Sendable, Hashable {
  enum Algorithm: String, Sendable, CaseIterable {
    case sha256, sha1
  }

  let algorithm: Algorithm
  let digest: [UInt8]

  /// The value of `Tus-Checksum-Algorithm`.
  static let algorithms = Algorithm.allCases.map(\.rawValue).joined(separator: ",")

  /// Reads the value of the header: "the name of the used checksum algorithm and the Base64 encoded checksum separated
  /// by a space" (tus 1.0.0).
  init(_ header: String) throws(RequestError) {
    let parts = header.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .malformed("Upload-Checksum") }
    guard let algorithm = Algorithm(rawValue: String(parts[0])) else {
      throw RequestError(400, "the algorithm of Upload-Checksum is none of \(Self.algorithms)", .checksum)
    }
    let length = algorithm == .sha1 ? SHA1Hasher.byteCount : SHA256Digest.byteCount
    guard let digest = Data(base64Encoded: String(parts[1])), digest.count == length else {
      throw .malformed("Upload-Checksum")
    }
    self.algorithm = algorithm
    self.digest = Array(digest)
  }
}

/// The checksum of a body that comes piece by piece.
struct RunningChecksum {
  private let expected: UploadChecksum
  private let sha1 = SHA1Hasher()
  private let sha256 = SHA256Hasher()

  init(_ expected: UploadChecksum) {
    self.expected = expected
  }

  func update(_ bytes: UnsafeRawBufferPointer) {
    switch expected.algorithm {
    case .sha1: sha1.update(bytes)
    case .sha256: sha256.update(bytes)
    }
  }

  /// Whether the bytes so far are those that were meant.
  func matches() -> Bool {
    switch expected.algorithm {
    case .sha1: sha1.finish() == expected.digest
    case .sha256: sha256.finish().bytes == expected.digest
    }
  }
}
