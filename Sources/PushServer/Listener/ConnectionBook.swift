internal import NIOConcurrencyHelpers

/// Counts connections, in all, by host and before their welcome, and says whether one more may come.
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

    struct Limits: Sendable {
        var all: Int
        var perAddress: Int
        /// Connections that have not been welcomed yet: handshakes, hellos and logins under way.
        var strangers: Int
    }

    private struct Counts {
        var all = 0
        var strangers = 0
        var byHost: [HostAddress: Int] = [:]
    }

    private let limits: Limits
    private let counts = NIOLockedValueBox(Counts())

    init(_ limits: Limits) { self.limits = limits }

    /// Connections that have not been welcomed yet.
    var strangers: Int { counts.withLockedValue { $0.strangers } }

    /// Counts a connection in, whatever the verdict; `welcomed` may and `left` must follow.
    func came(from address: String) -> Verdict {
        let host = HostAddress(address)
        let (all, strangers, fromHere) = counts.withLockedValue { counts in
            counts.all += 1
            counts.strangers += 1
            counts.byHost[host, default: 0] += 1
            return (counts.all, counts.strangers, counts.byHost[host, default: 0])
        }
        // A tenth more is told politely. A stranger too many is not: it would cost what there is too much of.
        if strangers > limits.strangers || all > limits.all + limits.all / 10 { return .dropped }
        if fromHere > limits.perAddress + limits.perAddress / 10 { return .dropped }
        return all > limits.all || fromHere > limits.perAddress ? .refused : .welcome
    }

    func welcomed() { counts.withLockedValue { $0.strangers -= 1 } }

    func left(_ address: String, wasWelcomed: Bool) {
        let host = HostAddress(address)
        counts.withLockedValue { counts in
            counts.all -= 1
            if !wasWelcomed { counts.strangers -= 1 }
            let rest = counts.byHost[host, default: 1] - 1
            counts.byHost[host] = rest == 0 ? nil : rest
        }
    }
}
