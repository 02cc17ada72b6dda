internal import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import PlatformKit
internal import Shared

/// Tracks connections that the ports could not accept because there was no file descriptor or memory left for them. Counts
/// the failures, and logs each shortage once.
final class DescriptorShortage: Sendable {
    private struct State {
        /// Clients' sockets that are open.
        var sockets = 0
        var failures = 0
        var last: NIODeadline?
    }

    /// After this time without a failed accept, the next failure is a new shortage.
    private static let end = TimeAmount.minutes(1)

    private let state = NIOLockedValueBox(State())
    private let logger: Logger
    private let budget: @Sendable () -> DescriptorBudget

    /// - Parameter budget: that of this moment, because an operator may change the limit of a process that runs (prlimit(1)).
    init(logger: Logger, budget: @escaping @Sendable () -> DescriptorBudget) {
        (self.logger, self.budget) = (logger, budget)
    }

    /// The clients' sockets that are open.
    var open: Int { state.withLockedValue(\.sockets) }

    /// Whether the process keeps enough descriptors for itself when another client's socket is accepted.
    var hasRoom: Bool { open < budget().sockets }

    /// Counts a client's socket until it is closed.
    func accepted(_ channel: any Channel) {
        state.withLockedValue { $0.sockets += 1 }
        channel.closeFuture.whenComplete { [state] _ in state.withLockedValue { $0.sockets -= 1 } }
    }

    /// The number of failed accepts so far.
    var failures: Int { state.withLockedValue { $0.failures } }

    /// Whether this error of accept(2) goes away once other files or memory are freed.
    static func isMeant(by code: CInt) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    func acceptFailed(_ code: CInt, at now: NIODeadline) {
        let isNew = state.withLockedValue { state in
            defer { (state.failures, state.last) = (state.failures + 1, now) }
            return state.last.map { now - $0 >= Self.end } ?? true
        }
        if isNew { logger.error("\(Self.text(of: code))") }
    }

    /// Describes the shortage and its remedy.
    private static func text(of code: CInt) -> String {
        let effect = "New connections wait until there is one; open connections continue."
        switch code {
        case EMFILE:
            let most = ProcessLimit.openFilesMax.map { " of \($0)" } ?? ""
            return """
                The process has no file descriptor\(most) left for another connection. \(effect) \
                Allow it more (LimitNOFILE= of the systemd unit, ulimit -n), or lower --max-connections.
                """
        case ENFILE:
            return """
                The system has no file descriptor left for any process. \(effect) \
                Find out who holds them (lsof), or raise fs.file-max.
                """
        default:
            return
                "The system has no memory left for new connections. They wait until there is some; open connections continue."
        }
    }
}
