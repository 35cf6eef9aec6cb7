/// What an inbox holds beside the files themselves, by name.
enum InboxSeeds {
  static func all() -> [String: [UInt8]] { texts.mapValues { Array($0.utf8) } }

  private static let texts = [
    "drop": #"""
    {"created_at":"2026-01-02T03:04:05.678Z","files":[{"bytes":9,"file":"1","name":"IMG_1.HEIC"}],"version":1}
    """#,
    "drop-many": #"""
    {"version":1,"created_at":"1999-12-31T23:59:59Z","files":[{"file":"1","name":"\u00e9\ud83d\udcf7","bytes":0},
    {"file":"2","name":"../b\n","bytes":9007199254740993},{"file":"3","name":"","bytes":1e3}]}
    """#,
    "drop-newer": #"{"version":2}"#,
    "drop-zone": #"{"version":1,"created_at":"2026-01-02T03:04:05.678+05:30","files":[]}"#,
    "refused": #"""
    {"refused":[{"code":"damaged","file":"2","name":"b.jpg","reason":"half of the rows are missing"}],"version":1}
    """#,
    "refused-drop": #"""
    {"refused":[{"code":"damaged","file":"drop.json","name":null,"reason":"is not the JSON that was written"},
    {"code":"not_found","file":"10","reason":"is missing"}],"version":1}
    """#,
    "refused-path": #"{"refused":[{"code":"io","file":"../1","name":"","reason":""}],"version":1}"#,
  ]
}
