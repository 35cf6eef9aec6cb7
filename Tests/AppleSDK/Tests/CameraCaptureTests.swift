import Foundation
import PhotoFixtures
import SwiftUI
import Testing
import UIKit

@testable import ShutterboxCamera

@Suite("The camera", .serialized)
@MainActor
struct CameraCaptureTests {
  private final class Answers {
    var results: [CaptureResult?] = []
    var reports: [CaptureReport] = []
  }

  private let answers = Answers()
  private let scratch: ScratchFolder
  private let shelter: MovieShelter

  init() throws {
    FakeUIKit.shared.resetDevice()
    scratch = try ScratchFolder()
    shelter = MovieShelter(folder: URL(fileURLWithPath: scratch.path).appendingPathComponent("movies"))
  }

  private func camera(allowsVideo: Bool = false) -> CameraCapture {
    CameraCapture(allowsVideo: allowsVideo) { [answers] in answers.results.append($0) }
      .onReport { [answers] in answers.reports.append($0) }
      .keepingMovies(in: shelter)
  }

  private func present(
    _ camera: CameraCapture
  ) -> (picker: UIImagePickerController, coordinator: CameraCapture.Coordinator) {
    let coordinator = camera.makeCoordinator()
    return (
      camera.makeUIViewController(context: CameraCapture.Context(coordinator: coordinator)), coordinator
    )
  }

  private func image() -> UIImage { UIImage(size: CGSize(width: 4, height: 3)) }

  @Test("It is the system's camera, for stills alone unless movies are wanted")
  func source() throws {
    let stills = present(camera()).picker
    #expect(stills.sourceType == .camera)
    #expect(stills.mediaTypes == ["public.image"])
    #expect(present(camera(allowsVideo: true)).picker.mediaTypes == ["public.image", "public.movie"])
    #expect(CameraCapture.source == .camera)
  }

  @Test("Without a camera it is the photo library, and the caller learns that")
  func fallback() async throws {
    FakeUIKit.shared.sources[.camera] = nil
    #expect(CameraCapture.source == .photoLibrary)
    let (picker, coordinator) = present(camera(allowsVideo: true))
    #expect(picker.sourceType == .photoLibrary)
    coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: [.originalImage: image()])
    #expect(answers.reports.map(\.source) == [.photoLibrary])
    #expect(answers.results.count == 1)
  }

  @Test("A camera that makes no movies is not asked for any")
  func noMovies() {
    FakeUIKit.shared.sources[.camera] = ["public.image"]
    #expect(present(camera(allowsVideo: true)).picker.mediaTypes == ["public.image"])
  }

  @Test("A photo is handed over with what the camera wrote down")
  func photo() throws {
    let (picker, coordinator) = present(camera())
    let taken = image()
    coordinator.imagePickerController(
      picker,
      didFinishPickingMediaWithInfo: [
        .originalImage: taken, .mediaMetadata: NSDictionary(dictionary: ["{Exif}": "x"]),
      ])
    guard case .photo(let given)? = answers.results.first ?? nil else {
      Issue.record("no photo")
      return
    }
    #expect(given === taken)
    #expect(answers.reports.first?.metadata?.properties["{Exif}"] as? String == "x")
  }

  @Test("A movie is in safety before the callback returns")
  func movie() throws {
    let movie = try scratch.write([1, 2, 3], as: "capture.MOV")
    let (picker, coordinator) = present(camera(allowsVideo: true))
    coordinator.imagePickerController(
      picker, didFinishPickingMediaWithInfo: [.mediaURL: URL(fileURLWithPath: movie)])
    // The system deletes its file now.
    try? FileManager.default.removeItem(atPath: movie)
    guard case .movie(let kept)? = answers.results.first ?? nil else {
      Issue.record("no movie")
      return
    }
    #expect(try Data(contentsOf: kept) == Data([1, 2, 3]))
    #expect(kept.pathExtension == "MOV")
    #expect(kept.lastPathComponent != "capture.MOV")
    // What an app that was ended did not take over is found by the next one.
    #expect(try shelter.movies().map(\.lastPathComponent) == [kept.lastPathComponent])
  }

  @Test("A movie that cannot be kept is no cancellation: the reason is told")
  func movieNotKept() throws {
    let (picker, coordinator) = present(camera(allowsVideo: true))
    coordinator.imagePickerController(
      picker, didFinishPickingMediaWithInfo: [.mediaURL: URL(fileURLWithPath: "\(scratch.path)/gone.mov")])
    #expect(answers.results.count == 1)
    guard case .movieNotKept? = answers.reports.first?.problem else {
      Issue.record("no reason")
      return
    }
  }

  @Test("An answer without a picture tells so")
  func nothing() {
    let (picker, coordinator) = present(camera())
    coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: [:])
    #expect(answers.results.count == 1)
    guard case .nothingGiven? = answers.reports.first?.problem else {
      Issue.record("no reason")
      return
    }
  }

  @Test("A choice of the photo library that gave nothing may lie in the cloud alone")
  func nothingFromLibrary() {
    FakeUIKit.shared.sources[.camera] = nil
    let (picker, coordinator) = present(camera())
    coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: [:])
    guard case .notOnDevice? = answers.reports.first?.problem else {
      Issue.record("no reason")
      return
    }
  }

  @Test("A device that is full is named, also as the cause of another error")
  func storageFull() {
    let cause = NSError(domain: NSPOSIXErrorDomain, code: 28)
    let error = NSError(domain: NSCocoaErrorDomain, code: 512, userInfo: [NSUnderlyingErrorKey: cause])
    for error in [cause, error, NSError(domain: NSCocoaErrorDomain, code: 640)] {
      guard case .storageFull = CaptureProblem(notKept: error) else {
        Issue.record("not named: \(error)")
        return
      }
    }
  }

  @Test("The place that metadata may have is left out")
  func noPlace() {
    let metadata = CaptureMetadata(NSDictionary(dictionary: ["{GPS}": "here", "{Exif}": "x"]))
    #expect(metadata.properties == NSDictionary(dictionary: ["{Exif}": "x"]))
  }

  @Test(
    "A camera that is open is noted with what it is for, until there is a result", arguments: [true, false])
  func openCamera(isCancelled: Bool) throws {
    #expect(shelter.openCamera() == nil)
    let (picker, coordinator) = present(camera().noting("entry 7"))
    // What a process that starts now would find.
    let noted = try #require(shelter.openCamera())
    #expect(noted.context == "entry 7")
    #expect(abs(noted.since.timeIntervalSinceNow) < 600)
    #expect(try shelter.movies().isEmpty)
    if isCancelled {
      coordinator.imagePickerControllerDidCancel(picker)
    } else {
      coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: [.originalImage: image()])
    }
    #expect(shelter.openCamera() == nil)
  }

  @Test("A note that is damaged still says that a camera was open, and can be removed")
  func damagedNote() throws {
    _ = present(camera())
    try scratch.write([0x7B], as: "movies/open-camera.json")
    #expect(shelter.openCamera() == OpenCamera(context: nil, since: .distantPast))
    for _ in 0..<2 { try shelter.forgetCamera() }
    #expect(shelter.openCamera() == nil)
  }

  @Test("A shelter that cannot be used keeps nobody from shooting")
  func unusableShelter() throws {
    try scratch.write([], as: "movies")
    let (picker, coordinator) = present(camera())
    coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: [.originalImage: image()])
    #expect(answers.results.count == 1)
    #expect(answers.reports.first?.problem == nil)
  }

  enum Way: CaseIterable { case cancel, swipe, cancelThenSwipe, doubleTap, tapThenCancel, twoCancels }

  @Test("Every way out gives exactly one result, and nobody is dismissed", arguments: Way.allCases)
  func oneResult(way: Way) async throws {
    let camera = camera()
    let (picker, coordinator) = present(camera)
    let info: [UIImagePickerController.InfoKey: Any] = [.originalImage: image()]
    switch way {
    case .cancel: coordinator.imagePickerControllerDidCancel(picker)
    case .swipe: break
    case .cancelThenSwipe: coordinator.imagePickerControllerDidCancel(picker)
    case .doubleTap:
      coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: info)
      coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: info)
    case .tapThenCancel:
      coordinator.imagePickerController(picker, didFinishPickingMediaWithInfo: info)
      coordinator.imagePickerControllerDidCancel(picker)
    case .twoCancels:
      coordinator.imagePickerControllerDidCancel(picker)
      coordinator.imagePickerControllerDidCancel(picker)
    }
    // However a sheet ends, its view is taken apart in the end.
    CameraCapture.dismantleUIViewController(picker, coordinator: coordinator)
    while answers.results.isEmpty { await Task.yield() }
    for _ in 0..<10 { await Task.yield() }
    #expect(answers.results.count == 1)
    #expect(answers.reports.count == 1)
    let isPhoto = if case .photo? = answers.results[0] { true } else { false }
    #expect(isPhoto == (way == .doubleTap || way == .tapThenCancel))
    #expect(picker.dismissCount == 0)
    #expect(picker.delegate == nil)
  }

  @Test("A view that is updated hands its result to the newest closure")
  func update() {
    let (picker, coordinator) = present(camera())
    let newer = Answers()
    CameraCapture { newer.results.append($0) }
      .keepingMovies(in: shelter)
      .updateUIViewController(picker, context: CameraCapture.Context(coordinator: coordinator))
    coordinator.imagePickerControllerDidCancel(picker)
    #expect(answers.results.isEmpty)
    #expect(newer.results.count == 1)
  }
}
