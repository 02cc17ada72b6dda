/// What a client says until its handshake is complete, looked at for two things only: how much it is, and how long the messages
/// that it sends in the clear claim to be.
///
/// OpenSSL takes the memory for a hello when it has read its first four bytes, 128 KiB if they say so, and whoever has sent
/// them need send no more. Records and messages are cut as the client likes (RFC 8446, sections 4 and 5.1). A record that looks
/// encrypted ends nothing: after a HelloRetryRequest, OpenSSL passes over such records and takes another hello.
struct ClearHandshake {
    enum Verdict {
        case admitted
        case tooLong
    }

    /// Of one message, and of all records of the handshake together. Hellos have some hundred bytes, and less than two thousand
    /// with the keys of tomorrow; a chain of client certificates has a few thousand.
    static let bytesMax = 16 * 1024

    /// Of all records, with their headers.
    private(set) var bytesRead = 0
    private var bounds = TLSRecordBounds()
    /// Type and length, as much of them as has come.
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
            if bounds.isInBody, bounds.type == TLSRecordBounds.handshake {
                for byte in part where !readMessage(byte) { return .tooLong }
            }
            _ = bounds.pass(part)
        }
        return .admitted
    }

    private mutating func readMessage(_ byte: UInt8) -> Bool {
        if messageLeft > 0 {
            messageLeft -= 1
            return true
        }
        messageHead = messageHead << 8 | UInt32(byte)
        messageHeadBytes += 1
        if messageHeadBytes < 4 { return true }
        messageHeadBytes = 0
        let length = messageHead & 0xFF_FFFF
        messageLeft = UInt16(clamping: length)
        return length <= Self.bytesMax
    }
}
