// swift-tools-version: 6.1
import PackageDescription

/// The platforms whose pictures are decoded by C libraries; elsewhere ImageIO takes their place.
let portablePlatforms: [Platform] = [.linux, .macOS]

let package = Package(
  name: "shutterbox",
  platforms: [.iOS(.v17), .macOS(.v15)],
  products: [
    .library(name: "PhotoPipeline", targets: ["PhotoPipeline"]),
    .library(name: "Shutterbox", targets: ["Shutterbox"]),
    .library(name: "Inbox", targets: ["Inbox"]),
    .library(name: "Gallery", targets: ["Gallery"]),
    .library(name: "ShutterboxCamera", targets: ["ShutterboxCamera"]),
    .library(name: "VisionCost", targets: ["VisionCost"]),
    // The folder is not named like the product: `shutterbox` and the library module `Shutterbox`
    // would be one folder on a file system that ignores case.
    .executable(name: "shutterbox", targets: ["ShutterboxCommand"]),
  ],
  targets: [
    .executableTarget(
      name: "ShutterboxCommand",
      dependencies: [
        "Shutterbox", "UploadOutbox", "CaptureStorage", "PhotoPipeline", "Inbox", "Connectivity", "Transport",
        "Hashing", "JSONText", "DurableFiles", "Threading", "UploadReceiver", "WebSurface", "Gallery",
        "VisionCost",
      ]),
    // HTTP over sockets.
    .target(
      name: "WebSurface",
      dependencies: ["UploadReceiver", "CMicroHTTPD", "DurableFiles", "Hashing", "Threading"]),
    // Opens libmicrohttpd and GnuTLS when they are needed; it needs their headers and is linked with neither.
    .target(name: "CMicroHTTPD"),
    .target(
      name: "Shutterbox",
      dependencies: [
        "CaptureStorage", "Inbox", "PhotoPipeline", "UploadOutbox", "Connectivity", "Transport",
        "DurableFiles",
        .target(name: "TransportLibcurl", condition: .when(platforms: [.linux])),
        .target(name: "TransportURLSession", condition: .when(platforms: [.macOS, .iOS])),
      ]),
    // What to send, when, and how to try again.
    .target(
      name: "UploadOutbox",
      dependencies: [
        "CaptureStorage", "Connectivity", "Transport", "Hashing", "DurableFiles", "JSONText", "Threading",
        .target(name: "CExpat", condition: .when(platforms: [.linux])),
      ]),
    // What a picture costs a vision engine.
    .target(name: "VisionCost"),
    .target(name: "UploadReceiver", dependencies: ["DurableFiles", "Hashing", "JSONText", "Threading"]),
    .target(name: "Transport", dependencies: ["Threading"]),
    // What carries requests: libcurl on Linux, where Foundation would cost every command 18 ms and 14 MB at its start,
    // and URLSession elsewhere.
    .target(
      name: "TransportLibcurl",
      dependencies: ["Transport", "Threading", .target(name: "CCurl", condition: .when(platforms: [.linux]))]),
    .target(name: "TransportURLSession", dependencies: ["Transport", "Threading"]),
    // Whether there is a network, and whether it costs.
    .target(
      name: "Connectivity",
      dependencies: ["Threading", .target(name: "CLinuxNetwork", condition: .when(platforms: [.linux]))]),
    .target(
      name: "CaptureStorage",
      dependencies: [
        "DurableFiles", "Hashing", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
      ]),
    // The deliberate original.
    // For Apple's systems alone; see Tests/AppleSDK for how it is tried elsewhere.
    .target(name: "ShutterboxCamera"),
    // Where ImageIO is the only codec there is no use for it, since the photo library keeps originals.
    .target(name: "Gallery", dependencies: ["PhotoPipeline", "DurableFiles"]),
    .target(
      name: "PhotoPipeline",
      dependencies: [
        "JSONText",
        "DurableFiles",
        "Threading",
        "PixelKernels",
        "CZlib",
        .target(name: "CJPEG", condition: .when(platforms: portablePlatforms)),
        .target(name: "CLCMS", condition: .when(platforms: portablePlatforms)),
        .target(name: "CSPNG", condition: .when(platforms: portablePlatforms)),
        .target(name: "CWebP", condition: .when(platforms: portablePlatforms)),
        .target(name: "CGIF", condition: .when(platforms: portablePlatforms)),
        .target(name: "CHEIF", condition: .when(platforms: [.linux])),
      ]),
    .target(
      name: "Hashing",
      dependencies: [.target(name: "CNettle", condition: .when(platforms: [.linux]))]),
    .target(name: "Inbox", dependencies: ["DurableFiles"]),
    .target(name: "DurableFiles", dependencies: ["CFileCopy", "Threading"]),
    .target(name: "CFileCopy"),
    .target(name: "JSONText"),
    .target(name: "Threading"),
    .target(name: "PixelKernels"),
    .target(name: "CJPEG", dependencies: ["CLibJPEG"]),
    // Opens libheif and libavcodec when they are needed; it needs their headers and is linked with neither.
    .target(name: "CHEIF"),
    // Opens libsystemd when it is needed, in the same way.
    .target(name: "CLinuxNetwork"),
    // Opens libcurl when it is needed, in the same way.
    .target(name: "CCurl"),
    // Opens libexpat when it is needed; it needs its headers and is not linked with it.
    .target(name: "CExpat"),
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CSPNG", pkgConfig: "spng", providers: [.apt(["libspng-dev"]), .brew(["libspng"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    // Homebrew's has no pkg-config file, and needs none: its folders are those of all formulas.
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
    // Apple's SDKs have SQLite and CryptoKit.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),

    // Part of the SDKs of Apple; on Debian it comes with what Swift itself needs.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .target(name: "PhotoFixtures", dependencies: ["CZlib"], path: "Tests/PhotoFixtures"),
    // Threads for tests that wait.
    .target(name: "TestThreads", path: "Tests/TestThreads"),
    // A HTTP server whose every answer, and every rudeness, is scripted.
    .target(name: "FaultServer", dependencies: ["Hashing", "Threading"], path: "Tests/FaultServer"),
    // What the example for iOS does without a screen.
    .target(name: "SparkJournal", dependencies: ["Shutterbox"], path: "Examples/SparkMobile/Journal"),
    .testTarget(
      name: "SparkJournalTests", dependencies: ["SparkJournal", "Shutterbox", "PhotoFixtures"]),
    .executableTarget(
      name: "DemoPhoto", dependencies: ["PhotoFixtures"], path: "Examples/DemoPhoto"),
    .executableTarget(
      name: "CaptureBenchmark", dependencies: ["Shutterbox"], path: "Benchmarks/CaptureBenchmark"),
    // One of several processes with the same captures, for tests.
    .executableTarget(
      name: "CaptureWorker", dependencies: ["Shutterbox", "PhotoFixtures"], path: "Tests/CaptureWorker"),
    .testTarget(
      name: "CaptureStorageTests",
      dependencies: ["CaptureStorage", "CaptureWorker", "DurableFiles", "Hashing", "PhotoFixtures"],
      exclude: ["Versions"]),
    .testTarget(
      name: "ShutterboxTests",
      dependencies: [
        "TestThreads", "Shutterbox", "CaptureStorage", "Inbox", "DurableFiles", "PhotoPipeline",
        "PhotoFixtures",
      ]),
    .testTarget(
      name: "ConnectivityTests",
      dependencies: ["Connectivity", "CLinuxNetwork", "Threading", "PhotoFixtures"],
      exclude: ["network_manager.py"]),
    .testTarget(
      name: "UploadOutboxTests",
      dependencies: [
        "UploadOutbox", "CaptureStorage", "Connectivity", "Transport", "Hashing", "DurableFiles", "JSONText",
        "Threading",
        "PhotoFixtures", "FaultServer", "TransportURLSession",
        .target(name: "TransportLibcurl", condition: .when(platforms: [.linux])),
      ]),
    .testTarget(name: "HashingTests", dependencies: ["Hashing"]),
    .testTarget(
      name: "WebSurfaceTests",
      dependencies: ["WebSurface", "UploadReceiver", "DurableFiles", "Hashing", "Threading", "PhotoFixtures"]),
    .testTarget(
      name: "UploadReceiverTests",
      dependencies: ["UploadReceiver", "DurableFiles", "Hashing", "Threading", "PhotoFixtures"]),
    .testTarget(name: "DurableFilesTests", dependencies: ["DurableFiles", "PhotoFixtures"]),
    .testTarget(
      name: "FaultInjectionTests", dependencies: ["ShutterboxCommand", "PhotoFixtures"],
      path: "Tests/FaultInjection", exclude: ["faults.c"]),
    .testTarget(name: "FaultServerTests", dependencies: ["FaultServer", "PhotoFixtures", "Threading"]),
    .testTarget(
      name: "GalleryTests", dependencies: ["Gallery", "PhotoPipeline", "DurableFiles", "PhotoFixtures"]),
    .testTarget(name: "InboxTests", dependencies: ["Inbox", "DurableFiles", "PhotoFixtures"]),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "PhotoFixtures"]),
    .testTarget(name: "PhotoFixturesTests", dependencies: ["PhotoFixtures"]),
    .testTarget(
      name: "PhotoPipelineTests",
      dependencies: ["PhotoPipeline", "JSONText", "DurableFiles", "PhotoFixtures"]),
    .testTarget(
      name: "PixelKernelsTests", dependencies: ["PixelKernels", "PhotoFixtures"],
      exclude: ["kernel_check.c"]),
    .testTarget(
      name: "ShutterboxCommandTests",
      dependencies: [
        "ShutterboxCommand", "CaptureStorage", "PhotoPipeline", "DurableFiles", "Threading", "PhotoFixtures",
        "VisionCost",
      ],
      exclude: ["Snapshots"]),
    .testTarget(name: "VisionCostTests", dependencies: ["VisionCost", "PhotoPipeline", "PhotoFixtures"]),
    .testTarget(
      name: "TransportTests",
      dependencies: [
        "Transport", "TransportURLSession", "FaultServer", "Hashing", "PhotoFixtures", "Threading",
        .target(name: "TransportLibcurl", condition: .when(platforms: [.linux])),
      ]),
  ]
)

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
