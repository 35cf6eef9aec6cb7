import Testing

@testable import ShutterboxCommand

@Suite("Suggestions")
struct SuggestionTests {
  static let names = ["--overwrite", "--json", "--jobs", "prepare"]

  @Test(
    "The nearest name is suggested, and none that is far",
    arguments: [
      ("--overwirte", "--overwrite"), ("--over", "--overwrite"), ("--jsno", "--json"), ("--job", "--jobs"),
      ("prepair", "prepare"), ("--", nil), ("--x", nil), ("zzzzzzz", nil), ("", nil),
    ])
  func suggests(word: String, name: String?) {
    #expect(Suggestion.nearest(to: word, in: Self.names) == name)
  }
}
