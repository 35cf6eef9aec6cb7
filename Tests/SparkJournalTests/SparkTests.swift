import Foundation
import PhotoFixtures
import Shutterbox
import SparkJournal
import Testing

/// The example for iOS, as far as it has no screen.
@Suite("The example app")
@MainActor
struct SparkTests {
  private let scratch: ScratchFolder
  private let spark: Spark
  private let journal: CaptureJournal

  init() async throws {
    scratch = try ScratchFolder()
    let home = URL(fileURLWithPath: scratch.path)
    journal = try await CaptureJournal.open(home: home.appendingPathComponent("home"))
    spark = Spark(journal: journal)
    let target = home.appendingPathComponent("sent")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    spark.connect(to: FolderDestination(folder: target))
  }

  private func photo() throws -> CaptureItem {
    let exif = EXIFBuilder(.bigEndian, orientation: 6, gps: GPSPosition(latitude: 46.5, longitude: 8.25))
    return .data(Data(try JPEGFile(JPEGTool.encode(.detail(width: 64, height: 48))).adding(exif).bytes))
  }

  @Test("What is shot is attached without its place, sent, and gone when the entry is finished")
  func composes() async throws {
    #expect(await spark.attach(try photo(), text: "The lake", source: .camera))
    let attachment = try #require(spark.attachments.first)
    #expect(attachment.isLocationRemoved)
    #expect((attachment.media.width, attachment.media.height) == (48, 64))
    #expect(!spark.isSent)
    await spark.finish()
    // Nothing is deleted that has not arrived.
    #expect(spark.problem != nil)
    #expect(spark.attachments.count == 1)
    await spark.sendDue()
    while !spark.isSent { await Task.yield() }
    await spark.finish()
    #expect(spark.attachments.isEmpty)
    #expect(try await journal.store.entry(attachment.media.entry).state == .finished)
    let sent = FileManager.default.enumerator(atPath: "\(scratch.path)/sent")?.allObjects as? [String] ?? []
    #expect(sent.contains { $0.hasSuffix("\(attachment.id).jpg") })
  }

  @Test("What cannot be attached is told, and the entry goes on")
  func problem() async throws {
    #expect(await !spark.attach(.data(Data([1, 2, 3])), text: "x", source: .library))
    #expect(spark.problem != nil)
    #expect(await spark.attach(try photo(), text: "x", source: .library))
    #expect(spark.problem == nil)
  }
}
