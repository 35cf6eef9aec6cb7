/// The trailer of Samsung's camera: named blocks, a directory "SEFH", its length and "SEFT".
///
/// There is no published standard; the layout is the one that ExifTool reads.
public struct SamsungTrailer: Sendable {
  public struct Block: Sendable {
    /// 0x0A30 for the movie of a motion photo, 0x0A01 for a time stamp.
    public var type: UInt16
    public var name: String
    public var data: [UInt8]

    public init(type: UInt16, name: String, data: [UInt8]) {
      self.type = type
      self.name = name
      self.data = data
    }
  }

  public var blocks: [Block]

  public init(_ blocks: [Block]) {
    self.blocks = blocks
  }

  public var bytes: [UInt8] {
    let bodies = blocks.map { block -> [UInt8] in
      var body: [UInt8] = [0, 0]
      body.appendLittleEndian(block.type)
      body.appendLittleEndian(UInt32(block.name.utf8.count))
      return body + Array(block.name.utf8) + block.data
    }
    var directory = Array("SEFH".utf8)
    directory.appendLittleEndian(UInt32(101))
    directory.appendLittleEndian(UInt32(blocks.count))
    // Offsets count backwards from the directory.
    var distance = bodies.map(\.count).reduce(0, +)
    for (block, body) in zip(blocks, bodies) {
      directory += [0, 0]
      directory.appendLittleEndian(block.type)
      directory.appendLittleEndian(UInt32(distance))
      directory.appendLittleEndian(UInt32(body.count))
      distance -= body.count
    }
    var end: [UInt8] = []
    end.appendLittleEndian(UInt32(directory.count))
    return bodies.flatMap { $0 } + directory + end + Array("SEFT".utf8)
  }
}
