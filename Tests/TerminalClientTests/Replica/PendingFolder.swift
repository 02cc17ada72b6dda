import Foundation
import Shared

@testable import TerminalClient

/// The folder in which the processes of a user keep what no server has confirmed yet.
@MainActor
struct PendingFolder {
    let path: String

    /// A new one, which is gone in the end.
    static func with(_ body: (PendingFolder) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "/tickwire-pending-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(PendingFolder(path: path))
    }

    /// A process that starts.
    func replica() throws -> UserReplica { UserReplica(journals: try PendingJournals(directory: path)) }

    /// The names of the journals of pending changes.
    var journals: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "table" } }
    }

    /// A process that made changes and ended before they were delivered.
    func leaveBehind(_ coins: [UInt32]) throws {
        let replica = try replica()
        for coin in coins { replica.mutate { .add([CoinID(coin)], of: $0) } }
        replica.close()
    }
}
