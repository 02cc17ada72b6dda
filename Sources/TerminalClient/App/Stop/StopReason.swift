internal import Shared

/// Why nothing more happens until the user has done something.
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
