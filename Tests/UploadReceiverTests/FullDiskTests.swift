import DurableFiles
import Foundation
import PhotoFixtures
import Testing

@testable import UploadReceiver

@Suite("A receiver whose disk is full or fails")
struct FullDiskTests {
  let photo = Samples.jpeg(1000)

  @Test(
    "Whatever fails once: the answer says so, nothing false is told, and the next try succeeds",
    arguments: [ENOSPC, EIO])
  func anyFailure(number: CInt) throws {
    let fate = Fate()
    let plain = try TestReceiver(willTake: fate.decide)
    fate.set(.none)
    #expect(plain.create(length: 1000, Samples.metadata(photo), body: Array(photo[..<500])).status == 201)
    let changes = fate.changes + 20
    for failing in 0..<changes {
      fate.set(.none)
      let test = try TestReceiver(willTake: fate.decide)
      fate.set(.failure(number) { count, _ in count == failing })
      var last = 0
      var failures = 0
      // As a client does: whatever fails, it asks where the upload stands and goes on.
      for _ in 0..<6 {
        let created = test.create(length: 1000, Samples.metadata(photo), body: Array(photo[..<500]))
        if created.status != 201 {
          #expect(created.status == (number == EIO ? 500 : 507))
          failures += 1
          continue
        }
        let offset = try #require(Int(created["Upload-Offset"] ?? ""))
        #expect(offset >= last)
        last = offset
        if offset == 1000 { break }
        let response = test.append(Array(photo.dropFirst(offset)), to: created.location, at: offset)
        if response.status != 204 {
          #expect(response.status == (number == EIO ? 500 : 507), "change \(failing)")
          failures += 1
        }
      }
      #expect(last == 1000 && failures <= 1, "change \(failing)")
      #expect(try test.files() == [KeepingTests.file, KeepingTests.seal])
      #expect(try test.read(KeepingTests.file) == photo)
      try test.restart()
      #expect(try test.uploads().count == 1, "change \(failing)")
      #expect(test.create(length: 1000, Samples.metadata(photo))["Upload-Offset"] == "1000")
    }
  }

  @Test("A file that cannot be made yet is not told to be there, and is made as soon as there is room")
  func later() throws {
    let fate = Fate()
    for byUpkeep in [true, false] {
      fate.set(.none)
      let test = try TestReceiver(willTake: fate.decide)
      let location = test.create(length: 1000, Samples.metadata(photo)).location
      fate.set(.failure(ENOSPC) { _, step in step == .makeEntry || step == .moveFile })
      #expect(test.append(photo, to: location, at: 0).status == 507)
      for _ in 0..<2 {
        let head = test.head(location)
        #expect(head.status == 507 && head["Upload-Offset"] == nil)
        #expect(test.create(length: 1000, Samples.metadata(photo)).status == 507)
        #expect(test.append([], to: location, at: 1000).status == 507)
      }
      try test.restart()
      #expect(test.head(location).status == 507)
      fate.set(.none)
      if byUpkeep {
        test.receiver.expire()
        #expect(try test.files().count == 2)
      }
      #expect(test.head(location)["Upload-Offset"] == "1000")
      #expect(try test.read(KeepingTests.file) == photo)
    }
  }

  @Test("What came before the disk was full is kept, and gone on with")
  func keepsWhatCame() throws {
    let fate = Fate()
    let test = try TestReceiver(willTake: fate.decide)
    let location = test.create(length: 1000, Samples.metadata(photo)).location
    fate.set(.failure(ENOSPC) { count, step in step == .writeBytes && count >= 3 })
    let exchange = test.receiver.begin(test.patch(location, at: 0, count: 1000))
    var answer: ReceiverResponse?
    for start in stride(from: 0, to: 1000, by: 100) {
      answer = photo[start..<start + 100].withUnsafeBytes { exchange.receive($0) }
      if answer != nil { break }
    }
    #expect(answer?.status == 507 && answer?.closesConnection == true)
    fate.set(.none)
    #expect(test.head(location)["Upload-Offset"] == "300")
    #expect(test.append(Array(photo[300...]), to: location, at: 300).status == 204)
  }

  @Test("An upload that does not fit on the disk is refused when it is created")
  func tooLargeForTheDisk() throws {
    let test = try TestReceiver { $0.maximumByteCount = 1 << 60 }
    let response = test.create(length: 1 << 59)
    #expect(response.status == 507)
    #expect(try test.uploads() == [])
  }

  @Test(
    "On a real disk that becomes full the answer is 507, and the upload goes on when there is room",
    .enabled(if: SmallDisk.isAvailable, "only the superuser may mount a small disk"))
  func small() throws {
    let scratch = try ScratchFolder()
    let photo = Samples.jpeg(600_000)
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/received", withIntermediateDirectories: false)
    try SmallDisk.mounted(at: "\(scratch.path)/received", byteCount: 1 << 20) {
      do {
        let test = try TestReceiver(scratch: scratch)
        #expect(test.create(length: 2 << 20).status == 507, "it does not fit")
        let location = test.create(length: 600_000, Samples.metadata(photo)).location
        let filler = "\(test.path)/filler"
        try Data(count: 700_000).write(to: URL(fileURLWithPath: filler))
        let response = test.send(test.patch(location, at: 0, count: 600_000), photo, piece: 16_384)
        #expect(response.status == 507)
        try FileManager.default.removeItem(atPath: filler)
        let offset = try #require(test.head(location)["Upload-Offset"].flatMap(Int.init))
        #expect(offset > 0 && offset < 600_000)
        #expect(test.append(Array(photo.dropFirst(offset)), to: location, at: offset).status == 204)
        #expect(try test.read(KeepingTests.file) == photo)
      }
    }
  }
}
