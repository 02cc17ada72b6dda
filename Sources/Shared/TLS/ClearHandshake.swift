/// What a client says before it has keys, looked at for one thing only: how long its messages claim to be.
///
/// OpenSSL takes the memory for a hello when it has read its first four bytes, 128 KiB if they say so, and whoever has sent
/// them need send no more. Records and messages are cut as the client likes (RFC 8446, sections 4 and 5.1).
struct ClearHandshake {
    enum Verdict {
        case admitted
        case tooLong
        /// From here on nothing is in the clear.
        case over
    }

    /// Hellos have some hundred bytes, and less than two thousand with the keys of tomorrow.
    static let messageMax = 16 * 1024

    private static let handshake: UInt8 = 22
    private static let applicationData: UInt8 = 23

    /// Of a record: type, version, length. Of a message: type, length.
    private var recordHead: UInt64 = 0
    private var messageHead: UInt32 = 0
    private var recordHeadBytes: UInt8 = 0
    private var messageHeadBytes: UInt8 = 0
    private var isHandshake = false
    private var recordLeft: UInt16 = 0
    private var messageLeft: UInt16 = 0

    mutating func read(_ bytes: some Sequence<UInt8>) -> Verdict {
        for byte in bytes {
            if recordLeft == 0 {
                if readRecordHead(byte) == Self.applicationData { return .over }
            } else {
                recordLeft -= 1
                if isHandshake, !readMessage(byte) { return .tooLong }
            }
        }
        return .admitted
    }

    /// - Returns: the record's type, once its head is whole.
    private mutating func readRecordHead(_ byte: UInt8) -> UInt8? {
        recordHead = recordHead << 8 | UInt64(byte)
        recordHeadBytes += 1
        if recordHeadBytes < 5 { return nil }
        let type = UInt8(truncatingIfNeeded: recordHead >> 32)
        recordLeft = UInt16(truncatingIfNeeded: recordHead)
        isHandshake = type == Self.handshake
        recordHeadBytes = 0
        return type
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
        return length <= Self.messageMax
    }
}
