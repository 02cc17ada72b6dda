/// A QR code of some text (ISO/IEC 18004): byte mode, error correction L, versions 1 to 15, so up to 520 bytes.
///
/// A code on a screen is not damaged by dirt, so the lowest correction level is enough and keeps the code small.
package struct QRCode: Equatable, Sendable {
    /// How many modules a row has. A reader needs a margin of four light modules on each side.
    package private(set) var size: Int
    private var dark: [Bool]
    /// Modules that hold no data: patterns, format and version.
    private var isReserved: [Bool]

    /// - Returns: nil if the text is too long.
    package init?(_ text: String) {
        guard let version = QRVersion.smallest(forBytes: text.utf8.count) else { return nil }
        size = version.size
        dark = Array(repeating: false, count: size * size)
        isReserved = dark
        drawPatterns(of: version)
        place(version.codewords(of: Array(text.utf8)))
        self = (0..<8).map { masked(with: $0) }.min { $0.penalty < $1.penalty } ?? self
    }

    /// Whether a module is dark.
    package subscript(row: Int, column: Int) -> Bool { dark[row * size + column] }

    // MARK: Patterns

    private mutating func reserve(_ row: Int, _ column: Int, dark isDark: Bool) {
        guard 0..<size ~= row, 0..<size ~= column else { return }
        dark[row * size + column] = isDark
        isReserved[row * size + column] = true
    }

    private mutating func drawPatterns(of version: QRVersion) {
        for place in 0..<size {
            reserve(6, place, dark: place % 2 == 0)
            reserve(place, 6, dark: place % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawSquare(row, column, rings: [1, 1, 0, 1, 0]) }
        for row in version.alignment {
            for column in version.alignment where !isFinder(row, column) { drawSquare(row, column, rings: [1, 0, 1]) }
        }
        drawFormat(mask: 0)
        drawVersion(version)
    }

    /// Whether the alignment pattern at this place would overlap a finder pattern.
    private func isFinder(_ row: Int, _ column: Int) -> Bool {
        (row == 6 && column == 6) || (row == 6 && column == size - 7) || (row == size - 7 && column == 6)
    }

    /// - Parameter rings: the dark rings, counted from the center.
    private mutating func drawSquare(_ row: Int, _ column: Int, rings: [Int]) {
        let reach = rings.count - 1
        for down in -reach...reach {
            for right in -reach...reach {
                reserve(row + down, column + right, dark: rings[max(abs(down), abs(right))] == 1)
            }
        }
    }

    /// Draws level and mask twice, with a BCH code.
    private mutating func drawFormat(mask: Int) {
        let bits = Self.format(mask: mask)
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<15 {
            // Around the finder at the top left, without the timing patterns.
            switch index {
            case 0...5: reserve(index, 8, dark: bit(index))
            case 6: reserve(7, 8, dark: bit(index))
            case 7: reserve(8, 8, dark: bit(index))
            case 8: reserve(8, 7, dark: bit(index))
            default: reserve(8, 14 - index, dark: bit(index))
            }
            // Beside the other two finders.
            if index < 8 {
                reserve(8, size - 1 - index, dark: bit(index))
            } else {
                reserve(size - 15 + index, 8, dark: bit(index))
            }
        }
        reserve(size - 8, 8, dark: true)
    }

    /// Level L has the bits 01.
    static func format(mask: Int) -> Int {
        withCheck(0b01 << 3 | mask, generator: 0b101_0011_0111, bits: 10) ^ 0b101_0100_0001_0010
    }

    private mutating func drawVersion(_ version: QRVersion) {
        guard version.number >= 7 else { return }
        let bits = Self.versionBits(version.number)
        for index in 0..<18 {
            let (near, far) = (index / 3, size - 11 + index % 3)
            reserve(near, far, dark: bits >> index & 1 == 1)
            reserve(far, near, dark: bits >> index & 1 == 1)
        }
    }

    static func versionBits(_ number: Int) -> Int { withCheck(number, generator: 0b1_1111_0010_0101, bits: 12) }

    /// A value, followed by the remainder of its division by a polynomial of this degree.
    private static func withCheck(_ value: Int, generator: Int, bits: Int) -> Int {
        var rest = value << bits
        while rest >> bits != 0 {
            rest ^= generator << (Int.bitWidth - 1 - rest.leadingZeroBitCount - bits)
        }
        return value << bits | rest
    }

    // MARK: Data

    /// Places the codewords in pairs of columns from the right, up and down in turn.
    private mutating func place(_ codewords: [UInt8]) {
        var next = 0
        var isUpward = true
        var right = size - 1
        while right > 0 {
            // The vertical timing pattern has its own column.
            if right == 6 { right = 5 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isReserved[row * size + column] {
                    if next < codewords.count * 8 {
                        dark[row * size + column] = codewords[next / 8] >> (7 - next % 8) & 1 == 1
                    }
                    next += 1
                }
            }
            isUpward.toggle()
            right -= 2
        }
    }

    // MARK: Masks

    private func masked(with mask: Int) -> QRCode {
        var code = self
        for row in 0..<size {
            for column in 0..<size where !isReserved[row * size + column] && Self.flips(mask, row, column) {
                code.dark[row * size + column].toggle()
            }
        }
        code.drawFormat(mask: mask)
        return code
    }

    private static func flips(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        let product = row * column
        return switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: product % 2 + product % 3 == 0
        case 6: (product % 2 + product % 3) % 2 == 0
        default: ((row + column) % 2 + product % 3) % 2 == 0
        }
    }

    /// How hard the code is to read: long runs, blocks, patterns like a finder, and too much of one color count against
    /// it.
    private var penalty: Int {
        let rows = (0..<size).map { row in (0..<size).map { self[row, $0] } }
        let columns = (0..<size).map { column in (0..<size).map { self[$0, column] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.runs(in: $1) + Self.finders(in: $1) }
        var blocks = 0
        for row in 1..<size {
            for column in 1..<size {
                let color = self[row, column]
                if self[row - 1, column] == color, self[row, column - 1] == color, self[row - 1, column - 1] == color {
                    blocks += 3
                }
            }
        }
        let share = dark.count { $0 } * 100 / (size * size)
        return lines + blocks + abs(share - 50) / 5 * 10
    }

    private static func runs(in line: [Bool]) -> Int {
        var (sum, length) = (0, 1)
        for place in 1...line.count {
            if place < line.count, line[place] == line[place - 1] {
                length += 1
            } else {
                if length >= 5 { sum += length - 2 }
                length = 1
            }
        }
        return sum
    }

    private static func finders(in line: [Bool]) -> Int {
        let pattern = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        let wanted = [pattern + light, light + pattern]
        guard line.count >= 11 else { return 0 }
        return (0...line.count - 11).reduce(0) { sum, start in
            sum + (wanted.contains(Array(line[start..<start + 11])) ? 40 : 0)
        }
    }
}
