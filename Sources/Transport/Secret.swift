/// A value that no message, log or debugger output shows.
package struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The value itself, for those who send it.
  package let revealed: Value

  package init(_ value: Value) {
    revealed = value
  }

  package var description: String { "(hidden)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
