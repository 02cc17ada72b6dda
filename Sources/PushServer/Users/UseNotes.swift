/// Uses of tokens that are not on disk yet. Nobody waits for them: a token is good whether its use was noted or not.
struct UseNotes {
    /// After uses that could not be noted, so many times are let go by.
    private static let pause = 30

    private var addresses: [TokenHash: String] = [:]
    private var pauseLeft = 0

    var isEmpty: Bool { addresses.isEmpty }

    mutating func add(_ use: TokenUse) { addresses[use.token] = use.address }

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
        return addresses.map { TokenUse(token: $0.key, address: $0.value) }
    }

    /// The store did not take them: they are tried again after a while. What has been added since is newer.
    mutating func failed(_ uses: [TokenUse]) {
        for use in uses where addresses[use.token] == nil { add(use) }
        pauseLeft = Self.pause
    }
}
