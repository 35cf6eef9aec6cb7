import Foundation
import PhotoFixtures
import Testing

@testable import PhotoPipeline

/// Short ways to prepare a fixture.
enum Preparing {
  /// - Parameter adjust: Changes the default options.
  static func options(_ adjust: (inout PhotoPreparer.Options) -> Void = { _ in }) -> PhotoPreparer.Options {
    var options = PhotoPreparer.Options()
    adjust(&options)
    return options
  }

  /// Prepares a photo in memory.
  static func photo(
    _ bytes: [UInt8], _ adjust: (inout PhotoPreparer.Options) -> Void = { _ in }
  ) throws -> PreparedPhoto {
    try PhotoPreparer(options: options(adjust)).prepare(Data(bytes), name: "a.jpg")
  }

  /// A photo that must not be refused; `nil`, with an issue recorded, if it is.
  static func accepted(
    _ bytes: [UInt8], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> PreparedPhoto? {
    do {
      return try photo(bytes)
    } catch {
      Issue.record(error, comment, sourceLocation: sourceLocation)
      return nil
    }
  }

  /// The JPEG of a photo in memory.
  static func jpeg(
    _ bytes: [UInt8], _ adjust: (inout PhotoPreparer.Options) -> Void = { _ in }
  ) throws -> [UInt8] {
    [UInt8](try photo(bytes, adjust).jpeg)
  }

  /// Why a photo in memory is refused; `nil`, with an issue recorded, if it is not.
  @discardableResult
  static func refusal(
    _ bytes: [UInt8], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ adjust: (inout PhotoPreparer.Options) -> Void = { _ in }
  ) -> PhotoPreparer.Error? {
    let options = options(adjust)
    return #expect(throws: PhotoPreparer.Error.self, comment, sourceLocation: sourceLocation) {
      _ = try PhotoPreparer(options: options).prepare(Data(bytes), name: "a.jpg")
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// The reference programs of libjpeg-turbo make the fixtures.
  static var needsReferencePrograms: Self {
    .enabled(
      if: Tool.isInstalled("cjpeg") && Tool.isInstalled("djpeg") && Tool.isInstalled("jpegtran"),
      "cjpeg, djpeg and jpegtran are not installed (libjpeg-turbo-progs)")
  }
  static var needsPillow: Self {
    .enabled(
      if: ReferencePicture.isAvailable, "Pillow and NumPy are not installed for the system's Python")
  }
  static var needsExifTool: Self {
    .enabled(if: Tool.isInstalled("exiftool"), "exiftool is not installed")
  }
}
