package import DurableFiles

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension TLSIdentity {
  /// Why there is no identity.
  package enum Failure: Error {
    case file(FileSystemError)
    case identity(ListenerError)
  }

  /// No certificate with its key comes near, in bytes.
  private static let byteLimit = 1 << 20

  /// Reads a certificate and its key from files, which may be one and the same.
  package static func read(certificates: FilePath, key: FilePath) throws(Failure) -> TLSIdentity {
    let (certificates, key) = (try text(of: certificates), try text(of: key))
    return try identity { () throws(ListenerError) in try TLSIdentity(certificates: certificates, key: key) }
  }

  /// The identity that is kept in `folder`, which others cannot read. One is made if there is none, or if it ends
  /// within a month, so that clients which trust it can go on trusting it.
  package static func kept(
    in folder: FilePath, names: [String], now: Date
  ) throws(Failure) -> TLSIdentity {
    // Key and certificate lie in one file, so that they always fit.
    let path = folder.appending("identity.pem".utf8)
    if let identity = try keptIdentity(path), identity.end > now.addingTimeInterval(30 * 86_400) {
      return identity
    }
    let made = try identity { () throws(ListenerError) in try selfSigned(names: names, from: now) }
    do throws(FileSystemError) {
      let folder = try Folder.making(folder)
      let temporary = FilePath(".identity-\(UInt64.random(in: .min ... .max)).tmp")
      do throws(FileSystemError) {
        let file = try folder.create(temporary, mode: 0o600)
        try file.write(Array((made.key + made.certificates).utf8))
        try file.finish()
        try folder.rename(temporary, to: "identity.pem")
        try folder.sync()
      } catch {
        try folder.remove(temporary)
        throw error
      }
    } catch {
      throw .file(error)
    }
    // Another process may have made one at the same time; the last one written counts for both.
    return try keptIdentity(path) ?? made
  }

  private static func keptIdentity(_ path: FilePath) throws(Failure) -> TLSIdentity? {
    do throws(Failure) {
      return try read(certificates: path, key: path)
    } catch {
      if case .file(let failure) = error, failure.code == .notFound { return nil }
      throw error
    }
  }

  private static func text(of path: FilePath) throws(Failure) -> String {
    do throws(FileSystemError) {
      let source = try FileByteSource(path)
      guard let bytes = try source.bytes(limit: byteLimit) else {
        throw FileSystemError(code: .io, path: source.name, message: "is too large for a certificate")
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .file(error)
    }
  }

  private static func identity(
    _ make: () throws(ListenerError) -> TLSIdentity
  ) throws(Failure) -> TLSIdentity {
    do throws(ListenerError) {
      return try make()
    } catch {
      throw .identity(error)
    }
  }
}
