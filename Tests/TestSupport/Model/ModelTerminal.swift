package import TerminalKit

/// A terminal as the standards describe it, as far as the renderer may rely on it: a second, independent opinion on
/// what its bytes mean. Anything it does not know is a failure, counted in `unknown`.
package struct ModelTerminal {
    package struct Cell: Equatable {
        package var text = " "
        package var pen = ModelPen()
        /// The right half of a wide cluster.
        package var isContinuation = false
    }

    package private(set) var cells: [[Cell]]
    package private(set) var x = 0
    package private(set) var y = 0
    /// How many cells have been written so far, whether or not they have changed.
    package private(set) var writtenCount = 0
    package private(set) var unknown: [String] = []
    /// The private modes that are on.
    package private(set) var modes: Set<Int> = [7, 25]
    package private(set) var keyboardModes: [Int] = []
    /// What was put into the clipboard, as base64.
    package private(set) var clipboard: String?
    package var images = ModelImages()
    private var pen = ModelPen()
    private var isWrapPending = false
    private var size: Size
    /// The rows that scroll.
    private var margins: Range<Int>
    /// What cannot be understood before more of it has come.
    private var rest: [UInt8] = []

    package init(size: Size) {
        self.size = size
        margins = 0..<size.height
        // Rubbish, so that a repaint that forgets a cell is found out.
        cells = Self.rubbish(size)
    }

    package var isCursorVisible: Bool { modes.contains(25) }
    package var isPenPlain: Bool { pen == ModelPen() }
    package var lines: [String] { cells.map { row in row.map(\.text).joined() } }
    package var text: String { lines.joined(separator: "\n") }

    /// What a terminal does with its cells then, nobody may rely on.
    package mutating func resize(_ size: Size) {
        self.size = size
        margins = 0..<size.height
        (x, y, isWrapPending) = (min(x, size.width - 1), min(y, size.height - 1), false)
        cells = Self.rubbish(size)
    }

    package mutating func feed(_ bytes: [UInt8]) {
        var text = String(decoding: bytes, as: UTF8.self)[...]
        while let character = text.first {
            if character == "\u{1B}" { text = control(text) } else { text = write(text) }
        }
    }

    /// As `feed`, of bytes that may be cut anywhere.
    package mutating func receive(_ bytes: [UInt8]) {
        rest += bytes
        let whole = Self.wholeCount(rest)
        feed(Array(rest[..<whole]))
        rest.removeFirst(whole)
    }

    private static func rubbish(_ size: Size) -> [[Cell]] {
        Array(repeating: Array(repeating: Cell(text: "#"), count: size.width), count: size.height)
    }

    /// How many bytes end with a whole sequence or character.
    private static func wholeCount(_ bytes: [UInt8]) -> Int {
        var end = bytes.count
        if let start = bytes.lastIndex(of: 0x1B), !isWhole(bytes[start...]) { end = start }
        // ST is an ESC of its own: what it ends began with the ESC before.
        if end < bytes.count || bytes.suffix(1) == [0x1B],
            let start = bytes[..<end].lastIndex(of: 0x1B), !isWhole(bytes[start..<end])
        {
            end = start
        }
        var last = end
        while last > 0, bytes[last - 1] & 0xC0 == 0x80 { last -= 1 }
        guard last > 0, bytes[last - 1] >= 0xC0 else { return end }
        let wanted = bytes[last - 1] >= 0xF0 ? 4 : bytes[last - 1] >= 0xE0 ? 3 : 2
        return end - last + 1 < wanted ? last - 1 : end
    }

    private static func isWhole(_ sequence: ArraySlice<UInt8>) -> Bool {
        let body = sequence.dropFirst()
        switch body.first {
        case nil: return false
        case UInt8(ascii: "["): return body.dropFirst().contains { (0x40...0x7E).contains($0) }
        case UInt8(ascii: "]"): return body.contains(0x07)
        case UInt8(ascii: "_"), UInt8(ascii: "P"): return false
        default: return true
        }
    }

    private mutating func write(_ text: Substring) -> Substring {
        guard let character = text.first else { return text }
        switch character {
        case "\r": x = 0
        case "\n": index()
        case "\r\n":
            x = 0
            index()
        case "\u{8}": x = max(0, x - 1)
        default: put(character)
        }
        if "\r\n\u{8}".contains(character) || character == "\r\n" { isWrapPending = false }
        return text.dropFirst()
    }

    private mutating func put(_ character: Character) {
        let width = String(character).columnCount
        if isWrapPending || x + width > size.width || width == 0 { unknown.append("no room for \(character)") }
        guard x + width <= size.width else { return }
        for column in x..<x + width { breakPair(at: column) }
        cells[y][x] = Cell(text: String(character), pen: pen)
        if width == 2 { cells[y][x + 1] = Cell(text: "", pen: pen, isContinuation: true) }
        writtenCount += width
        x += width
        isWrapPending = x == size.width
        x = min(x, size.width - 1)
    }

    /// Whoever overwrites one half of a wide cluster erases the other.
    private mutating func breakPair(at column: Int) {
        if cells[y][column].isContinuation {
            cells[y][column - 1].text = " "
            cells[y][column].isContinuation = false
        }
        if column + 1 < size.width, cells[y][column + 1].isContinuation {
            cells[y][column + 1] = Cell(text: " ", pen: cells[y][column].pen)
        }
    }

    private mutating func erase(columns: Range<Int>) {
        for column in columns.clamped(to: 0..<size.width) {
            breakPair(at: column)
            cells[y][column] = Cell(text: " ", pen: pen.erasing)
        }
        isWrapPending = false
    }
}

/// Escape sequences.
extension ModelTerminal {
    private mutating func control(_ text: Substring) -> Substring {
        let rest = text.dropFirst()
        switch rest.first {
        case "[":
            guard let end = rest.dropFirst().firstIndex(where: { $0.isLetter }) else { return "" }
            perform(rest[rest.index(after: rest.startIndex)..<end], rest[end])
            return rest[rest.index(after: end)...]
        case "]":
            guard let end = rest.firstIndex(of: "\u{1B}") else { return "" }
            operatingSystem(rest[rest.index(after: rest.startIndex)..<end])
            return rest[end...].dropFirst(2)
        case "_":
            guard let end = rest.firstIndex(of: "\u{1B}") else { return "" }
            program(rest[rest.index(after: rest.startIndex)..<end])
            return rest[end...].dropFirst(2)
        // XTGETTCAP.
        case "P":
            guard let end = rest.firstIndex(of: "\u{1B}") else { return "" }
            let command = rest[rest.index(after: rest.startIndex)..<end]
            if !command.hasPrefix("+q") { unknown.append("DCS \(command)") }
            return rest[end...].dropFirst(2)
        case "M":
            reverseIndex()
            return rest.dropFirst()
        // ST with nothing to end.
        case "\\": return rest.dropFirst()
        default:
            unknown.append("ESC \(rest.first.map(String.init) ?? "end")")
            return rest.dropFirst()
        }
    }

    private mutating func operatingSystem(_ command: Substring) {
        let parts = command.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        switch parts.first {
        case "8" where parts.count == 3: pen.link = String(parts[2])
        // Questions, which whoever plays the terminal may answer.
        case "4" where command.hasSuffix(";?"), "10" where command.hasSuffix(";?"), "11" where command.hasSuffix(";?"):
            break
        case "52" where parts.count == 3: clipboard = String(parts[2])
        default: unknown.append("OSC \(command)")
        }
    }

    private mutating func program(_ command: Substring) {
        guard command.first == "G" else { return unknown.append("APC \(command.prefix(20))") }
        if let mistake = images.perform(command, at: Point(x: x, y: y), in: size) {
            unknown.append("images: \(mistake) in \(command.prefix(40))")
        }
    }

    private mutating func perform(_ parameters: Substring, _ final: Character) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(1, numbers[0])
        if final != "m" { isWrapPending = false }
        switch final {
        case "A": y = max(0, y - count)
        case "B": y = min(size.height - 1, y + count)
        case "C": x = min(size.width - 1, x + count)
        case "D": x = max(0, x - count)
        case "H": (y, x) = (count - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
        case "J" where numbers[0] == 2:
            clear()
            images.removeAll()
        // Images are none of its business.
        case "J" where numbers[0] == 0 && (x, y) == (0, 0): clear()
        case "K" where numbers[0] == 0: erase(columns: x..<size.width)
        case "X": erase(columns: x..<x + count)
        case "m": pen.select(numbers)
        case "r":
            let bottom = numbers.count > 1 ? numbers[1] : size.height
            margins = count - 1..<max(count, min(bottom, size.height))
            (x, y) = (0, 0)
        case "h" where parameters.first == "?", "l" where parameters.first == "?":
            setMode(Int(parameters.dropFirst()) ?? 0, isOn: final == "h")
        case "u" where parameters == "?": break
        case "u" where parameters.first == ">": keyboardModes.append(Int(parameters.dropFirst()) ?? 0)
        case "u" where parameters.first == "<": _ = keyboardModes.popLast()
        default: unknown.append("CSI \(parameters)\(final)")
        }
        if x < 0 || y < 0 || x >= size.width || y >= size.height { unknown.append("cursor at \(x),\(y)") }
        (x, y) = (max(0, min(x, size.width - 1)), max(0, min(y, size.height - 1)))
    }

    private mutating func setMode(_ mode: Int, isOn: Bool) {
        guard [7, 25, 1000, 1002, 1004, 1006, 1049, 2004, 2026].contains(mode) else {
            return unknown.append("mode \(mode)")
        }
        if isOn { modes.insert(mode) } else { modes.remove(mode) }
        // The other screen begins without images; leaving it shows none of its own.
        if mode == 1049, isOn { images.removeAll() }
    }

    /// One row down, or where the margin is, everything within the margins one up.
    private mutating func index() {
        guard y == margins.upperBound - 1 else { return y = min(y + 1, size.height - 1) }
        images.scroll(margins, up: true)
        cells.remove(at: margins.lowerBound)
        cells.insert(blankRow, at: y)
    }

    private mutating func reverseIndex() {
        guard y == margins.lowerBound else { return y = max(y - 1, 0) }
        images.scroll(margins, up: false)
        cells.remove(at: margins.upperBound - 1)
        cells.insert(blankRow, at: y)
    }

    private var blankRow: [Cell] { Array(repeating: Cell(text: " ", pen: pen.erasing), count: size.width) }

    private mutating func clear() {
        let blank = Cell(text: " ", pen: pen.erasing)
        cells = Array(repeating: Array(repeating: blank, count: size.width), count: size.height)
    }
}
