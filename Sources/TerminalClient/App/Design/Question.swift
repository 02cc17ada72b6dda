/// The questions that screens ask before they do something that is hard to take back.
enum Question: Hashable, Sendable {
    /// Signs this machine out, from the list of devices.
    case signOutHere
    /// - Parameter address: where the device connected from; empty if unknown.
    case signOut(device: String, address: String)
    case removeAllFavorites(count: Int)
    case logOut
    /// Logs out while there is no connection.
    case forgetLogin

    /// The title above the question.
    var title: String {
        switch self {
        case .signOutHere, .signOut: "Sign out?"
        case .removeAllFavorites: "Remove all?"
        case .logOut, .forgetLogin: "Log out?"
        }
    }

    /// The question, and what a yes does.
    var lines: [String] {
        switch self {
        case .signOutHere: ["Sign out this device?", Self.closesAll]
        case .signOut(let device, let address):
            [
                "Sign out \(device)\(address.isEmpty ? "" : " (\(address))")?",
                "It is signed out at once, and needs your password to log in again.",
            ]
        case .removeAllFavorites(let count):
            [
                count == 1 ? "Remove your only favorite?" : "Remove all \(count) favorites?",
                "This removes \(count == 1 ? "it" : "them") on all your terminals. You can undo it for 10 s.",
            ]
        case .logOut: ["Log out on this machine?", Self.closesAll]
        case .forgetLogin:
            [
                "Forget the login on this machine?",
                "The server is not told: this device stays on the list until you sign it out.",
            ]
        }
    }

    private static let closesAll =
        "All its windows close at once, including this one. Log in again with your password."
}

/// The question about the key of a server that no authority vouches for.
struct TrustQuestion: Hashable, Sendable {
    let server: String
    /// Why no authority vouches for it.
    let reason: String

    var title: String { "\(server) is not known yet" }
    var explanation: String { "No authority vouches for it (\(reason))." }
    let question = "Is it the key that the server printed when it started?"
    /// The question in short, for a small screen.
    let shortQuestion = "Is this its key?"
}
