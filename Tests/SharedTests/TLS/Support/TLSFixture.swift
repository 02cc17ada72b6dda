import Foundation

@testable import Shared

/// Fixtures for most tests: a protocol name, a server's identity, folders, and repeatable random bytes.
enum TLSFixture {
    static let alpn = "tickwire/1"

    /// One identity for all tests that need any.
    static let identity: TLSIdentity = {
        do { return try TLSIdentity.create() } catch { fatalError("\(error)") }
    }()

    /// Passes a new folder to `body`, and removes it afterwards.
    static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tickwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.path)
    }

    static func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Bytes that differ from their neighbors, so that a lost or doubled part shows.
    static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }
}
