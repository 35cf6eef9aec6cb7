// swift-tools-version: 6.1
import PackageDescription

// The sources for Apple's systems, compiled and tried against modules that declare just what they use. A module of that
// name makes `canImport` true, so what is compiled here are the very files that an app compiles.

let fakes = [
  "UIKit", "SwiftUI", "Photos", "ImageIO", "CoreGraphics", "CoreLocation", "UniformTypeIdentifiers",
  "Network", "CryptoKit",
]

let package = Package(
  name: "AppleSDK",
  targets: [
    .target(name: "CoreGraphics", path: "Fakes/CoreGraphics"),
    .target(name: "ImageIO", dependencies: ["CoreGraphics"], path: "Fakes/ImageIO"),
    .target(name: "UniformTypeIdentifiers", path: "Fakes/UniformTypeIdentifiers"),
    .target(name: "UIKit", dependencies: ["CoreGraphics"], path: "Fakes/UIKit"),
    .target(name: "SwiftUI", dependencies: ["UIKit"], path: "Fakes/SwiftUI"),
    .target(name: "CoreLocation", path: "Fakes/CoreLocation"),
    .target(name: "Photos", dependencies: ["UIKit", "CoreLocation"], path: "Fakes/Photos"),
    .target(name: "Network", path: "Fakes/Network"),
    .target(name: "CryptoKit", dependencies: ["CNettle"], path: "Fakes/CryptoKit"),
    // The true one, under the name that Apple's SDKs have for it.
    .systemLibrary(name: "SQLite3", path: "Fakes/SQLite3", pkgConfig: "sqlite3"),

    .target(name: "CFileCopy"),
    .target(name: "JSONText"),
    .target(name: "Threading"),
    .target(name: "PixelKernels"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle"),
    .target(name: "DurableFiles", dependencies: ["CFileCopy", "Threading"]),
    .target(name: "Inbox", dependencies: ["DurableFiles", "UniformTypeIdentifiers"]),
    .target(
      name: "Connectivity", dependencies: ["Threading", "Network"],
      exclude: [
        "KernelEvents+Linux.swift",
        "KernelNetwork+Linux.swift",
        "NetlinkMessage+Linux.swift",
        "NetlinkSocket+Linux.swift",
        "NetworkManagerState+Linux.swift",
        "NetworkWatch+Linux.swift",
        "NetworkWatchLoop+Linux.swift",
        "WakeUp+Linux.swift",
      ]),
    .target(
      name: "PhotoPipeline",
      dependencies: [
        "JSONText", "DurableFiles", "Threading", "PixelKernels", "CZlib", "UIKit", "ImageIO", "CoreGraphics",
        "UniformTypeIdentifiers",
      ]),
    .target(name: "Hashing", dependencies: ["CryptoKit"]),
    .target(name: "Transport", dependencies: ["Threading"]),
    .target(name: "TransportURLSession", dependencies: ["Transport", "Threading"]),
    .target(name: "CaptureStorage", dependencies: ["DurableFiles", "Hashing", "SQLite3"]),
    .target(
      name: "UploadOutbox",
      dependencies: [
        "CaptureStorage", "Connectivity", "Transport", "Hashing", "DurableFiles", "JSONText", "Threading",
      ]),
    .target(
      name: "Shutterbox",
      dependencies: [
        "CaptureStorage", "Inbox", "PhotoPipeline", "UploadOutbox", "Connectivity", "Transport",
        "DurableFiles",
        "TransportURLSession",
      ]),
    .target(
      name: "ShutterboxCamera",
      dependencies: [
        "UIKit", "SwiftUI", "Photos", "ImageIO", "CoreGraphics", "CoreLocation", "UniformTypeIdentifiers",
      ]),
    .target(name: "PhotoFixtures", dependencies: ["CZlib"]),
    .testTarget(
      name: "AppleSDKTests",
      dependencies: [
        "ShutterboxCamera", "Shutterbox", "PhotoPipeline", "Inbox", "Connectivity", "Hashing", "DurableFiles",
        "PhotoFixtures",
      ] + fakes.map { .byName(name: $0) },
      path: "Tests"),
  ]
)

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // Swift Testing has modules of its own for the true ones.
    .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
  ]
}
