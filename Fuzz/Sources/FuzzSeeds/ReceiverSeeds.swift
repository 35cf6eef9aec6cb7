/// What is sent to a receiver, by name: the form is told where it is read, in `ReceiverProperty`.
enum ReceiverSeeds {
  static func all() -> [String: [UInt8]] {
    var seeds = texts.mapValues { Array($0.utf8) }
    let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 4]
    let named = "Upload-Metadata: entry \(entry),media \(media),sha256 \(sha256),type aW1hZ2UvanBlZw=="
    seeds["receiver-whole"] =
      Array("POST /files\nUpload-Length: 8\nContent-Length: 8\n\n".utf8) + photo
      + Array("\u{1E}HEAD @\n\n\u{1E}PATCH @\nUpload-Offset: 8\n\n\u{1E}DELETE @\n\n".utf8)
    seeds["receiver-named"] =
      Array("POST /files\nUpload-Length: 8\n\(named)\nContent-Length: 4\n\n".utf8) + photo[..<4]
      + Array("\u{1E}POST /files\nUpload-Length: 8\n\(named)\nContent-Length: 0\n\n".utf8)
      + Array("\u{1E}PATCH @\nUpload-Offset: 4\n\n".utf8) + photo[4...]
    seeds["receiver-checked"] =
      Array("POST /files/\nUpload-Length: 11\nContent-Length: 0\n\n\u{1E}PATCH @\nUpload-Offset: 0\n".utf8)
      + Array("Upload-Checksum: sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=\n\nhello world".utf8)
    return seeds
  }

  // 019abf3c-5f00-7a31-8c4e-0123456789ab, the same with ba9876543210, and the SHA-256 of the eight bytes above.
  private static let entry = "MDE5YWJmM2MtNWYwMC03YTMxLThjNGUtMDEyMzQ1Njc4OWFi"
  private static let media = "MDE5YWJmM2MtNWYwMC03YTMxLThjNGUtYmE5ODc2NTQzMjEw"
  private static let sha256 =
    "NzNmZDEyNzg3NmNiMTU1MjQ2NmQyYzk4MDY1MjRmZTMzODI2YmYxNjBiMGM4MjA5MmFiNWIwODJmODkwZTEzMg=="

  private static let texts = [
    "receiver-options": "OPTIONS /files\n\n", "receiver-empty": "POST /files\nUpload-Length: 0\n\n",
    "receiver-override": "GET @\nX-HTTP-Method-Override: PATCH\nUpload-Offset: 0\n\n",
    "receiver-path": "PATCH /files/..%2f..%2fx\nUpload-Offset: 0\n\nx",
    "receiver-metadata":
      "POST /files\nUpload-Length: 5\nUpload-Metadata: filename Li4vLi4vZXRjL3Bhc3N3ZA==,is_confidential\n\n",
    "receiver-origin": "POST /files\nOrigin: http://a\nHost: a\nUpload-Length: 1e3\n\n",
    "receiver-concatenation": "POST /files\nUpload-Concat: final;/files/a /files/b\n\n",
    "receiver-health": "GET /healthz\n\n\u{1E}GET /metrics\n\n",
  ]
}
