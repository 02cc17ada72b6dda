@testable import TerminalKit

/// A terminal as the standards describe it, as far as the renderer may rely on it: a second, independent opinion on
/// what its bytes mean. Anything it does not know is a failure, counted in `unknown`.
struct ModelTerminal {
    struct Cell: Equatable {
        var text = " "
        var pen = ModelPen()
        /// The right half of a wide cluster.
        var isContinuation = false
    }

    private(set) var cells: [[Cell]]
    private(set) var x = 0
    private(set) var y = 0
    private(set) var isCursorVisible = true
    private(set) var unknown: [String] = []
    private var pen = ModelPen()
    private var isWrapPending = false
    private let size: Size

    init(size: Size) {
        self.size = size
        // Rubbish, so that a repaint that forgets a cell is found out.
        cells = Array(repeating: Array(repeating: Cell(text: "#"), count: size.width), count: size.height)
    }

    mutating func feed(_ bytes: [UInt8]) {
        var text = String(decoding: bytes, as: UTF8.self)[...]
        while let character = text.first {
            if character == "\u{1B}" { text = control(text) } else { text = write(text) }
        }
    }

    private mutating func write(_ text: Substring) -> Substring {
        guard let character = text.first else { return text }
        switch character {
        case "\r": x = 0
        case "\n": y = min(y + 1, size.height - 1)
        case "\r\n": (x, y) = (0, min(y + 1, size.height - 1))
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
        default:
            unknown.append("ESC \(rest.first.map(String.init) ?? "end")")
            return rest.dropFirst()
        }
    }

    private mutating func operatingSystem(_ command: Substring) {
        let parts = command.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "8" else { return unknown.append("OSC \(command)") }
        pen.link = String(parts[2])
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
        case "J" where numbers[0] == 2: clear()
        case "K" where numbers[0] == 0: erase(columns: x..<size.width)
        case "X": erase(columns: x..<x + count)
        case "m": pen.select(numbers)
        case "h" where parameters == "?25": isCursorVisible = true
        case "l" where parameters == "?25": isCursorVisible = false
        case "h" where parameters == "?2026", "l" where parameters == "?2026": break
        default: unknown.append("CSI \(parameters)\(final)")
        }
        if x < 0 || y < 0 || x >= size.width || y >= size.height { unknown.append("cursor at \(x),\(y)") }
    }

    private mutating func clear() {
        let blank = Cell(text: " ", pen: pen.erasing)
        cells = Array(repeating: Array(repeating: blank, count: size.width), count: size.height)
    }
}
