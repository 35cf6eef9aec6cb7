/// The id of an upload: 128 random bits, so that nobody can guess one.
public struct UploadID: Sendable, Hashable {
  /// 32 hexadecimal digits in lower case.
  public let text: String

  /// - Returns: `nil` for anything but 32 hexadecimal digits in lower case.
  public init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
    self.text = text
  }

  /// - Parameter random: Gives 64 random bits.
  init(random: () -> UInt64) {
    text = String(
      decoding: [random(), random()].flatMap { word in
        stride(from: 60, through: 0, by: -4).map { Self.digits[Int(word >> UInt64($0) & 0xF)] }
      }, as: UTF8.self)
  }

  /// The digits that a log may hold.
  var short: String { String(text.prefix(8)) }

  private static let digits = Array("0123456789abcdef".utf8)
}
