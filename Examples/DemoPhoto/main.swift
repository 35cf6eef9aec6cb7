import Foundation
import PhotoFixtures
let a = CommandLine.arguments
let t = Date()
let r = DemoScene(seed: UInt64(a[3])!).render(width: Int(a[1])!, height: Int(a[2])!)
print(Date().timeIntervalSince(t))
try Data(r.ppm()).write(to: URL(fileURLWithPath: a[4]))
