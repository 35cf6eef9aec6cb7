#if os(Linux)
  import Glibc

  /// Whose certificates are trusted.
  package struct CurlAuthorities: Sendable {
    /// A file of certificates in PEM; `nil` is the one of the system.
    package var file: String?
    /// A folder of certificates under their hashes; `nil` is the one of the system.
    package var folder: String?

    package init(file: String? = nil, folder: String? = nil) {
      self.file = file
      self.folder = folder
    }

    /// What these variables name. Empty ones count as absent.
    package init(environment: [String: String]) {
      file = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
      folder = environment["SSL_CERT_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    }

    static func environment() -> [String: String] {
      var values: [String: String] = [:]
      for name in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
        if let value = getenv(name) { values[name] = String(cString: value) }
      }
      return values
    }
  }
#endif
