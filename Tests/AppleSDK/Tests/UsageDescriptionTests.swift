import Testing

@testable import ShutterboxCamera

@Suite("Texts in Info.plist")
struct UsageDescriptionTests {
  @Test("The microphone is needed for movies alone, and the photo library runs outside the app")
  func needed() {
    #expect(UsageDescription.needed(for: .camera, allowsVideo: false) == [.camera])
    #expect(UsageDescription.needed(for: .camera, allowsVideo: true) == [.camera, .microphone])
    #expect(UsageDescription.needed(for: .photoLibrary, allowsVideo: true) == [])
  }

  @Test("What is missing is named, in one sentence, before the system ends the app")
  func missing() throws {
    let all = UsageDescription.allCases
    #expect(UsageDescription.missing(all, in: [:]) == all)
    let info: [String: Any] = [
      "NSCameraUsageDescription": "To take photos.", "NSMicrophoneUsageDescription": " \n",
      "NSPhotoLibraryAddUsageDescription": 1,
    ]
    #expect(UsageDescription.missing(all, in: info) == [.microphone, .photoLibraryAdditions])
    #expect(UsageDescription.complaint([.camera], in: info) == nil)
    let complaint = try #require(UsageDescription.complaint(all, in: info))
    #expect(complaint.contains("NSMicrophoneUsageDescription and NSPhotoLibraryAddUsageDescription"))
  }
}
