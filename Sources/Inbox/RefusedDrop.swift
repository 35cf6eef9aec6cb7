/// A drop that was refused, and why.
package struct RefusedDrop: Hashable, Sendable {
  package let drop: Drop
  /// The files that are still there and the reasons; empty if `refused.json` cannot be read.
  package let refusals: [Refusal]
}
