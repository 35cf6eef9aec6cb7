/// A mountain lake in the evening, made of noise: detailed like a photo, the same each time.
public struct DemoScene: Sendable {
  /// Chooses the scene: another seed gives other mountains, clouds, trees and stones.
  public let seed: UInt64

  public init(seed: UInt64 = 4) {
    self.seed = seed
  }

  /// The scene, upright.
  ///
  /// Mountains and clouds are the same at each size; trees and stones are others, as many as fit.
  /// It takes about 16 bytes of memory a pixel and uses all cores.
  ///
  /// - Parameters:
  ///   - width: In pixels, 16 or more.
  ///   - height: In pixels, 16 or more. A portrait format suits the scene best.
  public func render(width: Int, height: Int) -> Raster {
    let canvas = Canvas(width: width, height: height)
    let terrain = SceneTerrain(seed: seed)
    let atmosphere = SceneAtmosphere()
    SceneSky(seed: seed).paint(canvas, rows: 0..<min(height, Int(SceneLake.shore * Float(height)) + 1))
    SceneMountains(seed: seed, terrain: terrain, atmosphere: atmosphere).paint(canvas)
    SceneForest(seed: seed, terrain: terrain, atmosphere: atmosphere).paint(canvas)
    SceneLake(seed: seed).paint(canvas)
    let shore = SceneShore(seed: seed)
    shore.paintBank(canvas)
    ScenePines(seed: seed).paint(canvas)
    shore.paintGrass(canvas)
    return SceneSensor(seed: seed).develop(canvas)
  }
}
