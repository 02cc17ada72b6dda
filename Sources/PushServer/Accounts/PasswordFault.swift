internal import Shared

/// Why a password cannot be set: it must be one that can be sent, and one that is not guessed soon.
///
/// It is asked only when a password is set. One that was set before there was a least length goes on signing in.
package enum PasswordFault: Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooShort(characters: Int)
    case tooLong(bytes: Int)

    /// NIST SP 800-63B, section 5.1.1.1: what its user has chosen has eight characters or more, each code point counted as one.
    static let charactersMin = 8

    init?(of password: String) {
        switch (password.unicodeScalars.count, password.utf8.count) {
        case (0, _): self = .empty
        case (let count, _) where count < Self.charactersMin: self = .tooShort(characters: count)
        case (_, let count) where count > Hello.Credentials.passwordBytesMax: self = .tooLong(bytes: count)
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .empty: "is empty; use at least \(Self.charactersMin) characters"
        case .tooShort(let count):
            "has \(count == 1 ? "1 character" : "\(count) characters"); use at least \(Self.charactersMin)"
        case .tooLong(let bytes): "is \(bytes) bytes long; use at most \(Hello.Credentials.passwordBytesMax)"
        }
    }
}
