import Foundation
import PhotoFixtures
import Transport

/// The program `curl` as a transport: another client than the package's own, and a process for each request.
struct CurlProgram: HTTPTransport {
  func response(
    to request: HTTPRequest, progress: (@Sendable (Int) -> Void)?
  ) async throws(HTTPTransportError) -> HTTPResponse {
    do {
      let folder = try ScratchFolder()
      var arguments = [
        "--silent", "--show-error", "--path-as-is", "--globoff", "--max-time", "60", "--dump-header",
        "\(folder.path)/head", "--output", "\(folder.path)/body", "--header", "Expect:", request.url,
      ]
      for field in request.headers.fields { arguments += ["--header", "\(field.name): \(field.value)"] }
      if request.method == "HEAD" {
        arguments.append("--head")
      } else {
        arguments += ["--request", request.method]
        if let body = request.body {
          arguments += ["--data-binary", "@\(try folder.write([UInt8](body), as: "sent"))"]
          if request.headers["Content-Type"] == nil { arguments += ["--header", "Content-Type:"] }
        }
      }
      let result = try Tool.run("curl", arguments)
      guard result.status == 0 else {
        throw HTTPTransportError(code: .connectionLost, message: result.errorText)
      }
      progress?(request.body?.count ?? 0)
      let lines = String(decoding: try folder.read("head"), as: UTF8.self).split(separator: "\r\n")
      let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      var headers = HTTPHeaders()
      for line in lines.dropFirst() {
        let name = line.prefix { $0 != ":" }
        headers.append(String(name), line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces))
      }
      let body = FileManager.default.contents(atPath: "\(folder.path)/body") ?? Data()
      return HTTPResponse(
        status: status, headers: headers, body: request.method == "HEAD" ? Data() : body)
    } catch let error as HTTPTransportError {
      throw error
    } catch {
      throw HTTPTransportError(code: .unavailable, message: "\(error)")
    }
  }
}
