public import Foundation

/// A folder for movies that the camera recorded and the app has not taken over yet, and for a note that a camera is open.
///
/// The system deletes the camera's own file as soon as its callback returns, and may end the app while the camera is
/// open. When the app starts, before a camera is shown, ask for the ``movies()`` and the ``openCamera()`` that were left
/// behind.
public struct MovieShelter: Sendable {
  /// The folder; made when it is first needed.
  public let folder: URL

  private var note: URL { folder.appending(path: "open-camera.json", directoryHint: .notDirectory) }

  /// - Parameter folder: A folder of the app that the system does not empty.
  public init(folder: URL) { self.folder = folder }

  /// `Shutterbox/Movies` in the app's Application Support.
  ///
  /// - Throws: The error of the file system if there is no such folder and it cannot be made.
  public static func standard() throws -> MovieShelter {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return MovieShelter(folder: support.appending(path: "Shutterbox/Movies", directoryHint: .isDirectory))
  }

  /// Moves a movie into the folder under a new name that keeps its extension.
  ///
  /// - Returns: The movie's new place. It belongs to the caller, who deletes it when it is done with.
  /// - Throws: The error of the file system. The movie is then where it was.
  func take(_ movie: URL) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let place = folder.appending(path: UUID().uuidString, directoryHint: .notDirectory)
      .appendingPathExtension(movie.pathExtension)
    try FileManager.default.moveItem(at: movie, to: place)
    return place
  }

  /// The movies in the folder: those left behind when the app was ended before it took them over.
  ///
  /// - Throws: The error of the file system. That there is no folder yet is not an error.
  public func movies() throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { UUID(uuidString: $0.deletingPathExtension().lastPathComponent) != nil }
  }

  /// Notes that a camera is open.
  ///
  /// - Throws: The error of the file system.
  func begin(_ camera: OpenCamera) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(camera).write(to: note, options: .atomic)
  }

  /// The camera that was open when the app ended, if one was.
  ///
  /// A photo that was shot and not handed over is lost with the app. The note lets the app say so, and show again what
  /// was open. Call ``forgetCamera()`` then.
  public func openCamera() -> OpenCamera? {
    guard FileManager.default.fileExists(atPath: note.path) else { return nil }
    // A note that cannot be read still says that a camera was open.
    return (try? JSONDecoder().decode(OpenCamera.self, from: Data(contentsOf: note)))
      ?? OpenCamera(context: nil, since: .distantPast)
  }

  /// Removes the note of an open camera.
  ///
  /// - Throws: The error of the file system. That there is no note is not an error.
  public func forgetCamera() throws {
    guard FileManager.default.fileExists(atPath: note.path) else { return }
    try FileManager.default.removeItem(at: note)
  }
}
