/// A coin's logo: a disc with its own color and pattern on a transparent ground, as a PNG of 64 by 64 points (PNG
/// specification, third edition).
enum CoinPicture {
    private static let size = 64
    /// How many fields a side of the pattern has. The right half mirrors the left one.
    private static let fields = 5
    private static let fieldSize = 7

    static func png(number: UInt32) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        let color = color(random.next())
        let pattern = random.next()
        let side = UInt8(size)
        // Two bits for each point select one of three colors.
        let header: [UInt8] = [0, 0, 0, side, 0, 0, 0, side, 2, 3, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("PLTE", [255, 255, 255] + color + [255, 255, 255]) + chunk("tRNS", [0])
            + chunk("IDAT", StoredDeflate.zlib(rows(pattern))) + chunk("IEND", [])
    }

    /// Neither pale nor dark: one channel is strong and one is weak.
    private static func color(_ bits: UInt64) -> [UInt8] {
        let (strong, middle, weak) = (190 + (bits & 63), 60 + (bits >> 8 & 127), 30 + (bits >> 16 & 31))
        let orders: [[UInt64]] = [
            [strong, middle, weak], [strong, weak, middle], [middle, strong, weak], [weak, strong, middle],
            [middle, weak, strong], [weak, middle, strong],
        ]
        return orders[Int((bits >> 24) % 6)].map { UInt8(clamping: $0) }
    }

    /// Each line begins with the number of its filter, here none.
    private static func rows(_ pattern: UInt64) -> [UInt8] {
        (0..<size).flatMap { y in
            [UInt8(0)]
                + (0..<size / 4).map { group in
                    (0..<4).reduce(UInt8(0)) { $0 << 2 | point(group * 4 + $1, y, pattern) }
                }
        }
    }

    /// 0: nothing, 1: the coin's color, 2: white.
    private static func point(_ x: Int, _ y: Int, _ pattern: UInt64) -> UInt8 {
        let (across, down) = (2 * x + 1 - size, 2 * y + 1 - size)
        guard across * across + down * down <= size * size else { return 0 }
        let margin = (size - fields * fieldSize) / 2
        let (column, row) = ((x - margin) / fieldSize, (y - margin) / fieldSize)
        guard x >= margin, y >= margin, column < fields, row < fields else { return 1 }
        let half = (fields + 1) / 2
        let bit = row * half + min(column, fields - 1 - column)
        return pattern >> UInt64(bit) & 1 == 1 ? 2 : 1
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(CRC32.checksum(of: body))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

/// The checksum of gzip and PNG (ISO 3309; the reflected polynomial 0xEDB88320).
enum CRC32 {
    static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
}
