import PhotoPipeline
import Foundation
@main
struct Command {
  static func main() throws {
    var o = PhotoPreparer.Options(); o.usesSecondThread = CommandLine.arguments[1] == "2"
    let p = PhotoPreparer(options: o)
    for f in CommandLine.arguments[3...] {
    let r = try p.prepare(contentsOf: URL(fileURLWithPath: f))
    try r.jpeg.write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
    }
  }
}
