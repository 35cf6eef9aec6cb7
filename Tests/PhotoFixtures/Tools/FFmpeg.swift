/// FFmpeg, a writer of real movies and an independent reader of them.
public enum FFmpeg {
  public static func isInstalled() -> Bool { Tool.isInstalled("ffmpeg") && Tool.isInstalled("ffprobe") }

  /// A movie of a second with picture and sound.
  ///
  /// - Parameters:
  ///   - type: The ending of its name: `mp4` or `mov`.
  ///   - subtitles: Texts for a track of subtitles, each shown for a fifth of a second.
  ///   - arguments: What else `ffmpeg` is told, such as metadata.
  /// - Throws: ``FixtureError`` if `ffmpeg` is missing or refuses the arguments.
  public static func movie(_ type: String, subtitles: [String] = [], _ arguments: [String]) throws -> [UInt8]
  {
    let folder = try ScratchFolder()
    var inputs = [
      "-f", "lavfi", "-i", "testsrc=duration=1:size=160x120:rate=25", "-f", "lavfi", "-i", "sine=duration=1",
    ]
    var maps = ["-map", "0", "-map", "1"]
    if !subtitles.isEmpty {
      let lines = subtitles.enumerated().map { index, text in
        "\(index + 1)\n00:00:00,\(index)00 --> 00:00:00,\(index + 1)00\n\(text)\n"
      }
      let path = try folder.write(Array(lines.joined(separator: "\n").utf8), as: "text.srt")
      inputs += ["-i", path]
      maps += ["-map", "2", "-c:s", "mov_text"]
    }
    let codecs = ["-c:v", "mpeg4", "-g", "5", "-c:a", "aac", "-threads", "1"]
    let path = "\(folder.path)/movie.\(type)"
    _ = try Tool.output(
      "ffmpeg", ["-v", "error", "-nostdin"] + inputs + maps + codecs + arguments + [path])
    return try folder.read("movie.\(type)")
  }

  /// The hash of each decoded frame of picture and sound, with its time, as `framemd5` prints them.
  public static func frameHashes(_ bytes: [UInt8]) throws -> String {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, as: "movie")
    return String(
      decoding: try Tool.output(
        "ffmpeg",
        [
          "-v", "error", "-nostdin", "-i", path, "-map", "0:v", "-map", "0:a?", "-threads", "1", "-f",
          "framemd5", "-",
        ]), as: UTF8.self)
  }

  /// What `ffprobe` says of the streams of picture and sound.
  public static func streams(_ bytes: [UInt8]) throws -> [String] {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, as: "movie")
    let entries = "stream=codec_type,codec_name,width,height,duration,nb_frames,sample_rate,r_frame_rate"
    return String(
      decoding: try Tool.output(
        "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "compact", path]),
      as: UTF8.self
    ).split(separator: "\n").map(String.init).filter {
      $0.contains("codec_type=video") || $0.contains("codec_type=audio")
    }
  }
}
