import Foundation
import PhotoFixtures
import Testing

@Suite("shutterbox config")
struct ConfigCommandTests {
  private let home: CaptureHome
  private var file: String { "\(home.scratch.path)/config/shutterbox/config.json" }

  init() throws {
    home = try CaptureHome()
    try home.scratch.makeFolder("config/shutterbox")
  }

  private func configure(_ json: String, mode: Int = 0o600) throws {
    try home.scratch.write(Array(json.utf8), as: "config/shutterbox/config.json")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }

  /// The rows of `config --json` by key.
  private func rows(_ environment: String..., status: Int = 0) throws -> [String: [String: Any]] {
    let result = try home.run("config", "--json", environment: environment)
    #expect(result.status == status)
    return Dictionary(try result.objects().map { ($0["key"] as? String ?? "", $0) }) { first, _ in first }
  }

  @Test("Without a file every value is the default or not set")
  func showsDefaults() throws {
    let rows = try rows()
    #expect(rows.values.allSatisfy { Set($0.keys) == ["key", "value", "from"] })
    #expect(
      Set(rows.keys) == [
        "home", "configuration", "long_edge", "quality", "movie_location", "destination", "network", "token",
        "user", "password", "headers",
        "aws_access_key_id", "aws_secret_access_key", "aws_session_token", "aws_region", "aws_endpoint_url",
      ])
    #expect(rows["home"]?["value"] as? String == home.path)
    #expect(rows["home"]?["from"] as? String == "environment")
    #expect(rows["configuration"]?["value"] as? String == file)
    #expect(rows["long_edge"]?["value"] as? Int == 2048)
    #expect(rows["quality"]?["value"] as? Double == 0.85)
    #expect(rows["movie_location"]?["value"] as? String == "keep")
    #expect(rows["network"]?["value"] as? String == "any")
    #expect(rows["token"]?["value"] is NSNull)
    #expect(rows["token"]?["from"] as? String == "default")
  }

  @Test("The environment counts over the file")
  func prefersEnvironment() throws {
    try configure(#"{"long_edge": 1024, "destination": "from-file", "aws_region": "eu-file", "quality": 1}"#)
    let rows = try rows("SHUTTERBOX_DESTINATION=from-environment", "AWS_REGION=")
    let expected: [(String, value: String, from: String)] = [
      ("destination", "from-environment", "environment"), ("aws_region", "eu-file", "file"),
    ]
    for (key, value, from) in expected {
      #expect(rows[key]?["value"] as? String == value)
      #expect(rows[key]?["from"] as? String == from)
    }
    #expect(rows["long_edge"]?["value"] as? Int == 1024)
    #expect(rows["quality"]?["value"] as? Double == 1)
    #expect(rows["quality"]?["from"] as? String == "file")
  }

  @Test("Secrets are never shown, wherever they come from")
  func hidesSecrets() throws {
    try configure(
      #"""
      {"token": "geheim-1", "aws_access_key_id": "geheim-2", "aws_secret_access_key": "geheim-3",
       "user": "me", "password": "geheim-8", "headers": {"X-Api-Key": "geheim-9"},
       "destination": "tus+https://me:geheim-4@example.org/files?key=geheim-5",
       "aws_endpoint_url": "https://geheim-6@example.org"}
      """#)
    for arguments in [["config"], ["config", "--json"], ["doctor"], ["doctor", "--json"]] {
      let result = try Shutterbox.run(
        arguments, in: home.scratch,
        environment: ["SHUTTERBOX_HOME=\(home.path)", "AWS_SESSION_TOKEN=geheim-7"])
      #expect(!result.text.contains("geheim") && !result.errorText.contains("geheim"))
    }
    let rows = try rows("AWS_SESSION_TOKEN=geheim-7")
    for key in [
      "token", "password", "headers", "aws_access_key_id", "aws_secret_access_key", "aws_session_token",
    ] {
      #expect(rows[key]?["value"] as? String == "hidden")
    }
    #expect(rows["aws_session_token"]?["from"] as? String == "environment")
    #expect(rows["destination"]?["value"] as? String == "tus+https://hidden@example.org/files?hidden")
  }

  @Test("A file with a secret that others can read is warned about; one without is not")
  func warnsOfExposure() throws {
    try configure(#"{"token": "geheim"}"#, mode: 0o644)
    let result = try home.run("config")
    #expect(result.status == 0)
    #expect(result.errorText.hasPrefix("shutterbox: \(file): holds a secret and can be read by others"))
    try configure(#"{"long_edge": 512}"#, mode: 0o644)
    #expect(try home.run("config").errorText == "")
    try configure(#"{"token": "geheim"}"#)
    #expect(try home.run("config").errorText == "")
  }

  @Test("An unknown key is a warning")
  func warnsOfUnknownKeys() throws {
    try configure(#"{"long_egde": 512, "zzz": {"a": [1]}}"#)
    let result = try home.run("config")
    #expect(result.status == 0)
    #expect(
      result.errorLines == [
        "shutterbox: \(file): unknown key 'long_egde'; did you mean 'long_edge'?",
        "shutterbox: \(file): unknown key 'zzz'",
      ])
  }

  static let wrongValues: [(String, key: String, message: String)] = [
    (#"{"long_edge": 8}"#, "long_edge", "must be a whole number from 16 to 16384"),
    (#"{"long_edge": "1024"}"#, "long_edge", "must be a whole number from 16 to 16384"),
    (#"{"long_edge": 1024.5}"#, "long_edge", "must be a whole number from 16 to 16384"),
    (#"{"quality": 0}"#, "quality", "must be a number from 0.05 to 1"),
    (#"{"quality": true}"#, "quality", "must be a number from 0.05 to 1"),
    (#"{"movie_location": "blur"}"#, "movie_location", "must be 'keep' or 'remove'"),
    (#"{"network": ["any"]}"#, "network", "must be 'any' or 'unmetered'"),
    (#"{"token": 5}"#, "token", "must be a text that is not empty"),
    (#"{"destination": ""}"#, "destination", "must be a text that is not empty"),
  ]

  @Test("A wrong value is told with its key and file, and the others are shown", arguments: wrongValues)
  func tellsWrongValues(json: String, key: String, message: String) throws {
    try configure(json)
    let result = try home.run("config")
    #expect(result.status == 1)
    #expect(result.errorText == "shutterbox: \(file): \(key): \(message)\n")
    let rows = try rows(status: 1)
    #expect(rows[key]?["value"] is NSNull)
    #expect(rows[key]?["error"] as? String == message)
    #expect(rows.values.count { $0["error"] == nil } == 15)
  }

  @Test(
    "A file that is no JSON object is told once, without what it holds",
    arguments: ["", "[]", "5", #"{"token": geheim}"#, "{\"token\": \"\u{0}geheim", "nul"])
  func tellsDamage(json: String) throws {
    try configure(json)
    let result = try home.run("config")
    #expect(result.status == 1)
    #expect(result.errorText == "shutterbox: \(file): is not a JSON object; correct it or remove it\n")
    #expect(result.lines.count == 16)
  }

  @Test("A null is as if the key were not there")
  func passesOverNull() throws {
    try configure(#"{"long_edge": null, "token": null}"#)
    #expect(try rows()["long_edge"]?["value"] as? Int == 2048)
  }

  @Test("What stands in the place of the file is told", .needsPhotos)
  func tellsFolder() throws {
    try home.scratch.makeFolder("config/shutterbox/config.json")
    try home.scratch.writePhotos("a.jpg")
    let result = try home.run("prepare", "a.jpg")
    #expect(result.status == 1)
    #expect(result.errorText == "shutterbox: \(file): is a folder\n")
  }

  @Test("prepare takes its defaults from the file, and an option counts over it", .needsPhotos)
  func configuresPrepare() throws {
    try home.scratch.writePhotos("a.jpg")
    try configure(#"{"long_edge": 32, "network": 5}"#)
    let configured = try home.run("prepare", "--json", "a.jpg")
    #expect(configured.status == 0)
    #expect(try configured.objects().first?["width"] as? Int == 32)
    let chosen = try home.run("prepare", "--json", "--overwrite", "--long-edge", "16", "a.jpg")
    #expect(try chosen.objects().first?["width"] as? Int == 16)

    try configure(#"{"quality": 5}"#)
    let refused = try home.run("prepare", "--json", "--overwrite", "a.jpg")
    #expect(refused.status == 1)
    #expect(refused.text == "")
    #expect(refused.errorText == "shutterbox: \(file): quality: must be a number from 0.05 to 1\n")
    #expect(
      try home.run("prepare", "--overwrite", "--long-edge", "16", "--quality", "0.5", "a.jpg").status == 0)
  }
}
