package import Foundation

/// Texts that are kept beside the tests, and documents that are generated.
///
/// With `RECORD_PICTURES=1` in the environment a test writes what it made instead of comparing; look at it before you keep it.
package enum RecordedText {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// - Returns: false if the file has another text.
    package static func isKept(_ text: String, at path: URL) throws -> Bool {
        if ProcessInfo.processInfo.environment["RECORD_PICTURES"] != nil {
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data((text + "\n").utf8).write(to: path)
            return true
        }
        return String(decoding: try Data(contentsOf: path), as: UTF8.self) == text + "\n"
    }

    /// The Swift files in a folder of the repository, and in the folders in it.
    package static func sources(in folder: String) throws -> [(path: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(".swift") }
            .map { ("\(folder)/\($0)", try text(of: "\(folder)/\($0)")) }
    }

    /// - Parameter path: of a file of the repository.
    package static func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
    }

    /// - Parameter name: of a page of docs/.
    package static func isKept(_ text: String, inDocument name: String) throws -> Bool {
        try isKept(text, inFile: "docs/\(name)")
    }

    /// - Parameter path: of a file of the repository.
    package static func isKept(_ text: String, inFile path: String) throws -> Bool {
        try isKept(text, at: root.appendingPathComponent(path))
    }
}
