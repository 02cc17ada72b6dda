internal import Shared

/// Uses of tokens that are not on disk yet. Nobody waits for them: a token is good whether its use was noted or not.
struct PendingUses {
    /// After uses that could not be noted, so many times are let go by.
    private static let pause = 30

    /// One process of a device: those that share a token are noted each.
    private struct User: Hashable {
        let token: TokenHash
        let client: ClientID?

        init(_ use: TokenUse) { (token, client) = (use.token, use.client) }
    }

    private var addresses: [User: String] = [:]
    private var pauseLeft = 0

    var isEmpty: Bool { addresses.isEmpty }

    mutating func add(_ use: TokenUse) { addresses[User(use)] = use.address }

    /// - Returns: what is to be noted now.
    mutating func take() -> [TokenUse] {
        if pauseLeft > 0 {
            pauseLeft -= 1
            return []
        }
        return takeAll()
    }

    /// Before the end.
    mutating func takeAll() -> [TokenUse] {
        defer { addresses = [:] }
        return addresses.map { TokenUse(token: $0.key.token, address: $0.value, client: $0.key.client) }
    }

    /// The store did not take them: they are tried again after a while. What has been added since is newer.
    mutating func failed(_ uses: [TokenUse]) {
        for use in uses where addresses[User(use)] == nil { add(use) }
        pauseLeft = Self.pause
    }
}
