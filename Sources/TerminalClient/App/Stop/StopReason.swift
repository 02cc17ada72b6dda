internal import Shared

/// Why nothing more happens until the user acts.
enum StopReason: Equatable, Sendable {
    case keyChanged(expected: PublicKeyPin, presented: PublicKeyPin)
    /// The user's own files cannot be used.
    case unusableProfile(String)
    case refused(String)

    init(_ error: ConnectionError) {
        if case .insecure(.keyChanged(let expected, let presented)) = error {
            self = .keyChanged(expected: expected, presented: presented)
        } else {
            self = .refused(error.description)
        }
    }
}

// MARK: Words
extension StopReason {
    func title(of server: ServerAddress) -> String {
        switch self {
        case .keyChanged: "The key of \(server) has changed"
        case .unusableProfile: "Your files cannot be used"
        case .refused: "No connection to \(server)"
        }
    }

    /// What happened, and what the user can do.
    /// - Parameter path: the path of the file with known servers.
    func paragraphs(of server: ServerAddress, knownServersPath path: String) -> [String] {
        switch self {
        case .keyChanged(let expected, let presented):
            [
                "Someone could be listening in, or the server was given a new key. Nothing was sent to it.",
                "Known: \(expected)",
                "Shown: \(presented)",
                "Ask the server's owner for its key. If the new one is right, remove the line of \(server) from \(path), "
                    + "or start with --pin and the new key.",
            ]
        case .unusableProfile(let text), .refused(let text): [text]
        }
    }

    /// The user must not accept a changed key with one key press, so there is no other try.
    var canRetry: Bool { if case .keyChanged = self { false } else { true } }
}
