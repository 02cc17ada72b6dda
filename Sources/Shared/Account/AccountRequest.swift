/// A user's request about their own account.
public enum AccountRequest: Hashable, Sendable {
    case listDevices
    case revoke(DeviceID)
    case changePassword(current: String, new: String, revokesOthers: Bool)
    /// Deletes the account and everything that the server keeps about it.
    case delete(password: String)
    /// A request of a later protocol. The answer says that nothing was done.
    case unknown
}

/// Why a request about an account failed.
public struct AccountProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the user.
    public var message: String

    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
