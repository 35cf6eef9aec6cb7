import Testing

@testable import UploadReceiver

@Suite("The id of an upload")
struct UploadIDTests {
  @Test(
    "Only 32 hexadecimal digits in lower case are one",
    arguments: [
      "", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
      "0123456789ABCDEF0123456789abcdef",
      "../../../../../../../../etc/passw", "0123456789abcdef0123456789abcde/",
      "0123456789abcdef0123456789abcd\u{e9}",
      "%2e%2e%2f89abcdef0123456789abcdef",
    ])
  func strict(text: String) {
    #expect(UploadID(text) == nil)
  }

  @Test("It holds all 128 random bits")
  func random() {
    var words: [UInt64] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210]
    #expect(UploadID { words.removeFirst() }.text == "0123456789abcdeffedcba9876543210")
    #expect(UploadID("0123456789abcdeffedcba9876543210") != nil)
  }
}
