internal import SwiftProtobuf

/// Why a connection was closed. Three ranges of codes say what to do now.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// What the range of a code advises.
    public enum Advice: Sendable {
        /// 1xxx: connect after a random part of the given time.
        case reconnect
        /// 2xxx: connect after at least the given time, and wait longer each time.
        case backOff
        /// 3xxx and unknown codes: do not connect until the user acts.
        case stop
    }

    public var advice: Advice {
        switch rawValue {
        case 1000..<2000: .reconnect
        case 2000..<3000: .backOff
        default: .stop
        }
    }

    // MARK: 1xxx

    /// The server stops or restarts.
    public static let goingAway = CloseCode(rawValue: 1000)
    /// Nothing was heard for longer than the limit.
    public static let silent = CloseCode(rawValue: 1001)

    // MARK: 2xxx

    /// The server accepts no more connections, in total or from this user.
    public static let tooManyConnections = CloseCode(rawValue: 2000)
    /// Too many wrong passwords: wait before the next try.
    public static let tooManyLogins = CloseCode(rawValue: 2001)
    /// The server could not look the account up.
    public static let unavailable = CloseCode(rawValue: 2002)
    /// More unanswered mutations than allowed.
    public static let tooManyMutations = CloseCode(rawValue: 2003)
    /// No Hello came in time.
    public static let helloTimeout = CloseCode(rawValue: 2004)

    /// More frames, requests or mutations in a second than allowed.
    public static let tooFast = CloseCode(rawValue: 2005)

    // MARK: 3xxx

    /// The ends have no protocol version in common.
    public static let unsupportedVersion = CloseCode(rawValue: 3000)
    /// Name or password is wrong.
    public static let badLogin = CloseCode(rawValue: 3001)
    /// The token is unknown, or no longer valid: log in again.
    public static let signedOut = CloseCode(rawValue: 3002)
    /// A frame that is not a message, or that may not come now.
    public static let badFrame = CloseCode(rawValue: 3003)
    /// A frame that is larger than the limit.
    public static let frameTooLarge = CloseCode(rawValue: 3004)
    /// Another connection of the user came with the same client id.
    public static let replaced = CloseCode(rawValue: 3005)
    /// The invitation is valid, and the Join had no password that can be set: let the user choose one.
    public static let passwordNeeded = CloseCode(rawValue: 3006)
}

extension CloseCode {
    /// All known codes.
    public static let all: [CloseCode] = [
        .goingAway, .silent, .tooManyConnections, .tooManyLogins, .unavailable, .tooManyMutations, .helloTimeout,
        .tooFast, .unsupportedVersion, .badLogin, .signedOut, .badFrame, .frameTooLarge, .replaced,
        .passwordNeeded,
    ]
}

/// The last frame of a connection.
public struct Close: Error, Hashable, Sendable {
    public var code: CloseCode
    public var message: String
    /// For codes 1xxx the longest wait, for 2xxx the shortest.
    public var retryAfter: Duration

    public init(_ code: CloseCode, _ message: String, retryAfter: Duration = .zero) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

// MARK: The wire
extension Close {
    init(wire: WireClose) {
        self.init(
            CloseCode(rawValue: wire.code),
            wire.message.visible,
            retryAfter: .milliseconds(Int64(wire.retryAfterMs))
        )
    }

    var wire: WireClose {
        .with { wire in
            wire.code = code.rawValue
            wire.message = message
            wire.retryAfterMs = retryAfter.wholeMilliseconds
        }
    }
}
