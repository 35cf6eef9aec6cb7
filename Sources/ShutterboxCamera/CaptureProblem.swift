import Foundation

/// Why the camera or the photo library gave no result although the person did not cancel.
public enum CaptureProblem: Error {
  /// The camera gave neither a picture nor a movie.
  case nothingGiven
  /// The photo library gave neither. What was chosen lies in the cloud alone, most likely, and could not be loaded.
  case notOnDevice
  /// There is no room for the movie on the device.
  case storageFull
  /// The movie could not be moved to the app's folder.
  case movieNotKept(any Error)

  /// What it means that a source gave nothing.
  init(nothingFrom source: CaptureSource) {
    self = source == .camera ? .nothingGiven : .notOnDevice
  }

  /// What it means that a movie could not be moved.
  init(notKept error: any Error) {
    self = Self.isStorageFull(error) ? .storageFull : .movieNotKept(error)
  }

  /// Looks through the errors that caused `error` as well.
  private static func isStorageFull(_ error: any Error) -> Bool {
    var next: NSError? = error as NSError
    while let error = next {
      switch (error.domain, error.code) {
      case (NSCocoaErrorDomain, CocoaError.fileWriteOutOfSpace.rawValue): return true
      case (NSPOSIXErrorDomain, Int(POSIXErrorCode.ENOSPC.rawValue)): return true
      case (NSPOSIXErrorDomain, Int(POSIXErrorCode.EDQUOT.rawValue)): return true
      default: next = error.userInfo[NSUnderlyingErrorKey] as? NSError
      }
    }
    return false
  }
}

extension CaptureProblem: CustomStringConvertible {
  /// A sentence for people, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .nothingGiven: "the camera gave no picture; try again"
    case .notOnDevice:
      "the photo library gave no picture; it may lie in the cloud alone: go online and try again"
    case .storageFull: "there is no room for the movie; free some space and record it again"
    case .movieNotKept(let error): "the movie could not be kept: \(error)"
    }
  }
}
