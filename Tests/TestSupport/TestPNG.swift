/// Bytes in the form of a PNG. Nobody unpacks it, and nobody looks at its checksums.
package enum TestPNG {
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    package static func bytes(width: Int = 64, height: Int = 64, data: [UInt8] = [1, 2, 3]) -> [UInt8] {
        signature + chunk("IHDR", number(width) + number(height) + [8, 6, 0, 0, 0]) + chunk("IDAT", data)
            + chunk("IEND", [])
    }

    package static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count) + Array(type.utf8) + content + [0, 0, 0, 0]
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
