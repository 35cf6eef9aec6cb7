import Foundation

/// A text in `Info.plist` that says why an app wants something. Without it the system ends the app.
public enum UsageDescription: String, CaseIterable, Hashable, Sendable {
  /// Needed for the camera.
  case camera = "NSCameraUsageDescription"
  /// Needed for movies alone.
  case microphone = "NSMicrophoneUsageDescription"
  /// Needed to save to the photo library.
  case photoLibraryAdditions = "NSPhotoLibraryAddUsageDescription"

  /// What ``CameraCapture`` needs.
  ///
  /// The photo library that takes the place of a missing camera needs no text: it runs outside the app.
  public static func needed(for source: CaptureSource, allowsVideo: Bool) -> [UsageDescription] {
    guard source == .camera else { return [] }
    return allowsVideo ? [.camera, .microphone] : [.camera]
  }

  /// Those of `needed` that `info` does not have, in the order given. A text of white space counts as missing.
  ///
  /// - Parameter needed: The texts that are needed.
  /// - Parameter info: The content of `Info.plist`; that of the app is `Bundle.main.infoDictionary`.
  public static func missing(_ needed: [UsageDescription], in info: [String: Any]) -> [UsageDescription] {
    needed.filter { key in
      guard let text = info[key.rawValue] as? String else { return true }
      return text.allSatisfy(\.isWhitespace)
    }
  }

  /// A sentence that says what is missing, or `nil` if nothing is.
  public static func complaint(_ needed: [UsageDescription], in info: [String: Any]) -> String? {
    let keys = missing(needed, in: info).map(\.rawValue)
    guard !keys.isEmpty else { return nil }
    return
      "Info.plist lacks \(keys.joined(separator: " and ")); the system ends the app that goes on without. "
      + "Add a sentence that says what for."
  }

  /// Says in a debug build what the app's own `Info.plist` lacks.
  static func check(_ needed: [UsageDescription]) {
    #if DEBUG
      if let complaint = complaint(needed, in: Bundle.main.infoDictionary ?? [:]) { NSLog("%@", complaint) }
    #endif
  }
}
