/// A login that a profile keeps for all windows of its user.
package struct StoredLogin: Equatable, Sendable {
    package var token: [UInt8]
    package var user: String

    package init(token: [UInt8], user: String) { (self.token, self.user) = (token, user) }

    /// The server ignores the case of names.
    package func isOf(_ name: String) -> Bool { user.lowercased() == name.lowercased() }
}
