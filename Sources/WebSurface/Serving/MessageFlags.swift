// The flags of recv(2), which are numbers in some headers and an enumeration of C in others.

extension FixedWidthInteger {
  var value: CInt { CInt(truncatingIfNeeded: self) }
}

extension RawRepresentable where RawValue: FixedWidthInteger {
  var value: CInt { CInt(truncatingIfNeeded: rawValue) }
}
