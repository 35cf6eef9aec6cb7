import Foundation
import Testing

@testable import UploadOutbox

@Suite("The XML of S3")
struct S3XMLTests {
  static func parse(_ text: String) throws -> S3Element { try S3XML.parse(Data(text.utf8)) }

  @Test("Elements are found by their local names, with the text inside")
  func elements() throws {
    let text = """
       <?xml version="1.0" encoding="UTF-8"?>
      <!-- a comment --><s:List xmlns:s="urn:s" a="1"><s:Part><s:Size>12</s:Size></s:Part>
      <s:Part><Size>13</Size></s:Part><Tag>&quot;a&#38;<![CDATA[<b>]]>ü&quot;</Tag><Empty/></s:List>
      """
    let root = try Self.parse(text)
    #expect(root.name == "List")
    #expect(root.children.map(\.name) == ["Part", "Part", "Tag", "Empty"])
    #expect(root.children.map { $0["Size"] } == ["12", "13", nil, nil])
    #expect(root["Tag"] == "\"a&<b>ü\"")
    #expect(root["Empty"] == "")
    #expect(root["Missing"] == nil)
  }

  @Test(
    "What is no document is none",
    arguments: [
      "", " ", "x", "<", "<a>", "<a></b>", "<a/><b/>", "<a>&lt</a>", "<a>&unknown;</a>", "<a b=1/>", "{}",
      "<html><br></html>", "<a>\u{0}</a>",
    ])
  func malformed(text: String) {
    #expect(throws: S3XML.Failure.self) { try Self.parse(text) }
  }

  @Test(
    "Entities are not declared here",
    arguments: [
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
      "<?xml version='1.0'?>\n<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/x'><a/>",
      "<!DOCTYPE a [<!ENTITY b '&c;&c;&c;'><!ENTITY c '&d;&d;&d;'><!ENTITY d 'dddd'>]><a>&b;</a>",
    ])
  func entities(text: String) {
    #expect(throws: S3XML.Failure.malformed) { try Self.parse(text) }
    #if !canImport(Darwin)
      // The parser itself refuses them as well.
      #expect(throws: S3XML.Failure.malformed) { try S3XML.parsed(Data(text.utf8)) }
    #endif
  }

  @Test("Another encoding hides nothing")
  func encoding() throws {
    let text = "<?xml version='1.0' encoding='UTF-16'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"
    let data = try #require(text.data(using: .utf16))
    #expect(throws: S3XML.Failure.malformed) { try S3XML.parse(data) }
    let hidden = "<?xml version='1.0' encoding='UTF-7'?>+ADw-!DOCTYPE a+AD4-<a/>"
    #expect(throws: S3XML.Failure.malformed) { try Self.parse(hidden) }
    #expect(try Self.parse("<?xml version='1.0' encoding='utf-8' ?><a/>").name == "a")
  }

  @Test("Depth and number of elements have limits")
  func limits() throws {
    let depth = S3ElementBuilder.depthLimit
    func nested(_ count: Int) -> String {
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    #expect(throws: Never.self) { try Self.parse(nested(depth)) }
    #expect(throws: S3XML.Failure.self) { try Self.parse(nested(depth + 1)) }
    #expect(throws: S3XML.Failure.self) { try Self.parse(nested(100_000)) }
    let many = String(repeating: "<b/>", count: S3ElementBuilder.elementLimit)
    #expect(throws: S3XML.Failure.self) { try Self.parse("<a>\(many)</a>") }
  }

  @Test("A document that was cut anywhere is none, and random changes end in an answer")
  func damaged() throws {
    let text = "<E><Code>NoSuchUpload</Code><Message>m &amp; n</Message></E>"
    for count in 0..<text.utf8.count {
      #expect(throws: S3XML.Failure.self) { try S3XML.parse(Data(text.utf8.prefix(count))) }
    }
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the damaged documents: \(seed)")
    var random = SeededRandom(state: seed)
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      // Either is fine; what counts is that it comes back.
      _ = try? S3XML.parse(Data(bytes))
    }
  }
}
