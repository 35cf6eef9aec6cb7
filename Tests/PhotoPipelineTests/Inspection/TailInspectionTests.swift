import Testing

@testable import PhotoPipeline

@Suite struct TailInspectionTests {
  private let plain = JPEGParts.file(JPEGParts.jfif)
  private let gainMapXMP = JPEGParts.xmp(#"<a hdrgm:Version="1.0"/>"#)
  private let appleGainMapXMP = JPEGParts.xmp(
    #"<a apdi:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap"/>"#)
  private let appleDepthXMP = JPEGParts.xmp(#"<a apdi:AuxiliaryImageType="urn:mpeg:hevc:aux:depth"/>"#)

  @Test(
    "Bytes behind the end are a trailer, padding too",
    arguments: [[0], [0, 0, 0, 0], Array("anything".utf8), [0xFF], [0xFF, 0xD9], [0xFF, 0xD8]] as [[UInt8]])
  func trailer(tail: [UInt8]) throws {
    let (inspection, structure) = try inspected(plain + tail)
    #expect(inspection.blocks == [.init(kind: .trailer, byteCount: tail.count)])
    #expect(structure.endOfPicture == plain.count)
  }

  @Test("A movie behind the picture is told from what surrounds it")
  func motionVideo() throws {
    let movie = JPEGParts.movie
    #expect(try blockSizes(plain + movie) == ["motion-video \(movie.count)"])
    #expect(
      try blockSizes(plain + [0, 0, 0] + movie + Array("tail of bytes".utf8))
        == ["trailer 3", "motion-video \(movie.count)", "trailer 13"])
    #expect(try blockSizes(plain + movie.dropLast(10)) == ["motion-video \(movie.count - 10)"])
    let openEnd = JPEGParts.box("ftyp", [1, 2, 3, 4]) + [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]
    #expect(try blockSizes(plain + openEnd) == ["motion-video \(openEnd.count)"])
    let wide =
      JPEGParts.box("ftyp") + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 20, 1, 2, 3, 4]
    #expect(try blockSizes(plain + wide + [0]) == ["motion-video \(wide.count)", "trailer 1"])
  }

  @Test("Samsung's directory tells the movie, the depth map and the rest")
  func samsung() throws {
    func block(_ type: UInt8, _ name: String, _ data: [UInt8]) -> [UInt8] {
      [0, 0, type, 0x0A, UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8) + data
    }
    let utc = block(1, "Image_UTC_Data", Array("1234567890".utf8))
    let video = block(0x30, "MotionPhoto_Data", JPEGParts.movie)
    let depth = block(0x41, "SingleShot_DepthMap_1", [UInt8](repeating: 3, count: 30))
    let data = utc + video + depth
    var tiff = TIFFBuilder()
    tiff.isBigEndian = false
    var directory = Array("SEFH".utf8) + tiff.number(106, byteCount: 4) + tiff.number(3, byteCount: 4)
    var distance = data.count
    for part in [utc, video, depth] {
      directory += part[..<4] + tiff.number(distance, byteCount: 4) + tiff.number(part.count, byteCount: 4)
      distance -= part.count
    }
    let file = plain + data + directory + tiff.number(directory.count, byteCount: 4) + Array("SEFT".utf8)
    #expect(
      try blockSizes(file) == [
        "trailer \(utc.count)", "motion-video \(video.count)", "depth \(depth.count)",
        "trailer \(directory.count + 8)",
      ])
  }

  @Test("Google's directory tells the gain map, the depth map and the movie")
  func googleContainer() throws {
    let gainMap = JPEGParts.file()
    let depth = JPEGParts.file(JPEGParts.jfif)
    let movie = JPEGParts.movie
    func packet(_ form: (String, String, Int) -> String) -> [UInt8] {
      let items =
        form("Primary", "image/jpeg", 0) + form("GainMap", "image/jpeg", gainMap.count)
        + form("Depth", "image/jpeg", depth.count) + form("MotionPhoto", "video/mp4", movie.count)
      return JPEGParts.xmp("<Container:Directory>\(items)</Container:Directory>")
    }
    let attributes = packet {
      #"<rdf:li><Container:Item Item:Semantic="\#($0)" Item:Mime="\#($1)" Item:Length="\#($2)"/></rdf:li>"#
    }
    let elements = packet {
      """
      <Container:Item rdf:parseType="Resource"><Item:Mime>\($1)</Item:Mime>
      <Item:Semantic>\($0)</Item:Semantic><Item:Length>\($2)</Item:Length></Container:Item>
      """
    }
    for segment in [attributes, elements] {
      let expected = [
        "xmp \(segment.count)", "gainmap \(gainMap.count)", "depth \(depth.count)",
        "motion-video \(movie.count)",
      ]
      #expect(try blockSizes(JPEGParts.file(segment) + gainMap + depth + movie) == expected)
      let padded = try blockSizes(JPEGParts.file(segment) + [0, 0] + gainMap + depth + movie)
      #expect(padded == [expected[0], "trailer 2"] + expected[1...])
    }
  }

  @Test("An early motion photo's distance from the end is believed")
  func microVideo() throws {
    let segment = JPEGParts.xmp(#"<a GCamera:MicroVideo="1" GCamera:MicroVideoOffset="20"/>"#)
    let file = JPEGParts.file(segment) + [UInt8](repeating: 1, count: 25)
    #expect(try blockSizes(file) == ["xmp \(segment.count)", "trailer 5", "motion-video 20"])
  }

  @Test("Pictures that the multi-picture index lists are told by what they are for")
  func multiPicture() throws {
    let pictures = [
      (0x02_0003, JPEGParts.file(), "mpf"), (0, JPEGParts.file(gainMapXMP), "gainmap"),
      (0, JPEGParts.file(appleGainMapXMP), "gainmap"), (0, JPEGParts.file(appleDepthXMP), "depth"),
      (0x02_0002, JPEGParts.file(), "depth"),
      (0, JPEGParts.file(JPEGParts.app(2, "urn:iso:std:iso:ts:21496:-1\0", [1])), "gainmap"),
    ]
    func index(base: Int) -> [UInt8] {
      var offset = base
      return JPEGParts.multiPicture(
        [(0x03_0000, 1, 0)]
          + pictures.map { picture in
            defer { offset += picture.1.count }
            return (picture.0, picture.1.count, offset)
          })
    }
    // Offsets count from the TIFF header, which stands 8 bytes behind the segment's marker.
    let size = JPEGParts.file(index(base: 0)).count
    let file = JPEGParts.file(index(base: size - 2 - 8))
    let expected = ["mpf \(index(base: 0).count)"] + pictures.map { "\($0.2) \($0.1.count)" }
    #expect(try blockSizes(file + pictures.flatMap(\.1)) == expected)
    #expect(try blockSizes(file + pictures.flatMap(\.1) + [0]).last == "trailer 1")
  }

  @Test("Pictures behind the end that no index lists are looked into")
  func unlistedPictures() throws {
    let gainMap = JPEGParts.file(gainMapXMP)
    let other = JPEGParts.file(JPEGParts.jfif)
    #expect(try blockSizes(plain + gainMap) == ["gainmap \(gainMap.count)"])
    #expect(
      try blockSizes(plain + [0] + gainMap + other + JPEGParts.movie) == [
        "trailer 1", "gainmap \(gainMap.count)", "trailer \(other.count)",
        "motion-video \(JPEGParts.movie.count)",
      ])
  }

  @Test("A second picture right behind a scan ends the first, which has no end marker")
  func missingEndBeforeSecondPicture() throws {
    let gainMap = JPEGParts.file(gainMapXMP)
    let (inspection, structure) = try inspected(plain.dropLast(2) + gainMap)
    #expect(!structure.hasEndMarker)
    #expect(inspection.blocks == [.init(kind: .gainMap, byteCount: gainMap.count)])
  }
}
