internal import Shared

/// Uses of tokens that are not on disk yet. Nobody waits for them, because a token is valid whether or not its use was noted.
struct PendingUses {
    /// How many times are skipped after uses that could not be noted.
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

    /// - Returns: what is to be noted now.
    mutating func take() -> [TokenUse] {
        if pauseLeft > 0 {
            pauseLeft -= 1
            return []
        }
        return takeAll()
    }

    /// All of them, because the server stops.
    mutating func takeAll() -> [TokenUse] {
        defer { addresses = [:] }
        return addresses.map { TokenUse(token: $0.key.token, address: $0.value, client: $0.key.client) }
    }

    /// The store did not take them. They are tried again later, unless a newer use has been added since.
    mutating func failed(_ uses: [TokenUse]) {
        for use in uses where addresses[User(use)] == nil { add(use) }
        pauseLeft = Self.pause
    }
}
