import Foundation
import Observation
import Shutterbox
import ShutterboxCamera

/// What the app has one of: the journal, and the way to the receiver.
@MainActor
@Observable
final class SparkServices {
  static let group = "group.org.example.spark"

  let transport: BackgroundTransport
  private(set) var spark: Spark?
  private(set) var problem: String?
  private var opening: Task<Void, Never>?

  init() {
    let support = URL.applicationSupportDirectory.appending(path: "Spark", directoryHint: .isDirectory)
    transport = BackgroundTransport(
      identifier: "org.example.spark.outbox", bodies: support.appending(path: "Outgoing"))
    opening = Task { await open(support) }
  }

  private func open(_ support: URL) async {
    do {
      let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.group)
      let inbox = container?.appending(path: "Inbox", directoryHint: .isDirectory)
      let spark = Spark(journal: try await CaptureJournal.open(home: support, inbox: inbox))
      if let address = Bundle.main.object(forInfoDictionaryKey: "SparkReceiver") as? String {
        let carried = try SystemTransport.make(for: address, credentials: nil, over: transport)
        spark.connect(
          to: try TusDestination(endpoint: address, transport: carried), monitor: SystemNetworkMonitor())
      }
      self.spark = spark
      await recoverMovies()
    } catch {
      problem = "\(error)"
    }
  }

  func comeToFront() {
    transport.takeBack()
    whenOpen { spark in
      spark.startSending()
      await spark.ingest()
    }
  }

  /// Attaches a movie that the camera left in the shelter. It stays there if that fails.
  func attach(movie: URL, text: String) async {
    guard let spark, await spark.attach(.file(movie), text: text, source: .camera) else { return }
    do {
      // The entry has a copy of its own now.
      try FileManager.default.removeItem(at: movie)
    } catch {
      problem = "\(error)"
    }
  }

  /// Attaches what was recorded when the app was ended before it could take it over.
  private func recoverMovies() async {
    do {
      for movie in try MovieShelter.standard().movies() { await attach(movie: movie, text: "") }
    } catch {
      problem = "\(error)"
    }
  }

  func leaveFront() { transport.handOver() }

  /// The app runs without a screen, for as long as the system allows.
  func wakeInBackground() {
    transport.handOver()
    whenOpen { await $0.sendDue() }
  }

  private func whenOpen(_ work: @escaping @MainActor (Spark) async -> Void) {
    Task {
      await opening?.value
      if let spark { await work(spark) }
    }
  }
}
