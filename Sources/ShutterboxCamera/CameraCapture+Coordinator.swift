#if canImport(UIKit)
  public import Foundation
  import SwiftUI
  public import UIKit

  extension CameraCapture {
    /// Takes the answers of the camera and hands over one result.
    @MainActor
    public final class Coordinator: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate
    {
      var view: CameraCapture
      let source: CaptureSource
      private let gate = ResultGate()

      init(_ view: CameraCapture, source: CaptureSource) {
        self.view = view
        self.source = source
        super.init()
      }

      public func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
      ) {
        guard gate.pass() else { return }
        if let movie = info[.mediaURL] as? URL {
          do {
            // Before this callback returns: the system deletes its file then.
            finish(.movie(try view.keep(movie)))
          } catch {
            finish(nil, problem: CaptureProblem(notKept: error))
          }
        } else if let image = info[.originalImage] as? UIImage {
          finish(.photo(image), metadata: (info[.mediaMetadata] as? NSDictionary).map(CaptureMetadata.init))
        } else {
          finish(nil, problem: CaptureProblem(nothingFrom: source))
        }
      }

      public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
        guard gate.pass() else { return }
        finish(nil)
      }

      /// The view is gone. If nothing was handed over yet, the person went away without a result.
      func ended() {
        guard gate.pass() else { return }
        // SwiftUI is updating its views, and the caller must not change state meanwhile.
        Task { finish(nil) }
      }

      private func finish(
        _ result: CaptureResult?, metadata: CaptureMetadata? = nil, problem: CaptureProblem? = nil
      ) {
        view.deliver(result, CaptureReport(source: source, metadata: metadata, problem: problem))
      }
    }
  }
#endif
