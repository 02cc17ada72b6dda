import Foundation
import Shared

@testable import TerminalClient

/// The folder in which a user's processes keep changes that no server has confirmed yet.
@MainActor
struct PendingFolder {
    let path: String

    /// Passes a new folder to `body`, and removes it afterwards.
    static func with(_ body: (PendingFolder) throws -> Void) throws {
        let folder = new()
        defer { folder.remove() }
        try body(folder)
    }

    static func with<Value>(_ body: @MainActor (PendingFolder) async throws -> Value) async throws -> Value {
        let folder = new()
        defer { folder.remove() }
        return try await body(folder)
    }

    private static func new() -> PendingFolder {
        PendingFolder(path: NSTemporaryDirectory() + "/tickwire-pending-\(UUID().uuidString)")
    }

    private func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// The replica of a process that starts.
    func replica() throws -> UserReplica { UserReplica(journals: try PendingJournals(directory: path)) }

    /// The names of the journals of pending changes.
    var journals: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "table" } }
    }

    /// Plays a process that makes changes and ends before they are delivered.
    func leaveBehind(_ coins: [UInt32]) throws {
        let replica = try replica()
        for coin in coins { replica.mutate { .add([CoinID(coin)], of: $0) } }
        replica.close()
    }
}
