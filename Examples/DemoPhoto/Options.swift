import PhotoFixtures

/// The command line.
struct Options {
  /// A word that makes no sense.
  struct Failure: Error {
    var message: String
  }

  static let help = """
    usage: DemoPhoto [OUTPUT.jpg] [--size WxH] [--seed N] [--quality Q] [--sampling HxV]

      OUTPUT.jpg       where to write (default: demo/photo.jpg)
      --size WxH       size of the upright picture (default: 3024x4032)
      --seed N         another scene (default: 4)
      --quality Q      1 to 100 (default: 94)
      --sampling HxV   chroma subsampling: 1x1, 2x1, 1x2, 2x2, 4x1 (default: 2x2)
    """

  var output = "demo/photo.jpg"
  var photo = PhonePhoto()
  var showsHelp = false

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    var hasOutput = false
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": showsHelp = true
      case "--size":
        let sides = try Self.value(of: word, &rest).split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (16...16_384).contains($0) }) else {
          throw Failure(message: "--size is WxH, each 16 to 16384 pixels")
        }
        photo.width = sides[0]
        photo.height = sides[1]
      case "--seed":
        guard let seed = UInt64(try Self.value(of: word, &rest)) else {
          throw Failure(message: "--seed is a whole number from 0 up")
        }
        photo.scene = DemoScene(seed: seed)
      case "--quality":
        guard let quality = Int(try Self.value(of: word, &rest)), (1...100).contains(quality) else {
          throw Failure(message: "--quality is 1 to 100")
        }
        photo.coding.quality = quality
      case "--sampling":
        guard let sampling = JPEGTool.Options.Sampling(rawValue: try Self.value(of: word, &rest)) else {
          throw Failure(message: "--sampling is one of 1x1, 2x1, 1x2, 2x2, 4x1, 1x4, 4x2")
        }
        photo.coding.sampling = sampling
      default:
        guard !word.hasPrefix("-"), !hasOutput else { throw Failure(message: "what is \(word)?") }
        output = word
        hasOutput = true
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw Failure(message: "\(option) needs a value") }
    return value
  }
}
