import DurableFiles
import Gallery
import PhotoPipeline

/// `shutterbox keep`: keeps originals at full size, with their metadata.
enum KeepCommand: Command {
  struct Values: Sendable {
    var reason: String?
    var folder: FilePath?
    var latitude: Double?
    var longitude: Double?
    var keepsMakerNote = false
    var addsThumbnail = false
    var json = false
    var files: [FilePath] = []
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "keep",
      summary: "keep originals at full size, with their metadata",
      discussion: [
        """
        Each photo becomes a HEIC of full size among your pictures, upright in every viewer, with EXIF and \
        XMP of the original: camera, time, location. It is read back before it is written. A HEIC is copied \
        byte for byte. This is the opposite of 'prepare', so a reason is asked for; it is told again and \
        written nowhere.
        """,
        """
        The thumbnail and the camera maker's own notes are left out unless asked for; so is what is \
        neither EXIF nor XMP. A FILE that is a folder stands for the photos in it and below it. '-' is \
        standard input.
        """,
        """
        A result has the name of its photo and '.heic'. A second photo of the same name gets '-2', a third \
        '-3'. No file is ever overwritten.
        """,
      ],
      options: [
        .value("reason", "TEXT", .reason, help: "Why the originals are kept, in words. It must be given.") {
          $0.reason = $1
        },
        .value(
          "to", "FOLDER", .path,
          help: """
            The folder for the results, made if missing; 'Shutterbox' in your folder of pictures by default.
            """
        ) { $0.folder = $1 },
        .value(
          "latitude", "D", .number(-90...90),
          help: """
            Together with --longitude: the location to add, or to put in the place of the original's, in \
            degrees; south is negative. A HEIC is refused then.
            """
        ) { $0.latitude = $1 },
        .value(
          "longitude", "D", .number(-180...180), help: "Degrees; west is negative."
        ) { $0.longitude = $1 },
        .flag("maker-note", help: "Keep the camera maker's own notes.") { $0.keepsMakerNote = true },
        .flag("thumbnail", help: "Add a new thumbnail of at most 160 pixels.") { $0.addsThumbnail = true },
        .flag("json", help: "Print one JSON object per photo.") { $0.json = true },
      ],
      operands: .init(placeholder: "FILE...", count: 1...Int.max) { values, found in
        values.files = found.map { FilePath(bytes: $0.bytes) }
      },
      defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    guard let reason = values.reason else {
      throw UsageError("--reason is missing: say why the originals are kept", command: name)
    }
    try values.files.checkStandardInput(command: name)
    var options = GalleryKeeper.Options()
    options.keepsMakerNote = values.keepsMakerNote
    options.addsThumbnail = values.addsThumbnail
    options.location = try location(values)
    let folder: FilePath
    if let path = values.folder {
      folder = path
    } else {
      folder = try PicturesFolder(session.environment).path.appending("Shutterbox".utf8)
    }

    // A folder that does not exist yet cannot be among the inputs.
    let skipped = try? FileStatus(folder, followingLinks: true).identity
    let inputs = InputList(walk: FolderWalk(isWanted: FormatSniffer.isPhoto, skipped: skipped))
      .items(values.files)
    if inputs.isEmpty {
      let names = values.files.map { TerminalText.plain($0.description) }.joined(separator: ", ")
      session.console.report("\(names): no photos found")
      return .success
    }
    let run = KeepRun(
      keeper: GalleryKeeper(options: options), reason: reason, console: session.console, json: values.json,
      temporaries: session.temporaries)
    return run.keep(inputs, in: folder)
  }

  private static func location(_ values: Values) throws(UsageError) -> GalleryKeeper.Location? {
    guard let latitude = values.latitude, let longitude = values.longitude else {
      guard values.latitude == nil, values.longitude == nil else {
        throw UsageError("--latitude and --longitude go together", command: name)
      }
      return nil
    }
    return GalleryKeeper.Location(latitude: latitude, longitude: longitude)
  }
}
