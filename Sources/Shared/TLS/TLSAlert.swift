import COpenSSL

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
