// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "prices",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "tickwire", path: "../..")],
    targets: [
        .executableTarget(name: "prices", dependencies: [.product(name: "TickwireClient", package: "tickwire")])
    ]
)
