import DurableFiles

#if canImport(CSPNG)
  import CSPNG

  /// The part of a PNG that pixels are made of, as a PNG: signature, header, palette, transparency, image data.
  ///
  /// What a decoder is not given cannot harm it: no text, profile or unknown chunk gets through, so there is
  /// no size to limit and nothing to inflate but the pixels. Chunks are told by their headers; checksums are
  /// passed on for the decoder to check. A chunk of image data that the file cuts short is passed on as
  /// far as it goes, so that every row that is there can be decoded.
  final class PNGChunkStream {
    /// What libspng asks for: whole reads, or the end.
    private enum Problem: Error {
      case end
      case failed
    }

    private(set) var failure: (any Error)?
    private let source: any ByteSource
    private let header: PNGStructure
    /// Bytes to be handed out before those of the file.
    private var head: ArraySlice<UInt8>
    /// The bytes of the file to be handed out next.
    private var body: Range<Int>
    /// Where the next chunk begins.
    private var nextChunk = PNGStructure.headByteCount
    private var hasPalette = false
    private var hasTransparency = false
    private var hasData = false
    private var isAtEnd = false
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var bufferStart = 0
    private var bufferCount = 0

    init(_ source: any ByteSource, header: PNGStructure) {
      self.source = source
      self.header = header
      head = []
      body = 0..<PNGStructure.headByteCount
    }

    /// Fills `target` from where the last call ended.
    ///
    /// - Returns: 0, `SPNG_IO_EOF` or `SPNG_IO_ERROR` as libspng wants it.
    func read(into target: UnsafeMutableRawBufferPointer) -> CInt {
      do {
        try fill(target)
        return 0
      } catch Problem.end {
        return SPNG_IO_EOF.rawValue
      } catch {
        if failure == nil { failure = error }
        return SPNG_IO_ERROR.rawValue
      }
    }

    private func fill(_ target: UnsafeMutableRawBufferPointer) throws {
      var done = 0
      while done < target.count {
        if !head.isEmpty {
          let part = head.prefix(target.count - done)
          UnsafeMutableRawBufferPointer(rebasing: target[done...]).copyBytes(from: part)
          head = head.dropFirst(part.count)
          done += part.count
        } else if !body.isEmpty {
          done += try copyBody(to: UnsafeMutableRawBufferPointer(rebasing: target[done...]))
        } else {
          try advance()
        }
      }
    }

    private func copyBody(to target: UnsafeMutableRawBufferPointer) throws -> Int {
      guard try buffers(body.lowerBound) else { throw Problem.end }
      let start = body.lowerBound - bufferStart
      let count = min(target.count, body.count, bufferCount - start)
      target.copyBytes(from: buffer[start..<start + count])
      body = body.lowerBound + count..<body.upperBound
      return count
    }

    /// Whether the byte at `offset` of the file is there; it is in the buffer then.
    private func buffers(_ offset: Int) throws -> Bool {
      if offset >= bufferStart, offset < bufferStart + bufferCount { return true }
      bufferStart = offset
      let source = source
      bufferCount = try buffer.withUnsafeMutableBytes { try source.read(into: $0, at: offset) }
      return bufferCount > 0
    }

    /// The eight bytes before a chunk's data; `nil` if they are not all there.
    private func chunkHeader(at offset: Int) throws -> [UInt8]? {
      var bytes: [UInt8] = []
      for position in offset..<offset + 8 {
        guard try buffers(position) else { return nil }
        bytes.append(buffer[position - bufferStart])
      }
      return bytes
    }

    /// Finds the next chunk that is passed on, and gives an end to a file that has none.
    private func advance() throws {
      guard !isAtEnd else { throw Problem.end }
      while let bytes = try chunkHeader(at: nextChunk) {
        let length = ByteView(bytes).uint32(at: 0) ?? 0
        let type = String(decoding: bytes[4...], as: UTF8.self)
        let start = nextChunk
        guard length < 1 << 31, bytes[4...].allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }) else {
          break
        }
        nextChunk = start + 12 + length
        switch type {
        case "IDAT":
          hasData = true
          let there = max(0, source.byteCount - start - 8)
          guard there < length else {
            isAtEnd = nextChunk > source.byteCount
            return pass(start..<min(nextChunk, source.byteCount))
          }
          try checkCut(from: start + 8)
          head = ([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: there >> $0) } + bytes[4...])[...]
          body = start + 8..<source.byteCount
          isAtEnd = true
          return
        case "PLTE" where header.colorType == .palette && !hasPalette && !hasData:
          hasPalette = true
          return pass(start..<nextChunk)
        case "tRNS" where !hasTransparency && !hasData && length <= 256:
          hasTransparency = true
          return pass(start..<nextChunk)
        case "IEND":
          return end()
        case "PLTE", "IHDR":
          continue
        default:
          // PNG §5.4: a chunk whose name begins with a capital letter must be understood.
          guard bytes[4] & 0x20 == 0, !hasData else { continue }
          failure = PhotoPreparer.Error.unsupported(
            file: source.name, reason: "a PNG with a critical chunk \(type) is not decoded")
          throw Problem.failed
        }
      }
      end()
    }

    /// Refuses image data that reach beyond the end because their length is wrong, and not because the file was
    /// cut: another chunk stands in them then, and would be taken for pixels without any sum to tell.
    private func checkCut(from start: Int) throws {
      var window = ByteWindow(source)
      for name in ["IDAT", "IEND"]
      where try window.firstIndex(of: Array(name.utf8), from: start, limit: source.byteCount) != nil {
        failure = PhotoPreparer.Error.damaged(
          file: source.name, reason: "a chunk of its image data has a wrong length")
        throw Problem.failed
      }
    }

    private func pass(_ range: Range<Int>) { body = range }

    private func end() {
      isAtEnd = true
      head = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    }
  }
#endif
