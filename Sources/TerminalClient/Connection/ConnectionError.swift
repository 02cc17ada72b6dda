package import Shared

/// Why a connection ended or failed.
package enum ConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreachable(ServerAddress.Node, reason: String)
    /// Nothing arrived for longer than the limit.
    case silent
    /// The connection works, but an answer did not come within the time that a command waits.
    case unanswered
    /// The stream ended without a Close.
    case lost
    case insecure(TLSError)
    case garbled(FrameError)
    case closed(Close)
    /// There is no private server, and none could be started.
    case local(LocalServerError)

    package var description: String {
        switch self {
        case .unreachable(let node, let reason): "The server \(node) cannot be reached: \(reason)."
        case .silent: "The server stopped responding."
        case .unanswered: "The server has not answered this yet; try again."
        case .lost: "The connection was lost."
        case .insecure(let error): error.description
        case .garbled(let error): "The server's answer cannot be read: \(error)."
        case .closed(let close): close.message
        case .local(let error): "\(error)."
        }
    }

    /// Whether the server refuses this user with these credentials.
    var isRefusal: Bool {
        if case .closed(let close) = self { [.badLogin, .signedOut].contains(close.code) } else { false }
    }

    /// What to do now.
    package var advice: CloseCode.Advice {
        switch self {
        case .unreachable, .silent, .unanswered, .lost, .garbled: .reconnect
        case .closed(let close): close.code.advice
        case .insecure(let error): error.needsUser ? .stop : .reconnect
        case .local: .stop
        }
    }
}

extension TLSError {
    /// Whether another try would fail in the same way until somebody acts.
    fileprivate var needsUser: Bool {
        switch self {
        case .untrustedKey, .keyChanged, .noApplicationProtocol, .invalidName: true
        default: false
        }
    }
}
