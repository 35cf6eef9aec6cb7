import CMicroHTTPD

extension RequestHead {
  /// Reads the head of the request that `connection` has just received.
  ///
  /// - Parameters:
  ///   - method: Ends with a zero, as do the others; they live as long as the request.
  ///   - target: Where the target was when it was announced, and its length then.
  init(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, target: UnsafePointer<CChar>, targetCount: Int,
    version: UnsafePointer<CChar>, copyOfTarget: [UInt8]
  ) {
    self.method = Self.bytes(method)
    self.target = copyOfTarget
    self.version = String(decoding: Self.bytes(version), as: UTF8.self)
    byteCount = cmhd_head_size(connection)
    isExact = cmhd_head_is_exact(connection, method, target, targetCount, version)
    var fields: [(name: [UInt8], value: [UInt8])] = []
    withUnsafeMutablePointer(to: &fields) { pointer in
      cmhd_headers(connection, pointer) { context, name, nameCount, value, valueCount in
        guard let name, let value,
          let fields = context?.assumingMemoryBound(to: [(name: [UInt8], value: [UInt8])].self)
        else { return true }
        fields.pointee.append(
          (
            Array(UnsafeRawBufferPointer(start: name, count: nameCount)),
            Array(UnsafeRawBufferPointer(start: value, count: valueCount))
          ))
        return true
      }
    }
    self.fields = fields
  }

  static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    var end = text
    while end.pointee != 0 { end += 1 }
    return Array(UnsafeRawBufferPointer(start: text, count: end - text))
  }
}
