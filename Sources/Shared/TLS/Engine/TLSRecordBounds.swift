/// Finds the borders of TLS records in a stream of bytes (RFC 8446, section 5.1). Their headers are never encrypted.
struct TLSRecordBounds {
    static let headerBytes = 5
    static let handshake: UInt8 = 22

    /// Type, version and length, as far as they have come.
    private var header: UInt64 = 0
    private var headerLeft = UInt8(headerBytes)
    private var bodyLeft: UInt16 = 0

    /// The type of the present record.
    private(set) var type: UInt8 = 0

    /// How many bytes are missing until the header is complete, or until the record ends.
    var bytesToBound: Int { headerLeft > 0 ? Int(headerLeft) : Int(bodyLeft) }
    var isInBody: Bool { headerLeft == 0 }
    var isAtStart: Bool { headerLeft == Self.headerBytes }

    /// Moves on by `bytes`, which must be at most `bytesToBound`.
    /// - Returns: whether a record ends with them.
    mutating func pass(_ bytes: some Collection<UInt8>) -> Bool {
        precondition(bytes.count <= bytesToBound, "a part of one record")
        if isInBody {
            bodyLeft -= UInt16(bytes.count)
        } else {
            for byte in bytes { header = header << 8 | UInt64(byte) }
            headerLeft -= UInt8(bytes.count)
            if headerLeft > 0 { return false }
            type = UInt8(truncatingIfNeeded: header >> 32)
            bodyLeft = UInt16(truncatingIfNeeded: header)
        }
        if bodyLeft > 0 { return false }
        headerLeft = UInt8(Self.headerBytes)
        return true
    }
}
