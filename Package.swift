// swift-tools-version: 6.2
import PackageDescription

// The terminal's release waits for one person, and most of what it holds in memory is pages of its own files. With Swift's
// libraries linked in, of which it uses little, no names for others to link with, and packed relocations, these are a
// quarter fewer, and it runs where there is no Swift.
func leanly(_ libraries: String...) -> [LinkerSetting] {
    let flags =
        ["-static-stdlib", "-use-ld=lld"] + libraries.map { "-l\($0)" }
        + ["-z", "pack-relative-relocs", "--no-export-dynamic", "--icf=safe"].flatMap { ["-Xlinker", $0] }
    return [.unsafeFlags(flags, .when(platforms: [.linux], configuration: .release))]
}

func nio(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: "swift-nio") } }

let package = Package(
    name: "tickwire",
    // Observations (SE-0475), which schedule each frame and each output, exist since this release.
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "TickwireClient", targets: ["TickwireClient"]),
        .executable(name: "tickwire", targets: ["tickwire"]),
        .executable(name: "tickwire-server", targets: ["tickwire-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // Without streams of Foundation, which would link all of it.
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // MARK: System libraries
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "openssl",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),

        // MARK: Libraries
        .target(
            name: "CommandLineKit",
            dependencies: ["Shared", .product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .target(
            name: "MockMarket",
            dependencies: ["PlatformKit", "Shared"] + nio("NIOCore", "NIOHTTP1", "NIOPosix")
        ),
        .target(name: "PlatformKit"),
        .target(
            name: "PushServer",
            dependencies: [
                "CCurl",
                "CMalloc",
                "COpenSSL",
                "PlatformKit",
                "Shared",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ] + nio("NIOCore", "NIOHTTP1", "NIOPosix")
        ),
        .target(
            name: "Shared",
            dependencies: [
                "COpenSSL",
                "PlatformKit",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ] + nio("NIOCore", "NIOPosix"),
            exclude: ["Wire/push.proto"]
        ),
        .target(
            name: "TerminalClient",
            dependencies: [
                "CMalloc",
                "PlatformKit",
                "Shared",
                "TerminalKit",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ] + nio("NIOCore", "NIOPosix")
        ),
        .target(name: "TerminalKit", dependencies: ["PlatformKit"]),
        .target(
            name: "TickwireClient",
            dependencies: ["Shared", "TerminalClient"] + nio("NIOPosix")
        ),

        // MARK: Executables
        .executableTarget(name: "tickwire-bench-floor", dependencies: ["COpenSSL"], path: "Benchmarks/Floor"),
        .executableTarget(name: "tickwire-bench-sinks", dependencies: ["COpenSSL"], path: "Benchmarks/Sinks"),
        .executableTarget(
            name: "tickwire-bench",
            dependencies: [
                "MockMarket",
                "PushServer",
                "Shared",
                "TerminalClient",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "Logging", package: "swift-log"),
            ] + nio("NIOConcurrencyHelpers", "NIOCore", "NIOPosix"),
            path: "Benchmarks/TickwireBench",
            // `day` measures a server that runs inside this program, so this program is linked as tickwire-server is.
            linkerSettings: leanly("CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections")
        ),
        .executableTarget(
            name: "tickwire",
            dependencies: [
                "CommandLineKit",
                "PlatformKit",
                "Shared",
                "TerminalClient",
                "TerminalKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + nio("NIOCore", "NIOPosix"),
            // What FoundationEssentials needs must be named where only the linker is told. All of Foundation would add ICU, with
            // 40 MB of data.
            linkerSettings: leanly("_FoundationCShims", "_FoundationCollections")
        ),
        .executableTarget(
            name: "tickwire-server",
            dependencies: [
                "CommandLineKit",
                "MockMarket",
                "PlatformKit",
                "PushServer",
                "Shared",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            linkerSettings: leanly("CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections")
        ),

        // MARK: Tests
        .target(
            name: "TestSupport",
            dependencies: ["PlatformKit", "Shared", "TerminalKit"],
            path: "Tests/TestSupport"
        ),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "PushServer",
                "Shared",
                "TerminalClient",
                "TerminalKit",
            ] + nio("NIOCore", "NIOEmbedded"),
            path: "Fuzz/Targets"
        ),
        .testTarget(
            name: "DocumentTests",
            dependencies: [
                "CommandLineKit",
                "MockMarket",
                "PushServer",
                "Shared",
                "TerminalClient",
                "TerminalKit",
                "TestSupport",
                "tickwire",
                "tickwire-server",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + nio("NIOCore")
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: ["FuzzTargets", "Shared"] + nio("NIOCore")
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "COpenSSL",
                "MockMarket",
                "PlatformKit",
                "PushServer",
                "Shared",
                "TerminalClient",
                "TerminalKit",
                "TestSupport",
                "TickwireClient",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + nio("NIOConcurrencyHelpers", "NIOCore", "NIOPosix")
        ),
        .testTarget(
            name: "MockMarketTests",
            dependencies: [
                "MockMarket",
                "Shared",
            ] + nio("NIOCore", "NIOHTTP1", "NIOPosix")
        ),
        .testTarget(
            name: "PushServerTests",
            dependencies: [
                "MockMarket",
                "PlatformKit",
                "PushServer",
                "Shared",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ] + nio("NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix")
        ),
        .testTarget(
            name: "SharedTests",
            dependencies: [
                "COpenSSL",
                "PlatformKit",
                "Shared",
                "TestSupport",
            ] + nio("NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded", "NIOPosix")
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "MockMarket",
                "PushServer",
                "Shared",
                "TerminalClient",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ] + nio("NIOCore")
        ),
        .testTarget(
            name: "TerminalClientTests",
            dependencies: [
                "PlatformKit", "Shared", "TerminalClient", "TerminalKit", "TestSupport",
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["Pictures"]
        ),
        .testTarget(name: "TerminalKitTests", dependencies: ["PlatformKit", "TerminalKit", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// libFuzzer brings a main function of its own, so its program is built by scripts/checks/fuzz alone.
if Context.environment["TICKWIRE_FUZZ"] != nil {
    package.products.append(.executable(name: "tickwire-fuzz", targets: ["tickwire-fuzz"]))
    package.targets.append(
        .executableTarget(
            name: "tickwire-fuzz",
            dependencies: ["FuzzTargets", "PlatformKit"],
            path: "Fuzz/Harness",
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        )
    )
}

// Only a store for several servers needs libpq. A package trait would compile every target again when it changes; this
// compiles what uses the store.
if Context.environment["TICKWIRE_FLEET"] != nil {
    package.targets += [
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "PostgresKit", dependencies: ["CPostgres", "PlatformKit"]),
        .testTarget(name: "PostgresKitTests", dependencies: ["PlatformKit", "PostgresKit", "TestSupport"]),
    ]
    for target in package.targets {
        switch target.name {
        case "DocumentTests", "IntegrationTests", "PushServer", "PushServerTests":
            target.dependencies.append("PostgresKit")
        default: continue
        }
        target.swiftSettings = [.define("FLEET")]
    }
} else {
    for target in package.targets where target.name == "PushServer" { target.exclude.append("Storage/Postgres") }
}

// A release has both programs and nothing else. Without this, SwiftPM builds one product after the other, or also all
// benchmarks.
if Context.environment["TICKWIRE_RELEASE"] != nil {
    let others: Set = ["FuzzTargets", "TestSupport", "TickwireClient"]
    package.products.removeAll { others.contains($0.name) }
    package.targets.removeAll {
        $0.type == .test || $0.name.hasPrefix("tickwire-bench") || others.contains($0.name)
    }
    package.dependencies.removeAll {
        if case .sourceControl(_, let location, _) = $0.kind {
            location.hasSuffix("/Yams") || location.hasSuffix("/hdrhistogram-swift")
        } else {
            false
        }
    }
}

// The simulator's release build needs no programs, no other tests, and no libraries that only these use. Some of the tests depend on the
// programs, whose static libraries have no XCTest.
if Context.environment["TICKWIRE_SIMULATOR"] != nil {
    let others: Set = ["CommandLineKit", "FuzzTargets", "TickwireClient"]
    package.products = []
    package.targets.removeAll {
        $0.type == .executable || ($0.type == .test && $0.name != "SimulatorTests") || others.contains($0.name)
    }
}

// One list of settings for all of our own Swift targets.
// https://github.com/swiftlang/swift-evolution: SE-0335, SE-0409, SE-0444, SE-0461, SE-0470
var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
if Context.environment["CI"] != nil {
    settings.append(.treatAllWarnings(as: .error))
}
for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
}
