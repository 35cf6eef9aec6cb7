#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the XML that S3 answers with.
///
/// A document type declaration is refused before and while it is parsed. It is where entities are declared, and
/// without them no document is larger than its bytes and none reads a file.
enum S3XML {
  enum Failure: Error {
    /// It is no document, or none that S3 sends.
    case malformed
    /// The library that reads XML is not installed.
    case unavailable
  }

  /// The outermost element of a whole document in UTF-8.
  static func parse(_ document: Data) throws(Failure) -> S3Element {
    // "Amazon S3 periodically sends white space characters to keep the connection from timing out", which must not
    // stand before the declaration of XML.
    let bytes = document.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard bytes.first == 0x3C, !bytes.contains(0), isInUTF8(bytes), !hasDocumentType(bytes) else {
      throw .malformed
    }
    return try parsed(Data(bytes))
  }

  /// Whether the declaration of XML, if there is one, names no other encoding, in which much could hide.
  private static func isInUTF8(_ bytes: Data) -> Bool {
    let declaration = String(decoding: bytes.prefix { $0 != 0x3E }, as: UTF8.self).lowercased()
    return !declaration.hasPrefix("<?xml") || !declaration.contains("encoding")
      || declaration.contains("utf-8")
  }

  private static func hasDocumentType(_ bytes: Data) -> Bool {
    let word = Array("<!DOCTYPE".utf8)
    return bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }
}
