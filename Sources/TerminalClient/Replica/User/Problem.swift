/// What the user must not miss, in words. It stays on the screen until the user has seen it.
package enum Problem: Hashable, Sendable, CustomStringConvertible {
    // MARK: Changes
    /// This terminal or the server has refused a change, for this reason.
    case refused(String)
    /// An operator has lowered the limits while the change waited.
    case changeTooLarge(bytes: Int, limit: Int)
    /// Confirmed changes are lost, because the database was restored or the account removed.
    case changesLost(UInt64)
    /// The server has forgotten this client, and with it which of these changes were made.
    case changesInDoubt(Int)
    case changeNotSaved(reason: String)
    /// The server cannot store a change at the moment, for this reason.
    case changeNotStored(reason: String)
    /// A file of waiting changes cannot be read now, so it stays where it is.
    case changesUnread(reason: String)
    /// This version does not understand a file of waiting changes. An earlier version or a broken disk has left it.
    case changesSetAside(path: String)
    case changesUnreadable(reason: String)

    // MARK: This machine
    case settingNotSaved(reason: String)
    case loginNotSaved(reason: String)
    case linkNotOpened(address: String, reason: String)

    // MARK: Devices
    case devicesNotListed(reason: String)
    case notSignedOut(device: String, reason: String)
    case signOutLost(device: String)
    /// The connection was lost between the request and its answer. The next list shows the outcome.
    case signOutInDoubt(device: String)

    package var description: String {
        switch self {
        case .refused(let reason): reason
        case .changeTooLarge(let bytes, let limit):
            "The server now takes changes of at most \(limit) bytes, but one of yours has \(bytes). It was not made; make it "
                + "again in parts."
        case .changesLost(let count):
            "The server has lost \(count) of your changes: its database was replaced by a backup or a standby, or your account was "
                + "created again. Check your favorites and settings."
        case .changesInDoubt(let count):
            "This terminal was away for so long that the server has forgotten it. \(count) of your changes may or "
                + "may not have been made, and they are not sent again. Check your favorites and settings."
        case .changeNotSaved(let reason):
            "This change is not saved on this machine: \(reason). If you quit before the server has it, it is lost."
        case .changeNotStored(let reason): "\(reason) The change is sent again until it is saved."
        case .changesUnread(let reason):
            "Some of your changes are not shown and not sent: \(reason). The file stays as it is, and the terminal tries to read it "
                + "again at its next start."
        case .changesSetAside(let path):
            "This version cannot read some changes that waited for the server. They are now in \(path); make those that are "
                + "missing again."
        case .changesUnreadable(let reason):
            "This version cannot read some changes that waited for the server, nor move them away: \(reason)"
        case .settingNotSaved(let reason): "This setting lasts only until you quit: \(reason)"
        case .loginNotSaved(let reason): "Your login is not saved, so you will have to log in again: \(reason)"
        case .linkNotOpened(let address, let reason): "The browser did not open \(address): \(reason)."
        case .devicesNotListed(let reason): reason
        case .notSignedOut(let device, let reason): "\(device) was not signed out. \(reason)"
        case .signOutLost(let device):
            "\(device) was not signed out, because the connection was lost first. Sign it out again."
        case .signOutInDoubt(let device):
            "The connection was lost before the server answered. Once it is back, you will see whether \(device) is signed out."
        }
    }
}

/// The problems that the user has not seen, the oldest first. A problem that waits already is not added again. If there
/// are too many, the oldest one after the first is dropped.
struct ProblemQueue: Equatable, Sendable {
    private static let countMax = 16

    private var problems: [Problem] = []
    /// Why the server could not store the pending changes; nil if it could, or if nothing is pending.
    private(set) var storeFault: String?

    /// The problem that is shown.
    var first: Problem? { problems.first }
    /// How many problems follow it.
    var waitingCount: Int { max(0, problems.count - 1) }

    mutating func add(_ problem: Problem) {
        if problems.contains(problem) { return }
        if problems.count == Self.countMax { problems.remove(at: 1) }
        problems.append(problem)
    }

    mutating func seen() { if !problems.isEmpty { problems.removeFirst() } }

    mutating func storeFailed(_ reason: String) {
        storeRecovered()
        storeFault = reason
        add(.changeNotStored(reason: reason))
    }

    mutating func storeRecovered() {
        guard let reason = storeFault else { return }
        storeFault = nil
        withdraw(.changeNotStored(reason: reason))
    }

    /// Removes a problem that is settled, whether or not the user has seen it.
    mutating func withdraw(_ problem: Problem) { problems.removeAll { $0 == problem } }
}
