/// Pongs for a client that may not read. At most one is being written, and meanwhile only the newest Ping is
/// remembered (as RFC 6455, section 5.5.3, allows for WebSocket). Otherwise a client that sends Pings without reading
/// would fill the server's memory.
struct Pongs: Equatable {
    private var isWriting = false
    private var owed: UInt64?

    /// - Returns: the nonce to answer now.
    mutating func pinged(_ nonce: UInt64) -> UInt64? {
        if isWriting {
            owed = nonce
            return nil
        }
        isWriting = true
        return nonce
    }

    /// - Returns: the nonce to answer next.
    mutating func written() -> UInt64? {
        defer { owed = nil }
        isWriting = owed != nil
        return owed
    }
}
