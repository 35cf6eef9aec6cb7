import CaptureStorage
import DurableFiles
import Gallery
import JSONText
import PhotoPipeline

/// Why one file could not be done, as it is told to scripts and people.
struct ItemFailure: Error, Hashable {
  /// One of `not_found` `not_an_image` `unsupported` `damaged` `too_large` `not_clean` `exists` `io`, or that of
  /// an error of the captures.
  let code: String
  /// One sentence in lower case and without a full stop.
  let message: String

  init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// - Parameter input: The file that the item is named after. A message about another file, such as
  ///   the output, names that file.
  init(_ error: any Error, input: FilePath) {
    switch error {
    case let error as ItemFailure: self = error
    case let error as PhotoPreparer.Error: self.init(code: error.code, message: error.reason)
    case let error as GalleryError: self.init(code: error.code.description, message: error.message)
    case let error as FileSystemError:
      let code =
        switch error.code {
        // Anything else that is missing, such as the folder for the results, is no missing input.
        case .notFound where error.path == input.description: "not_found"
        case .exists: "exists"
        default: "io"
        }
      let message = error.path == input.description ? error.message : error.description
      self.init(code: code, message: message)
    case let error as CaptureStoreError: self.init(code: error.code.description, message: error.description)
    case let error as LedgerError: self.init(code: error.code.description, message: error.description)
    default: self.init(code: "io", message: "\(error)")
    }
  }

  /// The line for people, without the name of the program.
  func text(_ input: FilePath) -> String {
    let cause = code == "io" ? "" : "\(code.replacing("_", with: " ")): "
    return TerminalText.plain("\(input): \(cause)\(message)")
  }

  /// The line for scripts.
  func json(_ input: FilePath) -> JSONValue {
    .object([
      .init("input", .string(input.description)), .init("status", .string("error")),
      .init("code", .string(code)), .init("message", .string(message)),
    ])
  }
}
