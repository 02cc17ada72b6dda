/// The number of an account in the store.
struct AccountID: RawRepresentable, Hashable, Sendable {
    let rawValue: Int64
    init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Somebody who may sign in.
struct Account: Hashable, Sendable {
    let id: AccountID
    /// Unique without regard to case, 1 to 64 bytes.
    let name: String

    init(id: AccountID, name: String) {
        self.id = id
        self.name = name
    }

    /// Names are shown in terminals, typed in shells, and compared by SQLite, which knows the case of ASCII alone: `A-Z`,
    /// `a-z`, `0-9` and `._-@`. So no two names look alike.
    static func isValid(name: String) -> Bool {
        1...64 ~= name.utf8.count
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-@".contains($0)) }
    }
}
