import Testing

@testable import Gallery

@Suite("XMP of the copy")
struct KeptXMPTests {
  private static func kept(_ text: String, dropsLocation: Bool = false) -> String? {
    KeptXMP(dropsLocation: dropsLocation, width: 40, height: 30).packet(Array(text.utf8))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static let names =
    #"xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/""#

  @Test("What is true of the copy stays byte for byte")
  func staysAsItIs() {
    let text = """
      <?xpacket begin='' id='x'?><!-- exif:GPSLatitude="1" --><a \(Self.names) b='<c>' ><d/>tiff:Orientation="6"\
      <![CDATA[<exif:GPSLatitude>]]></a >
      """
    #expect(Self.kept(text, dropsLocation: true) == text)
    #expect(Self.kept("") == "")
  }

  @Test("Turn and size become the copy's, as attribute and as element, whatever the prefix")
  func replacesTurn() {
    #expect(
      Self.kept(#"<a \#(Self.names) tiff:Orientation = '6' exif:PixelXDimension="9"/>"#)
        == #"<a \#(Self.names) tiff:Orientation = '1' exif:PixelXDimension="40"/>"#)
    #expect(
      Self.kept(#"<a xmlns:t="http://ns.adobe.com/tiff/1.0/"><t:Orientation>6</t:Orientation></a>"#)
        == #"<a xmlns:t="http://ns.adobe.com/tiff/1.0/"><t:Orientation>1</t:Orientation></a>"#)
  }

  @Test("The place goes only when it is replaced")
  func dropsPlace() {
    let text =
      #"<a \#(Self.names) exif:GPSLatitude="1,2N" b="c"><exif:GPSLongitude><d>x</d></exif:GPSLongitude>e</a>"#
    #expect(Self.kept(text) == text)
    #expect(Self.kept(text, dropsLocation: true) == #"<a \#(Self.names) b="c">e</a>"#)
  }

  @Test("Thumbnails and what tells of parts that are not there go")
  func dropsParts() {
    let text = """
      <a xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:n="http://ns.adobe.com/xmp/note/" n:HasExtendedXMP="0"\
      ><xmp:Thumbnails><b><c/>x</b></xmp:Thumbnails><xmp:Rating>5</xmp:Rating></a>
      """
    #expect(
      Self.kept(text) == """
        <a xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:n="http://ns.adobe.com/xmp/note/"\
        ><xmp:Rating>5</xmp:Rating></a>
        """)
  }

  @Test("A prefix that is declared again and again costs no more than one", .timeLimit(.minutes(1)))
  func boundsNamespaces() {
    let spaces = (0..<20_000).map { "<b xmlns:t='\($0)'/>" }.joined()
    let text = "<a \(Self.names) xmlns:t='x'>\(spaces)\(String(repeating: "<t:c/>", count: 50_000))</a>"
    #expect(Self.kept(text) == text)
  }

  @Test(
    "What cannot be read is left out",
    arguments: [
      "<a", "<a b>", "<a b=c/>", "<a b='c/>", "<!DOCTYPE a><a/>", "<a/><!--", "</", "<", "<a\0/>", "<a>",
      "</a>", "<a></b>",
      #"<a xmlns:t="http://ns.adobe.com/tiff/1.0/"><t:Orientation>6</a>"#,
    ])
  func leavesOut(text: String) {
    #expect(Self.kept(text) == nil)
  }
}
