#if canImport(UIKit)
  import Foundation
  public import SwiftUI
  public import UIKit
  import UniformTypeIdentifiers

  /// The camera of the system, with the flash, the lenses, the focus and the shutter that the person knows.
  ///
  /// Show it in a sheet or a full-screen cover. It never dismisses itself: set your state in `onCapture`.
  /// Where there is no camera the photo library takes its place; ``onReport(_:)`` and ``source`` tell which it is.
  ///
  /// `Info.plist` needs the texts of ``UsageDescription/needed(for:allowsVideo:)``.
  public struct CameraCapture: UIViewControllerRepresentable {
    private let allowsVideo: Bool
    private let onCapture: @MainActor (CaptureResult?) -> Void
    private var report: (@MainActor (CaptureReport) -> Void)?
    private var shelter: MovieShelter?
    private var purpose: String?

    /// - Parameters:
    ///   - allowsVideo: Whether movies can be made too. `false` by default; the microphone is not touched then.
    ///   - onCapture: Takes the result, exactly once for each presentation. `nil` means that there is none: the
    ///     person cancelled, swiped the sheet down or tapped outside. That is not an error.
    public init(
      allowsVideo: Bool = false, onCapture: @escaping @MainActor (CaptureResult?) -> Void
    ) {
      self.allowsVideo = allowsVideo
      self.onCapture = onCapture
    }

    /// What a camera shown now uses.
    public static var source: CaptureSource {
      CaptureSource(hasCamera: UIImagePickerController.isSourceTypeAvailable(.camera))
    }

    /// Takes what there is to know beside the result, immediately before `onCapture` is called.
    public func onReport(_ action: @escaping @MainActor (CaptureReport) -> Void) -> CameraCapture {
      var copy = self
      copy.report = action
      return copy
    }

    /// Moves movies into `shelter`. The standard one is used otherwise.
    public func keepingMovies(in shelter: MovieShelter) -> CameraCapture {
      var copy = self
      copy.shelter = shelter
      return copy
    }

    /// Says what the capture is for, such as the id of an entry.
    ///
    /// It is what ``MovieShelter/openCamera()`` tells if the app ends while the camera is open.
    public func noting(_ context: String) -> CameraCapture {
      var copy = self
      copy.purpose = context
      return copy
    }

    public func makeCoordinator() -> Coordinator { Coordinator(self, source: Self.source) }

    public func makeUIViewController(context: Context) -> UIImagePickerController {
      let source = context.coordinator.source
      UsageDescription.check(UsageDescription.needed(for: source, allowsVideo: allowsVideo))
      let picker = UIImagePickerController()
      // A source that is not there ends the app.
      let type: UIImagePickerController.SourceType = source == .camera ? .camera : .photoLibrary
      if UIImagePickerController.isSourceTypeAvailable(type) { picker.sourceType = type }
      picker.mediaTypes = CaptureSource.mediaTypes(
        image: UTType.image.identifier, movie: UTType.movie.identifier, allowsVideo: allowsVideo,
        available: UIImagePickerController.availableMediaTypes(for: type) ?? [])
      picker.videoQuality = .typeHigh
      picker.delegate = context.coordinator
      // Without the note nobody hears of it if the app ends now, which is no reason to have no camera.
      try? place().begin(OpenCamera(context: purpose, since: Date()))
      return picker
    }

    public func updateUIViewController(_ picker: UIImagePickerController, context: Context) {
      context.coordinator.view = self
    }

    /// Comes however the sheet ended: by the caller, by a swipe down or by a tap outside.
    ///
    /// The delegate of the presentation stays SwiftUI's, which keeps the caller's state with it.
    public static func dismantleUIViewController(
      _ picker: UIImagePickerController, coordinator: Coordinator
    ) {
      picker.delegate = nil
      coordinator.ended()
    }

    func deliver(_ result: CaptureResult?, _ report: CaptureReport) {
      self.report?(report)
      onCapture(result)
      // A note that stays is told once more at the next start.
      try? place().forgetCamera()
    }

    /// - Throws: The error of the file system.
    func keep(_ movie: URL) throws -> URL { try place().take(movie) }

    private func place() throws -> MovieShelter { try shelter ?? .standard() }
  }
#endif
