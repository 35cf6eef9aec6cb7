import Testing

@testable import PhotoPipeline

@Suite struct CleanJPEGTests {
  private let jfif = JPEGParts.jfif
  private let tables = JPEGParts.huffman(0) + JPEGParts.huffman(0x10)

  /// A clean file whose parts can be exchanged.
  private func file(
    jfif: [UInt8] = JPEGParts.jfif, quantization: [UInt8] = JPEGParts.quantization,
    frame: [UInt8] = JPEGParts.frame(), tables: [UInt8]? = nil, scan: [UInt8] = JPEGParts.scanHeader(),
    data: [UInt8] = JPEGParts.codedData, end: [UInt8] = JPEGParts.eoi
  ) -> [UInt8] {
    JPEGParts.soi + jfif + quantization + frame + (tables ?? self.tables) + scan + data + end
  }

  @Test("A plain baseline picture is clean, in color and gray, with restart markers")
  func clean() throws {
    #expect(try CleanJPEG.reason(against: file()) == nil)
    let gray = file(frame: JPEGParts.frame(componentCount: 1), scan: JPEGParts.scanHeader(componentCount: 1))
    #expect(try CleanJPEG.reason(against: gray) == nil)
    let restarts = file(
      tables: tables + JPEGParts.segment(0xDD, [0, 1]), data: [1, 0xFF, 0xD0, 2, 0xFF, 0xD1, 3])
    #expect(try CleanJPEG.reason(against: restarts) == nil)
  }

  @Test("Anything else is a reason")
  func refused() throws {
    let comment = JPEGParts.segment(0xFE, [])
    let thumbnail: [UInt8] = [1, 1, 0, 0, 1, 0, 1, 1, 1, 7, 7, 7]
    let refused: [(String, [UInt8])] = [
      ("empty", []), ("SOI alone", JPEGParts.soi),
      ("no JFIF", file(jfif: [])), ("two JFIF", file(jfif: jfif + jfif)),
      ("comment first", file(jfif: comment + jfif)), ("comment", file(jfif: jfif + comment)),
      ("JFIF with surplus", file(jfif: JPEGParts.app(0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0, 7]))),
      ("JFIF with thumbnail", file(jfif: JPEGParts.app(0, "JFIF\0", thumbnail))),
      ("JFIF of one row", file(jfif: JPEGParts.app(0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 1]))),
      ("stray byte", file(jfif: jfif + [0])), ("fill byte", file(jfif: jfif + [0xFF])),
      ("arithmetic tables", file(tables: tables + JPEGParts.segment(0xCC, [0, 0]))),
      ("progressive", file(frame: JPEGParts.frame(0xC2))),
      ("two frames", file(frame: JPEGParts.frame() + JPEGParts.frame())),
      (
        "two components",
        file(frame: JPEGParts.frame(componentCount: 2), scan: JPEGParts.scanHeader(componentCount: 2))
      ),
      ("unused quantization", file(quantization: JPEGParts.segment(0xDB, [0] + ones + [1] + ones))),
      ("quantization twice", file(quantization: JPEGParts.quantization + JPEGParts.quantization)),
      ("quantization surplus", file(quantization: JPEGParts.segment(0xDB, [0] + ones + [9]))),
      ("quantization zero", file(quantization: JPEGParts.segment(0xDB, [UInt8](repeating: 0, count: 65)))),
      ("unused Huffman", file(tables: tables + JPEGParts.huffman(1))),
      ("Huffman twice", file(tables: tables + JPEGParts.huffman(0))),
      (
        "Huffman surplus", file(tables: JPEGParts.segment(0xC4, huffmanTable + [1]) + JPEGParts.huffman(0x10))
      ),
      ("scan of one", file(scan: JPEGParts.scanHeader(componentCount: 1))),
      ("two scans", file(data: JPEGParts.codedData + JPEGParts.scanHeader() + [1])),
      ("comment in data", file(data: JPEGParts.codedData + comment)),
      ("restart without interval", file(data: [1, 0xFF, 0xD0, 2])),
      (
        "restart out of turn",
        file(tables: tables + JPEGParts.segment(0xDD, [0, 1]), data: [1, 0xFF, 0xD1, 2])
      ),
      ("fill in data", file(data: [1, 0xFF])), ("no data", file(data: [])),
      ("no end", file(end: [])), ("half an end", file(end: [0xFF])),
      ("trailer", file(end: JPEGParts.eoi + [0])),
    ]
    for (name, bytes) in refused {
      #expect(try CleanJPEG.reason(against: bytes) != nil, "\(name)")
    }
  }

  private let ones = [UInt8](repeating: 1, count: 64)
  private let huffmanTable: [UInt8] = [0, 1] + [UInt8](repeating: 0, count: 15) + [0]

  @Test("Every segment that is not in the list is refused wherever it stands")
  func everyMarker() throws {
    let parts = [JPEGParts.soi, jfif, JPEGParts.quantization, JPEGParts.frame(), tables]
    for marker in UInt8(0x01)...0xFE where ![0xDB, 0xC4, 0xDD].contains(marker) {
      for place in 1...parts.count {
        let bytes =
          parts[..<place].flatMap { $0 } + JPEGParts.segment(marker, [1, 2])
          + parts[place...].flatMap { $0 } + JPEGParts.scanHeader() + JPEGParts.codedData + JPEGParts.eoi
        #expect(try CleanJPEG.reason(against: bytes) != nil, "marker \(marker) at \(place)")
      }
    }
  }
}
