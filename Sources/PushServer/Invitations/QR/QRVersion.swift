/// A size of QR codes with error correction L, and how much fits into it.
struct QRVersion: Equatable, Sendable {
    let number: Int
    private let blocks: Int
    private let checksPerBlock: Int
    private let total: Int
    /// The rows and columns of the centers of alignment patterns.
    let alignment: [Int]

    var size: Int { 17 + 4 * number }
    private var data: Int { total - blocks * checksPerBlock }
    /// The bits of the mode and of the length, which precede the bytes.
    private var headerBits: Int { number < 10 ? 12 : 20 }
    var bytesMax: Int { (data * 8 - headerBits) / 8 }

    /// From tables 1, 9 and E.1 of the standard: codewords, blocks, check codewords of each block, alignment.
    private static let all: [QRVersion] = [
        (26, 1, 7, []), (44, 1, 10, [6, 18]), (70, 1, 15, [6, 22]), (100, 1, 20, [6, 26]), (134, 1, 26, [6, 30]),
        (172, 2, 18, [6, 34]), (196, 2, 20, [6, 22, 38]), (242, 2, 24, [6, 24, 42]), (292, 2, 30, [6, 26, 46]),
        (346, 4, 18, [6, 28, 50]), (404, 4, 20, [6, 30, 54]), (466, 4, 24, [6, 32, 58]), (532, 4, 26, [6, 34, 62]),
        (581, 4, 30, [6, 26, 46, 66]), (655, 6, 22, [6, 26, 48, 70]),
    ].enumerated().map { index, row in
        QRVersion(number: index + 1, blocks: row.1, checksPerBlock: row.2, total: row.0, alignment: row.3)
    }

    /// - Returns: nil if none is large enough.
    static func smallest(forBytes count: Int) -> QRVersion? { all.first { $0.bytesMax >= count } }

    /// The codewords in the order of the code's modules: the data of all blocks interleaved, then their checks
    /// interleaved.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        let data = padded(bytes)
        let (short, longer) = (data.count / blocks, data.count % blocks)
        var (rest, parts): (ArraySlice<UInt8>, [[UInt8]]) = (data[...], [])
        for block in 0..<blocks {
            let count = short + (block >= blocks - longer ? 1 : 0)
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let checks = parts.map { ReedSolomon.checks(of: $0, count: checksPerBlock) }
        return Self.interleaved(parts) + Self.interleaved(checks)
    }

    private static func interleaved(_ parts: [[UInt8]]) -> [UInt8] {
        let longest = parts.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in parts.compactMap { index < $0.count ? $0[index] : nil } }
    }

    /// The data with mode, length, a terminator of up to four zero bits, and padding.
    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) { bits += (0..<count).reversed().map { value >> $0 & 1 == 1 } }
        append(0b0100, 4)
        append(bytes.count, headerBits - 4)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, data * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var words = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        for index in 0..<(data - words.count) { words.append(index % 2 == 0 ? 0xEC : 0x11) }
        return words
    }
}

/// The check codewords of QR codes, over the field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1.
enum ReedSolomon {
    static func checks(of data: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(degree: count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest[0]
            rest = Array(rest.dropFirst()) + [0]
            for index in 0..<count { rest[index] ^= product(generator[index], factor) }
        }
        return rest
    }

    /// (x - 1)(x - 2)(x - 4)…, without its leading 1.
    private static func generator(degree: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                coefficients[index] = product(coefficients[index], root)
                if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
            }
            root = product(root, 2)
        }
        return coefficients
    }

    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        var (one, other, sum) = (UInt16(one), other, UInt16(0))
        while other != 0 {
            if other & 1 == 1 { sum ^= one }
            one = one << 1 ^ (one & 0x80 == 0 ? 0 : 0x11D)
            other >>= 1
        }
        return UInt8(truncatingIfNeeded: sum)
    }
}
