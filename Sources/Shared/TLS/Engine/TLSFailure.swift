import COpenSSL

/// An entry of OpenSSL's error queue: the part that failed, the reason, and the alert.
public struct TLSFailure: Sendable, Hashable, CustomStringConvertible {
    public let library: String
    public let reason: String
    public let alert: TLSAlert?

    public init(library: String, reason: String, alert: TLSAlert? = nil) {
        self.library = library
        self.reason = reason
        self.alert = alert
    }

    public var description: String {
        let text = "\(reason) (\(library))"
        return alert.map { "\(text); \($0)" } ?? text
    }
}

extension TLSFailure {
    /// Forgets errors that an earlier call left on this thread.
    /// The queue belongs to the thread and not to the connection, and `SSL_get_error` reads it. So an old error of one
    /// connection would count as a failure of the next. It peeks first, because the queue is nearly always empty.
    static func clearQueue() {
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Takes the oldest error, which is nearest to the cause, and forgets the rest.
    static func drainQueue(alert: TLSAlert? = nil) -> TLSFailure {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else {
            return TLSFailure(library: "OpenSSL", reason: "no reason given", alert: alert)
        }
        let library = ERR_lib_error_string(code).map { String(cString: $0) } ?? "OpenSSL"
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
        return TLSFailure(library: library, reason: reason, alert: alert)
    }
}

/// A fatal alert: how one end tells the other, in one byte, why it gives up (RFC 8446, section 6.2).
public struct TLSAlert: Sendable, Hashable, CustomStringConvertible {
    public enum Direction: Sendable, Hashable {
        case sent, received
    }

    public let code: UInt8
    public let direction: Direction

    public init(code: UInt8, direction: Direction) {
        self.code = code
        self.direction = direction
    }

    /// The alert's name in words, such as "no application protocol".
    public var name: String {
        String(cString: SSL_alert_desc_string_long(Int32(code)))
    }

    public var description: String {
        direction == .sent ? "answered with alert \(code), \(name)" : "the peer sent alert \(code), \(name)"
    }
}
