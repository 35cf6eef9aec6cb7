import Foundation
import JSONText
import Testing

@Suite("JSON lines")
struct JSONValueTests {
  static let cases: [(JSONValue, String)] = [
    (.null, "null"),
    (.bool(true), "true"),
    (.integer(Int.min), "-9223372036854775808"),
    (.number(0.1), "0.1"),
    (.number(-0.0), "-0.0"),
    (.number(1e-7), "1e-07"),
    (.number(1.7976931348623157e308), "1.7976931348623157e+308"),
    (.number(.infinity), "null"),
    (.number(.nan), "null"),
    (.string("a\"b\\c/d"), #""a\"b\\c/d""#),
    (.string("\n\r\t\0\u{1B}\u{7F}\u{85}"), #""\n\r\t\u0000\u001b\u007f\u0085""#),
    (.string("é😀"), "\"é😀\""),
    (.array([]), "[]"),
    (.array([.integer(1), .null]), "[1,null]"),
    (.object([]), "{}"),
    (
      .object([.init("z", .integer(1)), .init("a", .object([.init("é", .null)]))]), #"{"z":1,"a":{"é":null}}"#
    ),
  ]

  @Test("Each kind of value is one line with the keys in their order", arguments: cases)
  func writes(value: JSONValue, line: String) {
    #expect(value.line == line)
  }

  @Test("Another reader reads every character back")
  func isReadBack() throws {
    let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
    let data = Data(JSONValue.array([.string(text)]).line.utf8)
    #expect(try JSONSerialization.jsonObject(with: data) as? [String] == [text])
  }

  @Test("Another reader reads the same numbers back")
  func numbersAreReadBack() throws {
    let numbers = [
      0.1, 1 / 3.0, .leastNonzeroMagnitude, 2.2250738585072014e-308, 123_456_789.123, -13.404954, 1e21,
    ]
    let data = Data(JSONValue.array(numbers.map { .number($0) }).line.utf8)
    #expect(try JSONDecoder().decode([Double].self, from: data) == numbers)
  }

  @Test("Bytes that are no UTF-8 become the replacement character")
  func repairsText() {
    let text = String(decoding: [0x61, 0xFF] as [UInt8], as: UTF8.self)
    #expect(JSONValue.string(text).line == "\"a\u{FFFD}\"")
  }
}
