/// The number of an account in the store.
package struct AccountID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A user who may sign in.
struct Account: Hashable, Sendable {
    let id: AccountID
    let name: UserName

    init(id: AccountID, name: UserName) {
        self.id = id
        self.name = name
    }
}
