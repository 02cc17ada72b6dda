internal import Shared

/// Token uses that are not on disk yet. Nothing waits for them, because a token is valid whether or not its use was
/// noted.
struct PendingUses {
    /// How many turns are skipped after a failure to store.
    private static let pause = 30

    /// One process of a device. Processes that share a token are noted separately.
    private struct User: Hashable {
        let token: TokenHash
        let client: ClientID?

        init(_ use: TokenUse) { (token, client) = (use.token, use.client) }
    }

    private var addresses: [User: String] = [:]
    private var pauseLeft = 0

    var isEmpty: Bool { addresses.isEmpty }

    mutating func add(_ use: TokenUse) { addresses[User(use)] = use.address }

    /// - Returns: the uses to store now.
    mutating func take() -> [TokenUse] {
        if pauseLeft > 0 {
            pauseLeft -= 1
            return []
        }
        return takeAll()
    }

    /// Takes all uses, because the server is stopping.
    mutating func takeAll() -> [TokenUse] {
        defer { addresses = [:] }
        return addresses.map { TokenUse(token: $0.key.token, address: $0.value, client: $0.key.client) }
    }

    /// The store failed to take these uses. They are tried again later, unless a newer use was added since.
    mutating func failed(_ uses: [TokenUse]) {
        for use in uses where addresses[User(use)] == nil { add(use) }
        pauseLeft = Self.pause
    }
}
