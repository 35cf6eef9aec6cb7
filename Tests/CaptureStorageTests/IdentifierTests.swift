import PhotoFixtures
import Testing

@testable import CaptureStorage

@Suite("Ids")
struct IdentifierTests {
  @Test("An id is a UUID of version 7 that begins with the time")
  func form() throws {
    var source = IdentifierSource { 0xFFFF_FFFF_FFFF_FFFF }
    // The example of RFC 9562, appendix A.6, has this time.
    let id: Identifier<Entry> = source.next(milliseconds: 0x017F_22E2_79B0)
    #expect(id.text == "017f22e2-79b0-77ff-bfff-ffffffffffff")
    #expect(Identifier<Entry>(id.text) == id)
  }

  @Test("Ids grow, however many a millisecond has and wherever the clock goes", arguments: [UInt64(1), 2, 3])
  func order(seed: UInt64) {
    var clock = SplitMix64(seed: seed)
    var source = IdentifierSource { 0xFFFF_FFFF_FFFF_FFFF }
    var last: Identifier<Media> = source.next(milliseconds: 1_000)
    for _ in 0..<20_000 {
      let next: Identifier<Media> = source.next(milliseconds: Int.random(in: 900...1_100, using: &clock))
      #expect(last < next)
      last = next
    }
  }

  @Test(
    "What is no id is refused",
    arguments: [
      "", "..", "../../../../../../../../../../etc/pass", "017f22e2-79b0-77ff-bfff-fffffffffff",
      "017f22e2-79b0-77ff-bfff-fffffffffffg", "017f22e2+79b0+77ff+bfff+ffffffffffff",
      "017f22e279b0-77ff-bfff-ffffffffffff-", "017f22e2-79b0-77ff-bfff-ffffffffffff\n",
    ])
  func refused(text: String) {
    #expect(Identifier<Entry>(text) == nil)
  }

  @Test("Capitals are read as the same id")
  func capitals() {
    #expect(
      Identifier<Entry>("017F22E2-79B0-77FF-BFFF-FFFFFFFFFFFF")?.text
        == "017f22e2-79b0-77ff-bfff-ffffffffffff")
  }
}
