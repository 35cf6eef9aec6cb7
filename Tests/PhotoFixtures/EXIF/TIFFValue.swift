/// The value of a TIFF field (TIFF 6.0 §2), which EXIF, GPS and MPF directories consist of.
public indirect enum TIFFValue: Sendable {
  /// Two 32-bit numbers.
  public struct Rational: Sendable, Hashable {
    public var numerator: UInt32
    public var denominator: UInt32

    public init(_ numerator: UInt32, _ denominator: UInt32) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  case byte([UInt8])
  /// Text; the closing zero is added.
  case ascii(String)
  case short([UInt16])
  case long([UInt32])
  case rational([Rational])
  case signedByte([Int8])
  case undefined([UInt8])
  case signedShort([Int16])
  case signedLong([Int32])
  case signedRational([(Int32, Int32)])
  /// A LONG that says where the given bytes lie, counted from the TIFF header.
  case offset(of: [UInt8])
  /// A LONG that says where the given directory lies.
  case directory(TIFFDirectory)
  /// Any type, count and bytes, sensible or not; up to four bytes lie in the entry itself.
  case raw(type: UInt16, count: UInt32, bytes: [UInt8])

  /// An integer in the TIFF type of that name, as cameras and editors write `Orientation`.
  public enum IntegerType: Sendable, Hashable, CaseIterable {
    case byte, short, long, signedByte, signedShort, signedLong
  }

  /// One integer; what does not fit the type is cut off.
  public static func integer(_ value: Int, as type: IntegerType) -> TIFFValue {
    switch type {
    case .byte: .byte([UInt8(truncatingIfNeeded: value)])
    case .short: .short([UInt16(truncatingIfNeeded: value)])
    case .long: .long([UInt32(truncatingIfNeeded: value)])
    case .signedByte: .signedByte([Int8(truncatingIfNeeded: value)])
    case .signedShort: .signedShort([Int16(truncatingIfNeeded: value)])
    case .signedLong: .signedLong([Int32(truncatingIfNeeded: value)])
    }
  }

  /// The type's number, how many values there are, and their bytes; pointers are written by the directory.
  func encoded(_ order: ByteOrder) -> (type: UInt16, count: UInt32, bytes: [UInt8]) {
    func numbers<Number: FixedWidthInteger>(_ type: UInt16, _ list: [Number]) -> (UInt16, UInt32, [UInt8]) {
      (type, UInt32(list.count), list.flatMap { order.bytes($0) })
    }
    switch self {
    case .byte(let list): return numbers(1, list)
    case .ascii(let text): return numbers(2, Array(text.utf8) + [0])
    case .short(let list): return numbers(3, list)
    case .long(let list): return numbers(4, list)
    case .rational(let list):
      let bytes = list.flatMap { order.bytes($0.numerator) + order.bytes($0.denominator) }
      return (5, UInt32(list.count), bytes)
    case .signedByte(let list): return numbers(6, list)
    case .undefined(let list): return numbers(7, list)
    case .signedShort(let list): return numbers(8, list)
    case .signedLong(let list): return numbers(9, list)
    case .signedRational(let list):
      return (10, UInt32(list.count), list.flatMap { order.bytes($0.0) + order.bytes($0.1) })
    case .offset, .directory: return (4, 1, [0, 0, 0, 0])
    case .raw(let type, let count, let bytes): return (type, count, bytes)
    }
  }
}
