import DurableFiles
import PhotoPipeline
import UploadReceiver
import WebSurface

/// `shutterbox receive`: takes uploads by tus into a folder.
enum ReceiveCommand: Command {
  struct Values: Sendable {
    var folder: FilePath?
    var address = "127.0.0.1"
    var port = 1080
    /// `nil` for what is configured, or else a new one.
    var token: String?
    var hosts: [String] = []
    var maximumByteCount = 4 << 30
    var allowsMetadata = false
    var usesTLS = false
    var certificate: FilePath?
    var key: FilePath?
    var json = false
  }

  static var syntax: Syntax<Values> {
    Syntax(
      name: "receive",
      summary: "take uploads into a folder, as a server",
      discussion: [
        """
        Speaks tus 1.0, so that an upload that was interrupted goes on where it stopped, after a restart too. A \
        file is FOLDER/ENTRY/MEDIA with a '.json' beside it; it appears there whole.
        """,
        """
        Listens on this machine alone unless --bind says otherwise, and wants the token with every request: \
        that of --token, of SHUTTERBOX_TOKEN, or of the configuration. Without any a new one is made and \
        printed.
        """,
        """
        A photo that carries metadata is refused. So is what is no photo or movie.
        """,
        """
        With --tls the certificate is that of --tls-cert, or else one that is made, kept in \
        $SHUTTERBOX_HOME/tls, and told by its fingerprint.
        """,
        """
        SIGTERM and Ctrl-C let requests under way end, for 10 seconds at most; what has come of others is kept \
        and goes on later. After SIGTERM the exit code is 0. A second signal ends at once.
        """,
      ],
      options: [
        .value("dir", "FOLDER", .path, help: "Where files land; made if missing. Must be given.") {
          $0.folder = $1
        },
        .value(
          "bind", "ADDRESS", .address,
          help: "The numeric address to listen on, 127.0.0.1 by default; '0.0.0.0' or '::' for all."
        ) { $0.address = $1 },
        .value(
          "port", "N", .integer(0...65535), help: "The port, 1080 by default; 0 for any that is free."
        ) { $0.port = $1 },
        .value(
          "token", "T", .token,
          help:
            "What senders must have. Others can see it in the list of processes; SHUTTERBOX_TOKEN hides it."
        ) { $0.token = $1 },
        .repeated(
          "host", "NAME", .hostName,
          help: "A further name that requests may use, such as that of a proxy. May be repeated."
        ) { $0.hosts.append($1) },
        .value(
          "max-bytes", "N", .integer(1...Int.max), help: "The largest file in bytes; 4 GiB by default."
        ) { $0.maximumByteCount = $1 },
        .flag("allow-metadata", help: "Take photos that carry metadata, too.") { $0.allowsMetadata = true },
        .flag("tls", help: "Serve HTTPS.") { $0.usesTLS = true },
        .value(
          "tls-cert", "FILE", .path, help: "The certificate in PEM format, with those that vouch for it."
        ) {
          $0.certificate = $1
        },
        .value("tls-key", "FILE", .path, help: "The key of the certificate in PEM format.") { $0.key = $1 },
        .flag("json", help: "Print one JSON object when it listens, and per stored file.") { $0.json = true },
      ],
      operands: .none(), defaults: Values())
  }

  static func run(_ values: Values, _ session: Session) throws(UsageError) -> ExitCode {
    guard let folder = values.folder else { throw UsageError("--dir FOLDER is missing", command: name) }
    guard (values.certificate == nil) == (values.key == nil) else {
      throw UsageError("--tls-cert and --tls-key belong together", command: name)
    }
    let usesTLS = values.usesTLS || values.certificate != nil
    let home = usesTLS && values.certificate == nil ? try HomeFolder(session.environment) : nil
    do {
      let token = try ReceiveToken(values.token) { try session.configuration().find(.token).value?.text }
      let identity = usesTLS ? try identity(values, home) : nil
      let run = ReceiveRun(folder: folder, token: token, values: values, session: session)
      return try run.serve(identity)
    } catch {
      session.console.report(ReceiveRun.text(error, folder))
      return .failure
    }
  }

  private static func identity(
    _ values: Values, _ home: HomeFolder?
  ) throws(TLSIdentity.Failure) -> TLSIdentity? {
    if let certificate = values.certificate, let key = values.key {
      return try TLSIdentity.read(certificates: certificate, key: key)
    }
    guard let home else { return nil }
    return try TLSIdentity.kept(
      in: home.path.appending("tls".utf8), names: ReceiveRun.names(values), now: ReceiveRun.now())
  }
}
