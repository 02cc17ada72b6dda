/// Answers to pings that wait for a terminal which may not read: at most one is on its way, and of what came meanwhile only
/// the newest is answered. A stranger who pings and does not read would fill the server's memory otherwise.
struct Pongs: Equatable {
    private var isOnItsWay = false
    private var owed: UInt64?

    /// - Returns: what to answer now.
    mutating func pinged(_ nonce: UInt64) -> UInt64? {
        if isOnItsWay {
            owed = nonce
            return nil
        }
        isOnItsWay = true
        return nonce
    }

    /// - Returns: what to answer next: it is on its way now.
    mutating func written() -> UInt64? {
        defer { owed = nil }
        isOnItsWay = owed != nil
        return owed
    }
}
