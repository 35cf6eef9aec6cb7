import Foundation
import Testing

@testable import Inbox

@Suite("Identifiers of drops")
struct UUIDv7Tests {
  @Test("The example of RFC 9562 comes out")
  func matchesRFC() {
    // RFC 9562 §A.6: unix_ts_ms 0x017F22E279B0, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
    let date = Date(timeIntervalSince1970: 0x017F_22E2_79B0 / 1000)
    let text = UUIDv7.text(date, random: (0xFFFF_FFFF_FFFF_FCC3, 0x18C4_DC0C_0C07_398F << 2 | 3))
    #expect(text == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    #expect(UUIDv7.isWellFormed(text))
  }

  @Test("Later ones are greater, and no clock breaks the form")
  func sorts() {
    let times = [-1e18, 0, 1, 1.001, 1.7e9, 4e9, 1e18]
    let texts = times.map { UUIDv7.text(Date(timeIntervalSince1970: $0), random: (5, 9)) }
    #expect(texts == texts.sorted())
    #expect(texts.allSatisfy(UUIDv7.isWellFormed))
    #expect(Set(texts).count == 6)
  }

  @Test(
    "What is no such identifier is told",
    arguments: [
      "", "aside", ".new-017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
      "017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f",
      "017f22e279b0-7cc3-98c4-dc0c0c07398f-", "017f22e2-79b0-7cc3-98c4-dc0c0c07398",
      "../017f22e2-79b0-7cc3-98c4-dc0",
      "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
    ])
  func refuses(text: String) {
    #expect(!UUIDv7.isWellFormed(text))
    #expect(Drop(id: text) == nil)
  }
}
