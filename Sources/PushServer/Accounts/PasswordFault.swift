internal import Shared

/// Why a password cannot be set: it must be one that can be sent.
package enum PasswordFault: Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(bytes: Int)

    init?(of password: String) {
        switch password.utf8.count {
        case 0: self = .empty
        case 1...Hello.Credentials.passwordBytesMax: return nil
        case let count: self = .tooLong(bytes: count)
        }
    }

    package var description: String {
        switch self {
        case .empty: "is empty"
        case .tooLong(let bytes): "is \(bytes) bytes long; use at most \(Hello.Credentials.passwordBytesMax)"
        }
    }
}
