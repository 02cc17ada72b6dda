internal import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import Shared

/// Logs the connections that were closed because they broke the protocol. The event loops share it, and call it only
/// when such a connection ends.
final class CloseReporter: Sendable {
    private let log = NIOLockedValueBox(CloseLog())
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    func closed(_ event: CloseLog.Event, at now: NIODeadline = .now()) {
        if let line = log.withLockedValue({ $0.closed(event, at: now) }) { write(line) }
    }

    /// Call this about once a second.
    func tellDue(at now: NIODeadline) {
        for line in log.withLockedValue({ $0.due(at: now) }) { write(line) }
    }

    func tellRest() {
        for line in log.withLockedValue({ $0.rest() }) { write(line) }
    }

    private func write(_ line: CloseLog.Line) {
        var metadata: Logger.Metadata = [
            "address": "\(line.event.address)", "connections": "\(line.count)", "code": "\(line.codeText)",
            "reason": "\(line.event.reason)",
        ]
        if let account = line.event.account { metadata["user"] = "\(account.rawValue)" }
        if let device = line.event.device { metadata["device"] = "\(device.rawValue)" }
        logger.info("closed connections that broke the protocol", metadata: metadata)
    }
}

extension CloseLog.Line {
    /// Such as "3003", or "2005 x2, 3003 x1" for several codes.
    var codeText: String {
        if count == 1 { return event.code }
        return codes.sorted { $0.key < $1.key }.map { "\($0.key) x\($0.value)" }.joined(separator: ", ")
    }
}

extension CloseCode {
    /// Whether the server closed the connection because of the client's frames, and nothing else reports that to the
    /// operator.
    var isForWhatWasSent: Bool { [.badFrame, .frameTooLarge, .tooFast, .tooManyMutations].contains(self) }
}
