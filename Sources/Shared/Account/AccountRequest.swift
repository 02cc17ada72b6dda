/// What a user asks of the own account.
public enum AccountRequest: Hashable, Sendable {
    case listDevices
    case revoke(DeviceID)
    case changePassword(current: String, new: String, revokesOthers: Bool)
    /// Deletes the account and everything that the server keeps about it.
    case delete(password: String)
    /// Of a later protocol: it is answered that nothing was done.
    case unknown
}

/// Why nothing was done about an account.
public struct AccountProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the user.
    public var message: String

    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
