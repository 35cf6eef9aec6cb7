// What is used of UniformTypeIdentifiers (https://developer.apple.com/documentation/uniformtypeidentifiers), and the item
// provider, which is Foundation's on Apple's systems and missing in that of Linux.
public import Foundation

/// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
public struct UTType: Hashable, Sendable {
  public let identifier: String

  public static let image = UTType(identifier: "public.image")
  public static let movie = UTType(identifier: "public.movie")
  public static let jpeg = UTType(identifier: "public.jpeg")
  public static let heic = UTType(identifier: "public.heic")
}

/// https://developer.apple.com/documentation/foundation/nsitemprovider
public final class NSItemProvider {
  private let type: String
  private let outcome: Result<URL, any Error>?

  /// - Parameter outcome: The file, which is gone after the callback; an error; or neither.
  public init(type: UTType?, _ outcome: Result<URL, any Error>?) {
    self.type = type?.identifier ?? "public.url"
    self.outcome = outcome
  }

  public func hasItemConformingToTypeIdentifier(_ type: String) -> Bool { type == self.type }

  public func loadFileRepresentation(
    forTypeIdentifier type: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    let outcome = outcome
    Thread.detachNewThread {
      switch outcome {
      case .success(let file)?:
        completionHandler(file, nil)
        try? FileManager.default.removeItem(at: file)
      case .failure(let error)?: completionHandler(nil, error)
      case nil: completionHandler(nil, nil)
      }
    }
    return Progress(totalUnitCount: 1)
  }
}
