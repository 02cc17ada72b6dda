package import Shared

/// Why a connection ended or failed.
package enum ConnectionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No node could be reached; the nodes in the order in which they were tried.
    case unreachable([UnreachedNode])
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
        case .unreachable(let nodes):
            switch nodes.count {
            case 1: "The server \(nodes[0].node) cannot be reached: \(nodes[0].reason)."
            default: "No address of the server can be reached: \(nodes.map(\.description).joined(separator: ", "))."
            }
        case .silent: "The server stopped responding."
        case .unanswered: "The server has not answered this yet; try again."
        case .lost: "The connection was lost."
        case .insecure(let error): error.description
        case .garbled(let error): "The server's answer cannot be read: \(error)."
        case .closed(let close): close.message
        case .local(let error): "\(error)."
        }
    }

    /// This error together with the one that made the terminal leave another node. Each node keeps its latest reason.
    func joined(to earlier: ConnectionError?) -> ConnectionError {
        guard case .unreachable(let before) = earlier, case .unreachable(let now) = self else { return self }
        return .unreachable(before.filter { old in !now.contains { $0.node == old.node } } + now)
    }

    /// Whether the server refuses this user with these credentials.
    var isRefusal: Bool {
        if case .closed(let close) = self { [.badLogin, .signedOut].contains(close.code) } else { false }
    }

    /// Whether the terminal does not trust the node, so that it sent no credentials.
    var isUntrusted: Bool { if case .insecure(let error) = self { error.needsUser } else { false } }

    /// Whether the node has no room or no accounts at the moment, so that another one may let the terminal in at once.
    var isOfNode: Bool {
        if case .closed(let close) = self { [.tooManyConnections, .unavailable].contains(close.code) } else { false }
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

/// A node that the terminal passes over, because it does not trust what the node showed.
package struct RefusedNode: Equatable, Sendable {
    package let node: ServerAddress.Node
    package let error: ConnectionError

    /// A sentence for the user.
    package var line: String { "\(node) is not used: \(error)" }
}

/// A node of the server that could not be reached.
package struct UnreachedNode: Equatable, Sendable, CustomStringConvertible {
    package let node: ServerAddress.Node
    package let reason: String

    package init(_ node: ServerAddress.Node, reason: String) { (self.node, self.reason) = (node, reason) }

    package var description: String { "\(node) (\(reason))" }
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
