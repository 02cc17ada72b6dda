import Foundation
import Testing

/// Text pictures kept beside the tests, as `NAME.txt`.
///
/// With `RECORD_PICTURES=1` in the environment a test writes what it drew instead of comparing; look at it before you
/// keep it.
enum Picture {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Pictures")

    static func expect(_ drawn: String, is name: String, location: SourceLocation = #_sourceLocation) throws {
        let path = folder.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["RECORD_PICTURES"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data((drawn + "\n").utf8).write(to: path)
            return
        }
        let expected = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        #expect((drawn + "\n") == expected, "differs from \(name).txt", sourceLocation: location)
    }
}
