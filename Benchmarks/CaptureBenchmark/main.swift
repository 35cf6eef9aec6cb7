// Measures what captures cost, in one process, and prints one JSON object: seconds, medians.
//
//   CaptureBenchmark add FOLDER ROUNDS       adding 400 KB beside copying them with cp's system calls
//   CaptureBenchmark scale FOLDER ROUNDS     asking 1,000 entries and 100,000, three media each, in turn

import Foundation

do {
  let arguments = CommandLine.arguments
  guard arguments.count == 4, let rounds = Int(arguments[3]), rounds > 0 else {
    throw BenchmarkFailure("usage: CaptureBenchmark add|scale FOLDER ROUNDS")
  }
  let folder = URL(fileURLWithPath: arguments[2])
  let result =
    switch arguments[1] {
    case "add": try await AddingBenchmark(folder: folder).run(rounds)
    case "scale": try await ScaleBenchmark(folder: folder).run(rounds)
    default: throw BenchmarkFailure("'\(arguments[1])' is no benchmark")
    }
  print(
    String(decoding: try JSONSerialization.data(withJSONObject: result, options: .sortedKeys), as: UTF8.self))
} catch {
  FileHandle.standardError.write(Data("CaptureBenchmark: \(error)\n".utf8))
  exit(1)
}
