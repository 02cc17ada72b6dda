/// Checks two things about a client's bytes before its handshake is complete: how many there are, and how long its
/// messages in clear text claim to be.
///
/// OpenSSL allocates memory for a hello after its first four bytes, 128 KiB if they say so, even if nothing follows. A
/// client may divide records and messages in any way (RFC 8446, sections 4 and 5.1). A record that looks encrypted does
/// not end the check: after a HelloRetryRequest, OpenSSL skips such records and accepts another hello.
struct ClearHandshake {
    enum Verdict {
        case admitted
        case tooLong
    }

    /// The limit for one message, and for all records of the handshake together. Hellos have some hundred bytes, and
    /// less than two thousand with post-quantum keys. A chain of client certificates has a few thousand.
    static let bytesMax = 16 * 1024

    /// The bytes of all records, including their headers.
    private(set) var bytesRead = 0
    private var bounds = TLSRecordBounds()
    /// Type and length, as far as they have come.
    private var messageHead: UInt32 = 0
    private var messageHeadBytes: UInt8 = 0
    private var messageLeft: UInt16 = 0

    /// - Returns: whether a message claims to be too long.
    mutating func read(_ bytes: some Collection<UInt8>) -> Verdict {
        bytesRead += bytes.count
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(bounds.bytesToBound)
            rest = rest.dropFirst(part.count)
            if bounds.isInBody, bounds.type == TLSRecordBounds.handshake, !readMessages(part) {
                return .tooLong
            }
            _ = bounds.pass(part)
        }
        return .admitted
    }

    /// - Returns: false if a message claims to be too long.
    private mutating func readMessages<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bool
    where Bytes.SubSequence == Bytes {
        var rest = bytes
        while true {
            let body = rest.prefix(Int(messageLeft))
            messageLeft -= UInt16(body.count)
            rest = rest.dropFirst(body.count)
            guard let byte = rest.popFirst() else { return true }
            messageHead = messageHead << 8 | UInt32(byte)
            messageHeadBytes += 1
            if messageHeadBytes < 4 { continue }
            messageHeadBytes = 0
            let length = messageHead & 0xFF_FFFF
            if length > Self.bytesMax { return false }
            messageLeft = UInt16(length)
        }
    }
}
