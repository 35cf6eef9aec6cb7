#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Receiver {
  /// The counters as Prometheus reads them (text format 0.0.4).
  func metrics(_ request: ReceiverRequest) throws(RequestError) -> ReceiverResponse {
    try Self.checkReading(request)
    let text = MetricsText(table.counters, freeBytes: storage.freeByteCount()).text
    return ReceiverResponse(
      status: 200, headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
      body: Data(text.utf8))
  }
}

/// Counters in the text format of Prometheus
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
struct MetricsText {
  private(set) var text = ""

  init(_ counters: ReceiverCounters, freeBytes: Int?) {
    add("uploads_created_total", "counter", "Uploads that were created.", counters.created)
    add("uploads_completed_total", "counter", "Files that were stored.", counters.completed)
    add(
      "uploads_already_stored_total", "counter", "Creations of a file that was there.", counters.alreadyStored
    )
    add("uploads_continued_total", "counter", "Creations that continued an upload.", counters.continued)
    add("uploads_terminated_total", "counter", "Uploads that their sender ended.", counters.terminated)
    add(
      "uploads_expired_total", "counter", "Unfinished uploads that got nothing for too long.",
      counters.expired)
    add(
      "uploads_refused_total", "counter", "Uploads or pieces that were not taken or not kept.",
      ReceiverRefusal.allCases.map { ("{reason=\"\($0.rawValue)\"}", counters.refused[$0] ?? 0) })
    add("bytes_received_total", "counter", "Bytes of bodies.", counters.bytesReceived)
    add("open_uploads", "gauge", "Unfinished uploads.", counters.openUploads)
    add("open_bytes", "gauge", "Bytes of unfinished uploads on the disk.", counters.openBytes)
    add(
      "stored_bytes", "gauge", "Bytes of files: those found at the start, and those since.",
      counters.storedBytes)
    if let freeBytes { add("free_bytes", "gauge", "Bytes that the disk still takes.", freeBytes) }
    add("requests_under_way", "gauge", "Requests whose body is being received.", counters.requestsUnderWay)
    let answers = counters.requests.sorted { ($0.key.method, $0.key.status) < ($1.key.method, $1.key.status) }
    add(
      "requests_total", "counter", "Requests that were answered.",
      answers.map { ("{method=\"\($0.key.method)\",status=\"\($0.key.status)\"}", $0.value) })
  }

  private mutating func add(_ name: String, _ type: String, _ help: String, _ value: Int) {
    add(name, type, help, [("", value)])
  }

  private mutating func add(
    _ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: Int)]
  ) {
    let name = "shutterbox_receiver_\(name)"
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    for sample in samples { text += "\(name)\(sample.labels) \(sample.value)\n" }
  }
}
