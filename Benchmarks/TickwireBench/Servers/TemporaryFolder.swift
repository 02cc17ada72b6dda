import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "/tickwire-bench-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// - Returns: the path of the file.
    func file(_ bytes: some Sequence<UInt8>, named name: String = UUID().uuidString) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}
