/// A coin's logo: a disc in a colour of its own on nothing, as a PNG of 64 by 64 points (PNG specification, third edition).
enum CoinPicture {
    private static let size = 64

    static func png(number: UInt32) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        let bits = random.next()
        let colour = [UInt8(bits & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits >> 16 & 0xFF)]
        let side = UInt8(size)
        // One bit for each point, which picks one of two colours.
        let header: [UInt8] = [0, 0, 0, side, 0, 0, 0, side, 1, 3, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("PLTE", [255, 255, 255] + colour) + chunk("tRNS", [0])
            + chunk("IDAT", StoredDeflate.zlib(rows)) + chunk("IEND", [])
    }

    /// Each line begins with its filter, which is none.
    private static let rows: [UInt8] = (0..<size).flatMap { y -> [UInt8] in
        [UInt8(0)] + (0..<size / 8).map { eightPoints($0 * 8, y) }
    }

    private static func eightPoints(_ x: Int, _ y: Int) -> UInt8 {
        (0..<8).reduce(UInt8(0)) { bits, bit in
            let point: UInt8 = isInside(x + bit, y) ? 1 : 0
            return bits << 1 | point
        }
    }

    private static func isInside(_ x: Int, _ y: Int) -> Bool {
        let (across, down) = (2 * x + 1 - size, 2 * y + 1 - size)
        return across * across + down * down <= size * size
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(CRC32.checksum(of: body))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}
