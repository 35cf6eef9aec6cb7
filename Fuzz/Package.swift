// swift-tools-version: 6.1
import PackageDescription

// The sources of the root package are reached through links: so this package looks behind their public
// interface, gives them flags of its own, and builds in a folder of any name.
/// One program for each container and decoder, and for what they share.
let programs = [
  "FuzzInspection", "FuzzJPEG", "FuzzPNG", "FuzzWebP", "FuzzGIF", "FuzzHEIF", "FuzzMovie", "FuzzProfile",
  "FuzzMetadata", "FuzzInbox", "FuzzReceiver",
]

let package = Package(
  name: "shutterbox-fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "FuzzDriver", dependencies: ["CLibFuzzer", "CHeapFill"]),
    .target(name: "CHeapFill"),
    .target(
      name: "FuzzProperties",
      dependencies: [
        "FuzzDriver", "PhotoPipeline", "DurableFiles", "Inbox", "UploadReceiver", "PhotoFixtures",
      ]),
    .systemLibrary(name: "CLibFuzzer"),
    .executableTarget(name: "FuzzSeeds", dependencies: ["PhotoFixtures"]),

    .target(
      name: "PhotoPipeline",
      dependencies: [
        "DurableFiles", "JSONText", "Threading", "CJPEG", "CHEIF", "CLCMS", "CSPNG", "CWebP", "CGIF", "CZlib",
        "PixelKernels",
      ]),
    .target(name: "Inbox", dependencies: ["DurableFiles"]),
    .target(name: "UploadReceiver", dependencies: ["DurableFiles", "Hashing", "JSONText", "Threading"]),
    .target(name: "Hashing", dependencies: ["CNettle"]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle"),
    .target(name: "DurableFiles", dependencies: ["CFileCopy", "Threading"]),
    .target(name: "CFileCopy"),
    .target(name: "JSONText"),
    .target(name: "Threading"),
    .target(name: "PixelKernels"),
    .target(name: "CHEIF"),
    .target(name: "CJPEG", dependencies: ["CLibJPEG"]),
    .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg"),
    .systemLibrary(name: "CSPNG", pkgConfig: "spng"),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp"),
    .systemLibrary(name: "CGIF"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2"),
    .target(name: "PhotoFixtures", dependencies: ["CZlib"]),
  ]
)

for program in programs {
  package.targets.append(
    .executableTarget(
      name: program,
      dependencies: ["FuzzDriver", "FuzzProperties", "PhotoPipeline", "DurableFiles", "PhotoFixtures"]))
}

/// What makes the seeds is not fuzzed itself, nor what is called with each piece of memory.
let plain = ["FuzzSeeds", "PhotoFixtures", "CHeapFill"]

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  guard !plain.contains(target.name) else { continue }
  // Coverage, and every check that there is, in code that is optimized as the released one.
  target.swiftSettings?.append(
    .unsafeFlags([
      "-sanitize=address", "-sanitize=fuzzer", "-enforce-exclusivity=checked", "-assert-config", "Debug",
      "-enable-testing", "-g",
    ]))
  target.cSettings = [
    .unsafeFlags(["-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=all", "-g"])
  ]
  if target.type == .executable {
    target.linkerSettings = [.unsafeFlags(["-sanitize=address", "-sanitize=fuzzer", "-use-ld=lld"])]
  }
}
