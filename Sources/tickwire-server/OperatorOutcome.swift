import Shared

/// What a command of the operator has done, in a line.
enum OperatorOutcome: CustomStringConvertible {
    case added(user: String)
    case invited(user: String)
    case passwordSet(user: String, signsOut: Bool)
    case deviceSignedOut(DeviceID, user: String)
    case removed(user: String)
    case backedUp(file: String)
    case restored(file: String)
    /// - Parameter hash: of all rows, at both ends.
    case moved(place: String, hash: String)
    case drained(folder: String)

    var description: String {
        switch self {
        case .added(let user): "added \(user)"
        case .invited(let user): "send the link to \(user), who runs 'tickwire join' and pastes it"
        case .passwordSet(let user, false): "set the password of \(user)"
        case .passwordSet(let user, true): "set the password of \(user), and signed all devices out"
        case .deviceSignedOut(let device, let user): "signed out device \(device.rawValue) of \(user)"
        case .removed(let user): "removed \(user)"
        case .backedUp(let file): "backed up to \(file)"
        case .restored(let file): "restored from \(file)"
        case .moved(let place, let hash): "moved to \(place), with the hash \(hash) at both ends"
        case .drained(let folder): "drained the server in \(folder)"
        }
    }
}
