internal import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import PlatformKit
internal import Shared

/// Tracks connections that the ports could not accept because there was no file descriptor or memory left for them. Counts
/// the failures, and logs each shortage once.
final class DescriptorShortage: Sendable {
    private struct State {
        var failures = 0
        var last: NIODeadline?
    }

    /// After this time without a failed accept, the next failure is a new shortage.
    private static let end = TimeAmount.minutes(1)

    private let state = NIOLockedValueBox(State())
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

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
