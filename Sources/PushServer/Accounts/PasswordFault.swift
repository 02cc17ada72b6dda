internal import Shared

/// Why a password cannot be set: it cannot be sent, or it is too easy to guess.
///
/// The rule applies only when a password is set. An older, shorter password still signs in.
package enum PasswordFault: Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooShort(characters: Int)
    case tooLong(bytes: Int)

    /// NIST SP 800-63B, section 5.1.1.1: a password that a user chooses has at least eight characters. Each code point
    /// counts as one.
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
