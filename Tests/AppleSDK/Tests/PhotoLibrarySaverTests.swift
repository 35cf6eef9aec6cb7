import CoreLocation
import Foundation
import ImageIO
import Photos
import Synchronization
import Testing
import UIKit

@testable import ShutterboxCamera

@Suite("Saving to the photo library", .serialized)
struct PhotoLibrarySaverTests {
  private struct Failure: Error {}

  private let library = FakePhotoLibrary()
  private let system = FakeImageIO()
  private let image = UIImage(
    size: CGSize(width: 3, height: 4), orientation: .right,
    cgImage: CGImage(width: 4, height: 3, pixels: [UInt8](repeating: 9, count: 48)))
  private let metadata = CaptureMetadata(
    NSDictionary(dictionary: [
      "Orientation": 1, "{TIFF}": NSDictionary(dictionary: ["Model": "Phone", "Orientation": 3]),
    ]))

  init() {
    system.state.withLock { $0.encoded = Data([1, 2, 3]) }
  }

  /// What became of it, in one word.
  private func save(
    _ image: UIImage?, _ metadata: CaptureMetadata? = nil, _ location: CLLocation? = nil
  ) async -> String {
    await FakePhotoLibrary.$current.withValue(library) {
      await FakeImageIO.$current.withValue(system) {
        do throws(SavePhotoError) {
          try await PhotoLibrarySaver().save(image, metadata: metadata, location: location)
          return "saved"
        } catch {
          switch error {
          case .noImage: return "noImage"
          case .notPermitted: return "notPermitted"
          case .failed(let cause): return "failed \(type(of: cause))"
          case .notSaved: return "notSaved"
          }
        }
      }
    }
  }

  @Test("The original is saved as HEIC with the camera's metadata, one turn everywhere, and the place given")
  func original() async {
    #expect(await save(image, metadata, CLLocation(latitude: 46, longitude: 8)) == "saved")
    let saved = library.state.withLock { $0 }
    #expect(saved.data == Data([1, 2, 3]))
    #expect(saved.image == nil)
    #expect(saved.location?.latitude == 46)
    #expect(saved.askedLevel == .addOnly)
    let written = system.state.withLock { $0 }
    #expect(written.destinationType == "public.heic")
    #expect(written.addedImage === image.cgImage)
    #expect(written.addedProperties?["Orientation"] as? Int == 6)
    let tiff = written.addedProperties?["{TIFF}"] as? NSDictionary
    #expect(tiff?["Orientation"] as? Int == 6)
    #expect(tiff?["Model"] as? String == "Phone")
  }

  @Test("A place is saved only if the caller gives one")
  func noPlace() async {
    #expect(await save(image, metadata) == "saved")
    #expect(library.state.withLock { $0.location } == nil)
  }

  @Test("Without metadata, or where no HEIC is written, the image itself is saved", arguments: [0, 1, 2, 3])
  func image(obstacle: Int) async {
    var image = image
    switch obstacle {
    case 0: break
    case 1: system.state.withLock { $0.knownTypes = ["public.jpeg"] }
    case 2: system.state.withLock { $0.encoded = nil }
    default: image = UIImage(size: CGSize(width: 3, height: 4))
    }
    #expect(await save(image, obstacle == 0 ? nil : metadata) == "saved")
    let saved = library.state.withLock { $0 }
    #expect(saved.data == nil)
    #expect(saved.image === image)
  }

  @Test(
    "Every answer ends the call once, with its own error",
    arguments: [
      (true, false, 1, "saved"), (true, true, 1, "saved"), (false, true, 1, "failed Failure"),
      (false, false, 1, "notSaved"), (false, true, 2, "failed Failure"), (true, false, 3, "saved"),
      (true, false, 0, "notSaved"),
    ])
  func answers(success: Bool, hasError: Bool, count: Int, outcome: String) async {
    library.state.withLock {
      $0.answer = (success, hasError ? Failure() : nil)
      $0.answerCount = count
    }
    #expect(await save(image, metadata) == outcome)
  }

  @Test(
    "Without permission nothing is saved",
    arguments: [
      PHAuthorizationStatus.denied, .restricted, .notDetermined,
    ])
  func notPermitted(status: PHAuthorizationStatus) async {
    library.state.withLock { $0.status = status }
    #expect(await save(image, metadata) == "notPermitted")
    #expect(library.state.withLock { $0.data } == nil)
  }

  @Test("No picture is an error before anybody is asked")
  func noImage() async {
    #expect(await save(nil) == "noImage")
    #expect(await save(UIImage(size: .zero)) == "noImage")
    #expect(library.state.withLock { $0.askedLevel } == nil)
  }

  @Test("Each way to hold a phone has its number in EXIF")
  func orientations() {
    // https://developer.apple.com/documentation/imageio/cgimagepropertyorientation
    let numbers: [UIImage.Orientation: Int] = [
      .up: 1, .upMirrored: 2, .down: 3, .downMirrored: 4, .leftMirrored: 5, .right: 6, .rightMirrored: 7,
      .left: 8,
    ]
    #expect(numbers.count == UIImage.Orientation.allCases.count)
    for (orientation, number) in numbers { #expect(orientation.exifValue == number) }
  }
}
