internal import NIOConcurrencyHelpers

/// Counts connections, in all and by address, and says whether one more may come.
///
/// Shared by the event loops, and asked only when a connection comes or goes.
final class ConnectionBook: Sendable {
    enum Verdict: Equatable, Sendable {
        case welcome
        /// It is told so, which costs a handshake.
        case refused
        /// There are too many even to be told.
        case dropped
    }

    private struct Counts {
        var all = 0
        var byAddress: [String: Int] = [:]
    }

    private let max: Int
    private let maxPerAddress: Int
    private let counts = NIOLockedValueBox(Counts())

    init(max: Int, maxPerAddress: Int) {
        self.max = max
        self.maxPerAddress = maxPerAddress
    }

    /// Counts a connection in, whatever the verdict; `left` must follow.
    func came(from address: String) -> Verdict {
        let (all, fromHere) = counts.withLockedValue { counts in
            counts.all += 1
            counts.byAddress[address, default: 0] += 1
            return (counts.all, counts.byAddress[address, default: 0])
        }
        // A tenth more is told politely.
        if all > max + max / 10 || fromHere > maxPerAddress + maxPerAddress / 10 { return .dropped }
        return all > max || fromHere > maxPerAddress ? .refused : .welcome
    }

    func left(_ address: String) {
        counts.withLockedValue { counts in
            counts.all -= 1
            let rest = counts.byAddress[address, default: 1] - 1
            counts.byAddress[address] = rest == 0 ? nil : rest
        }
    }
}
