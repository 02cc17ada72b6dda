internal import Shared
internal import TerminalClient

/// The terminal's own files, which a power cut, a full disk or another version may have left in any state.
enum StoredFuzz {
    static func read(_ bytes: [UInt8]) {
        if let queue = MutationQueue(stored: bytes) {
            let again = MutationQueue(stored: queue.stored)
            precondition(again?.stored == queue.stored, "a journal changes when it is written again")
            precondition(again?.pending == queue.pending, "a pending change is lost")
        }
        _ = HeldTable(stored: bytes)
        // With the right hash, so that the table itself is read as well.
        if let held = HeldTable(stored: bytes + SHA256.hash(bytes)) {
            precondition(HeldTable(stored: held.stored) == held, "a user's table changes when it is written again")
        }
    }
}
