import Testing

@testable import UploadReceiver

@Suite("What a receiver refuses")
struct RefusingTests {
  let photo = Samples.jpeg(5000)

  /// The beginnings of files by the type that they are.
  static let heads: [(head: [UInt8], type: MediaType?)] = [
    ([0xFF, 0xD8, 0xFF, 0xE1], .jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF89a".utf8), .gif), (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webP),
    (box("ftypheic\0\0\0\0mif1heic"), .heic), (box("ftypmif1\0\0\0\0mif1heic"), .heif),
    (box("ftypavif\0\0\0\0mif1"), .avif), (box("ftypqt  \0\0\0\0qt  "), .quickTime),
    (box("ftypmp42\0\0\0\0isom"), .mp4), (box("ftypXXXX\0\0\0\0YYYYisom"), .mp4),
    (box("moov\0\0\0\0\0\0\0\0"), .quickTime),
    (Array("<svg xmlns='http://www.w3.org/2000/svg'>".utf8), nil),
    (Array("<!DOCTYPE html><script>".utf8), nil),
    (Array("\u{FEFF}<svg>".utf8), nil), (Array("GIF90a".utf8), nil), (Array("#!/bin/sh\n".utf8), nil),
    ([0x7F, 0x45, 0x4C, 0x46], nil), (Array("%PDF-1.7".utf8), nil), ([0xFF, 0xD8], nil), ([], nil),
    ([0], nil),
    (box("ftypheix"), nil), (box("ftypXXXX\0\0\0\0YYYY"), nil), (Array("PK\u{3}\u{4}".utf8), nil),
    (Array("RIFF\0\0\0\0WAVEfmt ".utf8), nil),
  ]

  /// A box of ISO/IEC 14496-12.
  private static func box(_ text: String) -> [UInt8] {
    [0, 0, 0, UInt8(4 + text.utf8.count)] + Array(text.utf8)
  }

  @Test("The first bytes say what a file is", arguments: heads)
  func sniffing(head: [UInt8], type: MediaType?) {
    #expect(MediaType(head: head) == type)
    for count in 0..<head.count { _ = MediaType(head: Array(head[..<count])) }
  }

  @Test("What is no photo or movie is refused, whatever it is called", arguments: heads)
  func types(head: [UInt8], type: MediaType?) throws {
    let test = try TestReceiver()
    let bytes = head + [UInt8](repeating: 0, count: 100)
    let response = test.create(length: bytes.count, Samples.metadata(bytes, type: "image/png"), body: bytes)
    // A box that says that it is longer than it is here.
    let sniffed = MediaType(head: bytes)
    #expect(response.status == (sniffed == .png ? 201 : 415))
    #expect(try test.files().count == (sniffed == .png ? 2 : 0))
    if sniffed != .png {
      #expect(response["Shutterbox-Refusal"] == "type")
      #expect(try test.uploads() == [])
    }
  }

  @Test(
    "A declared type that is not taken is refused before a byte is sent",
    arguments: ["image/svg+xml", "text/html", "application/pdf", "", "image/jpeg; x=y", "image/*"])
  func declared(type: String) throws {
    let test = try TestReceiver()
    #expect(test.create(length: 5000, Samples.metadata(photo, type: type)).status == 415)
    #expect(try test.uploads() == [])
  }

  @Test("A type that the options leave out is refused, declared or not")
  func allowed() throws {
    let test = try TestReceiver { $0.types = [.png] }
    #expect(test.create(length: 5000, Samples.metadata(photo)).status == 415)
    #expect(test.create(length: 5000, body: photo).status == 415)
    #expect(test.receiver.counters.refused == [.type: 2])
  }

  @Test("A photo that carries metadata is refused with the kinds in words, and its bytes are gone")
  func metadata() throws {
    let test = try TestReceiver { options in
      options.inspect = { file in
        var head = [UInt8](repeating: 0, count: 4)
        let count = head.withUnsafeMutableBytes { (try? file.read(into: $0, at: 0)) ?? 0 }
        return count == 4 && file.byteCount == 5000 && file.type == .jpeg
          ? .metadata(["exif", "gps"]) : .clean
      }
    }
    let location = test.create(length: 5000, Samples.metadata(photo)).location
    let response = test.append(photo, to: location, at: 0)
    #expect(response.status == 422)
    #expect(response.words == "the file carries metadata: exif, gps\n")
    #expect(response["Shutterbox-Refusal"] == "metadata")
    #expect(test.head(location).status == 404)
    #expect(try test.files() + test.uploads() == [])
    #expect(test.receiver.counters.refused == [.metadata: 1])
    #expect(test.create(length: 4000, body: Samples.jpeg(4000))["Upload-Offset"] == "4000")
  }

  @Test("A file that cannot be checked is refused: it is not taken for clean")
  func unreadable() throws {
    let test = try TestReceiver { $0.inspect = { _ in .unreadable("it is damaged") } }
    let response = test.create(length: 5000, Samples.metadata(photo), body: photo)
    #expect(response.status == 422)
    #expect(response["Shutterbox-Refusal"] == "unreadable")
    #expect(try test.files() + test.uploads() == [])
  }

  @Test("A refused file is refused once: a restart does not bring it back")
  func refusedForGood() throws {
    let test = try TestReceiver { $0.inspect = { _ in .metadata(["exif"]) } }
    test.create(length: 5000, Samples.metadata(photo), body: photo)
    try test.restart()
    #expect(test.create(length: 5000, Samples.metadata(photo))["Upload-Offset"] == "0")
  }
}
