internal import NIOConcurrencyHelpers
internal import Shared

/// Counts connections, in all, by host and before their welcome, and says whether one more may come.
///
/// Shared by the event loops, and asked only when a connection comes or goes.
final class ConnectionBook: Sendable {
    enum Verdict: Equatable, Sendable {
        case welcome
        /// It is told so, which costs a handshake.
        case refused
        /// There are too many even to be told.
        case dropped(Excess)
    }

    /// What there was too much of.
    enum Excess: String, CaseIterable, Sendable {
        case connections
        case connectionsOfAddress = "connections_of_address"
        case handshakes
        case handshakesOfAddress = "handshakes_of_address"
    }

    private struct Count {
        var all = 0
        var strangers = 0
    }

    private struct Counts {
        var sum = Count()
        var byHost: [HostAddress: Count] = [:]
        var dropped: [Excess: Int] = [:]

        mutating func change(_ host: HostAddress, _ change: (inout Count) -> Void) {
            change(&sum)
            change(&byHost[host, default: Count()])
            if byHost[host]?.all == 0 { byHost[host] = nil }
        }
    }

    private let limits: SessionLimits
    private let counts = NIOLockedValueBox(Counts())

    init(_ limits: SessionLimits) { self.limits = limits }

    /// Connections that have not been welcomed yet.
    var strangers: Int { counts.withLockedValue { $0.sum.strangers } }

    /// Connections that were ended without a word.
    var dropped: [Excess: Int] { counts.withLockedValue { $0.dropped } }

    /// Counts a connection in, whatever the verdict; `welcomed` may and `left` must follow.
    func came(from address: String) -> Verdict {
        let host = HostAddress(address)
        return counts.withLockedValue { counts in
            counts.change(host) { count in
                count.all += 1
                count.strangers += 1
            }
            let verdict = verdict(on: counts.byHost[host, default: Count()], of: counts.sum)
            if case .dropped(let excess) = verdict { counts.dropped[excess, default: 0] += 1 }
            return verdict
        }
    }

    /// A tenth more is told politely. A stranger too many is not: it would cost what there is too much of.
    private func verdict(on here: Count, of sum: Count) -> Verdict {
        if sum.strangers > limits.handshakes { return .dropped(.handshakes) }
        if here.strangers > strangersOfHost(sum) { return .dropped(.handshakesOfAddress) }
        if here.all > limits.connectionsPerAddress + limits.connectionsPerAddress / 10 {
            return .dropped(.connectionsOfAddress)
        }
        if sum.all > limits.connections + limits.connections / 10 { return .dropped(.connections) }
        return sum.all > limits.connections || here.all > limits.connectionsPerAddress ? .refused : .welcome
    }

    /// Once half of the room is taken, a share of what is left, so that while some hosts take all they can there is room for the
    /// next one (dynamic thresholds; Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet
    /// switches", IEEE/ACM Transactions on Networking 6, 1998).
    private func strangersOfHost(_ sum: Count) -> Int {
        let (all, most) = (limits.handshakes, limits.handshakesPerAddress)
        let left = all - sum.strangers + 1
        return left * 2 > all ? most : max(1, min(most, 2 * left * most / all))
    }

    func welcomed(_ address: String) {
        counts.withLockedValue { $0.change(HostAddress(address)) { $0.strangers -= 1 } }
    }

    func left(_ address: String, wasWelcomed: Bool) {
        counts.withLockedValue { counts in
            counts.change(HostAddress(address)) { count in
                count.all -= 1
                if !wasWelcomed { count.strangers -= 1 }
            }
        }
    }
}
