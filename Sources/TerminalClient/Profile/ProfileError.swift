/// Why the user's own files cannot be used.
package enum ProfileError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(path) cannot be read: \(reason); check its owner and mode, or give another folder with --profile"
        case .unwritable(let path, let reason):
            "\(path) cannot be written: \(reason); check its owner and mode, or give another folder with --profile"
        }
    }
}
