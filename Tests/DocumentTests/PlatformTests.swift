import Foundation
import Testing

/// Only `PlatformKit` knows that systems differ, so a port to another one changes one folder.
struct PlatformTests {
    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    @Test func noOtherModuleAsksForTheSystemOrNamesItsLibrary() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("PlatformKit/") }
        #expect(!paths.isEmpty)
        let asking = try paths.filter { path in
            let text = try String(contentsOf: Self.sources.appendingPathComponent(path), encoding: .utf8)
            return text.contains(/canImport\((?:Darwin|Glibc|Musl)\)|\bos\(\w+\)|import (?:Darwin|Glibc|Musl)\b/)
        }
        #expect(asking.isEmpty)
    }
}
