/// Conifers on the slopes beyond the lake, each a few pixels to some dozens high.
struct SceneForest: Sendable {
  private struct Tree {
    var foot: SIMD2<Float>
    var size: Float
    var distance: Float
    var color: SIMD3<Float>
    var shape: UInt64
  }

  private let terrain: SceneTerrain
  private let atmosphere: SceneAtmosphere
  private let seed: UInt64

  init(seed: UInt64, terrain: SceneTerrain, atmosphere: SceneAtmosphere) {
    self.seed = seed ^ 0xF02E
    self.terrain = terrain
    self.atmosphere = atmosphere
  }

  func paint(_ canvas: Canvas) {
    let trees = grow(canvas)
    let rows = 0..<min(canvas.height, Int((SceneTerrain.horizon + 0.02) * canvas.unit))
    Canvas.concurrently(rows) { band in
      for tree in trees { paint(tree, canvas, band) }
    }
  }

  /// Trees from far to near.
  private func grow(_ canvas: Canvas) -> [Tree] {
    var random = SplitMix64(seed: seed)
    var trees: [Tree] = []
    let halfWidth = Float(canvas.width) / canvas.unit / 2 / SceneTerrain.focal
    // In a small picture most trees would be less than a pixel.
    let density = min(1, canvas.unit / 1200)
    var z: Float = 6.5
    while z > SceneTerrain.range.lowerBound {
      let count = Int(2 * halfWidth * z / 0.0125 * density)
      for _ in 0..<count {
        let x = random.float(-1...1) * halfWidth * z
        let depth = z - random.unit() * 0.03
        let shape = random.next()
        let size = 0.013 + 0.022 * random.unit() * random.unit() + 0.006 * random.unit()
        let shade = 0.55 + 0.9 * random.unit()
        let height = terrain.height(x, depth)
        guard height > SceneTerrain.eye * 0.5 else { continue }
        let edge = terrain.treeLine(x, depth) - height
        guard edge > 0 || random.unit() < 0.25 * (1 + edge * 12) else { continue }
        let point = SIMD3(x, height, depth)
        let autumn = random.unit() < 0.07
        let leaf = SceneMath.light(autumn ? 0x9A7030 : 0x2F4028) * shade
        let scene = SceneTerrain.project(x, height - 0.002, depth)
        trees.append(
          Tree(
            foot: SIMD2(canvas.column(scene.x), scene.y * canvas.unit),
            size: size / depth * SceneTerrain.focal * canvas.unit, distance: depth,
            color: atmosphere.through(leaf * SceneAtmosphere.skylight * 1.35, at: point), shape: shape))
      }
      z -= 0.03
    }
    return trees
  }

  private func paint(_ tree: Tree, _ canvas: Canvas, _ band: Range<Int>) {
    let top = tree.foot.y - tree.size
    let first = max(band.lowerBound, Int(top))
    let last = min(band.upperBound, Int(tree.foot.y) + 1)
    guard first < last else { return }
    let whorls = 7 + Float(tree.shape & 3)
    for y in first..<last {
      let t = (Float(y) + 0.5 - top) / tree.size
      guard t > 0 else { continue }
      // Each whorl widens downwards and starts anew, on the two sides at different heights.
      let hash = SplitMix64.mix(tree.shape &+ UInt64(y))
      let phase = t * whorls
      let tooth = 0.68 + 0.32 * (phase - phase.rounded(.down))
      let reach = tree.size * 0.23 * (0.06 + 0.94 * t) * tooth
      let left = reach * (0.75 + 0.5 * Float(hash & 255) / 255)
      let right = reach * (0.75 + 0.5 * Float(hash >> 8 & 255) / 255)
      let start = max(0, Int(tree.foot.x - left))
      let end = min(canvas.width - 1, Int(tree.foot.x + right + 1))
      guard start <= end else { continue }
      for x in start...end {
        let offset = Float(x) + 0.5 - tree.foot.x
        let coverage = max(0, min(1, min(offset + left, right - offset) + 0.5))
        let index = y * canvas.width + x
        guard coverage > 0, canvas.pixels[index].w > tree.distance - 0.05 else { continue }
        let grain = Float(SplitMix64.mix(hash &+ UInt64(x)) & 255) / 255
        // The side towards the light, which comes from the left, is brighter.
        let side = 1 - 0.45 * max(-1, min(1, offset / max(1, reach)))
        canvas.blend(tree.color * (side * (0.6 + 0.75 * grain)), coverage * 0.95, at: index)
      }
    }
  }
}
