/// Deflate without compression (RFC 1951 section 3.2.4), which every reader accepts and few lines write.
enum StoredDeflate {
    private static let blockMax = 65_535

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / blockMax * 5 + 5)
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(blockMax)
            rest = rest.dropFirst(block.count)
            let size = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result.append(contentsOf: [UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF), UInt8(~size >> 8)])
            result.append(contentsOf: block)
        } while !rest.isEmpty
        return result
    }

    /// As a gzip member (RFC 1952).
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        result.append(contentsOf: encode(bytes))
        for value in [CRC32.checksum(of: bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            for shift in [0, 8, 16, 24] as [UInt32] { result.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        return result
    }

    /// As a zlib stream (RFC 1950).
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let sum = high << 16 | low
        return [0x78, 0x01] + encode(bytes) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
    }
}
